/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* What the tools keep for themselves: nobody else can read it. */
static gboolean
is_report (const char *name)
{
  static const char *const suffixes[] = { ".nsys-rep", ".ncu-rep", ".qdrep", ".qdstrm" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      return TRUE;
  return FALSE;
}

static int
nsys_format_probe (LaminaFormat     *format,
                   const LaminaHead *head)
{
  if (head->sqlite_schema == NULL)
    return is_report (head->name) ? 40 : 0;
  if (strstr (head->sqlite_schema, "META_DATA_EXPORT") == NULL)
    return strstr (head->sqlite_schema, "CUPTI_ACTIVITY_KIND_") != NULL ? 80 : 0;
  return strstr (head->sqlite_schema, "StringIds") != NULL ? 95 : 60;
}

/* Tables of events that are not shown, by what their columns are; those that say what numbers mean are no events. */
static void
note_other_tables (GpuTrace *self)
{
  static const char *const known[] = {
    "NVTX_EVENTS", "OSRT_API", "PROFILER_OVERHEAD", "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_KERNEL",
    "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
    "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "CUPTI_ACTIVITY_KIND_OVERHEAD", "CUPTI_ACTIVITY_KIND_CUDA_EVENT", "CUDA_GRAPH_EVENTS",
    "CUDA_GRAPH_NODE_EVENTS", "DIAGNOSTIC_EVENT", "GPU_METRICS", "StringIds", "ThreadNames", "PROCESSES", NULL,
  };
  static const char *const no_events[] = { "ENUM_", "TARGET_INFO_", "META_DATA_", "ANALYSIS_", "ProcessStreams", "NVTX_PAYLOAD_" };
  const char *const *tables = lamina_sqlite_get_tables (self->database);

  for (guint i = 0; tables[i] != NULL; i++)
    {
      gboolean is_known = g_strv_contains (known, tables[i]);

      for (guint k = 0; k < G_N_ELEMENTS (no_events); k++)
        is_known |= g_str_has_prefix (tables[i], no_events[k]);
      if (!is_known)
        gpu_trace_note_table (self, tables[i]);
    }
}

static void
note_graphs (GpuTrace *self)
{
  g_autofree char *note = NULL;

  if (!lamina_sqlite_has_table (self->database, "CUPTI_ACTIVITY_KIND_KERNEL") && self->n_graphs == 0)
    lamina_import_note (self->import, N_("no kernel was recorded; nsys profile --trace=cuda,nvtx records them"),
                        NULL, 0, LAMINA_NONE);

  if (self->n_graphs == 0)
    return;
  note = g_strdup_printf ("%u launches of graphs are opaque: their kernels were not recorded; nsys profile --cuda-graph-trace=node "
                          "records them", self->n_graphs);
  lamina_import_note (self->import, note, NULL, 0, LAMINA_NONE);
}

static gboolean
nsys_format_load (LaminaFormat   *format,
                  LaminaSources  *sources,
                  LaminaBuilder  *builder,
                  GCancellable   *cancellable,
                  GError        **error)
{
  g_auto (GpuTrace) self = { 0 };
  const char *name = lamina_source_get_name (lamina_sources_get (sources, 0));

  if (is_report (name))
    {
      lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, g_str_has_suffix (name, ".ncu-rep")
                        ? N_("Only Nsight Compute itself can read its reports. It exports what Lamina can't read yet: "
                            "ncu --import FILE --csv.")
                        : N_("Only Nsight Systems itself can read its reports. Export this one: nsys export --type sqlite FILE."));
      return FALSE;
    }
  if (!gpu_trace_open (&self, lamina_sources_get (sources, 0), builder, cancellable, error))
    return FALSE;
  if (nsys_read (&self) && gpu_trace_show (&self))
    nsys_add_metrics (&self);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  note_graphs (&self);
  note_other_tables (&self);
  if (self.events->len > 0 || self.marks->len > 0)
    return TRUE;
  lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The file has no events of Nsight Systems."));
  return FALSE;
}

static gboolean
nsys_format_describe (LaminaFormat       *format,
                      LaminaDocument     *document,
                      const LaminaPlace  *place,
                      LaminaDetails      *details,
                      GError            **error)
{
  static const char *const names[] = { "demangledName", "shortName", "mangledName", "nameId", "textId", "jsonTextId", NULL };
  static const char *const left_out[] = { "start", "end", "timestamp", "globalTid", "globalPid", "endGlobalTid", "eventType",
                                          NULL };
  static const GpuWords words = { "StringIds", "value", names, left_out };

  return gpu_describe (format, document, place, &words, details, error)
         && nsys_describe_payload (gpu_describe_open (format, document, NULL), document, place, details);
}

LAMINA_DEFINE_FORMAT (NsysFormat, nsys_format, .probe = nsys_format_probe, .load = nsys_format_load,
                      .describe = nsys_format_describe)
