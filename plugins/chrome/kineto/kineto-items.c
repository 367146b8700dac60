/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-items-private.h"

#include "lamina-cells.h"
#include "lamina-order.h"

void
kineto_items_init (KinetoItems  *self,
                   ChromeEvents *events)
{
  *self = (KinetoItems) { events, g_array_new (FALSE, FALSE, sizeof (KinetoItem)), chrome_events_need_layers (events) };
}

void
kineto_items_clear (KinetoItems *self)
{
  g_clear_pointer (&self->all, g_array_unref);
}

/*
 * Layers stand in the order of their starts. Nearly all are operators, which are known and sorted while devices are still
 * joined; work that is a layer of its own comes behind them and is merged with them. What is inside an operator stands behind
 * it, also where the clock of the device says that it began before.
 */

#define ITEMS_AT_ONCE (1u << 14)

/* places  the operators, n of them, in order once they are sorted */
struct _KinetoOrder
{
  const KinetoItems *items;
  LaminaOrderItem *places;
  guint n;
};

static void
key_items (guint    from,
           guint    to,
           gpointer data)
{
  KinetoOrder *self = data;

  for (guint i = from; i < to; i++)
    {
      gint64 start = self->items->events->start[kineto_items_get (self->items, i)->row];

      self->places[i] = (LaminaOrderItem) { lamina_order_key_integer (start), i };
    }
}

KinetoOrder *
kineto_order_new (const KinetoItems *items,
                  LaminaBuilder     *builder)
{
  KinetoOrder *self = g_new0 (KinetoOrder, 1);

  self->items = items;
  self->n = items->all->len;
  self->places = lamina_cells_new (self->n, sizeof *self->places);
  lamina_builder_each (builder, self->n, ITEMS_AT_ONCE, key_items, self);
  return self;
}

void
kineto_order_free (KinetoOrder *self)
{
  g_free (self->places);
  g_free (self);
}

void
kineto_order_sort (KinetoOrder  *self,
                   GCancellable *cancellable)
{
  lamina_order_sort (self->places, NULL, self->n, cancellable);
}

guint32 *
kineto_order_finish (KinetoOrder  *self,
                     GCancellable *cancellable)
{
  const gint64 *starts = self->items->events->start;
  guint n_all = self->items->all->len, n_work = n_all - self->n, left = 0, right = 0;
  g_autofree LaminaOrderItem *work = lamina_cells_new (n_work, sizeof *work);
  guint32 *order = lamina_cells_new (n_all, sizeof *order);

  for (guint i = 0; i < n_work; i++)
    {
      const KinetoItem *item = kineto_items_get (self->items, self->n + i);
      gint64 start = starts[item->row];

      if (item->parent != LAMINA_NONE)
        start = MAX (start, starts[kineto_items_get (self->items, item->parent)->row]);
      work[i] = (LaminaOrderItem) { lamina_order_key_integer (start), self->n + i };
    }
  lamina_order_sort (work, NULL, n_work, cancellable);
  /* Of those of one start the operators stand first. */
  for (guint i = 0; i < n_all; i++)
    if (right == n_work || (left < self->n && self->places[left].key <= work[right].key))
      order[i] = self->places[left++].row;
    else
      order[i] = work[right++].row;
  return order;
}
