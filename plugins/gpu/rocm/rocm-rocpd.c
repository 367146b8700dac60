/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-json-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

/*
 * rocpd 3, as rocprofv3 writes it. Each process writes tables of its own, which end in a number of its own: a file may hold
 * several. Rows name rows of other tables of the same process; a call and what it made have the same place in the stack of
 * calls, which stands in the table of events.
 */

typedef struct
{
  gint64 stack;
  gint64 category;
} Event;

/*
 * The tables of one process, and what their numbers mean.
 *
 * suffix    how the names of its tables end
 * machine   a number for processes of this part of the file
 * hosts     the names of the machines of all parts, in the order in which they are met
 * nodes     of the table of machines: the place in that list
 * host      the name of its machine, where the file holds work of several; or NULL
 * events    by id: Event; until all rows were read
 * kernels   by the id of its event: a place in the list of events
 * devices   by agent: its place in the list of devices
 * pids      of the process table: the number of the system
 * tids      the same of threads
 */
typedef struct
{
  GpuTrace *trace;
  const char *suffix;
  gint64 machine;
  GPtrArray *hosts;
  GHashTable *nodes;
  const char *host;
  GHashTable *events;
  GHashTable *kernels;
  GHashTable *devices;
  GHashTable *pids;
  GHashTable *tids;
} Part;

const char *
rocm_find_suffix (const char *table,
                  const char *base)
{
  gsize length = strlen (base);

  return g_str_has_prefix (table, base) && (table[length] == '\0' || table[length] == '_') ? table + length : NULL;
}

static LaminaSqliteRows *
begin_meanings (Part              *self,
                const char        *base,
                const char *const *columns)
{
  g_autofree char *table = g_strconcat (base, self->suffix, NULL);

  return lamina_sqlite_read (self->trace->database, table, columns, NULL);
}

static LaminaSqliteRows *
begin_records (Part              *self,
               const char        *base,
               const char *const *columns)
{
  g_autofree char *table = g_strconcat (base, self->suffix, NULL);

  return gpu_events_begin (self->trace, table, columns);
}

/* Names of kernels have ids of their own: they stand below those of other strings. */
static gint64
get_symbol_id (gint64 id)
{
  return id != LAMINA_ABSENT && id >= 0 ? -1 - id : LAMINA_ABSENT;
}

static void
read_strings (Part *self)
{
  static const char *const symbols[] = { "id", "display_name", "kernel_name", NULL };
  g_autofree char *table = g_strconcat ("rocpd_string", self->suffix, NULL);
  g_autoptr (LaminaSqliteRows) kernels = begin_meanings (self, "rocpd_info_kernel_symbol", symbols);

  gpu_names_read (self->trace, table, "string");
  while (lamina_sqlite_rows_next (kernels))
    {
      gint64 id = get_symbol_id (lamina_sqlite_rows_get_integer (kernels, 0));
      gsize length;
      gboolean has_display = lamina_sqlite_rows_get_text (kernels, 1, &length) != NULL && length > 0;

      gpu_names_add (self->trace, id, kernels, has_display ? 1 : 2, symbols[has_display ? 1 : 2]);
    }
}

static gint64
make_process (Part   *self,
              gint64  process)
{
  return gpu_thread_of (self->machine, gpu_numbers_get (self->pids, process), 0);
}

static gint64
make_thread (Part   *self,
             gint64  process,
             gint64  thread)
{
  return gpu_thread_of (self->machine, gpu_numbers_get (self->pids, process), gpu_numbers_get (self->tids, thread));
}

static void
read_processes (Part *self)
{
  static const char *const columns[] = { "id", "pid", "command", NULL }, *const threads[] = { "id", "pid", "tid", "name", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_meanings (self, "rocpd_info_process", columns);
  g_autoptr (LaminaSqliteRows) thread_rows = begin_meanings (self, "rocpd_info_thread", threads);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0), pid = lamina_sqlite_rows_get_integer (rows, 1);
      g_autofree char *command = gpu_rows_dup_text (rows, 2);

      if (id == LAMINA_ABSENT || pid == LAMINA_ABSENT)
        continue;
      gpu_numbers_set (self->pids, id, pid);
      gpu_names_name_process (self->trace, gpu_names_need_process (self->trace, make_process (self, id)),
                              command != NULL ? rocm_dup_program (command, self->host) : NULL);
    }
  while (lamina_sqlite_rows_next (thread_rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (thread_rows, 0), tid = lamina_sqlite_rows_get_integer (thread_rows, 2);
      gint64 process = lamina_sqlite_rows_get_integer (thread_rows, 1);

      if (id == LAMINA_ABSENT || tid == LAMINA_ABSENT)
        continue;
      gpu_numbers_set (self->tids, id, tid);
      gpu_names_add_thread (self->trace, make_thread (self, process, id), gpu_rows_dup_text (thread_rows, 3));
    }
}

/* Each part numbers machines by itself; devices of different machines have the same numbers. */
static void
read_nodes (Part *self)
{
  static const char *const columns[] = { "id", "hostname", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_meanings (self, "rocpd_info_node", columns);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0);
      g_autofree char *host = gpu_rows_dup_text (rows, 1);
      guint place;

      if (id == LAMINA_ABSENT)
        continue;
      if (host == NULL)
        host = g_strdup_printf ("node %" G_GINT64_FORMAT, id);
      if (!g_ptr_array_find_with_equal_func (self->hosts, host, g_str_equal, &place))
        {
          place = self->hosts->len;
          g_ptr_array_add (self->hosts, g_steal_pointer (&host));
        }
      gpu_numbers_set (self->nodes, id, place);
      if (self->host == NULL)
        self->host = self->hosts->pdata[place];
    }
}

static guint32
add_device (Part   *self,
            gint64  node,
            gint64  number)
{
  gint64 place = gpu_numbers_get (self->nodes, node);
  const char *host = place != LAMINA_ABSENT && self->hosts->len > 1 ? self->hosts->pdata[place] : NULL;
  gint64 machine = MAX (place != LAMINA_ABSENT ? place : node, 0);

  return gpu_names_add_device (self->trace, (gint64) ((guint64) machine << 32 ^ (guint64) number), host, number);
}

static void
read_agents (Part *self)
{
  static const char *const columns[] = { "id", "nid", "type", "type_index", "logical_index", "product_name", "name", "extdata",
                                         NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_meanings (self, "rocpd_info_agent", columns);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0), node = lamina_sqlite_rows_get_integer (rows, 1);
      gint64 number = lamina_sqlite_rows_get_integer (rows, 3);
      g_autofree char *type = gpu_rows_dup_text (rows, 2), *name = gpu_rows_dup_text (rows, 5);
      g_autofree char *facts = gpu_rows_dup_text (rows, 7);
      g_auto (RocmAgent) agent = { 0 };
      guint32 device;

      if (id == LAMINA_ABSENT || type == NULL || !g_str_equal (type, "GPU"))
        continue;
      if (number == LAMINA_ABSENT)
        number = lamina_sqlite_rows_get_integer (rows, 4);
      number = MAX (number, 0);
      device = add_device (self, node, number);
      gpu_names_map_device (self->trace, LAMINA_ABSENT, id, device);
      gpu_numbers_set (self->devices, id, device);
      if (name == NULL)
        name = gpu_rows_dup_text (rows, 6);
      rocm_agent_parse (&agent, facts != NULL ? facts : "", name);
      rocm_agent_show (&agent, self->trace, device);
    }
}

static void
read_events (Part *self)
{
  static const char *const columns[] = { "id", "stack_id", "correlation_id", "category_id", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_meanings (self, "rocpd_event", columns);

  while (gpu_events_next (self->trace, rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0), stack = lamina_sqlite_rows_get_integer (rows, 1);
      Event event = { stack, lamina_sqlite_rows_get_integer (rows, 3) };

      if (stack == LAMINA_ABSENT || stack == 0)
        event.stack = lamina_sqlite_rows_get_integer (rows, 2);
      if (event.stack == 0)
        event.stack = LAMINA_ABSENT;
      if (id != LAMINA_ABSENT)
        g_hash_table_insert (self->events, gpu_dup_number (id), g_memdup2 (&event, sizeof event));
    }
}

static const Event *
find_event (Part   *self,
            gint64  id)
{
  static const Event none = { LAMINA_ABSENT, LAMINA_ABSENT };
  const Event *event = g_hash_table_lookup (self->events, &id);

  return event != NULL ? event : &none;
}

/* Regions are calls; those that the program marked are its ranges. */
static void
read_regions (Part *self)
{
  static const char *const columns[] = { "start", "end", "pid", "tid", "name_id", "event_id", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_records (self, "rocpd_region", columns);
  GpuEvent event;

  while (gpu_events_next (self->trace, rows))
    {
      gint64 process, thread;
      const Event *info;
      const char *name, *category;

      if (!gpu_events_take_times (self->trace, rows, 0, 1, &event))
        continue;
      process = lamina_sqlite_rows_get_integer (rows, 2);
      thread = lamina_sqlite_rows_get_integer (rows, 3);
      name = gpu_names_get_text (self->trace, lamina_sqlite_rows_get_integer (rows, 4));
      info = find_event (self, lamina_sqlite_rows_get_integer (rows, 5));
      category = gpu_names_get_text (self->trace, info->category);
      event.kind = strstr (category, "MARKER") != NULL ? GPU_RANGE : GPU_CALL;
      event.category = gpu_events_intern (self->trace, *category != '\0' ? category : "region");
      event.name = gpu_events_intern (self->trace, *name != '\0' ? name : "region");
      if (event.kind == GPU_RANGE && *name != '\0')
        gpu_events_name_range (self->trace, name, strlen (name), event.category, &event);
      event.track = gpu_events_need_thread (self->trace, GPU_THREAD, make_thread (self, process, thread));
      if (gpu_events_add (self->trace, rows, &event) && event.kind == GPU_CALL)
        gpu_events_note_call (self->trace, gpu_trace_get_track (self->trace, event.track)->process, info->stack, TRUE);
    }
}

/* Memory that is taken and given back, as calls of the thread. */
static void
read_allocations (Part *self)
{
  static const char *const columns[] = { "start", "end", "pid", "tid", "type", "level", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_records (self, "rocpd_memory_allocate", columns);
  GpuEvent event;

  while (gpu_events_next (self->trace, rows))
    {
      g_autofree char *type = NULL, *level = NULL, *name = NULL;
      gint64 process, thread;

      if (!gpu_events_take_times (self->trace, rows, 0, 1, &event))
        continue;
      process = lamina_sqlite_rows_get_integer (rows, 2);
      thread = lamina_sqlite_rows_get_integer (rows, 3);
      type = gpu_rows_dup_text (rows, 4);
      level = gpu_rows_dup_text (rows, 5);
      name = g_strjoin (" ", type != NULL ? type : "ALLOC", level, NULL);
      event.kind = GPU_CALL;
      event.name = gpu_events_intern (self->trace, name);
      event.category = gpu_events_intern (self->trace, "memory");
      event.track = gpu_events_need_thread (self->trace, GPU_THREAD, make_thread (self, process, thread));
      gpu_events_add (self->trace, rows, &event);
    }
}

/* Which stream of which device did it, or which queue where no stream is named, and which call made it. */
static void
place_work (Part     *self,
            GpuEvent *event,
            gint64    process,
            gint64    agent,
            gint64    queue,
            gint64    stream,
            gint64    event_id)
{
  event->track = rocm_need_queue (self->trace, make_process (self, process), agent, stream, queue);
  event->around = gpu_events_find_call (self->trace, gpu_trace_get_track (self->trace, event->track)->process,
                                        find_event (self, event_id)->stack);
}

static void
read_dispatches (Part *self)
{
  static const char *const columns[] = { "start", "end", "pid", "agent_id", "queue_id", "stream_id", "event_id", "kernel_id",
                                         "graph_node_id", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_records (self, ROCM_DISPATCH, columns);
  GpuEvent event;

  while (gpu_events_next (self->trace, rows))
    {
      gint64 numbers[7];

      if (!gpu_events_take_times (self->trace, rows, 0, 1, &event))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        numbers[i] = lamina_sqlite_rows_get_integer (rows, 2 + i);
      event.kind = GPU_KERNEL;
      event.name = gpu_names_find (self->trace, get_symbol_id (numbers[5]));
      event.is_own = numbers[6] != LAMINA_ABSENT && numbers[6] != 0;
      place_work (self, &event, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
      if (gpu_events_add (self->trace, rows, &event))
        gpu_numbers_set (self->kernels, numbers[4], self->trace->events->len - 1);
    }
}

static void
read_copies (Part *self)
{
  static const char *const columns[] = { "start", "end", "pid", "dst_agent_id", "src_agent_id", "queue_id", "stream_id", "event_id",
                                         "size", "name_id", "tid", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_records (self, "rocpd_memory_copy", columns);
  GpuEvent event;

  while (gpu_events_next (self->trace, rows))
    {
      gint64 numbers[9], agent;
      const char *name;

      if (!gpu_events_take_times (self->trace, rows, 0, 1, &event))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        numbers[i] = lamina_sqlite_rows_get_integer (rows, 2 + i);
      name = rocm_get_copy_name (gpu_names_get_text (self->trace, numbers[7]));
      /* Of a copy to the host the device is where it comes from. */
      agent = g_str_has_suffix (name, "DtoH") ? numbers[2] : numbers[1];
      event.kind = GPU_COPY;
      event.name = gpu_events_intern (self->trace, name);
      event.is_inner = g_str_has_suffix (name, "DtoD") && numbers[1] == numbers[2];
      if (g_str_has_suffix (name, "HtoH"))
        {
          event.kind = GPU_CALL;
          event.category = gpu_events_intern (self->trace, "gpu_memcpy");
          event.track = gpu_events_need_thread (self->trace, GPU_THREAD, make_thread (self, numbers[0], numbers[8]));
          gpu_events_add (self->trace, rows, &event);
          continue;
        }
      place_work (self, &event, numbers[0], agent, numbers[3], numbers[4], numbers[5]);
      if (gpu_events_add (self->trace, rows, &event))
        gpu_events_add_bytes (self->trace, numbers[6]);
    }
}

/* Counters */

/* `node1 · GPU 0 · gfx power`; without a device for one of none. */
static char *
dup_title (Part       *self,
           gint64      agent,
           const char *name)
{
  gint64 device = gpu_numbers_get (self->devices, agent);
  const GpuDevice *info = device != LAMINA_ABSENT ? self->trace->devices->pdata[device] : NULL;
  const char *place = info != NULL ? lamina_builder_get_string (self->trace->builder, info->label) : self->host;

  return place != NULL ? g_strjoin (" · ", place, name, NULL) : g_strdup (name);
}

/* By id: the name of a counter, and whether what several kernels counted is added up. */
static GHashTable *
read_counters (Part *self)
{
  static const char *const columns[] = { "id", "name", "symbol", "is_derived", "agent_id", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_meanings (self, "rocpd_info_pmc", columns);
  GHashTable *counters = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) rocm_counter_free);

  while (gpu_events_next (self->trace, rows))
    {
      gint64 id = lamina_sqlite_rows_get_integer (rows, 0);
      g_autofree char *name = gpu_rows_dup_text (rows, 1), *title = NULL;

      if (name == NULL)
        name = gpu_rows_dup_text (rows, 2);
      if (id == LAMINA_ABSENT || name == NULL)
        continue;
      title = dup_title (self, lamina_sqlite_rows_get_integer (rows, 4), name);
      g_hash_table_insert (counters, gpu_dup_number (id),
                           rocm_counter_new (g_steal_pointer (&name), g_steal_pointer (&title),
                                             lamina_sqlite_rows_get_integer (rows, 3) > 0));
    }
  return counters;
}

/* What was counted while a kernel ran, and what was sampled. */
static void
read_values (Part *self)
{
  static const char *const columns[] = { "event_id", "pmc_id", "value", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin_records (self, "rocpd_pmc_event", columns);
  g_autoptr (GHashTable) counters = read_counters (self);
  g_autofree char *sample_table = g_strconcat ("rocpd_sample", self->suffix, NULL);
  /* When samples were taken, by their events. */
  g_autoptr (GHashTable) samples = gpu_numbers_read (self->trace, sample_table, "event_id", "timestamp");
  GpuTrace *trace = self->trace;

  while (gpu_events_next (trace, rows))
    {
      gint64 event = lamina_sqlite_rows_get_integer (rows, 0), id = lamina_sqlite_rows_get_integer (rows, 1);
      double value = lamina_sqlite_rows_get_real (rows, 2);
      gint64 kernel = gpu_numbers_get (self->kernels, event), time = gpu_numbers_get (samples, event);
      const RocmCounter *counter = g_hash_table_lookup (counters, &id);
      guint32 record = lamina_sqlite_rows_get_record (rows);

      if (!lamina_sqlite_rows_check (rows))
        continue;
      if (counter == NULL || isnan (value))
        lamina_import_skip (trace->import, record, N_("the value of a counter has no number or no name"));
      else if (kernel != LAMINA_ABSENT)
        {
          gpu_counters_add (trace, gpu_counters_need (trace, counter->name, !counter->is_derived), (guint32) kernel, value);
          lamina_import_account (trace->import, record, LAMINA_RECORD_MERGED);
        }
      else if (time != LAMINA_ABSENT)
        {
          lamina_builder_add_sample (trace->builder, trace->run, gpu_counters_need_track (trace, counter->title, LAMINA_UNIT_NONE),
                                     time, value);
          lamina_import_account (trace->import, record, LAMINA_RECORD_SHOWN);
        }
      else
        lamina_import_skip (trace->import, record, N_("the value of a counter belongs to no kernel and no time"));
    }
}

/* The processes of a file */

static void
part_free (Part *self)
{
  g_clear_pointer (&self->events, g_hash_table_unref);
  g_ptr_array_unref (self->hosts);
  g_hash_table_unref (self->nodes);
  g_hash_table_unref (self->kernels);
  g_hash_table_unref (self->devices);
  g_hash_table_unref (self->pids);
  g_hash_table_unref (self->tids);
  g_free (self);
}

static Part *
part_new (GpuTrace   *trace,
          const char *suffix,
          gint64      machine,
          GPtrArray  *hosts)
{
  Part *self = g_new0 (Part, 1);

  self->trace = trace;
  self->suffix = suffix;
  self->machine = machine;
  self->hosts = g_ptr_array_ref (hosts);
  self->nodes = gpu_numbers_new ();
  self->events = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->kernels = gpu_numbers_new ();
  self->devices = gpu_numbers_new ();
  self->pids = gpu_numbers_new ();
  self->tids = gpu_numbers_new ();
  read_nodes (self);
  return self;
}

static void
read_part (Part *self)
{
  if (self->hosts->len < 2)
    self->host = NULL;
  g_hash_table_remove_all (self->trace->by_string);
  g_hash_table_remove_all (self->trace->device_of);
  read_strings (self);
  read_processes (self);
  read_agents (self);
  read_events (self);
  read_regions (self);
  read_allocations (self);
  read_dispatches (self);
  read_copies (self);
  g_clear_pointer (&self->events, g_hash_table_unref);
}

gboolean
rocm_read_rocpd (GpuTrace *self)
{
  const char *const *tables = lamina_sqlite_get_tables (self->database);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) part_free);
  g_autoptr (GPtrArray) hosts = g_ptr_array_new_with_free_func (g_free);

  lamina_builder_set_tool (self->builder, "rocprofv3");
  for (guint i = 0; tables[i] != NULL; i++)
    if (rocm_find_suffix (tables[i], "rocpd_string") != NULL)
      g_ptr_array_add (parts, part_new (self, rocm_find_suffix (tables[i], "rocpd_string"), parts->len + 1, hosts));
  for (guint i = 0; i < parts->len && !g_cancellable_is_cancelled (self->cancellable); i++)
    read_part (parts->pdata[i]);
  if (!gpu_trace_show (self))
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    read_values (parts->pdata[i]);
  return gpu_counters_show (self);
}
