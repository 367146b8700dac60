/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-json-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* What a counter counted. */
typedef struct
{
  gint64 counter;
  double value;
} RecordValue;

/* What a record states; LAMINA_ABSENT where it doesn't. */
typedef struct
{
  guint32 record;
  guint64 offset;
  guint32 length;
  gint64 kind;
  gint64 operation;
  gint64 thread;
  gint64 correlation;
  gint64 start;
  gint64 end;
  gint64 stream;
  gint64 queue;
  gint64 agent;
  gint64 to;
  gint64 from;
  gint64 bytes;
  gint64 kernel;
  gint64 dispatch;
  guint first_value;
  guint n_values;
} Record;

/* An event and the correlation id of what made it. */
typedef struct
{
  guint32 event;
  gint64 correlation;
} Launch;

/*
 * The records of a process.
 *
 * dispatches  by dispatch id: the place of the kernel in the list of events
 * launches    work that looks for its call
 * counted     records of kernels with what was counted, and that: they stand before those of the kernels themselves
 */
typedef struct
{
  GpuTrace *trace;
  RocmProcess *process;
  GHashTable *dispatches;
  GArray *launches;
  GArray *counted;
  GArray *values;
} Records;

static void
read_values (LaminaJsonReader *json,
             GArray           *values)
{
  static const char *const keys[] = { "counter_id", "value", NULL };
  int key;

  if (!lamina_json_reader_enter_array (json))
    return;
  while (lamina_json_reader_next_element (json))
    {
      RecordValue value = { LAMINA_ABSENT, 0 };
      gboolean has_value = FALSE;

      if (!lamina_json_reader_enter_object (json))
        continue;
      while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
        if (key == 0)
          value.counter = rocm_read_handle (json);
        else if (key == 1)
          {
            const char *text = lamina_json_reader_read_text (json, NULL);
            char *behind = NULL;

            value.value = text != NULL ? g_ascii_strtod (text, &behind) : 0;
            has_value = text != NULL && behind != text;
          }
      if (value.counter != LAMINA_ABSENT && has_value)
        g_array_append_val (values, value);
    }
}

/* What is said of a dispatch stands deeper: at most twice. */
static void
read_members (Records          *records,
              Record           *self,
              LaminaJsonReader *json,
              guint             depth)
{
  static const char *const keys[] = { "kind", "operation", "thread_id", "start_timestamp", "end_timestamp", "bytes",
                                      "allocation_size", "kernel_id", "dispatch_id", "correlation_id", "stream_id", "queue_id",
                                      "agent_id", "dst_agent_id", "src_agent_id", "dispatch_info", "dispatch_data",
                                      "records", NULL };
  gint64 *const numbers[] = { &self->kind, &self->operation, &self->thread, &self->start, &self->end, &self->bytes, &self->bytes,
                              &self->kernel, &self->dispatch };
  gint64 *const handles[] = { &self->correlation, &self->stream, &self->queue, &self->agent, &self->to, &self->from };
  const guint first_handle = G_N_ELEMENTS (numbers), first_part = first_handle + G_N_ELEMENTS (handles);
  int key;

  if (!lamina_json_reader_enter_object (json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key < 0)
      continue;
    else if ((guint) key < first_handle)
      *numbers[key] = rocm_read_number (json);
    else if ((guint) key < first_part)
      *handles[(guint) key - first_handle] = rocm_read_handle (json);
    else if ((guint) key < first_part + 2 && depth < 2)
      read_members (records, self, json, depth + 1);
    else if ((guint) key == first_part + 2)
      read_values (json, records->values);
}

static void
read_record (Records          *records,
             LaminaJsonReader *json,
             Record           *self)
{
  *self = (Record) { .record = lamina_json_reader_get_record (json), .offset = lamina_json_reader_get_offset (json),
                     .kind = LAMINA_ABSENT, .operation = LAMINA_ABSENT, .thread = LAMINA_ABSENT, .correlation = LAMINA_ABSENT,
                     .start = LAMINA_ABSENT, .end = LAMINA_ABSENT, .stream = LAMINA_ABSENT, .queue = LAMINA_ABSENT,
                     .agent = LAMINA_ABSENT, .to = LAMINA_ABSENT, .from = LAMINA_ABSENT, .bytes = LAMINA_ABSENT,
                     .kernel = LAMINA_ABSENT, .dispatch = LAMINA_ABSENT, .first_value = records->values->len };
  read_members (records, self, json, 0);
  self->n_values = records->values->len - self->first_value;
  self->length = (guint32) MIN (lamina_json_reader_get_end (json) - self->offset, G_MAXUINT32);
  /* What was not measured. */
  if (self->start == 0 && self->end == 0)
    self->start = LAMINA_ABSENT;
}

static gint64
make_thread (Records      *self,
             const Record *record)
{
  return self->process->id | gpu_thread_of (0, 0, record->thread);
}

static gboolean
begin_event (Records      *self,
             const Record *record,
             GpuKind       kind,
             GpuEvent     *event)
{
  if (!gpu_events_start (self->trace, record->record, record->start, record->end, event))
    return FALSE;
  event->kind = (guint8) kind;
  event->args_offset = record->offset;
  event->args_length = record->length;
  return TRUE;
}

static gboolean
add_work (Records      *self,
          const Record *record,
          GpuEvent     *event)
{
  Launch launch = { self->trace->events->len, record->correlation };

  if (!gpu_events_append (self->trace, record->record, event))
    return FALSE;
  if (launch.correlation != LAMINA_ABSENT && launch.correlation > 0)
    g_array_append_val (self->launches, launch);
  return TRUE;
}

static void
add_kernel (Records      *self,
            const Record *record)
{
  GpuEvent event;
  gint64 symbol = record->kernel != LAMINA_ABSENT ? self->process->number << PROCESS_SHIFT ^ record->kernel : LAMINA_ABSENT;

  if (!begin_event (self, record, GPU_KERNEL, &event))
    return;
  event.name = gpu_names_find (self->trace, symbol);
  event.track = rocm_need_queue (self->trace, self->process->id, record->agent, record->stream, record->queue);
  if (add_work (self, record, &event))
    gpu_numbers_set (self->dispatches, record->dispatch, self->trace->events->len - 1);
}

static void
add_copy (Records      *self,
          const Record *record)
{
  const char *word = rocm_get_name (self->process, record->kind, record->operation);
  const char *name = rocm_get_copy_name (word != NULL ? word : "");
  GpuEvent event;

  if (!begin_event (self, record, GPU_COPY, &event))
    return;
  event.name = gpu_events_intern (self->trace, name);
  if (g_str_has_suffix (name, "HtoH"))
    {
      event.kind = GPU_CALL;
      event.category = gpu_events_intern (self->trace, "gpu_memcpy");
      event.track = gpu_events_need_thread (self->trace, GPU_THREAD, make_thread (self, record));
      gpu_events_append (self->trace, record->record, &event);
      return;
    }
  event.is_inner = g_str_has_suffix (name, "DtoD") && record->from == record->to;
  /* Of a copy to the host the device is where it comes from. */
  event.track = rocm_need_queue (self->trace, self->process->id, g_str_has_suffix (name, "DtoH") ? record->from : record->to,
                                 record->stream, record->queue);
  if (add_work (self, record, &event))
    gpu_events_add_bytes (self->trace, record->bytes);
}

static void
add_call (Records      *self,
          const Record *record)
{
  const char *kind = rocm_get_name (self->process, record->kind, -1);
  const char *name = rocm_get_name (self->process, record->kind, record->operation);
  GpuEvent event;

  if (!begin_event (self, record, GPU_CALL, &event))
    return;
  event.category = gpu_events_intern (self->trace, kind != NULL ? kind : "call");
  event.name = gpu_events_intern (self->trace, name != NULL ? name : "call");
  event.track = gpu_events_need_thread (self->trace, GPU_THREAD, make_thread (self, record));
  if (gpu_events_append (self->trace, record->record, &event))
    gpu_events_note_call (self->trace, gpu_trace_get_track (self->trace, event.track)->process, record->correlation, FALSE);
}

/* Memory that is taken or given back, and ends of what is taken for a while, are calls that launch nothing. */
static void
add_memory (Records      *self,
            const Record *record)
{
  Record without = *record;

  without.correlation = LAMINA_ABSENT;
  add_call (self, &without);
}

/* `roctxMarkA`, `roctxThreadRangeA` (once `roctxRangePushA`), `roctxProcessRangeA` (once `roctxRangeStartA`) */
static void
add_marker (Records      *self,
            const Record *record)
{
  const char *name = rocm_get_name (self->process, record->kind, record->operation);
  const char *text = g_hash_table_lookup (self->process->texts, &record->correlation);
  gboolean is_range = name == NULL || strstr (name, "ThreadRange") != NULL || strstr (name, "RangePush") != NULL;
  gboolean is_span = name != NULL && (strstr (name, "ProcessRange") != NULL || strstr (name, "RangeStart") != NULL);
  const char *kind = rocm_get_name (self->process, record->kind, -1);
  GpuEvent event;

  if (name != NULL && strstr (name, "Mark") != NULL)
    {
      if (!gpu_events_start (self->trace, record->record, record->start, record->end, &event))
        return;
      gpu_events_append_mark (self->trace, record->record, &(GpuMark) {
        gpu_events_need_thread (self->trace, GPU_THREAD, make_thread (self, record)),
        gpu_events_intern (self->trace, text != NULL ? text : name), record->start, record->offset, record->length });
      return;
    }
  if (!is_range && !is_span)
    {
      add_memory (self, record);
      return;
    }
  if (!begin_event (self, record, is_range ? GPU_RANGE : GPU_SPAN, &event))
    return;
  text = text != NULL ? text : name != NULL ? name : "range";
  gpu_events_name_range (self->trace, text, strlen (text), gpu_events_intern (self->trace, kind != NULL ? kind : "roctx"), &event);
  event.track = gpu_events_need_thread (self->trace, is_range ? GPU_THREAD : GPU_SPANS, make_thread (self, record));
  gpu_events_append (self->trace, record->record, &event);
}

static void
skip_sample (Records      *self,
             const Record *record)
{
  lamina_import_skip (self->trace->import, record->record, N_("samples of program counters are not shown"));
}

static void
keep_counted (Records      *self,
              const Record *record)
{
  g_array_append_val (self->counted, *record);
}

/* How the records of a list are added. */
typedef void (*AddFunc) (Records *self, const Record *record);

/* Goes into a list; what should be one and is an object is one of its members. */
static gboolean
enter (LaminaJsonReader *json,
       gboolean         *is_array)
{
  *is_array = lamina_json_reader_enter_array (json);
  return *is_array || lamina_json_reader_enter_object (json);
}

static gboolean
go_on (LaminaJsonReader *json,
       gboolean          is_array)
{
  return is_array ? lamina_json_reader_next_element (json) : lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END;
}

static void
read_records (Records          *self,
              LaminaJsonReader *json,
              AddFunc           add)
{
  gboolean is_array;

  if (!enter (json, &is_array))
    return;
  while (go_on (json, is_array))
    if (lamina_json_reader_peek (json) == LAMINA_JSON_OBJECT)
      {
        Record record;

        read_record (self, json, &record);
        add (self, &record);
      }
    else
      lamina_import_skip (self->trace->import, lamina_json_reader_get_record (json), N_("the record is not an object"));
}

/* All lists that are not named here are of calls: of HIP, HSA, RCCL and what comes. */
static void
read_lists (Records          *self,
            LaminaJsonReader *json)
{
  static const char *const names[] = { "kernel_dispatch", "memory_copy", "memory_allocation", "scratch_memory", "marker_api",
                                       "pc_sample_host_trap", "pc_sample_stochastic", "counter_collection" };
  static const AddFunc adders[] = { add_kernel, add_copy, add_memory, add_memory, add_marker, skip_sample, skip_sample,
                                    keep_counted };
  gboolean is_array;

  if (!enter (json, &is_array))
    return;
  while (go_on (json, is_array))
    {
      const char *name = is_array ? "" : lamina_json_reader_get_key (json, NULL);
      AddFunc add = add_call;

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        if (g_str_equal (name, names[i]))
          add = adders[i];
      read_records (self, json, add);
    }
}

/* A kernel that was not traced is shown by the record of its counters. */
static void
add_counted (Records *self)
{
  for (guint i = 0; i < self->counted->len; i++)
    {
      const Record *record = &g_array_index (self->counted, Record, i);
      gint64 kernel = gpu_numbers_get (self->dispatches, record->dispatch);

      if (kernel != LAMINA_ABSENT)
        lamina_import_account (self->trace->import, record->record, LAMINA_RECORD_MERGED);
      else
        add_kernel (self, record);
      kernel = gpu_numbers_get (self->dispatches, record->dispatch);
      for (guint k = 0; kernel != LAMINA_ABSENT && k < record->n_values; k++)
        {
          const RecordValue *value = &g_array_index (self->values, RecordValue, record->first_value + k);
          const RocmCounter *counter = g_hash_table_lookup (self->process->counters, &value->counter);

          if (counter != NULL)
            gpu_counters_add (self->trace, gpu_counters_need (self->trace, counter->name, !counter->is_derived), (guint32) kernel,
                              value->value);
        }
    }
}

/* Work finds the call that made it once all calls are there. */
static void
link_work (Records *self)
{
  for (guint i = 0; i < self->launches->len; i++)
    {
      const Launch *launch = &g_array_index (self->launches, Launch, i);
      GpuEvent *event = gpu_trace_get_event (self->trace, launch->event);

      event->around = gpu_events_find_call (self->trace, gpu_trace_get_track (self->trace, event->track)->process,
                                            launch->correlation);
    }
}

static void
read_records_of (RocmProcess      *process,
                 LaminaJsonReader *json)
{
  static const char *const keys[] = { "buffer_records", "callback_records", NULL };
  g_autoptr (GHashTable) dispatches = gpu_numbers_new ();
  g_autoptr (GArray) launches = g_array_new (FALSE, FALSE, sizeof (Launch));
  g_autoptr (GArray) counted = g_array_new (FALSE, FALSE, sizeof (Record));
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (RecordValue));
  Records self = { process->trace, process, dispatches, launches, counted, values };
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key >= 0)
      read_lists (&self, json);
  add_counted (&self);
  link_work (&self);
}

/* Goes through the processes of the file, and makes those that are new. @import: takes the records, or NULL */
static gboolean
read_file (GpuTrace      *trace,
           LaminaSource  *source,
           GPtrArray     *processes,
           LaminaImport  *import,
           void         (*read) (RocmProcess *process, LaminaJsonReader *json),
           GError       **error)
{
  static const char *const keys[] = { ROCM_JSON_ROOT, NULL };
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, import, trace->cancellable);
  gboolean is_array;
  guint n = 0;
  int key;

  if (import != NULL)
    {
      lamina_json_reader_add_record_path (json, "/" ROCM_JSON_ROOT "/@/buffer_records/@/@");
      lamina_json_reader_add_record_path (json, "/" ROCM_JSON_ROOT "/@/callback_records/@/@");
    }
  if (lamina_json_reader_enter_object (json))
    while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
      if (key == 0 && enter (json, &is_array))
        while (go_on (json, is_array))
          if (lamina_json_reader_enter_object (json))
            {
              if (n == processes->len)
                g_ptr_array_add (processes, rocm_process_new (trace, n));
              read (processes->pdata[n++], json);
            }
  lamina_json_reader_expect_end (json);
  return lamina_json_reader_finish (json, error);
}

gboolean
rocm_read_json (GpuTrace      *self,
                LaminaSource  *source,
                GError       **error)
{
  g_autoptr (GPtrArray) processes = g_ptr_array_new_with_free_func ((GDestroyNotify) rocm_process_free);

  lamina_builder_set_tool (self->builder, "rocprofv3");
  return read_file (self, source, processes, NULL, rocm_read_meanings, error)
         && read_file (self, source, processes, self->import, read_records_of, error)
         && gpu_trace_show (self) && gpu_counters_show (self);
}
