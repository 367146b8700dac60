/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-edges.h"
#include "lamina-session-history.h"
#include "lamina-span.h"

/* How near an edge of a slice draws the pointer, in pixels, and how long a pan may rest before it is let go, in µs. */
#define REACH 7
#define REST_TIME 60000

/* The tracks that are hidden, whose edges nobody sees. */
static guint8 *
list_hidden (LaminaTimelineCanvas *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  LaminaArrangement *arrangement = lamina_session_get_arrangement (self->session);
  guint8 *hidden = g_new0 (guint8, MAX (lamina_run_get_n_tracks (run), 1));

  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTarget track = { LAMINA_TARGET_TRACK, i, 0, 0 };
      LaminaTarget group = { LAMINA_TARGET_GROUP, lamina_track_get_group (lamina_run_get_track (run, i)), 0, 0 };

      hidden[i] = (lamina_arrangement_get (arrangement, &track) & LAMINA_ARRANGEMENT_HIDDEN) != 0
                  || (group.track != LAMINA_NONE
                      && (lamina_arrangement_get (arrangement, &group) & LAMINA_ARRANGEMENT_HIDDEN) != 0);
    }
  return hidden;
}

gint64
lamina_timeline_canvas_snap (LaminaTimelineCanvas *self,
                             double                x,
                             gboolean              snapping)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  gint64 position = lamina_timeline_canvas_get_position (self, x);
  g_autofree guint8 *hidden = NULL;
  double per_px;

  if (!snapping || !range)
    return position;
  per_px = (double) lamina_span_get (range) / lamina_timeline_canvas_get_plot_width (self);
  hidden = list_hidden (self);
  lamina_edges_find (lamina_session_get_run (self->session), lamina_session_get_timebase (self->session), position,
                     (guint64) (REACH * per_px), hidden, &position);
  return position;
}

static gboolean
is_snapping (GtkGesture *gesture)
{
  return !(gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & GDK_ALT_MASK);
}

static gboolean
is_touch (GtkGesture *gesture)
{
  GdkDevice *device = gtk_gesture_get_device (gesture);

  return device && gdk_device_get_source (device) == GDK_SOURCE_TOUCHSCREEN;
}

/* What a drag that begins at a place does. A finger moves what is below it, as everywhere. */
static LaminaDrag
find_drag (LaminaTimelineCanvas *self,
           GtkGesture           *gesture,
           double                x,
           double                y)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (button == GDK_BUTTON_MIDDLE)
    return LAMINA_DRAG_PAN;
  if (button > GDK_BUTTON_PRIMARY)
    return LAMINA_DRAG_NONE;
  if ((state & GDK_SHIFT_MASK) || self->holds_space)
    return LAMINA_DRAG_PAN;
  if (x < self->options.names_width)
    return LAMINA_DRAG_NONE;
  if (state & GDK_CONTROL_MASK)
    return LAMINA_DRAG_ZOOM;
  if (lamina_timeline_canvas_pick_marker (self, x, y, &self->drag_marker, &self->drag_part))
    return LAMINA_DRAG_MARKER;
  return is_touch (gesture) ? LAMINA_DRAG_PAN : self->plain_drag;
}

static void
on_drag_begin (GtkGestureDrag       *gesture,
               double                x,
               double                y,
               LaminaTimelineCanvas *self)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;

  self->is_dragging = FALSE;
  self->drag = range ? find_drag (self, GTK_GESTURE (gesture), x, y) : LAMINA_DRAG_NONE;
  if (self->drag == LAMINA_DRAG_NONE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  lamina_timeline_canvas_rest (self);
  self->drag_range = *range;
  self->drag_scroll = gtk_adjustment_get_value (self->adjustment);
  self->drag_x = x;
  self->drag_anchor = lamina_timeline_canvas_snap (self, x, is_snapping (GTK_GESTURE (gesture)));
  self->drag_place = (LaminaRange) { self->drag_anchor, self->drag_anchor };
  if (self->drag == LAMINA_DRAG_MARKER)
    lamina_timeline_canvas_get_marker (self, self->drag_marker, &self->drag_place);
  self->drag_time = 0;
  self->drag_speed_x = self->drag_speed_y = self->drag_last_x = self->drag_last_y = 0;
}

static const char *
get_cursor (LaminaTimelineCanvas *self)
{
  switch (self->drag)
    {
    case LAMINA_DRAG_PAN:
      return "grabbing";
    case LAMINA_DRAG_MARKER:
      return self->drag_part == LAMINA_MARKER_WHOLE ? "grabbing" : "ew-resize";
    case LAMINA_DRAG_ZOOM:
      return "zoom-in";
    case LAMINA_DRAG_RANGE:
    case LAMINA_DRAG_NONE:
    default:
      return "text";
    }
}

/* The speed of the last tenth of a second or so, which a pan keeps when it is let go. */
static void
measure_speed (LaminaTimelineCanvas *self,
               double                dx,
               double                dy)
{
  gint64 now = g_get_monotonic_time ();
  double seconds = (double) (now - self->drag_time) / G_USEC_PER_SEC;

  if (self->drag_time && seconds > 0)
    {
      double weight = MIN (seconds / 0.05, 1);

      self->drag_speed_x += ((dx - self->drag_last_x) / seconds - self->drag_speed_x) * weight;
      self->drag_speed_y += ((dy - self->drag_last_y) / seconds - self->drag_speed_y) * weight;
    }
  self->drag_time = now;
  self->drag_last_x = dx;
  self->drag_last_y = dy;
}

static void
drag_pan (LaminaTimelineCanvas *self,
          double                dx,
          double                dy)
{
  LaminaRange bounds, range = self->drag_range;
  double per_px = (double) lamina_span_get (&range) / lamina_timeline_canvas_get_plot_width (self);

  measure_speed (self, dx, dy);
  lamina_session_get_bounds (self->session, &bounds);
  lamina_span_move (&range, -dx * per_px, &bounds);
  lamina_session_set_range (self->session, range.start, range.end);
  gtk_adjustment_set_value (self->adjustment, self->drag_scroll - dy);
}

/* A label moves both ends, with the first of them drawn to an edge. */
static void
drag_marker (LaminaTimelineCanvas *self,
             double                x,
             gboolean              snapping)
{
  LaminaRange place = self->drag_place;
  gint64 here = lamina_timeline_canvas_snap (self, x, snapping);
  double per_px = (double) lamina_span_get (&self->drag_range) / lamina_timeline_canvas_get_plot_width (self);

  if (self->drag_part == LAMINA_MARKER_WHOLE || place.start == place.end)
    {
      gint64 length = (gint64) lamina_span_get (&place);
      double start = self->options.names_width
                     + lamina_span_get_distance (self->drag_range.start, place.start) / per_px + x - self->drag_x;

      /* What begins out of view is drawn to no edge there. */
      if (start < self->options.names_width || start > gtk_widget_get_width (GTK_WIDGET (self)))
        {
          LaminaRange bounds;

          lamina_session_get_bounds (self->session, &bounds);
          lamina_span_move (&place, (x - self->drag_x) * per_px, &bounds);
        }
      else
        {
          place.start = lamina_timeline_canvas_snap (self, start, snapping);
          place.end = lamina_add_saturating (place.start, length);
        }
    }
  else if (self->drag_part == LAMINA_MARKER_START)
    place.start = here;
  else
    place.end = here;
  lamina_timeline_canvas_move_marker (self, self->drag_marker, &(LaminaRange) { MIN (place.start, place.end),
                                                                                MAX (place.start, place.end) });
}

static void
on_drag_update (GtkGestureDrag       *gesture,
                double                dx,
                double                dy,
                LaminaTimelineCanvas *self)
{
  gboolean snapping = is_snapping (GTK_GESTURE (gesture));
  gint64 here;

  if (!self->session || self->drag == LAMINA_DRAG_NONE)
    return;
  if (!self->is_dragging)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy))
        return;
      self->is_dragging = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), get_cursor (self));
    }
  here = lamina_timeline_canvas_snap (self, self->drag_x + dx, snapping);
  switch (self->drag)
    {
    case LAMINA_DRAG_PAN:
      drag_pan (self, dx, dy);
      break;
    case LAMINA_DRAG_RANGE:
      lamina_session_set_marked_range (self->session, MIN (here, self->drag_anchor), MAX (here, self->drag_anchor));
      break;
    case LAMINA_DRAG_ZOOM:
      self->drag_place = (LaminaRange) { MIN (here, self->drag_anchor), MAX (here, self->drag_anchor) };
      lamina_timeline_canvas_drop_markers (self);
      break;
    case LAMINA_DRAG_MARKER:
      drag_marker (self, self->drag_x + dx, snapping);
      break;
    case LAMINA_DRAG_NONE:
    default:
      break;
    }
}

static void
on_drag_end (GtkGestureDrag       *gesture,
             double                dx,
             double                dy,
             LaminaTimelineCanvas *self)
{
  LaminaDrag drag = self->drag;

  self->drag = LAMINA_DRAG_NONE;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  lamina_timeline_canvas_drop_markers (self);
  if (!self->session || !self->is_dragging)
    return;
  if (drag == LAMINA_DRAG_PAN && self->drag_time && g_get_monotonic_time () - self->drag_time < REST_TIME)
    lamina_timeline_canvas_fling (self, -self->drag_speed_x, -self->drag_speed_y);
  if (drag == LAMINA_DRAG_ZOOM && self->drag_place.end > self->drag_place.start)
    {
      lamina_session_history_keep (lamina_session_get_history (self->session));
      lamina_session_set_range (self->session, self->drag_place.start, self->drag_place.end);
    }
}

static void
on_drag_cancel (GtkGesture           *gesture,
                GdkEventSequence     *sequence,
                LaminaTimelineCanvas *self)
{
  self->drag = LAMINA_DRAG_NONE;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  lamina_timeline_canvas_drop_markers (self);
}

void
lamina_timeline_canvas_add_drag (LaminaTimelineCanvas *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}
