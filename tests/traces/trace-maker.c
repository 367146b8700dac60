/* SPDX-License-Identifier: Apache-2.0 */
#include "trace-maker-private.h"

#include <stdlib.h>

#define N_HARD_LANES 64
/* A step of the profiler holds that many iterations of a long run. */
#define STEPS 40
#define REACH 2000

/* All iterations of all lanes, one after the other, or those of a round sorted by time. */
static void
write_round (TraceRun  *run,
             TraceText *text,
             guint      n_lanes,
             GArray    *events,
             gboolean   device)
{
  for (guint lane = 0; lane < n_lanes; lane++)
    trace_run_iterate (run, lane, events);
  for (guint i = 0; i < events->len; i++)
    {
      const TraceEvent *event = &g_array_index (events, TraceEvent, i);
      gboolean late = trace_event_is_on_device (event) || event->kind == TRACE_EVENT_RUNTIME ||
                      event->kind == TRACE_EVENT_LAUNCH;

      if (late == device)
        trace_text_add (text, event);
    }
  g_array_set_size (events, 0);
}

static int
compare_events (const void *a,
                const void *b)
{
  const TraceEvent *x = a;
  const TraceEvent *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* One event in a hundred changes places with one that stands up to REACH further. */
static void
disorder (TraceRun *run,
          GArray   *events)
{
  TraceEvent *rows = (TraceEvent *) (gpointer) events->data;

  for (guint i = 0; i + REACH < events->len; i++)
    if (trace_run_random (run) % 200 == 0)
      {
        guint other = i + 1 + trace_run_random (run) % (REACH - 1);
        TraceEvent event = rows[i];

        rows[i] = rows[other];
        rows[other] = event;
      }
}

static void
write_hard_round (TraceRun  *run,
                  TraceText *text,
                  GArray    *events)
{
  for (guint lane = 0; lane < N_HARD_LANES; lane++)
    trace_run_iterate (run, lane, events);
  qsort (events->data, events->len, sizeof (TraceEvent), compare_events);
  disorder (run, events);
  for (guint i = 0; i < events->len; i++)
    trace_text_add (text, &g_array_index (events, TraceEvent, i));
  g_array_set_size (events, 0);
}

static void
write_real (TraceNetwork *network,
            TraceText    *text,
            guint         n_iterations,
            GArray       *events)
{
  for (guint device = 0; device < 2; device++)
    {
      TraceRun *run = trace_run_new (network, 1, MAX (1, n_iterations / STEPS));

      for (guint i = 0; i < n_iterations; i++)
        write_round (run, text, 1, events, device == 1);
      trace_run_free (run);
    }
}

static void
write_hard (TraceNetwork *network,
            TraceText    *text,
            guint         n_rounds,
            GArray       *events)
{
  TraceRun *run = trace_run_new (network, N_HARD_LANES, 1);

  for (guint i = 0; i < n_rounds; i++)
    write_hard_round (run, text, events);
  trace_run_free (run);
}

static void
write_trace (FILE        *file,
             TraceKind    kind,
             guint        n_rounds,
             TraceCounts *counts)
{
  TraceNetwork *network = trace_network_new ();
  TraceText *text = trace_text_new (file, kind, network);
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (TraceEvent));

  trace_text_begin (text);
  (kind == TRACE_REAL ? write_real : write_hard) (network, text, n_rounds, events);
  trace_text_end (text, kind == TRACE_REAL ? 1 : N_HARD_LANES);
  *counts = *trace_text_get_counts (text);
  trace_text_free (text);
  trace_network_free (network);
}

/* How large a trace of a few rounds gets tells how many rounds make one of a given size. */
void
trace_maker_write (FILE        *file,
                   TraceKind    kind,
                   guint64      bytes,
                   TraceCounts *counts)
{
  FILE *nowhere = fopen ("/dev/null", "w");
  TraceCounts one;
  TraceCounts three;
  guint64 round;

  g_assert (nowhere != NULL);
  write_trace (nowhere, kind, 1, &one);
  write_trace (nowhere, kind, 3, &three);
  fclose (nowhere);
  round = (three.bytes - one.bytes) / 2;
  write_trace (file, kind, bytes > one.bytes ? 1 + (bytes - one.bytes + round / 2) / round : 1, counts);
}
