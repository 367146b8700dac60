/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-parallel-private.h"
#include "lamina-shard-private.h"

typedef struct
{
  LaminaShards shards;
  LaminaShardFunc func;
  LaminaJoinFunc join;
  gpointer data;
  GCancellable *cancellable;
  GError **errors;
  _Atomic guint n_good; /* parts before the first one that failed */
} Split;

/* The part that failed first in the order of the file counts, not the one that failed first in time. */
static void
note_failure (Split *self,
              guint  index)
{
  guint n_good = atomic_load (&self->n_good);

  while (index < n_good && !atomic_compare_exchange_weak (&self->n_good, &n_good, index))
    ;
}

static void
read_part (guint    index,
           gpointer data)
{
  Split *self = data;

  if (index > atomic_load (&self->n_good) || g_cancellable_is_cancelled (self->cancellable))
    return;
  if (!self->func (self->shards.shards[index], index, self->data, self->cancellable, &self->errors[index]))
    note_failure (self, index);
}

static void
join_part (guint    index,
           gpointer data)
{
  Split *self = data;

  self->join (&self->shards.maps[index], self->data);
}

static gboolean
append_parts (Split   *self,
              guint    n_threads,
              GError **error)
{
  guint n_good = atomic_load (&self->n_good);
  guint n_read = MIN (n_good + 1, self->shards.n);

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
      || !lamina_shards_append (&self->shards, 0, n_read, self->cancellable, error))
    return FALSE;
  if (self->join != NULL)
    lamina_parallel_run (n_read, n_threads, join_part, self);
  if (n_good == self->shards.n)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->errors[n_good]));
  return FALSE;
}

gboolean
lamina_builder_split (LaminaBuilder    *self,
                      guint             n,
                      LaminaShardFunc   func,
                      LaminaJoinFunc    join,
                      gpointer          data,
                      GCancellable     *cancellable,
                      GError          **error)
{
  guint n_threads = lamina_parallel_get_n_threads (&self->limits);
  Split split = { .func = func, .join = join, .data = data, .cancellable = cancellable };
  gboolean done;

  g_return_val_if_fail (func != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  atomic_init (&split.n_good, n);
  split.errors = g_new0 (GError *, MAX (n, 1));
  lamina_shards_init (&split.shards, self, n);
  lamina_parallel_run (n, n_threads, read_part, &split);
  done = append_parts (&split, n_threads, error);
  lamina_shards_clear (&split.shards);
  for (guint i = 0; i < n; i++)
    g_clear_error (&split.errors[i]);
  g_free (split.errors);
  return done;
}

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

  lamina_parallel_run_things (2, lamina_parallel_get_n_threads (&self->limits), do_one, &both);
}

static void
renumber (guint32       *ids,
          gsize          n,
          const guint32 *map,
          guint32        n_map)
{
  for (gsize i = 0; map != NULL && i < n; i++)
    if (ids[i] < n_map)
      ids[i] = map[ids[i]];
}

void
lamina_shard_map_strings (const LaminaShardMap *self,
                          guint32              *ids,
                          gsize                 n)
{
  renumber (ids, n, self->strings, self->n_strings);
}

void
lamina_shard_map_shapes (const LaminaShardMap *self,
                         guint32              *ids,
                         gsize                 n)
{
  renumber (ids, n, self->shapes, self->n_shapes);
}

void
lamina_shard_map_records (const LaminaShardMap *self,
                          guint32              *records,
                          gsize                 n)
{
  for (gsize i = 0; self->first_record != 0 && i < n; i++)
    if (records[i] != LAMINA_NONE)
      records[i] += self->first_record;
}
