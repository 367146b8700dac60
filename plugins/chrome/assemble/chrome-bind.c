/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-flows.h"
#include "chrome-order.h"

#include <string.h>

/*
 * An arrow begins at, passes and ends in the innermost slice around the flow event, whose edges count. An end that does
 * not ask for the slice around it ends in the next one that begins, except in categories of old traces that always
 * meant the slice around. What a dialect knows of an end comes before all this.
 */

typedef struct
{
  ChromeTrace *trace;
  const ChromeEvents *events;
  const ChromeTrack *track;
  GArray *stack;   /* rows of slices that are open at the time of the sweep */
  guint next;      /* the first slice that begins later */
  guint following; /* the first slice that begins then or later, of the last one that was asked for */
} Sweep;

static gboolean
is_flow (const ChromeEvents *events,
         guint32             row)
{
  guint8 phase = events->phase[row];

  return phase == 's' || phase == 't' || phase == 'f';
}

static gboolean
wants_next (Sweep   *self,
            guint32  row)
{
  const char *category = chrome_trace_get_text (self->trace, self->events->category[row]);

  return self->events->phase[row] == 'f' && !(self->events->flags[row] & CHROME_EVENT_ENCLOSED)
         && !strstr (category, "input") && !strstr (category, "ipc.flow");
}

/* Goes on to @time: slices that begin then are open, and so are those that end then. */
static void
sweep_to (Sweep  *self,
          gint64  time)
{
  const ChromeEvents *events = self->events;

  for (; self->next < self->track->n && events->start[self->track->rows[self->next]] <= time; self->next++)
    {
      guint32 row = self->track->rows[self->next];

      chrome_events_fetch_times (events, self->track->rows, self->next, self->track->n);
      while (self->stack->len > 0
             && events->end[g_array_index (self->stack, guint32, self->stack->len - 1)] < events->start[row])
        g_array_set_size (self->stack, self->stack->len - 1);
      g_array_append_val (self->stack, row);
    }
}

/* Slices that overlap without nesting may be over while one above them is not: they are passed over. */
static guint32
find_around (Sweep  *self,
             gint64  time)
{
  for (guint i = self->stack->len; i-- > 0;)
    {
      guint32 row = g_array_index (self->stack, guint32, i);

      if (self->events->end[row] >= time)
        return row;
      if (i + 1 == self->stack->len)
        g_array_set_size (self->stack, i);
    }
  return LAMINA_NONE;
}

/* The first slice that begins at @time or later. */
static guint32
find_next (Sweep  *self,
           gint64  time)
{
  while (self->following < self->track->n && self->events->start[self->track->rows[self->following]] < time)
    self->following++;
  return self->following < self->track->n ? self->track->rows[self->following] : LAMINA_NONE;
}

static guint32
find_slice (Sweep   *self,
            guint32  row,
            gint64   time)
{
  gpointer bound;

  if (self->trace->bound && g_hash_table_lookup_extended (self->trace->bound, GUINT_TO_POINTER (row), NULL, &bound))
    return GPOINTER_TO_UINT (bound);
  return wants_next (self, row) ? find_next (self, time) : find_around (self, time);
}

static inline void
fetch_end (const ChromeEvents *events,
           guint32             row)
{
  __builtin_prefetch (&events->start[row]);
  __builtin_prefetch (&events->phase[row]);
  __builtin_prefetch (&events->flags[row]);
  __builtin_prefetch (&events->category[row]);
}

static void
bind_track (Sweep         *self,
            const guint32 *rows,
            guint          n,
            ChromeFlowEnd *ends)
{
  self->next = self->following = 0;
  g_array_set_size (self->stack, 0);
  for (guint i = 0; i < n; i++)
    {
      gint64 time = self->events->start[rows[i]];

      if (i + CHROME_AHEAD < n)
        fetch_end (self->events, rows[i + CHROME_AHEAD]);
      sweep_to (self, time);
      ends[i].row = rows[i];
      ends[i].bound = find_slice (self, rows[i], time);
    }
}

/* Tracks are swept side by side; where the ends of each belong is known before. */
typedef struct
{
  ChromeTrace *trace;
  const ChromeOrder *order;
  ChromeFlowEnd *ends;
} Binding;

static void
bind_tracks (guint    from,
             guint    to,
             gpointer data)
{
  const Binding *self = data;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  Sweep sweep = { .trace = self->trace, .events = self->trace->events, .stack = stack };

  for (guint i = from; i < to && !g_cancellable_is_cancelled (self->trace->cancellable); i++)
    {
      guint first = self->order->first[i];

      sweep.track = chrome_trace_get_track (self->trace, i);
      bind_track (&sweep, self->order->rows + first, self->order->first[i + 1] - first, self->ends + first);
    }
}

static void
add_slices_with_ids (const ChromeEvents *events,
                     GArray             *ends)
{
  for (guint row = 0; row < events->n; row++)
    if ((events->flags[row] & (CHROME_EVENT_FLOW_IN | CHROME_EVENT_FLOW_OUT)) != 0 && events->slice[row] != LAMINA_NONE
        && events->extra[row] != LAMINA_NONE && chrome_events_get_extra (events, row)->bind_id != LAMINA_NONE)
      {
        ChromeFlowEnd end = { row, row };

        g_array_append_val (ends, end);
      }
}

void
chrome_flows_order (ChromeTrace *self)
{
  if (self->flow_order == NULL)
    self->flow_order = chrome_order_new (self, is_flow);
}

void
chrome_flows_bind (ChromeTrace *self)
{
  Binding binding = { .trace = self };

  if (self->flow_ends != NULL)
    return;
  chrome_flows_order (self);
  /* Its data is never NULL: tracks without ends point into it, too. */
  self->flow_ends = g_array_sized_new (FALSE, TRUE, sizeof (ChromeFlowEnd), 1);
  g_array_set_size (self->flow_ends, self->flow_order->n);
  binding.order = self->flow_order;
  binding.ends = (ChromeFlowEnd *) (gpointer) self->flow_ends->data;
  lamina_builder_each (self->builder, self->tracks->len, 1, bind_tracks, &binding);
  g_clear_pointer (&self->flow_order, chrome_order_free);
  add_slices_with_ids (self->events, self->flow_ends);
}
