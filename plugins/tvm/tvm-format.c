/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-build.h"
#include "tvm-format.h"
#include "tvm-log.h"

/* The reports of TVM's profilers, alone or in the middle of a log. */
struct _TvmFormat
{
  GObject parent_instance;
};

static void tvm_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvmFormat, tvm_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, tvm_format_iface_init))

static int
tvm_format_probe (LaminaFormat     *format,
                  const LaminaHead *head)
{
  return tvm_probe (head);
}

static const char *const *
tvm_format_get_markers (LaminaFormat *format)
{
  static const char *const markers[] = { "Duration (us)  ", "#OpName", "Node Name  ", "{\"calls\"", NULL };

  return markers;
}

static gboolean
tvm_format_load (LaminaFormat   *format,
                 LaminaSources  *sources,
                 LaminaBuilder  *builder,
                 GCancellable   *cancellable,
                 GError        **error)
{
  g_autoptr (GPtrArray) reports = g_ptr_array_new_with_free_func ((GDestroyNotify) tvm_report_free);
  TvmLog log = { .source = lamina_sources_get (sources, 0), .import = lamina_builder_get_import (builder),
                 .cancellable = cancellable, .reports = reports };
  gboolean whole = tvm_log_read (&log, error);

  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  tvm_build (builder, log.source, reports);
  if (whole && reports->len == 0)
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The text holds no report of TVM."));
  return whole && reports->len > 0;
}

static gboolean
tvm_format_describe (LaminaFormat       *format,
                     LaminaDocument     *document,
                     const LaminaPlace  *place,
                     LaminaDetails      *details,
                     GError            **error)
{
  return tvm_describe (document, place, details, error);
}

static void
tvm_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = tvm_format_probe;
  iface->get_markers = tvm_format_get_markers;
  iface->load = tvm_format_load;
  iface->describe = tvm_format_describe;
}

static void
tvm_format_class_init (TvmFormatClass *klass)
{
}

static void
tvm_format_init (TvmFormat *self)
{
}

LAMINA_FORMAT_MODULE (tvm_format_get_type)
