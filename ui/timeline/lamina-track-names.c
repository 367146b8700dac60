/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-names.h"

#include "lamina-text-bin.h"
#include "lamina-theme.h"
#include "lamina-timeline-canvas-private.h"
#include "lamina-track-buttons.h"
#include "lamina-track-menu.h"

/* A press that moves no further is a click. */
#define DRAG_THRESHOLD 6

/*
 * @pressed is what the pointer went down on; @place is where it would go if it were let go now, NONE for nowhere.
 * @chosen is what the menu was opened for.
 */
struct _LaminaTrackNames
{
  LaminaTimelineCanvas *canvas;
  LaminaTrackButtons *buttons;
  LaminaTarget pressed;
  gboolean widening;
  int width;
  gboolean dragging;
  LaminaTarget place;
  gboolean after;
  GdkRectangle line;
  LaminaTarget chosen;
  GtkWidget *menu;
  guint forgetting;
};

static gboolean
is_item (const LaminaTarget *target)
{
  return target->kind == LAMINA_TARGET_TRACK || target->kind == LAMINA_TARGET_GROUP || target->kind == LAMINA_TARGET_RATE;
}

/* What stands at a place of the names; the note about hidden tracks counts as one over its whole width. */
static gboolean
pick (LaminaTrackNames *self,
      double            x,
      double            y,
      LaminaTarget     *target,
      GdkRectangle     *area)
{
  if (!self->canvas->session || y < self->canvas->options.ruler_height
      || !lamina_timeline_canvas_pick (self->canvas, x, y, target, area))
    return FALSE;
  if (target->kind == LAMINA_TARGET_HIDDEN)
    return TRUE;
  return x < self->canvas->options.names_width && is_item (target);
}

gboolean
lamina_track_names_pick (LaminaTrackNames *self,
                         double            x,
                         double            y,
                         LaminaTarget     *item,
                         GdkRectangle     *area)
{
  return x < self->canvas->options.names_width && pick (self, x, y, item, area) && is_item (item);
}

gboolean
lamina_track_names_is_dragging (LaminaTrackNames *self)
{
  return self->dragging || self->widening;
}

static void
take (LaminaTrackNames  *self,
      LaminaArrangement *arrangement)
{
  if (!arrangement)
    return;
  lamina_session_set_arrangement (self->canvas->session, arrangement);
  lamina_arrangement_unref (arrangement);
}

static void
click (LaminaTrackNames *self)
{
  LaminaArrangement *arrangement = lamina_session_get_arrangement (self->canvas->session);
  gboolean collapsed = (lamina_arrangement_get (arrangement, &self->pressed) & LAMINA_ARRANGEMENT_COLLAPSED) != 0;

  if (self->pressed.kind == LAMINA_TARGET_HIDDEN)
    take (self, lamina_arrangement_show_all (arrangement));
  else if (self->pressed.kind == LAMINA_TARGET_GROUP)
    take (self, lamina_arrangement_set (arrangement, &self->pressed, LAMINA_ARRANGEMENT_COLLAPSED, !collapsed));
}

static gboolean
state_is_taken (GdkModifierType state)
{
  return (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;
}

static void
on_begin (GtkGestureDrag   *gesture,
          double            x,
          double            y,
          LaminaTrackNames *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  LaminaTarget target;
  GdkRectangle area;

  /* GTK ends a drag that is denied, too: what lies in the plot must not count as pressed then. */
  self->dragging = self->widening = FALSE;
  self->pressed = self->place = (LaminaTarget) { 0 };
  if (lamina_track_buttons_contain (self->buttons, x, y))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->widening = !state_is_taken (state) && lamina_timeline_canvas_is_at_edge (self->canvas, x);
  if (self->widening)
    {
      self->width = self->canvas->options.names_width;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      return;
    }
  if (state_is_taken (state) || !pick (self, x, y, &target, &area))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->pressed = target;
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/* The tooltip of the name would stay where the drag began. */
static void
begin_drag (LaminaTrackNames *self)
{
  self->dragging = TRUE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->canvas), "grabbing");
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), FALSE);
}

static void
end_drag (LaminaTrackNames *self)
{
  if (self->dragging)
    gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), TRUE);
  self->dragging = FALSE;
  self->pressed = self->place = (LaminaTarget) { 0 };
  gtk_widget_set_cursor (GTK_WIDGET (self->canvas), NULL);
}

static void
on_update (GtkGestureDrag   *gesture,
           double            dx,
           double            dy,
           LaminaTrackNames *self)
{
  g_autoptr (LaminaArrangement) moved = NULL;
  GdkRectangle area;
  double x, y;

  if (self->widening)
    {
      if (ABS (dx) >= 1)
        lamina_timeline_canvas_choose_names_width (self->canvas, MAX (self->width + (int) dx, 1));
      return;
    }
  if (!is_item (&self->pressed) || !self->canvas->session || (!self->dragging && ABS (dy) < DRAG_THRESHOLD))
    return;
  if (!self->dragging)
    begin_drag (self);
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (pick (self, MIN (x, self->canvas->options.names_width - 1), y + dy, &self->place, &area) && is_item (&self->place))
    {
      self->after = y + dy > area.y + area.height / 2.0;
      self->line = (GdkRectangle) { 0, area.y + (self->after ? area.height : 0) - 1, 1, 2 };
      moved = lamina_arrangement_move_to (lamina_session_get_arrangement (self->canvas->session), &self->pressed,
                                          &self->place, self->after);
    }
  if (!moved)
    self->place = (LaminaTarget) { 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

static void
on_end (GtkGestureDrag   *gesture,
        double            dx,
        double            dy,
        LaminaTrackNames *self)
{
  if (self->widening)
    {
      self->widening = FALSE;
      lamina_track_names_queue_update (self);
      return;
    }
  if (!self->canvas->session)
    return;
  if (!self->dragging)
    click (self);
  else if (self->place.kind != LAMINA_TARGET_NONE)
    take (self, lamina_arrangement_move_to (lamina_session_get_arrangement (self->canvas->session), &self->pressed,
                                            &self->place, self->after));
  end_drag (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

static void
on_cancel (GtkGesture       *gesture,
           GdkEventSequence *sequence,
           LaminaTrackNames *self)
{
  self->widening = FALSE;
  end_drag (self);
}

static void
forget (gpointer user_data)
{
  LaminaTrackNames *self = user_data;

  self->forgetting = 0;
  self->chosen = (LaminaTarget) { 0 };
  g_clear_pointer (&self->menu, gtk_widget_unparent);
}

/* The menu closes before the action of its item is activated. */
static void
on_menu_closed (LaminaTrackNames *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), TRUE);
  if (self->forgetting == 0)
    self->forgetting = g_idle_add_once (forget, self);
}

static void
on_menu_pressed (GtkGestureClick  *gesture,
                 int               n_press,
                 double            x,
                 double            y,
                 LaminaTrackNames *self)
{
  LaminaTarget target;
  GdkRectangle area;

  if (!pick (self, x, y, &target, &area) || !is_item (&target))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  g_clear_handle_id (&self->forgetting, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->chosen = target;
  self->menu = lamina_track_menu_new (lamina_session_get_arrangement (self->canvas->session), &target);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self->canvas));
  lamina_text_bin_point_popover (GTK_POPOVER (self->menu), x, y);
  g_signal_connect_swapped (self->menu, "closed", G_CALLBACK (on_menu_closed), self);
  /* It would come up over the menu, and take the clicks. */
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), FALSE);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

void
lamina_track_names_activate (LaminaTrackNames   *self,
                             const LaminaTarget *item,
                             const char         *action)
{
  self->chosen = *item;
  gtk_widget_activate_action (GTK_WIDGET (self->canvas), action, NULL);
  self->chosen = (LaminaTarget) { 0 };
}

void
lamina_track_names_queue_update (LaminaTrackNames *self)
{
  lamina_track_buttons_queue_update (self->buttons);
}

void
lamina_track_names_allocate (LaminaTrackNames *self)
{
  lamina_track_buttons_allocate (self->buttons);
  if (self->menu)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

/* The track or group whose row is at a height, wherever in the row. */
static gboolean
pick_row (LaminaTrackNames *self,
          double            y,
          LaminaTarget     *item)
{
  GdkRectangle area;

  return pick (self, self->canvas->options.names_width - 1, y, item, &area) && is_item (item);
}

gboolean
lamina_track_names_find_item (LaminaTrackNames *self,
                              LaminaTarget     *item)
{
  LaminaTimelineCanvas *canvas = self->canvas;
  guint32 track;

  if (!canvas->session)
    return FALSE;
  *item = self->chosen;
  if (is_item (item))
    return TRUE;
  if (lamina_timeline_canvas_has_menu_place (canvas))
    return pick_row (self, canvas->menu_y, item);
  if (canvas->has_pointer && pick_row (self, canvas->pointer_y, item))
    return TRUE;
  track = lamina_session_get_selection (canvas->session)->slice.track;
  *item = (LaminaTarget) { .kind = LAMINA_TARGET_TRACK, .track = track };
  return track != LAMINA_NONE;
}

void
lamina_track_names_snapshot (LaminaTrackNames *self,
                             GtkSnapshot      *snapshot)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_ACCENT));

  lamina_track_buttons_snapshot (self->buttons, snapshot);
  if (self->dragging && self->place.kind != LAMINA_TARGET_NONE)
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT (0, (float) self->line.y,
                                                    (float) gtk_widget_get_width (GTK_WIDGET (self->canvas)),
                                                    (float) self->line.height));
}

LaminaTrackNames *
lamina_track_names_new (LaminaTimelineCanvas *canvas)
{
  LaminaTrackNames *self = g_new0 (LaminaTrackNames, 1);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->canvas = canvas;
  self->buttons = lamina_track_buttons_new (canvas);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (canvas), GTK_EVENT_CONTROLLER (drag));
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_menu_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (canvas), GTK_EVENT_CONTROLLER (click));
  return self;
}

void
lamina_track_names_free (LaminaTrackNames *self)
{
  if (!self)
    return;
  g_clear_handle_id (&self->forgetting, g_source_remove);
  if (self->menu)
    g_signal_handlers_disconnect_by_data (self->menu, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  lamina_track_buttons_free (self->buttons);
  g_free (self);
}
