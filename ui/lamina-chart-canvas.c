/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-canvas-private.h"

#include "lamina-chart-layout.h"
#include "lamina-chart-text.h"
#include "lamina-theme.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* How far beside a small mark the pointer may be. */
#define TOLERANCE 4

G_DEFINE_FINAL_TYPE (LaminaChartCanvas, lamina_chart_canvas, GTK_TYPE_WIDGET)

static guint menu_signal;
static guint enlarge_signal;

static void
drop_marks (LaminaChartCanvas *self)
{
  g_clear_pointer (&self->marked, lamina_scene_unref);
  g_clear_pointer (&self->marks, g_free);
  self->marks_known = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drop_scene (LaminaChartCanvas *self)
{
  g_clear_pointer (&self->scene, lamina_scene_unref);
  g_clear_pointer (&self->marked, lamina_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Which rows stand for what is selected; NULL when none does. */
static guint8 *
create_marks (LaminaChartCanvas *self)
{
  guint n, n_rows;
  const guint32 *layers = lamina_session_get_selected_layers (self->session, &n);
  g_autofree guint32 *rows = n > 0 ? lamina_chart_data_find_rows (self->data, layers, n, &n_rows) : NULL;
  guint8 *marks;

  if (n == 0 || n_rows == 0)
    return NULL;
  marks = g_new0 (guint8, lamina_chart_data_get_n_rows (self->data));
  for (guint i = 0; i < n_rows; i++)
    marks[rows[i]] = 1;
  return marks;
}

/*
 * What stands for the selection alone; NULL when nothing of it is in the picture. A moment in the memory stands for nothing
 * that could stand out: there the line at it is enough.
 */
static LaminaScene *
create_marked (LaminaChartCanvas *self)
{
  guint n;
  const guint32 *layers = lamina_session_get_selected_layers (self->session, &n);
  g_autoptr (LaminaScene) marked = lamina_chart_highlight (self->scene, self->data, layers, n);

  return lamina_scene_get_n_groups (marked) > 0 ? g_steal_pointer (&marked) : NULL;
}

gboolean
lamina_chart_canvas_ensure (LaminaChartCanvas *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (!self->data || !self->session || width < 1 || height < 1)
    return FALSE;
  if (!self->marks_known)
    self->marks = create_marks (self);
  self->marks_known = TRUE;
  if (!self->scene)
    self->scene = lamina_chart_layout (self->data, width, height, self->metrics);
  if (!self->marked && self->marks && lamina_chart_data_get_form (self->data) != LAMINA_CHART_MEMORY)
    self->marked = create_marked (self);
  return TRUE;
}

gboolean
lamina_chart_canvas_pick (LaminaChartCanvas *self,
                          double             x,
                          double             y,
                          LaminaTarget      *target)
{
  const LaminaTarget *found = lamina_chart_canvas_ensure (self) ? lamina_scene_pick (self->scene, x, y, TOLERANCE)
                                                                : NULL;

  if (!found || found->kind != LAMINA_TARGET_ROWS)
    return FALSE;
  *target = *found;
  return TRUE;
}

static gboolean
stands_for (const LaminaTarget *target,
            guint               row)
{
  return target->kind == LAMINA_TARGET_ROWS && row >= target->first && row < target->first + target->n;
}

static void
extend (LaminaSceneBox *box,
        gboolean        has_box,
        int             x,
        int             y,
        int             width,
        int             height)
{
  int right = has_box ? MAX (box->x + box->width, x + width) : x + width;
  int bottom = has_box ? MAX (box->y + box->height, y + height) : y + height;

  box->x = has_box ? MIN (box->x, x) : x;
  box->y = has_box ? MIN (box->y, y) : y;
  box->width = right - box->x;
  box->height = bottom - box->y;
}

/* A bar may have parts: together they are the mark. What is only to be hit is one where there is nothing else. */
gboolean
lamina_chart_canvas_find_box (LaminaChartCanvas *self,
                              guint              row,
                              LaminaSceneBox    *box)
{
  guint n_boxes = 0, n_dots = 0;
  const LaminaSceneBox *boxes;
  const LaminaSceneDot *dots;
  gboolean found = FALSE;

  if (!lamina_chart_canvas_ensure (self))
    return FALSE;
  boxes = lamina_scene_get_boxes (self->scene, &n_boxes);
  dots = lamina_scene_get_dots (self->scene, &n_dots);
  for (guint i = 0; i < n_boxes; i++)
    if (stands_for (&boxes[i].target, row) && boxes[i].fill.ink != LAMINA_INK_NONE)
      {
        extend (box, found, boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height);
        found = TRUE;
      }
  for (guint i = 0; i < n_boxes && !found; i++)
    if (stands_for (&boxes[i].target, row) && lamina_chart_data_get_form (self->data) == LAMINA_CHART_MEMORY)
      {
        extend (box, FALSE, boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height);
        found = TRUE;
      }
  for (guint i = 0; i < n_dots && !found; i++)
    if (stands_for (&dots[i].target, row))
      {
        int size = (int) (2 * dots[i].radius) + 2;

        extend (box, FALSE, (int) (dots[i].x - dots[i].radius) - 1, (int) (dots[i].y - dots[i].radius) - 1, size, size);
        found = TRUE;
      }
  return found;
}

/* The canvas in words, with the row that the keys are at. */
static void
describe (LaminaChartCanvas *self)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);
  g_autofree char *row = NULL;

  gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->data ? lamina_chart_data_get_title (self->data) : _("Chart"), -1);
  if (self->data && self->row != LAMINA_NONE)
    row = lamina_chart_text_dup_row (self->data, self->row);
  gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  row ? row : self->data ? lamina_chart_data_get_subtitle (self->data) : "", -1);
}

static void
set_row (LaminaChartCanvas *self,
         guint              row)
{
  if (self->row == row)
    return;
  self->row = row;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Layers of rows, each once; some rows of a chart may share some. */
static GArray *
list_layers (LaminaChartCanvas *self,
             guint              row,
             guint              n_rows,
             gboolean           keep)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n;

  if (keep)
    {
      const guint32 *layers = lamina_session_get_selected_layers (self->session, &n);

      g_array_append_vals (list, layers, n);
    }
  for (guint i = 0; i < n_rows; i++)
    {
      const guint32 *layers = lamina_chart_data_get_layers (self->data, row + i, &n);

      g_array_append_vals (list, layers, n);
    }
  return list;
}

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

static void
choose (LaminaChartCanvas *self,
        guint              row,
        guint              n_rows,
        gboolean           keep)
{
  g_autoptr (GArray) layers = list_layers (self, row, n_rows, keep);
  guint n;
  const guint32 *own = n_rows > 0 ? lamina_chart_data_get_layers (self->data, row, &n) : NULL;

  self->own_change = TRUE;
  lamina_session_select_layers (self->session, (const guint32 *) (gpointer) layers->data, layers->len,
                                own && n > 0 ? own[0] : LAMINA_NONE);
  self->own_change = FALSE;
  drop_marks (self);
  set_row (self, n_rows > 0 ? row : LAMINA_NONE);
}

static void
on_pressed (GtkGestureClick   *gesture,
            int                n_press,
            double             x,
            double             y,
            LaminaChartCanvas *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  LaminaTarget target;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->data || !self->session)
    return;
  if (n_press == 2)
    g_signal_emit (self, enlarge_signal, 0);
  else if (!lamina_chart_canvas_pick (self, x, y, &target))
    choose (self, 0, 0, FALSE);
  else if (!show_run (self, target.first))
    choose (self, target.first, target.n, (state & GDK_CONTROL_MASK) != 0);
}

/* What is right-clicked is what the menu is about. */
static void
on_secondary (GtkGestureClick   *gesture,
              int                n_press,
              double             x,
              double             y,
              LaminaChartCanvas *self)
{
  LaminaTarget target;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (lamina_chart_canvas_pick (self, x, y, &target) && (self->row < target.first || self->row >= target.first + target.n))
    choose (self, target.first, target.n, FALSE);
  g_signal_emit (self, menu_signal, 0, x, y);
}

static void
on_motion (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           LaminaChartCanvas        *self)
{
  self->has_pointer = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (GtkEventControllerMotion *controller,
          LaminaChartCanvas        *self)
{
  self->has_pointer = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  choose (self, row, 1, FALSE);
}

static void
ask_for_menu (LaminaChartCanvas *self)
{
  LaminaSceneBox box = { .x = gtk_widget_get_width (GTK_WIDGET (self)) / 2,
                         .y = gtk_widget_get_height (GTK_WIDGET (self)) / 2 };

  if (self->row != LAMINA_NONE)
    lamina_chart_canvas_find_box (self, self->row, &box);
  g_signal_emit (self, menu_signal, 0, (double) (box.x + box.width / 2), (double) (box.y + box.height / 2));
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  keycode,
        GdkModifierType        state,
        LaminaChartCanvas     *self)
{
  if (!self->data || !self->session || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)))
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
      g_signal_emit (self, enlarge_signal, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Menu:
      ask_for_menu (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_F10:
      if (!(state & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      ask_for_menu (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (!lamina_session_has_selection (self->session))
        return GDK_EVENT_PROPAGATE;
      choose (self, 0, 0, FALSE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

char *
lamina_chart_canvas_dup_tooltip (LaminaChartCanvas *self,
                                 double             x,
                                 double             y)
{
  LaminaTarget target;

  g_return_val_if_fail (LAMINA_IS_CHART_CANVAS (self), NULL);

  if (!lamina_chart_canvas_pick (self, x, y, &target))
    return NULL;
  return lamina_chart_text_dup_tooltip (self->data, target.first, target.n);
}

static gboolean
lamina_chart_canvas_query_tooltip (GtkWidget  *widget,
                                   int         x,
                                   int         y,
                                   gboolean    keyboard,
                                   GtkTooltip *tooltip)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (widget);
  g_autofree char *text = NULL;

  if (keyboard && self->data && self->row != LAMINA_NONE)
    text = lamina_chart_text_dup_tooltip (self->data, self->row, 1);
  else if (!keyboard)
    text = lamina_chart_canvas_dup_tooltip (self, x, y);
  if (!text)
    return FALSE;
  gtk_tooltip_set_markup (tooltip, text);
  return TRUE;
}

static void
update_style (LaminaChartCanvas *self)
{
  LaminaStyle style;

  lamina_theme_init_style (&style, GTK_WIDGET (self));
  lamina_painter_set_style (self->plain, &style);
  g_clear_pointer (&self->metrics, lamina_metrics_unref);
  self->metrics = lamina_metrics_new (&style);
  style.dim = LAMINA_DIM;
  lamina_painter_set_style (self->dimmed, &style);
  lamina_render_cache_clear (self->plain_cache);
  lamina_render_cache_clear (self->dimmed_cache);
  drop_scene (self);
}

static void
lamina_chart_canvas_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 480 : 250;
}

static void
lamina_chart_canvas_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  drop_scene (LAMINA_CHART_CANVAS (widget));
}

static void
lamina_chart_canvas_dispose (GObject *object)
{
  lamina_chart_canvas_show (LAMINA_CHART_CANVAS (object), NULL, NULL);
  G_OBJECT_CLASS (lamina_chart_canvas_parent_class)->dispose (object);
}

static void
lamina_chart_canvas_finalize (GObject *object)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (object);

  g_clear_pointer (&self->scene, lamina_scene_unref);
  g_clear_pointer (&self->marked, lamina_scene_unref);
  g_clear_pointer (&self->marks, g_free);
  g_clear_pointer (&self->plain_cache, lamina_render_cache_free);
  g_clear_pointer (&self->dimmed_cache, lamina_render_cache_free);
  g_clear_pointer (&self->plain, lamina_painter_free);
  g_clear_pointer (&self->dimmed, lamina_painter_free);
  g_clear_pointer (&self->metrics, lamina_metrics_unref);
  G_OBJECT_CLASS (lamina_chart_canvas_parent_class)->finalize (object);
}

static void
lamina_chart_canvas_class_init (LaminaChartCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_chart_canvas_dispose;
  object_class->finalize = lamina_chart_canvas_finalize;
  widget_class->measure = lamina_chart_canvas_measure;
  widget_class->size_allocate = lamina_chart_canvas_size_allocate;
  widget_class->snapshot = lamina_chart_canvas_snapshot;
  widget_class->query_tooltip = lamina_chart_canvas_query_tooltip;
  menu_signal = g_signal_new ("menu", LAMINA_TYPE_CHART_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                              G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  enlarge_signal = g_signal_new ("enlarge", LAMINA_TYPE_CHART_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (LaminaChartCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new (), *secondary = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new (), *key = gtk_event_controller_key_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (secondary));
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, key);
}

static void
lamina_chart_canvas_init (LaminaChartCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *manager = adw_style_manager_get_default ();
  LaminaStyle style;

  self->row = LAMINA_NONE;
  lamina_theme_init_style (&style, widget);
  self->plain = lamina_painter_new (&style);
  self->dimmed = lamina_painter_new (&style);
  self->plain_cache = lamina_render_cache_new ();
  self->dimmed_cache = lamina_render_cache_new ();
  update_style (self);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (update_style), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (update_style), self, G_CONNECT_SWAPPED);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  describe (self);
  add_controllers (self);
}

/* A selection made elsewhere is where the keys go on from, when a row stands for it alone. */
static void
on_selection (LaminaChartCanvas *self)
{
  guint row = LAMINA_NONE, n = 0;

  if (self->own_change)
    return;
  drop_marks (self);
  if (self->data)
    self->marks = create_marks (self);
  self->marks_known = self->data != NULL;
  for (guint i = 0; self->marks && i < lamina_chart_data_get_n_rows (self->data) && n < 2; i++)
    if (self->marks[i])
      {
        row = i;
        n++;
      }
  set_row (self, n == 1 ? row : LAMINA_NONE);
}

void
lamina_chart_canvas_show (LaminaChartCanvas *self,
                          LaminaSession     *session,
                          LaminaChartData   *data)
{
  g_return_if_fail (LAMINA_IS_CHART_CANVAS (self));

  if (self->data == data && self->session == session)
    return;
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (data)
    lamina_chart_data_ref (data);
  g_clear_pointer (&self->data, lamina_chart_data_unref);
  self->data = data;
  self->row = LAMINA_NONE;
  drop_scene (self);
  drop_marks (self);
  if (session)
    {
      g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection), self);
      on_selection (self);
    }
  describe (self);
}

LaminaChartData *
lamina_chart_canvas_get_data (LaminaChartCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_CANVAS (self), NULL);
  return self->data;
}

guint
lamina_chart_canvas_get_row (LaminaChartCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_CANVAS (self), LAMINA_NONE);
  return self->row;
}

LaminaScene *
lamina_chart_canvas_get_scene (LaminaChartCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_CHART_CANVAS (self), NULL);
  return lamina_chart_canvas_ensure (self) ? self->scene : NULL;
}
