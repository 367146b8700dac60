/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-part-private.h"
#include "lamina-parallel-private.h"
#include "lamina-shard-private.h"
#include "lamina-source-private.h"

/* Parts are not equally hard, and other programs take their share of the processors. */
#define PARTS_PER_THREAD 2
/* Traces are rarely compressed better. */
#define MOST_COMMON_RATIO 16

typedef struct
{
  LaminaShards shards;
  LaminaJsonReader *reader;
  LaminaPartFunc func;
  LaminaJoinFunc join;
  gpointer data;
  guint64 *starts; /* one more than parts: the last one is the end */
  LaminaJsonReader **parts;
  LaminaJsonPartEnd *ends;
  GError **errors;

  pthread_mutex_t lock;
  /* below: under the lock as long as parts are read */
  gboolean *is_read;
  guint n_joined;
  gboolean is_joining;
} SplitArray;

static void
read_elements (SplitArray *self,
               guint       i)
{
  LaminaBuilder *shard = self->shards.shards[i];
  LaminaJsonReader *part;

  part = lamina_json_part_new (self->reader, self->starts[i], self->starts[i + 1], lamina_builder_get_import (shard));
  self->parts[i] = part;
  if (g_cancellable_set_error_if_cancelled (self->reader->cancellable, &self->errors[i]))
    return;
  if (self->func (shard, part, i, self->data, &self->errors[i]))
    lamina_json_part_leave (part);
  self->ends[i] = lamina_json_part_get_end (part, self->reader);
}

/* Whether it is known that part @i counts, once those before it do: nothing is left to be said of it in settle(). */
static gboolean
counts (SplitArray *self,
        guint       i)
{
  return self->is_read[i] && self->ends[i] != LAMINA_JSON_PART_BROKEN && self->errors[i] == NULL
         && self->parts[i]->error == NULL && (i == 0 || self->ends[i - 1] == LAMINA_JSON_PART_JOINED)
         && !g_cancellable_is_cancelled (self->reader->cancellable) && !lamina_builder_is_full (self->shards.builder);
}

static void
join_part (guint    i,
           gpointer data)
{
  SplitArray *self = data;

  if (self->join != NULL)
    self->join (&self->shards.maps[i], self->data);
  lamina_shards_drop_map (&self->shards, i);
}

/*
 * While other parts are still read, those that are read and follow what is joined already are joined, so that few are
 * held at the same time. One thread does that; the others go on reading.
 */
static void
join_read (SplitArray *self)
{
  while (!self->is_joining && self->n_joined < self->shards.n && counts (self, self->n_joined))
    {
      guint i = self->n_joined;

      self->is_joining = TRUE;
      pthread_mutex_unlock (&self->lock);
      lamina_shards_append_one (&self->shards, i);
      join_part (i, self);
      pthread_mutex_lock (&self->lock);
      self->is_joining = FALSE;
      self->n_joined++;
    }
}

static void
read_part (guint    i,
           gpointer data)
{
  SplitArray *self = data;

  read_elements (self, i);
  pthread_mutex_lock (&self->lock);
  self->is_read[i] = TRUE;
  join_read (self);
  pthread_mutex_unlock (&self->lock);
}

/* Reads on from a place that is known to be right, and to the end. */
static void
read_again (SplitArray *self,
            guint       i)
{
  lamina_shards_renew (&self->shards, i);
  g_clear_error (&self->errors[i]);
  lamina_json_reader_free (self->parts[i]);
  self->starts[i + 1] = self->reader->range_end;
  read_elements (self, i);
}

/* The error of the last part that counts, of the format or of its reader. */
static gboolean
take_error (SplitArray *self,
            guint       i,
            GError    **error)
{
  if (self->errors[i] == NULL && lamina_json_reader_finish (self->parts[i], &self->errors[i]))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->errors[i]));
  return FALSE;
}

/* Finds the last part that counts. */
static guint
settle (SplitArray *self)
{
  for (guint i = 0;; i++)
    {
      if (g_cancellable_is_cancelled (self->reader->cancellable) || self->parts[i]->error != NULL)
        return i;
      if (self->ends[i] == LAMINA_JSON_PART_BROKEN)
        read_again (self, i);
      if (self->ends[i] == LAMINA_JSON_PART_LEFT || self->errors[i] != NULL || self->parts[i]->error != NULL)
        return i;
    }
}

static void
join_rest (guint    i,
           gpointer data)
{
  SplitArray *self = data;

  join_part (self->n_joined + i, self);
}

static gboolean
finish (SplitArray  *self,
        guint        n_threads,
        guint       *n_parts,
        GError     **error)
{
  guint last = settle (self);
  gboolean done;

  for (guint i = 0; i <= last; i++)
    lamina_json_part_pass (self->reader, self->parts[i]);
  lamina_json_part_take (self->reader, self->parts[last]);
  if (g_cancellable_set_error_if_cancelled (self->reader->cancellable, error))
    return FALSE;
  done = take_error (self, last, error);
  if (!lamina_shards_append (&self->shards, self->n_joined, last + 1, self->reader->cancellable, done ? error : NULL))
    return FALSE;
  lamina_parallel_run (last + 1 - self->n_joined, n_threads, join_rest, self);
  *n_parts = last + 1;
  return done;
}

gboolean
lamina_builder_split_array_at (LaminaBuilder     *self,
                               LaminaJsonReader  *reader,
                               guint              n,
                               guint64           *starts,
                               LaminaPartFunc     func,
                               LaminaJoinFunc     join,
                               gpointer           data,
                               guint             *n_parts,
                               GError           **error)
{
  guint n_threads = lamina_parallel_get_n_threads (&self->limits);
  g_autofree LaminaJsonReader **parts = g_new0 (LaminaJsonReader *, n);
  g_autofree LaminaJsonPartEnd *ends = g_new0 (LaminaJsonPartEnd, n);
  g_autofree GError **errors = g_new0 (GError *, n);
  g_autofree gboolean *is_read = g_new0 (gboolean, n);
  SplitArray split = { .reader = reader, .func = func, .join = join, .data = data, .starts = starts, .parts = parts,
                       .ends = ends, .errors = errors, .lock = PTHREAD_MUTEX_INITIALIZER, .is_read = is_read };
  gboolean done;

  lamina_shards_init (&split.shards, self, n);
  lamina_parallel_run (n, n_threads, read_part, &split);
  done = finish (&split, n_threads, n_parts, error);
  lamina_shards_clear (&split.shards);
  pthread_mutex_destroy (&split.lock);
  for (guint i = 0; i < n; i++)
    {
      lamina_json_reader_free (parts[i]);
      g_clear_error (&errors[i]);
    }
  return done;
}

/* One part and no shard: the reader itself goes on. */
static gboolean
read_in_sequence (LaminaBuilder     *self,
                  LaminaJsonReader  *reader,
                  LaminaPartFunc     func,
                  LaminaJoinFunc     join,
                  gpointer           data,
                  guint             *n_parts,
                  GError           **error)
{
  const LaminaShardMap map = { .index = 0 };
  guint depth = reader->depth;
  gboolean done = func (self, reader, 0, data, error);

  while (done && reader->depth >= depth)
    lamina_json_skip_rest (reader);
  if (!done || !lamina_json_reader_finish (reader, error))
    done = FALSE;
  if (g_cancellable_is_cancelled (reader->cancellable))
    return FALSE;
  if (lamina_builder_is_full (self))
    return lamina_builder_set_full_error (self, done ? error : NULL);
  *n_parts = 1;
  if (join != NULL)
    join (&map, data);
  return done;
}

static guint64
get_end (LaminaJsonReader *reader)
{
  return MIN (reader->range_end, lamina_source_get_known_length (reader->source));
}

/*
 * How many parts are worth while. Records around the array are known to the reader of the whole alone. A compressed text
 * must be there as a whole before it is divided: inflating it takes far less time than reading it.
 */
static guint
count_parts (LaminaBuilder    *self,
             LaminaJsonReader *reader,
             guint64           start)
{
  guint n_threads = lamina_parallel_get_n_threads (&self->limits);
  guint64 end, n;

  if (n_threads == 1 || lamina_json_top (reader)->record != LAMINA_NONE)
    return 1;
  if (lamina_source_get_stored_size (reader->source) > self->limits.min_part_bytes / MOST_COMMON_RATIO)
    lamina_source_complete (reader->source, reader->cancellable);
  end = get_end (reader);
  n = (end - MIN (start, end)) / MAX (self->limits.min_part_bytes, 1);
  return (guint) MIN (n, MIN (n_threads * PARTS_PER_THREAD, LAMINA_MAX_PARTS));
}

/* Fills @starts with places at equal distances where elements seem to begin, and the end. Returns how many parts. */
static guint
divide (LaminaBuilder    *self,
        LaminaJsonReader *reader,
        guint64          *starts)
{
  guint64 start = lamina_json_offset_of (reader, reader->p);
  guint wanted = count_parts (self, reader, start);
  guint64 end = get_end (reader);
  g_autofree char *key = wanted > 1 ? lamina_json_guess_key (reader->source, start) : NULL;
  guint n = 0;

  starts[n++] = start;
  for (guint i = 1; i < wanted; i++)
    {
      guint64 from = MAX (start + (end - start) / wanted * i, starts[n - 1] + 1);
      guint64 to = start + (end - start) / wanted * (i + 1);
      guint64 found = lamina_json_guess_start (reader->source, from, to, key, reader->cancellable);

      if (found < to)
        starts[n++] = found;
    }
  starts[n] = reader->range_end;
  return n;
}

gboolean
lamina_builder_split_array (LaminaBuilder     *self,
                            LaminaJsonReader  *reader,
                            LaminaPartFunc     func,
                            LaminaJoinFunc     join,
                            gpointer           data,
                            guint             *n_parts,
                            GError           **error)
{
  guint64 starts[LAMINA_MAX_PARTS + 1];
  guint n;

  g_return_val_if_fail (self != NULL && reader != NULL, FALSE);
  g_return_val_if_fail (func != NULL && n_parts != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  *n_parts = 0;
  if (!lamina_json_reader_enter_array (reader))
    return lamina_json_reader_finish (reader, error);
  n = divide (self, reader, starts);
  if (n == 1)
    return read_in_sequence (self, reader, func, join, data, n_parts, error);
  return lamina_builder_split_array_at (self, reader, n, starts, func, join, data, n_parts, error);
}
