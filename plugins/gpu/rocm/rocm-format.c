/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* A format that keeps the database open for who looks at rows. */
typedef struct
{
  GObject parent_instance;

  LaminaSqlite *database;
} RocmFormat;

typedef struct
{
  GObjectClass parent_class;
} RocmFormatClass;

GType rocm_format_get_type (void);

static void rocm_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RocmFormat, rocm_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, rocm_format_iface_init))
LAMINA_FORMAT_MODULE (rocm_format_get_type)

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GpuTrace, gpu_trace_clear)

static int
rocm_format_probe (LaminaFormat     *format,
                   const LaminaHead *head)
{
  if (head->sqlite_schema == NULL || strstr (head->sqlite_schema, "rocpd_string") == NULL)
    return 0;
  return strstr (head->sqlite_schema, "rocpd_api") != NULL || strstr (head->sqlite_schema, ROCM_DISPATCH) != NULL ? 95 : 60;
}

/* Tables of events that are not shown. */
static void
note_other_tables (GpuTrace *self)
{
  static const char *const bases[] = { "rocpd_pmc_event", "rocpd_sample", "rocpd_graph_launch", "rocpd_hip_event", "rocpd_barrierop" };
  static const char *const none[] = { NULL };
  const char *const *tables = lamina_sqlite_get_tables (self->database);

  for (guint i = 0; tables[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (bases); k++)
      {
        g_autoptr (LaminaSqliteRows) rows = NULL;
        g_autofree char *note = NULL;

        if (rocm_find_suffix (tables[i], bases[k]) == NULL)
          continue;
        rows = lamina_sqlite_read (self->database, tables[i], none, NULL);
        note = g_strdup_printf ("the table %s is not shown", tables[i]);
        if (lamina_sqlite_rows_next (rows))
          lamina_import_note (self->import, note, NULL, 0, LAMINA_NONE);
      }
}

static gboolean
rocm_format_load (LaminaFormat   *format,
                  LaminaSources  *sources,
                  LaminaBuilder  *builder,
                  GCancellable   *cancellable,
                  GError        **error)
{
  g_auto (GpuTrace) self = { 0 };
  gboolean is_read;

  if (!gpu_trace_open (&self, lamina_sources_get (sources, 0), builder, cancellable, error))
    return FALSE;
  is_read = lamina_sqlite_has_table (self.database, "rocpd_api") ? rocm_read_rpd (&self) : rocm_read_rocpd (&self);
  if (is_read && gpu_trace_show (&self))
    rocm_add_monitors (&self);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  note_other_tables (&self);
  if (self.events->len > 0)
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
  static const GpuWords rpd = { "rocpd_string", "string", names, left_out }, rocpd = { "rocpd_string_", "string", names, left_out };
  RocmFormat *self = (RocmFormat *) format;
  gboolean is_rpd = self->database == NULL || lamina_sqlite_has_table (self->database, "rocpd_string");

  if (self->database == NULL)
    {
      self->database = lamina_sqlite_open (lamina_sources_get (lamina_document_get_sources (document), 0), NULL, error);
      if (self->database == NULL)
        return FALSE;
      is_rpd = lamina_sqlite_has_table (self->database, "rocpd_string");
    }
  return gpu_describe (document, place, is_rpd ? &rpd : &rocpd, &self->database, details, error);
}

static void
rocm_format_finalize (GObject *object)
{
  lamina_sqlite_free (((RocmFormat *) object)->database);
  G_OBJECT_CLASS (rocm_format_parent_class)->finalize (object);
}

static void
rocm_format_class_init (RocmFormatClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rocm_format_finalize;
}

static void
rocm_format_init (RocmFormat *self)
{
}

static void
rocm_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = rocm_format_probe;
  iface->load = rocm_format_load;
  iface->describe = rocm_format_describe;
}
