/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-collect.h"
#include "chrome-self.h"
#include "chrome-shortening.h"
#include "xprof-hlo-private.h"
#include "xprof-trace-private.h"

#include <string.h>

/*
 * Layers are the operations on the lines of the devices. Where there are none, on a processor, they are what the host's
 * threads say of operations: those of XLA by `hlo_op`, those of TensorFlow by a `long_name` like `dense/MatMul:MatMul`.
 *
 * What the compiler prints of an operation names its operands, so tensors of one name and shape are one: from the
 * operation that makes it to those that read it, in all steps.
 */

/* What the text of an operation says, and one name says it in all steps. */
typedef struct
{
  guint32 opcode;
  GArray *inputs;  /* guint32 */
  GArray *outputs; /* guint32 */
} Text;

typedef struct
{
  XprofTrace *trace;
  GArray *operations; /* XprofOperation, by start */
  gboolean is_host;
  gint64 *self_times; /* see chrome_self_times_new() */
  const ChromeColumn *names;
  const ChromeColumn *categories;
  const ChromeColumn *texts;
  const ChromeColumn *scopes;
  const ChromeColumn *bytes;
  const ChromeColumn *model_flops;
  const ChromeColumn *flops;
  const ChromeColumn *picoseconds;
  guint32 metric;
  ChromeTensors *tensors;
  GHashTable *made;    /* name + 1: tensor + 1, the last output of that name */
  GHashTable *known;   /* string + 1: Text */
} Layers;

static void
text_free (gpointer data)
{
  Text *text = data;

  g_array_unref (text->inputs);
  g_array_unref (text->outputs);
  g_free (text);
}

/* Operations in the order of starts, each with the one around it on its line */

/* `model/dense/MatMul:MatMul`: where the type begins, or NULL. */
static const char *
find_framework_type (const char *text)
{
  const char *colon = strrchr (text, ':');

  if (!colon || colon == text || strpbrk (text, " (){}=") || !g_ascii_isalpha (colon[1]) || strstr (text, "::"))
    return NULL;
  return colon + 1;
}

static gboolean
is_operation (gpointer data,
              guint32  track,
              guint32  row)
{
  Layers *self = data;
  guint32 text;

  if (!self->is_host)
    return self->trace->lines[track] == XPROF_LINE_OPS;
  if (self->trace->lines[track] != XPROF_LINE_HOST)
    return FALSE;
  if (chrome_events_get_text (self->names, row) != LAMINA_NONE)
    return TRUE;
  text = chrome_events_get_text (self->texts, row);
  return text != LAMINA_NONE && find_framework_type (chrome_trace_get_text (self->trace->trace, text)) != NULL;
}

static void
collect_track (Layers  *self,
               guint32  i)
{
  const ChromeTrack *track = chrome_trace_get_track (self->trace->trace, i);
  guint32 open = LAMINA_NONE;

  for (guint j = 0; j < track->n; j++)
    {
      XprofOperation operation = { .row = track->rows[j], .layer = LAMINA_NONE };

      if (!is_operation (self, i, operation.row))
        continue;
      while (open != LAMINA_NONE
             && !chrome_collect_within (self->trace->trace, operation.row,
                                        g_array_index (self->operations, XprofOperation, open).row))
        open = g_array_index (self->operations, XprofOperation, open).parent;
      operation.parent = open;
      open = self->operations->len;
      g_array_append_val (self->operations, operation);
    }
}

/* Tensors */

static guint32
need_tensor (Layers             *self,
             const XprofOperand *operand,
             guint32             name,
             LaminaRole          role)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

  tensor.name = name;
  tensor.layout = operand->layout_length > 0
                    ? lamina_builder_intern (self->trace->builder, operand->layout, (gssize) operand->layout_length) : 0;
  tensor.role = role;
  return chrome_tensors_need (self->tensors, operand->dtype, operand->dtype_length,
                              operand->has_shape ? operand->shape.dims : NULL, operand->shape.n, 0, &tensor);
}

static gboolean
is_word (const XprofOperand *operand,
         const char         *word)
{
  return operand->dtype_length == strlen (word) && strncmp (operand->dtype, word, operand->dtype_length) == 0;
}

/* Tokens order operations and hold nothing. */
static gboolean
is_value (const XprofOperand *operand)
{
  return !operand->has_shape || !(is_word (operand, "token") || is_word (operand, "opaque"));
}

static void
add_inputs (Layers         *self,
            const XprofHlo *hlo,
            Text           *text)
{
  static const char *const prefixes[] = { "param", "Arg_", "p." };

  for (guint i = 0; i < hlo->inputs->len; i++)
    {
      const XprofOperand *operand = &g_array_index (hlo->inputs, XprofOperand, i);
      LaminaRole role = LAMINA_ROLE_ACTIVATION;
      guint32 name, made, tensor;

      if (!is_value (operand) || (!operand->has_shape && operand->name_length == 0))
        continue;
      name = lamina_builder_intern_raw (self->trace->builder, operand->name ? operand->name : "", operand->name_length);
      made = GPOINTER_TO_UINT (g_hash_table_lookup (self->made, GUINT_TO_POINTER (name + 1)));
      for (guint j = 0; j < G_N_ELEMENTS (prefixes); j++)
        if (operand->name_length >= strlen (prefixes[j])
            && g_ascii_strncasecmp (operand->name, prefixes[j], strlen (prefixes[j])) == 0)
          role = LAMINA_ROLE_INPUT;
      /* An operand without a shape is what an operation before has made under that name. */
      tensor = !operand->has_shape && made > 0 ? made - 1 : need_tensor (self, operand, name, role);
      if (tensor != LAMINA_NONE)
        g_array_append_val (text->inputs, tensor);
    }
}

static void
add_outputs (Layers         *self,
             const XprofHlo *hlo,
             guint32         name,
             Text           *text)
{
  for (guint i = 0; i < hlo->outputs->len; i++)
    {
      const XprofOperand *operand = &g_array_index (hlo->outputs, XprofOperand, i);
      g_autofree char *part = NULL;
      guint32 tensor, part_name = name;

      if (!is_value (operand))
        continue;
      if (hlo->outputs->len > 1)
        {
          part = g_strdup_printf ("%s:%u", chrome_trace_get_text (self->trace->trace, name), i);
          part_name = lamina_builder_intern (self->trace->builder, part, -1);
        }
      tensor = need_tensor (self, operand, part_name, LAMINA_ROLE_ACTIVATION);
      if (tensor == LAMINA_NONE)
        continue;
      g_array_append_val (text->outputs, tensor);
      g_hash_table_insert (self->made, GUINT_TO_POINTER (part_name + 1), GUINT_TO_POINTER (tensor + 1));
    }
}

static const Text *
need_text (Layers  *self,
           guint32  long_name,
           guint32  name)
{
  Text *text = g_hash_table_lookup (self->known, GUINT_TO_POINTER (long_name + 1));
  g_autofree char *copy = NULL;
  XprofHlo hlo;

  if (text)
    return text;
  text = g_new0 (Text, 1);
  text->inputs = g_array_new (FALSE, FALSE, sizeof (guint32));
  text->outputs = g_array_new (FALSE, FALSE, sizeof (guint32));
  copy = g_strdup (chrome_trace_get_text (self->trace->trace, long_name));
  xprof_hlo_init (&hlo);
  if (xprof_hlo_parse (&hlo, copy))
    {
      text->opcode = lamina_builder_intern_raw (self->trace->builder, hlo.opcode, hlo.opcode_length);
      add_inputs (self, &hlo, text);
      add_outputs (self, &hlo, name, text);
    }
  xprof_hlo_clear (&hlo);
  g_hash_table_insert (self->known, GUINT_TO_POINTER (long_name + 1), text);
  return text;
}

/* What an operation is */

static guint32
intern_part (Layers     *self,
             const char *text,
             gsize       length)
{
  g_autofree char *copy = g_strndup (text, length);

  return lamina_builder_intern (self->trace->builder, copy, -1);
}

static void
name_layer (Layers          *self,
            guint32          row,
            LaminaLayerInit *layer)
{
  guint32 name = chrome_events_get_text (self->names, row), text = chrome_events_get_text (self->texts, row);
  const char *long_name = chrome_trace_get_text (self->trace->trace, text);
  const char *type = text != LAMINA_NONE ? find_framework_type (long_name) : NULL;

  if (name != LAMINA_NONE && name != 0)
    layer->name = name;
  if (type && (name == LAMINA_NONE || name == 0))
    {
      g_autofree char *copy = g_strdup (long_name);

      layer->name = intern_part (self, copy, (gsize) (type - long_name - 1));
      layer->type = intern_part (self, copy + (type - long_name), strlen (type));
    }
}

/* `fusion.12` is a `fusion`. */
static guint32
find_type (Layers  *self,
           guint32  row,
           guint32  opcode,
           guint32  name)
{
  guint32 category = chrome_events_get_text (self->categories, row);
  const char *text = chrome_trace_get_text (self->trace->trace, name);
  gsize length = strlen (text);

  if (category != LAMINA_NONE && category != 0)
    return category;
  if (opcode != 0)
    return opcode;
  while (length > 0 && (g_ascii_isdigit (text[length - 1]) || text[length - 1] == '.'))
    length--;
  return length > 0 ? intern_part (self, text, length) : name;
}

/* What JAX and Keras call the way back; a copy is one by its type. */
static LaminaPhase
find_phase (Layers  *self,
            guint32  row,
            guint32  type)
{
  const char *scope = chrome_trace_get_text (self->trace->trace, chrome_events_get_text (self->scopes, row));
  const char *word = chrome_trace_get_text (self->trace->trace, type);

  if (g_str_has_prefix (word, "copy") || g_str_has_prefix (word, "Memcpy"))
    return LAMINA_PHASE_COPY;
  if (strstr (scope, "transpose(jvp(") || strstr (scope, "gradient_tape/"))
    return LAMINA_PHASE_BACKWARD;
  return strstr (scope, "jvp(") ? LAMINA_PHASE_FORWARD : LAMINA_PHASE_UNKNOWN;
}

static void
add_details (Layers     *self,
             guint32     row,
             guint32     layer,
             const Text *text)
{
  LaminaBuilder *builder = self->trace->builder;
  guint32 run = self->trace->run, scope = chrome_events_get_text (self->scopes, row);
  gint64 picoseconds = chrome_events_get_number (self->picoseconds, row);

  if (scope != LAMINA_NONE && scope != 0)
    lamina_builder_add_part (builder, run, layer, scope);
  if (self->metric != LAMINA_NONE && picoseconds != LAMINA_ABSENT && layer != LAMINA_NONE)
    lamina_builder_set_metric_integer (builder, run, self->metric, layer, picoseconds);
  for (guint i = 0; text && i < text->inputs->len; i++)
    lamina_builder_add_input (builder, run, layer, g_array_index (text->inputs, guint32, i));
  for (guint i = 0; text && i < text->outputs->len; i++)
    lamina_builder_add_output (builder, run, layer, g_array_index (text->outputs, guint32, i));
}

static void
add_layer (Layers  *self,
           guint    i,
           guint32  order)
{
  XprofOperation *operation = &g_array_index (self->operations, XprofOperation, i);
  guint32 row = operation->row, long_name = chrome_events_get_text (self->texts, row);
  LaminaLayerInit layer = chrome_collect_layer (self->trace->trace, row);
  guint32 process = chrome_trace_get_process_of (self->trace->trace, row);
  guint32 device = chrome_trace_get_process (self->trace->trace, process)->name;
  const char *colon = strchr (chrome_trace_get_text (self->trace->trace, device), ':');
  const Text *text;

  name_layer (self, row, &layer);
  text = long_name != LAMINA_NONE ? need_text (self, long_name, layer.name) : NULL;
  if (layer.type == 0)
    layer.type = find_type (self, row, text ? text->opcode : 0, layer.name);
  layer.phase = find_phase (self, row, layer.type);
  /* `/device:TPU:0` is shown as `TPU:0`. */
  layer.device = colon ? intern_part (self, colon + 1, strlen (colon + 1)) : device;
  if (operation->parent != LAMINA_NONE)
    layer.parent = g_array_index (self->operations, XprofOperation, operation->parent).layer;
  layer.section = xprof_find_section (self->trace, row);
  layer.order = order;
  if (self->is_host)
    chrome_collect_host (self->trace->trace, row, self->self_times, &layer);
  /* A loop states what its body does in all rounds, which the operations of the body state again. */
  if (i + 1 == self->operations->len || g_array_index (self->operations, XprofOperation, i + 1).parent != i)
    {
      gint64 flop = chrome_events_get_number (self->model_flops, row), bytes = chrome_events_get_number (self->bytes, row);

      if (flop == LAMINA_ABSENT)
        flop = chrome_events_get_number (self->flops, row);
      layer.flop = flop >= 0 ? flop : LAMINA_ABSENT;
      layer.bytes = bytes >= 0 ? bytes : LAMINA_ABSENT;
    }
  operation->layer = lamina_builder_add_layer (self->trace->builder, self->trace->run, &layer);
  chrome_events_need_layers (self->trace->events)[row] = operation->layer;
  add_details (self, row, operation->layer, text);
}

/* Operations of several lines, by start; those of one line are in order already, outer ones first, and stay so. */
static int
compare_operations (gconstpointer a,
                    gconstpointer b,
                    gpointer      data)
{
  const Layers *self = data;
  guint left = *(const guint *) a, right = *(const guint *) b;
  gint64 first = self->trace->events->start[g_array_index (self->operations, XprofOperation, left).row];
  gint64 second = self->trace->events->start[g_array_index (self->operations, XprofOperation, right).row];

  if (first != second)
    return first < second ? -1 : 1;
  return left < right ? -1 : left > right;
}

static gboolean
add_layers (Layers *self)
{
  g_autofree guint *order = g_new (guint, MAX (self->operations->len, 1));

  for (guint i = 0; i < self->operations->len; i++)
    order[i] = g_array_index (self->operations, XprofOperation, i).row;
  /* Names of kernels are made by compilers. */
  if (!self->is_host)
    chrome_shorten_kernels (self->trace->trace, order, self->operations->len);
  for (guint i = 0; i < self->operations->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) self->operations->len, sizeof *order, compare_operations, self);
  for (guint i = 0; i < self->operations->len; i++)
    {
      if (chrome_trace_is_cancelled (self->trace->trace, i))
        return FALSE;
      add_layer (self, order[i], i);
    }
  return TRUE;
}

gboolean
xprof_add_layers (XprofTrace *self)
{
  Layers layers = {
    .trace = self,
    .operations = g_array_new (FALSE, FALSE, sizeof (XprofOperation)),
    .names = chrome_events_find_column (self->events, "hlo_op"),
    .categories = chrome_events_find_column (self->events, "hlo_category"),
    .texts = chrome_events_find_column (self->events, "long_name"),
    .scopes = chrome_events_find_column (self->events, "tf_op"),
    .bytes = chrome_events_find_column (self->events, "bytes_accessed"),
    .model_flops = chrome_events_find_column (self->events, "model_flops"),
    .flops = chrome_events_find_column (self->events, "flops"),
    .picoseconds = chrome_events_find_column (self->events, "device_duration_ps"),
    .metric = LAMINA_NONE,
    .tensors = chrome_tensors_new (self->trace),
    .made = g_hash_table_new (NULL, NULL),
    .known = g_hash_table_new_full (NULL, NULL, NULL, text_free),
  };
  gboolean done;

  if (layers.picoseconds)
    layers.metric = lamina_builder_add_metric (self->builder, self->run, "device_duration_ps", LAMINA_UNIT_NONE,
                                               LAMINA_VALUE_INTEGER);
  for (guint i = 0; i < self->trace->n_tracks; i++)
    collect_track (&layers, i);
  if (layers.operations->len == 0)
    {
      layers.is_host = TRUE;
      for (guint i = 0; i < self->trace->n_tracks; i++)
        collect_track (&layers, i);
      layers.self_times = chrome_self_times_new (self->trace, is_operation, &layers);
    }
  done = add_layers (&layers);
  g_free (layers.self_times);
  g_array_unref (layers.operations);
  chrome_tensors_free (layers.tensors);
  g_hash_table_unref (layers.made);
  g_hash_table_unref (layers.known);
  return done;
}
