/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-codec-private.h"
#include "lamina-error.h"
#include "lamina-inflater-private.h"
#include "lamina-parallel.h"
#include "lamina-stored-private.h"
#include "lamina-text-store-private.h"

#include <glib/gi18n-lib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#define INPUT_BYTES ((gsize) 1 << 17)

/*
 * A walk through a compressed text, member by member or frame by frame, that goes on step by step. A copy of it goes on
 * from the same place later, which makes text again that was let go. For one thread at a time.
 */
typedef struct _Inflation Inflation;

/*
 * @out: where the text goes
 * @room: how many bytes at most
 * @produced: (out): how many came
 * @ended: (out): nothing more will come
 * @damage: (out) (nullable) (transfer full): why it ended before the end of what is stored
 * @error: (out) (nullable) (transfer full): why what is stored can't be read
 */
typedef struct
{
  guint8 *out;
  gsize room;
  gsize produced;
  gboolean ended;
  char *damage;
  GError *error;
} Step;

struct _Inflation
{
  const LaminaStored *stored;
  LaminaCodec *codec;
  guint8 *input; /* NULL before the first step */
  gsize input_begin;
  gsize input_end;
  guint64 next_stored;
  gboolean between_frames;
};

/* @stored must outlive it and its copies; @codec is freed with it. */
static Inflation *
inflation_new (const LaminaStored *stored,
               LaminaCodec        *codec)
{
  Inflation *self = g_new0 (Inflation, 1);

  self->stored = stored;
  self->codec = codec;
  return self;
}

static void
inflation_free (Inflation *self)
{
  lamina_codec_free (self->codec);
  g_free (self->input);
  g_free (self);
}

/* How far it came in what is stored, in bytes. */
static guint64
inflation_get_stored_position (Inflation *self)
{
  return self->next_stored - (self->input_end - self->input_begin);
}

/* NULL when the codec can't be copied. */
static Inflation *
inflation_copy (Inflation *self)
{
  LaminaCodec *codec = lamina_codec_copy (self->codec);
  Inflation *copy;

  if (codec == NULL)
    return NULL;
  copy = inflation_new (self->stored, codec);
  copy->next_stored = inflation_get_stored_position (self);
  copy->between_frames = self->between_frames;
  return copy;
}

/* Makes sure that @wanted bytes of input are there, or all that are left. */
static gboolean
fill_input (Inflation  *self,
            gsize       wanted,
            GError    **error)
{
  gsize left = self->input_end - self->input_begin;
  gssize n;

  if (left >= wanted || self->next_stored >= self->stored->size)
    return TRUE;
  if (self->input == NULL)
    self->input = g_malloc (INPUT_BYTES);
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

static void
begin_frame (Inflation *self,
             Step      *step)
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
      /* Tape drives and some writers fill up with zeros behind the last member. */
      while (self->input_begin < self->input_end && self->input[self->input_begin] == 0)
        self->input_begin++;
    }
  else
    {
      step->ended = TRUE;
      step->damage = g_strdup_printf ("what follows the end of the %s stream was left out",
                                      lamina_codec_get_name (self->codec));
    }
}

static void
note_result (Inflation         *self,
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
inflate_some (Inflation *self,
              Step      *step)
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

/* Goes on; a step between two frames produces nothing. */
static void
inflation_step (Inflation *self,
                Step      *step)
{
  if (self->between_frames)
    begin_frame (self, step);
  else
    inflate_some (self, step);
}

/* Small steps for who wants little, so that looking at the head of a huge file costs little. */
#define STEP_BYTES ((gsize) 1 << 16)
/* Below this, a high ratio is what well-filled tables of zeros look like. */
#define RATIO_FREE_BYTES (G_GUINT64_CONSTANT (64) << 20)

/* Who reads so far reads on: from here on a thread inflates ahead, so much that it is not waited for, also by who begins
 * with a part of the text farther behind. */
#define ALONE_BYTES (G_GUINT64_CONSTANT (1) << 20)
#define AHEAD_BYTES (G_GUINT64_CONSTANT (32) << 20)
/* What one takes at most. All together take an eighth of what text may take. */
#define ORIGIN_BYTES 90000
#define LEAST_ORIGINS 8
/* A reader that waits looks so often whether it was cancelled. */
#define PATIENCE_NS (20 * 1000 * 1000)

struct _LaminaInflater
{
  LaminaLimits limits;
  _Atomic guint64 stored_position;

  /* of the thread that does a step; NULL when it ended */
  Inflation *inflation;

  pthread_mutex_t lock;
  pthread_cond_t stepped;
  pthread_cond_t called;
  /* below: under the lock; only who does a step adds to the text */
  LaminaTextStore text;
  GPtrArray *origins; /* for each chunk of the text that is a multiple of the stride, the inflation that goes on from its start */
  gsize stride;
  gboolean stepping;
  gboolean ended;
  char *damage;
  GError *error;
  pthread_t thread;
  gboolean has_thread;
  gpointer owner; /* for whom the thread was begun */
  guint64 wanted;
  guint64 awaited; /* how far the text must go before who waits is woken */
  gboolean stop;
};

/* Each second one goes: what lies between is made again from the one before. */
static void
thin_origins (LaminaInflater *self)
{
  for (guint i = 1; i < self->origins->len; i++)
    g_ptr_array_remove_index (self->origins, i);
  self->stride *= 2;
}

/* Notes from where the next chunk can be made again. Without the first one, none is noted. */
static void
note_origin (LaminaInflater *self)
{
  Inflation *origin = NULL;

  if (self->text.length / LAMINA_TEXT_CHUNK_BYTES == self->origins->len * self->stride)
    origin = inflation_copy (self->inflation);
  if (origin != NULL)
    g_ptr_array_add (self->origins, origin);
  if (self->origins->len > MAX (self->limits.max_memory_text / 8 / ORIGIN_BYTES, LEAST_ORIGINS))
    thin_origins (self);
}

LaminaInflater *
lamina_inflater_new (const LaminaStored *stored,
                     LaminaCodec        *codec,
                     const LaminaLimits *limits)
{
  LaminaInflater *self = g_new0 (LaminaInflater, 1);
  pthread_condattr_t attributes;

  self->stride = 1;
  self->origins = g_ptr_array_new_with_free_func ((GDestroyNotify) inflation_free);
  self->inflation = inflation_new (stored, codec);
  self->limits = *limits;
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->stepped, &attributes);
  pthread_cond_init (&self->called, NULL);
  pthread_condattr_destroy (&attributes);
  self->awaited = G_MAXUINT64;
  note_origin (self);
  lamina_text_store_init (&self->text, limits->max_memory_text, self->origins->len > 0);
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
  g_clear_pointer (&self->inflation, inflation_free);
  g_ptr_array_unref (self->origins);
  lamina_text_store_clear (&self->text);
  g_free (self->damage);
  g_clear_error (&self->error);
  g_free (self);
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
  g_clear_pointer (&self->inflation, inflation_free);
  lamina_text_store_end (&self->text);
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
  note_origin (self);
  step.out = lamina_text_store_reserve (&self->text, &step.room);
  step.room = (gsize) MIN ((guint64) step.room, MAX (wanted, STEP_BYTES));
  pthread_mutex_unlock (&self->lock);
  inflation_step (self->inflation, &step);
  atomic_store (&self->stored_position, inflation_get_stored_position (self->inflation));
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
  lamina_parallel_set_owner (self->owner);
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
  guint64 ahead = MIN (AHEAD_BYTES, self->limits.max_memory_text / 2);

  if (end <= ALONE_BYTES || self->ended || self->error != NULL)
    return;
  if (end <= self->text.length && self->text.length - end >= ahead / 2)
    return;
  self->wanted = MAX (self->wanted, end > G_MAXUINT64 - ahead ? G_MAXUINT64 : end + ahead);
  if (self->has_thread)
    {
      pthread_cond_signal (&self->called);
      return;
    }
  self->owner = lamina_parallel_get_owner ();
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

/* Inflates a whole chunk once more. The same bytes come, unless what is stored is not the same any more. */
static gboolean
inflate_again (Inflation  *inflation,
               guint8     *text,
               GError    **error)
{
  Step step = { .out = text, .room = LAMINA_TEXT_CHUNK_BYTES };

  while (step.room > 0 && !step.ended && step.error == NULL)
    {
      inflation_step (inflation, &step);
      step.out += step.produced;
      step.room -= step.produced;
      step.produced = 0;
    }
  g_free (step.damage);
  if (step.room == 0)
    {
      g_clear_error (&step.error);
      return TRUE;
    }
  if (step.error == NULL)
    lamina_error_set (&step.error, LAMINA_ERROR_CHANGED, NULL, N_("The file has changed since it was opened."));
  g_propagate_error (error, step.error);
  return FALSE;
}

/* Makes the chunk around @offset again, which was forgotten. The lock, which is held, is released meanwhile. */
static gboolean
recall (LaminaInflater  *self,
        guint64          offset,
        GError         **error)
{
  gsize chunk = (gsize) (offset / LAMINA_TEXT_CHUNK_BYTES);
  gsize before = chunk % self->stride;
  Inflation *inflation = inflation_copy (g_ptr_array_index (self->origins, chunk / self->stride));
  guint8 *text = lamina_text_store_take_room (&self->text);
  gboolean is_same = TRUE;

  pthread_mutex_unlock (&self->lock);
  for (gsize i = 0; i <= before && is_same; i++)
    is_same = inflate_again (inflation, text, error);
  inflation_free (inflation);
  pthread_mutex_lock (&self->lock);
  if (is_same)
    lamina_text_store_recall (&self->text, chunk, text);
  else
    g_free (text);
  return is_same;
}

static gssize
read_text (LaminaInflater  *self,
           guint64          offset,
           char            *buffer,
           gsize            size,
           GError         **error)
{
  gsize done = 0;

  while (TRUE)
    {
      gssize n = lamina_text_store_read (&self->text, offset + done, buffer + done, size - done, error);

      if (n < 0)
        return -1;
      done += (gsize) n;
      if (done == size || offset + done >= self->text.length)
        return (gssize) done;
      if (!recall (self, offset + done, error))
        return -1;
    }
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
      *result = read_text (self, offset, buffer, size, error);
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
