/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "lamina-error.h"
#include "lamina-inflater-private.h"
#include "lamina-text-store-private.h"

#define INPUT_BYTES ((gsize) 1 << 17)
/* Small steps for who wants little, so that looking at the head of a huge file costs little. */
#define STEP_BYTES ((gsize) 1 << 16)
/* Below this, a high ratio is what well-filled tables of zeros look like. */
#define RATIO_FREE_BYTES (G_GUINT64_CONSTANT (64) << 20)

/* Who reads so far reads on: from here on a thread inflates ahead, so much that it is not waited for. */
#define ALONE_BYTES (G_GUINT64_CONSTANT (1) << 20)
#define AHEAD_BYTES (G_GUINT64_CONSTANT (6) << 20)
/* A reader that waits looks so often whether it was cancelled. */
#define PATIENCE_NS (20 * 1000 * 1000)

struct _LaminaInflater
{
  const LaminaStored *stored;
  LaminaLimits limits;
  _Atomic guint64 stored_position;

  /* below: of the thread that does a step */
  LaminaCodec *codec;
  guint8 *input;
  gsize input_begin;
  gsize input_end;
  guint64 next_stored;
  gboolean between_frames;

  pthread_mutex_t lock;
  pthread_cond_t stepped;
  pthread_cond_t called;
  /* below: under the lock; only who does a step adds to the text */
  LaminaTextStore text;
  gboolean stepping;
  gboolean ended;
  char *damage;
  GError *error;
  pthread_t thread;
  gboolean has_thread;
  guint64 wanted;
  guint64 awaited; /* how far the text must go before who waits is woken */
  gboolean stop;
};

/* One step: where the text goes, and what came of it. */
typedef struct
{
  guint8 *out;
  gsize room;
  gsize produced;
  gboolean ended;
  char *damage;
  GError *error;
} Step;

LaminaInflater *
lamina_inflater_new (const LaminaStored *stored,
                     LaminaCodec        *codec,
                     const LaminaLimits *limits)
{
  LaminaInflater *self = g_new0 (LaminaInflater, 1);
  pthread_condattr_t attributes;

  self->stored = stored;
  self->codec = codec;
  self->limits = *limits;
  self->input = g_malloc (INPUT_BYTES);
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->stepped, &attributes);
  pthread_cond_init (&self->called, NULL);
  pthread_condattr_destroy (&attributes);
  self->awaited = G_MAXUINT64;
  lamina_text_store_init (&self->text, limits->max_memory_text);
  return self;
}

static void
join_thread (LaminaInflater *self)
{
  if (!self->has_thread)
    return;
  pthread_mutex_lock (&self->lock);
  self->stop = TRUE;
  pthread_cond_signal (&self->called);
  pthread_mutex_unlock (&self->lock);
  pthread_join (self->thread, NULL);
}

void
lamina_inflater_free (LaminaInflater *self)
{
  join_thread (self);
  pthread_cond_destroy (&self->called);
  pthread_cond_destroy (&self->stepped);
  pthread_mutex_destroy (&self->lock);
  lamina_codec_free (self->codec);
  lamina_text_store_clear (&self->text);
  g_free (self->input);
  g_free (self->damage);
  g_clear_error (&self->error);
  g_free (self);
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

static void
begin_frame (LaminaInflater *self,
             Step           *step)
{
  gsize left;

  if (!fill_input (self, LAMINA_CODEC_MAGIC, &step->error))
    return;
  left = self->input_end - self->input_begin;
  if (left == 0)
    {
      step->ended = TRUE;
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
      step->ended = TRUE;
      step->damage = g_strdup_printf ("what follows the end of the %s stream was left out",
                                      lamina_codec_get_name (self->codec));
    }
}

static void
note_result (LaminaInflater    *self,
             Step              *step,
             LaminaCodecResult  result,
             const char        *damage)
{
  const char *name = lamina_codec_get_name (self->codec);
  gboolean no_input = self->input_begin == self->input_end && self->next_stored >= self->stored->size;

  if (result == LAMINA_CODEC_FRAME_ENDED)
    self->between_frames = TRUE;
  else if (result == LAMINA_CODEC_DAMAGED)
    step->damage = g_strdup_printf ("the %s stream is damaged: %s", name, damage);
  else if (no_input && step->produced == 0)
    step->damage = g_strdup_printf ("the %s stream ends too early", name);
  step->ended = step->damage != NULL;
}

static void
inflate_some (LaminaInflater *self,
              Step           *step)
{
  LaminaCodecWindow window;
  LaminaCodecResult result;
  const char *damage = NULL;

  if (!fill_input (self, 1, &step->error))
    return;
  window.in = self->input + self->input_begin;
  window.in_left = self->input_end - self->input_begin;
  window.out = step->out;
  window.out_left = step->room;
  result = lamina_codec_step (self->codec, &window, &damage);
  self->input_begin = self->input_end - window.in_left;
  step->produced = step->room - window.out_left;
  note_result (self, step, result, damage);
}

static gboolean
check_limits (LaminaInflater  *self,
              GError         **error)
{
  guint64 length = self->text.length;
  guint64 stored = atomic_load (&self->stored_position);

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

/* Makes what came of a step known. Once nothing more can come, what the stream needed is given back. */
static void
end_step (LaminaInflater *self,
          Step           *step)
{
  if (step->error == NULL && lamina_text_store_commit (&self->text, step->produced, &step->error))
    check_limits (self, &step->error);
  self->error = step->error;
  self->ended = step->ended && step->error == NULL;
  if (!self->ended)
    {
      g_free (step->damage);
      return;
    }
  self->damage = step->damage;
  g_clear_pointer (&self->input, g_free);
  if (self->damage != NULL && self->text.length == 0)
    g_set_error_literal (&self->error, LAMINA_ERROR, LAMINA_ERROR_COMPRESSION, self->damage);
}

/* Who waits for text far ahead would only look and wait again after most steps. */
static void
wake_waiting (LaminaInflater *self)
{
  if (self->text.length < self->awaited && !self->ended && self->error == NULL && self->has_thread)
    return;
  self->awaited = G_MAXUINT64;
  pthread_cond_broadcast (&self->stepped);
}

/* Inflates about @wanted bytes more. The lock, which is held, is released meanwhile. */
static void
do_step (LaminaInflater *self,
         guint64         wanted)
{
  Step step = { 0 };

  self->stepping = TRUE;
  if (!self->between_frames)
    {
      step.out = lamina_text_store_reserve (&self->text, &step.room);
      step.room = (gsize) MIN ((guint64) step.room, MAX (wanted, STEP_BYTES));
    }
  pthread_mutex_unlock (&self->lock);
  if (self->between_frames)
    begin_frame (self, &step);
  else
    inflate_some (self, &step);
  atomic_store (&self->stored_position, self->next_stored - (self->input_end - self->input_begin));
  pthread_mutex_lock (&self->lock);
  end_step (self, &step);
  self->stepping = FALSE;
  wake_waiting (self);
}

/* The thread: stays ahead of whoever reads farthest, and ends with the text. */
static void *
inflate_ahead (void *data)
{
  LaminaInflater *self = data;

  pthread_mutex_lock (&self->lock);
  while (!self->stop && !self->ended && self->error == NULL)
    {
      if (self->stepping)
        {
          self->awaited = 0;
          pthread_cond_wait (&self->stepped, &self->lock);
        }
      else if (self->text.length < self->wanted)
        do_step (self, self->wanted - self->text.length);
      else
        pthread_cond_wait (&self->called, &self->lock);
    }
  pthread_mutex_unlock (&self->lock);
  return NULL;
}

/* It is called when half of what it was ahead is used up, so that it is not woken for each block. */
static void
call_thread (LaminaInflater *self,
             guint64         end)
{
  if (end <= ALONE_BYTES || self->ended || self->error != NULL)
    return;
  if (end <= self->text.length && self->text.length - end >= AHEAD_BYTES / 2)
    return;
  self->wanted = MAX (self->wanted, end > G_MAXUINT64 - AHEAD_BYTES ? G_MAXUINT64 : end + AHEAD_BYTES);
  if (self->has_thread)
    pthread_cond_signal (&self->called);
  else
    self->has_thread = pthread_create (&self->thread, NULL, inflate_ahead, self) == 0;
}

static void
wait_for_text (LaminaInflater *self,
               guint64         end)
{
  struct timespec until;

  self->awaited = MIN (self->awaited, end);
  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_nsec += PATIENCE_NS;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_cond_timedwait (&self->stepped, &self->lock, &until);
}

/* Goes one step on; returns whether @result is final. */
static gboolean
try_read (LaminaInflater  *self,
          guint64          offset,
          void            *buffer,
          gsize            size,
          gssize          *result,
          GError         **error)
{
  guint64 end = offset + size;

  call_thread (self, end);
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
  if (self->stepping || self->has_thread)
    wait_for_text (self, end);
  else
    do_step (self, end - self->text.length);
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
