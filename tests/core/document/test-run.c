/* SPDX-License-Identifier: Apache-2.0 */
#include "../run-fixture.h"

#include <math.h>

/* Documents made by the builder: what freezing makes of rows that were added in any order. */

static guint32
add_layer (RunFixture *self,
           const char *name,
           const char *type)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = lamina_builder_intern (self->builder, name, -1);
  layer.type = lamina_builder_intern (self->builder, type, -1);
  return lamina_builder_add_layer (self->builder, self->run, &layer);
}

static void
test_device_time (RunFixture    *self,
                  gconstpointer  data)
{
  guint32 host = run_fixture_add_track (self, "host", LAMINA_GROUP_HOST);
  guint32 gpu = run_fixture_add_track (self, "gpu", LAMINA_GROUP_DEVICE);
  guint32 outer = add_layer (self, "outer", "");
  guint32 inner = add_layer (self, "inner", "");
  guint32 idle = add_layer (self, "idle", "");
  LaminaSliceInit wait = LAMINA_SLICE_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;
  const LaminaLayers *layers;
  LaminaRun *run;

  run_fixture_add_slice (self, host, "dispatch", 0, 50, outer);
  run_fixture_add_slice (self, gpu, "outer", 100, 100, outer);
  run_fixture_add_slice (self, gpu, "part of outer", 110, 20, outer);
  run_fixture_add_slice (self, gpu, "nobody's", 140, 40, LAMINA_NONE);
  run_fixture_add_slice (self, gpu, "inner", 150, 10, inner);
  run_fixture_add_slice (self, gpu, "again", 300, 5, outer);
  wait.start = 100;
  wait.duration = 7;
  wait.layer = outer;
  wait.kind = LAMINA_SLICE_WAIT;
  lamina_builder_add_slice (self->builder, self->run, gpu, &wait);
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  layers = lamina_run_get_layers (run);

  g_assert_cmpint (lamina_run_get_cost_kind (run), ==, LAMINA_COST_DEVICE);
  g_assert_cmpint (layers->device_time[outer], ==, 95);
  g_assert_cmpint (layers->device_time[inner], ==, 10);
  g_assert_cmpint (layers->device_time[idle], ==, LAMINA_ABSENT);
  g_assert_cmpint (layers->wait[outer], ==, 7);
  g_assert_cmpint (layers->wait[inner], ==, LAMINA_ABSENT);
  g_assert_cmpint (lamina_run_get_totals (run)->cost, ==, 105);
  g_assert_null (layers->host);
  g_assert_null (layers->flop);

  /* The views take a layer to its device. */
  timebase = lamina_timebase_new (run, TRUE);
  g_assert_cmpint (lamina_run_get_layer_start (run, outer, timebase), ==, 100);
  g_assert_cmpint (lamina_run_get_layer_start (run, idle, timebase), ==, LAMINA_ABSENT);
  g_assert_cmpuint (layers->first_slice[outer + 1] - layers->first_slice[outer], ==, 5);
  g_assert_cmpuint (layers->slices[layers->first_slice[inner]].track, ==, 1);
}

static void
test_host_self (RunFixture    *self,
                gconstpointer  data)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaLayers *layers;
  guint32 root;

  layer.host = 100;
  root = lamina_builder_add_layer (self->builder, self->run, &layer);
  layer.parent = root;
  layer.host = 30;
  lamina_builder_add_layer (self->builder, self->run, &layer);
  layer.host = 20;
  layer.host_self = 19;
  lamina_builder_add_layer (self->builder, self->run, &layer);
  document = run_fixture_freeze (self);
  layers = lamina_run_get_layers (lamina_document_get_run (document, 0));
  g_assert_cmpint (layers->host_self[0], ==, 50);
  g_assert_cmpint (layers->host_self[1], ==, 30);
  g_assert_cmpint (layers->host_self[2], ==, 19);
  g_assert_cmpint (lamina_run_get_cost_kind (lamina_document_get_run (document, 0)), ==, LAMINA_COST_SELF);
}

/* Whatever a tool calls them. */
static void
test_dtypes (RunFixture    *self,
             gconstpointer  data)
{
  static const struct
  {
    const char *word;
    const char *name;
  } cases[] = {
    { "float", "float32" }, { "Float32", "float32" }, { "FP16", "float16" }, { "Half", "float16" },
    { "c10::BFloat16", "bfloat16" }, { "c10::Half", "float16" }, { "long int", "int64" }, { "unsigned char", "uint8" },
    { "tensor(float)", "float32" }, { "tensor(int64)", "int64" }, { "torch.int64", "int64" }, { "DT_FLOAT", "float32" },
    { "c10::complex<float>", "complex64" }, { "c10::Float8_e4m3fn", "float8_e4m3fn" }, { "pred", "bool" },
    { "QuantizedS8(0.5)", "QuantizedS8(0.5)" }, { "Byte", "Byte" }, { "FP8", "FP8" }, { "string", "string" },
    { "float32 int8", "float32 int8" }, { "", "" }, { "void", "" }, { "bfloat16", "bfloat16" },
  };
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

      tensor.dtype = lamina_builder_intern (self->builder, cases[i].word, -1);
      lamina_builder_add_tensor (self->builder, self->run, &tensor);
    }
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (lamina_run_get_string (run, lamina_run_get_tensors (run)->dtype[i]), ==, cases[i].name);
}

static void
test_tensors (RunFixture    *self,
              gconstpointer  data)
{
  const gint64 dims[] = { 10, LAMINA_ABSENT, 28 };
  guint32 a = add_layer (self, "a", "Conv");
  guint32 b = add_layer (self, "b", "Add");
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  g_autofree char *text = NULL;
  g_autofree char *scalar = NULL;
  const LaminaTensors *tensors;
  const LaminaLayers *layers;
  LaminaRun *run;

  tensor.name = lamina_builder_intern (self->builder, "x", -1);
  tensor.shape = lamina_builder_intern_shape (self->builder, dims, 3);
  tensor.bytes = 64;
  lamina_builder_add_tensor (self->builder, self->run, &tensor);
  tensor.shape = lamina_builder_intern_shape (self->builder, NULL, 0);
  tensor.bytes = LAMINA_ABSENT;
  lamina_builder_add_tensor (self->builder, self->run, &tensor);
  lamina_builder_add_input (self->builder, self->run, b, 0);
  lamina_builder_add_input (self->builder, self->run, b, 0);
  lamina_builder_add_output (self->builder, self->run, a, 0);
  lamina_builder_add_input (self->builder, self->run, a, 1);
  lamina_builder_add_lifetime (self->builder, self->run, 1, LAMINA_LIFETIME_VALUE, 4, 0, 5, 9);
  lamina_builder_add_lifetime (self->builder, self->run, 0, LAMINA_LIFETIME_VALUE, 64, 0, 1, 2);
  lamina_builder_add_lifetime (self->builder, self->run, 0, LAMINA_LIFETIME_GRADIENT, 64, 0, 3, 4);
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  tensors = lamina_run_get_tensors (run);
  layers = lamina_run_get_layers (run);

  g_assert_cmpuint (tensors->producer[0], ==, a);
  g_assert_cmpuint (tensors->producer[1], ==, LAMINA_NONE);
  g_assert_cmpuint (tensors->first_consumer[1] - tensors->first_consumer[0], ==, 1);
  g_assert_cmpuint (tensors->consumers[0], ==, b);
  g_assert_cmpuint (layers->first_input[b + 1] - layers->first_input[b], ==, 2);
  g_assert_cmpuint (tensors->first_lifetime[1], ==, 2);
  g_assert_cmpint (tensors->lifetimes[1].kind, ==, LAMINA_LIFETIME_GRADIENT);
  g_assert_cmpint (tensors->lifetimes[2].first, ==, 5);
  text = lamina_run_dup_shape_text (run, tensors->shape[0]);
  g_assert_cmpstr (text, ==, "10×?×28");
  scalar = lamina_run_dup_shape_text (run, tensors->shape[1]);
  g_assert_cmpstr (scalar, ==, "scalar");
  g_assert_cmpint (lamina_run_get_totals (run)->tensor_bytes, ==, 64);
  g_assert_cmpint (lamina_run_get_totals (run)->cost, ==, LAMINA_ABSENT);
  g_assert_cmpint (layers->family[a], ==, LAMINA_FAMILY_CONVOLUTION);
}

static void
test_track_order (RunFixture    *self,
                  gconstpointer  data)
{
  LaminaBuilder *b = self->builder;
  guint32 host = lamina_builder_add_group (b, self->run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 gpu = lamina_builder_add_group (b, self->run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 inner = lamina_builder_add_group (b, self->run, host, "inner", LAMINA_GROUP_HOST);
  guint32 streams = lamina_builder_add_track (b, self->run, gpu, "stream", 0);
  guint32 late = lamina_builder_add_track (b, self->run, host, "late", 0);
  guint32 nested = lamina_builder_add_track (b, self->run, inner, "nested", 0);
  guint32 early = lamina_builder_add_track (b, self->run, host, "early", 0);
  guint32 loose = lamina_builder_add_track (b, self->run, LAMINA_NONE, "loose", 0);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GString) paths = g_string_new (NULL);
  const LaminaFlow *flows;
  LaminaRun *run;
  guint n;

  lamina_builder_set_track_sort (b, self->run, late, 1);
  run_fixture_add_slice (self, streams, "second", 10, 1, LAMINA_NONE);
  run_fixture_add_slice (self, streams, "first", 5, 1, LAMINA_NONE);
  run_fixture_add_slice (self, early, "only", 0, 1, LAMINA_NONE);
  run_fixture_add_slice (self, nested, "x", 0, 1, LAMINA_NONE);
  run_fixture_add_slice (self, loose, "y", 0, 1, LAMINA_NONE);
  lamina_builder_add_flow (b, self->run, 0, early, 0, streams, 0);
  lamina_builder_add_flow (b, self->run, 0, LAMINA_NONE, 0, streams, 1);
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      g_autofree char *path = lamina_run_dup_track_path (run, i);

      g_string_append_printf (paths, "%s@%" G_GUINT64_FORMAT " ", path,
                              lamina_track_get_info (lamina_run_get_track (run, i))->first_id);
    }
  g_assert_cmpstr (paths->str, ==, "loose@0 host/early@1 host/late@2 host/inner/nested@2 gpu/stream@3 ");
  flows = lamina_run_get_flows (run, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (flows[0].from.track, ==, 1);
  g_assert_cmpuint (flows[0].to.track, ==, 4);
  g_assert_cmpuint (flows[0].to.slice, ==, 1);
  g_assert_cmpuint (flows[1].from.track, ==, LAMINA_NONE);
  g_assert_cmpuint (flows[1].to.slice, ==, 0);
}

static void
test_counter (RunFixture    *self,
              gconstpointer  data)
{
  guint32 track = lamina_builder_add_counter (self->builder, self->run, LAMINA_NONE, "memory", 0, LAMINA_UNIT_BYTES, TRUE);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaSampleBlock *blocks;
  const LaminaSamples *samples;
  LaminaTrack *frozen;
  guint n;

  for (int i = 99; i >= 0; i--)
    lamina_builder_add_sample (self->builder, self->run, track, i * 10, i == 40 ? -3.5 : i);
  document = run_fixture_freeze (self);
  frozen = lamina_run_get_track (lamina_document_get_run (document, 0), 0);
  samples = lamina_track_get_samples (frozen);
  g_assert_cmpuint (samples->n, ==, 100);
  g_assert_cmpint (samples->time[1], ==, 10);
  g_assert_cmpfloat (samples->min, ==, -3.5);
  g_assert_cmpfloat (samples->max, ==, 99);
  g_assert_cmpuint (lamina_track_find_sample (frozen, -1), ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_track_find_sample (frozen, 19), ==, 1);
  g_assert_cmpuint (lamina_track_find_sample (frozen, 20), ==, 2);
  blocks = lamina_track_get_sample_blocks (frozen, 1, &n);
  g_assert_cmpuint (n, ==, 7);
  g_assert_cmpfloat (blocks[2].min, ==, -3.5);
  g_assert_cmpfloat (blocks[2].max, ==, 47);
  g_assert_true (lamina_track_get_info (frozen)->is_estimated);
}

static void
test_clocks (RunFixture    *self,
             gconstpointer  data)
{
  guint32 host = lamina_builder_add_clock (self->builder, self->run, "host");
  guint32 gpu = lamina_builder_add_clock (self->builder, self->run, "gpu");
  guint32 a = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "a", host);
  guint32 b = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "b", gpu);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaTimebase) aligned = NULL;
  g_autoptr (LaminaTimebase) own = NULL;
  g_autoptr (LaminaTimebase) moved = NULL;
  LaminaRun *run;

  lamina_builder_set_clock_offset (self->builder, self->run, gpu, 1000, LAMINA_CLOCK_CAUSALITY, 1000);
  run_fixture_add_slice (self, a, "x", 500, 100, LAMINA_NONE);
  run_fixture_add_slice (self, b, "y", 10, 100, LAMINA_NONE);
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  aligned = lamina_timebase_new (run, TRUE);
  own = lamina_timebase_new (run, FALSE);
  moved = lamina_timebase_with_offset (own, run, host, -G_MAXINT64);
  g_assert_cmpint (lamina_timebase_get_start (aligned), ==, 500);
  g_assert_cmpint (lamina_timebase_get_end (aligned), ==, 1110);
  g_assert_cmpint (lamina_timebase_get_offset (aligned, gpu), ==, 1000);
  g_assert_cmpint (lamina_timebase_get_start (own), ==, 10);
  g_assert_cmpint (lamina_timebase_get_end (own), ==, 600);
  /* An absurd offset is kept where differences still fit into 64 bits. */
  g_assert_cmpint (lamina_timebase_get_start (moved), <, -4000000000000000000);
  g_assert_cmpint (lamina_timebase_get_end (moved) - lamina_timebase_get_start (moved), >, 0);
}

/* Marks make the span where there is nothing else, and else leave it as it is. */
static void
test_marks (RunFixture    *self,
            gconstpointer  data)
{
  guint32 track = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "cpu", 0);
  guint32 name = lamina_builder_intern (self->builder, "mark", -1);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;

  lamina_builder_add_mark (self->builder, self->run, track, 0, 700, 0, name);
  lamina_builder_add_mark (self->builder, self->run, LAMINA_NONE, 0, 300, 50, name);
  if (data)
    run_fixture_add_slice (self, track, "x", 400, 20, LAMINA_NONE);
  document = run_fixture_freeze (self);
  timebase = lamina_timebase_new (lamina_document_get_run (document, 0), TRUE);
  g_assert_cmpint (lamina_timebase_get_start (timebase), ==, data ? 400 : 300);
  g_assert_cmpint (lamina_timebase_get_end (timebase), ==, data ? 420 : 700);
}

static void
test_extremes (RunFixture    *self,
               gconstpointer  data)
{
  guint32 track = run_fixture_add_track (self, "gpu", LAMINA_GROUP_DEVICE);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;
  guint32 l;

  layer.flop = G_MAXINT64;
  l = lamina_builder_add_layer (self->builder, self->run, &layer);
  lamina_builder_add_layer (self->builder, self->run, &layer);
  run_fixture_add_slice (self, track, "huge", G_MININT64 + 1, G_MAXINT64, l);
  run_fixture_add_slice (self, track, "late", G_MAXINT64, G_MAXINT64, l);
  run_fixture_add_slice (self, track, "negative", 5, -7, l);
  run_fixture_add_slice (self, track, "open", 6, LAMINA_ABSENT, l);
  for (guint i = 0; i < 4; i++)
    run_fixture_add_slice (self, track, "long", -4000000000000000000, 4000000000000000000, i % 2 ? l : 1);
  lamina_builder_add_tensor (self->builder, self->run, &LAMINA_TENSOR_INIT);
  lamina_builder_add_lifetime (self->builder, self->run, 0, LAMINA_LIFETIME_VALUE, 1, 0, G_MININT64, G_MAXINT64);
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpint (lamina_run_get_tensors (run)->lifetimes[0].last, ==, 4000000000000000000);
  g_assert_cmpint (lamina_run_get_totals (run)->flop, ==, G_MAXINT64);
  g_assert_cmpuint (lamina_run_get_totals (run)->n_slices, ==, 8);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->repaired, ==, 7);
}

static void
test_metrics (RunFixture    *self,
              gconstpointer  data)
{
  guint32 cycles = lamina_builder_add_metric (self->builder, self->run, "cycles", LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);
  guint32 ratio = lamina_builder_add_metric (self->builder, self->run, "ratio", LAMINA_UNIT_PERCENT, LAMINA_VALUE_REAL);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;

  for (guint i = 0; i < 300; i++)
    add_layer (self, "l", "t");
  lamina_builder_set_metric_integer (self->builder, self->run, cycles, 250, 42);
  lamina_builder_set_metric_real (self->builder, self->run, ratio, 0, 0.5);
  lamina_builder_set_metric_estimated (self->builder, self->run, ratio);
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpuint (lamina_run_get_n_metrics (run), ==, 2);
  g_assert_false (lamina_run_get_metric (run, 0)->estimated);
  g_assert_true (lamina_run_get_metric (run, 1)->estimated);
  g_assert_cmpint (lamina_run_get_metric (run, 0)->integers[250], ==, 42);
  g_assert_cmpint (lamina_run_get_metric (run, 0)->integers[299], ==, LAMINA_ABSENT);
  g_assert_cmpfloat (lamina_run_get_metric (run, 1)->reals[0], ==, 0.5);
  g_assert_true (isnan (lamina_run_get_metric (run, 1)->reals[299]));
}

static void
test_links_outside (RunFixture    *self,
                    gconstpointer  data)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;

  layer.parent = 0;
  layer.section = 77;
  layer.track = 12;
  lamina_builder_add_layer (self->builder, self->run, &layer);
  tensor.producer = 99;
  lamina_builder_add_tensor (self->builder, self->run, &tensor);
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpuint (lamina_run_get_layers (run)->parent[0], ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_run_get_layers (run)->section[0], ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_run_get_layers (run)->track[0], ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_column_row (lamina_run_get_tensors (run)->producer, 0), ==, LAMINA_NONE);
}

/* Strings that no table names are given back. */
static void
test_strings (RunFixture    *self,
              gconstpointer  data)
{
  g_autoptr (LaminaDocument) document = NULL;
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaRun *run;

  g_assert_cmpuint (lamina_builder_intern (self->builder, "", -1), ==, 0);
  for (guint round = 0; round < 2; round++)
    for (guint i = 1; i <= 100000; i++)
      {
        g_autofree char *text = g_strdup_printf ("kernel<%u, %u>", i, i * 7919);

        g_assert_cmpuint (lamina_builder_intern (self->builder, text, -1), ==, i);
      }
  g_assert_cmpuint (lamina_builder_intern (self->builder, "a\0b", 3), !=, lamina_builder_intern (self->builder, "a", 1));
  layer.name = 77777;
  layer.device = 100001;
  lamina_builder_add_layer (self->builder, self->run, &layer);
  document = run_fixture_freeze (self);
  run = lamina_document_get_run (document, 0);
  g_assert_cmpstr (lamina_run_get_string (run, 77777), ==, "kernel<77777, 615916063>");
  g_assert_cmpmem (lamina_run_get_string (run, 100001), 4, "a\0b", 4);
  g_assert_cmpstr (lamina_run_get_string (run, 0), ==, "");
  g_assert_cmpstr (lamina_run_get_string (run, 77776), ==, "");
}

static void
test_limit (void)
{
  LaminaLimits limits;
  g_autoptr (LaminaBuilder) builder = NULL;
  g_autoptr (GError) error = NULL;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;
  guint32 run, track;

  lamina_limits_init (&limits);
  limits.max_rows = 10;
  builder = lamina_builder_new (&limits);
  run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  track = lamina_builder_add_track (builder, run, LAMINA_NONE, "t", 0);
  for (guint i = 0; i < 20; i++)
    lamina_builder_add_slice (builder, run, track, &slice);
  g_assert_cmpuint (lamina_builder_add_layer (builder, LAMINA_NONE, &LAMINA_LAYER_INIT), ==, LAMINA_NONE);
  g_assert_null (lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
}

static void
test_cancelled (RunFixture    *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  run_fixture_add_slice (self, run_fixture_add_track (self, "t", LAMINA_GROUP_HOST), "s", 0, 1, LAMINA_NONE);
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_builder_freeze (self->builder, NULL, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_default_run (RunFixture    *self,
                  gconstpointer  data)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  guint32 second = lamina_builder_add_run (self->builder, "tensors", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  guint32 third = lamina_builder_add_run (self->builder, "times", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);
  g_autoptr (LaminaDocument) document = NULL;

  layer.duration = 3;
  lamina_builder_add_tensor (self->builder, second, &tensor);
  lamina_builder_add_layer (self->builder, third, &layer);
  document = run_fixture_freeze (self);
  g_assert_cmpuint (lamina_document_get_default_run (document), ==, 2);
  g_assert_cmpint (lamina_run_get_cost_kind (lamina_document_get_run (document, 2)), ==, LAMINA_COST_DURATION);
}

/* Sums of what stands in files stop at the ends, and what is not known is never the result of known numbers. */
static void
test_arithmetic (void)
{
  static const struct
  {
    gint64 a;
    gint64 b;
    gint64 sum;
    gint64 difference;
  } cases[] = {
    { 7, 5, 12, 2 },
    { -7, 5, -2, -12 },
    { G_MAXINT64, 1, G_MAXINT64, G_MAXINT64 - 1 },
    { G_MAXINT64, -1, G_MAXINT64 - 1, G_MAXINT64 },
    { -G_MAXINT64, -1, -G_MAXINT64, -G_MAXINT64 + 1 },
    { -G_MAXINT64, 1, -G_MAXINT64 + 1, -G_MAXINT64 },
    { -G_MAXINT64, G_MAXINT64, 0, -G_MAXINT64 },
    { 0, -G_MAXINT64, -G_MAXINT64, G_MAXINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (lamina_add_saturating (cases[i].a, cases[i].b), ==, cases[i].sum);
      g_assert_cmpint (lamina_subtract_saturating (cases[i].a, cases[i].b), ==, cases[i].difference);
      g_assert_cmpint (lamina_number_add (cases[i].a, cases[i].b), ==, cases[i].sum);
      g_assert_cmpint (lamina_number_add (cases[i].a, LAMINA_ABSENT), ==, cases[i].a);
      g_assert_cmpint (lamina_number_add (LAMINA_ABSENT, cases[i].b), ==, cases[i].b);
    }
  g_assert_cmpint (lamina_number_add (LAMINA_ABSENT, LAMINA_ABSENT), ==, LAMINA_ABSENT);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/run/" name, RunFixture, NULL, run_fixture_setup, func, run_fixture_teardown)
  ADD ("device-time", test_device_time);
  ADD ("host-self", test_host_self);
  ADD ("dtypes", test_dtypes);
  ADD ("tensors", test_tensors);
  ADD ("track-order", test_track_order);
  ADD ("counter", test_counter);
  ADD ("clocks", test_clocks);
  ADD ("extremes", test_extremes);
  ADD ("metrics", test_metrics);
  ADD ("links-outside", test_links_outside);
  ADD ("strings", test_strings);
  ADD ("cancelled", test_cancelled);
  ADD ("default-run", test_default_run);
  ADD ("marks", test_marks);
  g_test_add ("/run/marks-and-slices", RunFixture, "slices", run_fixture_setup, test_marks, run_fixture_teardown);
  g_test_add_func ("/run/limit", test_limit);
  g_test_add_func ("/run/arithmetic", test_arithmetic);
  return g_test_run ();
}
