/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-text-bin.h"

#include "lamina-text-size.h"

#include <math.h>

struct _LaminaTextBin
{
  GtkWidget parent_instance;

  GtkWidget *child;
  double scale;
};

enum
{
  PROP_0,
  PROP_CHILD,
  PROP_SCALE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void lamina_text_bin_buildable_init (GtkBuildableIface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaTextBin, lamina_text_bin, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, lamina_text_bin_buildable_init))

static GtkBuildableIface *parent_buildable;

static void
update_scale (LaminaTextBin *self)
{
  double scale = lamina_text_size_get_scale ();

  if (self->scale == scale)
    return;
  self->scale = scale;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCALE]);
}

static void
set_child (LaminaTextBin *self,
           GtkWidget     *child)
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
lamina_text_bin_add_child (GtkBuildable *buildable,
                           GtkBuilder   *builder,
                           GObject      *child,
                           const char   *type)
{
  if (GTK_IS_WIDGET (child))
    set_child (LAMINA_TEXT_BIN (buildable), GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
lamina_text_bin_buildable_init (GtkBuildableIface *interface)
{
  parent_buildable = g_type_interface_peek_parent (interface);
  interface->add_child = lamina_text_bin_add_child;
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

  if (!self->child)
    return;
  gtk_widget_measure (self->child, orientation, shrink (self, for_size), minimum, natural, NULL, NULL);
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
  GskTransform *transform = NULL;

  if (!self->child)
    return;
  if (self->scale != 1)
    transform = gsk_transform_scale (NULL, (float) self->scale, (float) self->scale);
  gtk_widget_allocate (self->child, shrink (self, width), shrink (self, height), -1, transform);
}

static GtkSizeRequestMode
lamina_text_bin_get_request_mode (GtkWidget *widget)
{
  LaminaTextBin *self = LAMINA_TEXT_BIN (widget);

  return self->child ? gtk_widget_get_request_mode (self->child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
lamina_text_bin_compute_expand (GtkWidget *widget,
                                gboolean  *horizontal,
                                gboolean  *vertical)
{
  LaminaTextBin *self = LAMINA_TEXT_BIN (widget);

  if (!self->child)
    return;
  *horizontal = gtk_widget_compute_expand (self->child, GTK_ORIENTATION_HORIZONTAL);
  *vertical = gtk_widget_compute_expand (self->child, GTK_ORIENTATION_VERTICAL);
}

static void
lamina_text_bin_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  LaminaTextBin *self = LAMINA_TEXT_BIN (object);

  switch (id)
    {
    case PROP_CHILD:
      g_value_set_object (value, self->child);
      break;
    case PROP_SCALE:
      g_value_set_double (value, self->scale);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_text_bin_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (id)
    {
    case PROP_CHILD:
      set_child (LAMINA_TEXT_BIN (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_text_bin_dispose (GObject *object)
{
  g_clear_pointer (&LAMINA_TEXT_BIN (object)->child, gtk_widget_unparent);
  G_OBJECT_CLASS (lamina_text_bin_parent_class)->dispose (object);
}

static void
lamina_text_bin_class_init (LaminaTextBinClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_text_bin_dispose;
  object_class->get_property = lamina_text_bin_get_property;
  object_class->set_property = lamina_text_bin_set_property;
  widget_class->measure = lamina_text_bin_measure;
  widget_class->size_allocate = lamina_text_bin_size_allocate;
  widget_class->compute_expand = lamina_text_bin_compute_expand;
  widget_class->get_request_mode = lamina_text_bin_get_request_mode;
  properties[PROP_CHILD] = g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET,
                                                G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SCALE] = g_param_spec_double ("scale", NULL, NULL, 0, G_MAXDOUBLE, 1,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
lamina_text_bin_init (LaminaTextBin *self)
{
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
