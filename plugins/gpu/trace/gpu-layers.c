/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

/* Which layer work belongs to */

static guint32
add_item (GpuTrace *self,
          guint32   row)
{
  GpuItem item = { .event = row, .parent = LAMINA_NONE, .bytes = LAMINA_ABSENT, .message = LAMINA_ABSENT, .op = -1, .seq = -1,
                   .layer = LAMINA_NONE };

  gpu_trace_get_event (self, row)->item = self->items->len;
  g_array_append_val (self->items, item);
  return self->items->len - 1;
}

/* The item of what a call stands in: that of an operator is there, a range gets one. */
static guint32
need_host (GpuTrace *self,
           guint32   call)
{
  guint32 row = call != LAMINA_NONE ? gpu_trace_get_event (self, call)->around : LAMINA_NONE;

  if (row == LAMINA_NONE)
    return LAMINA_NONE;
  return gpu_trace_get_event (self, row)->item != LAMINA_NONE ? gpu_trace_get_event (self, row)->item : add_item (self, row);
}

static guint32
get_device_label (GpuTrace       *self,
                  const GpuEvent *event)
{
  return ((GpuDevice *) self->devices->pdata[gpu_trace_get_track (self, event->track)->device])->label;
}

/* Its bytes become those of the layer. */
static void
give_work (GpuTrace *self,
           guint32   row,
           guint32   host)
{
  GpuEvent *event = gpu_trace_get_event (self, row);
  GpuItem *own = event->item != LAMINA_NONE ? gpu_trace_get_item (self, event->item) : NULL;
  GpuItem *item = gpu_trace_get_item (self, host);

  item->has_kernels |= event->kind == GPU_KERNEL || event->kind == GPU_GRAPH;
  item->has_inner |= event->is_inner;
  if (own != NULL)
    {
      item->bytes = lamina_number_add (item->bytes, own->bytes);
      own->event = LAMINA_NONE;
    }
  item->device = get_device_label (self, event);
  event->item = host;
}

/* The message of a range is handed over once, however many kernels do it. */
static void
give_message (GpuTrace *self,
              guint32   row,
              GpuItem  *item)
{
  gpointer call = GUINT_TO_POINTER (gpu_trace_get_event (self, row)->around + 1);
  gpointer range = g_hash_table_lookup (self->senders, call), bytes;

  if (range != NULL && g_hash_table_steal_extended (self->messages, range, NULL, &bytes))
    item->message = lamina_number_add (item->message, (gint64) (gintptr) bytes);
}

static void
place_work (GpuTrace *self,
            guint32   row)
{
  guint32 host = need_host (self, gpu_trace_get_event (self, row)->around);
  GpuEvent *event = gpu_trace_get_event (self, row);
  GpuItem *item;

  if (host != LAMINA_NONE && !event->is_own)
    {
      give_work (self, row, host);
      give_message (self, row, gpu_trace_get_item (self, host));
      return;
    }
  if (event->item == LAMINA_NONE)
    add_item (self, row);
  item = gpu_trace_get_item (self, event->item);
  give_message (self, row, item);
  item->parent = host;
  item->has_kernels = event->kind == GPU_KERNEL || event->kind == GPU_GRAPH;
  item->has_inner = event->is_inner;
  item->device = get_device_label (self, event);
  item->phase = event->kind == GPU_COPY || event->kind == GPU_FILL ? LAMINA_PHASE_COPY : LAMINA_PHASE_UNKNOWN;
  if (host != LAMINA_NONE && gpu_trace_get_item (self, host)->phase != LAMINA_PHASE_UNKNOWN)
    item->phase = gpu_trace_get_item (self, host)->phase;
}

/* Of ranges only those are layers that launched something: the parent of one is the next of these around it. */
static void
find_parents_of_ranges (GpuTrace *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      GpuItem *item = gpu_trace_get_item (self, i);
      const GpuEvent *event = item->event != LAMINA_NONE ? gpu_trace_get_event (self, item->event) : NULL;
      guint32 row = event != NULL && event->kind == GPU_RANGE ? event->around : LAMINA_NONE;

      while (row != LAMINA_NONE && gpu_trace_get_event (self, row)->item == LAMINA_NONE)
        row = gpu_trace_get_event (self, row)->around;
      if (row != LAMINA_NONE)
        item->parent = gpu_trace_get_event (self, row)->item;
    }
}

/* The items that are layers, by start, and the longer one first. */
static LaminaOrderItem *
list_in_order (GpuTrace *self,
               guint    *n)
{
  g_autofree LaminaOrderItem *order = g_new (LaminaOrderItem, MAX (self->items->len, 1));

  *n = 0;
  for (guint i = 0; i < self->items->len; i++)
    {
      guint32 row = gpu_trace_get_item (self, i)->event;

      if (row != LAMINA_NONE)
        order[(*n)++] = (LaminaOrderItem) { ~lamina_order_key_integer (gpu_trace_get_event (self, row)->end), i };
    }
  if (!lamina_order_sort (order, NULL, *n, self->cancellable))
    return NULL;
  for (guint i = 0; i < *n; i++)
    order[i].key = lamina_order_key_integer (gpu_trace_get_event (self, gpu_trace_get_item (self, order[i].row)->event)->start);
  return lamina_order_sort (order, NULL, *n, self->cancellable) ? g_steal_pointer (&order) : NULL;
}

/* Layers */

/*
 * types    strings of names: a string of the type
 * tensors  of what made it and its shape: the tensor from 1 on
 * ops      of process and number: the item from 1 on
 */
typedef struct
{
  GpuTrace *trace;
  GHashTable *types;
  GHashTable *tensors;
  GHashTable *ops;
  GArray *dims;
  GArray *firsts;
} Layers;

/* Kernels of one kind do the same: `gemm bf16 128×256 tn(…)` is a `gemm`. Copies and collectives keep a second word. */
static guint32
find_work_type (Layers         *self,
                const GpuEvent *event,
                const char     *text)
{
  gsize length = strcspn (text, " <(");

  if (text[length] == ' ' && (event->kind != GPU_KERNEL || g_str_has_prefix (text, "nccl ")))
    length += 1 + strcspn (text + length + 1, " (");
  while (length > 0 && text[length - 1] == ' ')
    length--;
  return lamina_builder_intern (self->trace->builder, text, (gssize) length);
}

static guint32
get_common_name (Layers  *self,
                 guint32  name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->trace->common_names, GUINT_TO_POINTER (name)));
}

#define ENGINE_SUFFIX "(" GPU_ENGINE ")"

static guint32
find_type (Layers         *self,
           const GpuEvent *event)
{
  gpointer key = GUINT_TO_POINTER (event->name << 1 | gpu_kind_is_work (event->kind));
  guint32 type = GPOINTER_TO_UINT (g_hash_table_lookup (self->types, key));
  guint32 common = event->kind == GPU_KERNEL ? get_common_name (self, event->name) : 0;
  const char *text = lamina_builder_get_string (self->trace->builder, common != 0 ? common : event->name);

  if (type != 0)
    return type;
  if (event->kind == GPU_GRAPH)
    type = lamina_builder_intern (self->trace->builder, "CUDA graph", -1);
  else if (gpu_kind_is_work (event->kind))
    type = find_work_type (self, event, text);
  else if (g_str_has_suffix (text, ENGINE_SUFFIX))
    type = lamina_builder_intern (self->trace->builder, text, (gssize) (strlen (text) - strlen (ENGINE_SUFFIX)));
  else if (event->is_library && lamina_collective_get_type (text) != NULL)
    type = lamina_builder_intern (self->trace->builder, lamina_collective_get_type (text), -1);
  else
    type = event->name;
  g_hash_table_insert (self->types, key, GUINT_TO_POINTER (type));
  return type;
}

/* What records a collective has the same name always: the operator of the process group around it tells which one it is. */
static void
name_collective (Layers          *self,
                 const GpuItem   *item,
                 LaminaLayerInit *layer)
{
  const char *around, *type;
  const GpuItem *parent = item->parent != LAMINA_NONE ? gpu_trace_get_item (self->trace, item->parent) : NULL;

  if (parent == NULL
      || strcmp (lamina_builder_get_string (self->trace->builder, layer->name), "record_param_comms") != 0)
    return;
  around = lamina_builder_get_string (self->trace->builder, gpu_trace_get_event (self->trace, parent->event)->name);
  type = g_str_has_prefix (around, "c10d::") ? lamina_collective_get_type (around) : NULL;
  if (type != NULL)
    layer->name = layer->type = lamina_builder_intern (self->trace->builder, type, -1);
}

/* Section and region are those of what launched it. */
static void
place_layer (Layers          *self,
             const GpuEvent  *event,
             LaminaLayerInit *layer)
{
  guint32 process = gpu_trace_get_track (self->trace, event->track)->process;
  const GpuEvent *launch = event;

  if (gpu_kind_is_work (event->kind))
    {
      if (event->around == LAMINA_NONE)
        return;
      launch = gpu_trace_get_event (self->trace, event->around);
    }
  layer->section = gpu_find_section (self->trace, process, launch->start);
  layer->annotation = gpu_trace_get_region (self->trace, launch);
}

static guint32
add_layer (Layers        *self,
           const GpuItem *item,
           guint          order)
{
  GpuTrace *trace = self->trace;
  const GpuEvent *event = gpu_trace_get_event (trace, item->event);
  LaminaLayerInit init = LAMINA_LAYER_INIT;
  guint32 layer;

  init.name = event->name;
  init.type = find_type (self, event);
  init.device = item->device;
  init.phase = (LaminaPhase) item->phase;
  init.parent = item->parent != LAMINA_NONE ? gpu_trace_get_item (trace, item->parent)->layer : LAMINA_NONE;
  init.track = gpu_trace_get_track (trace, event->track)->track;
  init.order = order;
  init.start = event->start;
  if (!gpu_kind_is_work (event->kind) && !event->is_open)
    init.host = event->end - event->start;
  if (item->sizes != 0)
    lamina_builder_intern_pairs (trace->builder, 1, &init.name, &item->sizes, &init.key);
  else if (event->kind == GPU_KERNEL)
    init.key = get_common_name (self, event->name);
  place_layer (self, event, &init);
  name_collective (self, item, &init);
  if (!item->has_kernels)
    init.bytes = item->bytes;
  else
    init.bytes = item->message;
  if (init.bytes != LAMINA_ABSENT && item->has_inner)
    init.estimated = LAMINA_ESTIMATE_BYTES;
  layer = lamina_builder_add_layer (trace->builder, trace->run, &init);
  if (event->args_length > 0)
    lamina_builder_add_layer_args (trace->builder, trace->run, layer, 0, 0, event->args_offset, event->args_length);
  return layer;
}

/* Tensors */

typedef struct
{
  gint64 op;
  gint32 output;
  guint32 process;
  guint32 shape;
} TensorKey;

static guint
hash_tensor (gconstpointer data)
{
  const TensorKey *key = data;

  return (guint) ((((guint64) key->op * 31 + (guint32) key->output) * 31 + key->process) * 0x9e3779b1 + key->shape);
}

static gboolean
equal_tensors (gconstpointer a,
               gconstpointer b)
{
  const TensorKey *left = a, *right = b;

  return left->op == right->op && left->output == right->output && left->process == right->process
         && left->shape == right->shape;
}

static gint64
get_op_key (guint32 process,
            gint64  op)
{
  return (gint64) ((guint64) process << 44 ^ (guint64) op);
}

/* What an operator made is a tensor for each of its results; of what nobody made one stands for all of a shape. */
static guint32
need_tensor (Layers  *self,
             guint32  process,
             GpuEdge  edge,
             guint    first,
             guint    n)
{
  gint64 op_key = get_op_key (process, edge.op);
  guint maker = edge.op > 0 ? GPOINTER_TO_UINT (g_hash_table_lookup (self->ops, &op_key)) : 0;
  TensorKey key = { 0 };
  LaminaTensorInit init = LAMINA_TENSOR_INIT;
  guint32 tensor;

  init.shape = lamina_builder_intern_shape (self->trace->builder, (const gint64 *) (gpointer) self->dims->data + first, n);
  key.shape = init.shape;
  if (maker > 0)
    {
      key.op = edge.op;
      key.output = edge.output;
      key.process = process;
      init.role = LAMINA_ROLE_ACTIVATION;
    }
  tensor = GPOINTER_TO_UINT (g_hash_table_lookup (self->tensors, &key));
  if (tensor > 0)
    return tensor - 1;
  tensor = lamina_builder_add_tensor (self->trace->builder, self->trace->run, &init);
  if (tensor == LAMINA_NONE)
    return tensor;
  g_hash_table_insert (self->tensors, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (tensor + 1));
  if (maker > 0)
    lamina_builder_add_output (self->trace->builder, self->trace->run, gpu_trace_get_item (self->trace, maker - 1)->layer, tensor);
  return tensor;
}

static void
add_inputs (Layers        *self,
            const GpuItem *item)
{
  GpuTrace *trace = self->trace;
  guint32 process = gpu_trace_get_track (trace, gpu_trace_get_event (trace, item->event)->track)->process;
  gboolean has_edges;

  if (item->sizes == 0
      || !gpu_operator_parse_sizes (lamina_builder_get_string (trace->builder, item->sizes), self->dims, self->firsts))
    return;
  has_edges = item->n_inputs + 1u == self->firsts->len;
  for (guint i = 0; i + 1 < self->firsts->len; i++)
    {
      guint first = g_array_index (self->firsts, guint, i), n = g_array_index (self->firsts, guint, i + 1) - first;
      GpuEdge edge = has_edges ? g_array_index (trace->edges, GpuEdge, item->inputs + i) : (GpuEdge) { 0, -1 };

      /* What has no dimensions is no tensor, unless an operator made it. */
      if (n > 0 || edge.op > 0)
        lamina_builder_add_input (trace->builder, trace->run, item->layer, need_tensor (self, process, edge, first, n));
    }
}

static void
note_ops (Layers *self)
{
  for (guint i = 0; i < self->trace->items->len; i++)
    {
      const GpuItem *item = gpu_trace_get_item (self->trace, i);
      gint64 key;

      if (item->event == LAMINA_NONE || item->op <= 0)
        continue;
      key = get_op_key (gpu_trace_get_track (self->trace, gpu_trace_get_event (self->trace, item->event)->track)->process,
                        item->op);
      g_hash_table_insert (self->ops, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i + 1));
    }
}

static gboolean
fill (Layers                *self,
      const LaminaOrderItem *order,
      guint                  n)
{
  GpuTrace *trace = self->trace;

  lamina_builder_reserve_layers (trace->builder, trace->run, n);
  /* A parent that starts after what it launched, as clocks may have it, is known by then. */
  for (guint i = 0; i < n; i++)
    gpu_trace_get_item (trace, order[i].row)->layer = i;
  for (guint i = 0; i < n; i++)
    if (gpu_trace_is_cancelled (trace, i) || add_layer (self, gpu_trace_get_item (trace, order[i].row), i) == LAMINA_NONE)
      return FALSE;
  if (trace->edges->len > 0)
    note_ops (self);
  for (guint i = 0; i < n; i++)
    if (gpu_trace_is_cancelled (trace, i))
      return FALSE;
    else
      add_inputs (self, gpu_trace_get_item (trace, order[i].row));
  return TRUE;
}

/* Where no operators and ranges are known, each kernel and copy is a layer of its own; ranges may be anything. */
static LaminaLayerWord
find_word (GpuTrace              *self,
           const LaminaOrderItem *order,
           guint                  n)
{
  LaminaLayerWord word = LAMINA_LAYER_WORD_KERNEL;

  for (guint i = 0; i < n; i++)
    {
      guint8 kind = gpu_trace_get_event (self, gpu_trace_get_item (self, order[i].row)->event)->kind;

      if (kind == GPU_OPERATOR)
        return LAMINA_LAYER_WORD_OPERATOR;
      if (!gpu_kind_is_work (kind))
        word = LAMINA_LAYER_WORD_LAYER;
    }
  return word;
}

gboolean
gpu_add_layers (GpuTrace *self)
{
  Layers layers = { .trace = self };
  g_autofree LaminaOrderItem *order = NULL;
  gboolean done;
  guint n;

  for (guint i = 0; i < self->events->len; i++)
    if (gpu_trace_is_cancelled (self, i))
      return FALSE;
    else if (gpu_kind_is_work (gpu_trace_get_event (self, i)->kind))
      place_work (self, i);
  find_parents_of_ranges (self);
  order = list_in_order (self, &n);
  if (order == NULL)
    return FALSE;
  lamina_builder_set_layer_word (self->builder, self->run, find_word (self, order, n));
  layers.types = g_hash_table_new (NULL, NULL);
  layers.tensors = g_hash_table_new_full (hash_tensor, equal_tensors, g_free, NULL);
  layers.ops = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  layers.dims = g_array_sized_new (FALSE, FALSE, sizeof (gint64), 16);
  layers.firsts = g_array_new (FALSE, FALSE, sizeof (guint));
  done = fill (&layers, order, n);
  g_hash_table_unref (layers.types);
  g_hash_table_unref (layers.tensors);
  g_hash_table_unref (layers.ops);
  g_array_unref (layers.dims);
  g_array_unref (layers.firsts);
  return done;
}
