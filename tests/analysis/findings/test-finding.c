/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include <string.h>

/*
 * A layer of a small graph. Its data is what the layer in row @from, counted from 1, makes; from 0 data of its own.
 *
 * in, out   `SHAPE DTYPE LAYOUT`, the layout may be missing; an empty out makes nothing
 * kernels   this many slices of @cost / @kernels on the device, end to end, @gap after what was before; their name is @kernel
 */
typedef struct
{
  const char *type;
  gint64 cost;
  guint from;
  const char *in;
  const char *out;
  const char *device;
  guint kernels;
  const char *kernel;
  gint64 gap;
  gint64 flop;
} Node;

#define MAX_NODES 8

static guint32
add_tensor (Fixture    *fixture,
            const char *text)
{
  LaminaTensorInit init = LAMINA_TENSOR_INIT;
  g_auto (GStrv) words = g_strsplit (text, " ", 3);
  g_auto (GStrv) parts = g_strsplit (words[0], "x", -1);
  gint64 dims[8];
  guint n = 0;

  for (; parts[n]; n++)
    dims[n] = g_ascii_strtoll (parts[n], NULL, 10);
  init.name = fixture_intern (fixture, text);
  init.shape = lamina_builder_intern_shape (fixture->builder, dims, n);
  init.dtype = fixture_intern (fixture, words[1]);
  init.layout = words[1] ? fixture_intern (fixture, words[2]) : 0;
  return lamina_builder_add_tensor (fixture->builder, fixture->run, &init);
}

static gint64
add_kernels (Fixture    *fixture,
             const Node *node,
             guint32     layer,
             guint32     host,
             guint32     track,
             gint64      time)
{
  time += node->gap;
  for (guint k = 0; k < node->kernels; k++)
    {
      LaminaSliceInit init = LAMINA_SLICE_INIT;
      guint32 call, kernel;

      init.name = fixture_intern (fixture, "cudaLaunchKernel");
      init.start = time - 2;
      init.duration = 1;
      call = lamina_builder_add_slice (fixture->builder, fixture->run, host, &init);
      init.name = fixture_intern (fixture, node->kernel ? node->kernel : "kernel");
      init.start = time;
      init.duration = node->cost / node->kernels;
      init.layer = layer;
      kernel = lamina_builder_add_slice (fixture->builder, fixture->run, track, &init);
      lamina_builder_add_flow (fixture->builder, fixture->run, 0, host, call, track, kernel);
      time += init.duration;
    }
  return time;
}

static LaminaRun *
make_run (Fixture    *fixture,
          const Node *nodes)
{
  guint32 cpu = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, "CPU", LAMINA_GROUP_HOST);
  guint32 gpu = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  guint32 host = lamina_builder_add_track (fixture->builder, fixture->run, cpu, "thread", 0);
  guint32 track = lamina_builder_add_track (fixture->builder, fixture->run, gpu, "stream", 0);
  guint32 outputs[MAX_NODES] = { 0 };
  gint64 time = 1000;

  for (guint i = 0; i < MAX_NODES && nodes[i].type; i++)
    {
      LaminaLayerInit init = LAMINA_LAYER_INIT;
      guint32 layer;

      init.name = init.type = fixture_intern (fixture, nodes[i].type);
      init.device = fixture_intern (fixture, nodes[i].device);
      init.calls = 1;
      init.duration = nodes[i].cost > 0 && nodes[i].kernels == 0 ? nodes[i].cost : LAMINA_ABSENT;
      init.device_time = nodes[i].kernels > 0 ? nodes[i].cost : LAMINA_ABSENT;
      init.flop = nodes[i].flop > 0 ? nodes[i].flop : LAMINA_ABSENT;
      layer = lamina_builder_add_layer (fixture->builder, fixture->run, &init);
      if (nodes[i].from > 0)
        lamina_builder_add_input (fixture->builder, fixture->run, layer, outputs[nodes[i].from - 1]);
      else if (nodes[i].in)
        lamina_builder_add_input (fixture->builder, fixture->run, layer, add_tensor (fixture, nodes[i].in));
      if (nodes[i].out)
        {
          outputs[i] = add_tensor (fixture, nodes[i].out);
          lamina_builder_add_output (fixture->builder, fixture->run, layer, outputs[i]);
        }
      time = add_kernels (fixture, &nodes[i], layer, host, track, time);
    }
  return fixture_freeze (fixture);
}

#define IMAGE(channels, dtype) "1x" channels "x8x8 " dtype

/* What one rule is to say of a graph; NULL when it has nothing to say. */
static const struct
{
  const char *rule;
  const char *name;
  Node nodes[MAX_NODES];
  const char *expected;
} cases[] = {
  { "conversion-pairs", "two",
    { { .type = "Conv", .cost = 50, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP16") },
      { .type = "Reformat", .cost = 30, .from = 1, .out = IMAGE ("8", "FP32") },
      { .type = "Reformat", .cost = 20, .from = 2, .out = IMAGE ("8", "Int8") } },
    "high up to 50 ns (50.0 %) [1 2] 1 conversion directly follows another." },
  { "conversion-pairs", "undone",
    { { .type = "Conv", .cost = 50, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP16") },
      { .type = "Cast", .cost = 30, .from = 1, .out = IMAGE ("8", "FP32") },
      { .type = "Cast", .cost = 20, .from = 2, .out = IMAGE ("8", "FP16") } },
    "high up to 50 ns (50.0 %) [1 2] 1 conversion directly follows another. 1 undoes the one before it." },
  { "conversion-pairs", "apart",
    { { .type = "Reformat", .cost = 30, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP32") },
      { .type = "Conv", .cost = 50, .from = 1, .out = IMAGE ("8", "FP32") },
      { .type = "Reformat", .cost = 20, .from = 2, .out = IMAGE ("8", "Int8") } }, NULL },
  { "conversion-pairs", "views",
    { { .type = "Conv", .cost = 50, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP16") },
      { .type = "Cast", .from = 1, .out = IMAGE ("8", "FP32") },
      { .type = "Cast", .from = 2, .out = IMAGE ("8", "FP16") } }, NULL },

  { "layout-transforms", "between",
    { { .type = "Conv", .cost = 98, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP16") },
      { .type = "Transpose", .cost = 2, .from = 1, .out = "1x8x8x8 FP16 NHWC" },
      { .type = "Conv", .cost = 100, .from = 2, .out = IMAGE ("8", "FP16") } },
    "medium up to 2 ns (1.00 %) [1] The layout of images changes 1 time between the convolutions." },
  { "layout-transforms", "no-graph",
    { { .type = "nn_conv2d", .cost = 99, .in = "1x1x8x8x8 float32", .out = IMAGE ("8", "float32") },
      { .type = "layout_transform", .cost = 1, .in = IMAGE ("8", "float32"), .out = "1x1x8x8x8 float32" } },
    "medium up to 1 ns (1.00 %) [1] The layout of images changes 1 time between the convolutions." },
  { "layout-transforms", "fed-in",
    { { .type = "nn_conv2d", .cost = 99, .in = "1x1x8x8x8 float32", .out = IMAGE ("8", "float32") },
      { .type = "layout_transform", .cost = 1, .in = IMAGE ("3", "float32"), .out = "1x1x8x8x8 float32" } }, NULL },
  { "layout-transforms", "handed-out",
    { { .type = "nn_conv2d", .cost = 99, .in = IMAGE ("8", "float32"), .out = IMAGE ("8", "float32") },
      { .type = "layout_transform", .cost = 1, .in = IMAGE ("8", "float32"), .out = "1x1x8x8x4 float32" } }, NULL },
  { "layout-transforms", "in-words",
    { { .type = "conv2d", .cost = 99, .in = "1x1x8x8x8 float32", .out = IMAGE ("8", "float32") },
      { .type = "layout transform", .cost = 1, .in = IMAGE ("8", "float32"), .out = "1x1x8x8x8 float32" } },
    "medium up to 1 ns (1.00 %) [1] The layout of images changes 1 time between the convolutions." },
  { "layout-transforms", "at-the-end",
    { { .type = "Transpose", .cost = 2, .in = IMAGE ("8", "FP16"), .out = "1x8x8x8 FP16 NHWC" },
      { .type = "Conv", .cost = 100, .from = 1, .out = IMAGE ("8", "FP16") },
      { .type = "Transpose", .cost = 2, .from = 2, .out = "1x8x8x8 FP16 NHWC" } }, NULL },
  { "layout-transforms", "fused",
    { { .type = "nn_conv2d", .cost = 99, .in = IMAGE ("8", "float32"), .out = IMAGE ("8", "float32") },
      { .type = "add_layout_transform", .cost = 1, .in = IMAGE ("8", "float32"), .out = "1x1x8x8x8 float32" } }, NULL },
  { "layout-transforms", "products",
    { { .type = "MatMul", .cost = 99, .in = "8x8 FP16", .out = "8x8 FP16" },
      { .type = "Transpose", .cost = 2, .from = 1, .out = "8x8 FP16" },
      { .type = "MatMul", .cost = 99, .from = 2, .out = "8x8 FP16" } }, NULL },

  { "conversions", "all",
    { { .type = "Reformat", .cost = 10, .in = IMAGE ("8", "FP32"), .out = IMAGE ("8", "FP16") },
      { .type = "Conv", .cost = 80, .from = 1, .out = IMAGE ("8", "FP16") },
      { .type = "Transpose", .cost = 10, .from = 2, .out = "1x8x8x8 FP16 NHWC" } },
    "high up to 20 ns (20.0 %) [0 2] 1 layer only changes the layout of data. 1 layer only converts data "
      "to another dtype." },
  { "conversions", "told",
    { { .type = "Conv", .cost = 98, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP16") },
      { .type = "Transpose", .cost = 2, .from = 1, .out = "1x8x8x8 FP16 NHWC" },
      { .type = "Conv", .cost = 100, .from = 2, .out = IMAGE ("8", "FP16") } }, NULL },

  { "dtype-islands", "pool",
    { { .type = "Conv", .cost = 50, .in = IMAGE ("16", "Int8"), .out = IMAGE ("16", "Int8") },
      { .type = "Cast", .cost = 10, .from = 1, .out = IMAGE ("16", "FP32") },
      { .type = "MaxPool", .cost = 20, .from = 2, .out = IMAGE ("16", "FP32") },
      { .type = "Cast", .cost = 10, .from = 3, .out = IMAGE ("16", "Int8") },
      { .type = "Conv", .cost = 10, .from = 4, .out = IMAGE ("16", "Int8") } },
    "medium affects 40 ns (40.0 %) [1 2 3] The data leaves its dtype and returns 1 time, first from int8 to "
    "float32." },
  { "dtype-islands", "seen-from-one-side",
    { { .type = "Conv", .cost = 50, .in = IMAGE ("16", "Int8"), .out = IMAGE ("16", "FP16") },
      { .type = "MaxPool", .cost = 5, .from = 1, .out = IMAGE ("16", "FP16") },
      { .type = "Quantize", .cost = 10, .from = 2, .out = IMAGE ("16", "Int8") },
      { .type = "Conv", .cost = 50, .from = 3, .out = IMAGE ("16", "Int8") },
      { .type = "Conv", .cost = 50, .from = 4, .out = IMAGE ("16", "FP16") } },
    "low affects 15 ns (9.09 %) [1 2] The data leaves its dtype and returns 1 time, first from int8 to float16." },
  { "dtype-islands", "stays",
    { { .type = "Cast", .cost = 10, .in = IMAGE ("16", "FP32"), .out = IMAGE ("16", "FP16") },
      { .type = "Conv", .cost = 50, .from = 1, .out = IMAGE ("16", "FP16") },
      { .type = "Conv", .cost = 50, .from = 2, .out = IMAGE ("16", "FP16") } }, NULL },
  { "dtype-islands", "only-casts",
    { { .type = "Conv", .cost = 50, .in = IMAGE ("16", "Int8"), .out = IMAGE ("16", "Int8") },
      { .type = "Cast", .cost = 10, .from = 1, .out = IMAGE ("16", "FP32") },
      { .type = "Cast", .cost = 10, .from = 2, .out = IMAGE ("16", "Int8") } }, NULL },

  { "quantized-float-output", "read",
    { { .type = "Convolution", .cost = 20, .in = IMAGE ("16", "Int8"), .out = IMAGE ("16", "FP32") },
      { .type = "MaxPool", .cost = 80, .from = 1, .out = IMAGE ("16", "FP32") } },
    "medium affects 20 ns (20.0 %) [0] 1 layer computes quantized and writes floating point that others read." },
  { "quantized-float-output", "last",
    { { .type = "MaxPool", .cost = 80, .in = IMAGE ("16", "Int8"), .out = IMAGE ("16", "Int8") },
      { .type = "Convolution", .cost = 20, .from = 1, .out = IMAGE ("16", "FP32") } }, NULL },
  { "quantized-float-output", "int8",
    { { .type = "Convolution", .cost = 20, .in = IMAGE ("16", "Int8"), .out = IMAGE ("16", "Int8") },
      { .type = "MaxPool", .cost = 80, .from = 1, .out = IMAGE ("16", "Int8") } }, NULL },
  { "quantized-float-output", "complex",
    { { .type = "Convolution", .cost = 20, .in = IMAGE ("16", "Int8"), .out = IMAGE ("16", "complex<float>") },
      { .type = "MaxPool", .cost = 80, .from = 1, .out = IMAGE ("16", "FP32") } }, NULL },
  { "quantized-float-output", "fp8",
    { { .type = "Convolution", .cost = 20, .in = IMAGE ("16", "FP8"), .out = IMAGE ("16", "FP32") },
      { .type = "MaxPool", .cost = 80, .from = 1, .out = IMAGE ("16", "FP32") } }, NULL },
  { "quantized-float-output", "signed-char",
    { { .type = "aten::_int_mm", .cost = 20, .in = "16x16 c10::qint8", .out = "16x16 float" },
      { .type = "aten::add", .cost = 80, .from = 1, .out = "16x16 float" } },
    "medium affects 20 ns (20.0 %) [0] 1 layer computes quantized and writes floating point that others read." },

  { "unaligned-channels", "image",
    { { .type = "Convolution", .cost = 20, .in = IMAGE ("3", "FP16"), .out = IMAGE ("64", "FP16") } },
    "medium affects 20 ns (100.0 %) [0] 1 convolution has channels that are no multiple of a block: 3 in and 64 out, "
    "with blocks of 8 in float16." },
  { "unaligned-channels", "aligned",
    { { .type = "Convolution", .cost = 20, .in = IMAGE ("32", "Int8"), .out = IMAGE ("64", "Int8") } }, NULL },
  { "unaligned-channels", "fp8",
    { { .type = "Convolution", .cost = 20, .in = IMAGE ("24", "float8_e4m3fn"), .out = IMAGE ("64", "float16") } },
    "medium affects 20 ns (100.0 %) [0] 1 convolution has channels that are no multiple of a block: 24 in and 64 out, "
    "with blocks of 16 in float8_e4m3fn." },
  { "unaligned-channels", "wide-type",
    { { .type = "Convolution", .cost = 20, .in = IMAGE ("3", "float32"), .out = IMAGE ("64", "float32") } }, NULL },

  { "tiny-kernels", "many",
    { { .type = "Add", .cost = 60 * 2000, .kernels = 60 }, { .type = "Conv", .cost = 100000, .kernels = 1 } },
    "medium affects 120 µs (54.5 %) [0] 60 of 61 kernels are those of 1 layer that takes less than 5.00 µs for each "
    "on average." },
  { "tiny-kernels", "beside-copies",
    { { .type = "Add", .cost = 60 * 2000, .kernels = 60 },
      { .type = "to", .cost = 20 * 2000, .kernels = 20, .kernel = "Memcpy DtoH" },
      { .type = "zero", .cost = 20 * 2000, .kernels = 20, .kernel = "memset" } },
    "medium affects 120 µs (60.0 %) [0] 60 of 60 kernels are those of 1 layer that takes less than 5.00 µs for each on average." },
  { "tiny-kernels", "copies",
    { { .type = "to", .cost = 60 * 2000, .kernels = 60, .kernel = "Memcpy DtoH" } }, NULL },
  { "tiny-kernels", "memsets",
    { { .type = "zero", .cost = 60 * 2000, .kernels = 60, .kernel = "Memset (Device)" } }, NULL },
  { "tiny-kernels", "constants",
    { { .type = "ImmutableTensor", .cost = 60 * 2000, .kernels = 60 }, { .type = "Conv", .cost = 100000, .kernels = 1 } },
    NULL },
  { "tiny-kernels", "few",
    { { .type = "Add", .cost = 40 * 2000, .kernels = 40 }, { .type = "Conv", .cost = 100000, .kernels = 1 } }, NULL },
  { "tiny-kernels", "long",
    { { .type = "Add", .cost = 60 * 9000, .kernels = 60 } }, NULL },

  { "idle-launch-bound", "gap",
    { { .type = "Conv", .cost = 60, .kernels = 1 }, { .type = "Add", .cost = 10, .kernels = 1, .gap = 30 } },
    "high up to 28 ns (28.0 %) [1] 1 gap of GPU 0: 28 ns." },
  { "idle-launch-bound", "busy",
    { { .type = "Conv", .cost = 60, .kernels = 1 }, { .type = "Add", .cost = 40, .kernels = 1 } }, NULL },
  { "idle-launch-bound", "small",
    { { .type = "Conv", .cost = 9890, .kernels = 1 }, { .type = "Add", .cost = 10, .kernels = 1, .gap = 100 } }, NULL },

  { "cpu-fallback", "one",
    { { .type = "Conv", .cost = 40, .device = "GPU 0" }, { .type = "Relu", .cost = 40, .device = "GPU 0" },
      { .type = "Softmax", .cost = 20, .device = "CPU" } },
    "high up to 20 ns (20.0 %) [2] 1 layer runs on the CPU, 2 on devices." },
  { "cpu-fallback", "result",
    { { .type = "Conv", .cost = 40, .device = "GPU 0" }, { .type = "Relu", .cost = 40, .device = "GPU 0" },
      { .type = "_Retval", .cost = 20, .device = "CPU" } }, NULL },
  { "cpu-fallback", "all",
    { { .type = "Conv", .cost = 40, .device = "cpu0" }, { .type = "Softmax", .cost = 20, .device = "cpu0" } }, NULL },
  { "cpu-fallback", "constant",
    { { .type = "Conv", .cost = 40, .device = "GPU 0" }, { .type = "Relu", .cost = 40, .device = "GPU 0" },
      { .type = "Const", .cost = 20, .device = "CPU" } }, NULL },

  { "memory-peak", "no-lifetimes",
    { { .type = "Conv", .cost = 40, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP16") } }, NULL },

  { "flop-mismatch", "differs",
    { { .type = "Relu", .cost = 40, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP16"), .flop = 1024 } },
    "note  [0] The file states FLOP other than the estimate for 1 layer: 1.02 kFLOP, not ≈ 512 FLOP." },
  { "flop-mismatch", "agrees",
    { { .type = "Relu", .cost = 40, .in = IMAGE ("8", "FP16"), .out = IMAGE ("8", "FP16"), .flop = 512 } }, NULL },
};

static void
test_case (Fixture       *fixture,
           gconstpointer  data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *text = NULL;

  make_run (fixture, cases[i].nodes);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  text = dump_findings (findings, cases[i].rule);
  g_assert_cmpstr (text, ==, cases[i].expected);
}

/* What a finding costs is what its layers cost, and what matters most stands first. */
static void
test_costs (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (LaminaFindings) findings = NULL;
  const gint64 *costs;
  guint islands = 0;

  while (!g_str_equal (cases[islands].rule, "dtype-islands"))
    islands++;
  costs = lamina_run_get_costs (make_run (fixture, cases[islands].nodes));
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  g_assert_cmpuint (lamina_findings_get_n (findings), >, 1);
  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);
      gint64 sum = LAMINA_ABSENT;

      for (guint k = 0; k < finding->n_layers; k++)
        sum = lamina_number_add (sum, costs[finding->layers[k]]);
      if (finding->cost != LAMINA_ABSENT)
        g_assert_cmpint (finding->cost, ==, sum);
      if (i > 0)
        g_assert_cmpint (finding->severity, >=, lamina_findings_get (findings, i - 1)->severity);
    }
}

/* Rules about times of the host or of several queues, of which graphs have none. */
static gboolean
is_of_queues (const char *rule)
{
  return (g_str_has_prefix (rule, "idle-") && !g_str_equal (rule, "idle-launch-bound"))
         || g_str_equal (rule, "exposed-communication");
}

/* Each rule is shown to fire and to be silent; those that need more than a graph are tested elsewhere. */
static void
test_rules (void)
{
  for (guint i = 0; i < lamina_findings_get_n_rules (); i++)
    {
      const char *rule = lamina_findings_get_rule (i);
      gboolean is_of_segments = g_str_equal (rule, "memory-unused") || g_str_equal (rule, "memory-given-up")
                                || g_str_equal (rule, "memory-site") || g_str_equal (rule, "memory-pieces");
      gboolean fires = g_str_equal (rule, "memory-peak") || is_of_segments || is_of_queues (rule)
                       || g_str_equal (rule, "outside-layers");
      gboolean silent = is_of_segments || is_of_queues (rule) || g_str_equal (rule, "outside-layers");

      for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
        if (g_str_equal (cases[k].rule, rule))
          {
            fires |= cases[k].expected != NULL;
            silent |= cases[k].expected == NULL;
          }
      if (!fires || !silent)
        g_error ("the rule %s has no case that %s", rule, fires ? "must not fire" : "fires");
    }
}

/* Where the layers themselves are kernels, each is counted once. */
static void
test_kernels (Fixture       *fixture,
              gconstpointer  data)
{
  guint32 gpu = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  guint32 track = lamina_builder_add_track (fixture->builder, fixture->run, gpu, "stream", 0);
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *text = NULL;

  lamina_builder_set_layer_word (fixture->builder, fixture->run, LAMINA_LAYER_WORD_KERNEL);
  for (guint i = 0; i < 60; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      layer.name = slice.name = fixture_intern (fixture, "add");
      layer.device_time = slice.duration = 2000;
      slice.start = i * slice.duration;
      slice.layer = lamina_builder_add_layer (fixture->builder, fixture->run, &layer);
      lamina_builder_add_slice (fixture->builder, fixture->run, track, &slice);
    }
  fixture_freeze (fixture);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  text = dump_findings (findings, "tiny-kernels");
  g_assert_nonnull (text);
  g_assert_true (g_str_has_suffix (text, "] 60 of 60 kernels take less than 5.00 µs each."));
}

/* Functions that take 60 and 20 ns of a time that is stated for all of them together, which is a finding from 2 % on. */
static void
test_outside (void)
{
  static const struct { gint64 stated; const char *expected; } times[] = {
    { 200, "medium affects 120 ns (60.0 %) [] 120 ns of 200 ns are in no function." }, { 81, NULL }, { 70, NULL },
    { LAMINA_ABSENT, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
      guint32 run = lamina_builder_add_run (builder, "Report", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);
      g_autoptr (LaminaDocument) document = NULL;
      g_autoptr (LaminaFindings) findings = NULL;
      g_autofree char *text = NULL;

      lamina_builder_set_layer_word (builder, run, LAMINA_LAYER_WORD_FUNCTION);
      lamina_builder_set_stated_time (builder, run, times[i].stated);
      for (guint k = 0; k < 2; k++)
        {
          LaminaLayerInit init = LAMINA_LAYER_INIT;

          init.duration = k == 0 ? 60 : 20;
          lamina_builder_add_layer (builder, run, &init);
        }
      document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
      findings = lamina_findings_new (document, 0, NULL, LAMINA_NONE, NULL, NULL);
      text = dump_findings (findings, "outside-layers");
      g_assert_cmpstr (text, ==, times[i].expected);
    }
}

/*
 * Gaps of a queue that works every thousand nanoseconds for five hundred, of which those of the case are as long.
 *
 * host    what the host does from 600 on in each thousand
 * length  how long
 * launch  when the work behind the gap is launched in each thousand, for ten nanoseconds; 0 when the file does not tell
 * after   what ends the gaps
 */
static const struct
{
  const char *rule;
  const char *host;
  gint64 length;
  gint64 launch;
  const char *after;
  const char *expected;
} gap_cases[] = {
  { "idle-sync", "cudaDeviceSynchronize", 380, 990, "kernel",
    "high up to 1.52 µs (33.8 %) [0] 4 gaps of GPU 0, together 2.00 µs: the host was in cudaDeviceSynchronize for 1.52 µs "
    "of it." },
  { "idle-launch-bound", "enumerate(DataLoader)#", 380, 990, "kernel",
    "high up to 1.96 µs (43.6 %) [0] 4 gaps of GPU 0, together 2.00 µs: the host was in enumerate(DataLoader) for 1.52 µs "
    "of it." },
  { "idle-launch-call", "decode", 10, 505, "kernel", NULL },
  { "idle-launch-to-start", "decode", 10, 505, "kernel", "high up to 1.94 µs (43.1 %) [0] 4 gaps of GPU 0, at most 485 ns "
    "in one of them." },
  { "idle-copy", "decode", 10, 400, "Memcpy HtoD",
    "high up to 2.00 µs (44.4 %) [0] 4 gaps of GPU 0, at most 500 ns in one of them." },
  { "idle-communication", "decode", 10, 400, "ncclAllReduce",
    "high up to 2.00 µs (44.4 %) [0] 4 gaps of GPU 0, at most 500 ns in one of them." },
  { "idle-dependency", "decode", 10, 400, "kernel",
    "high up to 2.00 µs (44.4 %) [0] 4 gaps of GPU 0, at most 500 ns in one of them." },
  { "idle-unknown", "decode", 10, 0, "kernel",
    "medium affects 2.00 µs (44.4 %) [0] 4 gaps of GPU 0, at most 500 ns in one of them." },
};

static void
add_step (Fixture *fixture,
          guint    i,
          guint    step,
          guint32  host,
          guint32  queue,
          guint32  layer)
{
  g_autofree char *numbered = g_strdup_printf ("%s%u", gap_cases[i].host, step);
  gboolean has_number = g_str_has_suffix (gap_cases[i].host, "#");
  LaminaSliceInit init = LAMINA_SLICE_INIT;
  guint32 kernel, call;

  init.name = fixture_intern (fixture, has_number ? numbered : gap_cases[i].host);
  init.start = step * 1000 + 600;
  init.duration = gap_cases[i].length;
  lamina_builder_add_slice (fixture->builder, fixture->run, host, &init);
  init.name = fixture_intern (fixture, gap_cases[i].after);
  init.start = (step + 1) * 1000;
  init.duration = 500;
  init.layer = layer;
  kernel = lamina_builder_add_slice (fixture->builder, fixture->run, queue, &init);
  init.name = fixture_intern (fixture, "cudaLaunchKernel");
  init.start = step * 1000 + gap_cases[i].launch;
  init.duration = 10;
  init.layer = LAMINA_NONE;
  call = lamina_builder_add_slice (fixture->builder, fixture->run, host, &init);
  if (gap_cases[i].launch > 0)
    lamina_builder_add_flow (fixture->builder, fixture->run, 0, host, call, queue, kernel);
}

/* Each cause has a finding, which names what the host did, and the gaps themselves. */
static void
test_gaps (Fixture       *fixture,
           gconstpointer  data)
{
  guint i = GPOINTER_TO_UINT (data);
  guint32 cpu = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, "CPU", LAMINA_GROUP_HOST);
  guint32 gpu = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  guint32 host = lamina_builder_add_track (fixture->builder, fixture->run, cpu, "thread", 0);
  guint32 queue = lamina_builder_add_track (fixture->builder, fixture->run, gpu, "stream", 0);
  guint32 layer = fixture_add (fixture, &(Row) { .name = "layer", .cost = 10 });
  LaminaSliceInit init = LAMINA_SLICE_INIT;
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *text = NULL;

  init.name = fixture_intern (fixture, "kernel");
  init.duration = 500;
  init.layer = layer;
  lamina_builder_add_slice (fixture->builder, fixture->run, queue, &init);
  for (guint step = 0; step < 4; step++)
    add_step (fixture, i, step, host, queue, layer);
  fixture_freeze (fixture);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  text = dump_findings (findings, gap_cases[i].rule);
  g_assert_cmpstr (text, ==, gap_cases[i].expected);
  for (guint k = 0; k < lamina_findings_get_n (findings); k++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, k);

      if (!g_str_equal (finding->rule, gap_cases[i].rule))
        continue;
      g_assert_cmpuint (finding->n_gaps, ==, 4);
      for (guint gap = 0; gap < finding->n_gaps; gap++)
        g_assert_cmpuint (finding->gaps[gap], ==, gap);
    }
}

/* What two queues of a device do: from when to when, and of which type the layer is; NULL for an annotation. */
typedef struct
{
  guint queue;
  gint64 start;
  gint64 end;
  const char *type;
} Kernel;

#define MAX_KERNELS 5

static void
add_queues (Fixture      *fixture,
            const Kernel *kernels)
{
  guint32 gpu = lamina_builder_add_group (fixture->builder, fixture->run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  guint32 tracks[2];

  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    tracks[i] = lamina_builder_add_track (fixture->builder, fixture->run, gpu, "stream", 0);
  for (guint i = 0; i < MAX_KERNELS && kernels[i].end > 0; i++)
    {
      const Row row = { .name = kernels[i].type, .type = kernels[i].type, .cost = kernels[i].end - kernels[i].start };
      LaminaSliceInit init = LAMINA_SLICE_INIT;

      init.name = fixture_intern (fixture, kernels[i].type ? kernels[i].type : "ncclAllReduce");
      init.start = kernels[i].start;
      init.duration = kernels[i].end - kernels[i].start;
      init.layer = kernels[i].type ? fixture_add (fixture, &row) : LAMINA_NONE;
      lamina_builder_add_slice (fixture->builder, fixture->run, tracks[kernels[i].queue], &init);
    }
  fixture_freeze (fixture);
}

static const struct
{
  const char *name;
  Kernel kernels[MAX_KERNELS];
  const char *expected;
} exchanges[] = {
  { "beside", { { 0, 0, 60, "Conv" }, { 1, 40, 90, "ncclAllReduce" }, { 0, 80, 100, "Conv" } },
    "high up to 20 ns (20.0 %) [1] 1 kernel of GPU 0 communicates while nothing computes there; all communication takes "
    "50 ns." },
  { "two", { { 0, 0, 100, "Conv" }, { 1, 10, 20, "ncclAllReduce" }, { 1, 90, 130, "ncclAllGather" },
             { 0, 130, 160, "Conv" }, { 1, 150, 200, "ncclAllReduce" } },
    "high up to 70 ns (35.0 %) [2 4] 2 kernels of GPU 0 communicate while nothing computes there; all communication takes "
    "100 ns." },
  { "copy", { { 0, 0, 60, "Conv" }, { 1, 60, 100, "ncclAllReduce" }, { 0, 60, 90, "Memcpy DtoD" } },
    "high up to 40 ns (40.0 %) [1] 1 kernel of GPU 0 communicates while nothing computes there; all communication takes "
    "40 ns." },
  { "hidden", { { 0, 0, 100, "Conv" }, { 1, 10, 90, "ncclAllReduce" } }, NULL },
  { "little", { { 0, 0, 1000, "Conv" }, { 1, 900, 1009, "ncclAllReduce" } }, NULL },
  { "annotation", { { 0, 0, 60, "Conv" }, { 1, 60, 100, NULL }, { 0, 100, 110, "Conv" } }, NULL },
  { "none", { { 0, 0, 60, "Conv" } }, NULL },
};

static void
test_exchange (Fixture       *fixture,
               gconstpointer  data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *text = NULL;

  add_queues (fixture, exchanges[i].kernels);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  text = dump_findings (findings, "exposed-communication");
  g_assert_cmpstr (text, ==, exchanges[i].expected);
}

/* PyTorch converts by copying; a copy alone is none. */
static void
test_copies (Fixture       *fixture,
             gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "aten::mm", .cost = 60, .inputs = "8x8 float, 8x8 float" },
    { .type = "aten::_to_copy", .inputs = "8x8 bool" },
    { .type = "aten::copy_", .cost = 20, .inputs = "8x8 float, 8x8 bool", .parent = 2 },
    { .type = "aten::contiguous", .inputs = "8x8 float" },
    { .type = "aten::clone", .inputs = "8x8 float", .parent = 4 },
    { .type = "aten::copy_", .cost = 20, .inputs = "8x8 float, 8x8 float", .parent = 5 },
    { .type = "aten::copy_", .cost = 100, .inputs = "8x8 float, 8x8 float" },
  };
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (fixture, &rows[i]);
  fixture_freeze (fixture);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  text = dump_findings (findings, "conversions");
  g_assert_cmpstr (text, ==, "high up to 40 ns (20.0 %) [2 5] 1 layer only changes the layout of data. 1 layer only converts "
                             "data to another dtype.");
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  make_run (fixture, cases[0].nodes);
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, cancellable));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/finding/%s/%s", cases[i].rule, cases[i].name);

      g_test_add (path, Fixture, GUINT_TO_POINTER (i), fixture_setup, test_case, fixture_teardown);
    }
  for (guint i = 0; i < G_N_ELEMENTS (exchanges); i++)
    {
      g_autofree char *path = g_strdup_printf ("/finding/exposed-communication/%s", exchanges[i].name);

      g_test_add (path, Fixture, GUINT_TO_POINTER (i), fixture_setup, test_exchange, fixture_teardown);
    }
  g_test_add ("/finding/kernels", Fixture, NULL, fixture_setup, test_kernels, fixture_teardown);
  g_test_add ("/finding/costs", Fixture, NULL, fixture_setup, test_costs, fixture_teardown);
  g_test_add_func ("/finding/rules", test_rules);
  g_test_add_func ("/finding/outside", test_outside);
  for (guint i = 0; i < G_N_ELEMENTS (gap_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/finding/gaps/%s", gap_cases[i].rule);

      g_test_add (path, Fixture, GUINT_TO_POINTER (i), fixture_setup, test_gaps, fixture_teardown);
    }
  g_test_add ("/finding/copies", Fixture, NULL, fixture_setup, test_copies, fixture_teardown);
  g_test_add ("/finding/cancelled", Fixture, NULL, fixture_setup, test_cancelled, fixture_teardown);
  return g_test_run ();
}
