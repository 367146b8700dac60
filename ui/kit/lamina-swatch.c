/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-swatch.h"

#include "lamina-theme.h"

#include <math.h>

#define SQUARE 12
#define CUBOID 34

struct _LaminaSwatch
{
  GtkWidget parent_instance;

  LaminaFamily family;
  gboolean is_tensor;
  gboolean hatched;
  double width;
  double height;
  double depth;
};

G_DEFINE_FINAL_TYPE (LaminaSwatch, lamina_swatch, GTK_TYPE_WIDGET)

static void
set_color (cairo_t *cr,
           GdkRGBA  color,
           double   darker)
{
  double keep = 1 - darker;

  cairo_set_source_rgba (cr, color.red * keep, color.green * keep, color.blue * keep, color.alpha);
}

static void
fill_face (cairo_t      *cr,
           const double *points,
           GdkRGBA       color,
           double        darker)
{
  cairo_move_to (cr, points[0], points[1]);
  for (int i = 1; i < 4; i++)
    cairo_line_to (cr, points[2 * i], points[2 * i + 1]);
  cairo_close_path (cr);
  set_color (cr, color, darker);
  cairo_fill_preserve (cr);
  set_color (cr, color, 0.45);
  cairo_set_line_width (cr, 0.8);
  cairo_stroke (cr);
}

/* Rows run down, columns run right, channels run into the depth. */
static void
draw_cuboid (LaminaSwatch *self,
             cairo_t      *cr)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL_FAMILY (self->family));
  double dx = self->depth * 0.7, dy = self->depth * 0.45;
  double x = (CUBOID - self->width - dx) / 2, y = (CUBOID - self->height - dy) / 2 + dy;
  double right = x + self->width, bottom = y + self->height;

  fill_face (cr, (double[]) { x, y, right, y, right, bottom, x, bottom }, color, 0);
  fill_face (cr, (double[]) { x, y, x + dx, y - dy, right + dx, y - dy, right, y }, color, 0.08);
  fill_face (cr, (double[]) { right, y, right + dx, y - dy, right + dx, bottom - dy, right, bottom }, color, 0.22);
}

static void
draw_hatched (cairo_t *cr)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL_FAMILY (LAMINA_FAMILY_OTHER));

  cairo_rectangle (cr, 1, CUBOID / 2 - 4, CUBOID - 2, 8);
  cairo_save (cr);
  cairo_clip (cr);
  set_color (cr, color, 0.3);
  cairo_set_line_width (cr, 1.6);
  for (int x = -8; x < CUBOID + 8; x += 5)
    {
      cairo_move_to (cr, x, CUBOID / 2 + 6);
      cairo_line_to (cr, x + 12, CUBOID / 2 - 6);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
  cairo_rectangle (cr, 1.5, CUBOID / 2 - 3.5, CUBOID - 3, 7);
  set_color (cr, color, 0.3);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* The same lines as in the timeline. */
static void
snapshot_waiting (LaminaSwatch *self,
                  GtkSnapshot  *snapshot,
                  float         x,
                  float         y)
{
  LaminaStyle style;
  LaminaColor ground, line;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x, y, SQUARE, SQUARE));

  lamina_theme_init_style (&style, GTK_WIDGET (self));
  lamina_style_get_hatching (&style, self->family, &ground, &line);
  cairo_rectangle (cr, x, y, SQUARE, SQUARE);
  cairo_clip (cr);
  cairo_set_source_rgba (cr, ground.red, ground.green, ground.blue, ground.alpha);
  cairo_paint (cr);
  cairo_set_source_rgba (cr, line.red, line.green, line.blue, line.alpha);
  cairo_set_line_width (cr, 1.6);
  for (int i = -SQUARE; i < SQUARE; i += 5)
    {
      cairo_move_to (cr, x + i, y + SQUARE);
      cairo_line_to (cr, x + i + SQUARE, y);
    }
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
lamina_swatch_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  LaminaSwatch *self = LAMINA_SWATCH (widget);
  int side = self->is_tensor ? CUBOID : SQUARE;
  float x = (float) ((gtk_widget_get_width (widget) - side) / 2);
  float y = (float) ((gtk_widget_get_height (widget) - side) / 2);
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL_FAMILY (self->family));
  GskRoundedRect square;
  cairo_t *cr;

  if (!self->is_tensor && self->hatched)
    {
      snapshot_waiting (self, snapshot, x, y);
      return;
    }
  if (!self->is_tensor)
    {
      gsk_rounded_rect_init_from_rect (&square, &GRAPHENE_RECT_INIT (x, y, SQUARE, SQUARE), 2);
      gtk_snapshot_push_rounded_clip (snapshot, &square);
      gtk_snapshot_append_color (snapshot, &color, &square.bounds);
      gtk_snapshot_pop (snapshot);
      return;
    }
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x, y, CUBOID, CUBOID));
  cairo_translate (cr, x, y);
  if (self->hatched)
    draw_hatched (cr);
  else
    draw_cuboid (self, cr);
  cairo_destroy (cr);
}

static void
lamina_swatch_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  *minimum = *natural = LAMINA_SWATCH (widget)->is_tensor ? CUBOID : SQUARE;
}

static void
lamina_swatch_class_init (LaminaSwatchClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->snapshot = lamina_swatch_snapshot;
  widget_class->measure = lamina_swatch_measure;
  gtk_widget_class_set_css_name (widget_class, "swatch");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
lamina_swatch_init (LaminaSwatch *self)
{
  self->family = LAMINA_FAMILY_OTHER;
}

GtkWidget *
lamina_swatch_new (void)
{
  return g_object_new (LAMINA_TYPE_SWATCH, "valign", GTK_ALIGN_CENTER, NULL);
}

void
lamina_swatch_set_waiting (LaminaSwatch *self,
                           LaminaFamily  family)
{
  lamina_swatch_set_family (self, family);
  self->hatched = TRUE;
}

void
lamina_swatch_set_family (LaminaSwatch *self,
                          LaminaFamily  family)
{
  g_return_if_fail (LAMINA_IS_SWATCH (self));

  self->family = family;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* From 4 px for one element to 20 px for a million. */
static double
get_edge (const gint64 *dims,
          guint         n,
          guint         from_last)
{
  gint64 dim = n > from_last ? dims[n - 1 - from_last] : 1;

  return 4 + 16 * MIN (log10 ((double) MAX (dim, 1)) / 3.5, 1);
}

void
lamina_swatch_set_tensor (LaminaSwatch *self,
                          LaminaFamily  family,
                          const gint64 *dims,
                          guint         n,
                          gboolean      hatched)
{
  g_return_if_fail (LAMINA_IS_SWATCH (self));

  self->is_tensor = TRUE;
  self->family = family;
  self->hatched = hatched;
  self->width = get_edge (dims, n, 0);
  self->height = get_edge (dims, n, 1);
  self->depth = get_edge (dims, n, 2);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
