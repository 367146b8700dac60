/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-width-bin.h"

#include "lamina-text-size.h"

struct _LaminaWidthBin
{
  GtkWidget parent_instance;

  GtkWidget *child;
  int threshold;
  int least;
  gboolean narrow;
};

enum
{
  PROP_0,
  PROP_CHILD,
  PROP_THRESHOLD,
  PROP_LEAST,
  PROP_NARROW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void lamina_width_bin_buildable_init (GtkBuildableIface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaWidthBin, lamina_width_bin, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, lamina_width_bin_buildable_init))

static GtkBuildableIface *parent_buildable;

static void
set_child (LaminaWidthBin *self,
           GtkWidget      *child)
{
  if (self->child == child)
    return;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHILD]);
}

static void
lamina_width_bin_add_child (GtkBuildable *buildable,
                            GtkBuilder   *builder,
                            GObject      *child,
                            const char   *type)
{
  if (GTK_IS_WIDGET (child))
    set_child (LAMINA_WIDTH_BIN (buildable), GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
lamina_width_bin_buildable_init (GtkBuildableIface *interface)
{
  parent_buildable = g_type_interface_peek_parent (interface);
  interface->add_child = lamina_width_bin_add_child;
}

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

  if (self->child)
    gtk_widget_measure (self->child, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
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
  gboolean narrow = width < lamina_text_size_get_length (self->threshold);

  if (self->narrow != narrow)
    {
      self->narrow = narrow;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
    }
  if (self->child)
    gtk_widget_allocate (self->child, width, height, baseline, NULL);
}

static GtkSizeRequestMode
lamina_width_bin_get_request_mode (GtkWidget *widget)
{
  LaminaWidthBin *self = LAMINA_WIDTH_BIN (widget);

  return self->child ? gtk_widget_get_request_mode (self->child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
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
    case PROP_CHILD:
      g_value_set_object (value, self->child);
      break;
    case PROP_THRESHOLD:
      g_value_set_int (value, self->threshold);
      break;
    case PROP_LEAST:
      g_value_set_int (value, self->least);
      break;
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
    case PROP_CHILD:
      set_child (self, g_value_get_object (value));
      break;
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
lamina_width_bin_dispose (GObject *object)
{
  g_clear_pointer (&LAMINA_WIDTH_BIN (object)->child, gtk_widget_unparent);
  G_OBJECT_CLASS (lamina_width_bin_parent_class)->dispose (object);
}

static void
lamina_width_bin_class_init (LaminaWidthBinClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GParamFlags write = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lamina_width_bin_dispose;
  object_class->get_property = lamina_width_bin_get_property;
  object_class->set_property = lamina_width_bin_set_property;
  widget_class->measure = lamina_width_bin_measure;
  widget_class->size_allocate = lamina_width_bin_size_allocate;
  widget_class->get_request_mode = lamina_width_bin_get_request_mode;
  properties[PROP_CHILD] = g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET, write);
  properties[PROP_THRESHOLD] = g_param_spec_int ("threshold", NULL, NULL, 0, G_MAXINT, 0, write);
  properties[PROP_LEAST] = g_param_spec_int ("least", NULL, NULL, 0, G_MAXINT, 0, write);
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
lamina_width_bin_init (LaminaWidthBin *self)
{
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (gtk_widget_queue_resize), self,
                           G_CONNECT_SWAPPED);
}

gboolean
lamina_width_bin_is_narrow (LaminaWidthBin *self)
{
  g_return_val_if_fail (LAMINA_IS_WIDTH_BIN (self), FALSE);
  return self->narrow;
}
