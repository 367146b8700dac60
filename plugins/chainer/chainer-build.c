/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-plan.h"

#include <string.h>

/*
 * @layers: the layer of each function, LAMINA_NONE when there is none yet
 * @slices: the first slice of each function, LAMINA_NONE when it does not run
 */
typedef struct
{
  ChainerGraph *graph;
  ChainerPlan *plan;
  LaminaBuilder *builder;
  LaminaLiveness *live;
  guint32 run;
  guint32 tracks[2];
  guint32 *layers;
  guint32 *slices;
  guint32 *calls;
} Build;

/* Variables without a name are called by their number. */
static guint32
intern_variable (Build                 *self,
                 const ChainerVariable *variable)
{
  g_autofree char *name = NULL;

  if (variable->role == LAMINA_ROLE_INPUT)
    name = g_strdup_printf ("input %s", variable->name);
  else if (variable->role == LAMINA_ROLE_ACTIVATION)
    name = g_strdup_printf ("variable %" G_GINT64_FORMAT, variable->id);
  else
    name = g_strdup (variable->name);
  return lamina_builder_intern (self->builder, name, -1);
}

/* Shapes that follow, and the element type that they were worked out with. */
static void
set_shape (Build              *self,
           const ChainerShape *shape,
           LaminaTensorInit   *tensor)
{
  if (!shape->known)
    return;
  tensor->shape = lamina_builder_intern_shape (self->builder, shape->dims, shape->n);
  tensor->estimated = LAMINA_ESTIMATE_SHAPE;
  /* Three dimensions are those of classes, which are whole numbers. */
  if (shape->n == 3)
    return;
  tensor->dtype = lamina_builder_intern (self->builder, "float32", -1);
  tensor->estimated |= LAMINA_ESTIMATE_DTYPE;
}

static void
add_tensors (Build *self)
{
  g_autofree ChainerShape *shapes = chainer_shapes_infer (self->graph);
  /* Whether the plan ever keeps a variable, for each. */
  g_autofree guint8 *is_kept = g_new0 (guint8, MAX (self->graph->variables->len, 1));

  for (guint i = 0; i < self->plan->lives->len; i++)
    is_kept[g_array_index (self->plan->lives, ChainerLife, i).variable] = TRUE;
  for (guint32 i = 0; i < self->graph->variables->len; i++)
    {
      const ChainerVariable *variable = chainer_graph_get_variable (self->graph, i);
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

      tensor.name = intern_variable (self, variable);
      tensor.bytes = variable->bytes;
      tensor.role = variable->role;
      set_shape (self, &shapes[i], &tensor);
      /* The file has sizes alone; when they are needed follows from the order, which it does not state either. */
      if (is_kept[i])
        tensor.estimated |= LAMINA_ESTIMATE_LIFETIME;
      if (variable->producer != LAMINA_NONE)
        tensor.producer = self->layers[variable->producer];
      lamina_builder_add_tensor (self->builder, self->run, &tensor);
      lamina_import_account (self->graph->import, variable->record, LAMINA_RECORD_SHOWN);
    }
}

/* `/conv_u0b_c/W` belongs to the link conv_u0b_c, which names the function that reads it. */
static char *
dup_link_name (ChainerGraph          *graph,
               const ChainerFunction *function)
{
  for (guint i = 0; i < function->inputs->len; i++)
    {
      const ChainerVariable *variable = chainer_graph_get_variable (graph,
                                                                    g_array_index (function->inputs, ChainerUse, i).variable);
      const char *end = strrchr (variable->name, '/');

      if (variable->role == LAMINA_ROLE_PARAMETER && end > variable->name)
        return g_strndup (variable->name + 1, (gsize) (end - variable->name - 1));
    }
  return NULL;
}

/* `conv_u0b_c(rank 50)`: what its parameters are called, else its type; views set the brackets in a quiet tone. */
static guint32
intern_function (Build                 *self,
                 const ChainerFunction *function)
{
  gboolean named = !function->backward || function->pair == LAMINA_NONE;
  const ChainerFunction *forward = named ? function : chainer_graph_get_function (self->graph, function->pair);
  g_autofree char *link = dup_link_name (self->graph, forward);
  const char *title = link ? link : function->type ? function->type : "function";
  g_autofree char *name = NULL;

  if (function->rank != LAMINA_ABSENT)
    name = g_strdup_printf ("%s(rank %" G_GINT64_FORMAT ")", title, function->rank);
  else
    name = g_strdup (title);
  return lamina_builder_intern (self->builder, name, -1);
}

static void
add_layer (Build   *self,
           guint32  i,
           guint32  order)
{
  const ChainerFunction *function = chainer_graph_get_function (self->graph, i);
  g_autofree char *key = g_strdup_printf ("function %u", i);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = intern_function (self, function);
  layer.type = function->type ? lamina_builder_intern (self->builder, function->type, -1) : 0;
  layer.key = lamina_builder_intern (self->builder, key, -1);
  layer.phase = function->backward ? LAMINA_PHASE_BACKWARD : LAMINA_PHASE_FORWARD;
  layer.track = self->tracks[function->backward];
  layer.order = order;
  layer.calls = self->calls[i];
  self->layers[i] = lamina_builder_add_layer (self->builder, self->run, &layer);
  if (function->json_length > 0)
    lamina_builder_add_layer_args (self->builder, self->run, self->layers[i], 0, 0, function->json_offset,
                                   function->json_length);
  lamina_import_account (self->graph->import, function->record, LAMINA_RECORD_SHOWN);
}

/* In the order of the plan; what never runs comes last. */
static void
add_layers (Build *self)
{
  for (guint step = 0; step < self->plan->order->len; step++)
    self->calls[g_array_index (self->plan->order, guint32, step)]++;
  for (guint step = 0; step < self->plan->order->len; step++)
    {
      guint32 function = g_array_index (self->plan->order, guint32, step);

      if (self->layers[function] == LAMINA_NONE)
        add_layer (self, function, step);
    }
  for (guint32 i = 0; i < self->graph->functions->len; i++)
    if (self->layers[i] == LAMINA_NONE)
      add_layer (self, i, LAMINA_NONE);
}

/* A backward function may name a variable twice, for its value and its gradient. @marks has the last @mark of each. */
static void
connect_uses (Build   *self,
              GArray  *uses,
              guint32  layer,
              guint32 *marks,
              guint32  mark,
              void   (*add) (LaminaBuilder *builder, guint32 run, guint32 layer, guint32 tensor))
{
  for (guint i = 0; i < uses->len; i++)
    {
      guint32 variable = g_array_index (uses, ChainerUse, i).variable;

      if (marks[variable] != mark)
        add (self->builder, self->run, layer, variable);
      marks[variable] = mark;
    }
}

static void
connect_layers (Build *self)
{
  g_autofree guint32 *marks = g_new0 (guint32, MAX (self->graph->variables->len, 1));
  guint32 mark = 0;

  for (guint32 i = 0; i < self->graph->functions->len; i++)
    {
      const ChainerFunction *function = chainer_graph_get_function (self->graph, i);

      connect_uses (self, function->inputs, self->layers[i], marks, ++mark, lamina_builder_add_input);
      connect_uses (self, function->outputs, self->layers[i], marks, ++mark, lamina_builder_add_output);
    }
}

static void
add_track (Build      *self,
           gboolean    backward,
           const char *name)
{
  guint32 group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE,
                                            lamina_builder_own_word (self->builder, name), LAMINA_GROUP_OTHER);

  self->tracks[backward] = lamina_builder_add_track (self->builder, self->run, group,
                                                     lamina_builder_own_word (self->builder, N_("Functions")), 0);
  lamina_builder_set_track_caption (self->builder, self->run, self->tracks[backward],
                                    lamina_builder_own_word (self->builder, self->plan->caption));
}

static void
add_slices (Build *self)
{
  for (guint step = 0; step < self->plan->order->len; step++)
    {
      guint32 i = g_array_index (self->plan->order, guint32, step);
      const ChainerFunction *function = chainer_graph_get_function (self->graph, i);
      LaminaSliceInit slice = LAMINA_SLICE_INIT;
      guint32 id;

      slice.start = step;
      slice.duration = 1;
      slice.name = intern_function (self, function);
      slice.category = function->type ? lamina_builder_intern (self->builder, function->type, -1) : 0;
      slice.layer = self->layers[i];
      id = lamina_builder_add_slice (self->builder, self->run, self->tracks[function->backward], &slice);
      if (self->slices[i] == LAMINA_NONE)
        self->slices[i] = id;
    }
}

/* From each forward function to its backward one. */
static void
add_flows (Build *self)
{
  guint32 name = lamina_builder_intern (self->builder, "backward", -1);

  for (guint32 i = 0; i < self->graph->functions->len; i++)
    {
      const ChainerFunction *function = chainer_graph_get_function (self->graph, i);

      if (!function->backward && function->pair != LAMINA_NONE && self->slices[i] != LAMINA_NONE
          && self->slices[function->pair] != LAMINA_NONE)
        lamina_builder_add_flow (self->builder, self->run, name, self->tracks[FALSE], self->slices[i], self->tracks[TRUE],
                                 self->slices[function->pair]);
    }
}

static void
add_memory (Build *self)
{
  guint32 group, counter;
  gint64 peak, at;
  guint n;
  const LaminaLiveStep *steps = lamina_liveness_get_steps (self->live, &n);

  if (n == 0)
    return;
  group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, lamina_builder_own_word (self->builder, N_("Memory")),
                                    LAMINA_GROUP_COUNTERS);
  counter = lamina_builder_add_counter (self->builder, self->run, group,
                                        lamina_builder_own_word (self->builder, N_("Live memory")), 0, LAMINA_UNIT_BYTES, TRUE);
  lamina_builder_set_track_caption (self->builder, self->run, counter,
                                    lamina_builder_own_word (self->builder, N_("from the sizes and the order")));
  for (guint i = 0; i < n; i++)
    lamina_builder_add_sample (self->builder, self->run, counter, steps[i].at, (double) steps[i].bytes);
  peak = lamina_liveness_get_peak (self->live, &at);
  if (peak > 0)
    lamina_builder_add_mark (self->builder, self->run, counter, 0, at, 0, lamina_builder_intern (self->builder, "peak", -1));
}

static void
add_metrics (Build *self)
{
  guint32 rank = lamina_builder_add_metric (self->builder, self->run, "rank", LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);
  guint32 output = lamina_builder_add_metric (self->builder, self->run, "Bytes of output", LAMINA_UNIT_BYTES, LAMINA_VALUE_INTEGER);

  for (guint32 i = 0; i < self->graph->functions->len; i++)
    {
      const ChainerFunction *function = chainer_graph_get_function (self->graph, i);
      gint64 bytes = LAMINA_ABSENT;

      if (function->rank != LAMINA_ABSENT)
        lamina_builder_set_metric_integer (self->builder, self->run, rank, self->layers[i], function->rank);
      for (guint j = 0; j < function->outputs->len; j++)
        {
          guint32 variable = g_array_index (function->outputs, ChainerUse, j).variable;

          bytes = lamina_number_add (bytes, chainer_graph_get_variable (self->graph, variable)->bytes);
        }
      if (bytes != LAMINA_ABSENT)
        lamina_builder_set_metric_integer (self->builder, self->run, output, self->layers[i], bytes);
    }
}

/* What would be kept if nothing were ever freed: every value and every gradient once, however often it is computed. */
static gint64
sum_up_all (Build *self)
{
  g_autofree guint8 *seen = g_new0 (guint8, MAX (self->graph->variables->len, 1));
  gint64 sum = 0;

  for (guint i = 0; i < self->plan->lives->len; i++)
    {
      const ChainerLife *life = &g_array_index (self->plan->lives, ChainerLife, i);
      guint8 bit = (guint8) (1 << (life->kind == LAMINA_LIFETIME_GRADIENT));

      if (!(seen[life->variable] & bit))
        sum = lamina_number_add (sum, chainer_graph_get_variable (self->graph, life->variable)->bytes);
      seen[life->variable] |= bit;
    }
  return sum;
}

static void
add_estimate (Build       *self,
              const char  *key,
              LaminaValue  value)
{
  value.estimated = TRUE;
  lamina_builder_add_property (self->builder, self->plan->title, lamina_builder_own_word (self->builder, key), &value);
}

static void
add_properties (Build *self)
{
  gint64 at, peak = lamina_liveness_get_peak (self->live, &at), all = sum_up_all (self);

  if (peak <= 0)
    return;
  add_estimate (self, N_("Peak of live memory"), LAMINA_VALUE_INIT_INTEGER (peak, LAMINA_UNIT_BYTES));
  add_estimate (self, N_("Step of the peak"), LAMINA_VALUE_INIT_INTEGER (at, LAMINA_UNIT_NONE));
  add_estimate (self, N_("If nothing were freed"), LAMINA_VALUE_INIT_INTEGER (all, LAMINA_UNIT_BYTES));
  add_estimate (self, N_("Peak as a part of that"),
                LAMINA_VALUE_INIT_REAL (100 * (double) peak / (double) all, LAMINA_UNIT_PERCENT));
}

void
chainer_build (ChainerGraph  *graph,
               ChainerPlan   *plan,
               LaminaBuilder *builder)
{
  guint n = MAX (graph->functions->len, 1);
  g_autoptr (LaminaLiveness) live = lamina_liveness_new ();
  g_autofree guint32 *layers = g_new (guint32, n);
  g_autofree guint32 *slices = g_new (guint32, n);
  g_autofree guint32 *calls = g_new0 (guint32, n);
  Build self = { .graph = graph, .plan = plan, .builder = builder, .live = live, .layers = layers, .slices = slices,
                 .calls = calls };

  for (guint i = 0; i < n; i++)
    layers[i] = slices[i] = LAMINA_NONE;
  self.run = lamina_builder_add_run (builder, lamina_builder_own_word (builder, plan->title), LAMINA_AXIS_STEPS,
                                     LAMINA_TIMING_ORDER);
  lamina_builder_set_layer_word (builder, self.run, LAMINA_LAYER_WORD_FUNCTION);
  lamina_builder_add_clock (builder, self.run, "steps");
  add_track (&self, FALSE, N_("Forward"));
  add_track (&self, TRUE, N_("Backward"));
  add_layers (&self);
  add_tensors (&self);
  connect_layers (&self);
  add_slices (&self);
  add_flows (&self);
  for (guint i = 0; i < plan->lives->len; i++)
    {
      const ChainerLife *life = &g_array_index (plan->lives, ChainerLife, i);
      gint64 bytes = chainer_graph_get_variable (graph, life->variable)->bytes;

      lamina_liveness_add (live, life->first, life->last, bytes);
      lamina_builder_add_lifetime (builder, self.run, life->variable, life->kind, bytes, 0, life->first, life->last);
    }
  add_memory (&self);
  add_metrics (&self);
  add_properties (&self);
}
