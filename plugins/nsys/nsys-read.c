/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-trace.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#define MOST_EVENTS (G_MAXUINT32 - 1)

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

static guint32
intern (NsysTrace  *self,
        const char *text)
{
  return lamina_builder_intern (self->builder, text, -1);
}

gpointer
nsys_correlate (guint32 process,
                gint64  correlation)
{
  return GSIZE_TO_POINTER ((gsize) (((guint64) process + 1) << 40 ^ (guint64) correlation));
}

/* A pointer is hashed by its low half alone, which processes share. */
static guint
hash_call (gconstpointer key)
{
  guint64 number = GPOINTER_TO_SIZE (key);

  return (guint) ((number * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

/* Tracks */

typedef struct
{
  gint64 id;
  gint64 context;
  guint32 process;
  guint32 device;
  guint32 kind;
} TrackKey;

static guint
hash_track (gconstpointer data)
{
  const TrackKey *key = data;
  guint64 hash = (guint64) key->id * 31 + (guint64) key->context;

  return (guint) ((hash * 31 + key->process) * 31 + key->device * 7 + key->kind);
}

static gboolean
equal_tracks (gconstpointer a,
              gconstpointer b)
{
  const TrackKey *left = a, *right = b;

  return left->id == right->id && left->context == right->context && left->process == right->process
         && left->device == right->device && left->kind == right->kind;
}

static guint32
need_track (NsysTrace *self,
            TrackKey   key)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_track, &key));
  NsysTrack track = { .kind = (guint8) key.kind, .process = key.process, .device = key.device, .id = key.id,
                      .context = key.context, .track = LAMINA_NONE };

  if (place > 0)
    return place - 1;
  g_array_append_val (self->tracks, track);
  g_hash_table_insert (self->by_track, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (self->tracks->len));
  return self->tracks->len - 1;
}

static guint32
need_thread (NsysTrace     *self,
             NsysTrackKind  kind,
             gint64         thread)
{
  guint32 process = nsys_names_need_process (self, thread);

  /* Of what belongs to no thread there is one track for a process. */
  return need_track (self, (TrackKey) { .id = kind == NSYS_SPANS ? 0 : thread, .process = process, .device = LAMINA_NONE,
                                        .kind = kind });
}

static guint32
need_queue (NsysTrace     *self,
            NsysTrackKind  kind,
            gint64         process_id,
            gint64         device,
            gint64         context,
            gint64         stream)
{
  guint32 process = nsys_names_need_process (self, process_id != LAMINA_ABSENT ? process_id : 0);

  return need_track (self, (TrackKey) { .id = kind == NSYS_WAITS ? 0 : stream, .context = kind == NSYS_WAITS ? 0 : context,
                                        .process = process, .device = nsys_names_need_device (self, process, device),
                                        .kind = kind });
}

/* Events */

/* Begins an event of the current row; FALSE when it was skipped, since it can't be placed. */
static gboolean
take_times (NsysTrace        *self,
            LaminaSqliteRows *rows,
            guint             start,
            guint             end,
            NsysEvent        *event)
{
  *event = (NsysEvent) { .around = LAMINA_NONE, .item = LAMINA_NONE, .slice = LAMINA_NONE };
  event->start = lamina_sqlite_rows_get_integer (rows, start);
  event->end = lamina_sqlite_rows_get_integer (rows, end);
  if (!lamina_sqlite_rows_check (rows))
    return FALSE;
  if (event->start == LAMINA_ABSENT)
    {
      lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows), N_("the row has no start"));
      return FALSE;
    }
  event->args_length = lamina_sqlite_rows_get_args (rows, &event->args_offset);
  event->is_open = event->end == LAMINA_ABSENT || event->end < event->start;
  return TRUE;
}

/* FALSE when the row was skipped. */
static gboolean
add_event (NsysTrace        *self,
           LaminaSqliteRows *rows,
           NsysEvent        *event)
{
  if (!lamina_sqlite_rows_check (rows))
    return FALSE;
  if (self->events->len == MOST_EVENTS)
    {
      lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows), N_("there are too many rows"));
      return FALSE;
    }
  self->end = MAX (self->end, event->is_open ? event->start : event->end);
  nsys_trace_get_track (self, event->track)->n++;
  g_array_append_val (self->events, *event);
  lamina_import_account (self->import, lamina_sqlite_rows_get_record (rows), LAMINA_RECORD_SHOWN);
  return TRUE;
}

static void
add_mark (NsysTrace        *self,
          LaminaSqliteRows *rows,
          NsysMark          mark)
{
  if (!lamina_sqlite_rows_check (rows))
    return;
  mark.args_length = lamina_sqlite_rows_get_args (rows, &mark.args_offset);
  g_array_append_val (self->marks, mark);
  lamina_import_account (self->import, lamina_sqlite_rows_get_record (rows), LAMINA_RECORD_SHOWN);
}

static LaminaSqliteRows *
begin (NsysTrace         *self,
       const char        *table,
       const char *const *columns)
{
  return lamina_sqlite_read (self->database, table, columns, self->import);
}

static gboolean
next (NsysTrace        *self,
      LaminaSqliteRows *rows)
{
  return !g_cancellable_is_cancelled (self->cancellable) && lamina_sqlite_rows_next (rows);
}

/* `cudaLaunchKernel_v7000`: since which version the call is what it is says nothing. */
static guint32
get_call_name (NsysTrace  *self,
               GHashTable *known,
               gint64      id)
{
  guint32 place = nsys_names_find (self, id), name;
  const char *text, *end;

  if (place == LAMINA_NONE)
    return intern (self, "call");
  name = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (place + 1)));
  if (name != 0)
    return name;
  text = g_array_index (self->strings, NsysString, place).text;
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
read_calls (NsysTrace *self)
{
  static const char *const columns[] = { "start", "end", "globalTid", "nameId", "correlationId", "eventClass", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, "CUPTI_ACTIVITY_KIND_RUNTIME", columns);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  const guint32 categories[] = { intern (self, "cuda_runtime"), intern (self, "cuda_driver") };
  NsysEvent event;

  while (next (self, rows))
    {
      gint64 thread, correlation, class;

      if (!take_times (self, rows, 0, 1, &event))
        continue;
      thread = lamina_sqlite_rows_get_integer (rows, 2);
      correlation = lamina_sqlite_rows_get_integer (rows, 4);
      class = lamina_sqlite_rows_get_integer (rows, 5);
      event.kind = NSYS_CALL;
      event.track = need_thread (self, NSYS_THREAD, thread != LAMINA_ABSENT ? thread : 0);
      event.name = get_call_name (self, known, lamina_sqlite_rows_get_integer (rows, 3));
      event.category = categories[class == 1];
      if (!add_event (self, rows, &event) || correlation == LAMINA_ABSENT || correlation < 0)
        continue;
      /* Of a call of the runtime and the one of the driver inside it, the first is what the program called. */
      if (class != 1 || !g_hash_table_contains (self->calls, nsys_correlate (nsys_trace_get_track (self, event.track)->process,
                                                                             correlation)))
        g_hash_table_insert (self->calls, nsys_correlate (nsys_trace_get_track (self, event.track)->process, correlation),
                             GUINT_TO_POINTER (self->events->len));
    }
}

/* Ranges */

/* What domains are called; the first one is that of the program. */
static guint32
get_domain (NsysTrace *self,
            gint64     domain)
{
  guint32 name = domain != LAMINA_ABSENT ? GPOINTER_TO_UINT (g_hash_table_lookup (self->domains, &domain)) : 0;

  return name != 0 ? name : intern (self, "NVTX");
}

static const char *
get_text (NsysTrace        *self,
          LaminaSqliteRows *rows,
          guint             text_column,
          guint             id_column,
          gsize            *length)
{
  const char *text = lamina_sqlite_rows_get_text (rows, text_column, length);
  guint32 place;

  if (text != NULL)
    return text;
  place = nsys_names_find (self, lamina_sqlite_rows_get_integer (rows, id_column));
  text = place != LAMINA_NONE ? g_array_index (self->strings, NsysString, place).text : NULL;
  *length = text != NULL ? strlen (text) : 0;
  return text;
}

static const char *const nvtx_columns[] = { "start", "end", "eventType", "globalTid", "text", "textId", "domainId", NULL };
enum { NVTX_START, NVTX_END, NVTX_TYPE, NVTX_THREAD, NVTX_TEXT, NVTX_TEXT_ID, NVTX_DOMAIN_ID };

/* Names of domains stand anywhere among the ranges. */
static void
read_domains (NsysTrace *self)
{
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, "NVTX_EVENTS", nvtx_columns, NULL);

  while (next (self, rows))
    {
      gint64 domain;
      gsize length;
      const char *text;

      if (lamina_sqlite_rows_get_integer (rows, NVTX_TYPE) != NVTX_DOMAIN)
        continue;
      domain = lamina_sqlite_rows_get_integer (rows, NVTX_DOMAIN_ID);
      text = get_text (self, rows, NVTX_TEXT, NVTX_TEXT_ID, &length);
      if (text != NULL && length > 0 && domain != LAMINA_ABSENT)
        g_hash_table_insert (self->domains, g_memdup2 (&domain, sizeof domain),
                             GUINT_TO_POINTER (lamina_builder_intern_raw (self->builder, text, length)));
    }
}

/* Whether a range is put there by a library that sends messages or computes, and says nothing of the program's own parts. */
static gboolean
is_of_library (const char *text,
               gsize       length)
{
  static const char *const libraries[] = { "nccl", "ncclx", "gloo:", "mpi:", "ucc:", "xccl:", "cublas", "cudnn", "cusolver",
                                           "cusparse", "cufft" };

  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (length >= strlen (libraries[i]) && memcmp (text, libraries[i], strlen (libraries[i])) == 0)
      return TRUE;
  return FALSE;
}

/*
 * What the engine of autograd runs is called after it, which would hide the node where there is little room:
 * `AddmmBackward0(autograd::engine::evaluate_function)`.
 */
static guint32
name_operator (NsysTrace  *self,
               const char *text,
               gsize       length,
               NsysItem   *item)
{
  static const char engine[] = NSYS_ENGINE ": ";
  g_autofree char *name = NULL;

  if (length <= strlen (engine) || memcmp (text, engine, strlen (engine)) != 0)
    return lamina_builder_intern_raw (self->builder, text, length);
  item->phase = LAMINA_PHASE_BACKWARD;
  name = g_strdup_printf ("%.*s(" NSYS_ENGINE ")", (int) MIN (length - strlen (engine), G_MAXINT), text + strlen (engine));
  return lamina_builder_intern_raw (self->builder, name, strlen (name));
}

/* Names are told from the arguments of an operator. */
static void
name_range (NsysTrace  *self,
            const char *text,
            gsize       length,
            gint64      domain,
            NsysEvent  *event)
{
  NsysItem item;
  gsize name_length = length;
  gboolean is_operator = nsys_operator_parse (self, text, length, &name_length, &item) && event->kind == NSYS_RANGE;

  event->name = is_operator ? name_operator (self, text, name_length, &item)
                            : lamina_builder_intern_raw (self->builder, text, name_length);
  event->is_library = is_of_library (text, name_length);
  event->category = is_operator ? intern (self, "operator") : get_domain (self, domain);
  if (!is_operator)
    return;
  event->kind = NSYS_OPERATOR;
  event->item = self->items->len;
  item.event = self->events->len;
  g_array_append_val (self->items, item);
}

static void
read_range (NsysTrace        *self,
            LaminaSqliteRows *rows,
            gint64            type)
{
  NsysEvent event;
  gint64 thread, domain;
  gsize length;
  const char *text;
  guint n_items = self->items->len;

  if (!take_times (self, rows, NVTX_START, NVTX_END, &event))
    return;
  thread = lamina_sqlite_rows_get_integer (rows, NVTX_THREAD);
  domain = lamina_sqlite_rows_get_integer (rows, NVTX_DOMAIN_ID);
  text = get_text (self, rows, NVTX_TEXT, NVTX_TEXT_ID, &length);
  if (text == NULL)
    {
      text = "range";
      length = strlen (text);
    }
  event.kind = type == NVTX_PUSH_POP ? NSYS_RANGE : NSYS_SPAN;
  name_range (self, text, length, domain, &event);
  event.track = need_thread (self, type == NVTX_PUSH_POP ? NSYS_THREAD : NSYS_SPANS, thread != LAMINA_ABSENT ? thread : 0);
  if (!add_event (self, rows, &event))
    g_array_set_size (self->items, n_items);
}

static void
read_ranges (NsysTrace *self)
{
  g_autoptr (LaminaSqliteRows) rows = begin (self, "NVTX_EVENTS", nvtx_columns);

  while (next (self, rows))
    {
      gint64 type = lamina_sqlite_rows_get_integer (rows, NVTX_TYPE), time, thread;
      guint32 record = lamina_sqlite_rows_get_record (rows);
      gsize length;
      const char *text;

      switch (type)
        {
        case NVTX_PUSH_POP:
        case NVTX_START_END:
          read_range (self, rows, type);
          break;
        case NVTX_MARK:
          time = lamina_sqlite_rows_get_integer (rows, NVTX_START);
          thread = lamina_sqlite_rows_get_integer (rows, NVTX_THREAD);
          text = get_text (self, rows, NVTX_TEXT, NVTX_TEXT_ID, &length);
          if (time == LAMINA_ABSENT)
            lamina_import_skip (self->import, record, N_("the row has no start"));
          else
            add_mark (self, rows, (NsysMark) { need_thread (self, NSYS_THREAD, thread != LAMINA_ABSENT ? thread : 0),
                                               text != NULL ? lamina_builder_intern_raw (self->builder, text, length)
                                                            : intern (self, "mark"), time, 0, 0 });
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
find_only_process (NsysTrace *self)
{
  guint32 process = LAMINA_NONE;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const NsysTrack *track = nsys_trace_get_track (self, i);

      if (track->kind != NSYS_THREAD || track->process == process)
        continue;
      if (process != LAMINA_NONE)
        return LAMINA_ABSENT;
      process = track->process;
    }
  return process != LAMINA_NONE ? ((NsysProcess *) self->processes->pdata[process])->id : LAMINA_ABSENT;
}

/* What all kinds of work state alike. FALSE when the row was skipped. */
static gboolean
take_work (NsysTrace        *self,
           LaminaSqliteRows *rows,
           NsysKind          kind,
           NsysEvent        *event)
{
  gint64 device, context, stream, correlation, process, node;

  if (!take_times (self, rows, WORK_START, WORK_END, event))
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
  event->track = need_queue (self, NSYS_STREAM, process, device != LAMINA_ABSENT ? device : 0, context, stream);
  event->is_own = kind == NSYS_GRAPH || (node != LAMINA_ABSENT && node != 0);
  if (correlation != LAMINA_ABSENT && correlation >= 0)
    event->around = GPOINTER_TO_UINT (g_hash_table_lookup (self->calls,
                                                           nsys_correlate (nsys_trace_get_track (self, event->track)->process,
                                                                           correlation))) - 1;
  return TRUE;
}

static void
read_kernels (NsysTrace *self)
{
  static const char *const columns[] = { WORK_COLUMNS, "demangledName", "shortName", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, "CUPTI_ACTIVITY_KIND_KERNEL", columns);
  guint32 category = intern (self, "kernel");
  NsysEvent event;

  while (next (self, rows))
    {
      if (!take_work (self, rows, NSYS_KERNEL, &event))
        continue;
      event.name = nsys_names_find (self, lamina_sqlite_rows_get_integer (rows, N_WORK));
      if (event.name == LAMINA_NONE)
        event.name = nsys_names_find (self, lamina_sqlite_rows_get_integer (rows, N_WORK + 1));
      event.category = category;
      add_event (self, rows, &event);
    }
}

static const char *
get_memory (gint64 kind)
{
  return kind >= 0 && kind < (gint64) G_N_ELEMENTS (memories) ? memories[kind] : NULL;
}

/* Copies and fills are layers with what they move; others are told by what launched them. */
static void
add_bytes (NsysTrace *self,
           gint64     bytes)
{
  NsysItem item = { .event = self->events->len - 1, .parent = LAMINA_NONE, .bytes = bytes, .op = -1, .seq = -1,
                    .layer = LAMINA_NONE };

  nsys_trace_get_event (self, item.event)->item = self->items->len;
  g_array_append_val (self->items, item);
}

/* `Memcpy HtoD (Pageable -> Device)` */
static guint32
name_copy (NsysTrace *self,
           gint64     kind,
           gint64     from,
           gint64     to)
{
  const char *copy = copies[kind > 0 && kind < (gint64) G_N_ELEMENTS (copies) ? kind : 0];
  const char *from_memory = get_memory (from), *to_memory = get_memory (to);
  g_autofree char *name = from_memory && to_memory ? g_strdup_printf ("%s (%s -> %s)", copy, from_memory, to_memory)
                                                   : g_strdup (copy);

  return intern (self, name);
}

static void
read_copies (NsysTrace *self)
{
  static const char *const columns[] = { WORK_COLUMNS, "bytes", "copyKind", "srcKind", "dstKind", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, "CUPTI_ACTIVITY_KIND_MEMCPY", columns);
  guint32 category = intern (self, "gpu_memcpy");
  NsysEvent event;

  while (next (self, rows))
    {
      gint64 bytes, kind;

      if (!take_work (self, rows, NSYS_COPY, &event))
        continue;
      bytes = lamina_sqlite_rows_get_integer (rows, N_WORK);
      kind = lamina_sqlite_rows_get_integer (rows, N_WORK + 1);
      event.name = name_copy (self, kind, lamina_sqlite_rows_get_integer (rows, N_WORK + 2),
                              lamina_sqlite_rows_get_integer (rows, N_WORK + 3));
      event.category = category;
      event.is_inner = kind == COPY_DTOD || kind == COPY_ATOA;
      /* What stays on a device is read and written there. */
      if (add_event (self, rows, &event))
        add_bytes (self, bytes < 0 ? LAMINA_ABSENT : event.is_inner ? lamina_add_saturating (bytes, bytes) : bytes);
    }
}

static void
read_fills (NsysTrace *self)
{
  static const char *const columns[] = { WORK_COLUMNS, "bytes", "memKind", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, "CUPTI_ACTIVITY_KIND_MEMSET", columns);
  guint32 category = intern (self, "gpu_memset");
  NsysEvent event;

  while (next (self, rows))
    {
      gint64 bytes;
      const char *memory;
      g_autofree char *name = NULL;

      if (!take_work (self, rows, NSYS_FILL, &event))
        continue;
      bytes = lamina_sqlite_rows_get_integer (rows, N_WORK);
      memory = get_memory (lamina_sqlite_rows_get_integer (rows, N_WORK + 1));
      name = memory ? g_strdup_printf ("Memset (%s)", memory) : g_strdup ("Memset");
      event.name = intern (self, name);
      event.category = category;
      if (add_event (self, rows, &event))
        add_bytes (self, bytes < 0 ? LAMINA_ABSENT : bytes);
    }
}

/* Recorded as a whole, which is how the tool does it unless it is asked for the nodes: what was inside is not in the file. */
static void
read_graphs (NsysTrace *self)
{
  static const char *const columns[] = { WORK_COLUMNS, "graphId", "graphExecId", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", columns);
  guint32 category = intern (self, "cuda_graph");
  NsysEvent event;

  while (next (self, rows))
    {
      gint64 graph;
      g_autofree char *name = NULL;

      if (!take_work (self, rows, NSYS_GRAPH, &event))
        continue;
      graph = lamina_sqlite_rows_get_integer (rows, N_WORK);
      name = graph != LAMINA_ABSENT ? g_strdup_printf ("CUDA graph %" G_GINT64_FORMAT, graph) : g_strdup ("CUDA graph");
      event.name = intern (self, name);
      event.category = category;
      self->n_graphs += add_event (self, rows, &event);
    }
}

static void
read_waits (NsysTrace *self)
{
  static const char *const columns[] = { "start", "end", "deviceId", "globalPid", "syncType", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", columns);
  guint32 category = intern (self, "cuda_sync");
  NsysEvent event;

  while (next (self, rows))
    {
      gint64 device, process, type;

      if (!take_times (self, rows, 0, 1, &event))
        continue;
      device = lamina_sqlite_rows_get_integer (rows, 2);
      process = lamina_sqlite_rows_get_integer (rows, 3);
      type = lamina_sqlite_rows_get_integer (rows, 4);
      event.kind = NSYS_WAIT;
      event.track = need_queue (self, NSYS_WAITS, process, device != LAMINA_ABSENT ? device : 0, 0, 0);
      event.name = intern (self, waits[type > 0 && type < (gint64) G_N_ELEMENTS (waits) ? type : 0]);
      event.category = category;
      add_event (self, rows, &event);
    }
}

/* Others */

static void
read_threads_of (NsysTrace     *self,
                 const char    *table,
                 NsysKind       kind,
                 NsysTrackKind  track,
                 const char    *category)
{
  static const char *const columns[] = { "start", "end", "globalTid", "nameId", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, table, columns);
  guint32 category_id = intern (self, category);
  NsysEvent event;

  while (next (self, rows))
    {
      gint64 thread;

      if (!take_times (self, rows, 0, 1, &event))
        continue;
      thread = lamina_sqlite_rows_get_integer (rows, 2);
      event.kind = (guint8) kind;
      event.track = need_thread (self, track, thread != LAMINA_ABSENT ? thread : 0);
      event.name = nsys_names_get (self, lamina_sqlite_rows_get_integer (rows, 3));
      event.category = category_id;
      add_event (self, rows, &event);
    }
}

/* Graphs that are made are moments of a thread. */
static void
read_graph_events (NsysTrace *self)
{
  static const char *const columns[] = { "start", "globalTid", "nameId", NULL };
  static const char *const tables[] = { "CUDA_GRAPH_EVENTS", "CUDA_GRAPH_NODE_EVENTS" };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (LaminaSqliteRows) rows = begin (self, tables[i], columns);

      while (next (self, rows))
        {
          gint64 time = lamina_sqlite_rows_get_integer (rows, 0), thread = lamina_sqlite_rows_get_integer (rows, 1);
          guint32 name = nsys_names_get (self, lamina_sqlite_rows_get_integer (rows, 2));

          if (time == LAMINA_ABSENT)
            lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows), N_("the row has no start"));
          else
            add_mark (self, rows, (NsysMark) { need_thread (self, NSYS_THREAD, thread != LAMINA_ABSENT ? thread : 0),
                                               name != 0 ? name : intern (self, "CUDA graph"), time, 0, 0 });
        }
    }
}

/* What a stream notes has the time 0 where the device did not say when. */
static void
read_stream_events (NsysTrace *self)
{
  static const char *const columns[] = { "timestamp", "deviceId", "contextId", "streamId", "globalPid", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, "CUPTI_ACTIVITY_KIND_CUDA_EVENT", columns);

  while (next (self, rows))
    {
      gint64 time = lamina_sqlite_rows_get_integer (rows, 0), device = lamina_sqlite_rows_get_integer (rows, 1);
      gint64 context = lamina_sqlite_rows_get_integer (rows, 2), stream = lamina_sqlite_rows_get_integer (rows, 3);
      gint64 process = lamina_sqlite_rows_get_integer (rows, 4);

      if (!lamina_sqlite_rows_check (rows))
        continue;
      if (time == LAMINA_ABSENT || time == 0)
        lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows), N_("the event of a stream has no time"));
      else
        add_mark (self, rows, (NsysMark) { need_queue (self, NSYS_STREAM, process, device != LAMINA_ABSENT ? device : 0, context,
                                                       stream), intern (self, "cudaEvent"), time, 0, 0 });
    }
}

/* What the profiler has to say: a warning tells what is missing. */
static void
read_diagnostics (NsysTrace *self)
{
  static const char *const columns[] = { "timestamp", "text", NULL };
  g_autoptr (LaminaSqliteRows) rows = begin (self, "DIAGNOSTIC_EVENT", columns);

  while (next (self, rows))
    {
      gint64 time = lamina_sqlite_rows_get_integer (rows, 0);
      gsize length;
      const char *text = lamina_sqlite_rows_get_text (rows, 1, &length);

      if (!lamina_sqlite_rows_check (rows))
        continue;
      if (time == LAMINA_ABSENT || text == NULL)
        lamina_import_skip (self->import, lamina_sqlite_rows_get_record (rows), N_("the message of the profiler has no time or no text"));
      else
        add_mark (self, rows, (NsysMark) { LAMINA_NONE, lamina_builder_intern_raw (self->builder, text, length), time, 0, 0 });
    }
}

gboolean
nsys_read (NsysTrace *self)
{
  self->tracks = g_array_new (FALSE, FALSE, sizeof (NsysTrack));
  self->by_track = g_hash_table_new_full (hash_track, equal_tracks, g_free, NULL);
  self->domains = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->events = g_array_new (FALSE, FALSE, sizeof (NsysEvent));
  self->items = g_array_new (FALSE, FALSE, sizeof (NsysItem));
  self->edges = g_array_new (FALSE, FALSE, sizeof (NsysEdge));
  self->marks = g_array_new (FALSE, FALSE, sizeof (NsysMark));
  self->calls = g_hash_table_new (hash_call, NULL);
  nsys_names_read (self);
  read_domains (self);
  read_ranges (self);
  read_calls (self);
  read_kernels (self);
  read_copies (self);
  read_fills (self);
  read_graphs (self);
  read_waits (self);
  read_threads_of (self, "PROFILER_OVERHEAD", NSYS_OVERHEAD, NSYS_PROFILER, "overhead");
  read_threads_of (self, "CUPTI_ACTIVITY_KIND_OVERHEAD", NSYS_OVERHEAD, NSYS_PROFILER, "overhead");
  read_threads_of (self, "OSRT_API", NSYS_OS, NSYS_SYSTEM, "os");
  read_graph_events (self);
  read_stream_events (self);
  read_diagnostics (self);
  nsys_names_shorten (self);
  return !g_cancellable_is_cancelled (self->cancellable);
}
