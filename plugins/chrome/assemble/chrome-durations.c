/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-order.h"

/*
 * Begin and end events of a thread are a stack: an end closes the last begin that is still open. Where names tell that
 * it belongs elsewhere, they are believed:
 *
 * - Of events at one time, those that fit stand first: `B a, …, B b, E a` is the end of a and then the begin of b, and
 *   `E c, B c` is an event that takes no time.
 * - An end that fits a begin further out closes that. What is open inside it stays open when its own end is still to
 *   come (then both overlap), else its end is missing, and it is shown up to here.
 * - An end that fits nothing closes the last begin, unless the end of that is still to come: then it has no begin.
 */

/* So far it is looked for what fits, in a text that is wrong everywhere. */
#define MOST_EARLIER 64
#define MOST_OUTER 1024

typedef struct
{
  ChromeTrace *trace;
  ChromeEvents *events;
  GArray *stack;         /* rows of open begins */
  const guint32 *rows;   /* of the thread */
  guint n;
  GHashTable *last_ends; /* name: position of its last end on this thread; made when names first disagree */
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
    chrome_assemble_note (self->trace, row, N_("the end of an event has another name than its begin"));
  chrome_assemble_merge (self->trace, begin, row);
  events->end[begin] = events->start[row];
  g_array_remove_index (self->stack, self->stack->len - 1 - below_top);
}

/* Whether an end of this begin comes behind position @i. */
static gboolean
ends_later (Durations *self,
            guint32    begin,
            guint      i)
{
  if (!self->last_ends)
    {
      self->last_ends = g_hash_table_new (NULL, NULL);
      for (guint j = 0; j < self->n; j++)
        if (self->events->phase[self->rows[j]] == 'E')
          g_hash_table_insert (self->last_ends, GUINT_TO_POINTER (self->events->name[self->rows[j]]),
                               GUINT_TO_POINTER (j));
    }
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->last_ends, GUINT_TO_POINTER (self->events->name[begin]))) > i;
}

/* Of the positions from @i to before @n, all at one time, that of an event which should come before it; else @n. */
static guint
find_earlier (Durations *self,
              guint      i,
              guint      n)
{
  guint32 name = self->events->name[self->rows[i]];
  guint stop = MIN (n, i + MOST_EARLIER), j = i + 1;

  for (; j < stop; j++)
    if (self->events->phase[self->rows[j]] == 'E' ? names_fit (self, get_open (self, 0), self->rows[j])
                                                  : self->events->name[self->rows[j]] == name)
      return j;
  return n;
}

static void
begin_row (Durations *self,
           guint32    row)
{
  self->events->slice[row] = CHROME_SLICE_WAITING;
  g_array_append_val (self->stack, row);
}

/* What is open inside a begin that ends here: its end is missing, unless it comes later. */
static void
close_inner (Durations *self,
             guint      below_top,
             guint      i)
{
  ChromeEvents *events = self->events;
  guint32 row = self->rows[i];

  for (guint j = below_top; j-- > 0;)
    {
      guint32 begin = get_open (self, j);

      if (ends_later (self, begin, i) || events->start[begin] == events->start[row])
        continue;
      events->end[begin] = events->start[row];
      events->flags[begin] |= CHROME_EVENT_OPEN;
      chrome_assemble_note (self->trace, begin,
                            N_("an event does not end in the file: shown up to the end of what is around it"));
      g_array_remove_index (self->stack, self->stack->len - 1 - j);
    }
}

/* An end whose name is not that of the last begin. */
static void
take_other_end (Durations *self,
                guint      i)
{
  guint32 row = self->rows[i];
  guint n_outer = MIN (self->stack->len, MOST_OUTER), below_top = 1;

  while (below_top < n_outer && !names_fit (self, get_open (self, below_top), row))
    below_top++;
  if (below_top < n_outer)
    {
      guint n_open = self->stack->len;

      close_inner (self, below_top, i);
      close_open (self, below_top - (n_open - self->stack->len), row);
    }
  else if (!ends_later (self, get_open (self, 0), i))
    close_open (self, 0, row);
  else
    chrome_assemble_note (self->trace, row, N_("end without a begin: shown as a mark"));
}

static void
take_end (Durations *self,
          guint32   *rows,
          guint      i,
          guint      group_end)
{
  guint32 row = rows[i];
  guint earlier;

  if (self->stack->len == 0)
    {
      chrome_assemble_note (self->trace, row, N_("end without a begin: shown as a mark"));
      return;
    }
  if (names_fit (self, get_open (self, 0), row))
    {
      close_open (self, 0, row);
      return;
    }
  earlier = find_earlier (self, i, group_end);
  if (earlier == group_end)
    {
      take_other_end (self, i);
      return;
    }
  rows[i] = rows[earlier];
  rows[earlier] = row;
  if (self->events->phase[rows[i]] == 'E')
    close_open (self, 0, rows[i]);
  else
    begin_row (self, rows[i]);
}

static void
pair_rows (Durations *self,
           guint32   *rows,
           guint      n)
{
  ChromeEvents *events = self->events;
  guint group_end = 0;

  self->rows = rows;
  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      for (; group_end < n && (group_end <= i || events->start[rows[group_end]] == events->start[rows[i]]); group_end++)
        ;
      if (events->phase[rows[i]] == 'E')
        take_end (self, rows, i, group_end);
      else
        begin_row (self, rows[i]);
    }
  for (guint i = 0; i < self->stack->len; i++)
    chrome_assemble_leave_open (self->trace, g_array_index (self->stack, guint32, i));
  g_array_set_size (self->stack, 0);
  g_clear_pointer (&self->last_ends, g_hash_table_unref);
}

static gboolean
is_duration (const ChromeEvents *events,
             guint32             row)
{
  return events->phase[row] == 'B' || events->phase[row] == 'E';
}

void
chrome_assemble_durations (ChromeTrace *self)
{
  g_autoptr (ChromeOrder) order = chrome_order_new (self, is_duration);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  Durations durations = { .trace = self, .events = self->events, .stack = stack };

  for (guint i = 0; i < self->tracks->len; i++)
    {
      if (g_cancellable_is_cancelled (self->cancellable))
        return;
      pair_rows (&durations, order->rows + order->first[i], order->first[i + 1] - order->first[i]);
    }
}
