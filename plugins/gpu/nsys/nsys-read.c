/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* Types of events in NVTX_EVENTS. */
#define NVTX_CATEGORY 33
#define NVTX_MARK 34
#define NVTX_PUSH_POP 59
#define NVTX_START_END 60
#define NVTX_DOMAIN 75

/* Kinds of copies that stay on one device, as CUPTI numbers them. */
#define COPY_ATOA 5
#define COPY_DTOD 8

static const char *const copies[] = { "Memcpy", "Memcpy HtoD", "Memcpy DtoH", "Memcpy HtoA", "Memcpy AtoH", "Memcpy AtoA",
                                      "Memcpy AtoD", "Memcpy DtoA", "Memcpy DtoD", "Memcpy HtoH", "Memcpy PtoP",
                                      "Memcpy HtoD unified", "Memcpy DtoH unified", "Memcpy DtoD unified" };
static const char *const memories[] = { "Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static" };
static const char *const waits[] = { "Synchronization", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync" };

/* `cudaLaunchKernel_v7000`: since which version the call is what it is says nothing. */
static guint32
get_call_name (GpuTrace   *self,
               GHashTable *known,
               gint64      id)
{
  guint32 place = gpu_names_find (self, id), name;
  const char *text, *end;

  if (place == LAMINA_NONE)
    return gpu_events_intern (self, "call");
  name = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (place + 1)));
  if (name != 0)
    return name;
  text = gpu_names_get_text (self, id);
  for (end = text + strlen (text); end > text && g_ascii_isdigit (end[-1]);)
    end--;
  if (*end == '\0' || end - text < 3 || end[-1] != 'v' || end[-2] != '_')
    end = text + strlen (text);
  else
    end -= 2;
  name = lamina_builder_intern (self->builder, text, end - text);
  g_hash_table_insert (known, GUINT_TO_POINTER (place + 1), GUINT_TO_POINTER (name));
  return name;
}

static void
read_calls (GpuTrace *self)
{
  static const char *const columns[] = { "start", "end", "globalTid", "nameId", "correlationId", "eventClass", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "CUPTI_ACTIVITY_KIND_RUNTIME", columns);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  const guint32 categories[] = { gpu_events_intern (self, "cuda_runtime"), gpu_events_intern (self, "cuda_driver") };
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      gint64 thread, correlation, class;

      if (!gpu_events_take_times (self, rows, 0, 1, &event))
        continue;
      thread = lamina_sqlite_rows_get_integer (rows, 2);
      correlation = lamina_sqlite_rows_get_integer (rows, 4);
      class = lamina_sqlite_rows_get_integer (rows, 5);
      event.kind = GPU_CALL;
      event.track = gpu_events_need_thread (self, GPU_THREAD, thread != LAMINA_ABSENT ? thread : 0);
      event.name = get_call_name (self, known, lamina_sqlite_rows_get_integer (rows, 3));
      event.category = categories[class == 1];
      /* Of a call of the runtime and the one of the driver inside it, the first is what the program called. */
      if (gpu_events_add (self, rows, &event))
        gpu_events_note_call (self, gpu_trace_get_track (self, event.track)->process, correlation, class != 1);
    }
}

/* Ranges */

/* Domains have categories, which begin at 1. */
static gint64
get_domain_key (gint64 domain,
                gint64 category)
{
  return (gint64) ((guint64) MAX (domain, 0) << 20 ^ (guint64) MAX (category, 0));
}

static guint32
find_domain (GpuTrace *self,
             gint64    domain,
             gint64    category)
{
  gint64 key = get_domain_key (domain, category);

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->domains, &key));
}

/* What the domain of a range is called, and its category: `NCCL · point to point`. The first domain is that of the program. */
static guint32
get_domain (GpuTrace *self,
            gint64    domain,
            gint64    category)
{
  guint32 name = find_domain (self, domain, 0), kind = category > 0 ? find_domain (self, domain, category) : 0;
  g_autofree char *both = NULL;

  if (name == 0)
    name = gpu_events_intern (self, "NVTX");
  if (kind == 0)
    return name;
  both = g_strjoin (" · ", lamina_builder_get_string (self->builder, name), lamina_builder_get_string (self->builder, kind), NULL);
  return gpu_events_intern (self, both);
}

static const char *
get_text (GpuTrace         *self,
          LaminaSqliteRows *rows,
          guint             text_column,
          guint             id_column,
          gsize            *length)
{
  const char *text = lamina_sqlite_rows_get_text (rows, text_column, length);

  if (text != NULL && *length > 0)
    return text;
  text = gpu_names_get_text (self, lamina_sqlite_rows_get_integer (rows, id_column));
  *length = strlen (text);
  return *length > 0 ? text : NULL;
}

static const char *const nvtx_columns[] = { "start", "end", "eventType", "globalTid", "text", "textId", "domainId", "category",
                                            "endGlobalTid", NULL };
enum { NVTX_START, NVTX_END, NVTX_TYPE, NVTX_THREAD, NVTX_TEXT, NVTX_TEXT_ID, NVTX_DOMAIN_ID, NVTX_CATEGORY_ID, NVTX_END_THREAD };

/* Names of domains and categories stand anywhere among the ranges. */
static void
read_domains (GpuTrace *self)
{
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "NVTX_EVENTS", nvtx_columns, NULL);

  while (gpu_events_next (self, rows))
    {
      gint64 type = lamina_sqlite_rows_get_integer (rows, NVTX_TYPE), domain, category;
      gsize length;
      const char *text;

      if (type != NVTX_DOMAIN && type != NVTX_CATEGORY)
        continue;
      domain = lamina_sqlite_rows_get_integer (rows, NVTX_DOMAIN_ID);
      category = type == NVTX_CATEGORY ? lamina_sqlite_rows_get_integer (rows, NVTX_CATEGORY_ID) : 0;
      text = get_text (self, rows, NVTX_TEXT, NVTX_TEXT_ID, &length);
      if (text != NULL && domain != LAMINA_ABSENT && (category > 0) == (type == NVTX_CATEGORY))
        g_hash_table_insert (self->domains, gpu_dup_number (get_domain_key (domain, category)),
                             GUINT_TO_POINTER (lamina_builder_intern_raw (self->builder, text, length)));
    }
}

/* Of these a message is what all tools call so. Of an all-gather NCCL states the part of one rank, and not how many ranks there
 * are. */
static gboolean
states_message (const char *name)
{
  static const char *const types[] = { "all-reduce", "collective broadcast", "collective reduce", "collective send",
                                       "collective receive", NULL };
  const char *type = lamina_collective_get_type (name);

  return type != NULL && g_strv_contains (types, type);
}

static void
read_range (GpuTrace         *self,
            LaminaSqliteRows *rows,
            NsysMessages     *messages,
            gint64            type)
{
  const GpuEvent *added;
  GpuEvent event;
  gint64 thread, end_thread, domain, bytes = LAMINA_ABSENT;
  gsize length;
  const char *text;
  guint n_items = self->items->len;

  if (!gpu_events_take_times (self, rows, NVTX_START, NVTX_END, &event))
    return;
  thread = lamina_sqlite_rows_get_integer (rows, NVTX_THREAD);
  domain = lamina_sqlite_rows_get_integer (rows, NVTX_DOMAIN_ID);
  text = get_text (self, rows, NVTX_TEXT, NVTX_TEXT_ID, &length);
  if (text == NULL)
    {
      text = "range";
      length = strlen (text);
    }
  event.kind = type == NVTX_PUSH_POP ? GPU_RANGE : GPU_SPAN;
  gpu_events_name_range (self, text, length, get_domain (self, domain, lamina_sqlite_rows_get_integer (rows, NVTX_CATEGORY_ID)),
                         &event);
  event.track = gpu_events_need_thread (self, type == NVTX_PUSH_POP ? GPU_THREAD : GPU_SPANS, thread != LAMINA_ABSENT ? thread : 0);
  if (!gpu_events_add (self, rows, &event))
    {
      g_array_set_size (self->items, n_items);
      return;
    }
  end_thread = lamina_sqlite_rows_get_integer (rows, NVTX_END_THREAD);
  if (type == NVTX_START_END && thread != LAMINA_ABSENT && (end_thread == LAMINA_ABSENT || end_thread == thread))
    gpu_events_add_span (self, thread);
  added = gpu_trace_get_event (self, self->events->len - 1);
  if (messages != NULL && states_message (lamina_builder_get_string (self->builder, event.name)))
    bytes = nsys_messages_find (messages, domain, added->args_offset, added->args_length);
  if (bytes != LAMINA_ABSENT)
    gpu_events_add_message (self, bytes);
}

static void
read_ranges (GpuTrace *self)
{
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "NVTX_EVENTS", nvtx_columns);
  g_autoptr (NsysMessages) messages = nsys_messages_new (self->database);

  while (gpu_events_next (self, rows))
    {
      gint64 type = lamina_sqlite_rows_get_integer (rows, NVTX_TYPE), time, thread;
      guint32 record = lamina_sqlite_rows_get_record (rows);
      gsize length;
      const char *text;

      switch (type)
        {
        case NVTX_PUSH_POP:
        case NVTX_START_END:
          read_range (self, rows, messages, type);
          break;
        case NVTX_MARK:
          time = lamina_sqlite_rows_get_integer (rows, NVTX_START);
          thread = lamina_sqlite_rows_get_integer (rows, NVTX_THREAD);
          text = get_text (self, rows, NVTX_TEXT, NVTX_TEXT_ID, &length);
          if (time == LAMINA_ABSENT)
            lamina_import_skip (self->import, record, N_("the row has no start"));
          else
            gpu_events_add_mark (self, rows,
                                 (GpuMark) { gpu_events_need_thread (self, GPU_THREAD, thread != LAMINA_ABSENT ? thread : 0),
                                             text != NULL ? lamina_builder_intern_raw (self->builder, text, length)
                                                          : gpu_events_intern (self, "mark"), time, 0, 0 });
          break;
        case NVTX_CATEGORY:
        case NVTX_DOMAIN:
          lamina_import_account (self->import, record, LAMINA_RECORD_MERGED);
          break;
        default:
          lamina_sqlite_rows_check (rows);
          lamina_import_skip (self->import, record, N_("an event of NVTX of a type that is not known"));
          break;
        }
    }
}

/* Work of devices */

enum { WORK_START, WORK_END, WORK_DEVICE, WORK_CONTEXT, WORK_STREAM, WORK_CORRELATION, WORK_PROCESS, WORK_NODE, N_WORK };

#define WORK_COLUMNS "start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "graphNodeId"

/* The process of work in a table that does not say it: the one that called anything. */
static gint64
find_only_process (GpuTrace *self)
{
  guint32 process = LAMINA_NONE;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const GpuTrack *track = gpu_trace_get_track (self, i);

      if (track->kind != GPU_THREAD || track->process == process)
        continue;
      if (process != LAMINA_NONE)
        return LAMINA_ABSENT;
      process = track->process;
    }
  return process != LAMINA_NONE ? ((GpuProcess *) self->processes->pdata[process])->id : LAMINA_ABSENT;
}

/* What all kinds of work state alike. FALSE when the row was skipped. */
static gboolean
take_work (GpuTrace         *self,
           LaminaSqliteRows *rows,
           GpuKind           kind,
           GpuEvent         *event)
{
  gint64 device, context, stream, correlation, process, node;

  if (!gpu_events_take_times (self, rows, WORK_START, WORK_END, event))
    return FALSE;
  device = lamina_sqlite_rows_get_integer (rows, WORK_DEVICE);
  context = lamina_sqlite_rows_get_integer (rows, WORK_CONTEXT);
  stream = lamina_sqlite_rows_get_integer (rows, WORK_STREAM);
  correlation = lamina_sqlite_rows_get_integer (rows, WORK_CORRELATION);
  process = lamina_sqlite_rows_get_integer (rows, WORK_PROCESS);
  node = lamina_sqlite_rows_get_integer (rows, WORK_NODE);
  if (process == LAMINA_ABSENT && !lamina_sqlite_rows_has (rows, WORK_PROCESS))
    process = find_only_process (self);
  event->kind = (guint8) kind;
  event->track = gpu_events_need_queue (self, GPU_STREAM, process, device != LAMINA_ABSENT ? device : 0, context, stream);
  event->is_own = kind == GPU_GRAPH || (node != LAMINA_ABSENT && node != 0);
  event->around = gpu_events_find_call (self, gpu_trace_get_track (self, event->track)->process, correlation);
  return TRUE;
}

static void
read_kernels (GpuTrace *self)
{
  static const char *const columns[] = { WORK_COLUMNS, "demangledName", "shortName", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "CUPTI_ACTIVITY_KIND_KERNEL", columns);
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      if (!take_work (self, rows, GPU_KERNEL, &event))
        continue;
      event.name = gpu_names_find (self, lamina_sqlite_rows_get_integer (rows, N_WORK));
      if (event.name == LAMINA_NONE)
        event.name = gpu_names_find (self, lamina_sqlite_rows_get_integer (rows, N_WORK + 1));
      gpu_events_add (self, rows, &event);
    }
}

static const char *
get_memory (gint64 kind)
{
  return kind >= 0 && kind < (gint64) G_N_ELEMENTS (memories) ? memories[kind] : NULL;
}

/* `Memcpy HtoD (Pageable -> Device)` */
static guint32
name_copy (GpuTrace *self,
           gint64    kind,
           gint64    from,
           gint64    to)
{
  const char *copy = copies[kind > 0 && kind < (gint64) G_N_ELEMENTS (copies) ? kind : 0];
  const char *from_memory = get_memory (from), *to_memory = get_memory (to);
  g_autofree char *name = from_memory && to_memory ? g_strdup_printf ("%s (%s -> %s)", copy, from_memory, to_memory)
                                                   : g_strdup (copy);

  return gpu_events_intern (self, name);
}

static void
read_copies (GpuTrace *self)
{
  static const char *const columns[] = { WORK_COLUMNS, "bytes", "copyKind", "srcKind", "dstKind", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "CUPTI_ACTIVITY_KIND_MEMCPY", columns);
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      gint64 bytes, kind;

      if (!take_work (self, rows, GPU_COPY, &event))
        continue;
      bytes = lamina_sqlite_rows_get_integer (rows, N_WORK);
      kind = lamina_sqlite_rows_get_integer (rows, N_WORK + 1);
      event.name = name_copy (self, kind, lamina_sqlite_rows_get_integer (rows, N_WORK + 2),
                              lamina_sqlite_rows_get_integer (rows, N_WORK + 3));
      event.is_inner = kind == COPY_DTOD || kind == COPY_ATOA;
      if (gpu_events_add (self, rows, &event))
        gpu_events_add_bytes (self, bytes);
    }
}

static void
read_fills (GpuTrace *self)
{
  static const char *const columns[] = { WORK_COLUMNS, "bytes", "memKind", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "CUPTI_ACTIVITY_KIND_MEMSET", columns);
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      gint64 bytes;
      const char *memory;
      g_autofree char *name = NULL;

      if (!take_work (self, rows, GPU_FILL, &event))
        continue;
      bytes = lamina_sqlite_rows_get_integer (rows, N_WORK);
      memory = get_memory (lamina_sqlite_rows_get_integer (rows, N_WORK + 1));
      name = memory ? g_strdup_printf ("Memset (%s)", memory) : g_strdup ("Memset");
      event.name = gpu_events_intern (self, name);
      if (gpu_events_add (self, rows, &event))
        gpu_events_add_bytes (self, bytes);
    }
}

/* Recorded as a whole, which is how the tool does it unless it is asked for the nodes: what was inside is not in the file. */
static void
read_graphs (GpuTrace *self)
{
  static const char *const columns[] = { WORK_COLUMNS, "graphId", "graphExecId", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", columns);
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      gint64 graph;
      g_autofree char *name = NULL;

      if (!take_work (self, rows, GPU_GRAPH, &event))
        continue;
      graph = lamina_sqlite_rows_get_integer (rows, N_WORK);
      name = graph != LAMINA_ABSENT ? g_strdup_printf ("CUDA graph %" G_GINT64_FORMAT, graph) : g_strdup ("CUDA graph");
      event.name = gpu_events_intern (self, name);
      self->n_graphs += gpu_events_add (self, rows, &event);
    }
}

static void
read_waits (GpuTrace *self)
{
  static const char *const columns[] = { "start", "end", "deviceId", "globalPid", "syncType", "contextId", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", columns);
  guint32 category = gpu_events_intern (self, "cuda_sync");
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      gint64 device, process, type;

      if (!gpu_events_take_times (self, rows, 0, 1, &event))
        continue;
      device = lamina_sqlite_rows_get_integer (rows, 2);
      process = lamina_sqlite_rows_get_integer (rows, 3);
      type = lamina_sqlite_rows_get_integer (rows, 4);
      event.kind = GPU_WAIT;
      /* Rows say device 0 of every process. */
      event.track = gpu_events_need_waits (self, process, device != LAMINA_ABSENT ? device : 0,
                                           lamina_sqlite_rows_get_integer (rows, 5));
      event.name = gpu_events_intern (self, waits[type > 0 && type < (gint64) G_N_ELEMENTS (waits) ? type : 0]);
      event.category = category;
      gpu_events_add (self, rows, &event);
    }
}

/* Others */

static void
read_threads_of (GpuTrace     *self,
                 const char   *table,
                 GpuKind       kind,
                 GpuTrackKind  track)
{
  static const char *const columns[] = { "start", "end", "globalTid", "nameId", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, table, columns);
  GpuEvent event;

  while (gpu_events_next (self, rows))
    {
      gint64 thread;

      if (!gpu_events_take_times (self, rows, 0, 1, &event))
        continue;
      thread = lamina_sqlite_rows_get_integer (rows, 2);
      event.kind = (guint8) kind;
      event.track = gpu_events_need_thread (self, track, thread != LAMINA_ABSENT ? thread : 0);
      event.name = gpu_names_get (self, lamina_sqlite_rows_get_integer (rows, 3));
      gpu_events_add (self, rows, &event);
    }
}

/* Graphs that are made are moments of a thread. */
static void
read_graph_events (GpuTrace *self)
{
  static const char *const columns[] = { "start", "globalTid", "nameId", NULL };
  static const char *const tables[] = { "CUDA_GRAPH_EVENTS", "CUDA_GRAPH_NODE_EVENTS" };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, tables[i], columns);

      while (gpu_events_next (self, rows))
        {
          gint64 time = lamina_sqlite_rows_get_integer (rows, 0), thread = lamina_sqlite_rows_get_integer (rows, 1);
          guint32 name = gpu_names_get (self, lamina_sqlite_rows_get_integer (rows, 2));

          if (time == LAMINA_ABSENT)
            lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows), N_("the row has no start"));
          else
            gpu_events_add_mark (self, rows,
                                 (GpuMark) { gpu_events_need_thread (self, GPU_THREAD, thread != LAMINA_ABSENT ? thread : 0),
                                             name != 0 ? name : gpu_events_intern (self, "CUDA graph"), time, 0, 0 });
        }
    }
}

/* What a stream notes has the time 0 where the device did not say when. */
static void
read_stream_events (GpuTrace *self)
{
  static const char *const columns[] = { "timestamp", "deviceId", "contextId", "streamId", "globalPid", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "CUPTI_ACTIVITY_KIND_CUDA_EVENT", columns);

  while (gpu_events_next (self, rows))
    {
      gint64 time = lamina_sqlite_rows_get_integer (rows, 0), device = lamina_sqlite_rows_get_integer (rows, 1);
      gint64 context = lamina_sqlite_rows_get_integer (rows, 2), stream = lamina_sqlite_rows_get_integer (rows, 3);
      gint64 process = lamina_sqlite_rows_get_integer (rows, 4);

      if (!lamina_sqlite_rows_check (rows))
        continue;
      if (time == LAMINA_ABSENT || time == 0)
        lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows), N_("the event of a stream has no time"));
      else
        gpu_events_add_mark (self, rows,
                             (GpuMark) { gpu_events_need_queue (self, GPU_STREAM, process, device != LAMINA_ABSENT ? device : 0,
                                                                context, stream),
                                         gpu_events_intern (self, "cudaEvent"), time, 0, 0 });
    }
}

/* What the profiler has to say: a warning tells what is missing. */
static void
read_diagnostics (GpuTrace *self)
{
  static const char *const columns[] = { "timestamp", "text", NULL };
  g_autoptr (LaminaSqliteRows) rows = gpu_events_begin (self, "DIAGNOSTIC_EVENT", columns);

  while (gpu_events_next (self, rows))
    {
      gint64 time = lamina_sqlite_rows_get_integer (rows, 0);
      gsize length;
      const char *text = lamina_sqlite_rows_get_text (rows, 1, &length);

      if (!lamina_sqlite_rows_check (rows))
        continue;
      if (time == LAMINA_ABSENT || text == NULL)
        lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows),
                            N_("the message of the profiler has no time or no text"));
      else
        gpu_events_add_mark (self, rows,
                             (GpuMark) { LAMINA_NONE, lamina_builder_intern_raw (self->builder, text, length), time, 0, 0 });
    }
}

gboolean
nsys_read (GpuTrace *self)
{
  nsys_names_read (self);
  read_domains (self);
  read_ranges (self);
  read_calls (self);
  read_kernels (self);
  read_copies (self);
  read_fills (self);
  read_graphs (self);
  read_waits (self);
  read_threads_of (self, "PROFILER_OVERHEAD", GPU_OVERHEAD, GPU_PROFILER);
  read_threads_of (self, "CUPTI_ACTIVITY_KIND_OVERHEAD", GPU_OVERHEAD, GPU_PROFILER);
  read_threads_of (self, "OSRT_API", GPU_OS, GPU_SYSTEM);
  read_graph_events (self);
  read_stream_events (self);
  read_diagnostics (self);
  return !g_cancellable_is_cancelled (self->cancellable);
}
