/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-span.h"

#include <math.h>

/* One notch of a wheel. */
#define ZOOM_NOTCH 1.25
#define PAN_NOTCH 0.1
#define SCROLL_NOTCH 46

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           LaminaTimelineCanvas     *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean pixels = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  double notch = pixels ? 1.0 / SCROLL_NOTCH : 1.0;

  if (!self->session)
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_CONTROL_MASK)
    {
      lamina_timeline_canvas_zoom (self, pow (ZOOM_NOTCH, dy * notch));
      return GDK_EVENT_STOP;
    }
  if (state & GDK_SHIFT_MASK)
    {
      dx += dy;
      dy = 0;
    }
  if (dx != 0)
    lamina_session_pan (self->session, pixels ? dx / lamina_timeline_canvas_get_plot_width (self) : dx * PAN_NOTCH);
  if (dy != 0)
    lamina_timeline_canvas_scroll_by (self, dy * notch * SCROLL_NOTCH);
  return GDK_EVENT_STOP;
}

static void
on_pinch_begin (GtkGesture           *gesture,
                GdkEventSequence     *sequence,
                LaminaTimelineCanvas *self)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;

  if (range)
    self->drag_range = *range;
}

static void
on_pinch (GtkGestureZoom       *gesture,
          double                scale,
          LaminaTimelineCanvas *self)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;

  if (range && scale > 0)
    lamina_timeline_canvas_zoom (self, (double) lamina_span_get (&self->drag_range) / scale
                                         / (double) lamina_span_get (range));
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
  self->pointer_x = x;
  self->pointer_y = y;
  if (!self->session)
    return;
  lamina_timeline_canvas_pick (self, x, y, &target, &area);
  if (memcmp (&target, &self->hover, sizeof target) == 0)
    return;
  self->hover = target;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (GtkEventControllerMotion *controller,
          LaminaTimelineCanvas     *self)
{
  self->has_pointer = FALSE;
  self->hover = (LaminaTarget) { 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
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

static void
on_pressed (GtkGestureClick      *gesture,
            int                   n_press,
            double                x,
            double                y,
            LaminaTimelineCanvas *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  LaminaTarget target;
  LaminaSliceRef slice;
  GdkRectangle area;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->session || (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)))
    return;
  lamina_timeline_canvas_pick (self, x, y, &target, &area);
  if (target.kind == LAMINA_TARGET_OUTSIDE)
    {
      lamina_timeline_canvas_go_to (self, &(LaminaSliceRef) { target.track, target.first });
      return;
    }
  if (target.kind != LAMINA_TARGET_SLICES || target.n == 0)
    {
      if (x >= self->options.names_width && y >= self->options.ruler_height)
        lamina_timeline_canvas_select (self, NULL);
      return;
    }
  if (n_press == 2)
    {
      lamina_session_show_selection (self->session);
      return;
    }
  slice = find_clicked (self, &target);
  lamina_timeline_canvas_select (self, &slice);
}

static void
on_drag_begin (GtkGestureDrag       *gesture,
               double                x,
               double                y,
               LaminaTimelineCanvas *self)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (!range || !(button == GDK_BUTTON_MIDDLE || (button == GDK_BUTTON_PRIMARY && (state & GDK_SHIFT_MASK))))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_range = *range;
  self->drag_scroll = gtk_adjustment_get_value (self->adjustment);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
}

static void
on_drag_update (GtkGestureDrag       *gesture,
                double                dx,
                double                dy,
                LaminaTimelineCanvas *self)
{
  LaminaRange bounds, range = self->drag_range;
  double per_px = (double) lamina_span_get (&range) / lamina_timeline_canvas_get_plot_width (self);

  if (!self->session)
    return;
  lamina_session_get_bounds (self->session, &bounds);
  lamina_span_move (&range, -dx * per_px, &bounds);
  lamina_session_set_range (self->session, range.start, range.end);
  gtk_adjustment_set_value (self->adjustment, self->drag_scroll - dy);
}

static void
on_drag_end (GtkGestureDrag       *gesture,
             double                dx,
             double                dy,
             LaminaTimelineCanvas *self)
{
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
}

void
lamina_timeline_canvas_add_pointer (LaminaTimelineCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}
