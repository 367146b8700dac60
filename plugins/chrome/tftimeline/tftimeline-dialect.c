/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-collect.h"
#include "tftimeline-trace-private.h"

#include <string.h>

/*
 * A process is named by the full name of a device, where that is of a queue its queue, and what it shows:
 *
 *   /job:worker/replica:0/task:1/device:GPU:0/stream:13 Compute
 *
 * Older versions write the last part of a device as `gpu:0`, and job, replica and task may be missing.
 */
typedef struct
{
  char *task;   /* `worker:1`, empty when it is not said */
  char *device; /* `GPU:0` */
  char *queue;  /* `stream:13`, empty for the device itself */
  const char *shown; /* ` Compute`, with the blank before it; empty without one. Points into the name */
} Device;

/* `gpu:0`: a word and a number. */
static gboolean
is_old_device (const char *part)
{
  const char *colon = strchr (part, ':');

  if (!colon || colon == part || colon[1] == '\0' || g_str_has_prefix (part, "stream:"))
    return FALSE;
  return strspn (part, "abcdefghijklmnopqrstuvwxyz_") == (gsize) (colon - part)
         && strspn (colon + 1, "0123456789") == strlen (colon + 1);
}

static char *
join (const char *first,
      const char *between,
      const char *second)
{
  return g_strconcat (first, *first && *second ? between : "", second, NULL);
}

static void
device_init (Device     *self,
             const char *name)
{
  const char *blank = strrchr (name, ' ');
  g_autofree char *path = g_strndup (name, blank ? (gsize) (blank - name) : strlen (name));
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  const char *job = "", *task = "";

  *self = (Device) { .shown = blank ? blank : "", .queue = g_strdup ("") };
  for (guint i = 0; parts[i]; i++)
    {
      const char *part = parts[i];

      if (g_str_has_prefix (part, "job:"))
        job = part + strlen ("job:");
      else if (g_str_has_prefix (part, "task:"))
        task = part + strlen ("task:");
      else if (*part == '\0' || g_str_has_prefix (part, "replica:"))
        continue;
      else if (!self->device && g_str_has_prefix (part, "device:"))
        self->device = g_strdup (part + strlen ("device:"));
      else if (!self->device)
        self->device = is_old_device (part) ? g_ascii_strup (part, -1) : g_strdup (part);
      else
        {
          g_autofree char *queue = self->queue;

          self->queue = join (queue, "/", part);
        }
    }
  self->task = join (job, ":", task);
  if (!self->device)
    self->device = g_strdup (path);
}

static void
device_clear (Device *self)
{
  g_free (self->task);
  g_free (self->device);
  g_free (self->queue);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Device, device_clear)

char *
tftimeline_dup_device (const char *name,
                       gboolean    has_tasks)
{
  g_auto (Device) device;

  device_init (&device, name);
  return join (has_tasks ? device.task : "", " ", device.device);
}

char *
tftimeline_dup_task (const char *name)
{
  g_auto (Device) device;

  device_init (&device, name);
  return g_steal_pointer (&device.task);
}

gboolean
tftimeline_is_processor (const char *name)
{
  g_auto (Device) device;

  device_init (&device, name);
  return g_str_has_prefix (device.device, "CPU");
}

/* Fields of `tensor_description`; the dimensions stand in the shape of the tensor. */
static void
describe_fields (LaminaDetails     *details,
                 LaminaProtoReader *proto)
{
  while (lamina_proto_reader_next (proto))
    {
      const char *name = lamina_proto_reader_get_name (proto), *text;
      LaminaValue number = LAMINA_VALUE_INIT_INTEGER (0, LAMINA_UNIT_NONE);

      if (strcmp (name, "shape") == 0)
        continue;
      if (lamina_proto_reader_enter (proto))
        {
          describe_fields (details, proto);
          continue;
        }
      number.unit = g_str_has_suffix (name, "_bytes") ? LAMINA_UNIT_BYTES : LAMINA_UNIT_NONE;
      text = lamina_proto_reader_read_text (proto, NULL);
      if (lamina_proto_reader_read_int64 (proto, &number.integer))
        lamina_details_add (details, NULL, name, &number);
      else if (text && *text && g_utf8_validate (text, -1, NULL))
        lamina_details_add (details, NULL, name, &LAMINA_VALUE_INIT_TEXT (text));
    }
}

/* Takes the text of a tensor apart. */
static gboolean
tftimeline_describe (LaminaDetails     *details,
                     const char        *key,
                     const LaminaValue *value)
{
  static const char *const keys[] = { "tensor_description", NULL };
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaJsonReader) json = NULL;
  int found;

  if (strcmp (key, "snapshot") != 0 || !value->text)
    return FALSE;
  bytes = g_bytes_new_static (value->text, strlen (value->text));
  source = lamina_source_new_for_bytes (key, bytes, NULL);
  json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, NULL, NULL);
  if (!lamina_json_reader_enter_object (json))
    return FALSE;
  while ((found = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    {
      gsize length;
      const char *text = found == 0 ? lamina_json_reader_read_text (json, &length) : NULL;
      g_autoptr (LaminaProtoReader) proto = text ? lamina_proto_reader_new_for_text (text, length) : NULL;

      if (!proto)
        return FALSE;
      describe_fields (details, proto);
    }
  return TRUE;
}

/* Operators of one node that began longer ago are not looked at for the one that ends. */
#define MOST_BEGUN 64

static TftimelineKind
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
  g_autofree char *whole = tftimeline_dup_device (name, data->has_tasks);
  g_auto (Device) device;

  device_init (&device, name);

  if (data->kinds[i] == TFTIMELINE_COPIES && !has_stream (trace, data, whole) && strstr (name, "/stream:all"))
    data->kinds[i] = TFTIMELINE_STREAM;
  g_free (process->title);
  process->title = *device.queue && strcmp (device.shown, " Compute") == 0 ? g_strdup_printf ("%s · %s", device.queue, whole)
                                                                           : g_strconcat (whole, device.shown, NULL);
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
      chrome_collect_end (self->trace, row);
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
      lamina_builder_set_layer_word (self.builder, self.run, LAMINA_LAYER_WORD_NODE);
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
