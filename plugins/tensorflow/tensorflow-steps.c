/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-steps.h"
#include "tensorflow-times.h"

#include <stdlib.h>
#include <string.h>

/*
 * An output of a node.
 *
 * dtype       the word without `DT_`, in small letters; a string, or 0
 * has_shape   FALSE when the rank is unknown
 * bytes       requested, or LAMINA_ABSENT
 */
typedef struct
{
  guint node;
  gint64 slot;
  guint32 dtype;
  LaminaShape shape;
  gboolean has_shape;
  gint64 bytes;
  guint64 address;
} TensorflowResult;

/*
 * A record of a node.
 *
 * device  index in the devices
 * label   a string, or 0
 * start   in nanoseconds since 1970, or LAMINA_ABSENT
 * thread  or LAMINA_ABSENT
 * offset  where the record stands
 */
typedef struct
{
  guint device;
  guint32 name;
  guint32 label;
  gint64 start;
  gint64 duration;
  gint64 thread;
  guint64 offset;
  guint64 length;
  guint32 record;
  guint32 layer;
} TensorflowRecord;

typedef struct
{
  LaminaSource *source;
  LaminaBuilder *builder;
  LaminaImport *import;
  GPtrArray *devices; /* char * */
  GArray *nodes;      /* TensorflowRecord */
  GArray *outputs;    /* TensorflowResult, by node */
} TensorflowSteps;

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

static void
read_shape (LaminaProtoReader *proto,
            TensorflowResult  *output)
{
  output->has_shape = TRUE;
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dim") && lamina_proto_reader_enter (proto))
      {
        gint64 size = 0;

        while (lamina_proto_reader_next (proto))
          if (lamina_proto_reader_is_at (proto, "size") && !lamina_proto_reader_read_int64 (proto, &size))
            size = LAMINA_ABSENT;
        if (output->shape.n < LAMINA_MAX_DIMS)
          output->shape.dims[output->shape.n++] = size >= 0 ? size : LAMINA_ABSENT;
      }
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
      {
        const char *text = lamina_proto_reader_read_text (proto, NULL);
        g_autofree char *word = text ? g_ascii_strdown (text + (g_str_has_prefix (text, "DT_") ? strlen ("DT_") : 0), -1) : NULL;

        output->dtype = word && g_utf8_validate (word, -1, NULL) ? lamina_builder_intern (self->builder, word, -1) : 0;
      }
    else if (lamina_proto_reader_is_at (proto, "shape") && lamina_proto_reader_enter (proto))
      read_shape (proto, output);
    else if (lamina_proto_reader_is_at (proto, "allocation_description") && lamina_proto_reader_enter (proto))
      read_allocation (proto, output);
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
    {
      TensorflowResult output = { .node = self->nodes->len, .bytes = LAMINA_ABSENT };

      while (lamina_proto_reader_next (proto))
        if (lamina_proto_reader_is_at (proto, "slot"))
          lamina_proto_reader_read_int64 (proto, &output.slot);
        else if (lamina_proto_reader_is_at (proto, "tensor_description") && lamina_proto_reader_enter (proto))
          read_tensor (self, proto, &output);
      g_array_append_val (self->outputs, output);
    }
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
        TensorflowRecord node = { .device = device, .start = LAMINA_ABSENT, .thread = LAMINA_ABSENT,
                                  .offset = lamina_proto_reader_get_offset (proto), .layer = LAMINA_NONE };

        if (!lamina_proto_reader_enter (proto))
          continue;
        node.record = lamina_import_open_record (self->import, self->source, node.offset);
        while (lamina_proto_reader_next (proto))
          read_field (self, proto, &node);
        node.length = lamina_proto_reader_get_position (proto) - node.offset;
        g_array_append_val (self->nodes, node);
      }
}

/* The run */

typedef enum
{
  DEVICE_OPERATORS,
  DEVICE_STREAM,
  DEVICE_ECHO, /* repeats what the streams list */
} DeviceKind;

typedef struct
{
  TensorflowSteps *steps;
  guint32 run;
  guint32 clock;
  guint8 *kinds;        /* by device */
  guint *order;         /* nodes by start */
  GHashTable *groups;   /* name: group + 1 */
  GHashTable *tracks;   /* device and thread: track + 1 */
  GHashTable *operators; /* name + 1: layer + 1 of the last one that began */
  GHashTable *tensors;  /* name + 1: tensor + 1, the last one of that name */
  guint32 n_layers;
} Build;

static TensorflowRecord *
get_node (Build *self,
          guint  i)
{
  return &g_array_index (self->steps->nodes, TensorflowRecord, i);
}

static const char *
get_text (Build   *self,
          guint32  id)
{
  return lamina_builder_get_string (self->steps->builder, id);
}

static guint8 *
judge_devices (TensorflowSteps *steps)
{
  guint8 *kinds = g_malloc0 (MAX (steps->devices->len, 1));
  gboolean has_numbered = FALSE;

  for (guint i = 0; i < steps->devices->len; i++)
    {
      const char *stream = strstr (steps->devices->pdata[i], "/stream:");

      has_numbered |= stream && g_ascii_isdigit (stream[strlen ("/stream:")]);
    }
  for (guint i = 0; i < steps->devices->len; i++)
    {
      const char *device = steps->devices->pdata[i];
      gboolean is_echo = strstr (device, "/stream:all") || strstr (device, "/memcpy");

      if (is_echo)
        kinds[i] = has_numbered ? DEVICE_ECHO : DEVICE_STREAM;
      else
        kinds[i] = strstr (device, "/stream:") ? DEVICE_STREAM : DEVICE_OPERATORS;
    }
  return kinds;
}

static int
compare_nodes (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const Build *self = data;
  guint left = *(const guint *) a, right = *(const guint *) b;
  const TensorflowRecord *first = get_node ((Build *) self, left), *second = get_node ((Build *) self, right);

  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;
  if (self->kinds[first->device] != self->kinds[second->device])
    return self->kinds[first->device] < self->kinds[second->device] ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* `/device:GPU:0` of `/job:localhost/replica:0/task:0/device:GPU:0` and of `/device:GPU:0/stream:13`. */
static char *
dup_device_name (const char *device)
{
  const char *start = strstr (device, "/device:");
  const char *end = start ? strchr (start + 1, '/') : NULL;

  if (!start)
    return g_strdup (*device ? device : "device");
  return end ? g_strndup (start, (gsize) (end - start)) : g_strdup (start);
}

static guint32
need_group (Build *self,
            guint  device)
{
  gboolean is_host = self->kinds[device] == DEVICE_OPERATORS;
  g_autofree char *name = dup_device_name (self->steps->devices->pdata[device]);
  g_autofree char *title = g_strdup_printf (is_host ? "%s operators" : "%s", name);
  gpointer found = g_hash_table_lookup (self->groups, title);

  if (!found)
    {
      guint32 group = lamina_builder_add_group (self->steps->builder, self->run, LAMINA_NONE, title,
                                                is_host ? LAMINA_GROUP_HOST : LAMINA_GROUP_DEVICE);

      found = GUINT_TO_POINTER (group + 1);
      g_hash_table_insert (self->groups, g_steal_pointer (&title), found);
    }
  return GPOINTER_TO_UINT (found) - 1;
}

static char *
dup_track_name (Build                  *self,
                const TensorflowRecord *node)
{
  const char *device = self->steps->devices->pdata[node->device];
  const char *slash = strrchr (device, '/');

  if (self->kinds[node->device] != DEVICE_OPERATORS)
    return g_strdup (slash && slash[1] ? slash + 1 : "stream");
  if (node->thread == LAMINA_ABSENT)
    return g_strdup ("operators");
  return g_strdup_printf ("thread %" G_GINT64_FORMAT, node->thread);
}

static guint32
need_track (Build                  *self,
            const TensorflowRecord *node)
{
  g_autofree char *name = dup_track_name (self, node);
  g_autofree char *key = g_strdup_printf ("%u %s", node->device, name);
  gpointer found = g_hash_table_lookup (self->tracks, key);

  if (!found)
    {
      guint32 track = lamina_builder_add_track (self->steps->builder, self->run, need_group (self, node->device), name,
                                                self->clock);

      if (self->kinds[node->device] == DEVICE_ECHO)
        lamina_builder_set_track_caption (self->steps->builder, self->run, track,
                                          lamina_builder_own_word (self->steps->builder, N_("shown by the streams, too")));
      found = GUINT_TO_POINTER (track + 1);
      g_hash_table_insert (self->tracks, g_steal_pointer (&key), found);
    }
  return GPOINTER_TO_UINT (found) - 1;
}

/* Layers */

static guint32
intern_part (Build      *self,
             const char *text,
             gsize       length)
{
  return lamina_builder_intern (self->steps->builder, text, (gssize) length);
}

/* `while/MatMul` and `MatMul` of `void gemm() @@while/MatMul:MatMul#id=5#`, or of the name of the record itself. */
static guint32
read_kernel (Build                  *self,
             const TensorflowRecord *node,
             guint32                *type)
{
  const char *label = get_text (self, node->label);
  const char *text = strstr (label, "@@");
  gsize length, colon;

  text = text ? text + 2 : get_text (self, node->name);
  length = strcspn (text, "#");
  for (colon = length; colon > 0 && text[colon - 1] != ':'; colon--)
    ;
  *type = colon > 0 ? intern_part (self, text + colon, length - colon) : 0;
  return intern_part (self, text, colon > 1 ? colon - 1 : length);
}

static guint32
add_layer (Build            *self,
           TensorflowRecord *node,
           guint32           name,
           guint32           type,
           guint32           track)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  const char *device = self->steps->devices->pdata[node->device];
  g_autofree char *short_device = dup_device_name (device);

  layer.name = name;
  layer.type = type;
  layer.phase = g_str_has_prefix (get_text (self, type), "MEMCPY") ? LAMINA_PHASE_COPY : LAMINA_PHASE_UNKNOWN;
  layer.device = lamina_builder_intern (self->steps->builder, short_device, -1);
  layer.track = track;
  layer.order = self->n_layers++;
  layer.start = node->start;
  if (self->kinds[node->device] == DEVICE_OPERATORS)
    layer.host = node->duration;
  /* A processor is the device of what it runs. */
  if (self->kinds[node->device] == DEVICE_STREAM || strstr (device, "CPU"))
    layer.device_time = node->duration;
  node->layer = lamina_builder_add_layer (self->steps->builder, self->run, &layer);
  lamina_builder_add_layer_args (self->steps->builder, self->run, node->layer, 0, 0, node->offset, node->length);
  return node->layer;
}

/* `n = Op(a, b:1, ^c)`: control inputs are no tensors. @text: behind the bracket */
static void
add_inputs (Build      *self,
            guint32     layer,
            const char *text)
{
  while (*text != '\0' && *text != ')')
    {
      gsize length = strcspn (text, ",)");
      gpointer found = NULL;

      if (length > 0 && *text != '^')
        found = g_hash_table_lookup (self->tensors, GUINT_TO_POINTER (intern_part (self, text, length) + 1));
      if (found)
        lamina_builder_add_input (self->steps->builder, self->run, layer, GPOINTER_TO_UINT (found) - 1);
      text += length;
      text += strspn (text, ", ");
    }
}

static void
add_output (Build                  *self,
            const TensorflowRecord *node,
            const TensorflowResult *output)
{
  LaminaBuilder *builder = self->steps->builder;
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autofree char *name = output->slot > 0
                            ? g_strdup_printf ("%s:%" G_GINT64_FORMAT, get_text (self, node->name), output->slot)
                            : g_strdup (get_text (self, node->name));
  guint32 id;

  tensor.name = lamina_builder_intern (builder, name, -1);
  tensor.dtype = output->dtype;
  tensor.role = LAMINA_ROLE_ACTIVATION;
  tensor.producer = node->layer;
  tensor.bytes = output->bytes;
  tensor.address = output->address;
  if (output->has_shape)
    tensor.shape = lamina_builder_intern_shape (builder, output->shape.dims, output->shape.n);
  if (tensor.bytes == LAMINA_ABSENT && output->has_shape)
    {
      tensor.bytes = lamina_shape_get_bytes (output->shape.dims, output->shape.n,
                                             lamina_dtype_get_bits (get_text (self, output->dtype)));
      tensor.estimated = tensor.bytes != LAMINA_ABSENT ? LAMINA_ESTIMATE_BYTES : LAMINA_ESTIMATE_NONE;
    }
  id = lamina_builder_add_tensor (builder, self->run, &tensor);
  if (id == LAMINA_NONE)
    return;
  lamina_builder_add_output (builder, self->run, node->layer, id);
  g_hash_table_insert (self->tensors, GUINT_TO_POINTER (tensor.name + 1), GUINT_TO_POINTER (id + 1));
}

/* Outputs stand in the order of their nodes. */
static void
add_outputs (Build *self,
             guint  i)
{
  const GArray *outputs = self->steps->outputs;
  guint from = 0, to = outputs->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (g_array_index (outputs, TensorflowResult, middle).node < i)
        from = middle + 1;
      else
        to = middle;
    }
  for (; from < outputs->len && g_array_index (outputs, TensorflowResult, from).node == i; from++)
    add_output (self, get_node (self, i), &g_array_index (outputs, TensorflowResult, from));
}

/* Work of a stream is that of its operator, or a layer of its own. */
static void
add_kernel (Build            *self,
            TensorflowRecord *node,
            guint32           track)
{
  guint32 type, name = read_kernel (self, node, &type);
  gpointer found = g_hash_table_lookup (self->operators, GUINT_TO_POINTER (name + 1));

  /* Without a place in time its duration would be nobody's. */
  if (found && node->start != LAMINA_ABSENT)
    node->layer = GPOINTER_TO_UINT (found) - 1;
  else
    add_layer (self, node, name, type, track);
}

/* What a stream runs is named by its kernel where the record tells it, as tools for traces do. */
static guint32
get_slice_name (Build                  *self,
                const TensorflowRecord *node)
{
  const char *label = get_text (self, node->label), *end = strstr (label, " @@");

  if (self->kinds[node->device] == DEVICE_OPERATORS || !end || end == label)
    return node->name;
  return intern_part (self, label, (gsize) (end - label));
}

static void
add_node (Build *self,
          guint  i)
{
  TensorflowRecord *node = get_node (self, i);
  guint32 track = need_track (self, node);
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  if (self->kinds[node->device] == DEVICE_OPERATORS)
    {
      const char *call = strstr (get_text (self, node->label), " = ");
      gsize length = call ? strcspn (call + 3, "(") : 0;
      gboolean has_type = length > 0 && call[3 + length] == '(';

      add_layer (self, node, node->name, has_type ? intern_part (self, call + 3, length) : 0, track);
      g_hash_table_insert (self->operators, GUINT_TO_POINTER (node->name + 1), GUINT_TO_POINTER (node->layer + 1));
      if (has_type)
        add_inputs (self, node->layer, call + 3 + length + 1);
      add_outputs (self, i);
    }
  else if (self->kinds[node->device] == DEVICE_STREAM)
    add_kernel (self, node, track);
  if (node->start == LAMINA_ABSENT && node->layer == LAMINA_NONE)
    {
      lamina_import_skip (self->steps->import, node->record, N_("the record has no time"));
      return;
    }
  lamina_import_account (self->steps->import, node->record, LAMINA_RECORD_SHOWN);
  if (node->start == LAMINA_ABSENT)
    return;
  slice.name = get_slice_name (self, node);
  slice.start = node->start;
  slice.duration = node->duration;
  slice.layer = node->layer;
  slice.args_offset = node->offset;
  slice.args_length = (guint32) MIN (node->length, G_MAXUINT32);
  lamina_builder_add_slice (self->steps->builder, self->run, track, &slice);
}

static void
tensorflow_steps_build (TensorflowSteps *steps)
{
  Build self = { .steps = steps };

  self.run = lamina_builder_add_run (steps->builder, lamina_builder_own_word (steps->builder, N_("Step")), LAMINA_AXIS_NANOSECONDS,
                                     LAMINA_TIMING_MEASURED);
  lamina_builder_set_layer_word (steps->builder, self.run, LAMINA_LAYER_WORD_NODE);
  self.clock = lamina_builder_add_clock (steps->builder, self.run, "Step");
  self.kinds = judge_devices (steps);
  self.groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.tracks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.operators = g_hash_table_new (NULL, NULL);
  self.tensors = g_hash_table_new (NULL, NULL);
  self.order = g_new (guint, MAX (steps->nodes->len, 1));
  for (guint i = 0; i < steps->nodes->len; i++)
    self.order[i] = i;
  g_qsort_with_data (self.order, (int) steps->nodes->len, sizeof *self.order, compare_nodes, &self);
  for (guint i = 0; i < steps->nodes->len; i++)
    add_node (&self, self.order[i]);
  lamina_builder_set_tool (steps->builder, "TensorFlow");
  g_hash_table_unref (self.groups);
  g_hash_table_unref (self.tracks);
  g_hash_table_unref (self.operators);
  g_hash_table_unref (self.tensors);
  g_free (self.order);
  g_free (self.kinds);
}

gboolean
tensorflow_steps_load (LaminaSource   *source,
                       LaminaBuilder  *builder,
                       GCancellable   *cancellable,
                       GError        **error)
{
  TensorflowSteps self = { .source = source, .builder = builder, .import = lamina_builder_get_import (builder) };
  g_autoptr (LaminaProtoReader) proto = lamina_proto_reader_new (source, 0, cancellable);
  g_autoptr (GError) read_error = NULL;

  self.devices = g_ptr_array_new_with_free_func (g_free);
  self.nodes = g_array_new (FALSE, FALSE, sizeof (TensorflowRecord));
  self.outputs = g_array_new (FALSE, FALSE, sizeof (TensorflowResult));
  tensorflow_devices_each (proto, read_device, &self);
  if (lamina_proto_reader_is_cut (proto))
    lamina_import_damage (self.import, N_("the text is truncated"), source, lamina_proto_reader_get_position (proto), LAMINA_NONE);
  lamina_proto_reader_finish (proto, &read_error);
  if (self.nodes->len > 0)
    tensorflow_steps_build (&self);
  else if (!read_error)
    lamina_error_set (&read_error, LAMINA_ERROR_CONTENT, NULL, N_("The statistics name no nodes."));
  g_ptr_array_unref (self.devices);
  g_array_unref (self.nodes);
  g_array_unref (self.outputs);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (!read_error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
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
