/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-text-bin.h"

#include "lamina-text-size.h"

#include <math.h>

struct _LaminaTextBin
{
  AdwBin parent_instance;

  double scale;
};

G_DEFINE_FINAL_TYPE (LaminaTextBin, lamina_text_bin, ADW_TYPE_BIN)

static void
update_scale (LaminaTextBin *self)
{
  double scale = lamina_text_size_get_scale ();

  if (self->scale == scale)
    return;
  self->scale = scale;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static int
shrink (LaminaTextBin *self,
        int            size)
{
  return size > 0 ? (int) floor (size / self->scale) : size;
}

static int
grow (LaminaTextBin *self,
      int            size)
{
  return (int) ceil (size * self->scale);
}

static void
lamina_text_bin_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  LaminaTextBin *self = LAMINA_TEXT_BIN (widget);
  GtkWidget *child = adw_bin_get_child (ADW_BIN (self));

  if (!child)
    return;
  gtk_widget_measure (child, orientation, shrink (self, for_size), minimum, natural, NULL, NULL);
  *minimum = grow (self, *minimum);
  *natural = grow (self, *natural);
}

static void
lamina_text_bin_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  LaminaTextBin *self = LAMINA_TEXT_BIN (widget);
  GtkWidget *child = adw_bin_get_child (ADW_BIN (self));
  GskTransform *transform = NULL;

  if (!child)
    return;
  if (self->scale != 1)
    transform = gsk_transform_scale (NULL, (float) self->scale, (float) self->scale);
  gtk_widget_allocate (child, shrink (self, width), shrink (self, height), -1, transform);
}

static GtkSizeRequestMode
lamina_text_bin_get_request_mode (GtkWidget *widget)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  return child ? gtk_widget_get_request_mode (child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
lamina_text_bin_class_init (LaminaTextBinClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->measure = lamina_text_bin_measure;
  widget_class->size_allocate = lamina_text_bin_size_allocate;
  widget_class->get_request_mode = lamina_text_bin_get_request_mode;
}

static void
lamina_text_bin_init (LaminaTextBin *self)
{
  /* That of the parent would take the place of our own measuring. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  self->scale = lamina_text_size_get_scale ();
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (update_scale), self,
                           G_CONNECT_SWAPPED);
}

void
lamina_text_bin_point_popover (GtkPopover *popover,
                               double      x,
                               double      y)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));
  GtkWidget *native = parent ? GTK_WIDGET (gtk_widget_get_native (parent)) : NULL;
  graphene_rect_t bounds;
  double native_x, native_y;

  if (native && gtk_widget_compute_bounds (parent, native, &bounds)
      && gtk_widget_translate_coordinates (parent, native, x, y, &native_x, &native_y))
    {
      x = native_x - bounds.origin.x;
      y = native_y - bounds.origin.y;
    }
  gtk_popover_set_pointing_to (popover, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}
