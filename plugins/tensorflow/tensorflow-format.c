/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-format.h"
#include "tensorflow-listing.h"

/* The listings of nodes that TensorScope makes of a run of TensorFlow. */
struct _TensorflowFormat
{
  GObject parent_instance;
};

static void tensorflow_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TensorflowFormat, tensorflow_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, tensorflow_format_iface_init))

static int
tensorflow_format_probe (LaminaFormat     *format,
                         const LaminaHead *head)
{
  return tensorflow_probe (head);
}

static gboolean
tensorflow_format_load (LaminaFormat   *format,
                        LaminaSources  *sources,
                        LaminaBuilder  *builder,
                        GCancellable   *cancellable,
                        GError        **error)
{
  g_autoptr (TensorflowListing) listing = tensorflow_listing_new (lamina_sources_get (sources, 0),
                                                                  lamina_builder_get_import (builder));
  g_autoptr (GError) read_error = NULL;

  tensorflow_listing_read (listing, cancellable, &read_error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  tensorflow_listing_link (listing);
  if (listing->nodes->len > 0)
    tensorflow_build (listing, builder);
  else if (!read_error)
    g_set_error_literal (&read_error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the listing names no nodes");
  if (!read_error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

static gboolean
tensorflow_format_describe (LaminaFormat       *format,
                            LaminaDocument     *document,
                            const LaminaPlace  *place,
                            LaminaDetails      *details,
                            GError            **error)
{
  return tensorflow_describe (document, place, details, error);
}

static void
tensorflow_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = tensorflow_format_probe;
  iface->load = tensorflow_format_load;
  iface->describe = tensorflow_format_describe;
}

static void
tensorflow_format_class_init (TensorflowFormatClass *klass)
{
}

static void
tensorflow_format_init (TensorflowFormat *self)
{
}

LAMINA_FORMAT_MODULE (tensorflow_format_get_type)
