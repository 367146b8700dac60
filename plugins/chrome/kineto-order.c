/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

#include "lamina-cells.h"

#include <string.h>

/*
 * Layers stand in the order of their starts. Nearly all are operators, which are known and sorted while devices are still
 * joined; work without an operator comes behind them and is merged with them.
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
       const LaminaOrderItem *operators,
       guint                  n_operators,
       const LaminaOrderItem *work,
       guint                  n_work)
{
  guint left = 0, right = 0;

  for (guint i = 0; i < self->n_places; i++)
    if (right == n_work || (left < n_operators && operators[left].key <= work[right].key))
      self->places[i] = operators[left++];
    else
      self->places[i] = work[right++];
}

gboolean
kineto_place_work (KinetoTrace *self)
{
  guint n_operators = self->n_places, n_work = self->items->len - n_operators;
  g_autofree LaminaOrderItem *operators = NULL;
  g_autofree LaminaOrderItem *work = NULL;

  if (n_work == 0)
    return !g_cancellable_is_cancelled (self->trace->cancellable);
  operators = g_steal_pointer (&self->places);
  work = lamina_cells_new (n_work, sizeof *work);
  self->n_places += n_work;
  self->places = lamina_cells_new (self->n_places, sizeof *self->places);
  for (guint i = 0; i < n_work; i++)
    {
      guint32 row = kineto_trace_get_item (self, n_operators + i)->row;

      work[i] = (LaminaOrderItem) { lamina_order_key_integer (self->events->start[row]), n_operators + i };
    }
  lamina_order_sort (work, NULL, n_work, self->trace->cancellable);
  merge (self, operators, n_operators, work, n_work);
  return !g_cancellable_is_cancelled (self->trace->cancellable);
}
