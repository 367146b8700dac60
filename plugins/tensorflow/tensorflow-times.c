/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-times.h"

#include <string.h>

/* For the readers: one execution. */
static void
tensorflow_times_add (TensorflowTimes *self,
                      const char      *name,
                      gint64           host,
                      gint64           device,
                      guint            calls)
{
  TensorflowTime *time = g_hash_table_lookup (self->times, name);

  if (!time)
    {
      time = g_new (TensorflowTime, 1);
      *time = (TensorflowTime) { LAMINA_ABSENT, LAMINA_ABSENT, 0 };
      g_hash_table_insert (self->times, g_strdup (name), time);
    }
  time->host = lamina_number_add (time->host, host);
  time->device = lamina_number_add (time->device, device);
  time->calls += calls;
}

static void
read_message (LaminaProtoReader    *proto,
              gboolean              is_outermost,
              TensorflowDeviceFunc  func,
              gpointer              data)
{
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dev_stats") && lamina_proto_reader_enter (proto))
      func (proto, data);
    else if (is_outermost && lamina_proto_reader_is_at (proto, "step_stats") && lamina_proto_reader_enter (proto))
      read_message (proto, FALSE, func, data);
}

void
tensorflow_devices_each (LaminaProtoReader    *proto,
                         TensorflowDeviceFunc  func,
                         gpointer              data)
{
  read_message (proto, TRUE, func, data);
}

/*
 * The statistics of a step as text: for each device its nodes with times in microseconds. Devices with `/stream:` are
 * queues of a GPU, whose nodes are kernels; what `stream:all` and `memcpy` list, the numbered streams list as well.
 */

typedef struct
{
  TensorflowTimes *times;
  char *device;
  gboolean is_stream;
  gboolean is_copy;
} Reader;

static char *
dup_text (LaminaProtoReader *proto)
{
  const char *text = lamina_proto_reader_read_text (proto, NULL);

  return text && g_utf8_validate (text, -1, NULL) ? g_strdup (text) : NULL;
}

static void
add_node (Reader     *self,
          const char *name,
          const char *label,
          gint64      duration)
{
  const char *start = label ? strstr (label, "@@") : NULL, *end = start ? strchr (start, '#') : NULL;
  g_autofree char *record = NULL;
  char *colon;

  if (!self->is_stream)
    {
      gboolean is_processor = self->device && strstr (self->device, "CPU") != NULL;

      tensorflow_times_add (self->times, name, duration, is_processor ? duration : LAMINA_ABSENT, 1);
      return;
    }
  /* `void kernel(…) @@conv1/Conv2D:Conv2D#id=…` names the node; without that it is the record's own name. */
  record = start && end && start + 2 < end ? g_strndup (start + 2, (gsize) (end - start - 2)) : g_strdup (name);
  tensorflow_times_add (self->times, record, LAMINA_ABSENT, duration, 1);
  colon = strchr (record, ':');
  if (colon && !g_str_has_prefix (colon, ":MEMCPY"))
    {
      *colon = '\0';
      tensorflow_times_add (self->times, record, LAMINA_ABSENT, duration, 0);
    }
}

static void
read_node (Reader            *self,
           LaminaProtoReader *proto)
{
  g_autofree char *name = NULL, *label = NULL;
  gint64 duration = LAMINA_ABSENT, number;

  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "node_name") && !name)
      name = dup_text (proto);
    else if (lamina_proto_reader_is_at (proto, "timeline_label") && !label)
      label = dup_text (proto);
    else if (lamina_proto_reader_is_at (proto, "all_end_rel_micros"))
      duration = lamina_proto_reader_read_int64 (proto, &number) && number >= 0 && number <= G_MAXINT64 / 1000 ? number * 1000
                                                                                                               : LAMINA_ABSENT;
  if (name && !self->is_copy)
    add_node (self, name, label, duration != LAMINA_ABSENT ? duration : 0);
}

static void
read_device (LaminaProtoReader *proto,
             gpointer           data)
{
  Reader *self = data;

  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "device"))
      {
        g_free (self->device);
        self->device = dup_text (proto);
        self->is_copy = self->device && (strstr (self->device, "/stream:all") || strstr (self->device, "/memcpy"));
        self->is_stream = self->device && strstr (self->device, "/stream:");
      }
    else if (lamina_proto_reader_is_at (proto, "node_stats") && lamina_proto_reader_enter (proto))
      read_node (self, proto);
}

TensorflowTimes *
tensorflow_times_new (void)
{
  TensorflowTimes *self = g_new0 (TensorflowTimes, 1);

  self->times = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
tensorflow_times_free (TensorflowTimes *self)
{
  g_hash_table_unref (self->times);
  g_free (self);
}

gboolean
tensorflow_is_timeline (const LaminaHead *head)
{
  return strstr (head->name, "timeline") && lamina_head_contains (head, "\"traceEvents\"")
         && lamina_head_contains (head, " Compute\"");
}

gboolean
tensorflow_is_metadata (const LaminaHead *head)
{
  return lamina_head_contains (head, "dev_stats {") && lamina_head_contains (head, "node_stats {");
}

const TensorflowTime *
tensorflow_times_find (const TensorflowTimes *self,
                       const char            *name)
{
  return g_hash_table_lookup (self->times, name);
}

/* Copies have names of their own in the listing, which end with the direction; in a timeline that is the type. */
static void
add_layers (TensorflowTimes *self,
            LaminaRun       *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint i = 0; i < layers->n; i++)
    {
      const char *name = lamina_run_get_string (run, lamina_column_id (layers->name, i));
      const char *type = lamina_run_get_string (run, lamina_column_id (layers->type, i));
      g_autofree char *record = g_strconcat (name, ":", type, NULL);
      gint64 host = lamina_column_number (layers->host, i), device = lamina_column_number (layers->device_time, i);

      tensorflow_times_add (self, name, host, device, 1);
      tensorflow_times_add (self, record, host, device, 1);
    }
}

/* The timeline is read as its own format reads it, into a document that is only asked for the times. */
static gboolean
read_timeline (TensorflowTimes  *self,
               LaminaSources    *sources,
               guint             i,
               GCancellable     *cancellable,
               GError          **error)
{
  const LaminaLimits *limits = lamina_source_get_limits (lamina_sources_get (sources, i));
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (limits);
  g_autoptr (LaminaDocument) document = NULL;

  if (!lamina_sources_load_as (sources, i, "chrome-trace", builder, cancellable, error))
    return FALSE;
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, cancellable, error);
  if (!document)
    return FALSE;
  for (guint run = 0; run < lamina_document_get_n_runs (document); run++)
    add_layers (self, lamina_document_get_run (document, run));
  return TRUE;
}

gboolean
tensorflow_times_read (TensorflowTimes  *self,
                       LaminaSources    *sources,
                       guint             i,
                       GCancellable     *cancellable,
                       GError          **error)
{
  LaminaSource *source = lamina_sources_get (sources, i);
  LaminaHead head = { .name = lamina_source_get_name (source) };
  g_autoptr (LaminaProtoReader) proto = NULL;
  Reader reader = { .times = self };

  head.text = lamina_source_get_head (source, &head.length, error);
  if (!head.text)
    return FALSE;
  if (tensorflow_is_timeline (&head))
    return read_timeline (self, sources, i, cancellable, error);
  if (!tensorflow_is_metadata (&head))
    return FALSE;
  proto = lamina_proto_reader_new (source, 0, cancellable);
  tensorflow_devices_each (proto, read_device, &reader);
  g_free (reader.device);
  return TRUE;
}
