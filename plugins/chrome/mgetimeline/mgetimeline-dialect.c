/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-collect.h"
#include "chrome-self.h"
#include "chrome-dialect.h"

#include <string.h>

/*
 * An operator is a layer each time that it is run, since it may be recomputed: host time where a thread ran it, device time
 * where kernels did. It is dispatched by one thread, run by another, and may run on several devices; all of these have its
 * number, which stands in the ends of the events. Kernels without a number are layers of their own.
 */

/* When an operator was run, as which layer. */
typedef struct
{
  gint64 start;
  guint32 layer;
} Execution;

typedef struct
{
  ChromeTrace *trace;
  const ChromeColumn *ids;
  const ChromeColumn *names;
  const ChromeColumn *devices;
  guint32 dispatch;
  guint32 kernel;
  gint64 *self_times; /* see chrome_self_times_new() */
  GHashTable *executions; /* number of the operator as gint64: GArray of Execution, by start */
  guint32 n;
} Layers;

/* What the event says, or the one that was merged into it. */
static gint64
get_id (Layers  *self,
        guint32  row)
{
  gint64 id = chrome_events_get_number (self->ids, row);
  guint32 partner = chrome_events_get_partner (self->trace->events, row);

  return id == LAMINA_ABSENT && partner != LAMINA_NONE ? chrome_events_get_number (self->ids, partner) : id;
}

static guint32
get_text (Layers             *self,
          const ChromeColumn *column,
          guint32             row)
{
  guint32 text = chrome_events_get_text (column, row);
  guint32 partner = chrome_events_get_partner (self->trace->events, row);

  if (text == LAMINA_NONE && partner != LAMINA_NONE)
    text = chrome_events_get_text (column, partner);
  return text == LAMINA_NONE ? 0 : text;
}

static guint32
add_layer (Layers   *self,
           guint32   row,
           guint32   parent,
           gboolean  is_host)
{
  LaminaLayerInit layer = chrome_collect_layer (self->trace, row);
  guint32 name = get_text (self, self->names, row);

  if (name != 0)
    layer.name = name;
  layer.type = layer.name;
  layer.device = get_text (self, self->devices, row);
  layer.parent = parent;
  layer.order = self->n++;
  if (is_host)
    chrome_collect_host (self->trace, row, self->self_times, &layer);
  return lamina_builder_add_layer (self->trace->builder, self->trace->run, &layer);
}

static void
know_layer (Layers  *self,
            gint64   id,
            guint32  row,
            guint32  layer)
{
  const Execution execution = { self->trace->events->start[row], layer };
  GArray *executions = id == LAMINA_ABSENT ? NULL : g_hash_table_lookup (self->executions, &id);
  guint i;

  if (id == LAMINA_ABSENT)
    return;
  if (!executions)
    {
      executions = g_array_new (FALSE, FALSE, sizeof (Execution));
      g_hash_table_insert (self->executions, g_memdup2 (&id, sizeof id), executions);
    }
  i = chrome_collect_begun (executions, G_STRUCT_OFFSET (Execution, start), execution.start - 1);
  g_array_insert_val (executions, i, execution);
}

/*
 * Work belongs to the last execution that had begun, a dispatch to the next one that begins. Clocks may differ a little: where
 * there is no such execution, it is the one at that end.
 */
static guint32
find_layer (Layers   *self,
            guint32   row,
            gboolean  is_dispatch)
{
  gint64 id = get_id (self, row), start = self->trace->events->start[row];
  const GArray *executions = id == LAMINA_ABSENT ? NULL : g_hash_table_lookup (self->executions, &id);
  guint i;

  if (!executions)
    return LAMINA_NONE;
  if (is_dispatch)
    i = MIN (chrome_collect_begun (executions, G_STRUCT_OFFSET (Execution, start), start - 1), executions->len - 1);
  else
    i = MAX (chrome_collect_begun (executions, G_STRUCT_OFFSET (Execution, start), start), 1) - 1;
  return g_array_index (executions, Execution, i).layer;
}

static gboolean
is_device (Layers            *self,
           const ChromeTrack *track)
{
  return chrome_trace_get_process (self->trace, track->process)->kind == LAMINA_GROUP_DEVICE;
}

static gboolean
has_host (gpointer data,
          guint32  track,
          guint32  row)
{
  Layers *self = data;

  return !is_device (self, chrome_trace_get_track (self->trace, track)) && get_id (self, row) != LAMINA_ABSENT
         && self->trace->events->name[row] != self->dispatch;
}

/* What threads ran, each with the operator around it. */
static void
add_host (Layers  *self,
          guint32 *layers,
          guint32  index)
{
  const ChromeTrack *track = chrome_trace_get_track (self->trace, index);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i], parent = LAMINA_NONE;

      if (!has_host (self, index, row))
        continue;
      while (open->len > 0 && !chrome_collect_within (self->trace, row, g_array_index (open, guint32, open->len - 1)))
        g_array_set_size (open, open->len - 1);
      if (open->len > 0)
        parent = layers[g_array_index (open, guint32, open->len - 1)];
      layers[row] = add_layer (self, row, parent, TRUE);
      know_layer (self, get_id (self, row), row, layers[row]);
      g_array_append_val (open, row);
    }
}

static void
add_device (Layers            *self,
            guint32           *layers,
            const ChromeTrack *track)
{
  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i];
      gint64 id = get_id (self, row);

      if (id == LAMINA_ABSENT && self->trace->events->category[row] != self->kernel)
        continue;
      layers[row] = find_layer (self, row, FALSE);
      if (layers[row] != LAMINA_NONE)
        continue;
      layers[row] = add_layer (self, row, LAMINA_NONE, FALSE);
      know_layer (self, id, row, layers[row]);
    }
}

static gboolean
mgetimeline_add_layers (ChromeTrace *trace)
{
  Layers self = {
    .trace = trace,
    .ids = chrome_events_find_column (trace->events, "__id__"),
    .names = chrome_events_find_column (trace->events, "__name__"),
    .devices = chrome_events_find_column (trace->events, "__device__"),
    .dispatch = lamina_builder_intern (trace->builder, "OpDispatch", -1),
    .kernel = lamina_builder_intern (trace->builder, "Kernel", -1),
  };
  guint32 *layers = chrome_events_need_layers (trace->events);

  self.executions = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  self.self_times = chrome_self_times_new (trace, has_host, &self);
  for (guint i = 0; i < trace->n_tracks; i++)
    add_host (&self, layers, i);
  for (guint i = 0; i < trace->n_tracks; i++)
    if (is_device (&self, chrome_trace_get_track (trace, i)))
      add_device (&self, layers, chrome_trace_get_track (trace, i));
  for (guint i = 0; i < trace->n_tracks; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (trace, i);

      /* An operator is dispatched by one thread and run by another. */
      for (guint j = 0; j < track->n; j++)
        if (trace->events->name[track->rows[j]] == self.dispatch)
          layers[track->rows[j]] = find_layer (&self, track->rows[j], TRUE);
    }
  g_hash_table_unref (self.executions);
  g_free (self.self_times);
  return !g_cancellable_is_cancelled (trace->cancellable);
}

/*
 * What MegEngine's imperative profiler writes as `<pid>.chrome_timeline.json`. All threads and devices are threads of
 * one process; those that are named after a device hold its kernels. An operator has a number: its name stands on the
 * thread that ran it and on the devices that worked for it, with the same `__id__` in the arguments of their ends.
 */

static const ChromeWant wants[] = {
  { "__id__", CHROME_WANT_NUMBER },
  { "__name__", CHROME_WANT_TEXT },
  { "__device__", CHROME_WANT_TEXT },
};

static int
recognize (ChromeTrace *trace)
{
  guint32 dispatch, kernel;

  if (chrome_events_find_column (trace->events, "__id__") == NULL)
    return 0;
  dispatch = lamina_builder_intern (trace->builder, "OpDispatch", -1);
  kernel = lamina_builder_intern (trace->builder, "Kernel", -1);
  for (guint row = 0; row < trace->events->n; row++)
    if (trace->events->category[row] == dispatch || trace->events->category[row] == kernel)
      return 80;
  return 0;
}

#define COMP_NODE "CompNode(\""

/* `gpu0:0`, `CompNode("gpu0:0" from "gpux:0")`, `cpu0:1`: a type, a number and a stream. */
static gboolean
mgetimeline_is_device (const char *name)
{
  const char *quote = g_str_has_prefix (name, COMP_NODE) ? name + strlen (COMP_NODE) : name;
  gsize letters = strspn (quote, "abcdefghijklmnopqrstuvwxyz");
  gsize number = strspn (quote + letters, "0123456789x");

  return letters > 0 && number > 0 && quote[letters + number] == ':' && g_ascii_isdigit (quote[letters + number + 1]);
}

/* The process that stands for the device of a track; those without such a name share one. */
static guint32
need_device (ChromeTrace *trace,
             GHashTable  *devices,
             const char  *name)
{
  /* `gpu0` of `gpu0:1` and `CompNode("gpu0:1" from "gpux:0")`: a device with several queues. */
  const char *quote = g_str_has_prefix (name, COMP_NODE) ? name + strlen (COMP_NODE) : name;
  g_autofree char *device = mgetimeline_is_device (name) ? g_strndup (quote, strcspn (quote, ":")) : NULL;
  const char *title = device ? device : "Devices";
  ChromeProcess *process;
  gpointer found;
  guint32 made;

  if (g_hash_table_lookup_extended (devices, title, NULL, &found))
    return GPOINTER_TO_UINT (found);
  made = chrome_trace_add_process (trace, LAMINA_NONE);
  process = chrome_trace_get_process (trace, made);
  process->kind = LAMINA_GROUP_DEVICE;
  process->title = g_strdup (title);
  process->sort = G_MAXINT64;
  g_hash_table_insert (devices, g_strdup (title), GUINT_TO_POINTER (made));
  return made;
}

static void
arrange (ChromeTrace *trace)
{
  guint32 kernel = lamina_builder_intern (trace->builder, "Kernel", -1);
  g_autoptr (GHashTable) devices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < trace->processes->len; i++)
    {
      ChromeProcess *process = chrome_trace_get_process (trace, i);

      if (process->name == 0 && !process->title)
        process->title = g_strdup_printf ("MegEngine (pid %s)", chrome_trace_get_text (trace, process->pid));
    }
  for (guint i = 0; i < trace->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (trace, i);
      const char *name = chrome_trace_get_text (trace, track->name);
      gboolean is_device = mgetimeline_is_device (name) && track->n > 0;

      for (guint j = 0; j < track->n && !is_device; j++)
        is_device = trace->events->category[track->rows[j]] == kernel;
      if (track->kind != CHROME_TRACK_THREAD || !is_device)
        continue;
      track->process = need_device (trace, devices, name);
      if (track->name != 0 && !track->title)
        track->title = g_strdup (name);
    }
}

/* Counters of memory count bytes; the writer gives all counters one series, `value`. */
static void
add_memory (ChromeTrace *trace)
{
  const ChromeEvents *events = trace->events;
  g_autoptr (GHashTable) counters = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < events->samples->len; i++)
    {
      const ChromeSample *sample = &g_array_index (events->samples, ChromeSample, i);
      guint32 row = sample->row, counter;
      const char *text = chrome_trace_get_text (trace, events->name[row]);

      if ((events->phase[row] != 'C' && events->phase[row] != CHROME_PHASE_TAKEN)
          || (!g_str_has_suffix (text, "_mem") && !g_str_has_suffix (text, "_memory")))
        continue;
      counter = chrome_collect_counter (trace, counters, events->name[row], chrome_trace_get_process_of (trace, row), text);
      lamina_builder_set_track_sort (trace->builder, trace->run, counter, G_MAXINT32);
      chrome_collect_sample (trace, counter, sample);
    }
}

static gboolean
understand (ChromeTrace *trace)
{
  guint32 dispatch = lamina_builder_intern (trace->builder, "OpDispatch", -1);

  lamina_builder_set_tool (trace->builder, "MegEngine");
  lamina_builder_set_layer_word (trace->builder, trace->run, LAMINA_LAYER_WORD_OPERATOR);
  if (!mgetimeline_add_layers (trace))
    return FALSE;
  add_memory (trace);
  /* From the dispatch of an operator, for each time that the operator is run. */
  for (guint i = 0; i < trace->events->n_rest; i++)
    if (trace->events->category[trace->events->rest[i]] == dispatch)
      chrome_collect_end (trace, trace->events->rest[i]);
  return TRUE;
}

const ChromeDialect chrome_dialect_mgetimeline = {
  .name = "mgetimeline",
  .wants = wants,
  .n_wants = G_N_ELEMENTS (wants),
  .recognize = recognize,
  .arrange = arrange,
  .understand = understand,
};
