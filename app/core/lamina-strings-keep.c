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

typedef struct
{
  LaminaStrings *self;
  const _Atomic guint8 *used;
  gsize *first; /* by range of strings: where its texts begin */
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

static inline gsize
get_room (const LaminaStringEntry *entry)
{
  return ((gsize) entry->length + 1 + LAMINA_KEPT_ALIGNMENT - 1) & ~(gsize) (LAMINA_KEPT_ALIGNMENT - 1);
}

static void
measure_range (guint    range,
               gpointer data)
{
  Keep *keep = data;
  guint32 from = range * STRINGS_AT_ONCE;
  guint32 to = from + MIN (keep->self->n - from, STRINGS_AT_ONCE);
  gsize size = 0;

  if (g_cancellable_is_cancelled (keep->cancellable))
    return;
  for (guint32 id = from; id < to; id++)
    if (has_text (keep, id))
      size += get_room (&keep->self->entries[id]);
  keep->first[range + 1] = size;
}

static void
keep_range (guint    range,
            gpointer data)
{
  static const char nothing[] __attribute__ ((aligned (LAMINA_KEPT_ALIGNMENT))) = "";
  Keep *keep = data;
  LaminaStrings *self = keep->self;
  guint32 from = range * STRINGS_AT_ONCE;
  guint32 to = from + MIN (self->n - from, STRINGS_AT_ONCE);
  char *text = self->kept_text + keep->first[range];

  if (g_cancellable_is_cancelled (keep->cancellable))
    return;
  for (guint32 id = from; id < to; id++)
    {
      const LaminaStringEntry *entry = &self->entries[id];
      guint64 kept = LAMINA_KEEP_TEXT (nothing);

      if (has_text (keep, id))
        {
          memcpy (text, entry->text, (gsize) entry->length + 1);
          kept = LAMINA_KEEP_TEXT (text);
          text += get_room (entry);
        }
      else if (keep->used[id])
        kept = LAMINA_KEEP_PAIR (entry->pair.first, entry->pair.second);
      atomic_init (&self->kept[id], kept);
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

/* The texts of those that are named, in one stretch. */
static void
keep_ranges (Keep  *keep,
             guint  n_ranges,
             guint  n_threads)
{
  LaminaStrings *self = keep->self;

  lamina_parallel_run (n_ranges, n_threads, measure_range, keep);
  for (guint i = 0; i < n_ranges; i++)
    keep->first[i + 1] += keep->first[i];
  self->kept_text = lamina_cells_new (MAX (keep->first[n_ranges], LAMINA_KEPT_ALIGNMENT), 1);
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
  g_autofree gsize *first = g_new0 (gsize, (gsize) n_ranges + 1);
  Keep keep = { self, used, first, cancellable };

  if (self->n >= LAMINA_KEPT_MOST_STRINGS)
    {
      lamina_strings_close (self);
      return TRUE;
    }
  g_clear_pointer (&self->slots, g_free);
  use_parts (self, used);
  keep_ranges (&keep, n_ranges, n_threads);
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_pointer ((gpointer *) &self->kept, g_free);
      g_clear_pointer (&self->kept_text, g_free);
      return FALSE;
    }
  drop_all (self);
  return TRUE;
}
