/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

#include "lamina-cells.h"

/*
 * Layers stand in the order of their starts. Nearly all are operators, which are known and sorted while devices are still
 * joined; work that is a layer of its own comes behind them and is merged with them. What is inside an operator stands behind
 * it, also where the clock of the device says that it began before.
 */

#define ITEMS_AT_ONCE (1u << 14)

static void
key_items (guint    from,
           guint    to,
           gpointer data)
{
  KinetoTrace *self = data;

  for (guint i = from; i < to; i++)
    {
      gint64 start = self->events->start[kineto_trace_get_item (self, i)->row];

      self->places[i] = (LaminaOrderItem) { lamina_order_key_integer (start), i };
    }
}

void
kineto_key_operators (KinetoTrace *self)
{
  self->n_places = self->items->len;
  self->places = lamina_cells_new (self->n_places, sizeof *self->places);
  lamina_builder_each (self->builder, self->n_places, ITEMS_AT_ONCE, key_items, self);
}

void
kineto_sort_operators (KinetoTrace *self)
{
  lamina_order_sort (self->places, NULL, self->n_places, self->trace->cancellable);
}

/* Of those of one start the operators stand first. */
static void
merge (KinetoTrace           *self,
       const LaminaOrderItem *work,
       guint                  n_work)
{
  const LaminaOrderItem *operators = self->places;
  guint left = 0, right = 0;

  for (guint i = 0; i < self->items->len; i++)
    if (right == n_work || (left < self->n_places && operators[left].key <= work[right].key))
      self->order[i] = operators[left++].row;
    else
      self->order[i] = work[right++].row;
}

gboolean
kineto_order_items (KinetoTrace *self)
{
  guint n_work = self->items->len - self->n_places;
  g_autofree LaminaOrderItem *work = lamina_cells_new (n_work, sizeof *work);

  for (guint i = 0; i < n_work; i++)
    {
      const KinetoItem *item = kineto_trace_get_item (self, self->n_places + i);
      gint64 start = self->events->start[item->row];

      if (item->parent != LAMINA_NONE)
        start = MAX (start, self->events->start[kineto_trace_get_item (self, item->parent)->row]);
      work[i] = (LaminaOrderItem) { lamina_order_key_integer (start), self->n_places + i };
    }
  lamina_order_sort (work, NULL, n_work, self->trace->cancellable);
  self->order = lamina_cells_new (self->items->len, sizeof *self->order);
  merge (self, work, n_work);
  g_clear_pointer (&self->places, g_free);
  return !g_cancellable_is_cancelled (self->trace->cancellable);
}
