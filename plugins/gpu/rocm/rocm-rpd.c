/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/*
 * RPD, as rocmProfileData writes it: operations of devices (`rocpd_op`), calls (`rocpd_api`), and a table that says which call
 * made which operation. Ranges that the program names are calls of `UserMarker`, whose text stands in their arguments.
 */

#define MARKER "UserMarker"

/* What the profiler does in the process that it looks at. */
static gboolean
is_of_profiler (const char *name)
{
  return g_str_equal (name, "hcc_activity_callback") || strstr (name, "Table::") != NULL;
}

/* Calls are known by their ids; those that only launch work have no more. */
static void
read_calls (GpuTrace *self)
{
  static const char *const columns[] = { "start", "end", "id", "pid", "tid", "apiName_id", "args_id", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "rocpd_api", columns);
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      gint64 id, thread;
      const char *name, *args;

      if (!gpu_events_take_times (self, rows, 0, 1, &event))
        continue;
      id = lamina_sqlite_rows_get_integer (rows, 2);
      thread = gpu_thread_of (0, lamina_sqlite_rows_get_integer (rows, 3), lamina_sqlite_rows_get_integer (rows, 4));
      name = gpu_names_get_text (self, lamina_sqlite_rows_get_integer (rows, 5));
      args = gpu_names_get_text (self, lamina_sqlite_rows_get_integer (rows, 6));
      event.kind = is_of_profiler (name) ? GPU_OVERHEAD : GPU_CALL;
      event.name = gpu_events_intern (self, *name != '\0' ? name : "call");
      event.category = event.kind == GPU_CALL ? gpu_events_intern (self, "hip") : 0;
      if (g_str_equal (name, MARKER))
        {
          event.kind = GPU_RANGE;
          gpu_events_name_range (self, *args != '\0' ? args : MARKER, strlen (*args != '\0' ? args : MARKER),
                                 gpu_events_intern (self, "roctx"), &event);
        }
      event.track = gpu_events_need_thread (self, event.kind == GPU_OVERHEAD ? GPU_PROFILER : GPU_THREAD, thread);
      if (gpu_events_add (self, rows, &event))
        /* An id is that of one call of the file, whatever its process. */
        gpu_events_note_call (self, 0, id, TRUE);
    }
}

/* `CopyHostToDevice` is a copy, `FillBuffer` sets memory, and barriers wait. */
static GpuKind
get_kind (const char *type)
{
  if (strstr (type, "Copy") != NULL)
    return GPU_COPY;
  if (strstr (type, "Fill") != NULL)
    return GPU_FILL;
  return strstr (type, "Barrier") != NULL || strstr (type, "Marker") != NULL ? GPU_WAIT : GPU_KERNEL;
}

static void
name_op (GpuTrace   *self,
         const char *type,
         gint64      description,
         GpuEvent   *event)
{
  static const struct
  {
    const char *type;
    const char *name;
    gboolean is_inner;
  } names[] = {
    { "CopyHostToDevice", "Memcpy HtoD", FALSE },
    { "CopyDeviceToHost", "Memcpy DtoH", FALSE },
    { "CopyDeviceToDevice", "Memcpy DtoD", TRUE },
    { "FillBuffer", "Memset", FALSE },
  };

  event->category = event->kind == GPU_WAIT ? gpu_events_intern (self, "barrier") : 0;
  if (event->kind == GPU_KERNEL)
    {
      event->name = gpu_names_find (self, description);
      return;
    }
  event->name = gpu_events_intern (self, *type != '\0' ? type : "operation");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].type, type))
      {
        event->name = gpu_events_intern (self, names[i].name);
        event->is_inner = names[i].is_inner;
      }
}

static void
read_ops (GpuTrace *self)
{
  static const char *const columns[] = { "start", "end", "id", "gpuId", "queueId", "description_id", "opType_id", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "rocpd_op", columns);
  /* Calls by the work that they made, and what they copy by themselves. */
  g_autoptr (GHashTable) makers = gpu_numbers_read (self, "rocpd_api_ops", "op_id", "api_id");
  g_autoptr (GHashTable) sizes = gpu_numbers_read (self, "rocpd_copyapi", "api_ptr_id", "size");
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      gint64 id, device, queue, call;
      const char *type;
      gint64 process = LAMINA_ABSENT;

      if (!gpu_events_take_times (self, rows, 0, 1, &event))
        continue;
      id = lamina_sqlite_rows_get_integer (rows, 2);
      device = lamina_sqlite_rows_get_integer (rows, 3);
      queue = lamina_sqlite_rows_get_integer (rows, 4);
      type = gpu_names_get_text (self, lamina_sqlite_rows_get_integer (rows, 6));
      event.kind = (guint8) get_kind (type);
      name_op (self, type, lamina_sqlite_rows_get_integer (rows, 5), &event);
      call = gpu_numbers_get (makers, id);
      event.around = gpu_events_find_call (self, 0, call);
      if (event.around != LAMINA_NONE)
        process = gpu_trace_get_process (self, gpu_trace_get_event (self, event.around))->id;
      event.track = gpu_events_need_queue (self, event.kind == GPU_WAIT ? GPU_WAITS : GPU_QUEUE, process,
                                           device != LAMINA_ABSENT ? device : 0, 0, queue);
      if (gpu_events_add (self, rows, &event) && (event.kind == GPU_COPY || event.kind == GPU_FILL))
        gpu_events_add_bytes (self, gpu_numbers_get (sizes, call));
    }
}

static void
read_metadata (GpuTrace *self)
{
  static const char *const columns[] = { "tag", "value", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "rocpd_metadata", columns, NULL);

  lamina_builder_set_tool (self->builder, "rocmProfileData");
  while (lamina_sqlite_rows_next (rows))
    {
      g_autofree char *tag = gpu_rows_dup_text (rows, 0), *value = gpu_rows_dup_text (rows, 1);

      if (tag != NULL && value != NULL && g_str_equal (tag, "schema_version"))
        lamina_builder_add_property (self->builder, "rocmProfileData", "schema", &LAMINA_VALUE_INIT_TEXT (value));
    }
}

/* Monitors hold a value from a start to an end. */
static void
add_monitors (GpuTrace *self)
{
  static const char *const columns[] = { "deviceType", "deviceId", "monitorType", "start", "end", "value", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "rocpd_monitor", columns);

  while (gpu_events_next (self, rows))
    {
      g_autofree char *device = gpu_rows_dup_text (rows, 0), *type = gpu_rows_dup_text (rows, 2);
      g_autofree char *text = gpu_rows_dup_text (rows, 5);
      gint64 number = lamina_sqlite_rows_get_integer (rows, 1), start = lamina_sqlite_rows_get_integer (rows, 3);
      g_autofree char *upper = g_ascii_strup (device != NULL ? device : "GPU", -1), *title = NULL;
      char *behind = NULL;
      double value = text != NULL ? g_ascii_strtod (text, &behind) : 0;

      if (!lamina_sqlite_rows_check (rows))
        continue;
      if (start == LAMINA_ABSENT || number == LAMINA_ABSENT || text == NULL || behind == text)
        {
          lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows), N_("the sample of a metric is not whole"));
          continue;
        }
      title = g_strdup_printf ("%s %" G_GINT64_FORMAT " · %s", upper, number, type != NULL ? type : "monitor");
      lamina_builder_add_sample (self->builder, self->run, gpu_counters_need_track (self, title, LAMINA_UNIT_NONE), start, value);
      lamina_import_account (self->import, lamina_sqlite_rows_get_record (rows), LAMINA_RECORD_SHOWN);
    }
}

gboolean
rocm_read_rpd (GpuTrace *self)
{
  read_metadata (self);
  gpu_names_read (self, "rocpd_string", "string");
  read_calls (self);
  read_ops (self);
  if (!gpu_trace_show (self))
    return FALSE;
  add_monitors (self);
  return !g_cancellable_is_cancelled (self->cancellable);
}
