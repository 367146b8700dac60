/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

/* Which part of the axis is shown, and which is marked; @marked_clock is the clock that the latter goes by, or LAMINA_NONE. */
struct _LaminaShown
{
  gboolean has_range;
  gboolean is_held;
  LaminaRange range;
  gboolean is_marked;
  LaminaRange marked;
  guint marked_clock;
  LaminaRun *run; /* that @device, the first track of a device, was looked for in */
  guint32 device;
};

LaminaShown *
lamina_shown_new (void)
{
  return g_new0 (LaminaShown, 1);
}

static void
tell_range (LaminaSession *self)
{
  g_object_notify (G_OBJECT (self), "range");
}

static void
tell_marked_range (LaminaSession *self)
{
  g_object_notify (G_OBJECT (self), "marked-range");
}

void
lamina_session_forget_range (LaminaSession *self)
{
  lamina_session_get_shown (self)->has_range = FALSE;
  tell_range (self);
}

static gboolean
has_devices (LaminaRun *run)
{
  for (guint i = 0; i < lamina_run_get_n_groups (run); i++)
    if (lamina_run_get_group (run, i)->kind == LAMINA_GROUP_DEVICE)
      return TRUE;
  return FALSE;
}

/* There may be a million tracks, and mostly none of them is a device's where the first ones are none. */
static guint32
find_device (LaminaRun *run)
{
  guint n = has_devices (run) ? lamina_run_get_n_tracks (run) : 0;

  for (guint i = 0; i < n; i++)
    if (lamina_run_get_track_kind (run, i) == LAMINA_GROUP_DEVICE)
      return i;
  return LAMINA_NONE;
}

/* A range that is dragged asks for it at each step. */
static guint32
get_device (LaminaShown *shown,
            LaminaRun   *run)
{
  if (shown->run != run)
    shown->device = find_device (run);
  shown->run = run;
  return shown->device;
}

guint
lamina_session_get_steady_clock (LaminaSession *self)
{
  LaminaRun *run = lamina_session_get_run (self);
  /* The track whose slices are to stay where they are seen: that of the selection, else the first one of a device. */
  guint32 track = lamina_session_get_selection (self)->slice.track;

  if (track == LAMINA_NONE)
    track = get_device (lamina_session_get_shown (self), run);
  return track == LAMINA_NONE ? LAMINA_NONE : lamina_track_get_info (lamina_run_get_track (run, track))->clock;
}

/* How far what goes by a clock moves between two timebases. */
static gint64
get_shift (guint           clock,
           LaminaTimebase *from,
           LaminaTimebase *to)
{
  gint64 shift;

  if (clock == LAMINA_NONE)
    return 0;
  if (__builtin_sub_overflow (lamina_timebase_get_offset (to, clock), lamina_timebase_get_offset (from, clock), &shift))
    return 0;
  return shift;
}

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
    case LAMINA_AXIS_EVENTS:
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

  bounds->start = lamina_timebase_get_start (lamina_session_get_timebase (self));
  bounds->end = lamina_timebase_get_end (lamina_session_get_timebase (self));
  if (bounds->end == bounds->start)
    lamina_span_widen (bounds, 1);
}

const LaminaRange *
lamina_session_get_range (LaminaSession *self)
{
  LaminaShown *shown;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  shown = lamina_session_get_shown (self);
  return shown->has_range ? &shown->range : NULL;
}

void
lamina_session_set_range (LaminaSession *self,
                          gint64         start,
                          gint64         end)
{
  LaminaShown *shown;
  LaminaRange bounds, range = { start, MAX (start, end) };

  g_return_if_fail (LAMINA_IS_SESSION (self));

  shown = lamina_session_get_shown (self);
  lamina_session_get_bounds (self, &bounds);
  lamina_span_widen (&range, lamina_session_get_smallest_span (self));
  lamina_span_fit (&range, &bounds);
  if (shown->has_range && range.start == shown->range.start && range.end == shown->range.end)
    return;
  shown->range = range;
  shown->has_range = TRUE;
  tell_range (self);
}

void
lamina_session_zoom (LaminaSession *self,
                     double         factor,
                     gint64         anchor)
{
  LaminaShown *shown;
  LaminaRange range;

  g_return_if_fail (LAMINA_IS_SESSION (self));
  g_return_if_fail (factor > 0);

  shown = lamina_session_get_shown (self);
  if (!shown->has_range)
    return;
  range = shown->range;
  lamina_span_zoom (&range, factor, anchor, lamina_session_get_smallest_span (self));
  lamina_session_set_range (self, range.start, range.end);
}

void
lamina_session_pan (LaminaSession *self,
                    double         part)
{
  LaminaShown *shown;
  LaminaRange range, bounds;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  shown = lamina_session_get_shown (self);
  if (!shown->has_range)
    return;
  lamina_session_get_bounds (self, &bounds);
  range = shown->range;
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
  gint64 offset = lamina_timebase_get_offset (lamina_session_get_timebase (self), lamina_track_get_info (track)->clock);

  range->start = lamina_add_saturating (slices->start[slice->slice], offset);
  range->end = lamina_add_saturating (range->start, slices->duration[slice->slice]);
}

gboolean
lamina_session_show_place (LaminaSession     *self,
                           const LaminaRange *place)
{
  LaminaShown *shown;
  LaminaRange old, range;
  gboolean had_range;

  g_return_val_if_fail (LAMINA_IS_SESSION (self) && place, FALSE);

  shown = lamina_session_get_shown (self);
  old = shown->range;
  had_range = shown->has_range;
  range = *place;
  lamina_span_widen (&range, lamina_session_get_smallest_span (self) / 2);
  /* Three fifths of the width for it: its neighbors say where it stands. */
  lamina_span_widen (&range, lamina_span_get (&range) / 3 * 5);
  lamina_session_set_range (self, range.start, range.end);
  return !had_range || old.start != shown->range.start || old.end != shown->range.end;
}

gboolean
lamina_session_show_slice (LaminaSession        *self,
                           const LaminaSliceRef *slice)
{
  LaminaRange range;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);

  lamina_session_uncover_slice (self, slice);
  lamina_session_get_slice_range (self, slice, &range);
  return lamina_session_show_place (self, &range);
}

void
lamina_session_show_selection (LaminaSession *self)
{
  LaminaRange range;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (!lamina_session_get_selected_range (self, &range) || !lamina_session_show_place (self, &range))
    lamina_session_show_all (self);
}

const LaminaRange *
lamina_session_get_marked_range (LaminaSession *self)
{
  LaminaShown *shown;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  shown = lamina_session_get_shown (self);
  return shown->is_marked ? &shown->marked : NULL;
}

void
lamina_session_set_marked_range (LaminaSession *self,
                                 gint64         start,
                                 gint64         end)
{
  LaminaShown *shown;
  LaminaRange bounds, range = { MIN (start, end), MAX (start, end) };

  g_return_if_fail (LAMINA_IS_SESSION (self));

  shown = lamina_session_get_shown (self);
  lamina_session_get_bounds (self, &bounds);
  range.start = CLAMP (range.start, bounds.start, bounds.end);
  range.end = CLAMP (range.end, bounds.start, bounds.end);
  if (range.start == range.end)
    {
      lamina_session_clear_marked_range (self);
      return;
    }
  if (shown->is_marked && memcmp (&range, &shown->marked, sizeof range) == 0)
    return;
  shown->marked = range;
  shown->marked_clock = lamina_session_get_steady_clock (self);
  shown->is_marked = TRUE;
  tell_marked_range (self);
}

void
lamina_session_clear_marked_range (LaminaSession *self)
{
  LaminaShown *shown;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  shown = lamina_session_get_shown (self);
  if (!shown->is_marked)
    return;
  shown->is_marked = FALSE;
  tell_marked_range (self);
}

void
lamina_session_set_range_held (LaminaSession *self,
                               gboolean       held)
{
  LaminaShown *shown;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  shown = lamina_session_get_shown (self);
  if (shown->is_held == !!held)
    return;
  shown->is_held = !!held;
  if (!held)
    tell_range (self);
}

gboolean
lamina_session_is_range_held (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);
  return lamina_session_get_shown (self)->is_held;
}

void
lamina_session_shift_range (LaminaSession  *self,
                            LaminaTimebase *old)
{
  LaminaShown *shown = lamina_session_get_shown (self);
  LaminaTimebase *timebase = lamina_session_get_timebase (self);
  guint marked_clock = shown->marked_clock;
  gint64 shift;

  if (!shown->has_range)
    return;
  shift = get_shift (lamina_session_get_steady_clock (self), old, timebase);
  lamina_session_set_range (self,
                            lamina_add_saturating (shown->range.start, shift),
                            lamina_add_saturating (shown->range.end, shift));
  if (!shown->is_marked)
    return;
  shift = get_shift (marked_clock, old, timebase);
  lamina_session_set_marked_range (self,
                                   lamina_add_saturating (shown->marked.start, shift),
                                   lamina_add_saturating (shown->marked.end, shift));
  shown->marked_clock = marked_clock;
}
