/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-grouping-private.h"

#include "lamina-attributes-private.h"
#include "lamina-order-rows.h"
#include "lamina-rank.h"

/* Labels by their ranks; those that say that nothing is known count as absent. NULL when cancelled. */
static guint32 *
rank_labels (LaminaGrouping *self,
             GCancellable   *cancellable)
{
  g_autofree const char **labels = g_new (const char *, MAX (self->n, 1));

  for (guint i = 0; i < self->n; i++)
    labels[i] = lamina_grouping_get (self, i)->label;
  return lamina_rank_texts (labels, self->n, cancellable);
}

static gboolean
get_group_key (LaminaGrouping    *self,
               guint              i,
               LaminaLayerColumn  column,
               const guint32     *ranks,
               guint64           *key)
{
  LaminaLayerValue value;

  if (ranks)
    {
      *key = ranks[i];
      return !g_str_equal (lamina_grouping_get (self, i)->label, "\u2014");
    }
  if (lamina_layer_column_is_attribute (column))
    return lamina_attribute_get_group_key (self->run, lamina_grouping_get (self, i), column, key);
  lamina_layer_group_get_value (self->run, lamina_grouping_get (self, i), column, &value);
  return lamina_layer_value_get_order_key (&value, key);
}

guint32 *
lamina_grouping_dup_order (LaminaGrouping    *self,
                           LaminaLayerColumn  column,
                           gboolean           descending,
                           GCancellable      *cancellable)
{
  g_autofree guint32 *order = NULL;
  g_autofree guint32 *ranks = NULL;
  g_autofree LaminaOrderItem *items = NULL;
  guint n_items = 0, n_absent = 0;

  g_return_val_if_fail (self != NULL, NULL);

  if (column == LAMINA_LAYER_COLUMN_NAME && !(ranks = rank_labels (self, cancellable)))
    return NULL;
  lamina_attributes_read (self->run, &column, 1, cancellable, NULL);
  order = g_new (guint32, MAX (self->n, 1));
  items = g_new (LaminaOrderItem, MAX (self->n, 1));
  for (guint i = 0; i < self->n; i++)
    {
      guint64 key;

      if (lamina_order_is_cancelled (cancellable, i))
        return NULL;
      if (get_group_key (self, i, column, ranks, &key))
        items[n_items++] = (LaminaOrderItem) { descending ? ~key : key, i };
      else
        order[n_absent++] = i;
    }
  if (!lamina_order_sort (items, NULL, n_items, cancellable))
    return NULL;

  /* Absent ones stand last, in their order. */
  memmove (order + n_items, order, n_absent * sizeof *order);
  for (guint i = 0; i < n_items; i++)
    order[i] = items[i].row;
  return g_steal_pointer (&order);
}
