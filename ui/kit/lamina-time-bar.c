/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-time-bar.h"

#include "lamina-painter.h"
#include "lamina-text-size.h"
#include "lamina-theme.h"

#include <glib/gi18n.h>

#define HEIGHT 20

struct _LaminaTimeBar
{
  GtkWidget parent_instance;

  LaminaFamily family;
  gint64 total;
  gint64 wait;
};

G_DEFINE_FINAL_TYPE (LaminaTimeBar, lamina_time_bar, GTK_TYPE_WIDGET)

static char *
dup_label (LaminaTimeBar *self)
{
  g_autofree char *figure = NULL;

  if (self->wait == LAMINA_ABSENT)
    return lamina_figure_dup (self->total, LAMINA_UNIT_NANOSECONDS);
  figure = lamina_figure_dup (self->total - self->wait, LAMINA_UNIT_NANOSECONDS);
  return g_strdup_printf (_("kernel %s"), figure);
}

static void
add_box (LaminaScene *scene,
         int          x,
         int          width,
         LaminaFill   fill)
{
  LaminaSceneBox box = { .x = x, .y = 0, .width = width, .height = HEIGHT, .fill = fill };

  if (width > 0)
    lamina_scene_add_box (scene, &box);
}

static LaminaScene *
layout (LaminaTimeBar *self,
        int            width)
{
  LaminaScene *scene = lamina_scene_new (width, HEIGHT);
  LaminaFill work = LAMINA_FILL_FAMILY (self->family), waiting = work;
  g_autofree char *label = dup_label (self);
  LaminaSceneText text = { .y = HEIGHT / 2, .font = LAMINA_FONT_LABEL, .fill = work, .text = label };
  int split = 0;

  waiting.pattern = LAMINA_PATTERN_WAIT;
  text.fill.ink = LAMINA_INK_LABEL;
  if (self->wait > 0 && self->total > 0)
    split = (int) ((double) self->wait / (double) self->total * width);
  lamina_scene_open_group (scene, "time", 0, 0, width, HEIGHT);
  add_box (scene, 0, split, waiting);
  add_box (scene, split, width - split, work);
  text.x = (float) split + 6;
  text.width = (float) (width - split - 12);
  if (text.width > 60)
    lamina_scene_add_text (scene, &text);
  lamina_scene_close_group (scene);
  return scene;
}

static void
lamina_time_bar_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LaminaTimeBar *self = LAMINA_TIME_BAR (widget);
  double scale = lamina_text_size_get_scale ();
  int width = (int) (gtk_widget_get_width (widget) / scale);
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (LaminaPainter) painter = NULL;
  LaminaStyle style;
  cairo_t *cr;

  if (width < 1 || self->total == LAMINA_ABSENT)
    return;
  scene = layout (self, width);
  lamina_theme_init_style (&style, widget);
  painter = lamina_painter_new (&style);
  gtk_snapshot_scale (snapshot, (float) scale, (float) scale);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, HEIGHT));
  lamina_painter_paint_group (painter, cr, scene, 0);
  cairo_destroy (cr);
}

static void
lamina_time_bar_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 60 : lamina_text_size_get_length (HEIGHT);
}

static void
lamina_time_bar_class_init (LaminaTimeBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->snapshot = lamina_time_bar_snapshot;
  widget_class->measure = lamina_time_bar_measure;
  gtk_widget_class_set_css_name (widget_class, "timebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lamina_time_bar_init (LaminaTimeBar *self)
{
  self->total = LAMINA_ABSENT;
  self->wait = LAMINA_ABSENT;
}

void
lamina_time_bar_set (LaminaTimeBar *self,
                     LaminaFamily   family,
                     gint64         total,
                     gint64         wait)
{
  g_autofree char *label = NULL;

  g_return_if_fail (LAMINA_IS_TIME_BAR (self));

  self->family = family;
  self->total = total;
  /* A wait longer than the whole says nothing about the rest. */
  self->wait = wait != LAMINA_ABSENT && total != LAMINA_ABSENT && wait >= 0 && wait <= total ? wait : LAMINA_ABSENT;
  label = total == LAMINA_ABSENT ? g_strdup ("") : dup_label (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
