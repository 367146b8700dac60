/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-span.h"

#include <math.h>

/* One notch of a wheel. */
#define ZOOM_NOTCH 1.25
#define PAN_NOTCH 0.1
#define SCROLL_NOTCH 46

/* One press of a key, and how fast it goes on while the key is held, for each second. */
#define ZOOM_PRESS 0.8
#define PAN_PRESS 0.1
#define ZOOM_SPEED 2.0
#define PAN_SPEED 1.2

enum
{
  MOVE_IN = 1 << 0,
  MOVE_OUT = 1 << 1,
  MOVE_LEFT = 1 << 2,
  MOVE_RIGHT = 1 << 3,
};

/* Zooming keeps the position under the pointer, or the middle when the pointer is elsewhere. */
static void
zoom (LaminaTimelineCanvas *self,
      double                factor)
{
  gboolean inside = self->has_pointer && self->pointer_x >= self->options.names_width;
  double x = inside ? self->pointer_x : self->options.names_width + lamina_timeline_canvas_get_plot_width (self) / 2.0;

  lamina_session_zoom (self->session, factor, lamina_timeline_canvas_get_position (self, x));
}

static void
scroll_by (LaminaTimelineCanvas *self,
           double                distance)
{
  gtk_adjustment_set_value (self->adjustment, gtk_adjustment_get_value (self->adjustment) + distance);
}

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
      zoom (self, pow (ZOOM_NOTCH, dy * notch));
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
    scroll_by (self, dy * notch * SCROLL_NOTCH);
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
    zoom (self, (double) lamina_span_get (&self->drag_range) / scale / (double) lamina_span_get (range));
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

  for (guint32 i = target->first; i < target->first + target->n && i < slices->n; i++)
    if (slices->duration[i] > slices->duration[longest.slice])
      longest.slice = i;
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

/* Brings a slice that is out of view to the middle, at the same zoom. */
static void
go_to (LaminaTimelineCanvas *self,
       const LaminaSliceRef *slice)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  LaminaRange place;
  double distance;

  lamina_session_get_slice_range (self->session, slice, &place);
  distance = (lamina_span_get_distance (range->start, place.start) + lamina_span_get_distance (range->end, place.end)) / 2;
  lamina_session_pan (self->session, distance / (double) lamina_span_get (range));
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
      go_to (self, &(LaminaSliceRef) { target.track, target.first });
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

  if (!self->session)
    return;
  lamina_session_get_bounds (self->session, &bounds);
  lamina_span_move (&range, -dx / lamina_timeline_canvas_get_plot_width (self) * (double) lamina_span_get (&range), &bounds);
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

static void
move (LaminaTimelineCanvas *self,
      guint                 keys,
      double                zoom_in,
      double                part)
{
  if (keys & MOVE_IN)
    zoom (self, zoom_in);
  if (keys & MOVE_OUT)
    zoom (self, 1 / zoom_in);
  if (keys & MOVE_LEFT)
    lamina_session_pan (self->session, -part);
  if (keys & MOVE_RIGHT)
    lamina_session_pan (self->session, part);
}

static gboolean
on_tick (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = self->tick_time ? MIN ((double) (now - self->tick_time) / G_USEC_PER_SEC, 0.1) : 0;

  self->tick_time = now;
  move (self, self->held_keys, exp (-ZOOM_SPEED * seconds), PAN_SPEED * seconds);
  return G_SOURCE_CONTINUE;
}

void
lamina_timeline_canvas_stop_moving (LaminaTimelineCanvas *self)
{
  self->held_keys = 0;
  if (self->tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
}

static void
start_moving (LaminaTimelineCanvas *self,
              guint                 key)
{
  if (self->held_keys & key)
    return;
  move (self, key, ZOOM_PRESS, PAN_PRESS);
  self->held_keys |= key;
  self->tick_time = 0;
  if (!self->tick)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

/* The four keys under the left hand, wherever the layout of the keyboard puts their letters; the letters themselves when
   the event comes without a place, as those of assistive tools do. */
static guint
get_move (guint keyval,
          guint keycode)
{
  switch (keycode ? keycode : gdk_keyval_to_lower (keyval) << 16)
    {
    case 25:
    case GDK_KEY_w << 16:
      return MOVE_IN;
    case 39:
    case GDK_KEY_s << 16:
      return MOVE_OUT;
    case 38:
    case GDK_KEY_a << 16:
      return MOVE_LEFT;
    case 40:
    case GDK_KEY_d << 16:
      return MOVE_RIGHT;
    default:
      return 0;
    }
}

/* Selects a neighbour of the selected slice on its lane. */
static void
step (LaminaTimelineCanvas *self,
      int                   by)
{
  LaminaSliceRef slice = lamina_session_get_selection (self->session)->slice;
  LaminaTrack *track;
  const LaminaSlices *slices;
  guint depth;

  if (slice.track == LAMINA_NONE)
    return;
  track = lamina_run_get_track (lamina_session_get_run (self->session), slice.track);
  slices = lamina_track_get_slices (track);
  depth = lamina_track_get_depth (track, slice.slice);
  if (by < 0 ? slice.slice <= slices->first[depth] : slice.slice + 1 >= slices->first[depth + 1])
    return;
  slice.slice += (guint32) by;
  lamina_session_select_slice (self->session, &slice);
}

static void
step_up (LaminaTimelineCanvas *self)
{
  LaminaSliceRef slice = lamina_session_get_selection (self->session)->slice;

  if (slice.track == LAMINA_NONE)
    return;
  slice.slice = lamina_track_get_parent (lamina_run_get_track (lamina_session_get_run (self->session), slice.track),
                                         slice.slice);
  if (slice.slice != LAMINA_NONE)
    lamina_session_select_slice (self->session, &slice);
}

static void
step_down (LaminaTimelineCanvas *self)
{
  LaminaSliceRef slice = lamina_session_get_selection (self->session)->slice;
  LaminaSliceRef child = slice;
  LaminaTrack *track;
  const LaminaSlices *slices;
  guint depth;

  if (slice.track == LAMINA_NONE)
    return;
  track = lamina_run_get_track (lamina_session_get_run (self->session), slice.track);
  slices = lamina_track_get_slices (track);
  depth = lamina_track_get_depth (track, slice.slice) + 1;
  if (depth >= slices->n_lanes)
    return;
  child.slice = lamina_track_find_slice (track, depth, slices->start[slice.slice]);
  if (child.slice < slices->first[depth + 1] && lamina_track_get_parent (track, child.slice) == slice.slice)
    lamina_session_select_slice (self->session, &child);
}

static gboolean
press_key (LaminaTimelineCanvas *self,
           guint                 keyval)
{
  switch (keyval)
    {
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
    case GDK_KEY_z:
    case GDK_KEY_Z:
      lamina_session_show_all (self->session);
      break;
    case GDK_KEY_f:
    case GDK_KEY_F:
      lamina_session_show_selection (self->session);
      break;
    case GDK_KEY_Left:
    case GDK_KEY_comma:
      step (self, -1);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_period:
      step (self, 1);
      break;
    case GDK_KEY_Up:
      step_up (self);
      break;
    case GDK_KEY_Down:
      step_down (self);
      break;
    case GDK_KEY_Page_Up:
      scroll_by (self, -gtk_adjustment_get_page_increment (self->adjustment));
      break;
    case GDK_KEY_Page_Down:
      scroll_by (self, gtk_adjustment_get_page_increment (self->adjustment));
      break;
    case GDK_KEY_Escape:
      if (!lamina_session_has_selection (self->session))
        return GDK_EVENT_PROPAGATE;
      lamina_session_select_slice (self->session, NULL);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                LaminaTimelineCanvas  *self)
{
  guint key = get_move (keyval, keycode);

  if (!self->session || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK | GDK_META_MASK)))
    return GDK_EVENT_PROPAGATE;
  if (!key)
    return press_key (self, keyval);
  start_moving (self, key);
  return GDK_EVENT_STOP;
}

static void
on_key_released (GtkEventControllerKey *controller,
                 guint                  keyval,
                 guint                  keycode,
                 GdkModifierType        state,
                 LaminaTimelineCanvas  *self)
{
  self->held_keys &= ~get_move (keyval, keycode);
  if (!self->held_keys)
    lamina_timeline_canvas_stop_moving (self);
}

static void
add_pointer (LaminaTimelineCanvas *self)
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

void
lamina_timeline_canvas_add_controllers (LaminaTimelineCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  add_pointer (self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (lamina_timeline_canvas_stop_moving), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
