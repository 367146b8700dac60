/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-canvas-private.h"

/* Pointer and keys in a chart. */

/* Rows of other runs lead to these runs. */
static gboolean
show_run (LaminaChartCanvas *self,
          guint              row)
{
  guint run = lamina_chart_data_get_run_of_row (self->data, row);

  if (run == lamina_session_get_run_index (self->session))
    return FALSE;
  lamina_session_set_run_index (self->session, run);
  return TRUE;
}

void
lamina_chart_canvas_press (LaminaCanvas    *canvas,
                           int              n_press,
                           double           x,
                           double           y,
                           GdkModifierType  state)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);
  LaminaTarget target;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->data || !self->session)
    return;
  if (n_press == 2)
    lamina_chart_canvas_ask_for_more (self);
  else if (!lamina_chart_canvas_pick (self, x, y, &target))
    lamina_chart_canvas_choose (self, 0, 0, FALSE);
  else if (!show_run (self, target.first))
    lamina_chart_canvas_choose (self, target.first, target.n, (state & GDK_CONTROL_MASK) != 0);
}

/* What is right-clicked is what the menu is about. */
void
lamina_chart_canvas_press_secondary (LaminaCanvas *canvas,
                                     GtkGesture   *gesture,
                                     double        x,
                                     double        y)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);
  LaminaTarget target;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (lamina_chart_canvas_pick (self, x, y, &target) && (self->row < target.first || self->row >= target.first + target.n))
    lamina_chart_canvas_choose (self, target.first, target.n, FALSE);
  lamina_chart_canvas_ask_for_menu (self, x, y);
}

static void
step (LaminaChartCanvas *self,
      guint              keyval)
{
  guint n = lamina_chart_data_get_n_rows (self->data), row = self->row;

  if (n == 0)
    return;
  if (keyval == GDK_KEY_Home || (row == LAMINA_NONE && keyval != GDK_KEY_End))
    row = 0;
  else if (keyval == GDK_KEY_End)
    row = n - 1;
  else if (keyval == GDK_KEY_Up || keyval == GDK_KEY_Left)
    row = row > 0 ? row - 1 : 0;
  else
    row = MIN (row + 1, n - 1);
  lamina_chart_canvas_choose (self, row, 1, FALSE);
}

static void
ask_for_menu_at_row (LaminaChartCanvas *self)
{
  LaminaSceneBox box = { .x = gtk_widget_get_width (GTK_WIDGET (self)) / 2,
                         .y = gtk_widget_get_height (GTK_WIDGET (self)) / 2 };

  if (self->row != LAMINA_NONE)
    lamina_chart_canvas_find_box (self, self->row, &box);
  lamina_chart_canvas_ask_for_menu (self, box.x + box.width / 2, box.y + box.height / 2);
}

gboolean
lamina_chart_canvas_press_key (LaminaCanvas    *canvas,
                               guint            keyval,
                               GdkModifierType  state)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);

  if (!self->data || !self->session)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Home:
    case GDK_KEY_End:
      step (self, keyval);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      lamina_chart_canvas_ask_for_more (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Menu:
      ask_for_menu_at_row (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_F10:
      if (!(state & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      ask_for_menu_at_row (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (!lamina_session_has_selection (self->session))
        return GDK_EVENT_PROPAGATE;
      lamina_chart_canvas_choose (self, 0, 0, FALSE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}
