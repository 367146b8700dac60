/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-session-history.h"
#include "lamina-span.h"

/* Where labels have room at the size that the canvas has. */
static void
choose_first_range (LaminaTimelineCanvas *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  guint lines = lamina_timeline_get_label_lines (run, &self->options, gtk_widget_get_height (GTK_WIDGET (self)));

  self->first_width = lamina_timeline_canvas_get_plot_width (self);
  lamina_timeline_get_initial_range (run, lamina_session_get_timebase (self->session), self->first_width, lines,
                                     lamina_pens_get_metrics (self->pens), &self->first.start, &self->first.end);
}

/* What was seen stays where it is, and as large: more or less of what follows has room. All of a run stays all of it. */
static void
get_range_for_width (LaminaTimelineCanvas *self,
                     LaminaRange          *range)
{
  LaminaRange bounds;

  *range = self->first;
  lamina_session_get_bounds (self->session, &bounds);
  if (range->start > bounds.start || range->end < bounds.end)
    lamina_span_zoom (range, (double) self->chosen_width / self->first_width, range->start, 0);
}

/* Outside of layout, for labels follow the range. */
static gboolean
choose_range (GtkWidget     *widget,
              GdkFrameClock *clock,
              gpointer       user_data)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (widget);
  LaminaRange range;

  if (gtk_widget_get_width (widget) <= self->options.names_width)
    return G_SOURCE_CONTINUE;
  self->choosing = 0;
  if (!self->session || !self->follows_width)
    return G_SOURCE_REMOVE;
  if (!lamina_session_get_range (self->session))
    choose_first_range (self);
  self->chosen_width = lamina_timeline_canvas_get_plot_width (self);
  get_range_for_width (self, &range);
  self->choosing_now = TRUE;
  lamina_session_history_adjust_range (lamina_session_get_history (self->session), &range);
  self->choosing_now = FALSE;
  return G_SOURCE_REMOVE;
}

void
lamina_timeline_canvas_queue_choice (LaminaTimelineCanvas *self)
{
  if (!self->choosing)
    self->choosing = gtk_widget_add_tick_callback (GTK_WIDGET (self), choose_range, NULL, NULL);
}

void
lamina_timeline_canvas_go_to (LaminaTimelineCanvas *self,
                              const LaminaSliceRef *slice)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  LaminaRange place;
  double distance;

  lamina_session_get_slice_range (self->session, slice, &place);
  distance = (lamina_span_get_distance (range->start, place.start)
              + lamina_span_get_distance (range->end, place.end)) / 2;
  lamina_session_pan (self->session, distance / (double) lamina_span_get (range));
}

/* How far down the row of a lane is the first that scrolls, and where it ends. FALSE when there is none, or it is pinned. */
static gboolean
find_scrolled (LaminaTimelineCanvas *self,
               guint                 track,
               guint                 depth,
               int                  *first,
               int                  *end)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int pinned, y, row_height;

  if (height < 1 || !lamina_timeline_find_row (run, &self->options, height, track, depth, &y, &row_height))
    return FALSE;
  pinned = lamina_timeline_get_pinned_height (run, &self->options, height);
  *first = y - self->options.ruler_height - pinned;
  *end = y + row_height;
  return *first >= 0;
}

static void
reveal_row (LaminaTimelineCanvas *self,
            const LaminaSliceRef *slice)
{
  LaminaTrack *track = lamina_run_get_track (lamina_session_get_run (self->session), slice->track);
  int first, end;

  if (find_scrolled (self, slice->track, lamina_track_get_depth (track, slice->slice), &first, &end))
    gtk_adjustment_clamp_page (self->adjustment, first, end);
}

static void
reveal_time (LaminaTimelineCanvas *self,
             const LaminaSliceRef *slice)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  LaminaRange place;

  lamina_session_get_slice_range (self->session, slice, &place);
  if (place.start >= range->start && place.end <= range->end)
    return;
  if (place.start < range->end && place.end > range->start && lamina_span_get (&place) > lamina_span_get (range))
    return;
  lamina_timeline_canvas_go_to (self, slice);
}

void
lamina_timeline_canvas_reveal_selection (LaminaTimelineCanvas *self)
{
  LaminaSliceRef slice = lamina_session_get_selection (self->session)->slice;

  if (!lamina_session_get_range (self->session) || slice.track == LAMINA_NONE)
    return;
  reveal_time (self, &slice);
  /* At once: only then its lane is there. */
  lamina_timeline_canvas_fit_tracks (self);
  reveal_row (self, &slice);
}

gint64
lamina_timeline_canvas_get_cursor_position (LaminaTimelineCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), 0);

  if (!self->session)
    return 0;
  return lamina_timeline_canvas_snap (self, lamina_timeline_canvas_has_menu_place (self)
                                              ? self->menu_x : lamina_timeline_canvas_get_zoom_place (self), TRUE);
}

void
lamina_timeline_canvas_reveal_track (LaminaTimelineCanvas *self,
                                     guint                 track)
{
  int first, end;

  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  if (self->session && find_scrolled (self, track, 0, &first, &end))
    gtk_adjustment_set_value (self->adjustment, first);
}

double
lamina_timeline_canvas_get_zoom_place (LaminaTimelineCanvas *self)
{
  if ((self->has_pointer || self->is_covered) && self->pointer_x >= self->options.names_width)
    return self->pointer_x;
  return self->options.names_width + lamina_timeline_canvas_get_plot_width (self) / 2.0;
}

void
lamina_timeline_canvas_zoom (LaminaTimelineCanvas *self,
                             double                factor)
{
  double x = lamina_timeline_canvas_get_zoom_place (self);

  lamina_session_zoom (self->session, factor, lamina_timeline_canvas_get_position (self, x));
}

void
lamina_timeline_canvas_scroll_by (LaminaTimelineCanvas *self,
                                  double                distance)
{
  gtk_adjustment_set_value (self->adjustment, gtk_adjustment_get_value (self->adjustment) + distance);
}
