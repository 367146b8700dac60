/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-session-history.h"
#include "lamina-span.h"
#include "lamina-widget.h"

#include <math.h>

/* One notch of a wheel. */
#define ZOOM_NOTCH 1.25
#define PAN_NOTCH 0.1
#define SCROLL_NOTCH 46

#define BUTTON_BACK 8
#define BUTTON_FORWARD 9

/* Touchpads tell pixels, which are followed at once; wheels tell notches, which take a few frames. */
static void
scroll_pixels (LaminaTimelineCanvas *self,
               GdkModifierType       state,
               double                dx,
               double                dy)
{
  if (state & GDK_CONTROL_MASK)
    lamina_timeline_canvas_zoom (self, pow (ZOOM_NOTCH, dy / SCROLL_NOTCH));
  else if (state & GDK_SHIFT_MASK)
    lamina_session_pan (self->session, (dx + dy) / lamina_timeline_canvas_get_plot_width (self));
  else
    {
      if (dx != 0)
        lamina_session_pan (self->session, dx / lamina_timeline_canvas_get_plot_width (self));
      lamina_timeline_canvas_scroll_by (self, dy);
    }
}

static void
scroll_notches (LaminaTimelineCanvas *self,
                GdkModifierType       state,
                double                dx,
                double                dy)
{
  if (state & GDK_CONTROL_MASK)
    lamina_timeline_canvas_glide_zoom (self, pow (ZOOM_NOTCH, dy));
  else if (state & GDK_SHIFT_MASK)
    lamina_timeline_canvas_glide_pan (self, (dx + dy) * PAN_NOTCH);
  else
    {
      if (dx != 0)
        lamina_timeline_canvas_glide_pan (self, dx * PAN_NOTCH);
      lamina_timeline_canvas_scroll_by (self, dy * SCROLL_NOTCH);
    }
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           LaminaTimelineCanvas     *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (!self->session || !lamina_session_get_range (self->session))
    return GDK_EVENT_PROPAGATE;
  self->wheel_time = g_get_monotonic_time ();
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    scroll_pixels (self, state, dx, dy);
  else
    scroll_notches (self, state, dx, dy);
  return GDK_EVENT_STOP;
}

/* Fingers that leave a touchpad in motion; the speed is in pixels for each second. */
static void
on_decelerate (GtkEventControllerScroll *controller,
               double                    speed_x,
               double                    speed_y,
               LaminaTimelineCanvas     *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (!self->session || (state & GDK_CONTROL_MASK))
    return;
  if (state & GDK_SHIFT_MASK)
    lamina_timeline_canvas_fling (self, speed_x + speed_y, 0);
  else
    lamina_timeline_canvas_fling (self, speed_x, speed_y);
}

/* What is between the fingers stays there. The first of them may have begun to drag, which ends. */
static void
on_pinch_begin (GtkGesture           *gesture,
                GdkEventSequence     *sequence,
                LaminaTimelineCanvas *self)
{
  double x, y;

  self->pinch_span = 0;
  if (!self->session || !lamina_session_get_range (self->session))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  lamina_timeline_canvas_rest (self);
  if (!gtk_gesture_is_recognized (gesture) || !gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    x = lamina_timeline_canvas_get_zoom_place (self);
  self->pinch_anchor = lamina_timeline_canvas_get_position (self, MAX (x, self->options.names_width));
  self->pinch_span = lamina_span_get (lamina_session_get_range (self->session));
}

static void
on_pinch (GtkGestureZoom       *gesture,
          double                scale,
          LaminaTimelineCanvas *self)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;

  if (range && scale > 0 && self->pinch_span > 0)
    lamina_session_zoom (self->session, (double) self->pinch_span / scale / (double) lamina_span_get (range),
                         self->pinch_anchor);
}

/* What can be taken hold of says so. */
static void
update_cursor (LaminaTimelineCanvas *self)
{
  LaminaMarkerPart part;
  guint id;

  if (self->drag != LAMINA_DRAG_NONE)
    return;
  if (self->holds_space)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grab");
  else if (self->has_pointer && lamina_timeline_canvas_is_at_edge (self, self->pointer_x))
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "col-resize");
  else if (self->has_pointer && self->pointer_x >= self->options.names_width
           && lamina_timeline_canvas_pick_marker (self, self->pointer_x, self->pointer_y, &id, &part))
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), part == LAMINA_MARKER_WHOLE ? "grab" : "ew-resize");
  else
    gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
}

void
lamina_timeline_canvas_hold_space (LaminaTimelineCanvas *self,
                                   gboolean              held)
{
  if (self->holds_space == held)
    return;
  self->holds_space = held;
  update_cursor (self);
}

static void
on_motion (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           LaminaTimelineCanvas     *self)
{
  LaminaTarget target;
  GdkRectangle area;

  self->has_pointer = TRUE;
  self->is_covered = FALSE;
  self->pointer_x = x;
  self->pointer_y = y;
  if (!self->session)
    return;
  update_cursor (self);
  lamina_timeline_canvas_wait_for_rest (self);
  lamina_track_names_queue_update (self->names);
  lamina_timeline_canvas_pick (self, x, y, &target, &area);
  if (memcmp (&target, &self->hover, sizeof target) == 0)
    return;
  self->hover = target;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_enter (GtkEventControllerMotion *controller,
          double                    x,
          double                    y,
          LaminaTimelineCanvas     *self)
{
  lamina_widget_find_pointer (GTK_WIDGET (self), &x, &y);
  on_motion (controller, x, y, self);
}

static void
on_leave (GtkEventControllerMotion *controller,
          LaminaTimelineCanvas     *self)
{
  self->has_pointer = FALSE;
  self->is_covered = lamina_widget_is_covered (GTK_WIDGET (self));
  self->hover = (LaminaTarget) { 0 };
  lamina_track_names_queue_update (self->names);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  lamina_timeline_canvas_leave_fit (self);
}

LaminaSliceRef
lamina_timeline_canvas_choose_slice (LaminaTimelineCanvas *self,
                                     const LaminaTarget   *target)
{
  LaminaTrack *track = lamina_run_get_track (lamina_session_get_run (self->session), target->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  LaminaSliceRef longest = { target->track, target->first };

  for (guint32 i = target->first, n = 0; n < target->n && i < slices->n; i++)
    {
      if (target->only != 0 && slices->family[i] != target->only - 1)
        continue;
      if (slices->duration[i] > slices->duration[longest.slice])
        longest.slice = i;
      n++;
    }
  return longest;
}

LaminaSliceRef
lamina_timeline_canvas_find_whole (LaminaTimelineCanvas *self,
                                   const LaminaSliceRef *slice)
{
  LaminaTrack *track = lamina_run_get_track (lamina_session_get_run (self->session), slice->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint32 parent;

  if ((slices->flags[slice->slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK)
    return *slice;
  parent = lamina_track_get_parent (track, slice->slice);
  return parent == LAMINA_NONE ? *slice : (LaminaSliceRef) { slice->track, parent };
}

/* A click on a part selects the whole; on a part of what is selected, the part. */
static LaminaSliceRef
find_clicked (LaminaTimelineCanvas *self,
              const LaminaTarget   *target)
{
  LaminaSliceRef slice = lamina_timeline_canvas_choose_slice (self, target);
  LaminaSliceRef whole = lamina_timeline_canvas_find_whole (self, &slice);
  LaminaSliceRef selected = lamina_session_get_selection (self->session)->slice;

  if (selected.track == whole.track && selected.slice == whole.slice)
    return slice;
  return whole;
}

/* Adds the layer of a slice to the selected ones, or takes it away. */
static void
toggle (LaminaTimelineCanvas *self,
        const LaminaTarget   *target)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  LaminaSliceRef slice = find_clicked (self, target);
  guint32 layer = lamina_column_row (lamina_track_get_slices (lamina_run_get_track (run, slice.track))->layer,
                                     slice.slice);

  self->selecting = TRUE;
  if (layer != LAMINA_NONE)
    lamina_session_toggle_layer (self->session, layer);
  else
    lamina_session_select_slice (self->session, &slice);
  self->selecting = FALSE;
}

static void
select_nothing (LaminaTimelineCanvas *self)
{
  lamina_timeline_canvas_select (self, NULL);
  lamina_session_clear_marked_range (self->session);
}

static void
click (LaminaTimelineCanvas *self,
       GdkModifierType       state,
       double                x,
       double                y)
{
  LaminaTarget target;
  LaminaSliceRef slice;
  GdkRectangle area;

  lamina_timeline_canvas_pick (self, x, y, &target, &area);
  if (target.kind == LAMINA_TARGET_OUTSIDE)
    {
      lamina_session_history_keep (lamina_session_get_history (self->session));
      lamina_timeline_canvas_go_to (self, &(LaminaSliceRef) { target.track, target.first });
    }
  else if (target.kind == LAMINA_TARGET_SLICES && target.n > 0)
    {
      if (state & GDK_CONTROL_MASK)
        {
          toggle (self, &target);
          return;
        }
      slice = find_clicked (self, &target);
      lamina_timeline_canvas_select (self, &slice);
    }
  else if (x >= self->options.names_width && y >= self->options.ruler_height)
    select_nothing (self);
}

static void
toggle_scale (LaminaTimelineCanvas *self,
              guint32               track)
{
  const LaminaTarget item = { .kind = LAMINA_TARGET_TRACK, .track = track };
  LaminaArrangement *arrangement = lamina_session_get_arrangement (self->session);
  gboolean is_fixed = (lamina_arrangement_get (arrangement, &item) & LAMINA_ARRANGEMENT_FIXED) != 0;
  g_autoptr (LaminaArrangement) other = lamina_arrangement_set (arrangement, &item, LAMINA_ARRANGEMENT_FIXED, !is_fixed);

  lamina_session_set_arrangement (self->session, other);
}

/* Zooms to a slice; of a counter, keeps the scale or lets it go. */
static void
act_on (LaminaTimelineCanvas *self,
        double                x,
        double                y)
{
  LaminaTarget target;
  GdkRectangle area;
  LaminaSliceRef slice, whole;

  lamina_timeline_canvas_pick (self, x, y, &target, &area);
  if (target.kind == LAMINA_TARGET_SAMPLES)
    toggle_scale (self, target.track);
  if (target.kind != LAMINA_TARGET_SLICES || target.n == 0)
    return;
  slice = lamina_timeline_canvas_choose_slice (self, &target);
  whole = lamina_timeline_canvas_find_whole (self, &slice);
  lamina_session_history_keep (lamina_session_get_history (self->session));
  lamina_session_show_slice (self->session, &whole);
}

static void
on_pressed (GtkGestureClick      *gesture,
            int                   n_press,
            double                x,
            double                y,
            LaminaTimelineCanvas *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  LaminaSessionHistory *history;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->is_dragging = FALSE;
  if (!self->session)
    return;
  lamina_timeline_canvas_rest (self);
  history = lamina_session_get_history (self->session);
  if (button == BUTTON_BACK)
    lamina_session_history_go_back (history);
  else if (button == BUTTON_FORWARD)
    lamina_session_history_go_forward (history);
  else if (button == GDK_BUTTON_SECONDARY)
    lamina_timeline_canvas_open_menu (self, x, y);
  else if (button <= GDK_BUTTON_PRIMARY && n_press == 2)
    act_on (self, x, y);
}

/* A click is done when the button is let go where it was pressed: a drag from a slice selects nothing. */
static void
on_released (GtkGestureClick      *gesture,
             int                   n_press,
             double                x,
             double                y,
             LaminaTimelineCanvas *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (!self->session || self->is_dragging || button > GDK_BUTTON_PRIMARY || n_press > 1 || (state & GDK_SHIFT_MASK))
    return;
  click (self, state, x, y);
}

void
lamina_timeline_canvas_add_pointer (LaminaTimelineCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES
                                                                | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
  GtkGesture *click_gesture = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (scroll, "decelerate", G_CALLBACK (on_decelerate), self);
  gtk_widget_add_controller (widget, scroll);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click_gesture), 0);
  g_signal_connect (click_gesture, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click_gesture, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click_gesture));
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  lamina_timeline_canvas_add_drag (self);
}
