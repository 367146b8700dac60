/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-private.h"

#include <string.h>

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
      guint32 process;

      if (id == LAMINA_ABSENT)
        continue;
      process = gpu_names_need_process (self, id);
      if (pid != LAMINA_ABSENT)
        ((GpuProcess *) self->processes->pdata[process])->pid = pid;
      gpu_names_name_process (self, process, gpu_rows_dup_text (rows, 2));
    }
}

static void
read_threads (GpuTrace *self)
{
  static const char *const columns[] = { "globalTid", "nameId", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "ThreadNames", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0), name = lamina_sqlite_rows_get_integer (rows, 1);

      if (id != LAMINA_ABSENT && gpu_names_find (self, name) != LAMINA_NONE)
        gpu_names_add_thread (self, id, g_strdup (gpu_names_get_text (self, name)));
    }
}

/* Devices */

static void
read_devices (GpuTrace *self)
{
  static const char *const columns[] = { "id", "name", "memoryBandwidth", "totalMemory", "smCount", "clockRate", "l2CacheSize",
                                         "computeMajor", "computeMinor", NULL };
  static const struct
  {
    const char *key;
    LaminaUnit unit;
  } properties[] = {
    { "memoryBandwidth (per second)", LAMINA_UNIT_BYTES }, { "totalMemory", LAMINA_UNIT_BYTES }, { "smCount", LAMINA_UNIT_NONE },
    { "clockRate", LAMINA_UNIT_NONE }, { "l2CacheSize", LAMINA_UNIT_BYTES }, { "computeMajor", LAMINA_UNIT_NONE },
    { "computeMinor", LAMINA_UNIT_NONE },
  };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "TARGET_INFO_GPU", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0);
      guint32 device;

      if (id == LAMINA_ABSENT)
        continue;
      device = gpu_names_add_device (self, id, NULL, id);
      gpu_names_name_device (self, device, gpu_rows_dup_text (rows, 1));
      for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
        gpu_names_add_property (self, device, properties[i].key, lamina_sqlite_rows_get_integer (rows, 2 + i), properties[i].unit);
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
        gpu_names_map_device (self, pid, number, gpu_names_add_device (self, id, NULL, id));
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
      g_autofree char *name = gpu_rows_dup_text (rows, 0), *value = gpu_rows_dup_text (rows, 1);

      if (name == NULL || value == NULL)
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
      g_autofree char *time = gpu_rows_dup_text (starts, 0);
      gint64 nanoseconds = lamina_sqlite_rows_get_integer (starts, 1);

      if (time != NULL)
        lamina_builder_add_property (self->builder, group, "session start (UTC)", &LAMINA_VALUE_INIT_TEXT (time));
      if (nanoseconds != LAMINA_ABSENT)
        lamina_builder_add_property (self->builder, group, "session start (ns since 1970)",
                                     &LAMINA_VALUE_INIT_INTEGER (nanoseconds, LAMINA_UNIT_NONE));
    }
}

void
nsys_names_read (GpuTrace *self)
{
  read_export (self);
  gpu_names_read (self, "StringIds", "value");
  read_processes (self);
  read_threads (self);
  read_devices (self);
  read_device_numbers (self);
}
