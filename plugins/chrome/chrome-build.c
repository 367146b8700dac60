/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-counters.h"
#include "chrome-flows.h"
#include "chrome-marks.h"

/* The last step: what was assembled goes to the builder. */

static void
add_slice (ChromeTrace *self,
           guint32      track,
           guint32      row)
{
  const ChromeEvents *events = self->events;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = events->start[row];
  slice.duration = events->flags[row] & CHROME_EVENT_OPEN ? LAMINA_ABSENT : events->end[row] - events->start[row];
  slice.name = events->name[row];
  slice.category = events->category[row];
  slice.layer = events->layer ? events->layer[row] : LAMINA_NONE;
  slice.args_offset = events->offset[row];
  slice.args_length = events->length[row];
  if (events->flags[row] & CHROME_EVENT_WAIT)
    slice.kind = LAMINA_SLICE_WAIT;
  else if (events->flags[row] & CHROME_EVENT_KERNEL)
    slice.kind = LAMINA_SLICE_KERNEL;
  lamina_builder_add_slice (self->builder, self->run, track, &slice);
  lamina_import_account (self->import, chrome_trace_get_record (self, row), LAMINA_RECORD_SHOWN);
}

/* Arrows are tied to slices before the slices leave, and added when these are in the builder. */
gboolean
chrome_trace_build (ChromeTrace *self)
{
  g_autoptr (GArray) flow_ends = chrome_flows_bind (self);

  for (guint i = 0; i < self->n_tracks; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self, i);

      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      for (guint j = 0; j < track->n; j++)
        add_slice (self, i, track->rows[j]);
    }
  chrome_trace_build_counters (self);
  chrome_trace_build_flows (self, flow_ends);
  chrome_trace_build_marks (self);
  return TRUE;
}
