/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-width-bin.h"

#include "lamina-text-size.h"

struct _LaminaWidthBin
{
  AdwBin parent_instance;

  int threshold;
  int least;
  gboolean narrow;
};

enum
{
  PROP_0,
  PROP_THRESHOLD,
  PROP_LEAST,
  PROP_NARROW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaWidthBin, lamina_width_bin, ADW_TYPE_BIN)

static void
lamina_width_bin_measure (GtkWidget      *widget,
                          GtkOrientation  orientation,
                          int             for_size,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline)
{
  LaminaWidthBin *self = LAMINA_WIDTH_BIN (widget);
  GtkWidget *child = adw_bin_get_child (ADW_BIN (self));

  /* Asked for the width at a height, boxes would leave a text that wraps the height of one line, and with it no width that is
   * less than all of it. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  if (child)
    gtk_widget_measure (child, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->least > 0)
    *minimum = MIN (*minimum, lamina_text_size_get_length (self->least));
}

static void
lamina_width_bin_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  LaminaWidthBin *self = LAMINA_WIDTH_BIN (widget);
  GtkWidget *child = adw_bin_get_child (ADW_BIN (self));
  gboolean narrow = width < lamina_text_size_get_length (self->threshold);

  if (self->narrow != narrow)
    {
      self->narrow = narrow;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
    }
  if (child)
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static GtkSizeRequestMode
lamina_width_bin_get_request_mode (GtkWidget *widget)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  return child ? gtk_widget_get_request_mode (child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
lamina_width_bin_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  LaminaWidthBin *self = LAMINA_WIDTH_BIN (object);

  switch (id)
    {
    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_width_bin_set_property (GObject      *object,
                               guint         id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  LaminaWidthBin *self = LAMINA_WIDTH_BIN (object);

  switch (id)
    {
    case PROP_THRESHOLD:
      self->threshold = g_value_get_int (value);
      gtk_widget_queue_allocate (GTK_WIDGET (self));
      break;
    case PROP_LEAST:
      self->least = g_value_get_int (value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_width_bin_class_init (LaminaWidthBinClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags write = G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = lamina_width_bin_get_property;
  object_class->set_property = lamina_width_bin_set_property;
  widget_class->measure = lamina_width_bin_measure;
  widget_class->size_allocate = lamina_width_bin_size_allocate;
  widget_class->get_request_mode = lamina_width_bin_get_request_mode;
  properties[PROP_THRESHOLD] = g_param_spec_int ("threshold", NULL, NULL, 0, G_MAXINT, 0, write);
  properties[PROP_LEAST] = g_param_spec_int ("least", NULL, NULL, 0, G_MAXINT, 0, write);
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
lamina_width_bin_init (LaminaWidthBin *self)
{
  /* That of the parent would take the place of our own measuring. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (gtk_widget_queue_resize), self,
                           G_CONNECT_SWAPPED);
}

gboolean
lamina_width_bin_is_narrow (LaminaWidthBin *self)
{
  g_return_val_if_fail (LAMINA_IS_WIDTH_BIN (self), FALSE);
  return self->narrow;
}
