/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-memory-differences.h"

#include "lamina-live-set.h"
#include "lamina-tensor-groups.h"

static int
compare_differences (gconstpointer a,
                     gconstpointer b)
{
  const LaminaSiteDifference *x = a, *y = b;
  gint64 by_x = lamina_subtract_saturating (x->bytes[1], x->bytes[0]), by_y = lamina_subtract_saturating (y->bytes[1], y->bytes[0]);
  guint64 far_x = by_x < 0 ? -(guint64) by_x : (guint64) by_x, far_y = by_y < 0 ? -(guint64) by_y : (guint64) by_y;

  if (far_x != far_y)
    return far_x > far_y ? -1 : 1;
  if (x->bytes[0] != y->bytes[0])
    return x->bytes[0] > y->bytes[0] ? -1 : 1;
  return g_strcmp0 (x->site, y->site);
}

/* Adds what one side holds at its peak. FALSE when it says nothing, or when cancelled. */
static gboolean
add_side (LaminaMemoryDifferences *self,
          guint                    side,
          LaminaRun               *run,
          GArray                  *sites,
          GHashTable              *places,
          GCancellable            *cancellable)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, timebase, cancellable);
  g_autoptr (GArray) groups = NULL;
  g_autofree guint32 *rows = NULL;
  LaminaLiveSum sum;
  guint peak, n;

  peak = live != NULL && lamina_run_get_memory (run)->n > 0 ? lamina_live_set_get_peak (live) : LAMINA_NONE;
  if (peak == LAMINA_NONE)
    return FALSE;
  rows = lamina_live_set_list (live, lamina_live_set_get_steps (live)->position[peak], &sum, &n);
  groups = lamina_tensor_groups_new (run, LAMINA_TENSORS_BY_SITE, rows, n, LAMINA_TENSOR_GROUP_COLUMN_BYTES, TRUE, cancellable);
  self->peak[side] = sum.bytes;
  for (guint i = 0; groups != NULL && i < groups->len; i++)
    {
      const LaminaTensorGroup *group = &g_array_index (groups, LaminaTensorGroup, i);
      const char *site = group->key != 0 ? lamina_run_get_string (run, group->key) : NULL;
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, site != NULL ? site : ""));
      LaminaSiteDifference added = { .site = site };

      if (place == 0)
        {
          g_array_append_val (sites, added);
          place = sites->len;
          g_hash_table_insert (places, (gpointer) (site != NULL ? site : ""), GUINT_TO_POINTER (place));
        }
      g_array_index (sites, LaminaSiteDifference, place - 1).n[side] = group->n;
      g_array_index (sites, LaminaSiteDifference, place - 1).bytes[side] = MAX (group->bytes, 0);
    }
  return groups != NULL;
}

LaminaMemoryDifferences *
lamina_memory_differences_new (LaminaRun    *a,
                               LaminaRun    *b,
                               GCancellable *cancellable)
{
  g_autoptr (LaminaMemoryDifferences) self = g_new0 (LaminaMemoryDifferences, 1);
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (LaminaSiteDifference));
  g_autoptr (GHashTable) places = g_hash_table_new (lamina_text_hash, lamina_text_equal);

  g_return_val_if_fail (a != NULL && b != NULL, NULL);

  if (!add_side (self, 0, a, sites, places, cancellable) || !add_side (self, 1, b, sites, places, cancellable))
    return NULL;
  g_array_sort (sites, compare_differences);
  self->n = sites->len;
  self->sites = (const LaminaSiteDifference *) (gpointer) g_array_free (g_steal_pointer (&sites), FALSE);
  return g_steal_pointer (&self);
}

void
lamina_memory_differences_free (LaminaMemoryDifferences *self)
{
  g_return_if_fail (self != NULL);

  g_free ((gpointer) self->sites);
  g_free (self);
}
