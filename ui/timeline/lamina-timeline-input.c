/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-input.h"

#include "lamina-action-table.h"
#include "lamina-session-history.h"
#include "lamina-session-steps.h"
#include "lamina-span.h"
#include "lamina-timeline-target.h"
#include "lamina-widget.h"

#include <math.h>

/* One notch of a wheel. */
#define ZOOM_NOTCH 1.25
#define PAN_NOTCH 0.1
#define SCROLL_NOTCH 46

#define BUTTON_BACK 8
#define BUTTON_FORWARD 9

/* @is_dragging from when a drag has gone further than a click may until the next press. */
struct _LaminaTimelineInput
{
  LaminaTimelineCanvas *canvas;
  LaminaTimelineNavigator *navigator;
  LaminaSession *session;
  LaminaTimelineDrag plain_drag;
  LaminaTimelineDrag drag;
  LaminaMarkerPart part;
  gboolean is_dragging;
  gboolean holds_space;
  guint64 pinch_span;
  gint64 pinch_anchor;
};

static GdkModifierType
get_state (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
}

static const LaminaRange *
get_range (LaminaTimelineInput *self)
{
  return self->session ? lamina_session_get_range (self->session) : NULL;
}

static GdkRectangle
get_plot (LaminaTimelineInput *self)
{
  GdkRectangle plot;

  lamina_timeline_canvas_get_plot (self->canvas, &plot);
  return plot;
}

static gboolean
is_right_of_names (LaminaTimelineInput *self,
                   double               x)
{
  return x >= get_plot (self).x;
}

/* Touchpads tell pixels, which are followed at once; wheels tell notches, which take a few frames. */
static void
scroll_pixels (LaminaTimelineInput *self,
               GdkModifierType      state,
               double               dx,
               double               dy)
{
  double width = lamina_timeline_navigator_get_width (self->navigator);

  if (state & GDK_CONTROL_MASK)
    lamina_timeline_navigator_zoom (self->navigator, pow (ZOOM_NOTCH, dy / SCROLL_NOTCH));
  else if (state & GDK_SHIFT_MASK)
    lamina_session_pan (self->session, (dx + dy) / width);
  else
    {
      if (dx != 0)
        lamina_session_pan (self->session, dx / width);
      lamina_timeline_navigator_scroll (self->navigator, dy);
    }
}

static void
scroll_notches (LaminaTimelineInput *self,
                GdkModifierType      state,
                double               dx,
                double               dy)
{
  if (state & GDK_CONTROL_MASK)
    lamina_timeline_navigator_glide_zoom (self->navigator, pow (ZOOM_NOTCH, dy));
  else if (state & GDK_SHIFT_MASK)
    lamina_timeline_navigator_glide_pan (self->navigator, (dx + dy) * PAN_NOTCH);
  else
    {
      if (dx != 0)
        lamina_timeline_navigator_glide_pan (self->navigator, dx * PAN_NOTCH);
      lamina_timeline_navigator_scroll (self->navigator, dy * SCROLL_NOTCH);
    }
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           LaminaTimelineInput      *self)
{
  if (!get_range (self))
    return GDK_EVENT_PROPAGATE;
  lamina_timeline_navigator_note_wheel (self->navigator);
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    scroll_pixels (self, get_state (controller), dx, dy);
  else
    scroll_notches (self, get_state (controller), dx, dy);
  return GDK_EVENT_STOP;
}

/* Fingers that leave a touchpad in motion; the speed is in pixels for each second. */
static void
on_decelerate (GtkEventControllerScroll *controller,
               double                    speed_x,
               double                    speed_y,
               LaminaTimelineInput      *self)
{
  GdkModifierType state = get_state (controller);

  if (!self->session || (state & GDK_CONTROL_MASK))
    return;
  if (state & GDK_SHIFT_MASK)
    lamina_timeline_navigator_fling (self->navigator, speed_x + speed_y, 0);
  else
    lamina_timeline_navigator_fling (self->navigator, speed_x, speed_y);
}

/* What is between the fingers stays there. The first of them may have begun to drag, which ends. */
static void
on_pinch_begin (GtkGesture          *gesture,
                GdkEventSequence    *sequence,
                LaminaTimelineInput *self)
{
  double x, y;

  self->pinch_span = 0;
  if (!get_range (self))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  lamina_timeline_navigator_rest (self->navigator);
  if (!gtk_gesture_is_recognized (gesture) || !gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    x = lamina_timeline_navigator_get_zoom_place (self->navigator);
  self->pinch_anchor = lamina_timeline_navigator_get_position (self->navigator, x);
  self->pinch_span = lamina_span_get (get_range (self));
}

static void
on_pinch (GtkGestureZoom      *gesture,
          double               scale,
          LaminaTimelineInput *self)
{
  const LaminaRange *range = get_range (self);

  if (range && scale > 0 && self->pinch_span > 0)
    lamina_session_zoom (self->session, (double) self->pinch_span / scale / (double) lamina_span_get (range),
                         self->pinch_anchor);
}

void
lamina_timeline_input_update_cursor (LaminaTimelineInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->canvas);
  LaminaMarkerPart part;
  double x, y;
  gboolean has_pointer = lamina_canvas_get_pointer (LAMINA_CANVAS (self->canvas), &x, &y);
  guint id;

  if (lamina_timeline_navigator_is_dragging (self->navigator))
    return;
  if (self->holds_space)
    gtk_widget_set_cursor_from_name (widget, "grab");
  else if (has_pointer && lamina_timeline_canvas_is_at_edge (self->canvas, x))
    gtk_widget_set_cursor_from_name (widget, "col-resize");
  else if (has_pointer && is_right_of_names (self, x)
           && lamina_timeline_canvas_pick_marker (self->canvas, x, y, &id, &part))
    gtk_widget_set_cursor_from_name (widget, part == LAMINA_MARKER_WHOLE ? "grab" : "ew-resize");
  else
    gtk_widget_set_cursor (widget, NULL);
}

static void
hold_space (LaminaTimelineInput *self,
            gboolean             held)
{
  if (self->holds_space == held)
    return;
  self->holds_space = held;
  lamina_timeline_input_update_cursor (self);
}

static gboolean
is_snapping (gpointer gesture)
{
  return !(get_state (gesture) & GDK_ALT_MASK);
}

/* What a drag that begins at a place does. A finger moves what is below it, as everywhere. */
static LaminaTimelineDrag
find_drag (LaminaTimelineInput *self,
           GtkGesture          *gesture,
           double               x,
           double               y,
           guint               *marker)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkModifierType state = get_state (gesture);
  GdkDevice *device = gtk_gesture_get_device (gesture);

  if (button == GDK_BUTTON_MIDDLE)
    return LAMINA_TIMELINE_DRAG_PAN;
  if (button > GDK_BUTTON_PRIMARY)
    return LAMINA_TIMELINE_DRAG_NONE;
  if ((state & GDK_SHIFT_MASK) || self->holds_space)
    return LAMINA_TIMELINE_DRAG_PAN;
  if (!is_right_of_names (self, x))
    return LAMINA_TIMELINE_DRAG_NONE;
  if (state & GDK_CONTROL_MASK)
    return LAMINA_TIMELINE_DRAG_ZOOM;
  if (lamina_timeline_canvas_pick_marker (self->canvas, x, y, marker, &self->part))
    return LAMINA_TIMELINE_DRAG_MARKER;
  return device && gdk_device_get_source (device) == GDK_SOURCE_TOUCHSCREEN ? LAMINA_TIMELINE_DRAG_PAN : self->plain_drag;
}

static void
on_drag_begin (GtkGestureDrag      *gesture,
               double               x,
               double               y,
               LaminaTimelineInput *self)
{
  guint marker = 0;

  self->is_dragging = FALSE;
  self->drag = get_range (self) ? find_drag (self, GTK_GESTURE (gesture), x, y, &marker) : LAMINA_TIMELINE_DRAG_NONE;
  if (self->drag == LAMINA_TIMELINE_DRAG_NONE)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
  else
    lamina_timeline_navigator_begin_drag (self->navigator, self->drag, x, is_snapping (gesture), marker, self->part);
}

static const char *
get_cursor (LaminaTimelineInput *self)
{
  switch (self->drag)
    {
    case LAMINA_TIMELINE_DRAG_PAN:
      return "grabbing";
    case LAMINA_TIMELINE_DRAG_MARKER:
      return self->part == LAMINA_MARKER_WHOLE ? "grabbing" : "ew-resize";
    case LAMINA_TIMELINE_DRAG_ZOOM:
      return "zoom-in";
    case LAMINA_TIMELINE_DRAG_RANGE:
    case LAMINA_TIMELINE_DRAG_NONE:
    default:
      return "text";
    }
}

static void
on_drag_update (GtkGestureDrag      *gesture,
                double               dx,
                double               dy,
                LaminaTimelineInput *self)
{
  if (!self->session || !lamina_timeline_navigator_is_dragging (self->navigator))
    return;
  if (!self->is_dragging)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self->canvas), 0, 0, (int) dx, (int) dy))
        return;
      self->is_dragging = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self->canvas), get_cursor (self));
    }
  lamina_timeline_navigator_drag_to (self->navigator, dx, dy, is_snapping (gesture));
}

static void
on_drag_end (GtkGestureDrag      *gesture,
             double               dx,
             double               dy,
             LaminaTimelineInput *self)
{
  gtk_widget_set_cursor (GTK_WIDGET (self->canvas), NULL);
  lamina_timeline_navigator_end_drag (self->navigator, self->is_dragging);
}

static void
on_drag_cancel (GtkGesture          *gesture,
                GdkEventSequence    *sequence,
                LaminaTimelineInput *self)
{
  gtk_widget_set_cursor (GTK_WIDGET (self->canvas), NULL);
  lamina_timeline_navigator_end_drag (self->navigator, FALSE);
}

static void
click (LaminaTimelineInput *self,
       GdkModifierType      state,
       double               x,
       double               y)
{
  LaminaSliceRef selected = lamina_session_get_selection (self->session)->slice, slice, whole;
  LaminaTarget target;
  GdkRectangle area;

  lamina_timeline_canvas_pick (self->canvas, x, y, &target, &area);
  if (target.kind == LAMINA_TARGET_OUTSIDE)
    {
      lamina_session_history_keep (lamina_session_get_history (self->session));
      lamina_timeline_canvas_go_to (self->canvas, &(LaminaSliceRef) { target.track, target.first });
    }
  else if (target.kind == LAMINA_TARGET_SLICES && target.n > 0)
    {
      /* A click on a part selects the whole; on a part of what is selected, the part. */
      slice = lamina_timeline_target_choose_slice (self->session, &target);
      whole = lamina_timeline_target_find_whole (self->session, &slice);
      if (selected.track != whole.track || selected.slice != whole.slice)
        slice = whole;
      lamina_timeline_canvas_select (self->canvas, &slice, (state & GDK_CONTROL_MASK) != 0);
    }
  else if (target.kind == LAMINA_TARGET_GAPS)
    lamina_timeline_canvas_select_gap (self->canvas, target.first);
  else if (is_right_of_names (self, x) && y >= get_plot (self).y)
    {
      lamina_timeline_canvas_select (self->canvas, NULL, FALSE);
      lamina_session_clear_marked_range (self->session);
    }
}

static void
toggle_scale (LaminaTimelineInput *self,
              guint32              track)
{
  const LaminaArrangementChange change = { .kind = LAMINA_CHANGE_TOGGLE, .flag = LAMINA_ARRANGEMENT_FIXED,
                                           .item = { .kind = LAMINA_TARGET_TRACK, .track = track } };

  lamina_session_arrange (self->session, &change);
}

/* Zooms to a slice or a gap; of a counter, keeps the scale or lets it go. */
static void
act_on (LaminaTimelineInput *self,
        double               x,
        double               y)
{
  LaminaTarget target;
  GdkRectangle area;
  LaminaSliceRef slice, whole;

  lamina_timeline_canvas_pick (self->canvas, x, y, &target, &area);
  if (target.kind == LAMINA_TARGET_SAMPLES)
    toggle_scale (self, target.track);
  if (target.kind == LAMINA_TARGET_GAPS)
    {
      lamina_timeline_canvas_select_gap (self->canvas, target.first);
      lamina_session_history_keep (lamina_session_get_history (self->session));
      lamina_session_show_selection (self->session);
    }
  if (target.kind != LAMINA_TARGET_SLICES || target.n == 0)
    return;
  slice = lamina_timeline_target_choose_slice (self->session, &target);
  whole = lamina_timeline_target_find_whole (self->session, &slice);
  lamina_session_history_keep (lamina_session_get_history (self->session));
  lamina_session_show_slice (self->session, &whole);
}

/* What is right-clicked is selected, unless it is one of several that are. */
static void
select_at (LaminaTimelineInput *self,
           double               x,
           double               y)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  LaminaTarget target;
  GdkRectangle area;
  LaminaSliceRef slice;
  guint32 layer;

  lamina_timeline_canvas_pick (self->canvas, x, y, &target, &area);
  if (target.kind == LAMINA_TARGET_GAPS)
    lamina_timeline_canvas_select_gap (self->canvas, target.first);
  if (target.kind != LAMINA_TARGET_SLICES || target.n == 0)
    return;
  slice = lamina_timeline_target_choose_slice (self->session, &target);
  slice = lamina_timeline_target_find_whole (self->session, &slice);
  layer = lamina_column_row (lamina_track_get_slices (lamina_run_get_track (run, slice.track))->layer, slice.slice);
  if (layer == LAMINA_NONE || !lamina_session_is_layer_selected (self->session, layer))
    lamina_timeline_canvas_select (self->canvas, &slice, FALSE);
}

static void
on_pressed (GtkGestureClick     *gesture,
            int                  n_press,
            double               x,
            double               y,
            LaminaTimelineInput *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  LaminaSessionHistory *history;

  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  self->is_dragging = FALSE;
  if (!self->session)
    return;
  lamina_timeline_navigator_rest (self->navigator);
  history = lamina_session_get_history (self->session);
  if (button == BUTTON_BACK)
    lamina_session_history_go_back (history);
  else if (button == BUTTON_FORWARD)
    lamina_session_history_go_forward (history);
  else if (button == GDK_BUTTON_SECONDARY)
    {
      select_at (self, x, y);
      lamina_timeline_canvas_open_menu (self->canvas, x, y);
    }
  else if (button <= GDK_BUTTON_PRIMARY && n_press == 2)
    act_on (self, x, y);
}

/* A click is done when the button is let go where it was pressed: a drag from a slice selects nothing. */
static void
on_released (GtkGestureClick     *gesture,
             int                  n_press,
             double               x,
             double               y,
             LaminaTimelineInput *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkModifierType state = get_state (gesture);

  if (!self->session || self->is_dragging || button > GDK_BUTTON_PRIMARY || n_press > 1 || (state & GDK_SHIFT_MASK))
    return;
  click (self, state, x, y);
}

/* The four keys under the left hand, wherever the layout of the keyboard puts their letters; the letters themselves
   when the event comes without a place, as those of assistive tools do. */
static guint
get_move (guint keyval,
          guint keycode)
{
  switch (keycode ? keycode : gdk_keyval_to_lower (keyval) << 16)
    {
    case 25:
    case GDK_KEY_w << 16:
      return LAMINA_TIMELINE_ZOOM_IN;
    case 39:
    case GDK_KEY_s << 16:
      return LAMINA_TIMELINE_ZOOM_OUT;
    case 38:
    case GDK_KEY_a << 16:
      return LAMINA_TIMELINE_PAN_LEFT;
    case 40:
    case GDK_KEY_d << 16:
      return LAMINA_TIMELINE_PAN_RIGHT;
    default:
      return 0;
    }
}

/* With the keys of Chrome, Tab goes to a neighbor. Where there is none it goes on to the next widget, as it does elsewhere. */
static gboolean
leave_by_tab (LaminaTimelineInput *self,
              guint                keyval,
              GdkModifierType      state)
{
  gboolean back = keyval == GDK_KEY_ISO_Left_Tab || (state & GDK_SHIFT_MASK);

  if ((keyval != GDK_KEY_Tab && keyval != GDK_KEY_ISO_Left_Tab && keyval != GDK_KEY_KP_Tab)
      || lamina_session_has_beside (self->session, back ? -1 : 1))
    return FALSE;
  g_signal_emit_by_name (self->canvas, "move-focus", back ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD);
  return TRUE;
}

/* Keys that do something as long as they are held; what others do stands in the table of actions. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                LaminaTimelineInput   *self)
{
  guint key = get_move (keyval, keycode);

  if (!self->session || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK | GDK_META_MASK)))
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_space)
    hold_space (self, TRUE);
  else if (key && !(state & GDK_SHIFT_MASK))
    lamina_timeline_navigator_hold (self->navigator, key);
  else if (!leave_by_tab (self, keyval, state))
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
on_key_released (GtkEventControllerKey *controller,
                 guint                  keyval,
                 guint                  keycode,
                 GdkModifierType        state,
                 LaminaTimelineInput   *self)
{
  if (keyval == GDK_KEY_space)
    hold_space (self, FALSE);
  lamina_timeline_navigator_release (self->navigator, get_move (keyval, keycode));
}

static void
on_focus_lost (LaminaTimelineInput *self)
{
  hold_space (self, FALSE);
  lamina_timeline_navigator_stop (self->navigator);
}

void
lamina_timeline_input_set_plain_drag (LaminaTimelineInput *self,
                                      LaminaTimelineDrag   drag)
{
  self->plain_drag = drag;
}

void
lamina_timeline_input_set_session (LaminaTimelineInput *self,
                                   LaminaSession       *session)
{
  g_set_object (&self->session, session);
}

static void
add (LaminaTimelineInput *self,
     gpointer             controller)
{
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), GTK_EVENT_CONTROLLER (controller));
}

LaminaTimelineInput *
lamina_timeline_input_new (LaminaTimelineCanvas *canvas)
{
  LaminaTimelineInput *self = g_new0 (LaminaTimelineInput, 1);
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES
                                                                | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();
  GtkGesture *press = gtk_gesture_click_new (), *pinch = gtk_gesture_zoom_new (), *drag = gtk_gesture_drag_new ();

  self->canvas = canvas;
  self->navigator = lamina_timeline_canvas_get_navigator (canvas);
  self->plain_drag = LAMINA_TIMELINE_DRAG_RANGE;
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (scroll, "decelerate", G_CALLBACK (on_decelerate), self);
  add (self, scroll);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (press), 0);
  g_signal_connect (press, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (press, "released", G_CALLBACK (on_released), self);
  add (self, press);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  add (self, pinch);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  add (self, drag);
  /* The keys that are held come before the shortcuts: on a keyboard that has Z in the place of W it zooms. */
  lamina_action_table_add_shortcuts (GTK_WIDGET (canvas));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (on_key_released), self);
  add (self, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_lost), self);
  add (self, focus);
  return self;
}

void
lamina_timeline_input_free (LaminaTimelineInput *self)
{
  if (!self)
    return;
  lamina_widget_disconnect_controllers (GTK_WIDGET (self->canvas), self);
  g_clear_object (&self->session);
  g_free (self);
}
