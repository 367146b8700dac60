/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cells.h"
#include "lamina-parallel-private.h"
#include "lamina-strings-table-private.h"

#include <string.h>

/*
 * Reading a file interns much that no table names in the end: numbers of arrows, names for which there are shorter ones.
 * The texts that are named move to one stretch of memory, side by side.
 */

#define STRINGS_AT_ONCE (1u << 15)

/* Where the kept text begins, with an empty one. */
#define NOTHING 0

/* What the strings before a range take: bytes of text, and pairs. */
typedef struct
{
  gsize text;
  guint32 pairs;
} Range;

typedef struct
{
  LaminaStrings *self;
  const _Atomic guint8 *used;
  Range *ranges;
  GCancellable *cancellable;
} Keep;

/* A pair has a larger id than its strings. */
static void
use_parts (LaminaStrings  *self,
           _Atomic guint8 *used)
{
  for (guint32 id = self->n; id-- > 0;)
    if (self->entries[id].length == LAMINA_STRING_PAIR && used[id])
      {
        used[self->entries[id].pair.first] = TRUE;
        used[self->entries[id].pair.second] = TRUE;
      }
}

static inline gboolean
has_text (const Keep *keep,
          guint32     id)
{
  return keep->used[id] && keep->self->entries[id].length != LAMINA_STRING_PAIR;
}

static void
measure_range (guint    range,
               gpointer data)
{
  Keep *keep = data;
  guint32 from = range * STRINGS_AT_ONCE;
  guint32 to = from + MIN (keep->self->n - from, STRINGS_AT_ONCE);
  Range size = { 0 };

  if (g_cancellable_is_cancelled (keep->cancellable))
    return;
  for (guint32 id = from; id < to; id++)
    if (has_text (keep, id))
      size.text += (gsize) keep->self->entries[id].length + 1;
    else
      size.pairs += keep->used[id] != 0;
  keep->ranges[range + 1] = size;
}

static void
keep_range (guint    range,
            gpointer data)
{
  Keep *keep = data;
  LaminaStrings *self = keep->self;
  guint32 from = range * STRINGS_AT_ONCE;
  guint32 to = from + MIN (self->n - from, STRINGS_AT_ONCE);
  gsize text = keep->ranges[range].text;
  guint32 pair = keep->ranges[range].pairs;

  if (g_cancellable_is_cancelled (keep->cancellable))
    return;
  for (guint32 id = from; id < to; id++)
    {
      const LaminaStringEntry *entry = &self->entries[id];

      self->kept[id] = NOTHING;
      if (has_text (keep, id))
        {
          memcpy (self->kept_text + text, entry->text, (gsize) entry->length + 1);
          self->kept[id] = (guint32) text;
          text += (gsize) entry->length + 1;
        }
      else if (keep->used[id])
        {
          atomic_init (&self->kept_pairs[pair], LAMINA_PAIR_APART (entry->pair.first, entry->pair.second));
          self->kept[id] = LAMINA_KEPT_PAIR | pair++;
        }
    }
}

static void
drop_all (LaminaStrings *self)
{
  g_clear_pointer (&self->slots, g_free);
  g_clear_pointer (&self->entries, g_free);
  g_free (atomic_exchange (&self->joined, NULL));
  self->n_joined = 0;
  g_ptr_array_set_size (self->blocks, 0);
  self->block_left = 0;
  self->capacity = 0;
}

/* How much there is in all, behind the empty text of all that are not named. */
static Range
measure (Keep  *keep,
         guint  n_ranges,
         guint  n_threads)
{
  keep->ranges[0].text = sizeof "";
  lamina_parallel_run (n_ranges, n_threads, measure_range, keep);
  for (guint i = 0; i < n_ranges; i++)
    {
      keep->ranges[i + 1].text += keep->ranges[i].text;
      keep->ranges[i + 1].pairs += keep->ranges[i].pairs;
    }
  return keep->ranges[n_ranges];
}

/* The texts of those that are named, in one stretch. */
static void
keep_ranges (Keep        *keep,
             const Range *all,
             guint        n_ranges,
             guint        n_threads)
{
  LaminaStrings *self = keep->self;

  self->kept_text = lamina_cells_new (all->text, 1);
  self->kept_text[NOTHING] = '\0';
  self->kept_pairs = lamina_cells_new (all->pairs, sizeof *self->kept_pairs);
  self->kept = lamina_cells_new (self->n, sizeof *self->kept);
  lamina_parallel_run (n_ranges, n_threads, keep_range, keep);
}

gboolean
lamina_strings_keep (LaminaStrings  *self,
                     _Atomic guint8 *used,
                     guint           n_threads,
                     GCancellable   *cancellable)
{
  guint n_ranges = self->n / STRINGS_AT_ONCE + (self->n % STRINGS_AT_ONCE != 0);
  g_autofree Range *ranges = g_new0 (Range, (gsize) n_ranges + 1);
  Keep keep = { self, used, ranges, cancellable };
  Range all;

  use_parts (self, used);
  all = measure (&keep, n_ranges, n_threads);
  /* More than what can be told apart from a pair stays as it is. */
  if (all.text > LAMINA_KEPT_PAIR || all.pairs > LAMINA_KEPT_PAIR)
    {
      lamina_strings_close (self);
      return TRUE;
    }
  g_clear_pointer (&self->slots, g_free);
  keep_ranges (&keep, &all, n_ranges, n_threads);
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_pointer (&self->kept, g_free);
      g_clear_pointer (&self->kept_text, g_free);
      g_clear_pointer ((gpointer *) &self->kept_pairs, g_free);
      return FALSE;
    }
  drop_all (self);
  return TRUE;
}
