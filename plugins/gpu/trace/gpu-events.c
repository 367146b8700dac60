/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#define MOST_EVENTS (G_MAXUINT32 - 1)

guint32
gpu_events_intern (GpuTrace   *self,
                   const char *text)
{
  return lamina_builder_intern (self->builder, text, -1);
}

static gpointer
correlate (guint32 process,
           gint64  correlation)
{
  return GSIZE_TO_POINTER ((gsize) (((guint64) process + 1) << 40 ^ (guint64) correlation));
}

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

GHashTable *
gpu_events_new_tracks (void)
{
  return g_hash_table_new_full (hash_track, equal_tracks, g_free, NULL);
}

static guint32
need_track (GpuTrace *self,
            TrackKey  key)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_track, &key));
  GpuTrack track = { .kind = (guint8) key.kind, .process = key.process, .device = key.device, .id = key.id,
                      .context = key.context, .track = LAMINA_NONE };

  if (place > 0)
    return place - 1;
  g_array_append_val (self->tracks, track);
  g_hash_table_insert (self->by_track, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (self->tracks->len));
  return self->tracks->len - 1;
}

guint32
gpu_events_need_thread (GpuTrace     *self,
                        GpuTrackKind  kind,
                        gint64        thread)
{
  guint32 process = gpu_names_need_process (self, thread);

  /* Of what belongs to no thread there is one track for a process. */
  return need_track (self, (TrackKey) { .id = kind == GPU_SPANS ? 0 : thread, .process = process, .device = LAMINA_NONE,
                                        .kind = kind });
}

guint32
gpu_events_need_queue (GpuTrace     *self,
                       GpuTrackKind  kind,
                       gint64        process_id,
                       gint64        device,
                       gint64        context,
                       gint64        stream)
{
  guint32 process = gpu_names_need_process (self, process_id != LAMINA_ABSENT ? process_id : 0);

  return need_track (self, (TrackKey) { .id = kind == GPU_WAITS ? 0 : stream, .context = kind == GPU_WAITS ? 0 : context,
                                        .process = process, .device = gpu_names_need_device (self, process, device),
                                        .kind = kind });
}

guint32
gpu_events_need_waits (GpuTrace *self,
                       gint64    process_id,
                       gint64    device,
                       gint64    context)
{
  guint32 process = gpu_names_need_process (self, process_id != LAMINA_ABSENT ? process_id : 0);
  TrackKey key = { .process = process, .device = LAMINA_NONE, .kind = GPU_WAITS };

  for (guint i = 0; i < self->tracks->len && key.device == LAMINA_NONE; i++)
    {
      const GpuTrack *track = gpu_trace_get_track (self, i);

      if (track->kind == GPU_STREAM && track->process == process && track->context == context)
        key.device = track->device;
    }
  if (key.device == LAMINA_NONE)
    key.device = gpu_names_need_device (self, process, device);
  return need_track (self, key);
}

/* FALSE when it was skipped, since it can't be placed. */
gboolean
gpu_events_start (GpuTrace *self,
                  guint32   record,
                  gint64    start,
                  gint64    end,
                  GpuEvent *event)
{
  *event = (GpuEvent) { .start = start, .end = end, .around = LAMINA_NONE, .item = LAMINA_NONE, .region = LAMINA_NONE,
                        .slice = LAMINA_NONE };
  event->is_open = end == LAMINA_ABSENT || end < start;
  if (start != LAMINA_ABSENT)
    return TRUE;
  lamina_import_skip (self->import, record, N_("the row has no start"));
  return FALSE;
}

gboolean
gpu_events_take_times (GpuTrace         *self,
                       LaminaSqliteRows *rows,
                       guint             start,
                       guint             end,
                       GpuEvent         *event)
{
  gint64 from = lamina_sqlite_rows_get_integer (rows, start), to = lamina_sqlite_rows_get_integer (rows, end);

  if (!lamina_sqlite_rows_check (rows) || !gpu_events_start (self, lamina_sqlite_rows_get_record (rows), from, to, event))
    return FALSE;
  event->args_length = lamina_sqlite_rows_get_args (rows, &event->args_offset);
  return TRUE;
}

gboolean
gpu_events_append (GpuTrace       *self,
                   guint32         record,
                   const GpuEvent *event)
{
  GpuEvent *added;

  if (self->events->len == MOST_EVENTS)
    {
      if (record != LAMINA_NONE)
        lamina_import_skip (self->import, record, N_("there are too many rows"));
      return FALSE;
    }
  self->end = MAX (self->end, event->is_open ? event->start : event->end);
  gpu_trace_get_track (self, event->track)->n++;
  g_array_append_vals (self->events, event, 1);
  added = gpu_trace_get_event (self, self->events->len - 1);
  if (added->category == 0)
    added->category = self->categories[added->kind];
  if (record != LAMINA_NONE)
    lamina_import_account (self->import, record, LAMINA_RECORD_SHOWN);
  return TRUE;
}

/* FALSE when the row was skipped. */
gboolean
gpu_events_add (GpuTrace         *self,
                LaminaSqliteRows *rows,
                GpuEvent         *event)
{
  return lamina_sqlite_rows_check (rows) && gpu_events_append (self, lamina_sqlite_rows_get_record (rows), event);
}

void
gpu_events_append_mark (GpuTrace      *self,
                        guint32        record,
                        const GpuMark *mark)
{
  g_array_append_val (self->marks, *mark);
  lamina_import_account (self->import, record, LAMINA_RECORD_SHOWN);
}

void
gpu_events_add_mark (GpuTrace         *self,
                     LaminaSqliteRows *rows,
                     GpuMark           mark)
{
  if (!lamina_sqlite_rows_check (rows))
    return;
  mark.args_length = lamina_sqlite_rows_get_args (rows, &mark.args_offset);
  gpu_events_append_mark (self, lamina_sqlite_rows_get_record (rows), &mark);
}

LaminaSqliteRows *
gpu_events_begin (GpuTrace          *self,
                  const char        *table,
                  const char *const *columns)
{
  return lamina_sqlite_read (self->database, table, columns, self->import);
}

gboolean
gpu_events_next (GpuTrace         *self,
                 LaminaSqliteRows *rows)
{
  return !g_cancellable_is_cancelled (self->cancellable) && lamina_sqlite_rows_next (rows);
}

void
gpu_events_add_message (GpuTrace *self,
                        gint64    bytes)
{
  g_hash_table_insert (self->messages, GUINT_TO_POINTER (self->events->len), (gpointer) (gintptr) bytes);
}

void
gpu_events_add_span (GpuTrace *self,
                     gint64    thread)
{
  GpuSpan span = { self->events->len - 1, gpu_events_need_thread (self, GPU_THREAD, thread) };

  if (!gpu_trace_get_event (self, span.event)->is_open)
    g_array_append_val (self->spans, span);
}

void
gpu_events_add_projection (GpuTrace *self,
                           guint32   range,
                           guint32   device,
                           gint64    start,
                           gint64    end)
{
  GpuEvent event = *gpu_trace_get_event (self, range);
  guint32 process = gpu_trace_get_track (self, event.track)->process;

  event.kind = GPU_PROJECTION;
  event.start = start;
  event.end = end;
  event.is_open = FALSE;
  event.around = event.item = event.region = LAMINA_NONE;
  event.track = need_track (self, (TrackKey) { .process = process, .device = device, .kind = GPU_PROJECTIONS });
  gpu_events_append (self, LAMINA_NONE, &event);
}

/* Copies and fills are layers with what they move; others are told by what launched them. */
void
gpu_events_add_bytes (GpuTrace *self,
                      gint64    bytes)
{
  GpuItem item = { .event = self->events->len - 1, .parent = LAMINA_NONE, .bytes = LAMINA_ABSENT, .message = LAMINA_ABSENT,
                    .op = -1, .seq = -1, .layer = LAMINA_NONE };
  GpuEvent *event = gpu_trace_get_event (self, item.event);

  if (bytes >= 0)
    item.bytes = event->is_inner ? lamina_add_saturating (bytes, bytes) : bytes;
  event->item = self->items->len;
  g_array_append_val (self->items, item);
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
name_operator (GpuTrace   *self,
               const char *text,
               gsize       length,
               GpuItem    *item)
{
  static const char engine[] = GPU_ENGINE ": ";
  g_autofree char *name = NULL;

  if (length <= strlen (engine) || memcmp (text, engine, strlen (engine)) != 0)
    return lamina_builder_intern_raw (self->builder, text, length);
  item->phase = LAMINA_PHASE_BACKWARD;
  name = g_strdup_printf ("%.*s(" GPU_ENGINE ")", (int) MIN (length - strlen (engine), G_MAXINT), text + strlen (engine));
  return lamina_builder_intern_raw (self->builder, name, strlen (name));
}

/* Names are told from the arguments of an operator. */
void
gpu_events_name_range (GpuTrace   *self,
                       const char *text,
                       gsize       length,
                       guint32     category,
                       GpuEvent   *event)
{
  GpuItem item;
  gsize name_length = length;
  gboolean is_operator = gpu_operator_parse (self, text, length, &name_length, &item) && event->kind == GPU_RANGE;

  event->name = is_operator ? name_operator (self, text, name_length, &item)
                            : lamina_builder_intern_raw (self->builder, text, name_length);
  event->is_library = is_of_library (text, name_length);
  event->category = is_operator ? gpu_events_intern (self, "operator") : category;
  if (!is_operator)
    return;
  event->kind = GPU_OPERATOR;
  event->item = self->items->len;
  item.event = self->events->len;
  g_array_append_val (self->items, item);
}

void
gpu_events_note_call (GpuTrace *self,
                      guint32   process,
                      gint64    correlation,
                      gboolean  replaces)
{
  gpointer key = correlate (process, correlation);

  if (correlation != LAMINA_ABSENT && correlation >= 0 && (replaces || !g_hash_table_contains (self->calls, key)))
    g_hash_table_insert (self->calls, key, GUINT_TO_POINTER (self->events->len));
}

guint32
gpu_events_find_call (GpuTrace *self,
                      guint32   process,
                      gint64    correlation)
{
  if (correlation == LAMINA_ABSENT || correlation < 0)
    return LAMINA_NONE;
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->calls, correlate (process, correlation))) - 1;
}
