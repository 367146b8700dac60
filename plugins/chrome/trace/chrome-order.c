/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-order.h"

#include "lamina-order.h"

#include <string.h>

void
chrome_order_sort_rows (ChromeTrace *trace,
                        guint32     *rows,
                        guint        n)
{
  const gint64 *start = trace->events->start;
  g_autofree LaminaOrderItem *items = NULL;
  guint i = 1;

  while (i < n && start[rows[i]] >= start[rows[i - 1]])
    i++;
  if (i >= n)
    return;
  items = lamina_cells_new (n, sizeof *items);
  for (i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (start[rows[i]]), rows[i] };
  lamina_order_sort (items, NULL, n, trace->cancellable);
  for (i = 0; i < n; i++)
    rows[i] = items[i].row;
}

/* Rows of one track may stand far apart in the columns of events. */
typedef struct
{
  ChromeTrace *trace;
  ChromeOrder *order;
} Sorting;

static void
sort_parts (guint    from,
            guint    to,
            gpointer data)
{
  const Sorting *self = data;
  const guint32 *first = self->order->first;

  for (guint i = from; i < to && !g_cancellable_is_cancelled (self->trace->cancellable); i++)
    chrome_order_sort_rows (self->trace, self->order->rows + first[i], first[i + 1] - first[i]);
}

static ChromeOrder *
order_new (ChromeTrace   *trace,
           ChromeRowTest  test,
           guint          n_parts)
{
  ChromeOrder *self = g_new0 (ChromeOrder, 1);
  const ChromeEvents *events = trace->events;
  Sorting sorting = { trace, self };
  g_autofree guint32 *next = NULL;

  self->first = g_new0 (guint32, (gsize) n_parts + 1);
  for (guint i = 0; i < events->n_rest && !chrome_trace_is_cancelled (trace, i); i++)
    if (test (events, events->rest[i]))
      self->first[n_parts == 1 ? 1 : events->track[events->rest[i]] + 1]++;
  for (guint i = 0; i < n_parts; i++)
    self->first[i + 1] += self->first[i];
  self->n = self->first[n_parts];
  self->rows = lamina_cells_new (self->n, sizeof *self->rows);
  next = g_memdup2 (self->first, ((gsize) n_parts + 1) * sizeof *next);
  for (guint i = 0; self->n > 0 && i < events->n_rest && !chrome_trace_is_cancelled (trace, i); i++)
    if (test (events, events->rest[i]))
      self->rows[next[n_parts == 1 ? 0 : events->track[events->rest[i]]]++] = events->rest[i];
  lamina_builder_each (trace->builder, n_parts, 1, sort_parts, &sorting);
  if (g_cancellable_is_cancelled (trace->cancellable))
    {
      memset (self->first, 0, ((gsize) n_parts + 1) * sizeof *self->first);
      self->n = 0;
    }
  return self;
}

ChromeOrder *
chrome_order_new (ChromeTrace   *trace,
                  ChromeRowTest  test)
{
  return order_new (trace, test, trace->tracks->len);
}

ChromeOrder *
chrome_order_new_flat (ChromeTrace   *trace,
                       ChromeRowTest  test)
{
  return order_new (trace, test, 1);
}

void
chrome_order_free (ChromeOrder *self)
{
  g_free (self->rows);
  g_free (self->first);
  g_free (self);
}
