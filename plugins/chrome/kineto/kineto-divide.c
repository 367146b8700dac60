/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "kineto-divide-private.h"

#include "kineto-trace-private.h"

#include <string.h>

/*
 * Of devices the pid is their number and the tid that of a stream. In a container these may be the numbers of the host's
 * process, and of a thread of it, as well: `7` is both. Then they are two processes, and two tracks, which the classes of the
 * events on them tell apart, and the words of what names them: the file labels `CPU` and `GPU 7`, and names
 * `thread 7 (python)` and `stream 7 `. Files name all devices that there might be, so that a process may share its number with
 * one that does nothing.
 */

#define BIT(class) (1u << (class))
#define WORK_CLASSES (BIT (KINETO_WORK) | BIT (KINETO_COPY) | BIT (KINETO_FILL))

/* What only a host does, what only a device does, and what is a device's where both are on a track. */
#define HOST_CLASSES (BIT (KINETO_OPERATOR) | BIT (KINETO_CALL) | BIT (KINETO_ANNOTATION) | BIT (KINETO_FUNCTION))
#define DEVICE_CLASSES (WORK_CLASSES | BIT (KINETO_DEVICE_ANNOTATION))
#define STREAM_CLASSES (DEVICE_CLASSES | BIT (KINETO_WAIT) | BIT (KINETO_EVENT))

typedef enum
{
  SIDE_UNKNOWN,
  SIDE_HOST,
  SIDE_DEVICE,
  N_SIDES,
} Side;

/* An event that names a process or a thread, and which of two it means. */
typedef struct
{
  guint32 row;
  Side side;
  ChromeMetadata metadata;
} Naming;

/*
 * n_tracks, n_processes  what there was before it was divided: the arrays below are that long
 * on_track, in_process   the classes of its slices, as bits
 * labels                 by process: the sides that labels speak of, as bits; of processes with several labels alone
 * devices                by process: that of the device, or LAMINA_NONE when it is not divided
 * namesakes              by track: the one of the other side, or LAMINA_NONE as long as nobody needs it
 */
typedef struct
{
  ChromeTrace *trace;
  const guint8 *classes;
  guint n_tracks;
  guint n_processes;
  guint32 *on_track;
  guint32 *in_process;
  guint8 *labels;
  guint32 *devices;
  guint32 *namesakes;
  GArray *namings;
} Division;

static void
note_classes (guint    from,
              guint    to,
              gpointer data)
{
  const Division *self = data;

  for (guint i = from; i < to && !g_cancellable_is_cancelled (self->trace->cancellable); i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self->trace, i);
      guint32 classes = 0;

      for (guint j = 0; j < track->n; j++)
        classes |= BIT (self->classes[track->rows[j]]);
      self->on_track[i] = classes;
    }
}

static guint32
get_process (const Division *self,
             guint32         track)
{
  return chrome_trace_get_track (self->trace, track)->process;
}

static gboolean
are_of_both (guint32 classes)
{
  return (classes & HOST_CLASSES) != 0 && (classes & DEVICE_CLASSES) != 0;
}

/* A track on which both are found stays the host's. */
static Side
get_side (const Division *self,
          guint32         track)
{
  guint32 classes = self->on_track[track];

  return (classes & HOST_CLASSES) == 0 && (classes & (DEVICE_CLASSES | BIT (KINETO_WAIT))) != 0 ? SIDE_DEVICE : SIDE_HOST;
}

/* Processes that may be two: by their slices, or since they have several labels. */
static gboolean
may_be_two (const Division *self,
            guint32         process)
{
  return are_of_both (self->in_process[process]) || chrome_trace_get_process (self->trace, process)->is_relabeled;
}

static gboolean
is_divided (const Division *self,
            guint32         track)
{
  return self->devices[get_process (self, track)] != LAMINA_NONE;
}

/* Naming */

/* Which side a text speaks of; what says nothing of it in its words names the thread or stream that is there. */
static Side
find_side (const Division       *self,
           guint32               row,
           const ChromeMetadata *metadata)
{
  const char *text = chrome_trace_get_text (self->trace, metadata->text);

  if (metadata->kind == CHROME_METADATA_PROCESS_LABELS)
    return g_str_has_prefix (text, "CPU") ? SIDE_HOST : SIDE_DEVICE;
  if (metadata->kind != CHROME_METADATA_THREAD_NAME)
    return SIDE_UNKNOWN;
  if (g_str_has_prefix (text, "thread "))
    return SIDE_HOST;
  return g_str_has_prefix (text, "stream ") ? SIDE_DEVICE : get_side (self, self->trace->events->track[row]);
}

static void
read_namings (Division *self)
{
  const ChromeEvents *events = self->trace->events;

  for (guint i = 0; i < events->n_rest; i++)
    {
      Naming naming = { .row = events->rest[i] };
      guint32 process;

      if (events->phase[naming.row] != 'M' || !may_be_two (self, process = get_process (self, events->track[naming.row])))
        continue;
      naming.metadata = chrome_metadata_read (self->trace, naming.row);
      naming.side = find_side (self, naming.row, &naming.metadata);
      if (naming.metadata.kind == CHROME_METADATA_PROCESS_LABELS)
        self->labels[process] |= BIT (naming.side);
      g_array_append_val (self->namings, naming);
    }
}

/* What a naming is about: its process or its track. */
static Side *
get_last_side (const Division *self,
               Side           *sides,
               const Naming   *naming)
{
  guint32 track = self->trace->events->track[naming->row];
  gboolean is_of_thread = naming->metadata.kind == CHROME_METADATA_THREAD_NAME
                          || naming->metadata.kind == CHROME_METADATA_THREAD_SORT;

  return &sides[!is_of_thread ? self->n_tracks + get_process (self, track) : track];
}

/* Of one thing come a name, a label, and where it is sorted, in this order: names belong to the label behind them. */
static void
find_sides (Division *self)
{
  Naming *namings = (Naming *) (gpointer) self->namings->data;
  gsize n_things = (gsize) self->n_tracks + self->n_processes;
  g_autofree Side *before = g_new0 (Side, n_things);
  g_autofree Side *behind = g_new0 (Side, n_things);

  for (guint i = 0; i < self->namings->len; i++)
    {
      Side *last = get_last_side (self, before, &namings[i]);

      if (namings[i].side != SIDE_UNKNOWN)
        *last = namings[i].side;
      else if (namings[i].metadata.kind != CHROME_METADATA_PROCESS_NAME)
        namings[i].side = *last;
    }
  for (guint i = self->namings->len; i-- > 0;)
    {
      Side *last = get_last_side (self, behind, &namings[i]);

      if (namings[i].side == SIDE_UNKNOWN)
        namings[i].side = *last;
      else
        *last = namings[i].side;
    }
}

/* Dividing */

/* The track of a side; while dividing, all tracks are still in the process that they shared. */
static guint32
need_track (Division *self,
            guint32   track,
            Side      side)
{
  guint32 process = get_process (self, track), tid = chrome_trace_get_track (self->trace, track)->tid;

  if (side == SIDE_UNKNOWN || side == get_side (self, track))
    return track;
  if (self->namesakes[track] == LAMINA_NONE)
    {
      self->namesakes[track] = chrome_trace_add_track (self->trace, CHROME_TRACK_THREAD,
                                                       side == SIDE_DEVICE ? self->devices[process] : process);
      chrome_trace_get_track (self->trace, self->namesakes[track])->tid = tid;
    }
  return self->namesakes[track];
}

static gboolean
is_of_stream (const Division *self,
              guint32         row)
{
  return (BIT (self->classes[row]) & STREAM_CLASSES) != 0;
}

static void
divide_slices (Division *self,
               guint32   i)
{
  guint32 made = need_track (self, i, SIDE_DEVICE);
  ChromeTrack *thread = chrome_trace_get_track (self->trace, i), *stream = chrome_trace_get_track (self->trace, made);
  guint n = 0;

  stream->rows = lamina_cells_new (thread->n, sizeof *stream->rows);
  for (guint j = 0; j < thread->n; j++)
    {
      guint32 row = thread->rows[j];

      if (!is_of_stream (self, row))
        thread->rows[n++] = row;
      else
        {
          self->trace->events->track[row] = made;
          stream->rows[stream->n++] = row;
        }
    }
  thread->n = n;
}

/* Arrows lead from the host to its devices, but for those from forward to backward. */
static void
divide_rest (Division *self)
{
  ChromeEvents *events = self->trace->events;
  guint32 backward = lamina_builder_intern (self->trace->builder, "fwdbwd", -1);

  for (guint i = 0; i < events->n_rest; i++)
    {
      guint32 row = events->rest[i], track = events->track[row];

      if (track < self->n_tracks && are_of_both (self->on_track[track])
          && (is_of_stream (self, row) || (events->phase[row] == 'f' && events->name[row] != backward)))
        events->track[row] = self->namesakes[track];
    }
}

static void
divide_namings (Division *self)
{
  guint32 *tracks = self->trace->events->track;

  for (guint i = 0; i < self->namings->len; i++)
    {
      const Naming *naming = &g_array_index (self->namings, Naming, i);

      if (is_divided (self, tracks[naming->row]))
        tracks[naming->row] = need_track (self, tracks[naming->row], naming->side);
    }
}

static void
clear_names (Division *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    if (is_divided (self, i))
      {
        chrome_trace_get_track (self->trace, i)->name = 0;
        chrome_trace_get_track (self->trace, i)->sort = 0;
      }
  for (guint i = 0; i < self->n_processes; i++)
    if (self->devices[i] != LAMINA_NONE)
      {
        ChromeProcess *process = chrome_trace_get_process (self->trace, i);

        process->name = process->labels = 0;
        process->sort = 0;
      }
}

/* All processes of a trace have the name of the program, so that one of two tells the other's. */
static void
complete_names (Division *self,
                guint     i)
{
  ChromeProcess *host = chrome_trace_get_process (self->trace, i);
  ChromeProcess *device = chrome_trace_get_process (self->trace, self->devices[i]);

  if (host->name == 0)
    host->name = device->name;
  if (device->name == 0)
    device->name = host->name;
  if (host->labels == 0)
    host->labels = lamina_builder_intern (self->trace->builder, "CPU", -1);
}

static void
name_anew (Division *self)
{
  clear_names (self);
  for (guint i = 0; i < self->namings->len; i++)
    {
      const Naming *naming = &g_array_index (self->namings, Naming, i);

      chrome_metadata_apply (self->trace, naming->row, &naming->metadata);
    }
  for (guint i = 0; i < self->n_processes; i++)
    if (self->devices[i] != LAMINA_NONE)
      complete_names (self, i);
}

/* Streams leave last, since until then their process tells what is divided. */
static void
divide_tracks (Division *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    if (are_of_both (self->on_track[i]))
      divide_slices (self, i);
  divide_rest (self);
  divide_namings (self);
  name_anew (self);
  for (guint i = 0; i < self->n_tracks; i++)
    if (is_divided (self, i) && get_side (self, i) == SIDE_DEVICE)
      chrome_trace_get_track (self->trace, i)->process = self->devices[get_process (self, i)];
}

static void
divide (Division *self)
{
  gboolean is_any_two = FALSE;

  lamina_builder_each (self->trace->builder, self->n_tracks, 1, note_classes, self);
  for (guint i = 0; i < self->n_tracks; i++)
    self->in_process[get_process (self, i)] |= self->on_track[i];
  for (guint i = 0; i < self->n_processes; i++)
    {
      self->devices[i] = LAMINA_NONE;
      is_any_two |= may_be_two (self, i);
    }
  if (is_any_two)
    {
      read_namings (self);
      find_sides (self);
      for (guint i = 0; i < self->n_processes; i++)
        if (are_of_both (self->in_process[i]) || self->labels[i] == (BIT (SIDE_HOST) | BIT (SIDE_DEVICE)))
          self->devices[i] = chrome_trace_add_process (self->trace, chrome_trace_get_process (self->trace, i)->pid);
      divide_tracks (self);
    }
  /* A process in which a device works is that of the device. */
  for (guint i = 0; i < self->n_processes; i++)
    if (self->devices[i] != LAMINA_NONE)
      chrome_trace_get_process (self->trace, self->devices[i])->kind = LAMINA_GROUP_DEVICE;
    else if ((self->in_process[i] & WORK_CLASSES) != 0)
      chrome_trace_get_process (self->trace, i)->kind = LAMINA_GROUP_DEVICE;
}

static void
take_out (ChromeEvents *events,
          guint32       row)
{
  events->slice[row] = LAMINA_NONE;
  events->phase[row] = CHROME_PHASE_TAKEN;
}

/* Recordings are no slices. */
static void
take_out_recordings (Division *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (self->trace, i);
      guint n = 0;

      if ((self->on_track[i] & BIT (KINETO_RECORDING)) == 0)
        continue;
      for (guint j = 0; j < track->n; j++)
        if (self->classes[track->rows[j]] == KINETO_RECORDING)
          take_out (self->trace->events, track->rows[j]);
        else
          track->rows[n++] = track->rows[j];
      track->n = n;
    }
}

void
kineto_divide (ChromeTrace *trace)
{
  guint n_tracks = trace->tracks->len, n_processes = trace->processes->len;
  g_autofree guint32 *on_track = g_new0 (guint32, MAX (n_tracks, 1));
  g_autofree guint32 *in_process = g_new0 (guint32, MAX (n_processes, 1));
  g_autofree guint8 *labels = g_new0 (guint8, MAX (n_processes, 1));
  g_autofree guint32 *devices = g_new (guint32, MAX (n_processes, 1));
  g_autofree guint32 *namesakes = g_new (guint32, MAX (n_tracks, 1));
  g_autoptr (GArray) namings = g_array_new (FALSE, FALSE, sizeof (Naming));
  Division self = { trace, kineto_classify (trace), n_tracks, n_processes, on_track, in_process, labels, devices, namesakes,
                    namings };

  for (guint i = 0; i < n_tracks; i++)
    namesakes[i] = LAMINA_NONE;
  trace->dialect_data = (gpointer) self.classes;
  divide (&self);
  take_out_recordings (&self);
}

/*
 * Tools put the traces of all ranks of a job into one file, in which each rank keeps the numbers of its calls and operators.
 * They tell processes apart by what they put before the pids, `[TP00-DP01] 4711`, or into the names: `[rank 1] python`,
 * `python_rank1`. What belongs together has the same rank.
 */

/* The part of a text that says a rank, as a string; 0 without one. */
static guint32
find_rank (ChromeTrace *self,
           guint32      id)
{
  const char *text = chrome_trace_get_text (self, id);
  const char *end = text[0] == '[' ? strstr (text, "] ") : NULL;
  const char *suffix = g_strrstr (text, "_rank");

  if (end)
    return lamina_builder_intern (self->builder, text, end - text + 1);
  return suffix ? lamina_builder_intern (self->builder, suffix, -1) : 0;
}

/* Where no rank has both a host and a device, these words mean something else. */
static gboolean
are_ranks (ChromeTrace   *self,
           const guint32 *ranks)
{
  g_autoptr (GHashTable) hosts = g_hash_table_new (NULL, NULL);
  gboolean found = FALSE;

  for (guint i = 0; i < self->processes->len; i++)
    if (ranks[i] != 0 && chrome_trace_get_process (self, i)->kind == LAMINA_GROUP_HOST)
      g_hash_table_add (hosts, GUINT_TO_POINTER (ranks[i]));
  for (guint i = 0; i < self->processes->len; i++)
    found = found || (chrome_trace_get_process (self, i)->kind == LAMINA_GROUP_DEVICE
                      && g_hash_table_contains (hosts, GUINT_TO_POINTER (ranks[i])));
  return found;
}

guint32 *
kineto_find_ranks (ChromeTrace *self)
{
  g_autofree guint32 *ranks = g_new (guint32, MAX (self->processes->len, 1));

  for (guint i = 0; i < self->processes->len; i++)
    {
      const ChromeProcess *process = chrome_trace_get_process (self, i);

      ranks[i] = find_rank (self, process->pid);
      if (ranks[i] == 0)
        ranks[i] = find_rank (self, process->name);
    }
  return are_ranks (self, ranks) ? g_steal_pointer (&ranks) : NULL;
}

guint32 *
kineto_scope_by_ranks (ChromeTrace   *self,
                       const guint32 *ranks)
{
  g_autoptr (GHashTable) first = g_hash_table_new (NULL, NULL);
  guint32 *scopes = g_new (guint32, self->processes->len);

  for (guint i = 0; i < self->processes->len; i++)
    {
      gpointer rank = GUINT_TO_POINTER (ranks[i]);

      if (!g_hash_table_contains (first, rank))
        g_hash_table_insert (first, rank, GUINT_TO_POINTER (i));
      scopes[i] = GPOINTER_TO_UINT (g_hash_table_lookup (first, rank));
    }
  return scopes;
}
