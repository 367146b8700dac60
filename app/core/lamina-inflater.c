/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "lamina-error.h"
#include "lamina-inflater-private.h"
#include "lamina-text-store-private.h"

#define INPUT_BYTES ((gsize) 1 << 17)
/* Small steps for who wants little, so that looking at the head of a huge file costs little. */
#define STEP_BYTES ((gsize) 1 << 16)
/* Below this, a high ratio is what well-filled tables of zeros look like. */
#define RATIO_FREE_BYTES (G_GUINT64_CONSTANT (64) << 20)

struct _LaminaInflater
{
  const LaminaStored *stored;
  LaminaLimits limits;
  _Atomic guint64 stored_position;

  pthread_mutex_t lock;
  /* below: under the lock */
  LaminaCodec *codec;
  LaminaTextStore text;
  guint8 *input;
  gsize input_begin;
  gsize input_end;
  guint64 next_stored;
  gboolean between_frames;
  gboolean ended;
  char *damage;
  GError *error;
};

LaminaInflater *
lamina_inflater_new (const LaminaStored *stored,
                     LaminaCodec        *codec,
                     const LaminaLimits *limits)
{
  LaminaInflater *self = g_new0 (LaminaInflater, 1);

  self->stored = stored;
  self->codec = codec;
  self->limits = *limits;
  self->input = g_malloc (INPUT_BYTES);
  pthread_mutex_init (&self->lock, NULL);
  lamina_text_store_init (&self->text, limits->max_memory_text);
  return self;
}

void
lamina_inflater_free (LaminaInflater *self)
{
  pthread_mutex_destroy (&self->lock);
  lamina_codec_free (self->codec);
  lamina_text_store_clear (&self->text);
  g_free (self->input);
  g_free (self->damage);
  g_clear_error (&self->error);
  g_free (self);
}

/* Once nothing more can come, what the stream needed is given back. */
static void
end_text (LaminaInflater *self,
          char           *damage)
{
  self->ended = TRUE;
  self->damage = damage;
  g_clear_pointer (&self->input, g_free);
  if (damage != NULL && self->text.length == 0)
    g_set_error_literal (&self->error, LAMINA_ERROR, LAMINA_ERROR_COMPRESSION, damage);
}

/* Makes sure that @wanted bytes of input are there, or all that are left. */
static gboolean
fill_input (LaminaInflater  *self,
            gsize            wanted,
            GError         **error)
{
  gsize left = self->input_end - self->input_begin;
  gssize n;

  if (left >= wanted || self->next_stored >= self->stored->size)
    return TRUE;
  memmove (self->input, self->input + self->input_begin, left);
  self->input_begin = 0;
  self->input_end = left;
  n = lamina_stored_read (self->stored, self->next_stored, self->input + left, INPUT_BYTES - left, error);
  if (n < 0)
    return FALSE;
  self->input_end += (gsize) n;
  /* A file that became shorter ends here. */
  self->next_stored = n > 0 ? self->next_stored + (guint64) n : self->stored->size;
  return TRUE;
}

/* Tape drives and some writers fill up with zeros behind the last member. */
static void
skip_zeros (LaminaInflater *self)
{
  while (self->input_begin < self->input_end && self->input[self->input_begin] == 0)
    self->input_begin++;
}

static gboolean
begin_frame (LaminaInflater  *self,
             GError         **error)
{
  gsize left;

  if (!fill_input (self, LAMINA_CODEC_MAGIC, error))
    return FALSE;
  left = self->input_end - self->input_begin;
  if (left == 0)
    {
      end_text (self, NULL);
    }
  else if (lamina_codec_matches (self->codec, self->input + self->input_begin, left))
    {
      self->between_frames = FALSE;
    }
  else if (self->input[self->input_begin] == 0)
    {
      skip_zeros (self);
    }
  else
    {
      end_text (self, g_strdup_printf ("what follows the end of the %s stream was left out",
                                       lamina_codec_get_name (self->codec)));
    }
  return TRUE;
}

static gboolean
check_limits (LaminaInflater  *self,
              GError         **error)
{
  guint64 length = self->text.length;
  guint64 stored = self->next_stored - (self->input_end - self->input_begin);

  if (length > self->limits.max_bytes)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT,
                 "the inflated text is larger than the limit of %" G_GUINT64_FORMAT " bytes", self->limits.max_bytes);
  else if (length > RATIO_FREE_BYTES && length / MAX (self->limits.max_ratio, 1) > stored)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT,
                 "the text inflates to more than %" G_GUINT64_FORMAT " times its stored size", self->limits.max_ratio);
  else
    return TRUE;
  return FALSE;
}

static void
note_result (LaminaInflater    *self,
             LaminaCodecResult  result,
             gsize              produced,
             const char        *damage)
{
  const char *name = lamina_codec_get_name (self->codec);
  gboolean no_input = self->input_begin == self->input_end && self->next_stored >= self->stored->size;

  if (result == LAMINA_CODEC_FRAME_ENDED)
    self->between_frames = TRUE;
  else if (result == LAMINA_CODEC_DAMAGED)
    end_text (self, g_strdup_printf ("the %s stream is damaged: %s", name, damage));
  else if (no_input && produced == 0)
    end_text (self, g_strdup_printf ("the %s stream ends too early", name));
}

static gboolean
inflate_some (LaminaInflater  *self,
              guint64          wanted,
              GError         **error)
{
  LaminaCodecWindow window;
  LaminaCodecResult result;
  const char *damage = NULL;
  gsize room, produced;

  if (!fill_input (self, 1, error))
    return FALSE;
  window.in = self->input + self->input_begin;
  window.in_left = self->input_end - self->input_begin;
  window.out = lamina_text_store_reserve (&self->text, &room);
  room = (gsize) MIN ((guint64) room, MAX (wanted, STEP_BYTES));
  window.out_left = room;
  result = lamina_codec_step (self->codec, &window, &damage);
  self->input_begin = self->input_end - window.in_left;
  produced = room - window.out_left;
  if (!lamina_text_store_commit (&self->text, produced, error))
    return FALSE;
  note_result (self, result, produced, damage);
  return check_limits (self, error);
}

static void
step (LaminaInflater *self,
      guint64         wanted)
{
  if (self->between_frames)
    begin_frame (self, &self->error);
  else
    inflate_some (self, wanted, &self->error);
  atomic_store (&self->stored_position, self->next_stored - (self->input_end - self->input_begin));
}

/* Does one step; returns whether @result is final. */
static gboolean
try_read (LaminaInflater  *self,
          guint64          offset,
          void            *buffer,
          gsize            size,
          gssize          *result,
          GError         **error)
{
  guint64 end = offset + size;

  if (self->text.length >= end || (self->ended && self->error == NULL))
    {
      *result = lamina_text_store_read (&self->text, offset, buffer, size, error);
      return TRUE;
    }
  if (self->error != NULL)
    {
      g_propagate_error (error, g_error_copy (self->error));
      *result = -1;
      return TRUE;
    }
  step (self, end - self->text.length);
  return FALSE;
}

gssize
lamina_inflater_read (LaminaInflater  *self,
                      guint64          offset,
                      void            *buffer,
                      gsize            size,
                      GCancellable    *cancellable,
                      GError         **error)
{
  gboolean done = FALSE;
  gssize result = -1;

  size = (gsize) MIN ((guint64) size, G_MAXUINT64 - offset);
  while (!done)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return -1;
      pthread_mutex_lock (&self->lock);
      done = try_read (self, offset, buffer, size, &result, error);
      pthread_mutex_unlock (&self->lock);
    }
  return result;
}

guint64
lamina_inflater_get_stored_position (LaminaInflater *self)
{
  return atomic_load (&self->stored_position);
}

guint64
lamina_inflater_get_length (LaminaInflater *self)
{
  guint64 length;

  pthread_mutex_lock (&self->lock);
  length = self->text.length;
  pthread_mutex_unlock (&self->lock);
  return length;
}

const char *
lamina_inflater_get_damage (LaminaInflater *self)
{
  const char *damage;

  pthread_mutex_lock (&self->lock);
  damage = self->damage;
  pthread_mutex_unlock (&self->lock);
  return damage;
}
