/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-format.h"
#include "tensorrt-read.h"

/* What trtexec and the inspector of TensorRT say of an engine: files of their own, or the middle of a log. */
struct _TensorrtFormat
{
  GObject parent_instance;
};

static void tensorrt_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TensorrtFormat, tensorrt_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, tensorrt_format_iface_init))

static int
tensorrt_format_probe (LaminaFormat     *format,
                       const LaminaHead *head)
{
  return tensorrt_probe (head);
}

static const char *const *
tensorrt_format_get_markers (LaminaFormat *format)
{
  static const char *const markers[] = { "{\"Layers\"", "{ \"Layers\"", "=== Profile (", NULL };

  return markers;
}

static LaminaClaim
tensorrt_format_claims (LaminaFormat     *format,
                        const LaminaHead *opened,
                        const LaminaHead *sibling)
{
  return tensorrt_claims (opened, sibling) ? LAMINA_CLAIM_PART : LAMINA_CLAIM_NONE;
}

static void
check_content (TensorrtEngine  *engine,
               GError         **error)
{
  if (engine->infos->len > 0 || engine->times->len > 0 || *error)
    return;
  if (engine->has_properties)
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL,
                      N_("The file says how an engine was built or measured; its layers and times are not beside it."));
  else
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The text holds no layers and no times of TensorRT."));
}

static gboolean
tensorrt_format_load (LaminaFormat   *format,
                      LaminaSources  *sources,
                      LaminaBuilder  *builder,
                      GCancellable   *cancellable,
                      GError        **error)
{
  g_autoptr (TensorrtEngine) engine = tensorrt_engine_new (builder, sources, cancellable);
  g_autoptr (GError) read_error = NULL;

  tensorrt_read (engine, &read_error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  tensorrt_engine_join (engine);
  tensorrt_engine_build (engine);
  check_content (engine, &read_error);
  if (!read_error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

static gboolean
tensorrt_format_describe (LaminaFormat       *format,
                          LaminaDocument     *document,
                          const LaminaPlace  *place,
                          LaminaDetails      *details,
                          GError            **error)
{
  return tensorrt_describe (document, place, details, error);
}

static void
tensorrt_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = tensorrt_format_probe;
  iface->get_markers = tensorrt_format_get_markers;
  iface->load = tensorrt_format_load;
  iface->describe = tensorrt_format_describe;
  iface->claims = tensorrt_format_claims;
}

static void
tensorrt_format_class_init (TensorrtFormatClass *klass)
{
}

static void
tensorrt_format_init (TensorrtFormat *self)
{
}

LAMINA_FORMAT_MODULE (tensorrt_format_get_type)
