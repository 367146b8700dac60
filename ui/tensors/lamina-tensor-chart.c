/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-chart.h"

#include "lamina-axis.h"
#include "lamina-picture-menu.h"
#include "lamina-theme.h"

#include <glib/gi18n.h>

struct _LaminaTensorChart
{
  LaminaCanvas parent_instance;

  LaminaSession *session;
  LaminaLiveSet *live;
  LaminaLiveChart place;
  gint64 cursor;
  double drag_x;
};

static guint cursor_moved;

G_DEFINE_FINAL_TYPE (LaminaTensorChart, lamina_tensor_chart, LAMINA_TYPE_CANVAS)

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaTensorChart *self = LAMINA_TENSOR_CHART (canvas);
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (!self->live || !self->session || width < 1 || height < 1)
    return NULL;
  lamina_live_chart_init (&self->place, self->live, lamina_session_get_timebase (self->session), width, height, metrics);
  return lamina_live_chart_layout (&self->place, self->live, lamina_session_get_run (self->session), metrics);
}

/* Where the selected tensor is kept: a bracket below the plot. */
static void
draw_selected (LaminaTensorChart *self,
               GtkSnapshot       *snapshot)
{
  guint32 tensor = lamina_session_get_tensor (self->session);
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_TEXT));
  gint64 first, last;
  float left, right;

  if (tensor == LAMINA_NONE || !lamina_live_set_get_range (self->live, tensor, &first, &last))
    return;
  left = (float) lamina_live_chart_get_x (&self->place, first);
  right = (float) lamina_live_chart_get_x (&self->place, last) + 1;
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (left, self->place.y + self->place.height - 3,
                                                                    MAX (right - left, 2), 3));
}

static void
draw_places (LaminaCanvas *canvas,
             GtkSnapshot  *snapshot)
{
  LaminaTensorChart *self = LAMINA_TENSOR_CHART (canvas);
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_TEXT));
  float x;

  draw_selected (self, snapshot);
  if (self->cursor == LAMINA_ABSENT)
    return;
  x = (float) lamina_live_chart_get_x (&self->place, self->cursor);
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, self->place.y - 4, 1, self->place.height + 4));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x - 3, self->place.y - 4, 7, 3));
}

static void
move_to (LaminaTensorChart *self,
         double             x)
{
  if (lamina_canvas_ensure (LAMINA_CANVAS (self)))
    lamina_tensor_chart_set_cursor (self, lamina_live_chart_get_position (&self->place, self->live, x));
}

static void
on_drag_begin (GtkGestureDrag    *gesture,
               double             x,
               double             y,
               LaminaTensorChart *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_x = x;
  move_to (self, x);
}

static void
on_drag_update (GtkGestureDrag    *gesture,
                double             dx,
                double             dy,
                LaminaTensorChart *self)
{
  move_to (self, self->drag_x + dx);
}

static void
step_by (LaminaTensorChart *self,
         int                by)
{
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (self->live);
  guint step = self->cursor == LAMINA_ABSENT ? LAMINA_NONE : lamina_live_set_find_step (self->live, self->cursor);

  if (steps->n == 0)
    return;
  if (step == LAMINA_NONE)
    step = by > 0 ? 0 : steps->n - 1;
  else if ((by < 0 && step > 0) || (by > 0 && step + 1 < steps->n))
    step = by < 0 ? step - 1 : step + 1;
  lamina_tensor_chart_set_cursor (self, steps->position[step]);
}

static gboolean
press_key (LaminaCanvas    *canvas,
           guint            keyval,
           GdkModifierType  state)
{
  LaminaTensorChart *self = LAMINA_TENSOR_CHART (canvas);

  if (!self->live)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Left)
    step_by (self, -1);
  else if (keyval == GDK_KEY_Right)
    step_by (self, 1);
  else if (keyval == GDK_KEY_Escape && self->cursor != LAMINA_ABSENT)
    lamina_tensor_chart_set_cursor (self, LAMINA_ABSENT);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static char *
dup_tooltip (LaminaCanvas *canvas,
             gboolean      keyboard,
             double        x,
             double        y,
             GdkRectangle *area)
{
  LaminaTensorChart *self = LAMINA_TENSOR_CHART (canvas);
  g_autofree char *at = NULL;
  g_autofree char *bytes = NULL;
  gint64 position;
  guint step;

  if (keyboard || !lamina_canvas_ensure (canvas) || x < self->place.x || x >= self->place.x + self->place.width)
    return NULL;
  position = lamina_live_chart_get_position (&self->place, self->live, x);
  step = lamina_live_set_find_step (self->live, position);
  at = lamina_axis_dup_position_text (lamina_run_get_unit (lamina_session_get_run (self->session)),
                                      position - self->place.start);
  bytes = lamina_figure_dup (step == LAMINA_NONE ? 0 : lamina_live_set_get_steps (self->live)->total[step],
                             LAMINA_UNIT_BYTES);
  /* Translators: an amount of memory, and a time. */
  return g_markup_printf_escaped (_("%s live at %s"), bytes, at);
}

static void
lamina_tensor_chart_dispose (GObject *object)
{
  lamina_tensor_chart_show (LAMINA_TENSOR_CHART (object), NULL, NULL, LAMINA_ABSENT);
  G_OBJECT_CLASS (lamina_tensor_chart_parent_class)->dispose (object);
}

static void
lamina_tensor_chart_class_init (LaminaTensorChartClass *class)
{
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_tensor_chart_dispose;
  canvas_class->minimum = (GtkRequisition) { 300, 170 };
  canvas_class->natural = (GtkRequisition) { 600, 220 };
  canvas_class->create_scene = create_scene;
  canvas_class->draw_places = draw_places;
  canvas_class->dup_tooltip = dup_tooltip;
  canvas_class->press_key = press_key;
  cursor_moved = g_signal_new ("cursor-moved", LAMINA_TYPE_TENSOR_CHART, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "tensor-chart");
}

static void
lamina_tensor_chart_init (LaminaTensorChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->cursor = LAMINA_ABSENT;
  lamina_canvas_add_input (LAMINA_CANVAS (self));
  lamina_picture_menu_add (widget, "tensors", NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Live memory over the run"),
                                  -1);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
}

void
lamina_tensor_chart_show (LaminaTensorChart *self,
                          LaminaSession     *session,
                          LaminaLiveSet     *live,
                          gint64             cursor)
{
  g_return_if_fail (LAMINA_IS_TENSOR_CHART (self));

  lamina_session_replace (&self->session, session, self);
  if (live)
    lamina_live_set_ref (live);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  self->live = live;
  if (session)
    g_signal_connect_swapped (session, "notify::tensor", G_CALLBACK (gtk_widget_queue_draw), self);
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
  lamina_tensor_chart_set_cursor (self, cursor);
}

gint64
lamina_tensor_chart_get_cursor (LaminaTensorChart *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_CHART (self), LAMINA_ABSENT);
  return self->cursor;
}

void
lamina_tensor_chart_set_cursor (LaminaTensorChart *self,
                                gint64             position)
{
  g_return_if_fail (LAMINA_IS_TENSOR_CHART (self));

  if (self->cursor == position)
    return;
  self->cursor = position;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, cursor_moved, 0);
}
