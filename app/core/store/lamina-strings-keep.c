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

#define STRINGS_AT_ONCE (LAMINA_KEPT_TOGETHER << 9)

G_STATIC_ASSERT ((LAMINA_KEPT_TOGETHER - 1) * LAMINA_KEPT_LONGEST < LAMINA_KEPT_LONG);

/* What the strings before a range take: bytes of text, those of long texts and how many these are, and pairs. */
typedef struct
{
  gsize text;
  gsize long_text;
  guint32 n_long;
  guint32 n_pairs;
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
is_pair (const Keep *keep,
         guint32     id)
{
  return keep->self->entries[id].length == LAMINA_STRING_PAIR;
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
    {
      gsize length = (gsize) keep->self->entries[id].length + 1;

      if (!keep->used[id])
        continue;
      if (is_pair (keep, id))
        size.n_pairs++;
      else if (length <= LAMINA_KEPT_LONGEST)
        size.text += length;
      else
        {
          size.long_text += length;
          size.n_long++;
        }
    }
  keep->ranges[range + 1] = size;
}

/* @at: behind what was kept before */
static void
keep_one (Keep            *keep,
          LaminaKeptBlock *block,
          guint32          id,
          Range           *at)
{
  LaminaStrings *self = keep->self;
  const LaminaStringEntry *entry = &self->entries[id];
  gsize length = (gsize) entry->length + 1;

  self->kept[id] = LAMINA_KEPT_NOTHING;
  if (!keep->used[id])
    return;
  if (is_pair (keep, id))
    {
      block->pairs |= G_GUINT64_CONSTANT (1) << id % LAMINA_KEPT_TOGETHER;
      atomic_init (&self->kept_pairs[at->n_pairs++], LAMINA_PAIR_APART (entry->pair.first, entry->pair.second));
    }
  else if (length <= LAMINA_KEPT_LONGEST)
    {
      self->kept[id] = (guint16) (at->text - block->text);
      memcpy (self->kept_text + at->text, entry->text, length);
      at->text += length;
    }
  else
    {
      self->kept[id] = LAMINA_KEPT_LONG;
      self->long_texts[at->n_long++] = (LaminaLongText) { id, (guint32) at->long_text };
      memcpy (self->kept_text + at->long_text, entry->text, length);
      at->long_text += length;
    }
}

static void
keep_range (guint    range,
            gpointer data)
{
  Keep *keep = data;
  LaminaStrings *self = keep->self;
  guint32 from = range * STRINGS_AT_ONCE;
  guint32 to = from + MIN (self->n - from, STRINGS_AT_ONCE);
  Range at = keep->ranges[range];
  LaminaKeptBlock *block = NULL;

  if (g_cancellable_is_cancelled (keep->cancellable))
    return;
  for (guint32 id = from; id < to; id++)
    {
      if (id % LAMINA_KEPT_TOGETHER == 0)
        {
          block = &self->kept_blocks[id / LAMINA_KEPT_TOGETHER];
          *block = (LaminaKeptBlock) { 0, (guint32) at.text, at.n_pairs };
        }
      keep_one (keep, block, id, &at);
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

/* How much there is in all. Long texts stand behind the others. */
static Range
measure (Keep  *keep,
         guint  n_ranges,
         guint  n_threads)
{
  lamina_parallel_run (n_ranges, n_threads, measure_range, keep);
  for (guint i = 0; i < n_ranges; i++)
    {
      keep->ranges[i + 1].text += keep->ranges[i].text;
      keep->ranges[i + 1].long_text += keep->ranges[i].long_text;
      keep->ranges[i + 1].n_long += keep->ranges[i].n_long;
      keep->ranges[i + 1].n_pairs += keep->ranges[i].n_pairs;
    }
  for (guint i = 0; i <= n_ranges; i++)
    keep->ranges[i].long_text += keep->ranges[n_ranges].text;
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

  self->kept_text = lamina_cells_new (all->long_text, 1);
  self->kept_pairs = lamina_cells_new (all->n_pairs, sizeof *self->kept_pairs);
  self->long_texts = g_new (LaminaLongText, MAX (all->n_long, 1));
  self->n_long_texts = all->n_long;
  self->kept = lamina_cells_new (self->n, sizeof *self->kept);
  self->kept_blocks = lamina_cells_new (self->n / LAMINA_KEPT_TOGETHER + 1, sizeof *self->kept_blocks);
  lamina_parallel_run (n_ranges, n_threads, keep_range, keep);
}

void
lamina_strings_drop_kept (LaminaStrings *self)
{
  g_clear_pointer (&self->kept_blocks, g_free);
  g_clear_pointer (&self->kept, g_free);
  g_clear_pointer (&self->kept_text, g_free);
  g_clear_pointer ((gpointer *) &self->kept_pairs, g_free);
  g_clear_pointer (&self->long_texts, g_free);
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
  /* More than 32 bits tell the places of stays as it is. */
  if (all.long_text > G_MAXUINT32)
    {
      lamina_strings_close (self);
      return TRUE;
    }
  g_clear_pointer (&self->slots, g_free);
  keep_ranges (&keep, &all, n_ranges, n_threads);
  if (g_cancellable_is_cancelled (cancellable))
    {
      lamina_strings_drop_kept (self);
      return FALSE;
    }
  drop_all (self);
  return TRUE;
}
