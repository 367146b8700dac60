/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-order.h"

/*
 * Begin and end events of a thread are a stack: an end closes the last begin that is still open. Events of one time
 * stand in the order of the file, unless names tell that an end belongs elsewhere: `B a, …, B b, E a` at one time is the
 * end of a and then the begin of b.
 */

typedef struct
{
  ChromeTrace *trace;
  ChromeEvents *events;
  GArray *stack; /* rows of open begins */
} Durations;

static guint32
get_open (Durations *self,
          guint      below_top)
{
  return g_array_index (self->stack, guint32, self->stack->len - 1 - below_top);
}

static gboolean
names_fit (Durations *self,
           guint32    begin,
           guint32    end)
{
  const guint32 *name = self->events->name;

  return name[begin] == name[end] || name[begin] == 0 || name[end] == 0;
}

static void
close_open (Durations *self,
            guint      below_top,
            guint32    row)
{
  ChromeEvents *events = self->events;
  guint32 begin = get_open (self, below_top);

  if (!names_fit (self, begin, row))
    chrome_assemble_note (self->trace, row, "the end of an event has another name than its begin");
  chrome_assemble_merge (self->trace, begin, row);
  events->end[begin] = events->start[row];
  g_array_remove_index (self->stack, self->stack->len - 1 - below_top);
}

/* Of the rows from @i to before @n, all at one time, the one that ends what is open; @n when there is none. */
static guint
find_fitting_end (Durations     *self,
                  const guint32 *rows,
                  guint          i,
                  guint          n)
{
  for (; i < n; i++)
    if (self->events->phase[rows[i]] == 'E' && names_fit (self, get_open (self, 0), rows[i]))
      break;
  return i;
}

static void
take_end (Durations *self,
          guint32   *rows,
          guint      i,
          guint      n)
{
  guint32 row = rows[i];
  guint fitting;

  if (self->stack->len == 0)
    {
      chrome_assemble_note (self->trace, row, "end without a begin: shown as a mark");
      return;
    }
  if (names_fit (self, get_open (self, 0), row))
    {
      close_open (self, 0, row);
      return;
    }
  fitting = find_fitting_end (self, rows, i + 1, n);
  if (fitting < n)
    {
      rows[i] = rows[fitting];
      rows[fitting] = row;
      close_open (self, 0, rows[i]);
      return;
    }
  if (self->stack->len > 1 && self->events->start[get_open (self, 0)] == self->events->start[row]
      && names_fit (self, get_open (self, 1), row))
    close_open (self, 1, row);
  else
    close_open (self, 0, row);
}

static void
close_rest (Durations *self)
{
  for (guint i = 0; i < self->stack->len; i++)
    chrome_assemble_leave_open (self->trace, g_array_index (self->stack, guint32, i));
  g_array_set_size (self->stack, 0);
}

static void
pair_rows (Durations *self,
           guint32   *rows,
           guint      n)
{
  ChromeEvents *events = self->events;
  guint group_end = 0;

  for (guint i = 0; i < n; i++)
    {
      for (; group_end < n && (group_end <= i || events->start[rows[group_end]] == events->start[rows[i]]); group_end++)
        ;
      if (events->phase[rows[i]] == 'E')
        take_end (self, rows, i, group_end);
      else
        {
          events->slice[rows[i]] = CHROME_SLICE_WAITING;
          g_array_append_val (self->stack, rows[i]);
        }
    }
  close_rest (self);
}

static gboolean
is_duration (const ChromeEvents *events,
             guint32             row)
{
  return events->phase[row] == 'B' || events->phase[row] == 'E';
}

gboolean
chrome_assemble_durations (ChromeTrace *self)
{
  g_autoptr (ChromeOrder) order = chrome_order_new (self, is_duration);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  Durations durations = { self, self->events, stack };

  for (guint i = 0; i < self->tracks->len; i++)
    {
      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      pair_rows (&durations, order->rows + order->first[i], order->first[i + 1] - order->first[i]);
    }
  return TRUE;
}
