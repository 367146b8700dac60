/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-steps.h"

#include <stdlib.h>
#include <string.h>

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

/* `n = Op(a, b)`: the type, and where the inputs are named. */
static guint32
read_type (Build       *self,
           guint32      label,
           const char **inputs)
{
  const char *text = strstr (get_text (self, label), " = ");
  gsize length = text ? strcspn (text + 3, "(") : 0;

  *inputs = "";
  if (!text || length == 0 || text[3 + length] != '(')
    return 0;
  *inputs = text + 3 + length + 1;
  return intern_part (self, text + 3, length);
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

/* `a, b:1, ^c)`: control inputs are no tensors. */
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

static void
add_operator (Build            *self,
              guint             i,
              TensorflowRecord *node,
              guint32           track)
{
  const char *inputs;
  guint32 type = read_type (self, node->label, &inputs);

  add_layer (self, node, node->name, type, track);
  g_hash_table_insert (self->operators, GUINT_TO_POINTER (node->name + 1), GUINT_TO_POINTER (node->layer + 1));
  add_inputs (self, node->layer, inputs);
  add_outputs (self, i);
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
    add_operator (self, i, node, track);
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
  g_autoptr (GError) read_error = NULL;

  self.devices = g_ptr_array_new_with_free_func (g_free);
  self.nodes = g_array_new (FALSE, FALSE, sizeof (TensorflowRecord));
  self.outputs = g_array_new (FALSE, FALSE, sizeof (TensorflowResult));
  tensorflow_steps_read (&self, cancellable, &read_error);
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
