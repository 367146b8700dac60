/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-devices.h"
#include "tensorflow-times.h"

#include <string.h>

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

static gint64
read_microseconds (LaminaProtoReader *proto)
{
  gint64 number;

  if (!lamina_proto_reader_read_int64 (proto, &number) || number < 0 || number > G_MAXINT64 / 1000)
    return LAMINA_ABSENT;
  return number * 1000;
}

static char *
dup_text (LaminaProtoReader *proto)
{
  const char *text = lamina_proto_reader_read_text (proto, NULL);

  return text && g_utf8_validate (text, -1, NULL) ? g_strdup (text) : NULL;
}

/* `void kernel(…) @@conv1/Conv2D:Conv2D#id=…` names the node; without that it is the record's own name. */
static char *
dup_kernel_name (const char *name,
                 const char *label)
{
  const char *start = label ? strstr (label, "@@") : NULL, *end = start ? strchr (start, '#') : NULL;

  return start && end && start + 2 < end ? g_strndup (start + 2, (gsize) (end - start - 2)) : g_strdup (name);
}

static void
add_node (Reader     *self,
          const char *name,
          const char *label,
          gint64      duration)
{
  g_autofree char *record = NULL;
  char *colon;

  if (!self->is_stream)
    {
      gboolean is_processor = self->device && strstr (self->device, "CPU") != NULL;

      tensorflow_times_add (self->times, name, duration, is_processor ? duration : LAMINA_ABSENT, 1);
      return;
    }
  record = dup_kernel_name (name, label);
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
  gint64 duration = LAMINA_ABSENT;

  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "node_name") && !name)
      name = dup_text (proto);
    else if (lamina_proto_reader_is_at (proto, "timeline_label") && !label)
      label = dup_text (proto);
    else if (lamina_proto_reader_is_at (proto, "all_end_rel_micros"))
      duration = read_microseconds (proto);
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

void
tensorflow_read_metadata (TensorflowTimes *self,
                          LaminaSource    *source,
                          GCancellable    *cancellable)
{
  g_autoptr (LaminaProtoReader) proto = lamina_proto_reader_new (source, 0, cancellable);
  Reader reader = { .times = self };

  tensorflow_devices_each (proto, read_device, &reader);
  g_free (reader.device);
}
