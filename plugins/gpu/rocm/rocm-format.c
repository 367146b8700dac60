/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

static int
rocm_format_probe (LaminaFormat     *format,
                   const LaminaHead *head)
{
  if (head->sqlite_schema == NULL)
    return lamina_head_first_char (head) == '{' && lamina_head_contains (head, "\"" ROCM_JSON_ROOT "\"") ? 95 : 0;
  if (strstr (head->sqlite_schema, "rocpd_string") == NULL)
    return 0;
  return strstr (head->sqlite_schema, "rocpd_api") != NULL || strstr (head->sqlite_schema, ROCM_DISPATCH) != NULL ? 95 : 60;
}

static void
note_other_tables (GpuTrace *self)
{
  static const char *const bases[] = { "rocpd_graph_launch", "rocpd_hip_event", "rocpd_barrierop" };
  const char *const *tables = lamina_sqlite_get_tables (self->database);

  for (guint i = 0; tables[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (bases); k++)
      if (rocm_find_suffix (tables[i], bases[k]) != NULL)
        gpu_trace_note_table (self, tables[i]);
}

static gboolean
read_database (GpuTrace *self)
{
  gboolean is_read = lamina_sqlite_has_table (self->database, "rocpd_api") ? rocm_read_rpd (self) : rocm_read_rocpd (self);

  note_other_tables (self);
  return is_read;
}

/* A file that is no database is one of JSON. */
static gboolean
is_database (LaminaSource *source)
{
  static const char magic[] = "SQLite format 3";
  gsize length;
  const char *head = lamina_source_get_head (source, &length, NULL);

  return head != NULL && length >= sizeof magic && memcmp (head, magic, sizeof magic) == 0;
}

static gboolean
rocm_format_load (LaminaFormat   *format,
                  LaminaSources  *sources,
                  LaminaBuilder  *builder,
                  GCancellable   *cancellable,
                  GError        **error)
{
  g_auto (GpuTrace) self = { 0 };
  LaminaSource *source = lamina_sources_get (sources, 0);

  if (is_database (source))
    {
      if (!gpu_trace_open (&self, source, builder, cancellable, error))
        return FALSE;
      read_database (&self);
    }
  else
    {
      gpu_trace_init (&self, builder, cancellable);
      if (!rocm_read_json (&self, source, error) && error != NULL && *error != NULL)
        return FALSE;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self.events->len > 0 || self.marks->len > 0)
    return TRUE;
  lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The file has no events of ROCm."));
  return FALSE;
}

static gboolean
rocm_format_describe (LaminaFormat       *format,
                      LaminaDocument     *document,
                      const LaminaPlace  *place,
                      LaminaDetails      *details,
                      GError            **error)
{
  static const char *const names[] = { "apiName_id", "args_id", "description_id", "opType_id", "name_id", "region_name_id", NULL };
  static const char *const left_out[] = { "id", "guid", "start", "end", "nid", "pid", "tid", "event_id", "kernel_id", NULL };
  static const GpuWords words = { "rocpd_string", "string", names, left_out };
  LaminaSource *source = lamina_sources_get (lamina_document_get_sources (document), 0);

  return is_database (source) ? gpu_describe (format, document, place, &words, details, error)
                              : rocm_describe_json (document, place, details, error);
}

LAMINA_DEFINE_FORMAT (RocmFormat, rocm_format, .probe = rocm_format_probe, .load = rocm_format_load,
                      .describe = rocm_format_describe)
