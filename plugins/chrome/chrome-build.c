/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-counters.h"
#include "chrome-flows.h"
#include "chrome-marks.h"

/* The last step: what was assembled goes to the builder. */

/* Slices are handed over so many at a time. */
#define BLOCK 1024

typedef struct
{
  gint64 start[BLOCK];
  gint64 duration[BLOCK];
  guint32 name[BLOCK];
  guint32 category[BLOCK];
  guint32 layer[BLOCK];
  guint8 flags[BLOCK];
  guint64 offset[BLOCK];
  guint32 length[BLOCK];
  guint32 record[BLOCK];
} Block;

static guint8
get_flags (guint8 flags)
{
  guint8 kind = LAMINA_SLICE_WORK;

  if (flags & CHROME_EVENT_WAIT)
    kind = LAMINA_SLICE_WAIT;
  else if (flags & CHROME_EVENT_KERNEL)
    kind = LAMINA_SLICE_KERNEL;
  return flags & CHROME_EVENT_OPEN ? kind | LAMINA_SLICE_OPEN : kind;
}

static void
add_block (ChromeTrace   *self,
           guint32        track,
           const guint32 *rows,
           guint          n,
           Block         *block)
{
  const ChromeEvents *events = self->events;
  const LaminaSliceColumns columns = { n, block->start, block->duration, block->name, block->category,
                                       events->layer ? block->layer : NULL, block->flags, block->offset,
                                       block->length };

  for (guint i = 0; i < n; i++)
    {
      guint32 row = rows[i];

      block->start[i] = events->start[row];
      block->duration[i] = events->end[row] - events->start[row];
      block->name[i] = events->name[row];
      block->category[i] = events->category[row];
      if (events->layer)
        block->layer[i] = events->layer[row];
      block->flags[i] = get_flags (events->flags[row]);
      block->offset[i] = events->offset[row];
      block->length[i] = events->length[row];
      block->record[i] = chrome_trace_get_record (self, row);
    }
  lamina_import_account_records (self->import, block->record, n, LAMINA_RECORD_SHOWN);
  lamina_builder_add_slice_columns (self->builder, self->run, chrome_trace_get_place (self, track), &columns);
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
  g_autoptr (GArray) flow_ends = chrome_flows_bind (self);
  g_autofree Block *block = g_new (Block, 1);

  /* What a step was the last to look at goes before the next one takes its room. */
  chrome_events_drop_column (self->events, NULL);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self, i);

      lamina_builder_reserve_slices (self->builder, self->run, chrome_trace_get_place (self, i), track->n);
      for (guint j = 0; j < track->n; j += BLOCK)
        {
          if (g_cancellable_is_cancelled (self->cancellable))
            return FALSE;
          add_block (self, i, track->rows + j, MIN (BLOCK, track->n - j), block);
        }
    }
  g_clear_pointer (&self->events->end, g_free);
  g_clear_pointer (&self->events->layer, g_free);
  chrome_trace_build_counters (self);
  if (g_cancellable_is_cancelled (self->cancellable) || !chrome_trace_build_flows (self, flow_ends))
    return FALSE;
  build_ties (self);
  chrome_trace_build_marks (self);
  return TRUE;
}
