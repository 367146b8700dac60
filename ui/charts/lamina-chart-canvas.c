/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-canvas.h"

#include "lamina-chart-layout.h"
#include "lamina-chart-selection.h"
#include "lamina-chart-store.h"
#include "lamina-chart-text.h"

#include <glib/gi18n.h>

/* How far beside a small mark the pointer may be. */
#define TOLERANCE 4

/* Below this a strong outline would hide what it is around. */
#define SLIM 6

/*
 * 1. The scene is what the data asks for at the size of the widget. What stands out are the rows that stand for the
 *    selected layers, of which @marks tells each row. It is NULL until it is needed, is dropped when what it depends on
 *    changes, and stays NULL while no row stands for what is selected.
 * 2. @row is the row that the keys go on from, or LAMINA_NONE.
 */
struct _LaminaChartCanvas
{
  LaminaCanvas parent_instance;

  LaminaSession *session;
  LaminaChartData *data;
  guint row;

  guint8 *marks;
  gboolean marks_known;
  gboolean own_change;
};

G_DEFINE_FINAL_TYPE (LaminaChartCanvas, lamina_chart_canvas, LAMINA_TYPE_CANVAS)

static guint menu_signal;
static guint enlarge_signal;

static void
drop_marks (LaminaChartCanvas *self)
{
  g_clear_pointer (&self->marks, g_free);
  self->marks_known = FALSE;
  lamina_canvas_drop_marked (LAMINA_CANVAS (self));
}

/* Which rows stand for what is selected; NULL when none does. */
static guint8 *
create_marks (LaminaChartCanvas *self)
{
  guint n_rows;
  g_autofree guint32 *rows = lamina_chart_find_selected_rows (self->data, self->session, &n_rows);
  guint8 *marks;

  if (n_rows == 0)
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
create_marked (LaminaCanvas  *canvas,
               LaminaScene   *scene,
               LaminaMetrics *metrics)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);
  g_autoptr (LaminaScene) marked = NULL;

  if (!self->marks_known)
    self->marks = create_marks (self);
  self->marks_known = TRUE;
  if (!self->marks || lamina_chart_data_get_form (self->data) == LAMINA_CHART_MEMORY)
    return NULL;
  marked = lamina_chart_highlight_rows (scene, self->data, self->marks);
  return lamina_scene_get_n_groups (marked) > 0 ? g_steal_pointer (&marked) : NULL;
}

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (!self->data || !self->session || width < 1 || height < 1)
    return NULL;
  return lamina_chart_layout (self->data, width, height, metrics);
}

/* The rows at a place; FALSE when it is free. */
static gboolean
pick (LaminaChartCanvas *self,
      double             x,
      double             y,
      LaminaTarget      *target)
{
  const LaminaTarget *found = lamina_canvas_pick (LAMINA_CANVAS (self), x, y, LAMINA_TARGET_ROWS, TOLERANCE);

  if (found)
    *target = *found;
  return found != NULL;
}

static gboolean
stands_for (const LaminaTarget *target,
            guint               row)
{
  return target->kind == LAMINA_TARGET_ROWS && row >= target->first && row < target->first + target->n;
}

/* A bar may have parts: together they are the mark. What is only to be hit is one where there is nothing else. */
static gboolean
find_box (LaminaChartCanvas *self,
          guint              row,
          GdkRectangle      *box)
{
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (self));
  guint n_boxes = 0, n_dots = 0;
  const LaminaSceneBox *boxes;
  const LaminaSceneDot *dots;
  gboolean found = FALSE;

  if (!scene)
    return FALSE;
  boxes = lamina_scene_get_boxes (scene, &n_boxes);
  dots = lamina_scene_get_dots (scene, &n_dots);
  for (guint i = 0; i < n_boxes; i++)
    if (stands_for (&boxes[i].target, row) && boxes[i].fill.ink != LAMINA_INK_NONE)
      {
        GdkRectangle part = { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };

        if (found)
          gdk_rectangle_union (box, &part, box);
        else
          *box = part;
        found = TRUE;
      }
  for (guint i = 0; i < n_boxes && !found; i++)
    if (stands_for (&boxes[i].target, row) && lamina_chart_data_get_form (self->data) == LAMINA_CHART_MEMORY)
      {
        *box = (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
        found = TRUE;
      }
  for (guint i = 0; i < n_dots && !found; i++)
    if (stands_for (&dots[i].target, row))
      {
        int size = (int) (2 * dots[i].radius) + 2;

        *box = (GdkRectangle) { (int) (dots[i].x - dots[i].radius) - 1, (int) (dots[i].y - dots[i].radius) - 1, size, size };
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

/* Selects what rows stand for; the keys go on from the first of them. */
static void
choose (LaminaChartCanvas *self,
        guint              row,
        guint              n_rows,
        gboolean           keep)
{
  self->own_change = TRUE;
  lamina_chart_select_rows (self->data, self->session, row, n_rows, keep);
  self->own_change = FALSE;
  drop_marks (self);
  set_row (self, n_rows > 0 ? row : LAMINA_NONE);
}

static char *
dup_tooltip (LaminaCanvas *canvas,
             gboolean      keyboard,
             double        x,
             double        y,
             GdkRectangle *area)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);
  LaminaTarget target = { .first = self->row, .n = 1 };

  if (keyboard ? !self->data || self->row == LAMINA_NONE : !pick (self, x, y, &target))
    return NULL;
  return lamina_chart_text_dup_tooltip (self->data, target.first, target.n);
}

static void
press (LaminaCanvas    *canvas,
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
    g_signal_emit (self, enlarge_signal, 0);
  else if (!pick (self, x, y, &target))
    choose (self, 0, 0, FALSE);
  /* Rows of other runs lead to these runs. */
  else if (lamina_chart_data_get_run_of_row (self->data, target.first) != lamina_session_get_run_index (self->session))
    lamina_session_set_run_index (self->session, lamina_chart_data_get_run_of_row (self->data, target.first));
  else
    choose (self, target.first, target.n, (state & GDK_CONTROL_MASK) != 0);
}

/* What is right-clicked is what the menu is about. */
static void
press_secondary (LaminaCanvas *canvas,
                 GtkGesture   *gesture,
                 double        x,
                 double        y)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);
  LaminaTarget target;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (pick (self, x, y, &target) && (self->row < target.first || self->row >= target.first + target.n))
    choose (self, target.first, target.n, FALSE);
  g_signal_emit (self, menu_signal, 0, x, y);
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
ask_for_menu_at_row (LaminaChartCanvas *self)
{
  GdkRectangle box = { .x = gtk_widget_get_width (GTK_WIDGET (self)) / 2,
                       .y = gtk_widget_get_height (GTK_WIDGET (self)) / 2 };

  if (self->row != LAMINA_NONE)
    find_box (self, self->row, &box);
  g_signal_emit (self, menu_signal, 0, (double) (box.x + box.width / 2), (double) (box.y + box.height / 2));
}

static gboolean
press_key (LaminaCanvas    *canvas,
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
      g_signal_emit (self, enlarge_signal, 0);
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
      choose (self, 0, 0, FALSE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* What the keys go on from, and what the pointer is at. */
static void
draw_places (LaminaCanvas *canvas,
             GtkSnapshot  *snapshot)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);
  GdkRectangle box;
  LaminaTarget target;
  double x, y;

  if (self->row != LAMINA_NONE && find_box (self, self->row, &box))
    lamina_canvas_draw_outline (snapshot, &box, MIN (box.width, box.height) >= SLIM ? 2 : 1);
  if (lamina_canvas_get_pointer (canvas, &x, &y) && pick (self, x, y, &target)
      && find_box (self, target.first, &box))
    lamina_canvas_draw_outline (snapshot, &box, 1);
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
  g_clear_pointer (&LAMINA_CHART_CANVAS (object)->marks, g_free);
  G_OBJECT_CLASS (lamina_chart_canvas_parent_class)->finalize (object);
}

static void
lamina_chart_canvas_class_init (LaminaChartCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);

  object_class->dispose = lamina_chart_canvas_dispose;
  object_class->finalize = lamina_chart_canvas_finalize;
  canvas_class->minimum = (GtkRequisition) { 240, 120 };
  canvas_class->natural = (GtkRequisition) { 480, 250 };
  canvas_class->create_scene = create_scene;
  canvas_class->create_marked = create_marked;
  canvas_class->draw_places = draw_places;
  canvas_class->dup_tooltip = dup_tooltip;
  canvas_class->press = press;
  canvas_class->press_secondary = press_secondary;
  canvas_class->press_key = press_key;
  menu_signal = g_signal_new ("menu", LAMINA_TYPE_CHART_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                              G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  enlarge_signal = g_signal_new ("enlarge", LAMINA_TYPE_CHART_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "chart");
}

static void
lamina_chart_canvas_init (LaminaChartCanvas *self)
{
  self->row = LAMINA_NONE;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  describe (self);
  lamina_canvas_add_input (LAMINA_CANVAS (self));
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
  lamina_session_replace (&self->session, session, self);
  if (data)
    lamina_chart_data_ref (data);
  g_clear_pointer (&self->data, lamina_chart_store_drop);
  self->data = data;
  self->row = LAMINA_NONE;
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
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
