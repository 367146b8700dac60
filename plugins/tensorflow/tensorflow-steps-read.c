/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-steps.h"
#include "tensorflow-times.h"

#include <string.h>

/* Zeros are left out of the text, so that a duration that is not there is none. Newer files have nanoseconds as well. */

static void
read_time (LaminaProtoReader *proto,
           gint64             unit,
           gint64            *time)
{
  gint64 number;

  if (lamina_proto_reader_read_int64 (proto, &number) && number >= 0 && number <= G_MAXINT64 / 4 / unit)
    *time = number * unit;
}

static guint32
intern_text (TensorflowSteps   *self,
             LaminaProtoReader *proto)
{
  gsize length;
  const char *text = lamina_proto_reader_read_text (proto, &length);
  g_autofree char *valid = text ? g_utf8_make_valid (text, (gssize) length) : NULL;

  return valid ? lamina_builder_intern (self->builder, valid, -1) : 0;
}

static guint32
intern_dtype (TensorflowSteps   *self,
              LaminaProtoReader *proto)
{
  const char *text = lamina_proto_reader_read_text (proto, NULL);
  g_autofree char *word = text ? g_ascii_strdown (g_str_has_prefix (text, "DT_") ? text + strlen ("DT_") : text, -1) : NULL;

  return word && g_utf8_validate (word, -1, NULL) ? lamina_builder_intern (self->builder, word, -1) : 0;
}

static void
read_dim (LaminaProtoReader *proto,
          LaminaShape       *shape)
{
  gint64 size = 0;

  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "size") && !lamina_proto_reader_read_int64 (proto, &size))
      size = LAMINA_ABSENT;
  if (shape->n < LAMINA_MAX_DIMS)
    shape->dims[shape->n++] = size >= 0 ? size : LAMINA_ABSENT;
}

static void
read_shape (LaminaProtoReader *proto,
            TensorflowResult  *output)
{
  output->has_shape = TRUE;
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dim") && lamina_proto_reader_enter (proto))
      read_dim (proto, &output->shape);
    else if (lamina_proto_reader_is_at (proto, "unknown_rank"))
      output->has_shape = FALSE;
}

static void
read_allocation (LaminaProtoReader *proto,
                 TensorflowResult  *output)
{
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "requested_bytes"))
      lamina_proto_reader_read_int64 (proto, &output->bytes);
    else if (lamina_proto_reader_is_at (proto, "ptr"))
      {
        const char *text = lamina_proto_reader_read_text (proto, NULL);

        if (text)
          lamina_decimal_parse_uint64 (text, strlen (text), &output->address);
      }
  if (output->bytes < 0)
    output->bytes = LAMINA_ABSENT;
}

static void
read_tensor (TensorflowSteps   *self,
             LaminaProtoReader *proto,
             TensorflowResult  *output)
{
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dtype"))
      output->dtype = intern_dtype (self, proto);
    else if (lamina_proto_reader_is_at (proto, "shape") && lamina_proto_reader_enter (proto))
      read_shape (proto, output);
    else if (lamina_proto_reader_is_at (proto, "allocation_description") && lamina_proto_reader_enter (proto))
      read_allocation (proto, output);
}

static void
read_output (TensorflowSteps   *self,
             LaminaProtoReader *proto)
{
  TensorflowResult output = { .node = self->nodes->len, .bytes = LAMINA_ABSENT };

  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "slot"))
      lamina_proto_reader_read_int64 (proto, &output.slot);
    else if (lamina_proto_reader_is_at (proto, "tensor_description") && lamina_proto_reader_enter (proto))
      read_tensor (self, proto, &output);
  g_array_append_val (self->outputs, output);
}

static void
read_field (TensorflowSteps   *self,
            LaminaProtoReader *proto,
            TensorflowRecord  *node)
{
  if (lamina_proto_reader_is_at (proto, "node_name"))
    node->name = intern_text (self, proto);
  else if (lamina_proto_reader_is_at (proto, "timeline_label"))
    node->label = intern_text (self, proto);
  else if (lamina_proto_reader_is_at (proto, "thread_id"))
    lamina_proto_reader_read_int64 (proto, &node->thread);
  else if (lamina_proto_reader_is_at (proto, "all_start_micros") && node->start == LAMINA_ABSENT)
    read_time (proto, 1000, &node->start);
  else if (lamina_proto_reader_is_at (proto, "all_start_nanos"))
    read_time (proto, 1, &node->start);
  else if (lamina_proto_reader_is_at (proto, "all_end_rel_micros") && node->duration == 0)
    read_time (proto, 1000, &node->duration);
  else if (lamina_proto_reader_is_at (proto, "all_end_rel_nanos"))
    read_time (proto, 1, &node->duration);
  else if (lamina_proto_reader_is_at (proto, "output") && lamina_proto_reader_enter (proto))
    read_output (self, proto);
}

static void
read_node (TensorflowSteps   *self,
           LaminaProtoReader *proto,
           guint              device,
           guint64            offset)
{
  TensorflowRecord node = { .device = device, .start = LAMINA_ABSENT, .thread = LAMINA_ABSENT, .offset = offset,
                          .layer = LAMINA_NONE };

  node.record = lamina_import_open_record (self->import, self->source, offset);
  while (lamina_proto_reader_next (proto))
    read_field (self, proto, &node);
  node.length = lamina_proto_reader_get_position (proto) - offset;
  g_array_append_val (self->nodes, node);
}

static void
read_device (LaminaProtoReader *proto,
             gpointer           data)
{
  TensorflowSteps *self = data;
  guint device = self->devices->len;

  g_ptr_array_add (self->devices, g_strdup (""));
  while (lamina_proto_reader_next (proto) && !lamina_import_is_full (self->import))
    if (lamina_proto_reader_is_at (proto, "device"))
      {
        const char *text = lamina_proto_reader_read_text (proto, NULL);

        if (!text)
          continue;
        g_free (self->devices->pdata[device]);
        self->devices->pdata[device] = g_utf8_make_valid (text, -1);
      }
    else if (lamina_proto_reader_is_at (proto, "node_stats"))
      {
        guint64 offset = lamina_proto_reader_get_offset (proto);

        if (lamina_proto_reader_enter (proto))
          read_node (self, proto, device, offset);
      }
}

void
tensorflow_steps_read (TensorflowSteps  *self,
                       GCancellable     *cancellable,
                       GError          **error)
{
  g_autoptr (LaminaProtoReader) proto = lamina_proto_reader_new (self->source, 0, cancellable);

  tensorflow_devices_each (proto, read_device, self);
  if (lamina_proto_reader_is_cut (proto))
    lamina_import_repair (self->import, N_("the text was cut off"), self->source, lamina_proto_reader_get_position (proto),
                          LAMINA_NONE);
  lamina_proto_reader_finish (proto, error);
}

void
tensorflow_steps_describe (LaminaSource  *source,
                           guint64        offset,
                           LaminaDetails *details)
{
  g_autoptr (LaminaProtoReader) proto = lamina_proto_reader_new (source, offset, NULL);

  if (!lamina_proto_reader_next (proto) || !lamina_proto_reader_enter (proto))
    return;
  while (lamina_proto_reader_next (proto))
    {
      g_autofree char *key = g_strdup (lamina_proto_reader_get_name (proto));
      const char *text = lamina_proto_reader_read_text (proto, NULL);
      g_autofree char *valid = text ? g_utf8_make_valid (text, -1) : NULL;

      if (valid)
        lamina_details_add (details, NULL, key, &LAMINA_VALUE_INIT_TEXT (valid));
    }
}
