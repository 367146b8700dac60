/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-canvas-private.h"

#include "lamina-theme.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#define TOLERANCE 3
#define LEAST_WIDTH 280

G_DEFINE_FINAL_TYPE (LaminaCompareCanvas, lamina_compare_canvas, GTK_TYPE_WIDGET)

static guint picked_signal;

void
_lamina_compare_canvas_emit_picked (LaminaCompareCanvas *self,
                                    guint32              row)
{
  g_signal_emit (self, picked_signal, 0, row);
}

void
_lamina_compare_canvas_drop_scene (LaminaCompareCanvas *self)
{
  g_clear_pointer (&self->scene, lamina_scene_unref);
  g_clear_pointer (&self->marked, lamina_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

double
_lamina_compare_canvas_get_whole (LaminaCompareCanvas *self)
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

int
_lamina_compare_canvas_get_room (LaminaCompareCanvas *self)
{
  return MAX (gtk_widget_get_width (GTK_WIDGET (self)) - 2 * LAMINA_COMPARE_MARGIN, 1);
}

static int
get_height (LaminaCompareCanvas *self)
{
  if (self->ties)
    return LAMINA_TIES_HEIGHT;
  return self->comparison ? lamina_waterfall_get_height (self->comparison) : 120;
}

/* All types of a waterfall fall into the sums; one of them is brought out by its boxes. */
static gboolean
is_row (const LaminaTarget *target,
        gpointer            user_data)
{
  guint row = GPOINTER_TO_UINT (user_data);

  return target->kind == LAMINA_TARGET_ROWS && row >= target->first && row < target->first + target->n;
}

static gboolean
ensure_scene (LaminaCompareCanvas *self)
{
  int width = _lamina_compare_canvas_get_room (self), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (!self->comparison || height < 1)
    return FALSE;
  if (!self->scene)
    self->scene = self->ties ? lamina_ties_layout (self->comparison, width, height, get_edge (self, self->start),
                                                   get_edge (self, self->end), self->metrics)
                             : lamina_waterfall_layout (self->comparison, width, height, self->metrics);
  if (!self->marked && self->row != LAMINA_NONE)
    self->marked = self->ties ? lamina_ties_layout_pair (self->comparison, width, height, get_edge (self, self->start),
                                                         get_edge (self, self->end), self->row, self->metrics)
                              : lamina_scene_extract (self->scene, is_row, GUINT_TO_POINTER (self->row));
  return TRUE;
}

static void
draw (LaminaCompareCanvas *self,
      GtkSnapshot         *snapshot,
      LaminaScene         *scene,
      gboolean             dim)
{
  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    lamina_render_cache_append (dim ? self->dimmed_cache : self->plain_cache, snapshot,
                                dim ? self->dimmed : self->plain, scene, i);
}

static void
draw_focus (LaminaCompareCanvas *self,
            GtkSnapshot         *snapshot)
{
  if (gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (GTK_WIDGET (self)), 2, 0,
                               gtk_widget_get_width (GTK_WIDGET (self)) - 4, gtk_widget_get_height (GTK_WIDGET (self)));
}

static void
lamina_compare_canvas_snapshot (GtkWidget   *widget,
                                GtkSnapshot *snapshot)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (widget);

  if (!ensure_scene (self))
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (LAMINA_COMPARE_MARGIN, 0));
  lamina_render_cache_begin (self->plain_cache);
  lamina_render_cache_begin (self->dimmed_cache);
  draw (self, snapshot, self->scene, self->marked != NULL);
  if (self->marked)
    draw (self, snapshot, self->marked, FALSE);
  lamina_render_cache_end (self->plain_cache);
  lamina_render_cache_end (self->dimmed_cache);
  gtk_snapshot_restore (snapshot);
  draw_focus (self, snapshot);
}

const LaminaTarget *
_lamina_compare_canvas_pick (LaminaCompareCanvas *self,
                             double               x,
                             double               y)
{
  const LaminaTarget *target = NULL;

  if (ensure_scene (self))
    target = lamina_scene_pick (self->scene, x - LAMINA_COMPARE_MARGIN, y, TOLERANCE);
  return target && target->kind == LAMINA_TARGET_ROWS ? target : NULL;
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
    return g_strdup_printf (ngettext ("%u more type", "%u more types", target->n), target->n);
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
  const LaminaTarget *target = keyboard ? NULL : _lamina_compare_canvas_pick (self, x, y);
  g_autofree char *text = NULL;

  if (!target)
    return FALSE;
  text = self->ties ? dup_pair_text (self, target->first) : dup_type_text (self, target);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
update_style (LaminaCompareCanvas *self)
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
  _lamina_compare_canvas_drop_scene (self);
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

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : get_height (self);
}

static void
lamina_compare_canvas_size_allocate (GtkWidget *widget,
                                     int        width,
                                     int        height,
                                     int        baseline)
{
  _lamina_compare_canvas_drop_scene (LAMINA_COMPARE_CANVAS (widget));
}

static void
lamina_compare_canvas_dispose (GObject *object)
{
  lamina_compare_canvas_set_comparison (LAMINA_COMPARE_CANVAS (object), NULL);
  G_OBJECT_CLASS (lamina_compare_canvas_parent_class)->dispose (object);
}

static void
lamina_compare_canvas_finalize (GObject *object)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (object);

  _lamina_compare_canvas_drop_scene (self);
  g_clear_pointer (&self->plain_cache, lamina_render_cache_free);
  g_clear_pointer (&self->dimmed_cache, lamina_render_cache_free);
  g_clear_pointer (&self->plain, lamina_painter_free);
  g_clear_pointer (&self->dimmed, lamina_painter_free);
  g_clear_pointer (&self->metrics, lamina_metrics_unref);
  G_OBJECT_CLASS (lamina_compare_canvas_parent_class)->finalize (object);
}

static void
lamina_compare_canvas_class_init (LaminaCompareCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_compare_canvas_dispose;
  object_class->finalize = lamina_compare_canvas_finalize;
  widget_class->measure = lamina_compare_canvas_measure;
  widget_class->size_allocate = lamina_compare_canvas_size_allocate;
  widget_class->snapshot = lamina_compare_canvas_snapshot;
  widget_class->query_tooltip = lamina_compare_canvas_query_tooltip;
  picked_signal = g_signal_new ("picked", LAMINA_TYPE_COMPARE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "compare-canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lamina_compare_canvas_init (LaminaCompareCanvas *self)
{
  LaminaStyle style;

  self->row = LAMINA_NONE;
  lamina_theme_init_style (&style, GTK_WIDGET (self));
  self->plain = lamina_painter_new (&style);
  self->dimmed = lamina_painter_new (&style);
  self->plain_cache = lamina_render_cache_new ();
  self->dimmed_cache = lamina_render_cache_new ();
  update_style (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_style), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast", G_CALLBACK (update_style), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  _lamina_compare_canvas_add_input (self);
  lamina_compare_canvas_set_ties (self, FALSE);
}

void
lamina_compare_canvas_set_ties (LaminaCompareCanvas *self,
                                gboolean             ties)
{
  g_return_if_fail (LAMINA_IS_COMPARE_CANVAS (self));

  self->ties = ties;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  ties ? _("Both on one scale, with bands between layers that correspond")
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
  _lamina_compare_canvas_drop_scene (self);
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
  g_clear_pointer (&self->marked, lamina_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

LaminaScene *
lamina_compare_canvas_get_scene (LaminaCompareCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_CANVAS (self), NULL);
  return self->scene;
}
