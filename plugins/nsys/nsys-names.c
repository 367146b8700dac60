/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-trace.h"

#include <string.h>

#define THREAD_BITS G_GINT64_CONSTANT (0xffffff)

gint64
nsys_process_of (gint64 id)
{
  return id & ~THREAD_BITS;
}

static gpointer
dup_key (gint64 key)
{
  return g_memdup2 (&key, sizeof key);
}

/* Two numbers as one: both are small where a file is sound, and are compared whole where it is not. */
static gint64
pair (gint64 first,
      gint64 second)
{
  return (gint64) ((guint64) first << 20 ^ (guint64) second);
}

static void
read_strings (NsysTrace *self)
{
  static const char *const columns[] = { "id", "value", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "StringIds", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0);
      NsysString string = { 0 };
      gsize length;
      const char *text = lamina_sqlite_rows_get_text (rows, 1, &length);

      if (text == NULL || id == LAMINA_ABSENT)
        continue;
      string.text = g_utf8_make_valid (text, (gssize) length);
      string.args_length = lamina_sqlite_rows_get_args (rows, &string.args_offset);
      g_array_append_val (self->strings, string);
      g_hash_table_insert (self->by_string, dup_key (id), GUINT_TO_POINTER (self->strings->len));
    }
}

/* The place of a string in the list; LAMINA_NONE for one that is not there. */
guint32
nsys_names_find (NsysTrace *self,
                 gint64     id)
{
  guint place = id != LAMINA_ABSENT ? GPOINTER_TO_UINT (g_hash_table_lookup (self->by_string, &id)) : 0;

  return place > 0 ? place - 1 : LAMINA_NONE;
}

/* A string of the builder; 0 for none. */
guint32
nsys_names_get (NsysTrace *self,
                gint64     id)
{
  guint32 place = nsys_names_find (self, id);
  NsysString *string;

  if (place == LAMINA_NONE)
    return 0;
  string = &g_array_index (self->strings, NsysString, place);
  if (string->name == 0)
    string->name = lamina_builder_intern (self->builder, string->text, -1);
  return string->name;
}

/* Strings that are names of kernels, those with one short name in a list. */
static GHashTable *
group_kernels (NsysTrace *self)
{
  GHashTable *groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autofree guint8 *seen = g_malloc0 (MAX (self->strings->len, 1));

  for (guint i = 0; i < self->events->len; i++)
    {
      guint32 place = nsys_trace_get_event (self, i)->name;
      g_autofree char *usual = NULL, *name = NULL;
      GArray *places;

      if (nsys_trace_get_event (self, i)->kind != NSYS_KERNEL || place == LAMINA_NONE || seen[place])
        continue;
      seen[place] = TRUE;
      usual = nsys_kernel_dup_usual_name (g_array_index (self->strings, NsysString, place).text);
      name = lamina_kernel_dup_short_name (usual);
      if (name == NULL)
        name = g_steal_pointer (&usual);
      places = g_hash_table_lookup (groups, name);
      if (places == NULL)
        {
          places = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (groups, g_strdup (name), places);
        }
      g_array_append_val (places, place);
    }
  return groups;
}

/* @common: what it is called where it need not be told apart */
static void
name_kernel (NsysTrace  *self,
             guint32     place,
             const char *name,
             const char *common)
{
  NsysString *string = &g_array_index (self->strings, NsysString, place);

  string->kernel = lamina_builder_intern (self->builder, name, -1);
  if (strcmp (name, common) != 0)
    g_hash_table_insert (self->common_names, GUINT_TO_POINTER (string->kernel),
                         GUINT_TO_POINTER (lamina_builder_intern (self->builder, common, -1)));
  if (strcmp (name, string->text) != 0 && string->args_length > 0)
    lamina_builder_add_whole_name (self->builder, string->kernel, "value", 0, string->args_offset, string->args_length);
}

/* Kernels get their names, which were places in the list of strings. */
void
nsys_names_shorten (NsysTrace *self)
{
  g_autoptr (GHashTable) groups = group_kernels (self);
  guint32 unknown = lamina_builder_intern (self->builder, "kernel", -1);
  GHashTableIter iter;
  gpointer name, data;

  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, &name, &data))
    {
      const GArray *places = data;
      g_auto (GStrv) texts = g_new0 (char *, places->len + 1);
      g_auto (GStrv) distinct = NULL;

      for (guint i = 0; i < places->len; i++)
        texts[i] = nsys_kernel_dup_usual_name (g_array_index (self->strings, NsysString, g_array_index (places, guint32, i)).text);
      if (places->len > 1)
        distinct = lamina_kernel_dup_distinct_names (name, (const char *const *) texts, places->len);
      for (guint i = 0; i < places->len; i++)
        name_kernel (self, g_array_index (places, guint32, i), distinct ? distinct[i] : name, name);
    }
  for (guint i = 0; i < self->events->len; i++)
    {
      NsysEvent *event = nsys_trace_get_event (self, i);

      if (event->kind == NSYS_KERNEL)
        event->name = event->name != LAMINA_NONE ? g_array_index (self->strings, NsysString, event->name).kernel : unknown;
    }
}

/* Processes and threads */

static void
process_free (gpointer data)
{
  NsysProcess *process = data;

  g_free (process->name);
  g_free (process);
}

guint32
nsys_names_need_process (NsysTrace *self,
                         gint64     id)
{
  gint64 own = nsys_process_of (id);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_process, &own));
  NsysProcess *process;

  if (place > 0)
    return place - 1;
  process = g_new0 (NsysProcess, 1);
  process->id = own;
  process->pid = own >> 24 & THREAD_BITS;
  g_ptr_array_add (self->processes, process);
  g_hash_table_insert (self->by_process, dup_key (own), GUINT_TO_POINTER (self->processes->len));
  return self->processes->len - 1;
}

/* Of all processes of the machine: those that did nothing get no group. */
static void
read_processes (NsysTrace *self)
{
  static const char *const columns[] = { "globalPid", "pid", "name", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "PROCESSES", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0), pid = lamina_sqlite_rows_get_integer (rows, 1);
      gsize length;
      const char *name = lamina_sqlite_rows_get_text (rows, 2, &length);
      NsysProcess *process;
      guint32 place;

      if (id == LAMINA_ABSENT)
        continue;
      place = nsys_names_need_process (self, id);
      process = self->processes->pdata[place];
      if (pid != LAMINA_ABSENT)
        process->pid = pid;
      if (name != NULL && process->name == NULL)
        process->name = g_utf8_make_valid (name, (gssize) length);
    }
}

static void
read_threads (NsysTrace *self)
{
  static const char *const columns[] = { "globalTid", "nameId", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "ThreadNames", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0);
      guint32 place = nsys_names_find (self, lamina_sqlite_rows_get_integer (rows, 1));

      if (id != LAMINA_ABSENT && place != LAMINA_NONE)
        g_hash_table_insert (self->threads, dup_key (id), g_array_index (self->strings, NsysString, place).text);
    }
}

/* Devices */

static void
device_free (gpointer data)
{
  NsysDevice *device = data;

  g_free (device->name);
  g_free (device);
}

static guint32
need_device (NsysTrace *self,
             gint64     id)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_device, &id));
  g_autofree char *label = NULL;
  NsysDevice *device;

  if (place > 0)
    return place - 1;
  label = g_strdup_printf ("GPU %" G_GINT64_FORMAT, id);
  device = g_new0 (NsysDevice, 1);
  device->id = id;
  device->label = lamina_builder_intern (self->builder, label, -1);
  g_ptr_array_add (self->devices, device);
  g_hash_table_insert (self->by_device, dup_key (id), GUINT_TO_POINTER (self->devices->len));
  return self->devices->len - 1;
}

/* A process counts the devices that it may use, from 0 on. */
guint32
nsys_names_need_device (NsysTrace *self,
                        guint32    process,
                        gint64     id)
{
  gint64 key = pair (((NsysProcess *) self->processes->pdata[process])->pid, id);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->device_of, &key));

  return known > 0 ? known - 1 : need_device (self, id);
}

static void
add_property (NsysTrace  *self,
              const char *group,
              const char *key,
              gint64      number,
              LaminaUnit  unit)
{
  if (number != LAMINA_ABSENT)
    lamina_builder_add_property (self->builder, group, key, &LAMINA_VALUE_INIT_INTEGER (number, unit));
}

static void
read_devices (NsysTrace *self)
{
  static const char *const columns[] = { "id", "name", "memoryBandwidth", "totalMemory", "smCount", "clockRate", "l2CacheSize",
                                         "computeMajor", "computeMinor", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "TARGET_INFO_GPU", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0);
      gsize length;
      const char *name = lamina_sqlite_rows_get_text (rows, 1, &length);
      NsysDevice *device;
      const char *group;
      guint32 place;

      if (id == LAMINA_ABSENT)
        continue;
      place = need_device (self, id);
      device = self->devices->pdata[place];
      if (name != NULL && device->name == NULL)
        device->name = g_utf8_make_valid (name, (gssize) length);
      group = lamina_builder_get_string (self->builder, device->label);
      if (device->name != NULL)
        lamina_builder_add_property (self->builder, group, "name", &LAMINA_VALUE_INIT_TEXT (device->name));
      add_property (self, group, "memoryBandwidth", lamina_sqlite_rows_get_integer (rows, 2), LAMINA_UNIT_BYTES);
      add_property (self, group, "totalMemory", lamina_sqlite_rows_get_integer (rows, 3), LAMINA_UNIT_BYTES);
      add_property (self, group, "smCount", lamina_sqlite_rows_get_integer (rows, 4), LAMINA_UNIT_NONE);
      add_property (self, group, "clockRate", lamina_sqlite_rows_get_integer (rows, 5), LAMINA_UNIT_NONE);
      add_property (self, group, "l2CacheSize", lamina_sqlite_rows_get_integer (rows, 6), LAMINA_UNIT_BYTES);
      add_property (self, group, "computeMajor", lamina_sqlite_rows_get_integer (rows, 7), LAMINA_UNIT_NONE);
      add_property (self, group, "computeMinor", lamina_sqlite_rows_get_integer (rows, 8), LAMINA_UNIT_NONE);
    }
}

static void
read_device_numbers (NsysTrace *self)
{
  static const char *const columns[] = { "gpuId", "cudaId", "pid", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "TARGET_INFO_CUDA_DEVICE", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0), number = lamina_sqlite_rows_get_integer (rows, 1);
      gint64 pid = lamina_sqlite_rows_get_integer (rows, 2);

      if (id != LAMINA_ABSENT && number != LAMINA_ABSENT && pid != LAMINA_ABSENT)
        g_hash_table_insert (self->device_of, dup_key (pair (pid, number)), GUINT_TO_POINTER (need_device (self, id) + 1));
    }
}

/* What tool wrote it, and when. */
static void
read_export (NsysTrace *self)
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

static void
clear_string (gpointer data)
{
  g_free (((NsysString *) data)->text);
}

void
nsys_names_read (NsysTrace *self)
{
  self->strings = g_array_new (FALSE, FALSE, sizeof (NsysString));
  g_array_set_clear_func (self->strings, clear_string);
  self->by_string = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->processes = g_ptr_array_new_with_free_func (process_free);
  self->by_process = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->devices = g_ptr_array_new_with_free_func (device_free);
  self->by_device = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->device_of = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->common_names = g_hash_table_new (NULL, NULL);
  self->threads = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  read_export (self);
  read_strings (self);
  read_processes (self);
  read_threads (self);
  read_devices (self);
  read_device_numbers (self);
}
