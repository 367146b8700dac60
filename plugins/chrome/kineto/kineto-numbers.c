/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-numbers-private.h"

#include "lamina-order.h"

static guint32
get_rank (const KinetoNumbers *self,
          guint32              row)
{
  const KinetoTrace *trace = self->trace;

  return trace->ranks != NULL ? trace->ranks[chrome_trace_get_process_of (trace->trace, row)] : 0;
}

/* What counts most stands first. */
#define N_KEYS 3
#define BEARER_KEYS 2 /* so many of them say whether two rows bear one number */

static guint64
get_key (const KinetoNumbers *self,
         guint                i,
         guint32              row)
{
  if (i == 0)
    return lamina_order_key_integer (chrome_events_get_number (self->column, row));
  return i == 1 ? get_rank (self, row) : lamina_order_key_integer (self->trace->events->start[row]);
}

/* Compares rows by the first @n keys. */
static int
compare_rows (const KinetoNumbers *self,
              guint                n,
              guint32              a,
              guint32              b)
{
  for (guint i = 0; i < n; i++)
    {
      guint64 left = get_key (self, i, a), right = get_key (self, i, b);

      if (left != right)
        return left < right ? -1 : 1;
    }
  return 0;
}

void
kineto_numbers_init (KinetoNumbers      *self,
                     const KinetoTrace  *trace,
                     KinetoClass         class,
                     const ChromeColumn *column)
{
  LaminaOrderItem *items;
  guint n_rows = 0;

  *self = (KinetoNumbers) { trace, column, { 0 }, g_array_new (FALSE, FALSE, sizeof (LaminaOrderItem)) };
  for (guint i = 0; column && i < trace->events->n; i++)
    n_rows += trace->classes[i] == class;
  kineto_index_init (&self->index, n_rows);
  for (guint i = 0; column && i < trace->events->n; i++)
    {
      gint64 number;
      guint n;

      if (chrome_trace_is_cancelled (trace->trace, i))
        return;
      if (trace->classes[i] != class)
        continue;
      number = chrome_events_get_number (column, i);
      if (kineto_number_is_none (number))
        continue;
      n = kineto_index_add (&self->index, number, i);
      if (n == 1)
        g_array_append_vals (self->repeated, &(LaminaOrderItem) { 0, kineto_index_find (&self->index, number) }, 1);
      if (n > 0)
        g_array_append_vals (self->repeated, &(LaminaOrderItem) { 0, i }, 1);
    }
  items = (LaminaOrderItem *) (gpointer) self->repeated->data;
  for (guint i = N_KEYS; i-- > 0;)
    {
      for (guint j = 0; j < self->repeated->len; j++)
        items[j].key = get_key (self, i, items[j].row);
      lamina_order_sort (items, NULL, self->repeated->len, trace->trace->cancellable);
    }
}

void
kineto_numbers_clear (KinetoNumbers *self)
{
  kineto_index_clear (&self->index);
  g_clear_pointer (&self->repeated, g_array_unref);
}

/* Where the repeated ones end that stand before @row in their order or at its place. */
static guint
find_end (const KinetoNumbers *self,
          guint32              row)
{
  guint from = 0, to = self->repeated->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (compare_rows (self, N_KEYS, g_array_index (self->repeated, LaminaOrderItem, middle).row, row) <= 0)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

/* One of the repeated ones, when it is there and bears the number of @row. */
static gboolean
is_meant (const KinetoNumbers *self,
          guint                i,
          guint32              row)
{
  return i < self->repeated->len
         && compare_rows (self, BEARER_KEYS, g_array_index (self->repeated, LaminaOrderItem, i).row, row) == 0;
}

guint32
kineto_numbers_find (const KinetoNumbers *self,
                     guint32              row)
{
  gint64 number = chrome_events_get_number (self->column, row);
  guint32 found = kineto_number_is_none (number) ? LAMINA_NONE : kineto_index_find (&self->index, number);

  if (found != LAMINA_NONE && self->repeated->len > 0)
    {
      guint end = find_end (self, row);

      if (end > 0 && is_meant (self, end - 1, row))
        found = g_array_index (self->repeated, LaminaOrderItem, end - 1).row;
      else if (is_meant (self, end, row))
        found = g_array_index (self->repeated, LaminaOrderItem, end).row;
    }
  return found != LAMINA_NONE && get_rank (self, found) == get_rank (self, row) ? found : LAMINA_NONE;
}
