/* SPDX-License-Identifier: Apache-2.0 */
/* How events are spelled. Numbers are written by hand, since printf () would take most of the time. */

#include "trace-maker-private.h"

#include <string.h>

#define BUFFER_BYTES (1 << 20)
#define MAX_EVENT_BYTES 8192
#define N_DEVICES 8
#define FIRST_DEVICE_TRACK 2
#define N_REAL_SHAPES 400
#define N_HARD_SHAPES 20000
#define N_HARD_NAMES 300000
#define N_GRIDS 200
#define HOST_PID 1102
#define BASE_TIME G_GINT64_CONSTANT (1735632360000000000)
#define REAL_START G_GINT64_CONSTANT (4203669603069091)
#define HARD_START G_GINT64_CONSTANT (1712195495501688612)

struct _TraceText
{
  FILE *file;
  TraceKind kind;
  TraceNetwork *network;
  char *buffer;
  gsize n;
  gint64 start;
  guint64 total_memory;
  GPtrArray *shapes;
  GPtrArray *grids;
  TraceCounts counts;
};

#define PUT(self, literal) put (self, "" literal, sizeof literal - 1)

static void
flush (TraceText *self)
{
  self->counts.bytes += self->n;
  fwrite (self->buffer, 1, self->n, self->file);
  self->n = 0;
}

static inline void
put (TraceText  *self,
     const char *text,
     gsize       length)
{
  memcpy (self->buffer + self->n, text, length);
  self->n += length;
}

static void
put_text (TraceText  *self,
          const char *text)
{
  put (self, text, strlen (text));
}

static void
put_number (TraceText *self,
            guint64    number)
{
  char digits[20];
  guint n = sizeof digits;

  do
    digits[--n] = '0' + number % 10;
  while ((number /= 10) != 0);
  put (self, digits + n, sizeof digits - n);
}

static void
put_microseconds (TraceText *self,
                  gint64     ns)
{
  char rest[] = { '.', '0' + ns % 1000 / 100, '0' + ns % 100 / 10, '0' + ns % 10 };

  put_number (self, ns / 1000);
  put (self, rest, sizeof rest);
}

gboolean
trace_event_is_on_device (const TraceEvent *event)
{
  return event->track % TRACE_TRACKS_PER_LANE >= FIRST_DEVICE_TRACK;
}

static guint
device_of (guint32 track)
{
  return track / TRACE_TRACKS_PER_LANE % N_DEVICES;
}

/* One process for the threads of all lanes, one for each device with all of its streams. */
static guint
thread_of (guint32 track)
{
  guint lane = track / TRACE_TRACKS_PER_LANE;

  switch (track % TRACE_TRACKS_PER_LANE)
    {
    case 0: return HOST_PID + lane * 10;
    case 1: return HOST_PID + lane * 10 + 5;
    case 2: return 7 + lane / N_DEVICES * 4;
    default: return 20 + lane / N_DEVICES * 4 + 400;
    }
}

static void
put_thread (TraceText        *self,
            const TraceEvent *event)
{
  PUT (self, "\"pid\": ");
  put_number (self, trace_event_is_on_device (event) ? device_of (event->track) : HOST_PID);
  PUT (self, ", \"tid\": ");
  put_number (self, thread_of (event->track));
}

/* In the hard trace two names in three are rare, and every eighth of those needs escapes. */
static void
put_name (TraceText        *self,
          const TraceEvent *event)
{
  guint64 rare = ((guint64) event->detail * 2654435761u >> 7) % N_HARD_NAMES;

  put_text (self, g_ptr_array_index (self->network->names, event->name));
  if (self->kind == TRACE_REAL || event->detail % 3 == 0 || event->kind == TRACE_EVENT_ANNOTATION ||
      event->kind == TRACE_EVENT_MEMORY || event->kind == TRACE_EVENT_DEVICE_ANNOTATION)
    return;
  if (rare % 8 == 0)
    PUT (self, "\\\"caf\\u00e9\\\\x\\/");
  PUT (self, "_");
  put_number (self, rare);
}

static void
put_head (TraceText        *self,
          const char       *category,
          const TraceEvent *event)
{
  PUT (self, "  {\n    \"ph\": \"X\", \"cat\": \"");
  put_text (self, category);
  PUT (self, "\", \"name\": \"");
  put_name (self, event);
  PUT (self, "\", ");
  put_thread (self, event);
  PUT (self, ",\n    \"ts\": ");
  put_microseconds (self, self->start + event->start);
  PUT (self, ", \"dur\": ");
  put_microseconds (self, event->duration);
  PUT (self, ",\n    \"args\": {\n      ");
  self->counts.slices++;
  self->counts.device_slices += trace_event_is_on_device (event);
}

static void
put_argument (TraceText  *self,
              const char *key,
              guint64     number)
{
  put_text (self, key);
  put_number (self, number);
}

static void
put_operator (TraceText        *self,
              const TraceEvent *event)
{
  guint shape = self->kind == TRACE_REAL ? event->name * 7 + event->detail % 5 : event->detail;

  put_head (self, "cpu_op", event);
  put_argument (self, "\"External id\": ", event->id);
  put_argument (self, ",\"Record function id\": ", event->detail % 4 == 0 ? event->id : 0);
  if (event->other != 0)
    {
      put_argument (self, ", \"Sequence number\": ", event->other);
      PUT (self, ", \"Fwd thread id\": 1");
    }
  if (event->detail % 8 != 0)
    put_text (self, g_ptr_array_index (self->shapes, shape % self->shapes->len));
  put_argument (self, ", \"Ev Idx\": ", event->index);
  self->counts.operators++;
}

static void
put_runtime (TraceText        *self,
             const TraceEvent *event)
{
  put_head (self, "cuda_runtime", event);
  put_argument (self, "\"External id\": ", event->other);
  put_argument (self, ",      \"cbid\": ", 40 + event->name % 300);
  put_argument (self, ", \"correlation\": ", event->id);
}

static void
put_device_place (TraceText        *self,
                  const TraceEvent *event)
{
  put_argument (self, "\"External id\": ", event->other);
  put_argument (self, ",      \"queued\": 0, \"device\": ", device_of (event->track));
  put_argument (self, ", \"context\": 1,      \"stream\": ", thread_of (event->track));
  put_argument (self, ", \"correlation\": ", event->id);
}

static void
put_copy (TraceText        *self,
          const TraceEvent *event,
          const char       *category)
{
  put_head (self, category, event);
  put_device_place (self, event);
  put_argument (self, ",      \"bytes\": ", 256u << event->detail % 16);
  put_argument (self, ", \"memory bandwidth (GB/s)\": ", event->detail % 900);
  PUT (self, ".25");
}

static void
put_python (TraceText        *self,
            const TraceEvent *event)
{
  const char *name = g_ptr_array_index (self->network->names, event->name);

  put_head (self, "python_function", event);
  if (event->other != 0)
    put_argument (self, "\"Python parent id\": ", event->other);
  else
    PUT (self, "\"Python parent id\": null");
  put_argument (self, ", \"Python id\": ", event->id);
  if (name[0] == 'n' && name[1] == 'n')
    put_argument (self, ", \"Python module id\": ", event->name % 30);
  put_argument (self, ", \"Ev Idx\": ", event->index);
}

static void
put_flow (TraceText        *self,
          const TraceEvent *event)
{
  gboolean starts = event->kind == TRACE_EVENT_FORWARD || event->kind == TRACE_EVENT_LAUNCH;
  gboolean autograd = event->kind == TRACE_EVENT_FORWARD || event->kind == TRACE_EVENT_BACKWARD;

  put_text (self, starts ? "  {\n    \"ph\": \"s\", \"id\": " : "  {\n    \"ph\": \"f\", \"id\": ");
  put_number (self, event->id);
  PUT (self, ", ");
  put_thread (self, event);
  PUT (self, ", \"ts\": ");
  put_microseconds (self, self->start + event->start);
  put_text (self, autograd ? ",\n    \"cat\": \"fwdbwd\", \"name\": \"fwdbwd\""
                           : ",\n    \"cat\": \"ac2g\", \"name\": \"ac2g\"");
  put_text (self, starts ? "\n  },\n" : ", \"bp\": \"e\"\n  },\n");
  self->counts.flow_ends++;
}

static void
put_memory (TraceText        *self,
            const TraceEvent *event)
{
  gint64 bytes = (gint64) 512 << event->detail % 14;
  gboolean taken = self->total_memory < G_GUINT64_CONSTANT (1) << 33 && event->detail % 16 < 9;

  self->total_memory += taken ? bytes : -MIN (bytes, (gint64) self->total_memory);
  PUT (self, "  {\n    \"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\",\n    ");
  put_thread (self, event);
  PUT (self, ",\n    \"ts\": ");
  put_microseconds (self, self->start + event->start);
  put_argument (self, ",\n    \"args\": {\n      \"Total Reserved\": ", G_GUINT64_CONSTANT (1) << 34);
  put_argument (self, ", \"Total Allocated\": ", self->total_memory);
  put_text (self, taken ? ", \"Bytes\": " : ", \"Bytes\": -");
  put_number (self, bytes);
  put_argument (self, ", \"Addr\": ", G_GUINT64_CONSTANT (140000000000000) + event->detail * G_GUINT64_CONSTANT (512));
  put_argument (self, ", \"Device Id\": ", device_of (event->track));
  put_argument (self, ", \"Device Type\": 1, \"Ev Idx\": ", event->index);
  self->counts.marks++;
}

static void
put_annotation (TraceText        *self,
                const TraceEvent *event)
{
  put_head (self, trace_event_is_on_device (event) ? "gpu_user_annotation" : "user_annotation", event);
  put_argument (self, "\"External id\": ", event->id);
  put_argument (self, ",\"Record function id\": 0, \"Ev Idx\": ", event->index);
}

static void
put_event (TraceText        *self,
           const TraceEvent *event)
{
  switch (event->kind)
    {
    case TRACE_EVENT_OPERATOR: put_operator (self, event); break;
    case TRACE_EVENT_PYTHON: put_python (self, event); break;
    case TRACE_EVENT_ANNOTATION:
    case TRACE_EVENT_DEVICE_ANNOTATION: put_annotation (self, event); break;
    case TRACE_EVENT_MEMORY: put_memory (self, event); break;
    case TRACE_EVENT_RUNTIME: put_runtime (self, event); break;
    case TRACE_EVENT_KERNEL:
      put_head (self, "kernel", event);
      put_device_place (self, event);
      put_text (self, g_ptr_array_index (self->grids, (event->name + event->detail % 3) % N_GRIDS));
      break;
    case TRACE_EVENT_COPY: put_copy (self, event, "gpu_memcpy"); break;
    case TRACE_EVENT_FILL: put_copy (self, event, "gpu_memset"); break;
    case TRACE_EVENT_FORWARD:
    case TRACE_EVENT_BACKWARD:
    case TRACE_EVENT_LAUNCH:
    case TRACE_EVENT_ARRIVAL: put_flow (self, event); return;
    }
  PUT (self, "\n    }\n  },\n");
}

void
trace_text_add (TraceText        *self,
                const TraceEvent *event)
{
  put_event (self, event);
  self->counts.events++;
  if (self->n > BUFFER_BYTES - MAX_EVENT_BYTES)
    flush (self);
}

static void
put_metadata (TraceText  *self,
              const char *what,
              guint       pid,
              guint       tid,
              const char *key,
              const char *value)
{
  g_autofree char *text =
    g_strdup_printf ("  {\n    \"name\": \"%s\", \"ph\": \"M\", \"ts\": %" G_GINT64_FORMAT ".%03d, \"pid\": %u, \"tid\": %u,\n"
                     "    \"args\": {\n      \"%s\": %s\n    }\n  },\n", what, self->start / 1000, (int) (self->start % 1000),
                     pid, tid, key, value);

  put_text (self, text);
  self->counts.events++;
  self->counts.metadata++;
  if (self->n > BUFFER_BYTES - MAX_EVENT_BYTES)
    flush (self);
}

static void
put_process (TraceText  *self,
             guint       pid,
             const char *label,
             guint       sort)
{
  g_autofree char *sort_text = g_strdup_printf ("%u", sort);

  put_metadata (self, "process_name", pid, 0, "name", "\"python3\"");
  put_metadata (self, "process_labels", pid, 0, "labels", label);
  put_metadata (self, "process_sort_index", pid, 0, "sort_index", sort_text);
}

static void
put_threads (TraceText *self,
             guint      n_lanes)
{
  for (guint track = 0; track < n_lanes * TRACE_TRACKS_PER_LANE; track++)
    {
      gboolean device = track % TRACE_TRACKS_PER_LANE >= FIRST_DEVICE_TRACK;
      guint tid = thread_of (track);
      g_autofree char *name = device ? g_strdup_printf ("\"stream %u \"", tid)
                                     : g_strdup_printf ("\"thread %u (python3)\"", tid);
      g_autofree char *sort = g_strdup_printf ("%u", tid);

      put_metadata (self, "thread_name", device ? device_of (track) : HOST_PID, tid, "name", name);
      put_metadata (self, "thread_sort_index", device ? device_of (track) : HOST_PID, tid, "sort_index", sort);
    }
}

void
trace_text_begin (TraceText *self)
{
  PUT (self, "\n{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n");
  for (guint i = 0; i < N_DEVICES; i++)
    {
      put_argument (self, "    {\n      \"id\": ", i);
      PUT (self, ", \"name\": \"NVIDIA A100-SXM4-40GB\", \"totalGlobalMem\": 42298834944,\n"
           "      \"computeMajor\": 8, \"computeMinor\": 0,\n"
           "      \"maxThreadsPerBlock\": 1024, \"maxThreadsPerMultiprocessor\": 2048,\n"
           "      \"regsPerBlock\": 65536, \"regsPerMultiprocessor\": 65536, \"warpSize\": 32,\n"
           "      \"sharedMemPerBlock\": 49152, \"sharedMemPerMultiprocessor\": 167936,\n"
           "      \"numSms\": 108, \"sharedMemPerBlockOptin\": 166912\n    }");
      put_text (self, i + 1 < N_DEVICES ? ",\n" : "\n  ],\n");
    }
  PUT (self, "  \"cupti_version\": 18,\n  \"cuda_runtime_version\": 12010,\n  \"distributedInfo\": {\"backend\": \"nccl\", "
       "\"rank\": 0, \"world_size\": 8, \"nccl_version\": \"2.19.3\"},\n  \"record_shapes\": 1,\n  \"profile_memory\": 1,\n"
       "  \"with_stack\": 1,\n  \"traceEvents\": [\n");
}

/* What Kineto closes a trace with. The last event has no comma behind it. */
void
trace_text_end (TraceText *self,
                guint      n_lanes)
{
  put_process (self, HOST_PID, "\"CPU\"", HOST_PID);
  for (guint i = 0; i < N_DEVICES; i++)
    {
      g_autofree char *label = g_strdup_printf ("\"GPU %u\"", i);

      put_process (self, i, label, 16777216 + i);
    }
  put_threads (self, n_lanes);
  PUT (self, "  {\n    \"name\": \"Record Window End\", \"ph\": \"i\", \"s\": \"g\",\n"
       "    \"pid\": \"\", \"tid\": \"\", \"ts\": ");
  put_microseconds (self, self->start + 1000000);
  PUT (self, "\n  }\n  ],\n  \"traceName\": \"trace.pt.trace.json\",\n  \"displayTimeUnit\": \"ms\"");
  if (self->kind == TRACE_REAL)
    put_argument (self, ",\n  \"baseTimeNanoseconds\": ", BASE_TIME);
  PUT (self, "\n}\n");
  self->counts.events++;
  self->counts.marks++;
  flush (self);
}

TraceText *
trace_text_new (FILE         *file,
                TraceKind     kind,
                TraceNetwork *network)
{
  TraceText *self = g_new0 (TraceText, 1);

  self->file = file;
  self->kind = kind;
  self->network = network;
  self->buffer = g_malloc (BUFFER_BYTES);
  self->start = kind == TRACE_REAL ? REAL_START : HARD_START;
  self->shapes = g_ptr_array_new_with_free_func (g_free);
  self->grids = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < (kind == TRACE_REAL ? N_REAL_SHAPES : N_HARD_SHAPES); i++)
    g_ptr_array_add (self->shapes, trace_make_shapes (i));
  for (guint i = 0; i < N_GRIDS; i++)
    g_ptr_array_add (self->grids, trace_make_grid (i));
  return self;
}

void
trace_text_free (TraceText *self)
{
  g_ptr_array_unref (self->shapes);
  g_ptr_array_unref (self->grids);
  g_free (self->buffer);
  g_free (self);
}

const TraceCounts *
trace_text_get_counts (TraceText *self)
{
  return &self->counts;
}
