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

/* One of both inflates; zstd when it is not NULL. */
struct _LaminaCodec
{
  ZSTD_DStream *zstd;
#ifdef HAVE_ISAL
  struct inflate_state *isal;
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

static void
begin_gzip (LaminaCodec *self)
{
  self->isal = g_new (struct inflate_state, 1);
  isal_inflate_init (self->isal);
  self->isal->crc_flag = ISAL_GZIP;
}

static void
end_gzip (LaminaCodec *self)
{
  g_free (self->isal);
}

/*
 * Behind a call, what it decodes with and the text that it looks back to are all in there: the text at the end, where half
 * of the room is mostly unused. What is never written takes no memory, and there are many copies.
 */
G_STATIC_ASSERT (offsetof (struct inflate_state, tmp_out_buffer) + sizeof ((struct inflate_state *) NULL)->tmp_out_buffer
                 == sizeof (struct inflate_state));

static void
copy_gzip (LaminaCodec *self,
           LaminaCodec *from)
{
  gsize used = offsetof (struct inflate_state, tmp_out_buffer) + (gsize) from->isal->tmp_out_valid;

  self->isal = g_new (struct inflate_state, 1);
  memcpy (self->isal, from->isal, MIN (used, sizeof *self->isal));
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

static LaminaCodecResult
step_gzip (LaminaCodec        *self,
           LaminaCodecWindow  *window,
           const char        **damage)
{
  struct inflate_state *state = self->isal;
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

  if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT && result != ISAL_OUT_OVERFLOW)
    {
      *damage = describe_isal (result);
      return LAMINA_CODEC_DAMAGED;
    }
  if (state->block_state != ISAL_BLOCK_FINISH)
    return LAMINA_CODEC_GOES_ON;
  isal_inflate_reset (state);
  state->crc_flag = ISAL_GZIP;
  return LAMINA_CODEC_FRAME_ENDED;
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

static LaminaCodecResult
step_zstd (LaminaCodec        *self,
           LaminaCodecWindow  *window,
           const char        **damage)
{
  ZSTD_inBuffer in = { window->in, window->in_left, 0 };
  ZSTD_outBuffer out = { window->out, window->out_left, 0 };
  gsize result = ZSTD_decompressStream (self->zstd, &out, &in);

  window->in += in.pos;
  window->in_left -= in.pos;
  window->out += out.pos;
  window->out_left -= out.pos;
  if (result == 0)
    return LAMINA_CODEC_FRAME_ENDED;
  if (!ZSTD_isError (result))
    return LAMINA_CODEC_GOES_ON;
  *damage = ZSTD_getErrorName (result);
  return LAMINA_CODEC_DAMAGED;
}

LaminaCodecResult
lamina_codec_step (LaminaCodec        *self,
                   LaminaCodecWindow  *window,
                   const char        **damage)
{
  return self->zstd != NULL ? step_zstd (self, window, damage) : step_gzip (self, window, damage);
}
