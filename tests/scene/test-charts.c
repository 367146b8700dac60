/* SPDX-License-Identifier: Apache-2.0 */
#include "../analysis/fixture.h"
#include "dump-document.h"
#include "lamina-chart-layout.h"
#include "lamina-device-limits.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* Charts: what their tables hold, that pictures show them, and that nothing gets lost between the two. */

#define MOST_BOXES 6000

static const Row network[] = {
  { "net/conv1", "Convolution", 400000, 2000000, 60000, 1000, 20000, .order = 1,
    .inputs = "1x16x32x32 float16, 32x16x3x3 float16", .outputs = "1x32x32x32 float16", .section = 1 },
  { "net/conv2", "Convolution", 300000, 1800000, 50000, 500000, 0, 2, .order = 2,
    .inputs = "1x32x32x32 float16, 32x32x3x3 float16", .outputs = "1x32x32x32 float16", .section = 1 },
  { "net/relu1", "Relu", 50000, 32768, 131072, 900000, .order = 3, .inputs = "1x32x32x32 float16",
    .outputs = "1x32x32x32 float16", .section = 1 },
  { "net/cast", "Cast", 20000, 0, 196608, 990000, .order = 4, .inputs = "1x32x32x32 float16",
    .outputs = "1x32x32x32 float32", .section = 2 },
  { "net/pool", "MaxPool", 30000, 8192, 139264, 1010000, .order = 5, .inputs = "1x32x32x32 float32",
    .outputs = "1x32x16x16 float32", .section = 2 },
  { "net/fc", "MatMul", 100000, 163840, 360000, 1050000, .order = 6, .inputs = "1x8192 float32, 8192x10 float32",
    .outputs = "1x10 float32", .section = 2 },
  { "net/softmax", "Softmax", 5000, 0, 0, 1160000, .order = 7, .inputs = "1x10 float32", .outputs = "1x10 float32",
    .section = 2 },
  { "net/fold", "Const", 0, .calls = -1 },
};

typedef struct
{
  Fixture fixture;
  LaminaMetrics *metrics;
} Charts;

static void
setup (Charts        *self,
       gconstpointer  data)
{
  fixture_setup (&self->fixture, data);
  lamina_builder_add_section (self->fixture.builder, self->fixture.run, "first");
  lamina_builder_add_section (self->fixture.builder, self->fixture.run, "second");
  self->metrics = lamina_metrics_new_fixed (6);
  for (guint i = 0; data == NULL && i < G_N_ELEMENTS (network); i++)
    fixture_add (&self->fixture, &network[i]);
}

static void
teardown (Charts        *self,
          gconstpointer  data)
{
  fixture_teardown (&self->fixture, data);
  lamina_metrics_unref (self->metrics);
}

static LaminaChartData *
create_data (LaminaDocument *document,
             guint           run,
             const char     *id)
{
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, run);
  LaminaChartData *data = lamina_chart_create_data (lamina_chart_find (id), &query, NULL);

  g_assert_nonnull (data);
  return data;
}

/* The table, then the picture. */
static void
assert_chart (LaminaDocument *document,
              guint           run,
              const char     *id,
              LaminaMetrics  *metrics,
              guint           most,
              const char     *prefix)
{
  g_autoptr (LaminaChartData) data = create_data (document, run, id);
  g_autoptr (LaminaScene) scene = lamina_chart_layout (data, 520, 290, metrics);
  g_autofree char *csv = lamina_chart_data_dup_csv (data, most);
  g_autofree char *dump = lamina_scene_dump (scene);
  g_autofree char *text = g_strdup_printf ("%s\n%s\n%s\n%s\n%s", lamina_chart_data_get_title (data),
                                           lamina_chart_data_get_subtitle (data),
                                           lamina_chart_data_get_note (data) ? lamina_chart_data_get_note (data) : "",
                                           csv, dump);
  g_autofree char *name = g_strdup_printf ("scene/%s-%s.txt", prefix, id);

  assert_expected (text, name);
}

static void
test_golden (Charts        *self,
             gconstpointer  data)
{
  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    assert_chart (self->fixture.document, 0, lamina_chart_get_id (lamina_chart_get (i)), self->metrics, G_MAXUINT, "plot");
}

static LaminaDocument *
load_sample (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "../data/samples", name, NULL);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = load_file (path, &error);

  g_assert_no_error (error);
  return document;
}

static void
test_golden_samples (void)
{
  static const char *const of_times[] = { "idle", "iterations", "durations", NULL };
  static const struct
  {
    const char *file;
    const char *prefix;
    /* NULL for all charts. */
    const char *const *only;
  } samples[] = {
    { "resnet50-megengine.json", "resnet50", NULL },
    { "mobilenet-tvm.txt", "mobilenet", NULL },
    { "unet-chainer.txt", "unet", NULL },
    { "convnet-pytorch.pt.trace.json", "convnet", of_times },
  };
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (LaminaDocument) document = load_sample (samples[i].file);

      for (guint k = 0; k < lamina_chart_get_n (); k++)
        {
          const char *id = lamina_chart_get_id (lamina_chart_get (k));

          if (samples[i].only == NULL || g_strv_contains (samples[i].only, id))
            assert_chart (document, lamina_document_get_default_run (document), id, metrics, 12, samples[i].prefix);
        }
    }
}

static guint
find_key (LaminaChartData *data,
          const char      *key)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    if (g_str_equal (lamina_chart_data_get_column (data, i)->key, key))
      return i;
  return LAMINA_NONE;
}

/* The sum of a column over the rows under the heading of @first; moves @first behind them. */
static gint64
sum_integers (LaminaChartData *data,
              guint            column,
              guint           *first)
{
  guint heading = lamina_chart_data_find_column (data, LAMINA_CHART_USE_HEADING);
  const char *under = lamina_chart_data_get_text (data, *first, heading);
  guint n = 0;
  g_auto (LaminaLayerValue) value = { 0 };

  while (*first + n < lamina_chart_data_get_n_rows (data)
         && g_str_equal (lamina_chart_data_get_text (data, *first + n, heading), under))
    n++;
  lamina_chart_data_get_sum (data, *first, n, column, &value);
  *first += n;
  return value.kind == LAMINA_LAYER_VALUE_ABSENT ? LAMINA_ABSENT : value.integer;
}

static gint64
get_total (LaminaDocument *document,
           guint           run,
           const char     *key)
{
  const LaminaWorkTotals *work = lamina_work_get_totals (lamina_work_attach (document, run, NULL));

  if (g_str_equal (key, "duration_ns"))
    return lamina_run_get_totals (lamina_document_get_run (document, run))->cost;
  return g_str_equal (key, "flop") ? work->flop : work->bytes;
}

/* What a chart shows of the whole is the whole. */
static void
assert_totals (LaminaDocument *document,
               guint           run,
               const char     *id,
               const char     *key)
{
  g_autoptr (LaminaChartData) data = create_data (document, run, id);
  guint column = find_key (data, key);
  guint share = lamina_chart_data_find_column (data, LAMINA_CHART_USE_SHARE);

  for (guint row = 0; column != LAMINA_NONE && row < lamina_chart_data_get_n_rows (data);)
    {
      guint first = row;
      double shares = 0;

      g_assert_cmpint (sum_integers (data, column, &row), ==, get_total (document, run, key));
      for (guint i = first; share != LAMINA_NONE && i < row; i++)
        shares += lamina_chart_data_get_number (data, i, share);
      if (share != LAMINA_NONE)
        g_assert_cmpfloat_with_epsilon (shares, 1, 1e-9);
    }
}

static gboolean
is_part (LaminaChartUse use)
{
  return use == LAMINA_CHART_USE_PART || use == LAMINA_CHART_USE_IDLE || use == LAMINA_CHART_USE_OUTSIDE;
}

/* Parts of a row add up to it. */
static void
assert_parts (LaminaChartData *data)
{
  guint value = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE);

  if (lamina_chart_data_find_column (data, LAMINA_CHART_USE_PART) == LAMINA_NONE)
    return;
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      double sum = 0;

      for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
        if (is_part (lamina_chart_data_get_column (data, i)->use)
            && !isnan (lamina_chart_data_get_number (data, row, i)))
          sum += lamina_chart_data_get_number (data, row, i);
      g_assert_cmpfloat (sum, ==, lamina_chart_data_get_number (data, row, value));
    }
}

static void
assert_run (LaminaDocument *document,
            guint           run)
{
  static const struct
  {
    const char *id;
    const char *key;
  } cases[] = {
    { "time-by-type", "duration_ns" }, { "top-layers", "duration_ns" }, { "precision", "duration_ns" },
    { "latency", "duration_ns" },      { "shapes", "duration_ns" },     { "traffic", "bytes" },
    { "rates", "duration_ns" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_totals (document, run, cases[i].id, cases[i].key);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autoptr (LaminaChartData) data = create_data (document, run, lamina_chart_get_id (lamina_chart_get (i)));

      assert_parts (data);
      if (lamina_chart_data_get_n_rows (data) == 0)
        g_assert_nonnull (lamina_chart_data_get_reason (data));
      else
        g_assert_cmpstr (lamina_chart_data_get_subtitle (data), !=, "");
    }
}

static void
test_totals (Charts        *self,
             gconstpointer  data)
{
  fixture_freeze (&self->fixture);
  assert_run (self->fixture.document, 0);
}

static gint64
sum_column (LaminaChartData *data,
            guint            column)
{
  gint64 sum = 0;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    if (!isnan (lamina_chart_data_get_number (data, row, column)))
      sum += (gint64) lamina_chart_data_get_number (data, row, column);
  return sum;
}

/* The ranges of a histogram hold each layer of the name once, those of one name add up to what it takes. */
static void
test_durations (void)
{
  g_autoptr (LaminaDocument) document = load_sample ("convnet-pytorch.pt.trace.json");
  LaminaRun *run = lamina_document_get_run (document, 0);
  const gint64 *costs = lamina_run_get_costs (run);
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, 0);

  for (guint32 layer = 0; layer < lamina_run_get_layers (run)->n; layer += 7)
    {
      g_autoptr (LaminaChartData) data = NULL;
      gint64 sum = 0;
      guint n_all = 0;

      query.layer = layer;
      data = lamina_chart_create_data (lamina_chart_find ("durations"), &query, NULL);
      for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
        {
          guint n;
          const guint32 *layers = lamina_chart_data_get_layers (data, row, &n);

          g_assert_cmpuint (n, ==, (guint) lamina_chart_data_get_number (data, row, find_key (data, "layers")));
          for (guint i = 0; i < n; i++)
            {
              g_assert_cmpint (costs[layers[i]], >=, (gint64) lamina_chart_data_get_number (data, row, 0));
              g_assert_cmpint (costs[layers[i]], <, (gint64) lamina_chart_data_get_number (data, row, 1));
              sum += costs[layers[i]];
            }
          n_all += n;
        }
      g_assert_cmpuint (n_all, >, 0);
      g_assert_cmpint (sum, ==, sum_column (data, find_key (data, "duration_ns")));
    }
}

static void
add_time (LaminaBuilder *builder,
          const char    *run,
          const char    *key,
          gint64         time)
{
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (time, LAMINA_UNIT_NANOSECONDS);

  lamina_builder_add_property (builder, run, key, &value);
}

/* A run with layers of the types `a`, `b`, `c`, … that take so many microseconds. */
static void
add_run (LaminaBuilder *builder,
         const char    *title,
         const char    *types,
         const gint64  *times)
{
  guint32 run = lamina_builder_add_run (builder, title, LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);

  for (guint i = 0; types[i] != '\0'; i++)
    {
      LaminaLayerInit init = LAMINA_LAYER_INIT;

      init.type = types[i] == ' ' ? 0 : lamina_builder_intern (builder, types + i, 1);
      init.duration = times[i] * 1000;
      lamina_builder_add_layer (builder, run, &init);
    }
}

static gint64
get_cell (LaminaChartData *data,
          guint            row,
          const char      *key)
{
  double number = lamina_chart_data_get_number (data, row, find_key (data, key));

  return isnan (number) ? LAMINA_ABSENT : (gint64) number;
}

/* The width of the boxes of a row, and whether there is a gap in them. */
static int
measure_bar (LaminaScene *scene,
             guint        row,
             gboolean    *is_cut)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);
  int y = 0, left = G_MAXINT, right = 0;

  *is_cut = FALSE;
  for (guint i = 0; i < n; i++)
    if (boxes[i].fill.ink == LAMINA_INK_FAMILY && boxes[i].target.kind == LAMINA_TARGET_ROWS
        && boxes[i].target.first == row)
      {
        y = boxes[i].y;
        left = MIN (left, boxes[i].x);
        right = MAX (right, boxes[i].x + boxes[i].width);
      }
  for (guint i = 0; i < n; i++)
    *is_cut |= boxes[i].fill.ink == LAMINA_INK_VIEW && boxes[i].y == y && boxes[i].width == 3
               && boxes[i].x > right - 20;
  return right - left;
}

/* The types that take most over all runs; what no layer takes; a run without a total, and one whose layers overlap. */
static void
test_runs (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaChartData) data = NULL;
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaScene) scene = NULL;
  gboolean is_cut;

  add_run (builder, "one", "abcdefghij a", (const gint64[]) { 10, 20, 30, 40, 50, 60, 70, 80, 90, 1, 2, 3 });
  add_run (builder, "two", "ab", (const gint64[]) { 500, 500 });
  add_run (builder, "three", "a", (const gint64[]) { 7 });
  add_time (builder, "one", "Total (cpu0)", 9999000);
  add_time (builder, "one", "Total (cpu1)", 5000);
  add_time (builder, "one", "Mean", 400000);
  add_time (builder, "two", "Total", 600000);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  data = create_data (document, 1, "runs");
  g_assert_cmpuint (lamina_chart_data_get_n_rows (data), ==, 3);
  assert_parts (data);
  g_assert_cmpint (get_cell (data, 0, "duration_ns"), ==, 9999000);
  g_assert_cmpint (get_cell (data, 0, "layers_ns"), ==, 456000);
  g_assert_cmpint (get_cell (data, 0, "outside_ns"), ==, 9543000);
  g_assert_cmpint (get_cell (data, 0, "mean_ns"), ==, 400000);
  g_assert_cmpint (get_cell (data, 0, "type:a_ns"), ==, 13000);
  /* c, d, j and the one without a type. */
  g_assert_cmpint (get_cell (data, 0, "other_types_ns"), ==, 73000);
  g_assert_cmpuint (find_key (data, "type:d_ns"), ==, LAMINA_NONE);
  g_assert_cmpint (get_cell (data, 1, "duration_ns"), ==, 1000000);
  g_assert_cmpint (get_cell (data, 1, "profiled_ns"), ==, 600000);
  g_assert_cmpint (get_cell (data, 1, "outside_ns"), ==, LAMINA_ABSENT);
  g_assert_cmpint (get_cell (data, 1, "other_types_ns"), ==, LAMINA_ABSENT);
  g_assert_cmpint (get_cell (data, 2, "duration_ns"), ==, 7000);
  g_assert_cmpint (get_cell (data, 2, "profiled_ns"), ==, LAMINA_ABSENT);
  scene = lamina_chart_layout (data, 900, 300, metrics);
  g_assert_cmpint (measure_bar (scene, 1, &is_cut), >, 300);
  g_assert_false (is_cut);
  g_assert_cmpint (abs (measure_bar (scene, 0, &is_cut) - 2 * measure_bar (scene, 1, &is_cut)), <=, 3);
  measure_bar (scene, 0, &is_cut);
  g_assert_true (is_cut);
}

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

/* Counters of types add up to those of the layers; the highest step of the memory is the peak. */
static void
test_sums_of_others (void)
{
  g_autoptr (LaminaDocument) tvm = load_sample ("mobilenet-tvm.txt");
  g_autoptr (LaminaDocument) chainer = load_sample ("unet-chainer.txt");
  g_autoptr (LaminaChartData) counters = create_data (tvm, 0, "counters");
  g_autoptr (LaminaChartData) memory = create_data (chainer, 0, "memory");
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (lamina_document_get_run (chainer, 0), TRUE);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (lamina_document_get_run (chainer, 0), timebase, NULL);
  LaminaRun *run = lamina_document_get_run (tvm, 0);
  guint n_found = 0;

  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (run, i);
      guint column = find_key (counters, metric->name);
      gint64 sum = 0;

      if (column == LAMINA_NONE)
        continue;
      for (guint layer = 0; layer < lamina_run_get_layers (run)->n; layer++)
        sum += metric->integers[layer] == LAMINA_ABSENT ? 0 : metric->integers[layer];
      g_assert_cmpint (sum_column (counters, column), ==, sum);
      n_found++;
    }
  g_assert_cmpuint (n_found, >, 0);
  g_assert_cmpuint (lamina_chart_data_get_n_rows (memory), ==, lamina_live_set_get_steps (live)->n);
  for (guint row = 0; row < lamina_chart_data_get_n_rows (memory); row++)
    g_assert_cmpint ((gint64) lamina_chart_data_get_number (memory, row, find_key (memory, "bytes")), <=,
                     lamina_live_set_get_steps (live)->total[lamina_live_set_get_peak (live)]);
}

/* Every run of every sample that comes with the program. */
static void
test_totals_samples (void)
{
  static const char *const names[] = {
    "resnet50-megengine.json", "mobilenet-tvm.txt",      "unet-chainer.txt",   "resnet18-tensorrt.graph.json",
    "lenet-tensorflow.txt",    "mobilenet-onnxruntime.json", "convnet-pytorch.pt.trace.json",
    "transformer-xprof.trace.json", "training.trace.json",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LaminaDocument) document = load_sample (names[i]);

      for (guint run = 0; run < lamina_document_get_n_runs (document); run++)
        assert_run (document, run);
    }
}

static void
test_catalogue (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      const LaminaChart *chart = lamina_chart_get (i);

      g_assert_true (g_hash_table_add (ids, (gpointer) lamina_chart_get_id (chart)));
      g_assert_true (lamina_chart_find (lamina_chart_get_id (chart)) == chart);
      g_assert_cmpstr (lamina_chart_get_title (chart), !=, "");
    }
  g_assert_null (lamina_chart_find ("pie"));
}

/* Where there is nothing, a sentence says why; the picture says it, too. */
static void
test_empty (Charts        *self,
            gconstpointer  data)
{
  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      const LaminaChart *chart = lamina_chart_get (i);
      g_autoptr (LaminaChartData) empty = create_data (self->fixture.document, 0, lamina_chart_get_id (chart));
      g_autofree char *reason = lamina_chart_dup_reason (chart, self->fixture.document, 0);
      g_autoptr (LaminaScene) scene = lamina_chart_layout (empty, 400, 0, self->metrics);
      g_autofree char *dump = lamina_scene_dump (scene);
      guint n;

      g_free (lamina_chart_data_find_rows (empty, (const guint32[]) { 0 }, 1, &n));
      g_assert_cmpuint (lamina_chart_data_get_n_rows (empty), ==, 0);
      g_assert_nonnull (reason);
      g_assert_cmpstr (lamina_chart_data_get_reason (empty), ==, reason);
      g_assert_true (g_str_has_suffix (reason, "."));
      g_assert_nonnull (strstr (dump, reason));
      g_assert_cmpuint (n, ==, 0);
    }
}

static void
test_filter (Charts        *self,
             gconstpointer  data)
{
  LaminaChartQuery query;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gint64 sum = 0;

  fixture_freeze (&self->fixture);
  query = LAMINA_CHART_QUERY_INIT (self->fixture.document, 0);
  for (guint section = 0; section < 2; section++)
    {
      g_autoptr (LaminaChartData) part = NULL;
      guint first = 0;

      query.filter.section = section;
      part = lamina_chart_create_data (lamina_chart_find ("time-by-type"), &query, NULL);
      sum += sum_integers (part, find_key (part, "duration_ns"), &first);
    }
  g_assert_cmpint (sum, ==, 905000);

  query.filter.text = "nothing of this name";
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autoptr (LaminaChartData) empty = lamina_chart_create_data (lamina_chart_get (i), &query, NULL);
      g_autofree char *reason = lamina_chart_dup_reason (lamina_chart_get (i), self->fixture.document, 0);

      if (reason != NULL)
        g_assert_cmpstr (lamina_chart_data_get_reason (empty), ==, reason);
      else
        g_assert_nonnull (strstr (lamina_chart_data_get_reason (empty), "filter"));
    }

  query.filter = LAMINA_LAYER_FILTER_INIT;
  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    g_assert_null (lamina_chart_create_data (lamina_chart_get (i), &query, cancellable));
}

/* Which rows of the table the picture shows: one byte for each. */
static guint8 *
list_shown (LaminaChartData *data,
            LaminaScene     *scene)
{
  guint n_rows = lamina_chart_data_get_n_rows (data);
  guint8 *shown = g_malloc0 (MAX (n_rows, 1));
  guint n_boxes, n_dots;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n_boxes);
  const LaminaSceneDot *dots = lamina_scene_get_dots (scene, &n_dots);

  for (guint i = 0; i < n_boxes + n_dots; i++)
    {
      const LaminaTarget *target = i < n_boxes ? &boxes[i].target : &dots[i - n_boxes].target;

      if (target->kind != LAMINA_TARGET_ROWS)
        continue;
      g_assert_cmpuint (target->n, >, 0);
      g_assert_cmpuint (target->first + target->n, <=, n_rows);
      memset (shown + target->first, TRUE, target->n);
    }
  return shown;
}

static void
add_many (Charts *self,
          guint   n)
{
  static const char *const types[] = { "Convolution", "Relu", "MatMul", "MaxPool", "Cast", "Transpose", "Softmax" };

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("net/layer%u", i);
      g_autofree char *type = g_strdup_printf ("%s%u", types[i % G_N_ELEMENTS (types)], i % 40);
      g_autofree char *shape = g_strdup_printf ("1x%ux16x16 float%u", i % 300 + 1, i % 3 == 0 ? 16 : 32);
      Row row = { name, type, 1000 + (gint64) i * i % 100003, 1 + (gint64) i * 7919 % 1000003,
                  64 + (gint64) i * 104729 % 100003,
                  .inputs = shape, .outputs = shape };

      fixture_add (&self->fixture, &row);
    }
}

/* A picture of many layers is small, and bars and columns still stand for all of them. */
static void
test_many (Charts        *self,
           gconstpointer  data)
{
  add_many (self, 20000);
  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      const char *id = lamina_chart_get_id (lamina_chart_get (i));
      g_autoptr (LaminaChartData) many = create_data (self->fixture.document, 0, id);
      LaminaChartForm form = lamina_chart_data_get_form (many);
      guint n_boxes, n_dots;

      for (int width = 300; width <= 3000; width += 900)
        {
          g_autoptr (LaminaScene) scene = lamina_chart_layout (many, width, 400, self->metrics);
          g_autofree guint8 *shown = list_shown (many, scene);

          lamina_scene_get_boxes (scene, &n_boxes);
          lamina_scene_get_dots (scene, &n_dots);
          g_assert_cmpuint (n_boxes + n_dots, <=, MOST_BOXES);
          if (form == LAMINA_CHART_BARS || g_str_equal (id, "latency"))
            g_assert_null (memchr (shown, FALSE, lamina_chart_data_get_n_rows (many)));
        }
    }
}

/* No size breaks a layout, and nothing stands outside the picture. */
static void
test_sizes (Charts        *self,
            gconstpointer  data)
{
  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autoptr (LaminaChartData) chart = create_data (self->fixture.document, 0,
                                                       lamina_chart_get_id (lamina_chart_get (i)));

      for (int width = 1; width < 1200; width = width * 2 + 13)
        for (int height = 0; height < 900; height = height * 2 + 17)
          {
            g_autoptr (LaminaScene) scene = lamina_chart_layout (chart, width, height, self->metrics);
            guint n;
            const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

            for (guint k = 0; k < n; k++)
              {
                g_assert_cmpint (boxes[k].width, >=, 0);
                g_assert_cmpint (boxes[k].height, >=, 0);
              }
          }
    }
}

static void
test_hits (Charts        *self,
           gconstpointer  data)
{
  const guint32 layer = 1;

  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autoptr (LaminaChartData) chart = create_data (self->fixture.document, 0,
                                                       lamina_chart_get_id (lamina_chart_get (i)));
      g_autoptr (LaminaScene) scene = lamina_chart_layout (chart, 520, 290, self->metrics);
      g_autoptr (LaminaScene) highlight = lamina_chart_highlight (scene, chart, &layer, 1);
      g_autofree guint8 *shown = list_shown (chart, highlight);
      guint n, n_behind;
      g_autofree guint32 *rows = lamina_chart_data_find_rows (chart, &layer, 1, &n);
      gboolean found = FALSE;

      if (lamina_chart_data_get_reason (chart) != NULL)
        continue;
      g_assert_cmpuint (n, >, 0);
      for (guint k = 0; k < n; k++)
        {
          const guint32 *behind = lamina_chart_data_get_layers (chart, rows[k], &n_behind);

          for (guint m = 0; m < n_behind; m++)
            found |= behind[m] == layer;
          g_assert_true (shown[rows[k]]);
        }
      g_assert_true (found);
    }
}

typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} Rectangle;

/* The place of a text in metrics of 6 pixels a letter. */
static Rectangle
get_rectangle (const LaminaSceneText *text)
{
  double width = 6 * (double) g_utf8_strlen (text->text, -1);
  double left = text->align == LAMINA_ALIGN_START ? text->x
                : text->align == LAMINA_ALIGN_END ? text->x - width : text->x - width / 2;

  return (Rectangle) { left, text->y - 6, left + width, text->y + 6 };
}

static void
assert_text (const LaminaSceneText *texts,
             guint                  n,
             const char            *wanted)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (texts[i].text, wanted))
      return;
  g_test_message ("“%s” is not in the picture", wanted);
  g_test_fail ();
}

/* Labels of dots neither cover each other nor leave the picture, however dense the dots stand. */
static void
test_labels (Charts        *self,
             gconstpointer  data)
{
  g_autoptr (LaminaChartData) chart = NULL;

  add_many (self, 400);
  fixture_freeze (&self->fixture);
  chart = create_data (self->fixture.document, 0, "roofline");
  for (int width = 260; width < 1400; width += 190)
    {
      g_autoptr (LaminaScene) scene = lamina_chart_layout (chart, width, 300, self->metrics);
      const LaminaSceneGroup *group = lamina_scene_get_group (scene, lamina_scene_get_n_groups (scene) - 1);
      guint n;
      const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n) + group->first_text;

      g_assert_cmpstr (group->name, ==, "dots");
      g_assert_cmpuint (lamina_chart_data_get_n_marks (chart), ==, 2);
      for (guint i = 0; i < lamina_chart_data_get_n_marks (chart); i++)
        assert_text (texts, group->n_texts, lamina_chart_data_get_mark (chart, i)->label);
      for (guint i = 0; i < group->n_texts; i++)
        for (guint k = 0; k < i; k++)
          {
            Rectangle a = get_rectangle (&texts[i]), b = get_rectangle (&texts[k]);

            if (texts[i].angle != 0 || texts[k].angle != 0)
              continue;
            g_assert_false (a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top);
          }
      for (guint i = 0; i < group->n_texts; i++)
        g_assert_true (get_rectangle (&texts[i]).left >= 0 && get_rectangle (&texts[i]).right <= width);
    }
}

/* Roofs are those of the device, by what most layers compute with. */
static void
test_device (Charts        *self,
             gconstpointer  data)
{
  g_autoptr (LaminaChartData) seen = NULL;
  g_autoptr (LaminaChartData) device = NULL;
  const LaminaChartMark *mark;

  fixture_freeze (&self->fixture);
  seen = create_data (self->fixture.document, 0, "roofline");
  g_assert_true (lamina_device_limits_choose ("A100"));
  device = create_data (self->fixture.document, 0, "roofline");
  lamina_device_limits_choose (NULL);
  g_assert_cmpuint (lamina_chart_data_get_n_marks (seen), ==, 2);
  g_assert_nonnull (strstr (lamina_chart_data_get_mark (seen, 0)->label, "best seen"));
  g_assert_cmpuint (lamina_chart_data_get_n_marks (device), ==, 3);
  mark = lamina_chart_data_get_mark (device, 0);
  g_assert_nonnull (strstr (mark->label, "fp16"));
  g_assert_cmpfloat (mark->value, ==, 312e12);
  g_assert_nonnull (strstr (lamina_chart_data_get_mark (device, 1)->label, "fp32"));
  g_assert_true (lamina_chart_data_get_mark (device, 2)->is_slope);
}

static void
test_locale (Charts        *self,
             gconstpointer  data)
{
  g_autoptr (LaminaChartData) chart = NULL;
  g_autofree char *english = NULL;
  g_autofree char *other = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *dump = NULL;
  g_autofree char *other_dump = NULL;

  fixture_freeze (&self->fixture);
  chart = create_data (self->fixture.document, 0, "roofline");
  english = lamina_chart_data_dup_csv (chart, G_MAXUINT);
  scene = lamina_chart_layout (chart, 520, 290, self->metrics);
  dump = lamina_scene_dump (scene);
  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL && setlocale (LC_ALL, "fr_FR.UTF-8") == NULL)
    {
      g_test_skip ("there is no locale with a decimal comma");
      return;
    }
  g_clear_pointer (&scene, lamina_scene_unref);
  other = lamina_chart_data_dup_csv (chart, G_MAXUINT);
  scene = lamina_chart_layout (chart, 520, 290, self->metrics);
  other_dump = lamina_scene_dump (scene);
  setlocale (LC_ALL, "C");
  g_assert_cmpstr (english, ==, other);
  g_assert_cmpstr (dump, ==, other_dump);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/catalogue", test_catalogue);
  g_test_add ("/charts/golden", Charts, NULL, setup, test_golden, teardown);
  g_test_add_func ("/charts/golden-samples", test_golden_samples);
  g_test_add ("/charts/totals", Charts, NULL, setup, test_totals, teardown);
  g_test_add_func ("/charts/totals-samples", test_totals_samples);
  g_test_add_func ("/charts/durations", test_durations);
  g_test_add_func ("/charts/sums-of-others", test_sums_of_others);
  g_test_add_func ("/charts/runs", test_runs);
  g_test_add_func ("/charts/counters-of-gpus", test_counters_of_gpus);
  g_test_add ("/charts/empty", Charts, "empty", setup, test_empty, teardown);
  g_test_add ("/charts/filter", Charts, NULL, setup, test_filter, teardown);
  g_test_add ("/charts/many", Charts, "many", setup, test_many, teardown);
  g_test_add ("/charts/sizes", Charts, NULL, setup, test_sizes, teardown);
  g_test_add ("/charts/hits", Charts, NULL, setup, test_hits, teardown);
  g_test_add ("/charts/labels", Charts, "labels", setup, test_labels, teardown);
  g_test_add ("/charts/device", Charts, NULL, setup, test_device, teardown);
  g_test_add ("/charts/locale", Charts, NULL, setup, test_locale, teardown);
  return g_test_run ();
}
