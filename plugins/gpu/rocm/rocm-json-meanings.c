/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-json-private.h"

#include <string.h>

/* What numbers in records mean, which stands in lists of its own. */

void
rocm_process_free (RocmProcess *self)
{
  g_ptr_array_unref (self->kinds);
  g_hash_table_unref (self->texts);
  g_hash_table_unref (self->counters);
  g_free (self);
}

RocmProcess *
rocm_process_new (GpuTrace *trace,
                  guint     number)
{
  RocmProcess *self = g_new0 (RocmProcess, 1);

  self->trace = trace;
  self->number = number;
  self->kinds = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  self->texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->counters = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) rocm_counter_free);
  return self;
}

gint64
rocm_read_number (LaminaJsonReader *json)
{
  gint64 number;
  guint64 handle;

  if (lamina_json_reader_read_int64 (json, &number))
    return number;
  return lamina_json_reader_read_uint64 (json, &handle) ? (gint64) handle : LAMINA_ABSENT;
}

gint64
rocm_read_handle (LaminaJsonReader *json)
{
  static const char *const keys[] = { "handle", "internal", NULL };
  gint64 number = LAMINA_ABSENT;
  int key;

  if (!lamina_json_reader_enter_object (json))
    return rocm_read_number (json);
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key >= 0)
      number = rocm_read_number (json);
  return number;
}

void
rocm_take_text (LaminaJsonReader  *json,
                char             **text)
{
  g_free (*text);
  *text = g_strdup (lamina_json_reader_read_text (json, NULL));
}

static char *
dup_text (LaminaJsonReader *json)
{
  return g_strdup (lamina_json_reader_read_text (json, NULL));
}

static void
read_metadata (RocmProcess      *self,
               LaminaJsonReader *json)
{
  static const char *const keys[] = { "pid", "command", "node", NULL }, *const node_keys[] = { "hostname", NULL };
  GpuTrace *trace = self->trace;
  gint64 pid = LAMINA_ABSENT;
  g_autofree char *command = NULL, *host = NULL;
  guint32 process;
  int key;

  if (!lamina_json_reader_enter_object (json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      pid = rocm_read_number (json);
    else if (key == 1 && lamina_json_reader_enter_array (json))
      while (lamina_json_reader_next_element (json))
        command = command != NULL ? command : dup_text (json);
    else if (key == 2 && lamina_json_reader_enter_object (json))
      while ((key = lamina_json_reader_next_member (json, node_keys)) != LAMINA_JSON_END)
        if (key == 0)
          rocm_take_text (json, &host);
  self->id = gpu_thread_of (self->number, pid, 0);
  process = gpu_names_need_process (trace, self->id);
  if (command != NULL && *command != '\0')
    gpu_names_name_process (trace, process, rocm_dup_program (command, NULL));
  if (host != NULL && *host != '\0' && self->number == 0)
    lamina_builder_add_property (trace->builder, "rocprofv3", "hostname", &LAMINA_VALUE_INIT_TEXT (host));
}

/* An agent is a processor; those of type 2 are GPUs. */
static void
read_agent (RocmProcess      *self,
            LaminaJsonReader *json)
{
  g_auto (RocmAgent) agent = { 0 };
  gint64 number;
  guint32 device;

  rocm_agent_read (&agent, json);
  if (agent.type != 2 || agent.handle == LAMINA_ABSENT)
    return;
  number = agent.number != LAMINA_ABSENT ? agent.number : agent.handle;
  device = gpu_names_add_device (self->trace, number, NULL, number);
  gpu_names_map_device (self->trace, LAMINA_ABSENT, agent.handle, device);
  rocm_agent_show (&agent, self->trace, device);
}

static void
read_counter (RocmProcess      *self,
              LaminaJsonReader *json)
{
  static const char *const keys[] = { "id", "name", "is_derived", NULL };
  gint64 handle = LAMINA_ABSENT;
  g_autofree char *name = NULL;
  gboolean is_derived = FALSE;
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      handle = rocm_read_handle (json);
    else if (key == 1)
      rocm_take_text (json, &name);
    else if (key == 2 && !lamina_json_reader_read_boolean (json, &is_derived))
      is_derived = rocm_read_number (json) > 0;
  if (handle != LAMINA_ABSENT && name != NULL && *name != '\0')
    g_hash_table_insert (self->counters, gpu_dup_number (handle), rocm_counter_new (g_steal_pointer (&name), NULL, is_derived));
}

/* Of a kernel there are several names: the one that is demangled and has no suffix is the best. */
static void
read_symbol (RocmProcess      *self,
             LaminaJsonReader *json)
{
  static const char *const keys[] = { "kernel_id", "kernel_name", "demangled_kernel_name", "formatted_kernel_name", NULL };
  guint64 offset = lamina_json_reader_get_offset (json);
  gint64 id = LAMINA_ABSENT;
  g_autofree char *name = NULL;
  int key, best = 0;

  if (!lamina_json_reader_enter_object (json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      id = rocm_read_number (json);
    else if (key > best)
      {
        g_autofree char *text = dup_text (json);

        if (text == NULL || *text == '\0')
          continue;
        if (key < 3 && g_str_has_suffix (text, ".kd"))
          text[strlen (text) - strlen (".kd")] = '\0';
        g_free (name);
        name = g_steal_pointer (&text);
        best = key;
      }
  if (id != LAMINA_ABSENT && name != NULL)
    gpu_names_append (self->trace, self->number << PROCESS_SHIFT ^ id, g_steal_pointer (&name), keys[best], offset,
                      (guint32) MIN (lamina_json_reader_get_end (json) - offset, G_MAXUINT32));
}

/* A kind of records: `{ "kind": "HIP_RUNTIME_API", "operations": […] }` */
static void
read_kind (RocmProcess      *self,
           LaminaJsonReader *json)
{
  static const char *const keys[] = { "kind", "operations", NULL };
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  int key;

  g_ptr_array_add (names, g_strdup (""));
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      {
        char *name = dup_text (json);

        g_free (names->pdata[0]);
        names->pdata[0] = name != NULL ? name : g_strdup ("");
      }
    else if (key == 1 && lamina_json_reader_enter_array (json))
      while (lamina_json_reader_next_element (json))
        {
          char *name = dup_text (json);

          g_ptr_array_add (names, name != NULL ? name : g_strdup (""));
        }
  g_ptr_array_add (names, NULL);
  g_ptr_array_add (self->kinds, g_ptr_array_steal (names, NULL));
}

/* `{ "key": 5, "value": "forward" }`: what the program called a range. */
static void
read_marker (RocmProcess      *self,
             LaminaJsonReader *json)
{
  static const char *const keys[] = { "key", "value", NULL };
  gint64 correlation = LAMINA_ABSENT;
  g_autofree char *text = NULL;
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      correlation = rocm_read_number (json);
    else if (key == 1)
      rocm_take_text (json, &text);
  if (correlation != LAMINA_ABSENT && text != NULL)
    g_hash_table_insert (self->texts, gpu_dup_number (correlation), g_steal_pointer (&text));
}

/* Each object of a list. */
static void
read_list (RocmProcess      *self,
           LaminaJsonReader *json,
           void            (*read) (RocmProcess *self, LaminaJsonReader *json))
{
  if (lamina_json_reader_enter_array (json))
    while (lamina_json_reader_next_element (json))
      if (lamina_json_reader_enter_object (json))
        read (self, json);
}

static void
read_strings (RocmProcess      *self,
              LaminaJsonReader *json)
{
  static const char *const keys[] = { "buffer_records", "marker_api", NULL };
  int key;

  if (!lamina_json_reader_enter_object (json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0 && self->kinds->len == 0)
      read_list (self, json, read_kind);
    else if (key == 1)
      read_list (self, json, read_marker);
}

void
rocm_read_meanings (RocmProcess      *self,
                    LaminaJsonReader *json)
{
  static const char *const keys[] = { "metadata", "agents", "counters", "strings", "kernel_symbols", NULL };
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0: read_metadata (self, json); break;
      case 1: read_list (self, json, read_agent); break;
      case 2: read_list (self, json, read_counter); break;
      case 3: read_strings (self, json); break;
      case 4:
        if (lamina_json_reader_enter_array (json))
          while (lamina_json_reader_next_element (json))
            read_symbol (self, json);
        break;
      default: break;
      }
}

const char *
rocm_get_name (RocmProcess *self,
               gint64       kind,
               gint64       operation)
{
  char **names;

  if (kind < 0 || kind >= (gint64) self->kinds->len)
    return NULL;
  names = self->kinds->pdata[kind];
  if (operation < -1 || operation >= (gint64) g_strv_length (names) - 1 || *names[operation + 1] == '\0')
    return NULL;
  return names[operation + 1];
}
