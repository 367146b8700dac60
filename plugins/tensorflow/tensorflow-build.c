/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-listing.h"

#include <string.h>

/*
 * The listing has no times and no order. Its names are paths, so it is drawn as a tree of scopes: once with the same
 * width for each node, once with the bytes that each puts out, and, when a file beside it has the times, with these.
 */

typedef enum
{
  BUILD_NODES,
  BUILD_BYTES,
  BUILD_TIME,
} BuildKind;

static const struct
{
  const char *title;
  LaminaAxisUnit unit;
  LaminaTiming timing;
} kinds[] = {
  { N_("nodes"), LAMINA_AXIS_NODES, LAMINA_TIMING_ORDER },
  { N_("bytes"), LAMINA_AXIS_BYTES, LAMINA_TIMING_ORDER },
  { N_("time"), LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END },
};

typedef struct
{
  TensorflowListing *listing;
  LaminaBuilder *builder;
  BuildKind kind;
  const TensorflowTimes *times;
  gboolean has_device_times;
  guint32 run;
  gint64 end;
} Build;

/* Copies and what the graph returns stand under scopes of their own, whole, for their names repeat those of others. */
static char *
dup_path (const TensorflowNode *node)
{
  const char *name = node->name;
  g_autofree char *leaf = NULL;

  if (node->kind == TENSORFLOW_RETVAL)
    {
      leaf = g_strdelimit (g_strdup (name + strlen ("_retval_")), "/", '.');
      return g_strconcat ("_retval/", leaf, NULL);
    }
  if (node->kind != TENSORFLOW_COPY)
    return g_strdup (name);
  leaf = g_strndup (name, (gsize) (strrchr (name, ':') - name));
  return g_strconcat (node->type, "/", g_strdelimit (leaf, "/", '.'), NULL);
}

/* What depends on nothing but the order is a constant; variables are told by the names that the library gives them. */
static LaminaRole
find_role (const TensorflowNode *node)
{
  static const char *const words[] = { "weights", "biases", "kernel", "bias", "gamma", "beta", "moving_mean",
                                       "moving_variance", NULL };
  const char *slash = strrchr (node->name, '/');

  if (node->controls->len > 0)
    return LAMINA_ROLE_PARAMETER;
  if (node->has_inputs)
    return LAMINA_ROLE_ACTIVATION;
  if (g_strv_contains (words, slash ? slash + 1 : node->name) || g_str_has_prefix (node->name, "Variable"))
    return LAMINA_ROLE_PARAMETER;
  return LAMINA_ROLE_UNKNOWN;
}

static guint32
add_tensor (Build                 *self,
            const TensorflowNode  *node,
            const TensorflowShape *shape,
            guint                  output)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autofree char *name = g_strdup_printf ("%s:%u", node->name, output);
  gboolean known = shape->dtype[0] != '\0';

  if (output != LAMINA_NONE)
    {
      tensor.name = lamina_builder_intern (self->builder, name, -1);
      tensor.role = find_role (node);
    }
  tensor.dtype = lamina_builder_intern (self->builder, shape->dtype, -1);
  if (known)
    {
      tensor.shape = lamina_builder_intern_shape (self->builder, shape->shape.dims, shape->shape.n);
      tensor.bytes = lamina_shape_get_bytes (shape->shape.dims, shape->shape.n, lamina_dtype_get_bits (shape->dtype));
    }
  tensor.estimated = (shape->guessed && known ? LAMINA_ESTIMATE_SHAPE : 0)
                     | (tensor.bytes != LAMINA_ABSENT ? LAMINA_ESTIMATE_BYTES : 0);
  return lamina_builder_add_tensor (self->builder, self->run, &tensor);
}

static void
add_tensors (Build                *self,
             const TensorflowNode *node)
{
  guint n_inputs = node->shapes->len - node->n_outputs;

  for (guint i = 0; i < node->shapes->len; i++)
    {
      const TensorflowShape *shape = &g_array_index (node->shapes, TensorflowShape, i);

      if (i < n_inputs)
        lamina_builder_add_input (self->builder, self->run, node->layer, add_tensor (self, node, shape, LAMINA_NONE));
      else
        lamina_builder_add_output (self->builder, self->run, node->layer, add_tensor (self, node, shape, i - n_inputs));
    }
}

static const TensorflowTime *
find_time (Build                *self,
           const TensorflowNode *node)
{
  return self->kind == BUILD_TIME ? tensorflow_times_find (self->times, node->name) : NULL;
}

/* A node that the other file does not know did not run there. */
static void
set_times (Build                *self,
           const TensorflowNode *node,
           LaminaLayerInit      *layer)
{
  const TensorflowTime *time = find_time (self, node);

  if (self->kind != BUILD_TIME)
    return;
  layer->calls = time ? time->calls : 0;
  if (time)
    {
      layer->host = time->host;
      layer->device_time = time->device;
    }
}

static void
add_layer (Build          *self,
           TensorflowNode *node)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = lamina_builder_intern (self->builder, node->name, -1);
  layer.type = node->type ? lamina_builder_intern (self->builder, node->type, -1) : 0;
  layer.device = lamina_builder_intern (self->builder, node->device, -1);
  if (node->kind == TENSORFLOW_COPY)
    {
      layer.phase = LAMINA_PHASE_COPY;
      layer.bytes = node->copied;
    }
  else if (g_str_has_prefix (node->name, "gradients/"))
    layer.phase = LAMINA_PHASE_BACKWARD;
  set_times (self, node, &layer);
  node->layer = lamina_builder_add_layer (self->builder, self->run, &layer);
  if (node->controls->len > 0)
    lamina_builder_add_layer_args (self->builder, self->run, node->layer, 0, 0, node->offset, 1);
  add_tensors (self, node);
  lamina_import_account (self->listing->import, node->record, LAMINA_RECORD_SHOWN);
}

static void
add_slices (Build           *self,
            LaminaScopeTree *tree,
            guint32          track)
{
  guint n;
  const LaminaScope *scopes = lamina_scope_tree_layout (tree, self->end, &n);

  for (guint i = 0; i < n; i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.start = scopes[i].start;
      slice.duration = scopes[i].width;
      slice.name = lamina_builder_intern (self->builder, scopes[i].name, -1);
      slice.layer = scopes[i].row;
      lamina_builder_add_slice (self->builder, self->run, track, &slice);
      if (scopes[i].parent == LAMINA_NONE)
        self->end = lamina_number_add (self->end, scopes[i].width);
    }
}

/* The cost of a node: where devices are measured, what they worked for it. */
static gint64
get_weight (Build                *self,
            const TensorflowNode *node)
{
  const TensorflowTime *time = find_time (self, node);
  gint64 weight = 1;

  if (self->kind == BUILD_BYTES)
    weight = tensorflow_node_get_bytes (node);
  else if (self->kind == BUILD_TIME)
    weight = !time ? LAMINA_ABSENT : self->has_device_times ? time->device : time->host;
  return weight == LAMINA_ABSENT ? 0 : weight;
}

/* The tree of one device. Devices stand one behind the other, for they share no times. */
static void
add_device (Build      *self,
            const char *device)
{
  g_autoptr (LaminaScopeTree) tree = lamina_scope_tree_new ();
  guint32 group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, device, LAMINA_GROUP_OTHER);
  guint32 track = lamina_builder_add_track (self->builder, self->run, group,
                                            lamina_builder_own_word (self->builder, N_("Name scopes")), 0);

  for (guint i = 0; i < self->listing->nodes->len; i++)
    {
      const TensorflowNode *node = self->listing->nodes->pdata[i];
      g_autofree char *path = dup_path (node);

      if (strcmp (node->device, device) == 0)
        lamina_scope_tree_add (tree, path, get_weight (self, node), node->layer);
    }
  add_slices (self, tree, track);
}

static void
add_devices (Build *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->listing->nodes->len; i++)
    {
      const TensorflowNode *node = self->listing->nodes->pdata[i];

      if (g_hash_table_add (known, node->device))
        add_device (self, node->device);
    }
}

static gboolean
has_device_times (TensorflowListing     *listing,
                  const TensorflowTimes *times)
{
  for (guint i = 0; i < listing->nodes->len; i++)
    {
      const TensorflowNode *node = listing->nodes->pdata[i];
      const TensorflowTime *time = tensorflow_times_find (times, node->name);

      if (time && time->device != LAMINA_ABSENT)
        return TRUE;
    }
  return FALSE;
}

static void
build_run (TensorflowListing     *listing,
           LaminaBuilder         *builder,
           BuildKind              kind,
           const TensorflowTimes *times)
{
  Build self = { .listing = listing, .builder = builder, .kind = kind, .times = times };

  self.has_device_times = times && has_device_times (listing, times);
  self.run = lamina_builder_add_run (builder, lamina_builder_own_word (builder, kinds[kind].title), kinds[kind].unit,
                                     kinds[kind].timing);
  lamina_builder_set_layer_word (builder, self.run, LAMINA_LAYER_WORD_NODE);
  lamina_builder_add_clock (builder, self.run, kinds[kind].title);
  for (guint i = 0; i < listing->nodes->len; i++)
    add_layer (&self, listing->nodes->pdata[i]);
  add_devices (&self);
}

static void
add_properties (TensorflowListing *self,
                LaminaBuilder     *builder)
{
  const char *group = N_("Graph");
  gint64 copied = 0;
  guint n_copies = 0, n_transposes = 0, n_constants = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const TensorflowNode *node = self->nodes->pdata[i];

      n_copies += node->kind == TENSORFLOW_COPY;
      n_constants += node->controls->len > 0;
      n_transposes += strstr (node->name, "-LayoutOptimizer") && strstr (node->name, "-Transpose");
      copied = lamina_number_add (copied, node->copied);
    }
  lamina_builder_add_number (builder, group, N_("Nodes"), (gint64) self->nodes->len - n_copies, LAMINA_UNIT_NONE);
  lamina_builder_add_number (builder, group, N_("Copies"), n_copies, LAMINA_UNIT_NONE);
  lamina_builder_add_number (builder, group, N_("Copied"), copied, LAMINA_UNIT_BYTES);
  lamina_builder_add_number (builder, group, N_("Constants with control inputs"), n_constants, LAMINA_UNIT_NONE);
  lamina_builder_add_number (builder, group, N_("Transposes of the layout optimizer"), n_transposes, LAMINA_UNIT_NONE);
}

void
tensorflow_build (TensorflowListing     *self,
                  LaminaBuilder         *builder,
                  const TensorflowTimes *times)
{
  build_run (self, builder, BUILD_NODES, NULL);
  build_run (self, builder, BUILD_BYTES, NULL);
  if (times)
    build_run (self, builder, BUILD_TIME, times);
  add_properties (self, builder);
}
