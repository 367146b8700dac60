/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"

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

static void
skip_others (ChromeTrace *self)
{
  for (guint row = 0; row < self->events->n; row++)
    if (self->events->phase[row] > CHROME_PHASE_TAKEN && self->events->slice[row] == LAMINA_NONE)
      {
        g_autofree char *reason = g_strdup_printf ("the phase “%c” is not known", self->events->phase[row]);

        lamina_import_skip (self->import, chrome_trace_get_record (self, row), reason);
      }
}

gboolean
chrome_trace_build (ChromeTrace *self)
{
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self, i);

      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      for (guint j = 0; j < track->n; j++)
        add_slice (self, i, track->rows[j]);
    }
  skip_others (self);
  return TRUE;
}
