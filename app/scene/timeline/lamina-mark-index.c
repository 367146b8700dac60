/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"

static int
compare_marks (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const LaminaMark *marks = data;
  const LaminaMark *left = &marks[*(const guint32 *) a];
  const LaminaMark *right = &marks[*(const guint32 *) b];

  if (left->track != right->track)
    return left->track < right->track ? -1 : 1;
  if (left->clock != right->clock)
    return left->clock < right->clock ? -1 : 1;
  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;
  return left < right ? -1 : left > right;
}

GArray *
lamina_mark_index_new (LaminaRun *run)
{
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (run, &n);
  GArray *index = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  for (guint i = 0; i < n; i++)
    g_array_append_val (index, i);
  if (n > 1)
    g_array_sort_with_data (index, compare_marks, (gpointer) marks);
  return index;
}

guint
lamina_mark_index_find (const GArray     *index,
                        const LaminaMark *marks,
                        guint32           track,
                        guint             clock,
                        gint64            time)
{
  guint low = 0;
  guint high = index->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const LaminaMark *mark = &marks[g_array_index (index, guint32, middle)];

      if (mark->track > track || (mark->track == track && mark->clock > clock)
          || (mark->track == track && mark->clock == clock && mark->time >= time))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}
