/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-bar.h"

#include "lamina-theme.h"

#include <math.h>

#define HEIGHT 5
#define LEAST_WIDTH 2

struct _LaminaBar
{
  GtkWidget parent_instance;

  LaminaBarPart *parts;
  guint n;
};

G_DEFINE_FINAL_TYPE (LaminaBar, lamina_bar, GTK_TYPE_WIDGET)

static void
lamina_bar_snapshot (GtkWidget   *widget,
                     GtkSnapshot *snapshot)
{
  LaminaBar *self = LAMINA_BAR (widget);
  int width = gtk_widget_get_width (widget);
  GdkRGBA ground;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &ground);
  ground.alpha *= 0.1f;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, 0, (float) width, HEIGHT));
  for (guint i = 0; i < self->n; i++)
    {
      GdkRGBA color = lamina_theme_get_color (LAMINA_FILL_FAMILY (self->parts[i].family));
      double start = floor (CLAMP (self->parts[i].start, 0, 1) * width);
      double end = ceil (CLAMP (self->parts[i].end, 0, 1) * width);

      start = MIN (start, width - LEAST_WIDTH);
      end = MAX (end, start + LEAST_WIDTH);
      gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) start, 0, (float) (end - start), HEIGHT));
    }
}

static void
lamina_bar_finalize (GObject *object)
{
  g_free (LAMINA_BAR (object)->parts);
  G_OBJECT_CLASS (lamina_bar_parent_class)->finalize (object);
}

static void
lamina_bar_class_init (LaminaBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lamina_bar_finalize;
  widget_class->snapshot = lamina_bar_snapshot;
  gtk_widget_class_set_css_name (widget_class, "bar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lamina_bar_init (LaminaBar *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), 40, HEIGHT);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

GtkWidget *
lamina_bar_new (void)
{
  return g_object_new (LAMINA_TYPE_BAR, NULL);
}

void
lamina_bar_set_parts (LaminaBar           *self,
                      const LaminaBarPart *parts,
                      guint                n,
                      const char          *label)
{
  g_return_if_fail (LAMINA_IS_BAR (self));

  g_free (self->parts);
  self->parts = g_memdup2 (parts, n * sizeof *parts);
  self->n = n;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
