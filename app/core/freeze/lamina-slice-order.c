/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cells.h"
#include "lamina-order.h"
#include "lamina-slice-order-private.h"

/* Slices with one start are sorted by duration afterwards: few share one. */

static gboolean
is_sorted (const LaminaSlices *slices)
{
  for (guint i = 1; i < slices->n; i++)
    if (slices->start[i] < slices->start[i - 1] ||
        (slices->start[i] == slices->start[i - 1] && slices->duration[i] > slices->duration[i - 1]))
      return FALSE;
  return TRUE;
}

static int
compare_durations (gconstpointer a,
                   gconstpointer b,
                   gpointer      data)
{
  const LaminaSlices *slices = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (slices->duration[left] != slices->duration[right])
    return slices->duration[left] > slices->duration[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

static void
sort_equal_starts (const LaminaSlices *slices,
                   guint32            *order)
{
  for (guint i = 0; i < slices->n;)
    {
      guint end = i + 1;

      while (end < slices->n && slices->start[order[end]] == slices->start[order[i]])
        end++;
      if (end - i > 1)
        g_qsort_with_data (order + i, (int) (end - i), sizeof *order, compare_durations, (gpointer) slices);
      i = end;
    }
}

guint32 *
lamina_slices_get_order (const LaminaSlices *slices)
{
  g_autofree LaminaOrderItem *items = NULL;
  guint32 *order;

  if (is_sorted (slices))
    return NULL;
  items = lamina_cells_new (slices->n, sizeof *items);
  for (guint i = 0; i < slices->n; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (slices->start[i]), i };
  lamina_order_sort (items, NULL, slices->n, NULL);
  order = lamina_cells_new (slices->n, sizeof *order);
  for (guint i = 0; i < slices->n; i++)
    order[i] = items[i].row;
  sort_equal_starts (slices, order);
  return order;
}
