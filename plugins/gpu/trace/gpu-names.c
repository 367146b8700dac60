/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

#define THREAD_BITS G_GINT64_CONSTANT (0xffffff)

gint64
gpu_thread_of (gint64 machine,
               gint64 pid,
               gint64 tid)
{
  return (gint64) ((guint64) machine << 48 | ((guint64) MAX (pid, 0) & THREAD_BITS) << 24 | ((guint64) MAX (tid, 0) & THREAD_BITS));
}

gint64
gpu_process_of (gint64 id)
{
  return id & ~THREAD_BITS;
}

/* Two numbers as one: both are small where a file is sound, and are compared whole where it is not. */
static gint64
pair (gint64 first,
      gint64 second)
{
  return (gint64) ((guint64) first << 20 ^ (guint64) second);
}

char *
gpu_rows_dup_text (LaminaSqliteRows *rows,
                   guint             column)
{
  gsize length;
  const char *text = lamina_sqlite_rows_get_text (rows, column, &length);

  return text != NULL && length > 0 ? g_utf8_make_valid (text, (gssize) length) : NULL;
}

void
gpu_names_append (GpuTrace   *self,
                  gint64      id,
                  char       *text,
                  const char *column,
                  guint64     args_offset,
                  guint32     args_length)
{
  GpuString string = { .text = text, .column = column, .args_offset = args_offset, .args_length = args_length };

  g_array_append_val (self->strings, string);
  g_hash_table_insert (self->by_string, gpu_dup_number (id), GUINT_TO_POINTER (self->strings->len));
}

/* Adds the text of a column of the current row. */
void
gpu_names_add (GpuTrace         *self,
               gint64            id,
               LaminaSqliteRows *rows,
               guint             column,
               const char       *column_name)
{
  g_autofree char *text = gpu_rows_dup_text (rows, column);
  guint64 args_offset;
  guint32 args_length;

  if (text == NULL || id == LAMINA_ABSENT)
    return;
  args_length = lamina_sqlite_rows_get_args (rows, &args_offset);
  gpu_names_append (self, id, g_steal_pointer (&text), column_name, args_offset, args_length);
}

void
gpu_names_read (GpuTrace   *self,
                const char *table,
                const char *column)
{
  const char *const columns[] = { "id", column, NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, table, columns, NULL);

  while (gpu_events_next (self, rows))
    gpu_names_add (self, lamina_sqlite_rows_get_integer (rows, 0), rows, 1, column);
}

/* The place of a string in the list; LAMINA_NONE for one that is not there. */
guint32
gpu_names_find (GpuTrace *self,
                gint64    id)
{
  guint place = id != LAMINA_ABSENT ? GPOINTER_TO_UINT (g_hash_table_lookup (self->by_string, &id)) : 0;

  return place > 0 ? place - 1 : LAMINA_NONE;
}

/* A string of the builder; 0 for none. */
guint32
gpu_names_get (GpuTrace *self,
               gint64    id)
{
  guint32 place = gpu_names_find (self, id);
  GpuString *string;

  if (place == LAMINA_NONE)
    return 0;
  string = &g_array_index (self->strings, GpuString, place);
  if (string->name == 0)
    string->name = lamina_builder_intern (self->builder, string->text, -1);
  return string->name;
}

const char *
gpu_names_get_text (GpuTrace *self,
                    gint64    id)
{
  guint32 place = gpu_names_find (self, id);

  return place != LAMINA_NONE ? g_array_index (self->strings, GpuString, place).text : "";
}

/* Strings that are names of kernels, those with one short name in a list. */
static GHashTable *
group_kernels (GpuTrace *self)
{
  GHashTable *groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autofree guint8 *seen = g_malloc0 (MAX (self->strings->len, 1));

  for (guint i = 0; i < self->events->len; i++)
    {
      guint32 place = gpu_trace_get_event (self, i)->name;
      g_autofree char *usual = NULL, *name = NULL;
      GArray *places;

      if (gpu_trace_get_event (self, i)->kind != GPU_KERNEL || place == LAMINA_NONE || seen[place])
        continue;
      seen[place] = TRUE;
      usual = gpu_kernel_dup_usual_name (g_array_index (self->strings, GpuString, place).text);
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
name_kernel (GpuTrace   *self,
             guint32     place,
             const char *name,
             const char *common)
{
  GpuString *string = &g_array_index (self->strings, GpuString, place);

  string->kernel = lamina_builder_intern (self->builder, name, -1);
  if (strcmp (name, common) != 0)
    g_hash_table_insert (self->common_names, GUINT_TO_POINTER (string->kernel),
                         GUINT_TO_POINTER (lamina_builder_intern (self->builder, common, -1)));
  if (strcmp (name, string->text) != 0 && string->args_length > 0)
    lamina_builder_add_whole_name (self->builder, string->kernel, string->column, 0, string->args_offset, string->args_length);
}

/* Kernels get their names, which were places in the list of strings. */
void
gpu_names_shorten (GpuTrace *self)
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
        texts[i] = gpu_kernel_dup_usual_name (g_array_index (self->strings, GpuString, g_array_index (places, guint32, i)).text);
      if (places->len > 1)
        distinct = lamina_kernel_dup_distinct_names (name, (const char *const *) texts, places->len);
      for (guint i = 0; i < places->len; i++)
        name_kernel (self, g_array_index (places, guint32, i), distinct ? distinct[i] : name, name);
    }
  for (guint i = 0; i < self->events->len; i++)
    {
      GpuEvent *event = gpu_trace_get_event (self, i);

      if (event->kind == GPU_KERNEL)
        event->name = event->name != LAMINA_NONE ? g_array_index (self->strings, GpuString, event->name).kernel : unknown;
    }
}

guint32
gpu_names_need_process (GpuTrace *self,
                        gint64    id)
{
  gint64 own = gpu_process_of (id);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_process, &own));
  GpuProcess *process;

  if (place > 0)
    return place - 1;
  process = g_new0 (GpuProcess, 1);
  process->id = own;
  process->pid = own >> 24 & THREAD_BITS;
  g_ptr_array_add (self->processes, process);
  g_hash_table_insert (self->by_process, gpu_dup_number (own), GUINT_TO_POINTER (self->processes->len));
  return self->processes->len - 1;
}

void
gpu_names_name_process (GpuTrace *self,
                        guint32   process,
                        char     *name)
{
  GpuProcess *info = self->processes->pdata[process];

  if (info->name == NULL)
    info->name = name;
  else
    g_free (name);
}

guint32
gpu_names_add_device (GpuTrace   *self,
                      gint64      id,
                      const char *host,
                      gint64      number)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_device, &id));
  g_autofree char *label = NULL;
  GpuDevice *device;

  if (place > 0)
    return place - 1;
  label = g_strdup_printf ("%s%sGPU %" G_GINT64_FORMAT, host != NULL ? host : "", host != NULL ? " · " : "", number);
  device = g_new0 (GpuDevice, 1);
  device->id = id;
  device->label = lamina_builder_intern (self->builder, label, -1);
  g_ptr_array_add (self->devices, device);
  g_hash_table_insert (self->by_device, gpu_dup_number (id), GUINT_TO_POINTER (self->devices->len));
  return self->devices->len - 1;
}

/* A process counts the devices that it may use, from 0 on. */
guint32
gpu_names_need_device (GpuTrace *self,
                       guint32   process,
                       gint64    id)
{
  gint64 key = pair (((GpuProcess *) self->processes->pdata[process])->pid, id), any = pair (LAMINA_ABSENT, id);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->device_of, &key));

  if (known == 0)
    known = GPOINTER_TO_UINT (g_hash_table_lookup (self->device_of, &any));
  return known > 0 ? known - 1 : gpu_names_add_device (self, id, NULL, id);
}

void
gpu_names_map_device (GpuTrace *self,
                      gint64    pid,
                      gint64    number,
                      guint32   device)
{
  g_hash_table_insert (self->device_of, gpu_dup_number (pair (pid, number)), GUINT_TO_POINTER (device + 1));
}

void
gpu_names_name_device (GpuTrace *self,
                       guint32   device,
                       char     *name)
{
  GpuDevice *info = self->devices->pdata[device];

  if (info->name != NULL || name == NULL)
    {
      g_free (name);
      return;
    }
  info->name = name;
  lamina_builder_add_property (self->builder, lamina_builder_get_string (self->builder, info->label), "name",
                               &LAMINA_VALUE_INIT_TEXT (name));
}

void
gpu_names_add_property (GpuTrace   *self,
                        guint32     device,
                        const char *key,
                        gint64      number,
                        LaminaUnit  unit)
{
  const GpuDevice *info = self->devices->pdata[device];

  if (number != LAMINA_ABSENT)
    lamina_builder_add_property (self->builder, lamina_builder_get_string (self->builder, info->label), key,
                                 &LAMINA_VALUE_INIT_INTEGER (number, unit));
}

void
gpu_names_add_thread (GpuTrace *self,
                      gint64    thread,
                      char     *name)
{
  if (name == NULL)
    return;
  g_hash_table_insert (self->threads, gpu_dup_number (thread), name);
}
