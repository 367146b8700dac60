/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-histogram.h"

#include "lamina-theme.h"

#include <math.h>

#define HEIGHT 40
#define GAP 1

struct _LaminaHistogram
{
  GtkWidget parent_instance;

  guint *bins;
  guint n;
  guint most;
  LaminaFamily family;
};

G_DEFINE_FINAL_TYPE (LaminaHistogram, lamina_histogram, GTK_TYPE_WIDGET)

/* What occurs is seen, however rare: at least two pixels high. */
static void
lamina_histogram_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  LaminaHistogram *self = LAMINA_HISTOGRAM (widget);
  int width = gtk_widget_get_width (widget);
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL_FAMILY (self->family));
  GdkRGBA line;

  for (guint i = 0; i < self->n; i++)
    {
      int left = (int) (i * (guint) width / self->n), right = (int) ((i + 1) * (guint) width / self->n);
      float height = (float) MAX (round ((double) self->bins[i] / self->most * (HEIGHT - 1)), 2);

      if (self->bins[i] > 0)
        gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) left, HEIGHT - 1 - height,
                                                                          (float) MAX (right - left - GAP, 1), height));
    }
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &line);
  line.alpha *= 0.3f;
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (0, HEIGHT - 1, (float) width, 1));
}

static void
lamina_histogram_finalize (GObject *object)
{
  g_free (LAMINA_HISTOGRAM (object)->bins);
  G_OBJECT_CLASS (lamina_histogram_parent_class)->finalize (object);
}

static void
lamina_histogram_class_init (LaminaHistogramClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lamina_histogram_finalize;
  widget_class->snapshot = lamina_histogram_snapshot;
  gtk_widget_class_set_css_name (widget_class, "histogram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lamina_histogram_init (LaminaHistogram *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), 60, HEIGHT);
  self->most = 1;
}

GtkWidget *
lamina_histogram_new (const guint  *bins,
                      guint         n,
                      LaminaFamily  family,
                      const char   *label)
{
  LaminaHistogram *self = g_object_new (LAMINA_TYPE_HISTOGRAM, NULL);

  self->bins = g_memdup2 (bins, n * sizeof *bins);
  self->n = n;
  self->family = family;
  for (guint i = 0; i < n; i++)
    self->most = MAX (self->most, bins[i]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return GTK_WIDGET (self);
}
