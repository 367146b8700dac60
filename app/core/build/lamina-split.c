/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-import-finish.h"
#include "lamina-parallel.h"
#include "lamina-split-private.h"

/*
 * The shards of a builder while they are read and appended. Whoever shows progress counts the records of shards that
 * are not yet appended, so that the list of them is under the lock of the builder.
 */
typedef struct
{
  LaminaBuilder *builder;
  guint n;
  LaminaBuilder **shards;
  LaminaShardMap *maps;
} Shards;

static LaminaBuilder *
shard_new (LaminaBuilder *builder)
{
  LaminaBuilder *shard = lamina_builder_new (&builder->limits);

  shard->is_shard = TRUE;
  shard->first_source = builder->first_source;
  lamina_builder_set_budget (shard, builder->budget);
  return shard;
}

static void
shards_init (Shards        *self,
             LaminaBuilder *builder,
             guint          n)
{
  *self = (Shards) {
    .builder = builder,
    .n = n,
    .shards = g_new (LaminaBuilder *, MAX (n, 1)),
    .maps = g_new0 (LaminaShardMap, MAX (n, 1)),
  };
  for (guint i = 0; i < n; i++)
    self->shards[i] = shard_new (builder);
  pthread_mutex_lock (&builder->shards_lock);
  builder->shards = self->shards;
  builder->n_shards = n;
  pthread_mutex_unlock (&builder->shards_lock);
}

/* Gives back what is in the map of a shard. */
static void
drop_map (Shards *self,
          guint   index)
{
  g_clear_pointer ((gpointer *) &self->maps[index].strings, g_free);
}

static void
shards_clear (Shards *self)
{
  pthread_mutex_lock (&self->builder->shards_lock);
  self->builder->shards = NULL;
  self->builder->n_shards = 0;
  pthread_mutex_unlock (&self->builder->shards_lock);
  for (guint i = 0; i < self->n; i++)
    {
      g_clear_pointer (&self->shards[i], lamina_builder_unref);
      drop_map (self, i);
    }
  g_free (self->shards);
  g_free (self->maps);
}

/* Puts an empty shard in the place of one that was read in vain. */
static void
renew_shard (Shards *self,
             guint   index)
{
  LaminaBuilder *old = self->shards[index];
  LaminaBuilder *shard = shard_new (self->builder);

  pthread_mutex_lock (&self->builder->shards_lock);
  self->shards[index] = shard;
  pthread_mutex_unlock (&self->builder->shards_lock);
  lamina_builder_unref (old);
}

static void
append_properties (LaminaBuilder *self,
                   LaminaBuilder *shard)
{
  if (shard->tool != NULL)
    lamina_builder_set_tool (self, shard->tool);
  for (guint i = 0; i < lamina_details_get_n (shard->properties); i++)
    {
      const LaminaDetail *property = lamina_details_get (shard->properties, i);

      lamina_builder_add_property (self, property->group, property->key, &property->value);
    }
}

/* Appends a shard, when those before it are appended, and makes its map. Neither is whole when it was cancelled. */
static void
append_shard (Shards       *self,
              guint         index,
              GCancellable *cancellable)
{
  LaminaBuilder *builder = self->builder;
  LaminaBuilder *shard = self->shards[index];
  LaminaShardMap *map = &self->maps[index];

  map->index = index;
  map->n_strings = lamina_strings_get_n (shard->strings);
  map->strings = lamina_strings_merge (builder->strings, shard->strings, cancellable);
  append_properties (builder, shard);
  builder->is_full |= shard->is_full;
  pthread_mutex_lock (&builder->shards_lock);
  map->first_record = lamina_import_append (builder->import, shard->import);
  self->shards[index] = NULL;
  pthread_mutex_unlock (&builder->shards_lock);
  lamina_builder_unref (shard);
}

/* Appends the shards from @first to before @n. FALSE when the builder can't take so many records, or when it was cancelled. */
static gboolean
append_shards (Shards        *self,
               guint          first,
               guint          n,
               GCancellable  *cancellable,
               GError       **error)
{
  for (guint i = first; i < n && !lamina_builder_is_full (self->builder); i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      append_shard (self, i, cancellable);
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  return !lamina_builder_is_full (self->builder) || lamina_builder_set_full_error (self->builder, error);
}

/* The parts of an array */

typedef struct
{
  Shards shards;
  LaminaJsonReader *reader;
  LaminaPartFunc func;
  LaminaJoinFunc join;
  gpointer data;
  LaminaJsonDivision *division;
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
               guint       i,
               guint64     start,
               guint64     end)
{
  LaminaBuilder *shard = self->shards.shards[i];
  LaminaJsonReader *part;

  part = lamina_json_part_new (self->reader, start, end, lamina_builder_get_import (shard));
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
  drop_map (&self->shards, i);
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
      append_shard (&self->shards, i, self->reader->cancellable);
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
  guint64 start, end;

  if (!lamina_json_division_get (self->division, i, &start, &end))
    return;
  read_elements (self, i, start, end);
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
  guint64 start, end;

  lamina_json_division_get (self->division, i, &start, &end);
  renew_shard (&self->shards, i);
  g_clear_error (&self->errors[i]);
  lamina_json_reader_free (self->parts[i]);
  read_elements (self, i, start, self->reader->range_end);
}

/* The error of the last part that counts, of the format or of its reader. */
static gboolean
take_error (SplitArray  *self,
            guint        i,
            GError     **error)
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
  if (!append_shards (&self->shards, self->n_joined, last + 1, self->reader->cancellable, done ? error : NULL))
    return FALSE;
  lamina_parallel_run (last + 1 - self->n_joined, n_threads, join_rest, self);
  *n_parts = last + 1;
  return done;
}

gboolean
lamina_builder_split_array_at (LaminaBuilder       *self,
                               LaminaJsonReader    *reader,
                               guint                n,
                               LaminaJsonDivision  *division,
                               LaminaPartFunc       func,
                               LaminaJoinFunc       join,
                               gpointer             data,
                               guint               *n_parts,
                               GError             **error)
{
  guint n_threads = lamina_parallel_get_n_threads (&self->limits);
  g_autofree LaminaJsonReader **parts = g_new0 (LaminaJsonReader *, n);
  g_autofree LaminaJsonPartEnd *ends = g_new0 (LaminaJsonPartEnd, n);
  g_autofree GError **errors = g_new0 (GError *, n);
  g_autofree gboolean *is_read = g_new0 (gboolean, n);
  SplitArray split = { .reader = reader, .func = func, .join = join, .data = data, .division = division, .parts = parts,
                       .ends = ends, .errors = errors, .lock = PTHREAD_MUTEX_INITIALIZER, .is_read = is_read };
  gboolean done;

  shards_init (&split.shards, self, n);
  lamina_parallel_run (n, n_threads, read_part, &split);
  done = finish (&split, n_threads, n_parts, error);
  shards_clear (&split.shards);
  pthread_mutex_destroy (&split.lock);
  for (guint i = 0; i < n; i++)
    {
      g_clear_pointer (&parts[i], lamina_json_reader_free);
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

/* How many parts are worth while. Records around the array are known to the reader of the whole alone. */
static guint
divide (LaminaBuilder      *self,
        LaminaJsonReader   *reader,
        LaminaJsonDivision *division)
{
  guint n_threads = lamina_parallel_get_n_threads (&self->limits);
  gboolean is_one = n_threads == 1 || lamina_json_top (reader)->record != LAMINA_NONE;

  return lamina_json_division_init (division, reader, is_one ? 1 : n_threads, self->limits.min_part_bytes);
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
  LaminaJsonDivision division;
  guint n;
  gboolean done;

  g_return_val_if_fail (self != NULL && reader != NULL, FALSE);
  g_return_val_if_fail (func != NULL && n_parts != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  *n_parts = 0;
  if (!lamina_json_reader_enter_array (reader))
    return lamina_json_reader_finish (reader, error);
  n = divide (self, reader, &division);
  if (n == 1)
    done = read_in_sequence (self, reader, func, join, data, n_parts, error);
  else
    done = lamina_builder_split_array_at (self, reader, n, &division, func, join, data, n_parts, error);
  lamina_json_division_clear (&division);
  return done;
}

/* What is done for many rows, or side by side */

typedef struct
{
  guint n;
  guint at_once;
  LaminaRangeFunc func;
  gpointer data;
} Ranges;

static void
do_range (guint    i,
          gpointer data)
{
  const Ranges *self = data;
  guint from = i * self->at_once;

  self->func (from, from + MIN (self->n - from, self->at_once), self->data);
}

void
lamina_builder_each (LaminaBuilder   *self,
                     guint            n,
                     guint            at_once,
                     LaminaRangeFunc  func,
                     gpointer         data)
{
  Ranges ranges = { n, at_once, func, data };

  g_return_if_fail (at_once > 0 && func != NULL);

  lamina_parallel_run (n / at_once + (n % at_once != 0), lamina_parallel_get_n_threads (&self->limits), do_range, &ranges);
}

typedef struct
{
  LaminaTaskFunc funcs[2];
  gpointer data;
} Both;

static void
do_one (guint    i,
        gpointer data)
{
  const Both *self = data;

  self->funcs[i] (self->data);
}

void
lamina_builder_do_both (LaminaBuilder  *self,
                        LaminaTaskFunc  func,
                        LaminaTaskFunc  other,
                        gpointer        data)
{
  Both both = { { func, other }, data };

  g_return_if_fail (func != NULL && other != NULL);

  lamina_parallel_run (2, lamina_parallel_get_n_threads (&self->limits), do_one, &both);
}

void
lamina_shard_map_strings (const LaminaShardMap *self,
                          guint32              *ids,
                          gsize                 n)
{
  for (gsize i = 0; self->strings != NULL && i < n; i++)
    if (ids[i] < self->n_strings)
      ids[i] = self->strings[ids[i]];
}

