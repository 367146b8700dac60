/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-private.h"

#include <string.h>

static void
read_strings (GpuTrace *self)
{
  static const char *const columns[] = { "id", "value", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "StringIds", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    gpu_names_add (self, lamina_sqlite_rows_get_integer (rows, 0), rows, 1, columns[1]);
}

/* Processes and threads */

/* Of all processes of the machine: those that did nothing get no group. */
static void
read_processes (GpuTrace *self)
{
  static const char *const columns[] = { "globalPid", "pid", "name", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "PROCESSES", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0), pid = lamina_sqlite_rows_get_integer (rows, 1);
      gsize length;
      const char *name = lamina_sqlite_rows_get_text (rows, 2, &length);
      GpuProcess *process;
      guint32 place;

      if (id == LAMINA_ABSENT)
        continue;
      place = gpu_names_need_process (self, id);
      process = self->processes->pdata[place];
      if (pid != LAMINA_ABSENT)
        process->pid = pid;
      if (name != NULL && process->name == NULL)
        process->name = g_utf8_make_valid (name, (gssize) length);
    }
}

static void
read_threads (GpuTrace *self)
{
  static const char *const columns[] = { "globalTid", "nameId", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "ThreadNames", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0);
      guint32 place = gpu_names_find (self, lamina_sqlite_rows_get_integer (rows, 1));

      if (id != LAMINA_ABSENT && place != LAMINA_NONE)
        gpu_names_add_thread (self, id, g_strdup (g_array_index (self->strings, GpuString, place).text));
    }
}

/* Devices */

static void
add_property (GpuTrace   *self,
              const char *group,
              const char *key,
              gint64      number,
              LaminaUnit  unit)
{
  if (number != LAMINA_ABSENT)
    lamina_builder_add_property (self->builder, group, key, &LAMINA_VALUE_INIT_INTEGER (number, unit));
}

static void
read_devices (GpuTrace *self)
{
  static const char *const columns[] = { "id", "name", "memoryBandwidth", "totalMemory", "smCount", "clockRate", "l2CacheSize",
                                         "computeMajor", "computeMinor", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "TARGET_INFO_GPU", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0);
      gsize length;
      const char *name = lamina_sqlite_rows_get_text (rows, 1, &length);
      GpuDevice *device;
      const char *group;
      guint32 place;

      if (id == LAMINA_ABSENT)
        continue;
      place = gpu_names_add_device (self, id, id);
      device = self->devices->pdata[place];
      if (name != NULL && device->name == NULL)
        device->name = g_utf8_make_valid (name, (gssize) length);
      group = lamina_builder_get_string (self->builder, device->label);
      if (device->name != NULL)
        lamina_builder_add_property (self->builder, group, "name", &LAMINA_VALUE_INIT_TEXT (device->name));
      add_property (self, group, "memoryBandwidth (per second)", lamina_sqlite_rows_get_integer (rows, 2), LAMINA_UNIT_BYTES);
      add_property (self, group, "totalMemory", lamina_sqlite_rows_get_integer (rows, 3), LAMINA_UNIT_BYTES);
      add_property (self, group, "smCount", lamina_sqlite_rows_get_integer (rows, 4), LAMINA_UNIT_NONE);
      add_property (self, group, "clockRate", lamina_sqlite_rows_get_integer (rows, 5), LAMINA_UNIT_NONE);
      add_property (self, group, "l2CacheSize", lamina_sqlite_rows_get_integer (rows, 6), LAMINA_UNIT_BYTES);
      add_property (self, group, "computeMajor", lamina_sqlite_rows_get_integer (rows, 7), LAMINA_UNIT_NONE);
      add_property (self, group, "computeMinor", lamina_sqlite_rows_get_integer (rows, 8), LAMINA_UNIT_NONE);
    }
}

static void
read_device_numbers (GpuTrace *self)
{
  static const char *const columns[] = { "gpuId", "cudaId", "pid", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "TARGET_INFO_CUDA_DEVICE", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0), number = lamina_sqlite_rows_get_integer (rows, 1);
      gint64 pid = lamina_sqlite_rows_get_integer (rows, 2);

      if (id != LAMINA_ABSENT && number != LAMINA_ABSENT && pid != LAMINA_ABSENT)
        gpu_names_map_device (self, pid, number, gpu_names_add_device (self, id, id));
    }
}

/* What tool wrote it, and when. */
static void
read_export (GpuTrace *self)
{
  static const char *const columns[] = { "name", "value", NULL };
  static const char *const start_columns[] = { "utcTime", "utcEpochNs", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "META_DATA_EXPORT", columns, NULL);
  g_autoptr (LaminaSqliteRows) starts = lamina_sqlite_read (self->database, "TARGET_INFO_SESSION_START_TIME", start_columns, NULL);
  const char *group = "Nsight Systems";

  lamina_builder_set_tool (self->builder, group);
  while (lamina_sqlite_rows_next (rows))
    {
      gsize length;
      const char *text = lamina_sqlite_rows_get_text (rows, 0, &length);
      g_autofree char *name = g_strdup (text != NULL ? text : "");
      g_autofree char *value = NULL;

      text = lamina_sqlite_rows_get_text (rows, 1, &length);
      value = text != NULL ? g_utf8_make_valid (text, (gssize) length) : NULL;
      if (value == NULL)
        continue;
      if (g_str_equal (name, "EXPORT_PRODUCT_VERSION"))
        {
          g_autofree char *tool = g_strconcat ("Nsight Systems ", value, NULL);

          lamina_builder_set_tool (self->builder, tool);
        }
      else if (g_str_equal (name, "EXPORT_SCHEMA_VERSION"))
        lamina_builder_add_property (self->builder, group, "schema", &LAMINA_VALUE_INIT_TEXT (value));
      else if (g_str_equal (name, "EXPORT_HOST"))
        lamina_builder_add_property (self->builder, group, "host", &LAMINA_VALUE_INIT_TEXT (value));
    }
  if (lamina_sqlite_rows_next (starts))
    {
      gsize length;
      const char *text = lamina_sqlite_rows_get_text (starts, 0, &length);
      g_autofree char *time = text != NULL ? g_utf8_make_valid (text, (gssize) length) : NULL;

      if (time != NULL)
        lamina_builder_add_property (self->builder, group, "session start (UTC)", &LAMINA_VALUE_INIT_TEXT (time));
      add_property (self, group, "session start (ns since 1970)", lamina_sqlite_rows_get_integer (starts, 1), LAMINA_UNIT_NONE);
    }
}

void
nsys_names_read (GpuTrace *self)
{
  read_export (self);
  read_strings (self);
  read_processes (self);
  read_threads (self);
  read_devices (self);
  read_device_numbers (self);
}
