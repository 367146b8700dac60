/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-collect.h"
#include "chrome-key.h"
#include "onnxruntime-trace-private.h"

#include <string.h>

/*
 * `input_type_shape` and `output_type_shape` of a node, as JSON: `[{"float":[1,3,224,224]},{"int64":[]}]`.
 * Older versions write the dimensions in braces.
 */

/* The word of the dtype lives in the text. */
typedef struct
{
  const char *dtype;
  gsize dtype_length;
  LaminaShape shape;
} OnnxruntimeTensor;

static gboolean
take (const char **at,
      char         expected)
{
  while (g_ascii_isspace (**at))
    (*at)++;
  if (**at != expected)
    return FALSE;
  (*at)++;
  return TRUE;
}

/* `"float":[1,3]}`, behind the brace */
static gboolean
parse_tensor (const char       **at,
              OnnxruntimeTensor *tensor)
{
  const char *end;

  if (!take (at, '"') || !(end = strchr (*at, '"')))
    return FALSE;
  tensor->dtype = *at;
  tensor->dtype_length = (gsize) (end - *at);
  *at = end + 1;
  if (!take (at, ':') || !(take (at, '[') || take (at, '{')))
    return FALSE;
  end = *at + strcspn (*at, "]}");
  if (*end == '\0')
    return FALSE;
  if (*at + strspn (*at, " ") == end)
    tensor->shape.n = 0;
  else if (!lamina_shape_parse (*at, (gsize) (end - *at), &tensor->shape))
    return FALSE;
  *at = end + 1;
  return take (at, '}');
}

/*
 * Appends the tensors to @tensors (OnnxruntimeTensor). Returns FALSE when @text is no such list; what was understood
 * before is kept.
 */
static gboolean
onnxruntime_parse_shapes (const char *text,
                          GArray     *tensors)
{
  const char *at = text;

  if (!take (&at, '['))
    return FALSE;
  while (!take (&at, ']'))
    {
      OnnxruntimeTensor tensor;

      take (&at, ',');
      if (!take (&at, '{'))
        return FALSE;
      if (take (&at, '}'))
        continue;
      if (!parse_tensor (&at, &tensor))
        return FALSE;
      g_array_append_val (tensors, tensor);
    }
  return TRUE;
}

/*
 * Each time that a node runs is a layer; those of one node share its name, so that grouping by name sums up the runs.
 * They also share their tensors: a node has the same outputs in every run as long as these keep their shapes, and of
 * inputs nothing is known but shape, dtype and whether they are parameters.
 */

typedef struct
{
  guint32 name;  /* of the node; LAMINA_NONE for inputs */
  guint32 text;  /* the list */
  gint64 parameters;
} ListKey;

CHROME_DEFINE_KEY (ListKey, hash_list, equal_lists)

/* What becomes a column of the table as the file says it. */
static const struct
{
  const char *key;
  LaminaUnit unit;
} metrics[] = {
  { "parameter_size", LAMINA_UNIT_BYTES }, { "activation_size", LAMINA_UNIT_BYTES },
  { "output_size", LAMINA_UNIT_BYTES },    { "node_index", LAMINA_UNIT_NONE },
};

typedef struct
{
  OnnxruntimeTrace *trace;
  const ChromeColumn *types;
  const ChromeColumn *providers;
  const ChromeColumn *inputs;
  const ChromeColumn *outputs;
  const ChromeColumn *parameters;
  const ChromeColumn *columns[G_N_ELEMENTS (metrics)];
  guint32 metrics[G_N_ELEMENTS (metrics)];
  guint32 fence_metric;
  GHashTable *lists;   /* ListKey: GArray of guint32 */
  ChromeTensors *tensors;
  GHashTable *devices; /* provider: its short name */
  gint64 *selves;      /* of each node: its time without its subgraph; NULL when no kernel is known */
} Layers;

static guint32
need_tensor (Layers                  *self,
             const OnnxruntimeTensor *found,
             guint32                  name,
             LaminaRole               role)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

  tensor.name = name == LAMINA_NONE ? 0 : name;
  tensor.role = role;
  return chrome_tensors_need (self->tensors, found->dtype, found->dtype_length, found->shape.dims, found->shape.n, role, &tensor);
}

/*
 * Parameters stand behind the other inputs. Their bytes stand in the file, so the first of them is where the sizes add
 * up; the number of inputs when they do nowhere.
 */
static guint
find_first_parameter (const GArray *tensors,
                      gint64        parameters)
{
  gint64 sum = 0;
  guint i = tensors->len;

  while (i > 0 && sum < parameters)
    {
      const OnnxruntimeTensor *tensor = &g_array_index (tensors, OnnxruntimeTensor, i - 1);
      g_autofree char *dtype = g_strndup (tensor->dtype, tensor->dtype_length);
      gint64 bytes = lamina_shape_get_bytes (tensor->shape.dims, tensor->shape.n, lamina_dtype_get_bits (dtype));

      if (bytes == LAMINA_ABSENT)
        return tensors->len;
      sum = lamina_number_add (sum, bytes);
      i--;
    }
  return sum == parameters ? i : tensors->len;
}

static guint32
make_output_name (Layers  *self,
                  guint32  node,
                  guint    i)
{
  g_autofree char *text = NULL;

  if (i == 0)
    return node;
  text = g_strdup_printf ("%s:%u", chrome_trace_get_text (self->trace->trace, node), i);
  return lamina_builder_intern (self->trace->builder, text, -1);
}

static GArray *
make_list (Layers        *self,
           const ListKey *key)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (OnnxruntimeTensor));
  g_autofree char *text = g_strdup (chrome_trace_get_text (self->trace->trace, key->text));
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint first_parameter;

  onnxruntime_parse_shapes (text, found);
  first_parameter = find_first_parameter (found, key->parameters);
  for (guint i = 0; i < found->len; i++)
    {
      const OnnxruntimeTensor *part = &g_array_index (found, OnnxruntimeTensor, i);
      guint32 tensor;

      if (key->name != LAMINA_NONE)
        tensor = need_tensor (self, part, make_output_name (self, key->name, i), LAMINA_ROLE_ACTIVATION);
      else
        tensor = need_tensor (self, part, LAMINA_NONE,
                              i >= first_parameter ? LAMINA_ROLE_PARAMETER : LAMINA_ROLE_UNKNOWN);
      if (tensor != LAMINA_NONE)
        g_array_append_val (list, tensor);
    }
  return list;
}

static const GArray *
need_list (Layers  *self,
           guint32  name,
           guint32  text,
           gint64   parameters)
{
  const ListKey key = { name, text, parameters };
  GArray *list = g_hash_table_lookup (self->lists, &key);

  if (!list)
    {
      list = make_list (self, &key);
      g_hash_table_insert (self->lists, g_memdup2 (&key, sizeof key), list);
    }
  return list;
}

static void
add_tensors (Layers                *self,
             const OnnxruntimeNode *node)
{
  OnnxruntimeTrace *trace = self->trace;
  guint32 inputs = chrome_events_get_text (self->inputs, node->row);
  guint32 outputs = chrome_events_get_text (self->outputs, node->row);
  gint64 parameters = chrome_events_get_number (self->parameters, node->row);
  const GArray *list;

  if (inputs != LAMINA_NONE)
    {
      list = need_list (self, LAMINA_NONE, inputs, parameters > 0 ? parameters : 0);
      for (guint i = 0; i < list->len; i++)
        lamina_builder_add_input (trace->builder, trace->run, node->layer, g_array_index (list, guint32, i));
    }
  if (outputs != LAMINA_NONE)
    {
      list = need_list (self, node->name, outputs, 0);
      for (guint i = 0; i < list->len; i++)
        lamina_builder_add_output (trace->builder, trace->run, node->layer, g_array_index (list, guint32, i));
    }
}

static void
set_metric (Layers  *self,
            guint32  metric,
            guint32  layer,
            gint64   value)
{
  if (metric != LAMINA_NONE && layer != LAMINA_NONE && value != LAMINA_ABSENT)
    lamina_builder_set_metric_integer (self->trace->builder, self->trace->run, metric, layer, value);
}

static guint32
need_device (Layers  *self,
             guint32  provider)
{
  gpointer found;
  const char *text;
  guint32 device;

  if (provider == LAMINA_NONE)
    return 0;
  if (g_hash_table_lookup_extended (self->devices, GUINT_TO_POINTER (provider), NULL, &found))
    return GPOINTER_TO_UINT (found);
  text = chrome_trace_get_text (self->trace->trace, provider);
  device = lamina_builder_intern (self->trace->builder, text, (gssize) onnxruntime_shorten_provider (text));
  g_hash_table_insert (self->devices, GUINT_TO_POINTER (provider), GUINT_TO_POINTER (device));
  return device;
}

/* Where the time of devices is known, that of nodes on the processor counts as well, or they would cost nothing. */
static gint64
find_device_time (Layers                *self,
                  const OnnxruntimeNode *node)
{
  guint32 provider = chrome_events_get_text (self->providers, node->row);

  if (node->device != LAMINA_ABSENT || !self->selves)
    return node->device;
  if (strcmp (chrome_trace_get_text (self->trace->trace, provider), "CPUExecutionProvider") != 0)
    return LAMINA_ABSENT;
  return self->selves[node - onnxruntime_trace_get_node (self->trace, 0)];
}

static void
add_layer (Layers          *self,
           OnnxruntimeNode *node)
{
  OnnxruntimeTrace *trace = self->trace;
  const ChromeEvents *events = trace->events;
  LaminaLayerInit layer = chrome_collect_layer (trace->trace, node->row);
  guint32 type = chrome_events_get_text (self->types, node->row);

  layer.name = node->name;
  layer.type = type == LAMINA_NONE ? 0 : type;
  layer.device = need_device (self, chrome_events_get_text (self->providers, node->row));
  if (g_str_has_prefix (chrome_trace_get_text (trace->trace, type), "Memcpy"))
    layer.phase = LAMINA_PHASE_COPY;
  if (node->parent != LAMINA_NONE)
    layer.parent = onnxruntime_trace_get_node (trace, node->parent)->layer;
  layer.section = node->section;
  layer.order = (guint32) (node - onnxruntime_trace_get_node (trace, 0));
  layer.host = events->end[node->row] - layer.start;
  layer.device_time = find_device_time (self, node);
  node->layer = lamina_builder_add_layer (trace->builder, trace->run, &layer);
  add_tensors (self, node);
  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    set_metric (self, self->metrics[i], node->layer, chrome_events_get_number (self->columns[i], node->row));
  set_metric (self, self->fence_metric, node->layer, node->fence);
}

/* A kernel whose node is not in the file stands for itself. */
static guint32
add_kernel (Layers  *self,
            guint32  row)
{
  OnnxruntimeTrace *trace = self->trace;
  const ChromeEvents *events = trace->events;
  LaminaLayerInit layer = chrome_collect_layer (trace->trace, row);
  guint32 type = chrome_events_get_text (self->types, row);

  layer.type = type == LAMINA_NONE ? 0 : type;
  layer.section = onnxruntime_find_section (trace, row);
  layer.device_time = events->end[row] - events->start[row];
  return lamina_builder_add_layer (trace->builder, trace->run, &layer);
}

static gint64 *
make_selves (OnnxruntimeTrace *self)
{
  gint64 *selves = g_new (gint64, MAX (self->nodes->len, 1));

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const OnnxruntimeNode *node = onnxruntime_trace_get_node (self, i);
      gint64 duration = self->events->end[node->row] - self->events->start[node->row];

      selves[i] = duration;
      if (node->parent != LAMINA_NONE)
        selves[node->parent] = MAX (selves[node->parent] - duration, 0);
    }
  return selves;
}

static void
layers_init (Layers           *self,
             OnnxruntimeTrace *trace)
{
  gboolean has_fences = FALSE;

  *self = (Layers) { .trace = trace };
  self->types = chrome_events_find_column (trace->events, "op_name");
  self->providers = chrome_events_find_column (trace->events, "provider");
  self->inputs = chrome_events_find_column (trace->events, "input_type_shape");
  self->outputs = chrome_events_find_column (trace->events, "output_type_shape");
  self->parameters = chrome_events_find_column (trace->events, "parameter_size");
  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    {
      self->columns[i] = chrome_events_find_column (trace->events, metrics[i].key);
      self->metrics[i] = self->columns[i] ? lamina_builder_add_metric (trace->builder, trace->run, metrics[i].key,
                                                                       metrics[i].unit, LAMINA_VALUE_INTEGER) : LAMINA_NONE;
    }
  self->fence_metric = LAMINA_NONE;
  for (guint i = 0; i < trace->nodes->len; i++)
    has_fences |= onnxruntime_trace_get_node (trace, i)->fence != LAMINA_ABSENT;
  if (has_fences)
    self->fence_metric = lamina_builder_add_metric (trace->builder, trace->run, "fence", LAMINA_UNIT_NANOSECONDS,
                                                    LAMINA_VALUE_INTEGER);
  self->lists = g_hash_table_new_full (hash_list, equal_lists, g_free, (GDestroyNotify) g_array_unref);
  self->tensors = chrome_tensors_new (trace->trace);
  self->devices = g_hash_table_new (NULL, NULL);
  if (memchr (trace->kinds, ONNXRUNTIME_KERNEL, trace->events->n))
    self->selves = make_selves (trace);
}

gboolean
onnxruntime_add_layers (OnnxruntimeTrace *self)
{
  guint32 *of_rows = chrome_events_need_layers (self->events);
  Layers layers;
  gboolean done = TRUE;

  layers_init (&layers, self);
  for (guint i = 0; i < self->nodes->len && done; i++)
    {
      add_layer (&layers, onnxruntime_trace_get_node (self, i));
      done = (i & 0xffff) != 0 || !g_cancellable_is_cancelled (self->trace->cancellable);
    }
  /* Indexes of nodes give way to their layers. */
  for (guint row = 0; row < self->events->n && done; row++)
    if (of_rows[row] != LAMINA_NONE)
      of_rows[row] = onnxruntime_trace_get_node (self, of_rows[row])->layer;
    else if (self->kinds[row] == ONNXRUNTIME_KERNEL)
      of_rows[row] = add_kernel (&layers, row);
  g_hash_table_unref (layers.lists);
  chrome_tensors_free (layers.tensors);
  g_hash_table_unref (layers.devices);
  g_free (layers.selves);
  return done;
}
