/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"
#include "lamina-span.h"

/* Times are whole numbers of the unit, so that below a few of them there is nothing more to see. */
guint64
lamina_session_get_smallest_span (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), 1);

  switch (lamina_run_get_unit (lamina_session_get_run (self)))
    {
    case LAMINA_AXIS_NANOSECONDS:
    case LAMINA_AXIS_BYTES:
      return 20;
    case LAMINA_AXIS_STEPS:
    case LAMINA_AXIS_NODES:
    default:
      return 4;
    }
}

void
lamina_session_get_bounds (LaminaSession *self,
                           LaminaRange   *bounds)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));

  bounds->start = lamina_timebase_get_start (self->timebase);
  bounds->end = lamina_timebase_get_end (self->timebase);
  if (bounds->end == bounds->start)
    lamina_span_widen (bounds, 1);
}

const LaminaRange *
lamina_session_get_range (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->has_range ? &self->range : NULL;
}

void
lamina_session_set_range (LaminaSession *self,
                          gint64         start,
                          gint64         end)
{
  LaminaRange bounds, range = { start, MAX (start, end) };

  g_return_if_fail (LAMINA_IS_SESSION (self));

  lamina_session_get_bounds (self, &bounds);
  lamina_span_widen (&range, lamina_session_get_smallest_span (self));
  lamina_span_fit (&range, &bounds);
  if (self->has_range && range.start == self->range.start && range.end == self->range.end)
    return;
  self->range = range;
  self->has_range = TRUE;
  lamina_session_notify_range (self);
}

void
lamina_session_zoom (LaminaSession *self,
                     double         factor,
                     gint64         anchor)
{
  LaminaRange range;

  g_return_if_fail (LAMINA_IS_SESSION (self));
  g_return_if_fail (factor > 0);

  if (!self->has_range)
    return;
  range = self->range;
  lamina_span_zoom (&range, factor, anchor, lamina_session_get_smallest_span (self));
  lamina_session_set_range (self, range.start, range.end);
}

void
lamina_session_pan (LaminaSession *self,
                    double         part)
{
  LaminaRange range, bounds;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (!self->has_range)
    return;
  lamina_session_get_bounds (self, &bounds);
  range = self->range;
  lamina_span_move (&range, part * (double) lamina_span_get (&range), &bounds);
  lamina_session_set_range (self, range.start, range.end);
}

void
lamina_session_show_all (LaminaSession *self)
{
  LaminaRange bounds;

  lamina_session_get_bounds (self, &bounds);
  lamina_session_set_range (self, bounds.start, bounds.end);
}

void
lamina_session_get_slice_range (LaminaSession        *self,
                                const LaminaSliceRef *slice,
                                LaminaRange          *range)
{
  LaminaTrack *track = lamina_run_get_track (lamina_session_get_run (self), slice->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_clock (track));

  range->start = lamina_add_saturating (slices->start[slice->slice], offset);
  range->end = lamina_add_saturating (range->start, slices->duration[slice->slice]);
}

gboolean
lamina_session_show_slice (LaminaSession        *self,
                           const LaminaSliceRef *slice)
{
  LaminaRange range, old = self->range;
  gboolean had_range = self->has_range;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);

  lamina_session_get_slice_range (self, slice, &range);
  lamina_span_widen (&range, lamina_session_get_smallest_span (self) / 2);
  /* Three fifths of the width for the slice: its neighbors say where it stands. */
  lamina_span_widen (&range, lamina_span_get (&range) / 3 * 5);
  lamina_session_set_range (self, range.start, range.end);
  return !had_range || old.start != self->range.start || old.end != self->range.end;
}

void
lamina_session_show_selection (LaminaSession *self)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (self->selection.slice.track == LAMINA_NONE || !lamina_session_show_slice (self, &self->selection.slice))
    lamina_session_show_all (self);
}

const LaminaRange *
lamina_session_get_marked_range (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->has_marked_range ? &self->marked_range : NULL;
}

void
lamina_session_set_marked_range (LaminaSession *self,
                                 gint64         start,
                                 gint64         end)
{
  LaminaRange bounds, range = { MIN (start, end), MAX (start, end) };

  g_return_if_fail (LAMINA_IS_SESSION (self));

  lamina_session_get_bounds (self, &bounds);
  range.start = CLAMP (range.start, bounds.start, bounds.end);
  range.end = CLAMP (range.end, bounds.start, bounds.end);
  if (range.start == range.end)
    {
      lamina_session_clear_marked_range (self);
      return;
    }
  if (self->has_marked_range && memcmp (&range, &self->marked_range, sizeof range) == 0)
    return;
  self->marked_range = range;
  self->marked_clock = lamina_session_get_steady_clock (self);
  self->has_marked_range = TRUE;
  lamina_session_notify_marked_range (self);
}

void
lamina_session_clear_marked_range (LaminaSession *self)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (!self->has_marked_range)
    return;
  self->has_marked_range = FALSE;
  lamina_session_notify_marked_range (self);
}

void
lamina_session_set_range_held (LaminaSession *self,
                               gboolean       held)
{
  g_return_if_fail (LAMINA_IS_SESSION (self));
  if (self->is_range_held == !!held)
    return;
  self->is_range_held = !!held;
  if (!held)
    lamina_session_notify_range (self);
}

gboolean
lamina_session_is_range_held (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);
  return self->is_range_held;
}
