/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-build.h"
#include "chrome-flows.h"
#include "lamina-builder-fill.h"

static void
get_kind (guint8           flags,
          LaminaSliceInit *slice)
{
  slice->is_open = (flags & CHROME_EVENT_OPEN) != 0;
  if (flags & CHROME_EVENT_WAIT)
    slice->kind = LAMINA_SLICE_WAIT;
  else if (flags & CHROME_EVENT_KERNEL)
    slice->kind = LAMINA_SLICE_KERNEL;
}

static inline void
fetch_row (const ChromeEvents *events,
           guint32             row)
{
  __builtin_prefetch (&events->start[row]);
  __builtin_prefetch (&events->end[row]);
  __builtin_prefetch (&events->name[row]);
  __builtin_prefetch (&events->category[row]);
  __builtin_prefetch (&events->length[row]);
  __builtin_prefetch (&events->flags[row]);
  if (events->layer)
    __builtin_prefetch (&events->layer[row]);
}

/* Each row is a record of its own, so that threads account for different ones. */
static void
fill_slices (guint            i,
             guint            from,
             guint            n,
             LaminaSliceInit *slices,
             gpointer         data)
{
  ChromeTrace *self = data;
  const ChromeEvents *events = self->events;
  const guint32 *rows = chrome_trace_get_track (self, i)->rows + from;

  for (guint j = 0; j < n; j++)
    {
      guint32 row = rows[j];
      LaminaSliceInit *slice = &slices[j];

      if (j + CHROME_AHEAD < n)
        fetch_row (events, rows[j + CHROME_AHEAD]);
      slice->start = events->start[row];
      slice->duration = events->end[row] - events->start[row];
      slice->name = events->name[row];
      slice->category = events->category[row];
      if (events->layer)
        slice->layer = events->layer[row];
      slice->args_length = events->length[row];
      get_kind (events->flags[row], slice);
    }
  /* Loops this short go on to the next record while they wait for the one before. */
  for (guint j = 0; j < n; j++)
    slices[j].args_offset = chrome_trace_get_offset (self, rows[j]);
  for (guint j = 0; j < n; j++)
    lamina_import_account (self->import, chrome_trace_get_record (self, rows[j]), LAMINA_RECORD_SHOWN);
}

static gboolean
build_slices (ChromeTrace *self)
{
  g_autofree guint32 *tracks = g_new (guint32, MAX (self->n_tracks, 1));
  g_autofree guint *n_slices = g_new (guint, MAX (self->n_tracks, 1));

  for (guint i = 0; i < self->n_tracks; i++)
    {
      tracks[i] = chrome_trace_get_place (self, i);
      n_slices[i] = chrome_trace_get_track (self, i)->n;
    }
  lamina_builder_fill_slices (self->builder, self->run, self->n_tracks, tracks, n_slices, fill_slices, self);
  return !g_cancellable_is_cancelled (self->cancellable);
}

static void
build_ties (ChromeTrace *self)
{
  const ChromeEvents *events = self->events;

  for (guint i = 0; i < self->ties->len; i++)
    {
      const ChromeTie *tie = &g_array_index (self->ties, ChromeTie, i);

      if (events->slice[tie->from] != LAMINA_NONE && events->slice[tie->to] != LAMINA_NONE)
        lamina_builder_add_flow (self->builder, self->run, tie->name,
                                 chrome_trace_get_place (self, events->track[tie->from]), events->slice[tie->from],
                                 chrome_trace_get_place (self, events->track[tie->to]), events->slice[tie->to]);
    }
}

/* Arrows are tied to slices before the slices leave, and added when these are in the builder. */
gboolean
chrome_trace_build (ChromeTrace *self)
{
  chrome_flows_bind (self);
  /* What a step was the last to look at goes before the next one takes its room. */
  chrome_events_drop_column (self->events, NULL);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  if (!build_slices (self))
    return FALSE;
  g_clear_pointer (&self->events->end, g_free);
  g_clear_pointer (&self->events->layer, g_free);
  chrome_trace_build_counters (self);
  if (g_cancellable_is_cancelled (self->cancellable) || !chrome_trace_build_flows (self))
    return FALSE;
  build_ties (self);
  chrome_trace_build_marks (self);
  return TRUE;
}
