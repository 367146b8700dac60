/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-canvas.h"

#include "lamina-text.h"

#include <glib/gi18n.h>
#include <math.h>

#define TOLERANCE 3
#define LEAST_WIDTH 280

/* Left and right of a picture. */
#define LAMINA_COMPARE_MARGIN 14

/* @start and @end are what of the ties is seen, in nanoseconds; @end is 0 for all. */
struct _LaminaCompareCanvas
{
  LaminaCanvas parent_instance;

  gboolean ties;
  LaminaComparison *comparison;
  guint32 row;
  double start;
  double end;
  double drag_start;
  double drag_end;
};

G_DEFINE_FINAL_TYPE (LaminaCompareCanvas, lamina_compare_canvas, LAMINA_TYPE_CANVAS)

static guint picked_signal;

static void
emit_picked (LaminaCompareCanvas *self,
             guint32              row)
{
  g_signal_emit (self, picked_signal, 0, row);
}

static double
get_whole (LaminaCompareCanvas *self)
{
  gint64 a = lamina_comparison_get_length (self->comparison, FALSE);
  gint64 b = lamina_comparison_get_length (self->comparison, TRUE);

  return fmax ((double) MAX (a, b), 1);
}

static gint64
get_edge (LaminaCompareCanvas *self,
          double               edge)
{
  return self->end > 0 ? (gint64) edge : LAMINA_ABSENT;
}

static int
get_room (LaminaCompareCanvas *self)
{
  return MAX (gtk_widget_get_width (GTK_WIDGET (self)) - 2 * LAMINA_COMPARE_MARGIN, 1);
}

/* All types of a waterfall fall into the sums; one of them is brought out by its boxes. */
static gboolean
is_row (const LaminaTarget *target,
        gpointer            user_data)
{
  guint row = GPOINTER_TO_UINT (user_data);

  return target->kind == LAMINA_TARGET_ROWS && row >= target->first && row < target->first + target->n;
}

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (canvas);
  int width = get_room (self), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (!self->comparison || height < 1)
    return NULL;
  if (!self->ties)
    return lamina_waterfall_layout (self->comparison, width, height, metrics);
  return lamina_ties_layout (self->comparison, width, height, get_edge (self, self->start), get_edge (self, self->end),
                             metrics);
}

static LaminaScene *
create_marked (LaminaCanvas  *canvas,
               LaminaScene   *scene,
               LaminaMetrics *metrics)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (canvas);

  if (self->row == LAMINA_NONE)
    return NULL;
  if (!self->ties)
    return lamina_scene_extract (scene, is_row, GUINT_TO_POINTER (self->row), NULL);
  return lamina_ties_layout_pair (self->comparison, get_room (self),
                                  gtk_widget_get_height (GTK_WIDGET (self)), get_edge (self, self->start),
                                  get_edge (self, self->end), self->row, metrics);
}

static void
draw_focus (LaminaCanvas *self,
            GtkSnapshot  *snapshot)
{
  if (gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (GTK_WIDGET (self)), 2, 0,
                               gtk_widget_get_width (GTK_WIDGET (self)) - 4, gtk_widget_get_height (GTK_WIDGET (self)));
}

static const LaminaTarget *
pick (LaminaCompareCanvas *self,
      double               x,
      double               y)
{
  return lamina_canvas_pick (LAMINA_CANVAS (self), x, y, LAMINA_TARGET_ROWS, TOLERANCE);
}

static char *
dup_type_text (LaminaCompareCanvas *self,
               const LaminaTarget  *target)
{
  const LaminaComparisonType *type = lamina_comparison_get_type_row (self->comparison, target->first);
  g_autofree char *a = lamina_figure_dup (type->cost_a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *b = lamina_figure_dup (type->cost_b, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *delta = lamina_comparison_dup_delta (type->delta);

  if (target->n > 1)
    return lamina_text_dup (ngettext ("%u more type", "%u more types", target->n), target->n);
  /* Translators: a type of layers, its time in A and in B, and the difference. */
  return g_strdup_printf (_("%s\nA %s, B %s: %s"), type->type ? type->type : _("No type"), a, b, delta);
}

static char *
dup_pair_text (LaminaCompareCanvas *self,
               guint32              row)
{
  LaminaPair pair;
  g_autofree char *name_a = NULL;
  g_autofree char *name_b = NULL;
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autofree char *delta = NULL;

  lamina_comparison_get_pair (self->comparison, row, &pair);
  name_a = lamina_comparison_dup_names (self->comparison, &pair, FALSE);
  name_b = lamina_comparison_dup_names (self->comparison, &pair, TRUE);
  a = lamina_figure_dup (pair.cost_a, LAMINA_UNIT_NANOSECONDS);
  b = lamina_figure_dup (pair.cost_b, LAMINA_UNIT_NANOSECONDS);
  delta = lamina_comparison_dup_delta (pair.delta);
  /* Translators: a layer of A with its time, its counterpart in B with its time, and the difference. */
  return g_strdup_printf (_("A: %s, %s\nB: %s, %s\n%s"), name_a ? name_a : "—", a, name_b ? name_b : "—", b, delta);
}

static gboolean
lamina_compare_canvas_query_tooltip (GtkWidget  *widget,
                                     int         x,
                                     int         y,
                                     gboolean    keyboard,
                                     GtkTooltip *tooltip)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (widget);
  const LaminaTarget *target = keyboard ? NULL : pick (self, x, y);
  g_autofree char *text = NULL;

  if (!target)
    return FALSE;
  text = self->ties ? dup_pair_text (self, target->first) : dup_type_text (self, target);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
lamina_compare_canvas_measure (GtkWidget      *widget,
                               GtkOrientation  orientation,
                               int             for_size,
                               int            *minimum,
                               int            *natural,
                               int            *minimum_baseline,
                               int            *natural_baseline)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = LEAST_WIDTH;
  else if (self->ties)
    *minimum = LAMINA_TIES_HEIGHT;
  else
    *minimum = self->comparison ? lamina_waterfall_get_height (self->comparison) : 120;
  *natural = *minimum;
}

#define STEP 1.4
#define LEAST_SPAN 20.0

static void
set_range (LaminaCompareCanvas *self,
           double               start,
           double               end)
{
  double whole = get_whole (self), span = CLAMP (end - start, LEAST_SPAN, whole);

  start = CLAMP (start, 0, whole - span);
  if (span >= whole)
    start = span = 0;
  self->start = start;
  self->end = start + span;
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
}

static void
zoom (LaminaCompareCanvas *self,
      double               factor,
      double               x)
{
  double start = self->start, end = self->end > 0 ? self->end : get_whole (self);
  double part = (x - LAMINA_COMPARE_MARGIN) / get_room (self);
  double anchor = start + (end - start) * CLAMP (part, 0, 1);

  set_range (self, anchor - (anchor - start) * factor, anchor + (end - anchor) * factor);
}

static void
pan (LaminaCompareCanvas *self,
     double               part)
{
  double by = (self->end - self->start) * part;

  if (self->end > 0)
    set_range (self, self->start + by, self->end + by);
}

static void
press (LaminaCanvas    *canvas,
       int              n_press,
       double           x,
       double           y,
       GdkModifierType  state)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (canvas);
  const LaminaTarget *target = pick (self, x, y);
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_VIEWPORT);

  /* What was clicked stays where it is. */
  if (viewport)
    gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (viewport)
    gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), TRUE);
  if (n_press == 2 && self->ties && self->comparison)
    set_range (self, 0, get_whole (self));
  else
    emit_picked (self, target ? target->first : LAMINA_NONE);
}

static void
on_drag_begin (GtkGestureDrag      *drag,
               double               x,
               double               y,
               LaminaCompareCanvas *self)
{
  self->drag_start = self->start;
  self->drag_end = self->end;
}

static void
on_drag_update (GtkGestureDrag      *drag,
                double               dx,
                double               dy,
                LaminaCompareCanvas *self)
{
  double by = -dx * (self->drag_end - self->drag_start) / get_room (self);

  if (self->ties && self->comparison && self->drag_end > 0 && fabs (dx) > 3)
    set_range (self, self->drag_start + by, self->drag_end + by);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           LaminaCompareCanvas      *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double x, y;

  if (!self->ties || !self->comparison || !(state & GDK_CONTROL_MASK))
    return GDK_EVENT_PROPAGATE;
  lamina_canvas_get_pointer (LAMINA_CANVAS (self), &x, &y);
  zoom (self, pow (STEP, dy), x);
  return GDK_EVENT_STOP;
}

/* The pair or type before or behind; without one the first. */
static void
step (LaminaCompareCanvas *self,
      int                  by)
{
  guint n = self->ties ? lamina_comparison_get_n_pairs (self->comparison)
                       : lamina_comparison_get_n_types (self->comparison);

  if (n == 0)
    return;
  if (self->row == LAMINA_NONE)
    emit_picked (self, by > 0 ? 0 : n - 1);
  else if ((by < 0 && self->row > 0) || (by > 0 && self->row + 1 < n))
    emit_picked (self, by < 0 ? self->row - 1 : self->row + 1);
}

static gboolean
press_key (LaminaCanvas    *canvas,
           guint            keyval,
           GdkModifierType  state)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (canvas);
  double middle = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;

  if (!self->comparison)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Up)
    step (self, -1);
  else if (keyval == GDK_KEY_Down)
    step (self, 1);
  else if (keyval == GDK_KEY_Escape && self->row != LAMINA_NONE)
    emit_picked (self, LAMINA_NONE);
  else if (!self->ties)
    return GDK_EVENT_PROPAGATE;
  else if (keyval == GDK_KEY_plus || keyval == GDK_KEY_equal || keyval == GDK_KEY_KP_Add)
    zoom (self, 1 / STEP, middle);
  else if (keyval == GDK_KEY_minus || keyval == GDK_KEY_KP_Subtract)
    zoom (self, STEP, middle);
  else if (keyval == GDK_KEY_0 || keyval == GDK_KEY_KP_0)
    set_range (self, 0, get_whole (self));
  else if (keyval == GDK_KEY_Left && self->end > 0)
    pan (self, -0.1);
  else if (keyval == GDK_KEY_Right && self->end > 0)
    pan (self, 0.1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
lamina_compare_canvas_dispose (GObject *object)
{
  lamina_compare_canvas_set_comparison (LAMINA_COMPARE_CANVAS (object), NULL);
  G_OBJECT_CLASS (lamina_compare_canvas_parent_class)->dispose (object);
}

static void
lamina_compare_canvas_class_init (LaminaCompareCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);

  object_class->dispose = lamina_compare_canvas_dispose;
  widget_class->measure = lamina_compare_canvas_measure;
  widget_class->query_tooltip = lamina_compare_canvas_query_tooltip;
  canvas_class->create_scene = create_scene;
  canvas_class->create_marked = create_marked;
  canvas_class->draw_places = draw_focus;
  canvas_class->press = press;
  canvas_class->press_key = press_key;
  picked_signal = g_signal_new ("picked", LAMINA_TYPE_COMPARE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "compare-canvas");
}

static void
lamina_compare_canvas_init (LaminaCompareCanvas *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->row = LAMINA_NONE;
  lamina_canvas_set_margin (LAMINA_CANVAS (self), LAMINA_COMPARE_MARGIN);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  lamina_canvas_add_input (LAMINA_CANVAS (self));
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  lamina_compare_canvas_set_ties (self, FALSE);
}

void
lamina_compare_canvas_set_ties (LaminaCompareCanvas *self,
                                gboolean             ties)
{
  g_return_if_fail (LAMINA_IS_COMPARE_CANVAS (self));

  self->ties = ties;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  ties ? _("Both on one scale, with bands between what is matched")
                                       : _("Where the difference comes from, by type"), -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
lamina_compare_canvas_set_comparison (LaminaCompareCanvas *self,
                                      LaminaComparison    *comparison)
{
  g_return_if_fail (LAMINA_IS_COMPARE_CANVAS (self));

  if (comparison)
    lamina_comparison_ref (comparison);
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  self->comparison = comparison;
  self->row = LAMINA_NONE;
  self->start = self->end = 0;
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
lamina_compare_canvas_set_row (LaminaCompareCanvas *self,
                               guint32              row)
{
  g_return_if_fail (LAMINA_IS_COMPARE_CANVAS (self));

  if (self->row == row)
    return;
  self->row = row;
  lamina_canvas_drop_marked (LAMINA_CANVAS (self));
}
