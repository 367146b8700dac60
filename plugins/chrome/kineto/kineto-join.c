/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-join-private.h"

#include "kineto-arrange-private.h"
#include "kineto-names-private.h"
#include "kineto-numbers-private.h"

#include "lamina-cells.h"

#include <string.h>

/*
 * phases        by row: the LaminaPhase of calls that stand in no operator, and of annotations that say one
 * device_names  by track: a string that names the device on which its work was done; 0 for a track without work
 */
struct _KinetoJoin
{
  const KinetoTrace *trace;
  KinetoItems *items;
  guint8 *phases;
  guint32 *device_names;
};

static void
prepare_device_track (KinetoJoin *self,
                      guint       i)
{
  ChromeTrace *trace = self->trace->trace;
  ChromeTrack *track = chrome_trace_get_track (trace, i);
  gsize size = track->n * sizeof *track->launches;
  g_autofree char *own = kineto_dup_device_name (trace, chrome_trace_get_process (trace, track->process));
  g_autofree char *name = trace->title != NULL ? g_strdup_printf ("%s %s", trace->title, own) : NULL;

  /* `GPU 0`, or `rank 1 GPU 0` where there are several files: each of them counts its devices from 0. */
  self->device_names[i] = lamina_builder_intern (trace->builder, name != NULL ? name : own, -1);
  track->launches = g_malloc (size);
  memset (track->launches, 0xff, size);
}

KinetoJoin *
kineto_join_new (const KinetoTrace *trace,
                 KinetoItems       *items)
{
  KinetoJoin *self = g_new0 (KinetoJoin, 1);
  guint n = trace->trace->tracks->len;

  self->trace = trace;
  self->items = items;
  self->phases = g_malloc0 (MAX (trace->events->n, 1));
  /* `Optimizer.step#SGD.step`; what else an annotation says of a phase is the choice of whoever wrote it. */
  for (guint row = 0; row < trace->events->n; row++)
    if (trace->classes[row] == KINETO_ANNOTATION
        && g_str_has_prefix (chrome_trace_get_text (trace->trace, trace->events->name[row]), "Optimizer.step#"))
      self->phases[row] = LAMINA_PHASE_OPTIMIZER;
  trace->trace->launch_name = lamina_builder_intern (trace->builder, "ac2g", -1);
  self->device_names = g_new0 (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (trace->trace, i);
      gboolean has_work = FALSE;

      for (guint k = 0; k < track->n && !has_work; k++)
        has_work = kineto_class_is_work (trace->classes[track->rows[k]]);
      if (has_work)
        prepare_device_track (self, i);
    }
  return self;
}

void
kineto_join_free (KinetoJoin *self)
{
  g_free (self->phases);
  g_free (self->device_names);
  g_free (self);
}

/* Operators of the host */

/*
 * Slices of a track stand by their starts, longer ones first. What has not ended when a slice starts is open; the last
 * of these lies innermost around it. Times are rounded, so that a call may end a little after its operator; its start
 * decides. At each moment a track works for the last item that is open: a slice takes what it covers from those before.
 */
typedef struct
{
  gint64 end;
  guint32 item;
  guint8 phase;
} Open;

static const Open *
close_ended (GArray *stack,
             gint64  start)
{
  while (stack->len > 0 && g_array_index (stack, Open, stack->len - 1).end <= start)
    g_array_set_size (stack, stack->len - 1);
  return stack->len > 0 ? &g_array_index (stack, Open, stack->len - 1) : NULL;
}

/* What ends no later than the one that is opened is never again the last that is open: so ends rise towards the bottom. */
static void
open_span (GArray *stack,
           gint64  start,
           Open    open)
{
  if (open.end <= start)
    return;
  close_ended (stack, open.end);
  g_array_append_val (stack, open);
}

/* Where slices only nest, the innermost open one covers all of it. */
static void
take_time (KinetoItems  *self,
           const GArray *stack,
           guint32       row,
           gsize         column)
{
  gint64 covered = self->events->start[row];
  gint64 end = self->events->end[row];

  for (guint i = stack->len; i-- > 0 && covered < end;)
    {
      const Open *open = &g_array_index (stack, Open, i);
      gint64 *time = G_STRUCT_MEMBER_P (kineto_items_get (self, open->item), column);

      *time -= MIN (end, open->end) - covered;
      covered = MIN (end, open->end);
    }
}

/* Tracks of the host have nothing to do with each other, so that each is joined by one thread, into its own items. */
typedef struct
{
  KinetoJoin *join;
  const ChromeColumn *sequence;
  const ChromeColumn *fwd_thread;
  guint32 *first_items; /* by track */
} HostTracks;

typedef struct
{
  KinetoJoin *join;
  GArray *stack;
  GArray *annotations;
  const ChromeColumn *sequence;
  const ChromeColumn *fwd_thread;
  guint32 next_item;
} Host;

/*
 * What the engine of autograd runs is backward, see KinetoNameMarks. An operator with the Sequence number of a
 * recorded one is backward when it names the thread of that, and forward when it names none.
 */
static LaminaPhase
find_phase (Host    *self,
            guint32  row,
            guint8   around)
{
  gint64 sequence = chrome_events_get_number (self->sequence, row);
  gint64 thread = chrome_events_get_number (self->fwd_thread, row);

  if (around == LAMINA_PHASE_OPTIMIZER || around == LAMINA_PHASE_BACKWARD)
    return (LaminaPhase) around;
  if (sequence != LAMINA_ABSENT && sequence >= 0)
    return thread != LAMINA_ABSENT && thread > 0 ? LAMINA_PHASE_BACKWARD : LAMINA_PHASE_FORWARD;
  if (kineto_names_is_marked (self->join->trace->names, self->join->trace->events->name[row], KINETO_NAME_ENGINE))
    return LAMINA_PHASE_BACKWARD;
  return (LaminaPhase) around;
}

static void
add_operator (Host    *self,
              guint32  row)
{
  const KinetoTrace *trace = self->join->trace;
  KinetoItems *items = self->join->items;
  gint64 start = trace->events->start[row];
  const Open *around = close_ended (self->stack, start);
  const Open *annotation = close_ended (self->annotations, start);
  KinetoItem item = { .row = row, .parent = LAMINA_NONE, .device = LAMINA_ABSENT,
                      .bytes = LAMINA_ABSENT, .launch = row, .layer = LAMINA_NONE };
  guint8 phase = around ? around->phase : LAMINA_PHASE_UNKNOWN;

  item.self = trace->events->end[row] - start;
  item.is_open = (trace->events->flags[row] & CHROME_EVENT_OPEN) != 0;
  item.is_frame = kineto_names_is_marked (trace->names, trace->events->name[row], KINETO_NAME_REGION);
  item.parent = around ? around->item : LAMINA_NONE;
  item.phase = find_phase (self, row, annotation && annotation->phase ? annotation->phase : phase);
  take_time (items, self->stack, row, G_STRUCT_OFFSET (KinetoItem, self));
  items->of[row] = self->next_item;
  *kineto_items_get (items, self->next_item) = item;
  open_span (self->stack, start, (Open) { trace->events->end[row], self->next_item, item.phase });
  self->next_item++;
}

/* A call belongs to the operator around it. Without one it says itself what its work is for. */
static void
add_calls (Host              *self,
           const ChromeTrack *track,
           guint              from,
           guint              to)
{
  const KinetoTrace *trace = self->join->trace;
  KinetoItems *items = self->join->items;

  for (guint i = from; i < to; i++)
    if (trace->classes[track->rows[i]] == KINETO_CALL)
      {
        guint32 row = track->rows[i];
        const Open *around = close_ended (self->stack, trace->events->start[row]);
        const Open *annotation = around ? NULL : close_ended (self->annotations, trace->events->start[row]);

        items->of[row] = around ? around->item : LAMINA_NONE;
        if (annotation && annotation->phase != LAMINA_PHASE_UNKNOWN)
          self->join->phases[row] = annotation->phase;
      }
}

/* Of what starts together the longest stands first, which may be a call: it waits, since it is inside the others. */
static void
join_host_track (Host              *self,
                 const ChromeTrack *track)
{
  const KinetoTrace *trace = self->join->trace;
  KinetoItems *items = self->join->items;
  const gint64 *start = trace->events->start;
  guint waiting = track->n; /* the first call that does */

  g_array_set_size (self->stack, 0);
  g_array_set_size (self->annotations, 0);
  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i];

      chrome_events_fetch_times (trace->events, track->rows, i, track->n);
      if (i + CHROME_AHEAD < track->n)
        {
          __builtin_prefetch (&trace->classes[track->rows[i + CHROME_AHEAD]]);
          __builtin_prefetch (&trace->events->name[track->rows[i + CHROME_AHEAD]]);
          __builtin_prefetch (&items->of[track->rows[i + CHROME_AHEAD]], 1);
        }
      if (trace->classes[row] == KINETO_OPERATOR)
        add_operator (self, row);
      else if (trace->classes[row] == KINETO_ANNOTATION)
        {
          const Open *around = close_ended (self->annotations, start[row]);
          guint8 phase = self->join->phases[row] == LAMINA_PHASE_UNKNOWN && around ? around->phase : self->join->phases[row];

          open_span (self->annotations, start[row], (Open) { trace->events->end[row], LAMINA_NONE, phase });
        }
      else if (trace->classes[row] == KINETO_CALL)
        waiting = MIN (waiting, i);
      if (waiting <= i && (i + 1 == track->n || start[track->rows[i + 1]] != start[row]))
        {
          add_calls (self, track, waiting, i + 1);
          waiting = track->n;
        }
    }
}

static void
join_host_tracks (guint    from,
                  guint    to,
                  gpointer data)
{
  const HostTracks *self = data;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Open));
  g_autoptr (GArray) annotations = g_array_new (FALSE, FALSE, sizeof (Open));
  Host host = { self->join, stack, annotations, self->sequence, self->fwd_thread, 0 };

  for (guint i = from; i < to; i++)
    {
      host.next_item = self->first_items[i];
      if (!g_cancellable_is_cancelled (self->join->trace->trace->cancellable))
        join_host_track (&host, chrome_trace_get_track (self->join->trace->trace, i));
    }
}

static void
count_operators (guint    from,
                 guint    to,
                 gpointer data)
{
  HostTracks *self = data;

  for (guint i = from; i < to; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self->join->trace->trace, i);
      guint n = 0;

      for (guint j = 0; j < track->n; j++)
        n += self->join->trace->classes[track->rows[j]] == KINETO_OPERATOR;
      self->first_items[i + 1] = n;
    }
}

gboolean
kineto_join_host (KinetoJoin *self)
{
  const KinetoTrace *trace = self->trace;
  GArray *items = self->items->all;
  guint n = trace->trace->tracks->len;
  g_autofree guint32 *first_items = g_new0 (guint32, (gsize) n + 1);
  HostTracks tracks = {
    .join = self,
    .sequence = chrome_events_find_column (trace->events, "Sequence number"),
    .fwd_thread = chrome_events_find_column (trace->events, "Fwd thread id"),
    .first_items = first_items,
  };

  lamina_builder_each (trace->builder, n, 1, count_operators, &tracks);
  for (guint i = 0; i < n; i++)
    first_items[i + 1] += first_items[i];
  g_array_set_size (items, first_items[n]);
  lamina_cells_advise (items->data, (gsize) items->len * sizeof (KinetoItem));
  lamina_builder_each (trace->builder, n, 1, join_host_tracks, &tracks);
  return !g_cancellable_is_cancelled (trace->trace->cancellable);
}

/* Owners of the work of devices */

typedef struct
{
  KinetoJoin *join;
  const ChromeColumn *correlation;
  const ChromeColumn *external;
  const ChromeColumn *bytes;
  const ChromeColumn *stream; /* of what was moved to another lane */
  GHashTable *stacks; /* GArray of Open, by stream: of the track that is joined; of what was not moved that of LAMINA_ABSENT */
  KinetoNumbers calls;
  KinetoNumbers operators; /* empty before the first one is looked for: work mostly belongs to the operator around its call */
} Devices;

/* What finds its operator by a call: that stands anywhere in the columns, so that all threads look it up. */
static void
find_callers (guint    from,
              guint    to,
              gpointer data)
{
  const Devices *self = data;
  const KinetoTrace *trace = self->join->trace;
  KinetoItems *items = self->join->items;

  if (g_cancellable_is_cancelled (trace->trace->cancellable))
    return;
  for (guint row = from; row < to; row++)
    if (kineto_class_is_work (trace->classes[row]) && trace->events->slice[row] != LAMINA_NONE)
      {
        guint32 call = kineto_numbers_find (&self->calls, row);

        items->of[row] = call != LAMINA_NONE ? items->of[call] : LAMINA_NONE;
        if (call != LAMINA_NONE && trace->events->slice[call] != LAMINA_NONE)
          chrome_trace_get_track (trace->trace, trace->events->track[row])->launches[trace->events->slice[row]] = call;
      }
}

/* Some versions wrote the correlation in the place of the External id: equal ones say nothing. */
static guint32
find_operator (Devices *self,
               guint32  row)
{
  gint64 external = chrome_events_get_number (self->external, row);
  guint32 found;

  if (kineto_number_is_none (external) || external == chrome_events_get_number (self->correlation, row))
    return LAMINA_NONE;
  if (self->operators.trace == NULL)
    kineto_numbers_init (&self->operators, self->join->trace, KINETO_OPERATOR, self->external);
  found = kineto_numbers_find (&self->operators, row);
  return found != LAMINA_NONE ? self->join->items->of[found] : LAMINA_NONE;
}

/*
 * Work that is a layer of its own, inside @around or LAMINA_NONE, launched by its call; what is neither copy nor fill has the
 * phase of that.
 */
static guint32
add_work (Devices *self,
          guint32  row,
          guint32  around)
{
  const KinetoTrace *trace = self->join->trace;
  KinetoItems *items = self->join->items;
  const KinetoItem *parent = around != LAMINA_NONE ? kineto_items_get (items, around) : NULL;
  guint32 call = kineto_numbers_find (&self->calls, row);
  KinetoItem item = { .row = row, .parent = around, .self = LAMINA_ABSENT, .device = LAMINA_ABSENT, .bytes = LAMINA_ABSENT,
                      .launch = call, .layer = LAMINA_NONE, .is_work = TRUE };

  if (parent != NULL && call == LAMINA_NONE)
    item.launch = parent->launch;
  if (trace->classes[row] != KINETO_WORK)
    item.phase = LAMINA_PHASE_COPY;
  else if (parent != NULL)
    item.phase = parent->phase;
  else
    item.phase = call != LAMINA_NONE ? self->join->phases[call] : LAMINA_PHASE_UNKNOWN;
  g_array_append_val (items->all, item);
  return items->all->len - 1;
}

/* Whether work that belongs to an operator is a layer inside it; @call launched it, or LAMINA_NONE. */
static gboolean
is_inner (const KinetoJoin *self,
          guint32           owner,
          guint32           call)
{
  if (kineto_items_get (self->items, owner)->is_frame)
    return TRUE;
  return kineto_names_has_graphs (self->trace->names) && call != LAMINA_NONE
         && kineto_names_is_marked (self->trace->names, self->trace->events->name[call], KINETO_NAME_GRAPH);
}

/* How long it took is not known of work whose end is not in the file. */
static void
add_device_time (KinetoItems *self,
                 GArray      *stack,
                 guint32      row,
                 guint32      item)
{
  KinetoItem *owner = kineto_items_get (self, item);
  gint64 start = self->events->start[row];
  gint64 end = self->events->end[row];

  if (self->events->flags[row] & CHROME_EVENT_OPEN)
    return;
  owner->device = lamina_number_add (owner->device, end - start);
  close_ended (stack, start);
  take_time (self, stack, row, G_STRUCT_OFFSET (KinetoItem, device));
  open_span (stack, start, (Open) { end, item, 0 });
}

/* What a copy moves on its device: one that stays there reads and writes all, others do one of both. */
static gint64
measure_copy (Devices    *self,
              guint32     row,
              KinetoItem *item)
{
  const KinetoTrace *trace = self->join->trace;
  gint64 bytes = chrome_events_get_number (self->bytes, row);

  if (bytes == LAMINA_ABSENT || trace->classes[row] != KINETO_COPY
      || !kineto_names_is_marked (trace->names, trace->events->name[row], KINETO_NAME_INNER))
    return bytes;
  item->owns |= KINETO_OWNS_INNER_COPIES;
  return lamina_number_add (bytes, bytes);
}

/* What else the item learns from its work. */
static void
note_work (Devices *self,
           guint32  row,
           guint32  found,
           guint32  device_name)
{
  KinetoItem *item = kineto_items_get (self->join->items, found);

  if (item->device_name == 0)
    item->device_name = device_name;
  if (self->join->trace->classes[row] == KINETO_COPY || item->is_work)
    item->bytes = lamina_number_add (item->bytes, measure_copy (self, row, item));
  else
    item->owns |= KINETO_OWNS_KERNELS;
}

/* The item is asked for when its place is there, which has been asked for before. */
static inline void
fetch_work (const KinetoJoin  *self,
            const ChromeTrack *track,
            guint              i)
{
  guint32 item = i + CHROME_AHEAD < track->n ? self->items->of[track->rows[i + CHROME_AHEAD]] : LAMINA_NONE;

  if (item < self->items->all->len)
    __builtin_prefetch (kineto_items_get (self->items, item), 1);
  if (i + 2 * CHROME_AHEAD >= track->n)
    return;
  __builtin_prefetch (&self->trace->classes[track->rows[i + 2 * CHROME_AHEAD]]);
  __builtin_prefetch (&self->items->of[track->rows[i + 2 * CHROME_AHEAD]]);
}

/* On a lane stands work of several streams, which overlaps as streams do. */
static GArray *
need_stack (Devices *self,
            gint64   stream)
{
  GArray *stack = g_hash_table_lookup (self->stacks, &stream);

  if (stack == NULL)
    {
      stack = g_array_new (FALSE, FALSE, sizeof (Open));
      g_hash_table_insert (self->stacks, g_memdup2 (&stream, sizeof stream), stack);
    }
  return stack;
}

static void
join_device_track (Devices *self,
                   guint    index)
{
  const KinetoTrace *trace = self->join->trace;
  KinetoItems *items = self->join->items;
  const ChromeTrack *track = chrome_trace_get_track (trace->trace, index);
  GArray *stack;

  g_hash_table_remove_all (self->stacks);
  stack = need_stack (self, LAMINA_ABSENT);
  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i], item, call;

      if (chrome_trace_is_cancelled (trace->trace, i))
        return;
      fetch_work (self->join, track, i);
      chrome_events_fetch_times (trace->events, track->rows, i, track->n);
      if (!kineto_class_is_work (trace->classes[row]))
        continue;
      /* Where the call of it has no operator around it, that which it names itself, or which its call names. */
      item = items->of[row];
      if (item == LAMINA_NONE)
        item = find_operator (self, row);
      call = item == LAMINA_NONE ? kineto_numbers_find (&self->calls, row) : LAMINA_NONE;
      if (call != LAMINA_NONE)
        item = find_operator (self, call);
      if (item == LAMINA_NONE || is_inner (self->join, item, track->launches[i]))
        item = add_work (self, row, item);
      items->of[row] = item;
      note_work (self, row, item, self->join->device_names[index]);
      if (self->stream != NULL)
        stack = need_stack (self, chrome_events_get_number (self->stream, row));
      add_device_time (items, stack, row, item);
    }
}

gboolean
kineto_join_devices (KinetoJoin *self)
{
  const KinetoTrace *trace = self->trace;
  g_autoptr (GHashTable) stacks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  Devices devices = {
    .join = self,
    .correlation = chrome_events_find_column (trace->events, "correlation"),
    .external = chrome_events_find_column (trace->events, "External id"),
    .bytes = chrome_events_find_column (trace->events, "bytes"),
    .stream = chrome_events_find_column (trace->events, "original_stream"),
    .stacks = stacks,
  };
  gboolean done;

  kineto_numbers_init (&devices.calls, trace, KINETO_CALL, devices.correlation);
  lamina_builder_each (trace->builder, trace->events->n, CHROME_ROWS_AT_ONCE, find_callers, &devices);
  done = !g_cancellable_is_cancelled (trace->trace->cancellable);
  for (guint i = 0; i < trace->trace->tracks->len && done; i++)
    {
      done = !g_cancellable_is_cancelled (trace->trace->cancellable);
      if (done)
        join_device_track (&devices, i);
    }
  kineto_numbers_clear (&devices.calls);
  kineto_numbers_clear (&devices.operators);
  return done && !g_cancellable_is_cancelled (trace->trace->cancellable);
}
