/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "navigate-fixture.h"

void
timeline_setup (Timeline      *self,
       gconstpointer  data)
{
  self->window = lamina_ui_test_open_sample ();
  self->session = lamina_ui_test_get_session (self->window);
  self->view = lamina_tab_get_view (lamina_window_get_tab (self->window));
  self->canvas = GTK_WIDGET (lamina_ui_test_get_canvas (self->window));
  lamina_ui_test_show_part (self->window);
}

void
timeline_teardown (Timeline      *self,
          gconstpointer  data)
{
  lamina_ui_test_close (self->window);
}

void
timeline_activate (Timeline   *self,
          const char *name)
{
  g_autoptr (GVariant) target = NULL;
  g_autofree char *action = NULL;

  g_assert_true (g_action_parse_detailed_name (name, &action, &target, NULL));
  g_action_group_activate_action (G_ACTION_GROUP (lamina_document_view_get_actions (self->view)), action, target);
}

gpointer
timeline_get_child (Timeline   *self,
                    const char *name)
{
  GtkWidget *view = lamina_ui_test_find (GTK_WIDGET (self->view), LAMINA_TYPE_TIMELINE_VIEW);

  return gtk_widget_get_template_child (view, LAMINA_TYPE_TIMELINE_VIEW, name);
}

gboolean
timeline_is_enabled (Timeline   *self,
            const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (lamina_document_view_get_actions (self->view)), name);
}

GdkRectangle
timeline_find_box (Timeline     *self,
          guint         nth,
          LaminaTarget *target)
{
  const LaminaSceneBox *boxes;
  guint n;

  boxes = lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (self->canvas)), &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES && boxes[i].target.n == 1 && boxes[i].width >= 30
        && boxes[i].x > LAMINA_TIMELINE_NAMES_WIDTH && boxes[i].x + boxes[i].width < gtk_widget_get_width (self->canvas)
        && nth-- == 0)
      {
        *target = boxes[i].target;
        return (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
      }
  g_assert_not_reached ();
}

LaminaSliceRef
timeline_click_nth (Timeline *self,
           guint     nth)
{
  LaminaTarget target;
  GdkRectangle box = timeline_find_box (self, nth, &target);

  lamina_ui_test_click (self->canvas, 1, box.x + box.width / 2.0, box.y + box.height / 2.0);
  return (LaminaSliceRef) { target.track, target.first };
}

void
timeline_drag (Timeline *self,
      double    x,
      double    y,
      double    dx,
      double    dy)
{
  GtkEventController *gesture = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "drag-update", dx / 2, dy / 2);
  g_signal_emit_by_name (gesture, "drag-update", dx, dy);
  g_signal_emit_by_name (gesture, "drag-end", dx, dy);
}
