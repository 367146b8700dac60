/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-lists-private.h"

void
lamina_chart_lists_add (LaminaChartLists *self,
                        guint             row,
                        gconstpointer     items,
                        guint             n,
                        guint             size)
{
  if (self->items == NULL)
    {
      self->first = g_array_new (FALSE, FALSE, sizeof (guint));
      self->items = g_array_new (FALSE, FALSE, size);
    }
  while (self->first->len <= row)
    g_array_append_vals (self->first, &self->items->len, 1);
  if (n > 0)
    g_array_append_vals (self->items, items, n);
}

gconstpointer
lamina_chart_lists_get (const LaminaChartLists *self,
                        guint                   row,
                        guint                  *n)
{
  guint first, end;

  *n = 0;
  if (self->items == NULL || row >= self->first->len)
    return NULL;
  first = g_array_index (self->first, guint, row);
  end = row + 1 < self->first->len ? g_array_index (self->first, guint, row + 1) : self->items->len;
  *n = end - first;
  return *n > 0 ? self->items->data + (gsize) first * g_array_get_element_size (self->items) : NULL;
}

void
lamina_chart_lists_clear (LaminaChartLists *self)
{
  g_clear_pointer (&self->first, g_array_unref);
  g_clear_pointer (&self->items, g_array_unref);
}
