/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-action-table.h"

#include <math.h>

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

static void
move (LaminaTimelineCanvas *self,
      guint                 keys,
      double                zoom_in,
      double                part)
{
  if (keys & MOVE_IN)
    lamina_timeline_canvas_zoom (self, zoom_in);
  if (keys & MOVE_OUT)
    lamina_timeline_canvas_zoom (self, 1 / zoom_in);
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
      lamina_timeline_canvas_scroll_by (self, -gtk_adjustment_get_page_increment (self->adjustment));
      break;
    case GDK_KEY_Page_Down:
      lamina_timeline_canvas_scroll_by (self, gtk_adjustment_get_page_increment (self->adjustment));
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

void
lamina_timeline_canvas_add_keys (LaminaTimelineCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (lamina_timeline_canvas_stop_moving), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  lamina_action_table_add_shortcuts (GTK_WIDGET (self));
}
