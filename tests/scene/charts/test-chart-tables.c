/* SPDX-License-Identifier: Apache-2.0 */
#include "chart-fixture.h"

#include <math.h>
#include <string.h>

/* What single charts count, looked at number by number. */

/* Counters of GPUs are known by their names, shares and other numbers are none. */
static void
test_counters_of_gpus (void)
{
  static const char *const names[] = { "sm__inst_executed.sum", "sm__cycles_active.sum", "cache-misses",
                                       "dram__throughput.avg.pct_of_peak_sustained_elapsed", "blocks" };
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaChartData) data = NULL;
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  LaminaLayerInit init = LAMINA_LAYER_INIT;
  guint32 layer;

  init.type = lamina_builder_intern (builder, "gemm", -1);
  init.duration = 1000;
  layer = lamina_builder_add_layer (builder, run, &init);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint32 metric = lamina_builder_add_metric (builder, run, names[i], LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);

      lamina_builder_set_metric_integer (builder, run, metric, layer, 100 + 50 * (gint64) i);
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  data = create_data (document, 0, "counters");
  g_assert_cmpuint (lamina_chart_data_get_n_rows (data), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true ((find_key (data, names[i]) != LAMINA_NONE) == (i < 3));
  g_assert_cmpfloat_with_epsilon (lamina_chart_data_get_number (data, 0, find_key (data, "instructions_per_cycle")),
                                  100.0 / 150.0, 1e-9);
}

/* Counters of types add up to those of the layers. */
static void
test_sums_of_counters (void)
{
  g_autoptr (LaminaDocument) tvm = load_sample ("mobilenet-tvm.txt");
  g_autoptr (LaminaChartData) counters = create_data (tvm, 0, "counters");
  LaminaRun *run = lamina_document_get_run (tvm, 0);
  guint n_found = 0, n_metrics = 0;

  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (run, i);
      guint column = find_key (counters, metric->name);
      gint64 sum = 0;

      n_metrics += g_str_has_prefix (metric->name, "perf::");
      if (column == LAMINA_NONE)
        continue;
      for (guint layer = 0; layer < lamina_run_get_layers (run)->n; layer++)
        sum += metric->integers[layer] == LAMINA_ABSENT ? 0 : metric->integers[layer];
      g_assert_cmpint (sum, >, 0);
      g_assert_cmpint (sum_column (counters, column), ==, sum);
      n_found++;
    }
  g_assert_cmpuint (n_found, >=, 2);
  g_assert_cmpuint (n_found, ==, n_metrics);
}

/* Each row of the memory is a step of what lives; the highest of them is the peak, and roles add up to each. */
static void
test_sums_of_memory (void)
{
  g_autoptr (LaminaDocument) chainer = load_sample ("unet-chainer.txt");
  g_autoptr (LaminaChartData) memory = create_data (chainer, 0, "memory");
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (lamina_document_get_run (chainer, 0), TRUE);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (lamina_document_get_run (chainer, 0), timebase, NULL);
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  gint64 highest = 0;

  g_assert_cmpuint (steps->n, >, 1);
  g_assert_cmpuint (lamina_chart_data_get_n_rows (memory), ==, steps->n);
  for (guint row = 0; row < steps->n; row++)
    {
      gint64 bytes = (gint64) lamina_chart_data_get_number (memory, row, find_key (memory, "bytes"));

      g_assert_cmpint (bytes, ==, steps->total[row]);
      highest = MAX (highest, bytes);
    }
  g_assert_cmpint (highest, >, 0);
  g_assert_cmpint (highest, ==, steps->total[lamina_live_set_get_peak (live)]);
  assert_parts (memory);
}

static void
add_section (Charts *self,
             guint   section,
             gint64  computed,
             gint64  copied,
             gint64  waited)
{
  Row kernel = { "conv", "Convolution", computed, .wait = waited, .section = section };
  Row copy = { "copy", "Memcpy", copied, .section = section };

  fixture_add (&self->fixture, &kernel);
  if (copied > 0)
    fixture_add (&self->fixture, &copy);
}

/* Sections are divided into what they do, and the lines stand at mean and median. */
static void
test_iterations (Charts        *self,
                 gconstpointer  data)
{
  g_autoptr (LaminaChartData) iterations = NULL;
  g_autoptr (LaminaChartData) spread = NULL;
  const LaminaChartMark *mark;

  for (guint i = 0; i < 4; i++)
    lamina_builder_add_section (self->fixture.builder, self->fixture.run, "more");
  for (guint i = 0; i < 5; i++)
    add_section (self, i + 1, 10000 + 1000 * (gint64) i, 500, 200);
  add_section (self, 6, 30000, 500, 200);
  fixture_freeze (&self->fixture);
  iterations = create_data (self->fixture.document, 0, "iterations");
  g_assert_cmpuint (lamina_chart_data_get_n_rows (iterations), ==, 6);
  for (guint row = 0; row < 6; row++)
    {
      g_assert_cmpfloat (lamina_chart_data_get_number (iterations, row, find_key (iterations, "copy_ns")), ==, 500);
      g_assert_cmpfloat (lamina_chart_data_get_number (iterations, row, find_key (iterations, "wait_ns")), ==, 200);
      g_assert_cmpfloat (lamina_chart_data_get_number (iterations, row, find_key (iterations, "compute_ns")), ==,
                         row < 5 ? 9800 + 1000 * row : 29800);
    }
  g_assert_cmpuint (lamina_chart_data_get_n_marks (iterations), ==, 2);
  mark = lamina_chart_data_get_mark (iterations, 0);
  g_assert_cmpfloat_with_epsilon (mark->value, 15500, 1e-6);
  g_assert_cmpfloat_with_epsilon (mark->spread, 7483.3148, 1e-3);
  g_assert_cmpfloat (lamina_chart_data_get_mark (iterations, 1)->value, ==, 13000);
  spread = create_data (self->fixture.document, 0, "iteration-durations");
  g_assert_cmpint (sum_column (spread, find_key (spread, "sections")), ==, 6);
  g_assert_cmpint (sum_column (spread, find_key (spread, "duration_ns")), ==, 93000);
}

/* What a loader estimated may be less than the shapes tell: then it is not divided, and no bar leaves the picture. */
static void
test_traffic_adds_up (Charts        *self,
                      gconstpointer  data)
{
  const gint64 dims[] = { 1024, 1024 };
  LaminaBuilder *builder = self->fixture.builder;
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autoptr (LaminaChartData) traffic = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  const LaminaSceneBox *boxes;
  guint32 id;
  guint n;

  layer.type = lamina_builder_intern (builder, "Relu", -1);
  layer.bytes = 4096;
  layer.estimated = LAMINA_ESTIMATE_BYTES;
  id = lamina_builder_add_layer (builder, self->fixture.run, &layer);
  tensor.shape = lamina_builder_intern_shape (builder, dims, G_N_ELEMENTS (dims));
  tensor.dtype = lamina_builder_intern (builder, "float32", -1);
  tensor.bytes = 4 * dims[0] * dims[1];
  lamina_builder_add_input (builder, self->fixture.run, id, lamina_builder_add_tensor (builder, self->fixture.run, &tensor));
  lamina_builder_add_output (builder, self->fixture.run, id,
                             lamina_builder_add_tensor (builder, self->fixture.run, &tensor));
  fixture_freeze (&self->fixture);
  traffic = create_data (self->fixture.document, 0, "traffic");
  g_assert_cmpuint (lamina_chart_data_get_n_rows (traffic), ==, 1);
  g_assert_cmpfloat (lamina_chart_data_get_number (traffic, 0, find_key (traffic, "bytes")), ==, 4096);
  g_assert_cmpfloat (lamina_chart_data_get_number (traffic, 0, find_key (traffic, "undivided_bytes")), ==, 4096);
  g_assert_true (isnan (lamina_chart_data_get_number (traffic, 0, find_key (traffic, "input_bytes"))));
  g_assert_true (isnan (lamina_chart_data_get_number (traffic, 0, find_key (traffic, "output_bytes"))));
  scene = lamina_chart_layout (traffic, 520, 290, self->metrics);
  boxes = lamina_scene_get_boxes (scene, &n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (boxes[i].x + boxes[i].width, <=, 520);
}

#define N_DIGESTED 1000

/* Layers of three families, two element types and none, in a chart of one row each; some take equally long. */
static LaminaDocument *
create_many (void)
{
  static const char *const types[] = { "conv2d", "gemm", "relu", "relu" }, *const dtypes[] = { "float32", "float16" };
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);

  for (guint i = 0; i < N_DIGESTED; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
      guint32 row;

      layer.type = lamina_builder_intern (builder, types[i % G_N_ELEMENTS (types)], -1);
      layer.duration = 100 + i * 7919 % 211;
      row = lamina_builder_add_layer (builder, run, &layer);
      if (i % 3 == 2)
        continue;
      tensor.dtype = lamina_builder_intern (builder, dtypes[i % 3], -1);
      lamina_builder_add_input (builder, run, row, lamina_builder_add_tensor (builder, run, &tensor));
    }
  return lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
}

/* What blocks of rows say of their largest numbers is what a walk over all rows finds. */
static void
check_largest (LaminaChartData *data,
               guint            column,
               guint            first,
               guint            n)
{
  guint found = LAMINA_NONE;

  for (guint row = first; row < first + n; row++)
    {
      double number = lamina_chart_data_get_number (data, row, column);

      if (!isnan (number) && (found == LAMINA_NONE || number > lamina_chart_data_get_number (data, found, column)))
        found = row;
    }
  g_assert_cmpuint (lamina_chart_data_find_largest (data, column, first, n), ==, found);
}

static double
sum_up (LaminaChartData *data,
        const char      *class,
        guint            family)
{
  guint column = lamina_chart_data_find_column (data, LAMINA_CHART_USE_CLASS);
  double sum = 0;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    if (class != NULL ? strcmp (lamina_chart_data_get_text (data, row, column), class) == 0
                      : lamina_chart_data_get_family (data, row) == family)
      sum += lamina_chart_data_get_number (data, row, lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE));
  return sum;
}

static void
test_digest (void)
{
  g_autoptr (LaminaDocument) document = create_many ();
  g_autoptr (LaminaChartData) data = create_data (document, 0, "latency");
  guint value = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE), n, n_families = 0;
  const LaminaChartClass *classes = lamina_chart_data_get_classes (data, &n);

  g_assert_cmpuint (lamina_chart_data_get_n_rows (data), ==, N_DIGESTED);
  for (guint first = 0; first < N_DIGESTED; first += 31)
    for (guint end = first; end <= N_DIGESTED; end += end < first + 200 ? 1 : 57)
      {
        check_largest (data, value, first, end - first);
        check_largest (data, find_key (data, "wait_ns"), first, end - first);
      }
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (classes[0].sum, >=, classes[1].sum);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (classes[i].sum, ==, sum_up (data, classes[i].name, 0));
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    {
      double sum = lamina_chart_data_get_family_sum (data, i);

      n_families += !isnan (sum);
      g_assert_cmpfloat (isnan (sum) ? 0 : sum, ==, sum_up (data, NULL, i));
    }
  g_assert_cmpuint (n_families, ==, 3);
  g_assert_true (lamina_chart_data_has_kinds (data));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/chart-tables/iterations", Charts, "iterations", charts_setup, test_iterations, charts_teardown);
  g_test_add ("/chart-tables/traffic-adds-up", Charts, "traffic", charts_setup, test_traffic_adds_up, charts_teardown);
  g_test_add_func ("/chart-tables/sums-of-counters", test_sums_of_counters);
  g_test_add_func ("/chart-tables/sums-of-memory", test_sums_of_memory);
  g_test_add_func ("/chart-tables/counters-of-gpus", test_counters_of_gpus);
  g_test_add_func ("/chart-tables/digest", test_digest);
  return g_test_run ();
}
