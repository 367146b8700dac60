/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-action-table.h"
#include "lamina-session-steps.h"

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
      return LAMINA_MOVE_IN;
    case 39:
    case GDK_KEY_s << 16:
      return LAMINA_MOVE_OUT;
    case 38:
    case GDK_KEY_a << 16:
      return LAMINA_MOVE_LEFT;
    case 40:
    case GDK_KEY_d << 16:
      return LAMINA_MOVE_RIGHT;
    default:
      return 0;
    }
}

/* With the keys of Chrome, Tab goes to a neighbor. Where there is none it goes on to the next widget, as it does elsewhere. */
static gboolean
leave_by_tab (LaminaTimelineCanvas *self,
              guint                 keyval,
              GdkModifierType       state)
{
  gboolean back = keyval == GDK_KEY_ISO_Left_Tab || (state & GDK_SHIFT_MASK);

  if ((keyval != GDK_KEY_Tab && keyval != GDK_KEY_ISO_Left_Tab && keyval != GDK_KEY_KP_Tab)
      || lamina_session_has_beside (self->session, back ? -1 : 1))
    return FALSE;
  g_signal_emit_by_name (self, "move-focus", back ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD);
  return TRUE;
}

/* Keys that do something as long as they are held; what others do stands in the table of actions. */
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
  if (keyval == GDK_KEY_space)
    lamina_timeline_canvas_hold_space (self, TRUE);
  else if (key && !(state & GDK_SHIFT_MASK))
    lamina_timeline_canvas_hold_move (self, key);
  else if (!leave_by_tab (self, keyval, state))
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
on_key_released (GtkEventControllerKey *controller,
                 guint                  keyval,
                 guint                  keycode,
                 GdkModifierType        state,
                 LaminaTimelineCanvas  *self)
{
  if (keyval == GDK_KEY_space)
    lamina_timeline_canvas_hold_space (self, FALSE);
  lamina_timeline_canvas_release_move (self, get_move (keyval, keycode));
}

static void
on_focus_lost (LaminaTimelineCanvas *self)
{
  lamina_timeline_canvas_hold_space (self, FALSE);
  lamina_timeline_canvas_stop_moving (self);
}

/* The keys that are held come before the shortcuts: on a keyboard that has Z in the place of W it zooms. */
void
lamina_timeline_canvas_add_keys (LaminaTimelineCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  lamina_action_table_add_shortcuts (GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_lost), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
