/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tftimeline-trace.h"

#include <string.h>

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

static char *
dup_device_and_rest (const char *name)
{
  const char *device = strstr (name, "/device:");

  if (device)
    return g_strdup (device + strlen ("/device:"));
  return g_strdup (name[0] == '/' ? name + 1 : name);
}

/* `/job:localhost/replica:0/task:0/device:GPU:0 Compute` is `GPU:0 Compute`, its queue `stream:13 · GPU:0`. */
char *
tftimeline_dup_title (const char *name)
{
  char *title = dup_device_and_rest (name);
  g_autofree char *whole = NULL;
  char *queue = strchr (title, '/');

  if (!queue || !g_str_has_suffix (title, " Compute"))
    return title;
  whole = title;
  *queue++ = '\0';
  return g_strdup_printf ("%.*s · %s", (int) (strlen (queue) - strlen (" Compute")), queue, whole);
}

char *
tftimeline_dup_device (const char *name)
{
  char *title = dup_device_and_rest (name);

  title[strcspn (title, "/ ")] = '\0';
  return title;
}

static guint8 *
classify_processes (ChromeTrace *trace)
{
  guint8 *kinds = g_new0 (guint8, MAX (trace->processes->len, 1));

  for (guint i = 0; i < trace->processes->len; i++)
    kinds[i] = (guint8) tftimeline_classify (chrome_trace_get_text (trace, chrome_trace_get_process (trace, i)->name));
  return kinds;
}

static int
recognise (ChromeTrace *trace)
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
      other = tftimeline_dup_device (chrome_trace_get_text (trace, chrome_trace_get_process (trace, i)->name));
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
  const char *name = chrome_trace_get_text (trace, process->name);
  g_autofree char *device = tftimeline_dup_device (name);

  if (data->kinds[i] == TFTIMELINE_COPIES && !has_stream (trace, data, device) && strstr (name, "/stream:all"))
    data->kinds[i] = TFTIMELINE_STREAM;
  g_free (process->title);
  process->title = tftimeline_dup_title (name);
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
        track->caption = g_strdup ("shown by the streams, too");
    }
  tftimeline_take_tensors (trace, data);
  for (guint i = 0; i < trace->processes->len; i++)
    if (data->kinds[i] == TFTIMELINE_TENSORS)
      chrome_trace_get_process (trace, i)->is_needed = FALSE;
}

/* The writer ends its arrows with a step: each has an id of its own. */
static void
end_flows (TftimelineTrace *self)
{
  guint32 category = lamina_builder_intern (self->builder, "DataFlow", -1);

  for (guint i = 0; i < self->events->n_rest; i++)
    {
      guint32 row = self->events->rest[i];

      if (self->events->phase[row] != 't' || self->events->category[row] != category)
        continue;
      self->events->phase[row] = 'f';
      self->events->flags[row] |= CHROME_EVENT_ENCLOSED;
    }
}

static gboolean
mean (ChromeTrace *trace)
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
  g_array_unref (self.inputs);
  g_array_unref (self.ops);
  return done;
}

const ChromeDialect chrome_dialect_tftimeline = {
  .name = "tftimeline",
  .recognise = recognise,
  .arrange = arrange,
  .mean = mean,
  .describe = tftimeline_describe,
  .free_data = data_free,
};
