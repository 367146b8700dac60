/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tftimeline-trace.h"

#include <string.h>

/* Operators of one node that began longer ago are not looked at for the one that ends. */
#define MOST_BEGUN 64

TftimelineKind
tftimeline_classify (const char *name)
{
  if (strcmp (name, "Allocators") == 0)
    return TFTIMELINE_ALLOCATORS;
  if (g_str_has_suffix (name, " Tensors"))
    return TFTIMELINE_TENSORS;
  if (!g_str_has_suffix (name, " Compute"))
    return TFTIMELINE_OTHER;
  if (strstr (name, "/stream:all") || strstr (name, "/memcpy"))
    return TFTIMELINE_COPIES;
  return strstr (name, "/stream:") ? TFTIMELINE_STREAM : TFTIMELINE_OPS;
}

static const char *
get_process_name (ChromeTrace *trace,
                  guint        i)
{
  return chrome_trace_get_text (trace, chrome_trace_get_process (trace, i)->name);
}

static guint8 *
classify_processes (ChromeTrace *trace)
{
  guint8 *kinds = g_new0 (guint8, MAX (trace->processes->len, 1));

  for (guint i = 0; i < trace->processes->len; i++)
    kinds[i] = (guint8) tftimeline_classify (get_process_name (trace, i));
  return kinds;
}

static int
recognize (ChromeTrace *trace)
{
  g_autofree guint8 *kinds = classify_processes (trace);

  for (guint i = 0; i < trace->processes->len; i++)
    if (kinds[i] == TFTIMELINE_OPS || kinds[i] == TFTIMELINE_STREAM || kinds[i] == TFTIMELINE_COPIES)
      return 85;
  return 0;
}

static void
data_free (gpointer pointer)
{
  TftimelineData *data = pointer;

  g_free (data->kinds);
  g_array_unref (data->tensors);
  g_free (data);
}

/* Whether the devices are those of more than one task. Names of streams may say no task. */
static gboolean
has_tasks (ChromeTrace          *trace,
           const TftimelineData *data)
{
  g_autofree char *first = NULL;

  for (guint i = 0; i < trace->processes->len; i++)
    {
      g_autofree char *task = NULL;

      if (data->kinds[i] == TFTIMELINE_OTHER || data->kinds[i] == TFTIMELINE_ALLOCATORS)
        continue;
      task = tftimeline_dup_task (get_process_name (trace, i));
      if (*task == '\0')
        continue;
      if (!first)
        first = g_steal_pointer (&task);
      else if (strcmp (task, first) != 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_stream (ChromeTrace          *trace,
            const TftimelineData *data,
            const char           *device)
{
  for (guint i = 0; i < trace->processes->len; i++)
    {
      g_autofree char *other = NULL;

      if (data->kinds[i] != TFTIMELINE_STREAM)
        continue;
      other = tftimeline_dup_device (get_process_name (trace, i), data->has_tasks);
      if (strcmp (other, device) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Without streams of their own, the sums are all that there is of a device. */
static void
arrange_process (ChromeTrace    *trace,
                 TftimelineData *data,
                 guint           i)
{
  ChromeProcess *process = chrome_trace_get_process (trace, i);
  const char *name = get_process_name (trace, i);
  g_autofree char *device = tftimeline_dup_device (name, data->has_tasks);

  if (data->kinds[i] == TFTIMELINE_COPIES && !has_stream (trace, data, device) && strstr (name, "/stream:all"))
    data->kinds[i] = TFTIMELINE_STREAM;
  g_free (process->title);
  process->title = tftimeline_dup_title (name, data->has_tasks);
  if (data->kinds[i] == TFTIMELINE_COPIES)
    process->sort = 1;
  if (data->kinds[i] == TFTIMELINE_STREAM)
    process->kind = LAMINA_GROUP_DEVICE;
  else if (data->kinds[i] == TFTIMELINE_COPIES || data->kinds[i] == TFTIMELINE_TENSORS)
    process->kind = LAMINA_GROUP_OTHER;
  else if (data->kinds[i] == TFTIMELINE_ALLOCATORS)
    {
      process->kind = LAMINA_GROUP_COUNTERS;
      process->sort = G_MAXINT64;
    }
}

static void
arrange (ChromeTrace *trace)
{
  TftimelineData *data = trace->dialect_data = g_new0 (TftimelineData, 1);

  data->kinds = classify_processes (trace);
  data->has_tasks = has_tasks (trace, data);
  data->tensors = g_array_new (FALSE, FALSE, sizeof (TftimelineTensor));
  for (guint i = 0; i < trace->processes->len; i++)
    if (data->kinds[i] != TFTIMELINE_OTHER)
      arrange_process (trace, data, i);
  for (guint i = 0; i < trace->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (trace, i);

      if (data->kinds[track->process] == TFTIMELINE_OTHER || track->kind != CHROME_TRACK_THREAD || track->title)
        continue;
      track->title = g_strdup_printf ("lane %s", chrome_trace_get_text (trace, track->tid));
      if (data->kinds[track->process] == TFTIMELINE_COPIES)
        track->caption = g_strdup (lamina_builder_own_word (trace->builder, N_("shown by the streams, too")));
    }
  tftimeline_take_tensors (trace, data);
  for (guint i = 0; i < trace->processes->len; i++)
    if (data->kinds[i] == TFTIMELINE_TENSORS)
      chrome_trace_get_process (trace, i)->is_needed = FALSE;
}

/*
 * An arrow bears the name of a tensor and begins when its producer ends, where the next operator of the lane may begin: the
 * operator of that node that ends there.
 */
static void
begin_flow (TftimelineTrace *self,
            guint32          row)
{
  const ChromeEvents *events = self->events;
  const TftimelinePlace *place = &self->places[chrome_trace_get_process_of (self->trace, row)];
  const GArray *node = tftimeline_find_node (self, place, tftimeline_find_origin (self, events->name[row]));
  guint n = node ? tftimeline_count_begun (self, node, events->start[row]) : 0;

  for (guint i = n; i-- > (n > MOST_BEGUN ? n - MOST_BEGUN : 0);)
    {
      guint32 op = g_array_index (self->ops, TftimelineOp, g_array_index (node, guint, i)).row;

      if (events->track[op] == events->track[row] && events->end[op] == events->start[row])
        {
          chrome_trace_bind_flow (self->trace, row, op);
          return;
        }
    }
}

/* The writer ends its arrows with a step: each has an id of its own. */
static void
end_flows (TftimelineTrace *self)
{
  guint32 category = lamina_builder_intern (self->builder, "DataFlow", -1);

  for (guint i = 0; i < self->events->n_rest; i++)
    {
      guint32 row = self->events->rest[i];

      if (self->events->category[row] != category)
        continue;
      if (self->events->phase[row] == 's')
        begin_flow (self, row);
      if (self->events->phase[row] != 't')
        continue;
      self->events->phase[row] = 'f';
      self->events->flags[row] |= CHROME_EVENT_ENCLOSED;
    }
}

static gboolean
understand (ChromeTrace *trace)
{
  TftimelineTrace self = { .trace = trace, .events = trace->events, .builder = trace->builder, .run = trace->run };
  gboolean done;

  lamina_builder_set_tool (trace->builder, "TensorFlow");
  self.data = trace->dialect_data;
  self.ops = g_array_new (FALSE, FALSE, sizeof (TftimelineOp));
  self.inputs = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.nodes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  self.tensor_of = g_hash_table_new (NULL, NULL);
  done = tftimeline_read_ops (&self);
  if (done)
    {
      tftimeline_add_layers (&self);
      tftimeline_add_tensors (&self);
      tftimeline_add_memory (&self);
      end_flows (&self);
    }
  g_hash_table_unref (self.tensor_of);
  g_hash_table_unref (self.nodes);
  g_free (self.self_times);
  g_free (self.places);
  g_array_unref (self.inputs);
  g_array_unref (self.ops);
  return done;
}

const ChromeDialect chrome_dialect_tftimeline = {
  .name = "tftimeline",
  .recognize = recognize,
  .arrange = arrange,
  .understand = understand,
  .describe = tftimeline_describe,
  .free_data = data_free,
};
