/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>
#include <zstd.h>

#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#else
#include <zlib.h>
#endif

#include "lamina-codec-private.h"

/* Every decoder of zstd takes windows up to this size; a larger one must fit into what text may take in memory. */
#define ZSTD_WINDOW_LOG 27
#define ZSTD_WINDOW_LOG_MOST 30
#define ZSTD_BLOCK_HEAD_BYTES 3

typedef struct _Salvage Salvage;

/* One of both inflates; zstd when it is not NULL. */
struct _LaminaCodec
{
  ZSTD_DStream *zstd;
  gsize zstd_wants; /* input for its next step; 0 before a frame */
#ifdef HAVE_ISAL
  struct inflate_state *isal;
  struct inflate_state *before; /* the last step; NULL when there was none */
  Salvage *salvage;             /* NULL unless a step failed */
#else
  z_stream gzip;
#endif
};

static gboolean
is_gzip (const guint8 *magic,
         gsize         length)
{
  return length >= 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

/* A frame, or one of the sixteen kinds of frame that hold something else and are passed over. */
static gboolean
is_zstd (const guint8 *magic,
         gsize         length)
{
  guint32 number;

  if (length < 4)
    return FALSE;
  memcpy (&number, magic, 4);
  number = GUINT32_FROM_LE (number);
  return number == ZSTD_MAGICNUMBER || (number & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

static int
window_log (const LaminaLimits *limits)
{
  int most = ZSTD_WINDOW_LOG;

  while (most < ZSTD_WINDOW_LOG_MOST && (limits->max_memory_text >> (most + 1)) > 0)
    most++;
  return most;
}

#ifdef HAVE_ISAL

/*
 * ISA-L is fast because it writes before it checks: a step that fails counts text that never was, and how much it had
 * decoded ahead depends on the room that it was given. So the steps before are repeated, from the state that was kept, in
 * pieces so small that it checks first, until one of them fails: then the text ends where zlib would end it, too.
 */
#define PIECE_BYTES 256
/* A piece can't become more: 258 bytes by two bits are the most that the format can say, and what was decoded ahead. */
#define PIECE_TEXT_BYTES ((gsize) 1 << 19)

struct _Salvage
{
  guint8 *text;
  gsize begin;
  gsize end;
  int result; /* of the last piece */
};

static void
begin_gzip (LaminaCodec *self)
{
  /* Cleared, so that no damage can make text of what this memory held before. */
  self->isal = g_new0 (struct inflate_state, 1);
  isal_inflate_init (self->isal);
  self->isal->crc_flag = ISAL_GZIP;
}

static void
begin_salvage (LaminaCodec *self)
{
  self->salvage = g_new0 (Salvage, 1);
  self->salvage->text = g_malloc (PIECE_TEXT_BYTES);
  self->salvage->result = ISAL_DECOMP_OK;
}

static void
end_salvage (LaminaCodec *self)
{
  if (self->salvage != NULL)
    g_free (self->salvage->text);
  g_clear_pointer (&self->salvage, g_free);
}

static void
end_gzip (LaminaCodec *self)
{
  end_salvage (self);
  g_free (self->before);
  g_free (self->isal);
}

/*
 * Behind a call, what it decodes with and the text that it looks back to are all in there: the text at the end, where half
 * of the room is mostly unused. What is never written takes no memory, and there are many copies.
 */
G_STATIC_ASSERT (offsetof (struct inflate_state, tmp_out_buffer) + sizeof ((struct inflate_state *) NULL)->tmp_out_buffer
                 == sizeof (struct inflate_state));

static void
copy_state (struct inflate_state       *to,
            const struct inflate_state *from)
{
  gsize used = offsetof (struct inflate_state, tmp_out_buffer) + (gsize) from->tmp_out_valid;

  memcpy (to, from, MIN (used, sizeof *from));
}

static void
copy_gzip (LaminaCodec *self,
           LaminaCodec *from)
{
  self->isal = g_new (struct inflate_state, 1);
  copy_state (self->isal, from->isal);
  if (from->salvage == NULL)
    return;
  begin_salvage (self);
  self->salvage->end = from->salvage->end - from->salvage->begin;
  memcpy (self->salvage->text, from->salvage->text + from->salvage->begin, self->salvage->end);
  self->salvage->result = from->salvage->result;
}

static const char *
describe_isal (int result)
{
  switch (result)
    {
    case ISAL_INVALID_WRAPPER:
      return "incorrect header";
    case ISAL_UNSUPPORTED_METHOD:
      return "unknown compression method";
    case ISAL_INCORRECT_CHECKSUM:
      return "incorrect checksum";
    case ISAL_INVALID_LOOKBACK:
      return "invalid distance too far back";
    default:
      return "invalid block";
    }
}

static gboolean
is_damage (int result)
{
  return result != ISAL_DECOMP_OK && result != ISAL_END_INPUT && result != ISAL_OUT_OVERFLOW;
}

/* Other damage is found between the text, not in it. */
static gboolean
is_damaged_text (int result)
{
  return result == ISAL_INVALID_LOOKBACK || result == ISAL_INVALID_BLOCK || result == ISAL_INVALID_SYMBOL;
}

static int
inflate_isal (struct inflate_state *state,
              LaminaCodecWindow    *window)
{
  int result;

  state->next_in = (guint8 *) window->in;
  state->avail_in = (guint32) window->in_left;
  state->next_out = window->out;
  state->avail_out = (guint32) window->out_left;
  result = isal_inflate (state);
  window->in = state->next_in;
  window->in_left = state->avail_in;
  window->out = state->next_out;
  window->out_left = state->avail_out;
  return result;
}

static void
save_state (LaminaCodec *self)
{
  if (self->before == NULL)
    self->before = g_new0 (struct inflate_state, 1);
  copy_state (self->before, self->isal);
}

/* Inflates @length bytes of @window, which take more room than is left there. */
static int
inflate_piece (LaminaCodec       *self,
               LaminaCodecWindow *window,
               gsize              length)
{
  Salvage *salvage = self->salvage;
  LaminaCodecWindow piece = { window->in, length, salvage->text, PIECE_TEXT_BYTES };
  int result = inflate_isal (self->isal, &piece);

  if (is_damaged_text (result) && length > 1)
    return result;
  salvage->begin = 0;
  salvage->end = PIECE_TEXT_BYTES - piece.out_left;
  window->in_left -= (gsize) (piece.in - window->in);
  window->in = piece.in;
  return result;
}

/* Repeats a piece that fails byte by byte: so little input is never decoded ahead of a check. */
static void
salvage_piece (LaminaCodec       *self,
               LaminaCodecWindow *window)
{
  int result;

  save_state (self);
  result = inflate_piece (self, window, MIN (window->in_left, PIECE_BYTES));
  if (is_damaged_text (result))
    {
      copy_state (self->isal, self->before);
      result = inflate_piece (self, window, 1);
    }
  self->salvage->result = result;
}

static void
hand_out (Salvage           *salvage,
          LaminaCodecWindow *window)
{
  gsize n = MIN (salvage->end - salvage->begin, window->out_left);

  memcpy (window->out, salvage->text + salvage->begin, n);
  salvage->begin += n;
  window->out += n;
  window->out_left -= n;
}

static LaminaCodecResult
end_member (LaminaCodec *self)
{
  isal_inflate_reset (self->isal);
  self->isal->crc_flag = ISAL_GZIP;
  return LAMINA_CODEC_FRAME_ENDED;
}

static LaminaCodecResult
step_salvage (LaminaCodec        *self,
              LaminaCodecWindow  *window,
              const char        **damage)
{
  Salvage *salvage = self->salvage;

  while (window->out_left > 0)
    {
      if (salvage->begin < salvage->end)
        {
          hand_out (salvage, window);
        }
      else if (is_damage (salvage->result))
        {
          *damage = describe_isal (salvage->result);
          return LAMINA_CODEC_DAMAGED;
        }
      else if (self->isal->block_state == ISAL_BLOCK_FINISH)
        {
          end_salvage (self);
          return end_member (self);
        }
      else if (window->in_left == 0)
        {
          break;
        }
      else
        {
          salvage_piece (self, window);
        }
    }
  return LAMINA_CODEC_GOES_ON;
}

static LaminaCodecResult
step_gzip (LaminaCodec        *self,
           LaminaCodecWindow  *window,
           const char        **damage)
{
  LaminaCodecWindow whole = *window;
  int result;

  if (self->salvage != NULL)
    return step_salvage (self, window, damage);
  save_state (self);
  result = inflate_isal (self->isal, window);
  if (is_damaged_text (result))
    {
      *window = whole;
      copy_state (self->isal, self->before);
      begin_salvage (self);
      return step_salvage (self, window, damage);
    }
  if (is_damage (result))
    {
      *damage = describe_isal (result);
      return LAMINA_CODEC_DAMAGED;
    }
  return self->isal->block_state == ISAL_BLOCK_FINISH ? end_member (self) : LAMINA_CODEC_GOES_ON;
}

#else

/* zlib's number for "gzip alone, the largest window" */
#define GZIP_WINDOW_BITS (MAX_WBITS + 16)

static void
begin_gzip (LaminaCodec *self)
{
  if (inflateInit2 (&self->gzip, GZIP_WINDOW_BITS) != Z_OK)
    g_error ("zlib can't be started: %s", self->gzip.msg ? self->gzip.msg : "out of memory");
}

static void
end_gzip (LaminaCodec *self)
{
  inflateEnd (&self->gzip);
}

static void
copy_gzip (LaminaCodec *self,
           LaminaCodec *from)
{
  if (inflateCopy (&self->gzip, &from->gzip) != Z_OK)
    g_error ("zlib can't be copied: out of memory");
}

static LaminaCodecResult
step_gzip (LaminaCodec        *self,
           LaminaCodecWindow  *window,
           const char        **damage)
{
  z_stream *z = &self->gzip;
  int result;

  z->next_in = (Bytef *) window->in;
  z->avail_in = (uInt) window->in_left;
  z->next_out = window->out;
  z->avail_out = (uInt) window->out_left;
  result = inflate (z, Z_NO_FLUSH);
  window->in = z->next_in;
  window->in_left = z->avail_in;
  window->out = z->next_out;
  window->out_left = z->avail_out;

  if (result == Z_OK || result == Z_BUF_ERROR)
    return LAMINA_CODEC_GOES_ON;
  if (result == Z_STREAM_END)
    {
      inflateReset (z);
      return LAMINA_CODEC_FRAME_ENDED;
    }
  *damage = z->msg != NULL ? z->msg : zError (result);
  return LAMINA_CODEC_DAMAGED;
}

#endif

LaminaCodec *
lamina_codec_new (const guint8       *magic,
                  gsize               length,
                  const LaminaLimits *limits)
{
  LaminaCodec *self;

  if (!is_gzip (magic, length) && !is_zstd (magic, length))
    return NULL;
  self = g_new0 (LaminaCodec, 1);
  if (is_zstd (magic, length))
    {
      self->zstd = ZSTD_createDStream ();
      if (self->zstd == NULL)
        g_error ("zstd can't be started: out of memory");
      ZSTD_DCtx_setParameter (self->zstd, ZSTD_d_windowLogMax, window_log (limits));
    }
  else
    {
      begin_gzip (self);
    }
  return self;
}

void
lamina_codec_free (LaminaCodec *self)
{
  if (self->zstd != NULL)
    ZSTD_freeDStream (self->zstd);
  else
    end_gzip (self);
  g_free (self);
}

LaminaCodec *
lamina_codec_copy (LaminaCodec *self)
{
  LaminaCodec *copy;

  if (self->zstd != NULL)
    return NULL;
  copy = g_new0 (LaminaCodec, 1);
  copy_gzip (copy, self);
  return copy;
}

const char *
lamina_codec_get_name (LaminaCodec *self)
{
  return self->zstd != NULL ? "zstd" : "gzip";
}

gboolean
lamina_codec_matches (LaminaCodec  *self,
                      const guint8 *magic,
                      gsize         length)
{
  return self->zstd != NULL ? is_zstd (magic, length) : is_gzip (magic, length);
}

/*
 * A call of zstd that fails says nothing of the blocks that it has decoded before. So each gets what it wants for one step
 * and never the head of the next block with it, and only the block that is damaged is lost.
 */
static gsize
count_zstd_input (LaminaCodec             *self,
                  const LaminaCodecWindow *window)
{
  gsize wants = self->zstd_wants > ZSTD_BLOCK_HEAD_BYTES ? self->zstd_wants - ZSTD_BLOCK_HEAD_BYTES : 1;

  return MIN (wants, window->in_left);
}

static LaminaCodecResult
step_zstd (LaminaCodec        *self,
           LaminaCodecWindow  *window,
           const char        **damage)
{
  gboolean moved = TRUE;

  while (window->out_left > 0 && moved)
    {
      ZSTD_inBuffer in = { window->in, count_zstd_input (self, window), 0 };
      ZSTD_outBuffer out = { window->out, window->out_left, 0 };
      gsize result = ZSTD_decompressStream (self->zstd, &out, &in);

      if (ZSTD_isError (result))
        {
          *damage = ZSTD_getErrorName (result);
          return LAMINA_CODEC_DAMAGED;
        }
      window->in += in.pos;
      window->in_left -= in.pos;
      window->out += out.pos;
      window->out_left -= out.pos;
      self->zstd_wants = result;
      if (result == 0)
        return LAMINA_CODEC_FRAME_ENDED;
      moved = in.pos > 0 || out.pos > 0;
    }
  return LAMINA_CODEC_GOES_ON;
}

LaminaCodecResult
lamina_codec_step (LaminaCodec        *self,
                   LaminaCodecWindow  *window,
                   const char        **damage)
{
  return self->zstd != NULL ? step_zstd (self, window, damage) : step_gzip (self, window, damage);
}
