/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-memory.h"
#include "lamina-freeze-private.h"
#include "lamina-order.h"

#include <glib/gi18n-lib.h>

/*
 * A recording of memory says when, and a trace of the same run what the host was in at that time. Where the trace reports
 * allocations itself, a report says in which thread: it follows the allocation that it tells of, and comes before the next one at
 * that address.
 */

/* Recordings of memory count microseconds, and round down. */
#define TICK_NSEC 1000

/* The first lifetime of a tensor, on the axis. */
typedef struct
{
  guint64 address;
  gint64 first;
  gint64 last;
  gint64 bytes;
  guint32 tensor;
} Kept;

static gint64
get_offset (const LaminaRun *run,
            guint32          clock)
{
  return g_array_index (run->clocks, LaminaClock, clock).offset;
}

/* By address, then by time. */
static int
compare_kept (gconstpointer a,
              gconstpointer b)
{
  const Kept *x = a, *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

static int
compare_reports (gconstpointer a,
                 gconstpointer b)
{
  const LaminaMemoryReport *x = a, *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return (x->time > y->time) - (x->time < y->time);
}

/* Allocations that no layer is known to have made, and whose times are known as well as those of the trace. */
static GArray *
list_kept (const LaminaRun *run)
{
  const LaminaTensors *tensors = &run->tensors;
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (Kept));

  for (guint32 i = 0; tensors->first_lifetime != NULL && i < MIN (run->memory.n, tensors->n); i++)
    {
      const LaminaLifetime *lifetime = &tensors->lifetimes[tensors->first_lifetime[i]];
      gint64 offset;

      if (tensors->first_lifetime[i] == tensors->first_lifetime[i + 1] || lamina_column_row (tensors->producer, i) != LAMINA_NONE
          || g_array_index (run->clocks, LaminaClock, lifetime->clock).basis == LAMINA_CLOCK_UNKNOWN)
        continue;
      offset = get_offset (run, lifetime->clock);
      g_array_append_vals (kept, &(Kept) { tensors->address != NULL ? tensors->address[i] : 0,
                                           lamina_add_saturating (lifetime->first, offset),
                                           lamina_add_saturating (lifetime->last, offset),
                                           lamina_column_number (tensors->bytes, i), i }, 1);
    }
  return kept;
}

/* The layer of the innermost slice of a layer that is around a time on the axis, or LAMINA_NONE. */
static guint32
find_layer (const LaminaRun *run,
            LaminaTrack     *track,
            gint64           time)
{
  const LaminaSlices *slices = &track->slices;

  time = lamina_subtract_saturating (time, get_offset (run, track->info.clock));
  for (guint lane = slices->n_lanes; lane-- > 0;)
    {
      guint i = lamina_track_find_slice (track, lane, time);

      if (i < slices->first[lane + 1] && slices->start[i] <= time && lamina_column_row (slices->layer, i) != LAMINA_NONE)
        return slices->layer[i];
    }
  return LAMINA_NONE;
}

static void
set_producer (LaminaRun *run,
              guint32    tensor,
              guint32    layer,
              gboolean   is_estimated)
{
  ((guint32 *) run->tensors.producer)[tensor] = layer;
  if (is_estimated && layer != LAMINA_NONE)
    ((guint8 *) run->tensors.estimated)[tensor] |= LAMINA_ESTIMATE_PRODUCER;
}

/* The first one from @from on that a report at @time can tell of, or that is behind all of these. */
static guint
find_kept (const GArray   *kept,
           const gboolean *is_tied,
           guint           from,
           guint64         address,
           gint64          time)
{
  for (; from < kept->len; from++)
    {
      const Kept *allocation = &g_array_index (kept, Kept, from);

      if (allocation->address > address
          || (allocation->address == address && !is_tied[from] && lamina_add_saturating (allocation->last, TICK_NSEC) >= time))
        break;
    }
  return from;
}

/* Both tables are in the order of addresses and times, so that one walk goes through them. */
static void
tie_reports (LaminaFreeze *self,
             GArray       *kept)
{
  LaminaRun *run = self->run;
  g_autofree gboolean *is_tied = g_new0 (gboolean, MAX (kept->len, 1));
  gint64 begin = G_MAXINT64, end = G_MININT64, first = G_MAXINT64, last = G_MININT64;
  guint i = 0;

  for (guint j = 0; j < kept->len; j++)
    {
      begin = MIN (begin, g_array_index (kept, Kept, j).first);
      end = MAX (end, g_array_index (kept, Kept, j).last);
    }
  for (guint j = 0; j < run->staged_reports->len; j++)
    {
      const LaminaMemoryReport *report = &g_array_index (run->staged_reports, LaminaMemoryReport, j);
      gint64 time = lamina_add_saturating (report->time, get_offset (run, report->clock));
      const Kept *found;

      first = MIN (first, time);
      last = MAX (last, time);
      i = find_kept (kept, is_tied, i, report->address, time);
      found = i < kept->len ? &g_array_index (kept, Kept, i) : NULL;
      if (found != NULL && found->address == report->address && found->first <= lamina_add_saturating (time, TICK_NSEC))
        {
          is_tied[i] = TRUE;
          set_producer (run, found->tensor, find_layer (run, g_ptr_array_index (run->tracks, report->track), time), FALSE);
          if (found->bytes > report->bytes)
            lamina_import_note (self->import, N_("the trace says of an allocation that it is smaller than the snapshot does"), NULL,
                                0, LAMINA_NONE);
        }
      else if (begin <= time && time <= end)
        lamina_import_note (self->import, N_("an allocation that the trace reports is not in the snapshot"), NULL, 0, LAMINA_NONE);
    }
  for (guint j = 0; j < kept->len; j++)
    {
      const Kept *left = &g_array_index (kept, Kept, j);

      if (!is_tied[j] && left->first > first && left->first < last)
        lamina_import_note (self->import, N_("an allocation of the snapshot is not among those that the trace reports"), NULL, 0,
                            LAMINA_NONE);
    }
}

/* A stretch of the axis; the end is no part of it. */
typedef struct
{
  gint64 start;
  gint64 end;
} Stretch;

/* A time from which on a thread is in layers, or no longer is, on the axis. */
typedef struct
{
  gint64 time;
  guint host;
  int step; /* 1 or -1 */
} Edge;

/* Those that end before those that begin: a thread that is in nothing any more is not in the way of one that begins. */
static int
compare_edges (gconstpointer a,
               gconstpointer b)
{
  const Edge *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->step - y->step;
}

static int
compare_stretches (gconstpointer a,
                gconstpointer b)
{
  gint64 x = ((const Stretch *) a)->start, y = ((const Stretch *) b)->start;

  return (x > y) - (x < y);
}

/* When a thread is in layers. Slices in each other are one stretch; one that takes no time is there at its start. */
static void
add_edges (const LaminaRun *run,
           LaminaTrack     *track,
           guint            host,
           GArray          *edges)
{
  const LaminaSlices *slices = &track->slices;
  gint64 offset = get_offset (run, track->info.clock);
  g_autoptr (GArray) stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));

  for (guint i = 0; i < slices->n; i++)
    {
      Stretch stretch = { lamina_add_saturating (slices->start[i], offset), 0 };

      stretch.end = lamina_add_saturating (stretch.start, MAX (slices->duration[i], 1));
      if (lamina_column_row (slices->layer, i) != LAMINA_NONE)
        g_array_append_val (stretches, stretch);
    }
  g_array_sort (stretches, compare_stretches);
  for (guint i = 0, next; i < stretches->len; i = next)
    {
      Stretch all = g_array_index (stretches, Stretch, i);

      for (next = i + 1; next < stretches->len && g_array_index (stretches, Stretch, next).start <= all.end; next++)
        all.end = MAX (all.end, g_array_index (stretches, Stretch, next).end);
      g_array_append_vals (edges, &(Edge) { all.start, host, 1 }, 1);
      g_array_append_vals (edges, &(Edge) { all.end, host, -1 }, 1);
    }
}

static GPtrArray *
list_hosts (const LaminaRun *run)
{
  GPtrArray *hosts = g_ptr_array_new ();

  for (guint i = 0; i < run->tracks->len; i++)
    {
      const LaminaTrack *track = g_ptr_array_index (run->tracks, i);

      if (track->slices.n > 0 && track->info.group != LAMINA_NONE
          && g_array_index (run->groups, LaminaGroup, track->info.group).kind == LAMINA_GROUP_HOST)
        g_ptr_array_add (hosts, (gpointer) track);
    }
  return hosts;
}

static int
compare_firsts (gconstpointer a,
                gconstpointer b)
{
  const Kept *x = a, *y = b;

  return (x->first > y->first) - (x->first < y->first);
}

/*
 * The layer is that of the only thread that is in any. Threads come and go and allocations are made in the order of time, so that
 * one walk tells how many threads are in layers then, and the sum of their numbers which it is when there is one.
 */
static void
find_by_time (LaminaFreeze *self,
              GArray       *kept)
{
  LaminaRun *run = self->run;
  g_autoptr (GPtrArray) hosts = list_hosts (run);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  guint64 sum = 0;
  guint next = 0;
  int n = 0;

  for (guint i = 0; i < hosts->len; i++)
    add_edges (run, g_ptr_array_index (hosts, i), i, edges);
  g_array_sort (edges, compare_edges);
  g_array_sort (kept, compare_firsts);
  for (guint i = 0; i < kept->len && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      const Kept *allocation = &g_array_index (kept, Kept, i);
      gint64 time = lamina_add_saturating (allocation->first, TICK_NSEC / 2);

      for (; next < edges->len && g_array_index (edges, Edge, next).time <= time; next++)
        {
          const Edge *edge = &g_array_index (edges, Edge, next);

          n += edge->step;
          sum += edge->step > 0 ? edge->host : -(guint64) edge->host;
        }
      if (n == 1)
        set_producer (run, allocation->tensor, find_layer (run, g_ptr_array_index (hosts, sum), time), TRUE);
    }
}

void
lamina_freeze_producers (LaminaFreeze *self)
{
  LaminaRun *run = self->run;
  g_autoptr (GArray) kept = NULL;

  if (run->memory.n == 0 || run->layers.n == 0 || run->unit != LAMINA_AXIS_NANOSECONDS)
    return;
  kept = list_kept (run);
  if (run->staged_reports->len == 0)
    {
      find_by_time (self, kept);
      return;
    }
  g_array_sort (kept, compare_kept);
  g_array_sort (run->staged_reports, compare_reports);
  tie_reports (self, kept);
}
