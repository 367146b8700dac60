/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-launch.h"

#include "lamina-flow-index.h"

static const LaminaSliceRef nowhere = { LAMINA_NONE, LAMINA_NONE };

static gboolean
is_on_device (LaminaRun            *run,
              const LaminaSliceRef *slice)
{
  return lamina_run_get_track_kind (run, slice->track) == LAMINA_GROUP_DEVICE;
}

static const LaminaSlices *
get_slices (LaminaRun            *run,
            const LaminaSliceRef *slice)
{
  return lamina_track_get_slices (lamina_run_get_track (run, slice->track));
}

static guint
get_clock (LaminaRun            *run,
           const LaminaSliceRef *slice)
{
  return lamina_track_get_info (lamina_run_get_track (run, slice->track))->clock;
}

static gint64
get_start (LaminaRun            *run,
           LaminaTimebase       *timebase,
           const LaminaSliceRef *slice)
{
  return lamina_add_saturating (get_slices (run, slice)->start[slice->slice],
                                lamina_timebase_get_offset (timebase, get_clock (run, slice)));
}

/* The arrow from a thread to a queue that has this slice at one end; of several that begin at it, the one that arrives first. */
static gboolean
find_arrow (LaminaRun            *run,
            const LaminaSliceRef *slice,
            LaminaSliceRef       *call,
            LaminaSliceRef       *work)
{
  gboolean found = FALSE;
  guint n, n_flows;
  const guint32 *rows = lamina_flow_index_list (run, is_on_device (run, slice) ? LAMINA_FLOW_TO : LAMINA_FLOW_FROM, slice, &n);
  const LaminaFlow *flows = lamina_run_get_flows (run, &n_flows);

  for (guint i = 0; i < n; i++)
    {
      const LaminaSliceRef *from = &flows[rows[i]].from, *to = &flows[rows[i]].to;

      if (from->track == LAMINA_NONE || to->track == LAMINA_NONE || is_on_device (run, from) || !is_on_device (run, to)
          || (found && get_slices (run, to)->start[to->slice] >= get_slices (run, work)->start[work->slice]))
        continue;
      *call = *from;
      *work = *to;
      found = TRUE;
    }
  return found;
}

gboolean
lamina_launch_find (LaminaRun            *run,
                    LaminaTimebase       *timebase,
                    const LaminaSliceRef *slice,
                    LaminaLaunch         *launch)
{
  gint64 start, end, begin;

  g_return_val_if_fail (run != NULL && timebase != NULL && slice != NULL && launch != NULL, FALSE);

  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS || lamina_run_get_timing (run) != LAMINA_TIMING_MEASURED
      || slice->track == LAMINA_NONE || !find_arrow (run, slice, &launch->call, &launch->work))
    return FALSE;
  start = get_start (run, timebase, &launch->call);
  end = lamina_add_saturating (start, get_slices (run, &launch->call)->duration[launch->call.slice]);
  begin = get_start (run, timebase, &launch->work);
  if (begin < start)
    return FALSE;
  launch->latency = begin - start;
  /* A call without an end has no duration. */
  launch->queue = begin < end || (get_slices (run, &launch->call)->flags[launch->call.slice] & LAMINA_SLICE_OPEN)
                    ? LAMINA_ABSENT : begin - end;
  launch->estimated = get_clock (run, &launch->call) != get_clock (run, &launch->work)
                      && (lamina_run_get_clock (run, get_clock (run, &launch->call))->basis != LAMINA_CLOCK_FILE
                          || lamina_run_get_clock (run, get_clock (run, &launch->work))->basis != LAMINA_CLOCK_FILE);
  return TRUE;
}

/* The slice on the host that a slice on a device comes from, or nowhere. */
static LaminaSliceRef
find_home (LaminaRun            *run,
           const LaminaSliceRef *slice)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 layer = lamina_column_row (get_slices (run, slice)->layer, slice->slice);
  LaminaSliceRef call, work;

  if (!is_on_device (run, slice))
    return *slice;
  if (find_arrow (run, slice, &call, &work))
    return call;
  for (guint32 i = layer != LAMINA_NONE ? layers->first_slice[layer] : 0;
       layer != LAMINA_NONE && i < layers->first_slice[layer + 1]; i++)
    if (!is_on_device (run, &layers->slices[i]))
      return layers->slices[i];
  return nowhere;
}

GArray *
lamina_launch_list_callers (LaminaRun            *run,
                            const LaminaSliceRef *slice)
{
  GArray *callers = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  LaminaSliceRef home;
  LaminaTrack *track;
  guint32 layer;

  g_return_val_if_fail (run != NULL && slice != NULL, callers);

  home = slice->track != LAMINA_NONE ? find_home (run, slice) : nowhere;
  if (home.track == LAMINA_NONE)
    return callers;
  track = lamina_run_get_track (run, home.track);
  layer = lamina_column_row (get_slices (run, slice)->layer, slice->slice);
  for (guint32 i = lamina_track_get_parent (track, home.slice); i != LAMINA_NONE; i = lamina_track_get_parent (track, i))
    {
      LaminaSliceRef caller = { home.track, i };

      if (layer == LAMINA_NONE || lamina_column_row (lamina_track_get_slices (track)->layer, i) != layer)
        g_array_append_val (callers, caller);
    }
  return callers;
}
