/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"
#include "lamina-flame-tree.h"

/*
 * What a profiler of PyTorch writes, small: a thread on which step calls conv, norm and conv again, norm inside of which
 * relu lies, and a queue with their kernels. Of norm there is no kernel.
 */
typedef struct
{
  Fixture base;
  guint32 thread;
  guint32 queue;
  guint32 sections[2];
} Calls;

static guint32
add_call (Calls      *self,
          const char *name,
          guint32     section,
          gint64      device,
          gint64      start,
          gint64      duration)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;
  LaminaBuilder *builder = self->base.builder;

  slice.name = layer.name = lamina_builder_intern (builder, name, -1);
  layer.section = section;
  layer.device_time = device;
  slice.layer = lamina_builder_add_layer (builder, self->base.run, &layer);
  slice.start = start;
  slice.duration = duration;
  lamina_builder_add_slice (builder, self->base.run, self->thread, &slice);
  return slice.layer;
}

static void
add_slice (Calls           *self,
           guint32          track,
           const char      *name,
           guint32          layer,
           LaminaSliceKind  kind,
           gint64           start,
           gint64           duration)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = lamina_builder_intern (self->base.builder, name, -1);
  slice.layer = layer;
  slice.kind = kind;
  slice.start = start;
  slice.duration = duration;
  lamina_builder_add_slice (self->base.builder, self->base.run, track, &slice);
}

static LaminaRun *
build_calls (Calls *self)
{
  LaminaBuilder *builder = self->base.builder;
  guint32 host = lamina_builder_add_group (builder, 0, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 device = lamina_builder_add_group (builder, 0, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 conv, relu;

  self->thread = lamina_builder_add_track (builder, 0, host, "thread", 0);
  self->queue = lamina_builder_add_track (builder, 0, device, "queue", 0);
  self->sections[0] = lamina_builder_add_section (builder, 0, "one");
  self->sections[1] = lamina_builder_add_section (builder, 0, "two");
  add_slice (self, self->thread, "step", LAMINA_NONE, LAMINA_SLICE_WORK, 0, 100);
  conv = add_call (self, "conv", self->sections[0], 40, 10, 20);
  add_call (self, "norm", self->sections[0], LAMINA_ABSENT, 40, 30);
  relu = add_call (self, "relu", self->sections[1], 7, 50, 10);
  add_call (self, "conv", self->sections[1], 50, 80, 15);
  add_slice (self, self->queue, "conv", conv, LAMINA_SLICE_WORK, 100, 40);
  add_slice (self, self->queue, "waiting", conv, LAMINA_SLICE_WAIT, 100, 5);
  add_slice (self, self->queue, "relu", relu, LAMINA_SLICE_WORK, 150, 7);
  return fixture_freeze (&self->base);
}

static void
dump_node (LaminaFlameTree *tree,
           guint32          node,
           GString         *text)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  guint n_own, n;
  const guint32 *layers = lamina_flame_tree_get_layers (tree, node, &n_own, &n);
  g_autofree char *own = dump_rows (layers, n_own);

  g_string_append_printf (text, "%*s%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " x%" G_GINT64_FORMAT " [%s]\n",
                          nodes->depth[node], "", *nodes->name[node] ? nodes->name[node] : "-",
                          nodes->total[node] == LAMINA_ABSENT ? -1 : nodes->total[node],
                          nodes->self[node] == LAMINA_ABSENT ? -1 : nodes->self[node], nodes->calls[node], own);
  for (guint32 i = nodes->first_child[node]; i < nodes->first_child[node + 1]; i++)
    dump_node (tree, i, text);
}

static char *
dump (LaminaRun          *run,
      LaminaFlameOptions  options)
{
  g_autoptr (LaminaFlameTree) tree = lamina_flame_tree_new (run, NULL, &options, NULL);
  GString *text = g_string_new (NULL);

  dump_node (tree, 0, text);
  return g_string_free (text, FALSE);
}

static LaminaFlameOptions
get_options (LaminaFlameBy     by,
             LaminaFlameWeight weight)
{
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;

  options.by = by;
  options.weight = weight;
  return options;
}

static void
test_calls (Calls         *self,
            gconstpointer  data)
{
  LaminaRun *run = build_calls (self);
  LaminaFlameOptions options = get_options (LAMINA_FLAME_BY_CALLS, LAMINA_FLAME_WEIGHT_COST);
  g_autofree char *whole = dump (run, options);
  g_autofree char *second = NULL;

  /* Device time, by where it was called on the host: both convolutions are one node. */
  g_assert_cmpstr (whole, ==,
                   "- 97 -1 x4 []\n"
                   " step 97 -1 x4 []\n"
                   "  conv 90 90 x2 [0 3]\n"
                   "  norm 7 -1 x2 [1]\n"
                   "   relu 7 7 x1 [2]\n");
  g_assert_cmpint (lamina_run_get_totals (run)->cost, ==, 97);
  options.section = self->sections[1];
  second = dump (run, options);
  g_assert_cmpstr (second, ==,
                   "- 57 -1 x2 []\n"
                   " step 57 -1 x2 []\n"
                   "  conv 50 50 x1 [3]\n"
                   "  norm 7 -1 x1 []\n"
                   "   relu 7 7 x1 [2]\n");
}

static void
test_one_track (Calls         *self,
                gconstpointer  data)
{
  LaminaRun *run = build_calls (self);
  LaminaFlameOptions options = get_options (LAMINA_FLAME_BY_CALLS, LAMINA_FLAME_WEIGHT_COST);
  g_autofree char *thread = NULL;
  g_autofree char *queue = NULL;
  g_autofree char *calls = NULL;

  /* The outermost slice takes 100, of which its children leave 35. */
  options.track = 0;
  thread = dump (run, options);
  g_assert_cmpstr (thread, ==,
                   "- 100 -1 x5 []\n"
                   " step 100 35 x5 []\n"
                   "  conv 35 35 x2 [0 3]\n"
                   "  norm 30 20 x2 [1]\n"
                   "   relu 10 10 x1 [2]\n");
  /* Waiting is part of its slice. */
  options.track = 1;
  queue = dump (run, options);
  g_assert_cmpstr (queue, ==,
                   "- 47 -1 x2 []\n"
                   " conv 40 40 x1 [0]\n"
                   " relu 7 7 x1 [2]\n");
  options.weight = LAMINA_FLAME_WEIGHT_CALLS;
  calls = dump (run, options);
  g_assert_cmpstr (calls, ==,
                   "- 2 -1 x2 []\n"
                   " conv 1 1 x1 [0]\n"
                   " relu 1 1 x1 [2]\n");
}

static void
test_sections (Calls         *self,
               gconstpointer  data)
{
  LaminaRun *run = build_calls (self);
  g_autofree char *text = dump (run, get_options (LAMINA_FLAME_BY_SECTIONS, LAMINA_FLAME_WEIGHT_CALLS));

  g_assert_cmpstr (text, ==,
                   "- 4 -1 x4 []\n"
                   " one 2 -1 x2 []\n"
                   "  conv 1 1 x1 [0]\n"
                   "  norm 1 1 x1 [1]\n"
                   " two 2 -1 x2 []\n"
                   "  relu 1 1 x1 [2]\n"
                   "  conv 1 1 x1 [3]\n");
}

/* Two blocks with two linear layers each: a module of one class at one place is one node, whatever its number, and a layer that is
 * called as a module stays a layer. What was called in no module stands beside them. */
static void
test_modules (Calls         *self,
              gconstpointer  data)
{
  static const struct { const char *name; gint64 start, end; } frames[] = {
    { "train.py(3): step", 0, 100 }, { "nn.Module: Net_0", 0, 90 },
    { "nn.Module: Block_0", 0, 40 }, { "nn.Module: Linear_0", 0, 15 }, { "nn.Module: Linear_1", 20, 35 },
    { "nn.Module: Block_1", 45, 85 }, { "nn.Module: Linear_2", 45, 60 }, { "nn.Module: Linear_3", 65, 80 },
  };
  LaminaFlameOptions options;
  LaminaRun *run;
  guint offers;
  g_autofree char *text = NULL;

  self->thread = lamina_builder_add_track (self->base.builder, 0,
                                           lamina_builder_add_group (self->base.builder, 0, LAMINA_NONE, "host",
                                                                     LAMINA_GROUP_HOST), "thread", 0);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    add_slice (self, self->thread, frames[i].name, LAMINA_NONE, LAMINA_SLICE_WORK, frames[i].start,
               frames[i].end - frames[i].start);
  add_call (self, "mm", LAMINA_NONE, 1, 2, 5);
  add_call (self, "mm", LAMINA_NONE, 2, 22, 5);
  add_call (self, "mm", LAMINA_NONE, 4, 47, 5);
  add_call (self, "mm", LAMINA_NONE, 8, 67, 5);
  add_call (self, "Linear", LAMINA_NONE, 16, 82, 2);
  add_call (self, "sgd", LAMINA_NONE, 32, 95, 5);
  run = fixture_freeze (&self->base);
  offers = lamina_flame_list_offers (run, NULL);
  lamina_flame_choose (run, offers, &options);
  g_assert_cmpint (options.by, ==, LAMINA_FLAME_BY_MODULES);
  text = dump (run, options);
  g_assert_cmpstr (text, ==,
                   "- 63 -1 x6 []\n"
                   " sgd 32 32 x1 [5]\n"
                   " Net 31 -1 x5 []\n"
                   "  Block 31 -1 x5 []\n"
                   "   Linear 31 16 x5 [4]\n"
                   "    mm 15 15 x4 [0 1 2 3]\n");
}

/* Without layers, slices alone say where the time goes. */
static void
test_slices_alone (Calls         *self,
                   gconstpointer  data)
{
  LaminaBuilder *builder = self->base.builder;
  LaminaRun *run;
  LaminaFlameOptions options = get_options (LAMINA_FLAME_BY_CALLS, LAMINA_FLAME_WEIGHT_COST);
  g_autofree char *text = NULL;

  self->thread = lamina_builder_add_track (builder, 0, LAMINA_NONE, "a", 0);
  self->queue = lamina_builder_add_track (builder, 0, LAMINA_NONE, "b", 0);
  add_slice (self, self->thread, "f", LAMINA_NONE, LAMINA_SLICE_WORK, 0, 10);
  add_slice (self, self->thread, "g", LAMINA_NONE, LAMINA_SLICE_WORK, 2, 4);
  add_slice (self, self->queue, "f", LAMINA_NONE, LAMINA_SLICE_WORK, 0, 5);
  run = fixture_freeze (&self->base);
  text = dump (run, options);
  g_assert_cmpstr (text, ==,
                   "- 15 -1 x3 []\n"
                   " f 15 11 x3 []\n"
                   "  g 4 4 x1 []\n");
  g_assert_cmpuint (lamina_flame_list_offers (run, NULL), ==, 1u << LAMINA_FLAME_BY_CALLS);
}

static void
test_names (Fixture       *self,
            gconstpointer  data)
{
  static const Row rows[] = {
    { .name = "net/block1/conv", .cost = 10 },
    { .name = "net/block1/relu", .cost = 2 },
    { .name = "/net/block2/conv", .cost = 30 },
    { .name = "layer1.0.conv", .cost = 3 },
    { .name = "layer1.1.conv(x.y/z)", .cost = 4, .calls = 5 },
    { .name = "1.5" },
    { .name = "conv(a.b,c/d)", .cost = 1 },
    { .name = "end.", .cost = -2 },
  };
  LaminaRun *run;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (self, &rows[i]);
  run = fixture_freeze (self);
  text = dump (run, get_options (LAMINA_FLAME_BY_NAMES, LAMINA_FLAME_WEIGHT_COST));
  g_assert_cmpstr (text, ==,
                   "- 50 -1 x12 []\n"
                   " net 42 -1 x3 []\n"
                   "  block2 30 -1 x1 []\n"
                   "   conv 30 30 x1 [2]\n"
                   "  block1 12 -1 x2 []\n"
                   "   conv 10 10 x1 [0]\n"
                   "   relu 2 2 x1 [1]\n"
                   " layer1 7 -1 x6 []\n"
                   "  1 4 -1 x5 []\n"
                   "   conv(x.y/z) 4 4 x5 [4]\n"
                   "  0 3 -1 x1 []\n"
                   "   conv 3 3 x1 [3]\n"
                   " conv(a.b,c/d) 1 1 x1 [6]\n"
                   " end. 0 0 x1 [7]\n"
                   " 1.5 -1 -1 x1 [5]\n");
}

static void
test_types (Fixture       *self,
            gconstpointer  data)
{
  static const Row rows[] = {
    { .name = "a", .type = "Conv2d", .flop = 10 },
    { .name = "b", .type = "Conv2d", .flop = 20 },
    { .name = "a", .type = "Conv2d", .flop = 5 },
    { .name = "c", .type = "ReLU" },
  };
  LaminaFlameOptions options;
  LaminaRun *run;
  guint offers;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (self, &rows[i]);
  run = fixture_freeze (self);
  text = dump (run, get_options (LAMINA_FLAME_BY_TYPES, LAMINA_FLAME_WEIGHT_FLOP));
  g_assert_cmpstr (text, ==,
                   "- 35 -1 x4 []\n"
                   " convolution 35 -1 x3 []\n"
                   "  Conv2d 35 -1 x3 []\n"
                   "   b 20 20 x1 [1]\n"
                   "   a 15 15 x2 [0 2]\n"
                   " activation -1 -1 x1 []\n"
                   "  ReLU -1 -1 x1 []\n"
                   "   c -1 -1 x1 [3]\n");
  /* Without times: the operations of the types. */
  offers = lamina_flame_list_offers (run, NULL);
  g_assert_cmpuint (offers, ==, 1u << LAMINA_FLAME_BY_TYPES);
  lamina_flame_choose (run, offers, &options);
  g_assert_cmpint (options.by, ==, LAMINA_FLAME_BY_TYPES);
  g_assert_cmpint (options.weight, ==, LAMINA_FLAME_WEIGHT_FLOP);
}

static void
test_parents (Fixture       *self,
              gconstpointer  data)
{
  LaminaLayerInit init = LAMINA_LAYER_INIT;
  LaminaRun *run;

  init.name = lamina_builder_intern (self->builder, "node", -1);
  init.duration = 5;
  for (guint i = 0; i < 600; i++)
    init.parent = lamina_builder_add_layer (self->builder, self->run, &init);
  run = fixture_freeze (self);
  /* Deeper than a tree may be: nothing is lost. */
  {
    LaminaFlameOptions options = get_options (LAMINA_FLAME_BY_PARENTS, LAMINA_FLAME_WEIGHT_COST);
    g_autoptr (LaminaFlameTree) tree = lamina_flame_tree_new (run, NULL, &options, NULL);
    const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);

    g_assert_cmpint (nodes->total[0], ==, 3000);
    g_assert_cmpuint (nodes->n, ==, LAMINA_FLAME_MOST_DEPTH + 1);
    g_assert_cmpint (nodes->self[nodes->n - 1], ==, (600 - LAMINA_FLAME_MOST_DEPTH + 1) * 5);
  }
}

static void
test_marks (Calls         *self,
            gconstpointer  data)
{
  LaminaRun *run = build_calls (self);
  LaminaFlameOptions options = get_options (LAMINA_FLAME_BY_CALLS, LAMINA_FLAME_WEIGHT_COST);
  g_autoptr (LaminaFlameTree) tree = lamina_flame_tree_new (run, NULL, &options, NULL);
  const char *path[] = { "step", "norm", "relu", "no more" };
  guint32 one = 0, two[] = { 1, 2 }, none = 99;
  g_autofree guint8 *first = lamina_flame_tree_mark (tree, &one, 1);
  g_autofree guint8 *both = lamina_flame_tree_mark (tree, two, 2);

  /* - step conv norm relu: one of the two convolutions marks their node; norm and all below it mark two. */
  g_assert_cmpmem (first, 5, ((guint8[]) { 0, 0, 1, 0, 0 }), 5);
  g_assert_cmpmem (both, 5, ((guint8[]) { 0, 0, 0, 1, 1 }), 5);
  g_assert_null (lamina_flame_tree_mark (tree, &none, 1));
  g_assert_null (lamina_flame_tree_mark (tree, NULL, 0));
  g_assert_cmpuint (lamina_flame_tree_find (tree, path, 4), ==, 4);
  g_assert_cmpuint (lamina_flame_tree_find (tree, path, 2), ==, 3);
  g_assert_cmpuint (lamina_flame_tree_find (tree, path + 3, 1), ==, 0);
}

static void
test_cancel (Calls         *self,
             gconstpointer  data)
{
  LaminaRun *run = build_calls (self);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (LaminaFlameBy by = 0; by < LAMINA_N_FLAME_BY; by++)
    {
      LaminaFlameOptions options = get_options (by, LAMINA_FLAME_WEIGHT_COST);

      g_assert_null (lamina_flame_tree_new (run, NULL, &options, cancellable));
    }
}

/* Memory that main and step ask for, of layers of two sections; of the last tensor nobody says who did. */
static LaminaRun *
build_stacks (Fixture *self)
{
  static const struct
  {
    guint caller; /* row and 1 */
    const char *function;
  } calls[] = { { 0, "main" }, { 1, "step" }, { 2, "conv" }, { 0, "main" }, { 4, "step" }, { 1, "load" } };
  static const struct
  {
    guint call; /* row and 1 */
    guint32 layer;
    gint64 bytes;
    gint64 first;
    gint64 last;
  } tensors[] = { { 3, 0, 100, 0, 9 }, { 5, 0, 40, 5, 20 }, { 3, 1, 7, 5, 8 }, { 6, 1, LAMINA_ABSENT, 5, 9 }, { 0, 1, 9, 20, 30 } };
  LaminaBuilder *builder = self->builder;
  guint32 clock = lamina_builder_add_clock (builder, 0, "clock");

  for (guint i = 0; i < 2; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.name = lamina_builder_intern (builder, i == 0 ? "a" : "b", -1);
      layer.section = lamina_builder_add_section (builder, 0, i == 0 ? "one" : "two");
      lamina_builder_add_layer (builder, 0, &layer);
    }
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    lamina_builder_add_call (builder, 0, calls[i].caller > 0 ? calls[i].caller - 1 : LAMINA_NONE,
                             lamina_builder_intern (builder, calls[i].function, -1));
  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
      LaminaAllocation how = LAMINA_ALLOCATION_INIT;
      guint32 row;

      tensor.bytes = tensors[i].bytes;
      tensor.producer = tensors[i].layer;
      row = lamina_builder_add_tensor (builder, 0, &tensor);
      lamina_builder_add_lifetime (builder, 0, row, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, clock, tensors[i].first, tensors[i].last);
      how.call = tensors[i].call > 0 ? tensors[i].call - 1 : LAMINA_NONE;
      how.site = lamina_builder_intern (builder, tensors[i].call > 0 ? "site" : "no stack", -1);
      lamina_builder_set_allocation (builder, 0, row, &how);
    }
  return fixture_freeze (self);
}

static void
assert_stacks (LaminaRun         *run,
               LaminaFlameWeight  weight,
               gint64             position,
               guint32            section,
               const char        *expected)
{
  LaminaFlameOptions options = get_options (LAMINA_FLAME_BY_STACKS, weight);
  g_autofree char *text = NULL;

  options.position = position;
  options.section = section;
  text = dump (run, options);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_stacks (Fixture       *self,
             gconstpointer  data)
{
  LaminaRun *run = build_stacks (self);
  LaminaFlameOptions options;
  guint offers = lamina_flame_list_offers (run, NULL);

  /* The peak is from 5 to 8: calls of one path are one node, and what has no size is there. */
  assert_stacks (run, LAMINA_FLAME_WEIGHT_KEPT, LAMINA_ABSENT, LAMINA_NONE,
                 "- 147 -1 x4 []\n"
                 " main 147 -1 x4 []\n"
                 "  step 147 40 x3 [0]\n"
                 "   conv 107 107 x2 [0 1]\n"
                 "  load -1 -1 x1 [1]\n");
  assert_stacks (run, LAMINA_FLAME_WEIGHT_KEPT, 20, LAMINA_NONE,
                 "- 49 -1 x2 []\n"
                 " main 40 -1 x1 []\n"
                 "  step 40 40 x1 [0]\n"
                 " no stack 9 9 x1 [1]\n");
  assert_stacks (run, LAMINA_FLAME_WEIGHT_KEPT, 31, LAMINA_NONE, "- -1 -1 x0 []\n");
  assert_stacks (run, LAMINA_FLAME_WEIGHT_BYTES, LAMINA_ABSENT, LAMINA_NONE,
                 "- 156 -1 x5 []\n"
                 " main 147 -1 x4 []\n"
                 "  step 147 40 x3 [0]\n"
                 "   conv 107 107 x2 [0 1]\n"
                 "  load -1 -1 x1 [1]\n"
                 " no stack 9 9 x1 [1]\n");
  assert_stacks (run, LAMINA_FLAME_WEIGHT_CALLS, LAMINA_ABSENT, 1,
                 "- 3 -1 x3 []\n"
                 " main 2 -1 x2 []\n"
                 "  step 1 -1 x1 []\n"
                 "   conv 1 1 x1 [1]\n"
                 "  load 1 1 x1 [1]\n"
                 " no stack 1 1 x1 [1]\n");
  g_assert_true (offers & 1u << LAMINA_FLAME_BY_STACKS);
  lamina_flame_choose (run, offers, &options);
  g_assert_cmpint (options.by, ==, LAMINA_FLAME_BY_STACKS);
  g_assert_cmpint (options.weight, ==, LAMINA_FLAME_WEIGHT_KEPT);
  g_assert_cmpint (options.position, ==, LAMINA_ABSENT);
}

/* However it is cut, the parts are the whole; nothing allocates here. */
static void
test_sums (Calls         *self,
           gconstpointer  data)
{
  LaminaRun *run = build_calls (self);

  for (LaminaFlameBy by = 0; by < LAMINA_FLAME_BY_STACKS; by++)
    {
      LaminaFlameOptions options = get_options (by, LAMINA_FLAME_WEIGHT_COST);
      g_autoptr (LaminaFlameTree) tree = lamina_flame_tree_new (run, NULL, &options, NULL);
      const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
      gint64 sum = 0;
      guint n;

      for (guint i = 0; i < nodes->n; i++)
        sum = lamina_number_add (sum, nodes->self[i]);
      g_assert_cmpint (sum, ==, 97);
      g_assert_cmpint (nodes->total[0], ==, 97);
      lamina_flame_tree_get_layers (tree, 0, NULL, &n);
      g_assert_cmpuint (n, ==, 4);
    }
}

static void
setup (Calls         *self,
       gconstpointer  data)
{
  fixture_setup (&self->base, data);
}

static void
teardown (Calls         *self,
          gconstpointer  data)
{
  fixture_teardown (&self->base, data);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/flame/" path, Calls, NULL, setup, func, teardown)
#define ADD_ROWS(path, func) g_test_add ("/flame/" path, Fixture, NULL, fixture_setup, func, fixture_teardown)
  ADD ("calls", test_calls);
  ADD ("one-track", test_one_track);
  ADD ("sections", test_sections);
  ADD ("slices-alone", test_slices_alone);
  ADD ("modules", test_modules);
  ADD ("marks", test_marks);
  ADD ("cancel", test_cancel);
  ADD ("sums", test_sums);
  ADD_ROWS ("names", test_names);
  ADD_ROWS ("types", test_types);
  ADD_ROWS ("parents", test_parents);
  ADD_ROWS ("stacks", test_stacks);

  return g_test_run ();
}
