/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-order-rows.h"

int
lamina_order_compare_rows (gconstpointer a,
                           gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

void
lamina_order_keep_once (GArray *rows)
{
  guint32 *ids = (guint32 *) (gpointer) rows->data;
  guint n = 0;

  g_array_sort (rows, lamina_order_compare_rows);
  for (guint i = 0; i < rows->len; i++)
    if (n == 0 || ids[n - 1] != ids[i])
      ids[n++] = ids[i];
  g_array_set_size (rows, n);
}

static gboolean
is_ascending (const guint32 *rows,
              guint          n)
{
  for (guint i = 1; i < n; i++)
    if (rows[i - 1] > rows[i])
      return FALSE;

  return TRUE;
}

guint32 *
lamina_order_dup_rows (const guint32 *rows,
                       guint          n,
                       GCancellable  *cancellable)
{
  g_autofree guint32 *copy = g_new (guint32, MAX (n, 1));
  g_autofree LaminaOrderItem *items = NULL;

  if (is_ascending (rows, n))
    {
      for (guint i = 0; i < n; i++)
        copy[i] = rows[i];
      return g_steal_pointer (&copy);
    }

  items = g_new (LaminaOrderItem, n);
  for (guint i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { rows[i], rows[i] };
  if (!lamina_order_sort (items, NULL, n, cancellable))
    return NULL;
  for (guint i = 0; i < n; i++)
    copy[i] = items[i].row;

  return g_steal_pointer (&copy);
}
