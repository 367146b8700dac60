/* SPDX-License-Identifier: Apache-2.0 */
#include "chart-fixture.h"
#include "lamina-work.h"
#include "scene-dump.h"

#include <math.h>
#include <string.h>

/* Charts: what their tables hold, and what pictures show of them. */

/* The table, then the picture. */
static void
assert_data (LaminaChartData *data,
             const char      *id,
             LaminaMetrics   *metrics,
             guint            most,
             const char      *prefix)
{
  g_autoptr (LaminaScene) scene = lamina_chart_layout (data, 520, 290, metrics);
  g_autofree char *csv = lamina_chart_data_dup_csv (data, most, LAMINA_CSV_EXACT);
  g_autofree char *dump = lamina_scene_dump (scene);
  g_autofree char *text = g_strdup_printf ("%s\n%s\n%s\n%s\n%s", lamina_chart_data_get_title (data),
                                           lamina_chart_data_get_subtitle (data),
                                           lamina_chart_data_get_note (data) ? lamina_chart_data_get_note (data) : "",
                                           csv, dump);
  g_autofree char *name = g_strdup_printf ("scene/%s-%s.txt", prefix, id);

  assert_expected (text, name);
}

static void
assert_chart (LaminaDocument *document,
              guint           run,
              const char     *id,
              LaminaMetrics  *metrics,
              guint           most,
              const char     *prefix)
{
  g_autoptr (LaminaChartData) data = create_data (document, run, id);

  assert_data (data, id, metrics, most, prefix);
}

/* Memory over time by all else that it is divided by. */
static void
test_golden_bands (void)
{
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaDocument) document = load_sample ("../../tests/data/memory-snapshot/categories.pickle");
  g_autoptr (LaminaDocument) timed = load_sample ("../../tests/data/memory-snapshot/small.pickle");

  for (guint bands = LAMINA_BANDS_BY_SITE + 1; bands < LAMINA_N_LIVE_BANDS; bands++)
    {
      LaminaTensorGrouping grouping = lamina_tensor_grouping_of_bands ((LaminaLiveBands) bands);
      gboolean has_all = lamina_tensor_grouping_is_known (grouping, lamina_document_get_run (timed, 0));
      LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (has_all ? timed : document, 0);
      g_autoptr (LaminaChartData) data = NULL;
      g_autofree char *name = g_strdup_printf ("memory-by-%s", lamina_tensor_grouping_get_name (grouping));

      query.grouping = grouping;
      data = lamina_chart_create_data (lamina_chart_find ("memory"), &query, NULL);
      assert_data (data, name, metrics, 12, "snapshot");
    }
}

static void
test_golden (Charts        *self,
             gconstpointer  data)
{
  fixture_freeze (&self->fixture);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    assert_chart (self->fixture.document, 0, lamina_chart_get_id (lamina_chart_get (i)), self->metrics, G_MAXUINT, "plot");
}

static void
test_golden_samples (void)
{
  static const char *const of_times[] = { "idle", "gaps", "iterations", "iteration-durations", "durations", "kernels",
                                          "kernels-by-module", "kernels-by-stream", "collectives", NULL };
  static const char *const of_memory[] = { "memory", NULL };
  static const char *const of_snapshots[] = { "memory", "memory-sites", NULL };
  /* What draws each of its 242 layers, or 200 windows: nobody can review that. */
  static const char *const of_layers[] = { "latency", "memory", "rates", "roofline", "utilization", NULL };
  static const struct
  {
    const char *file;
    const char *prefix;
    /* NULL for all charts. */
    const char *const *only;
    /* NULL for none. */
    const char *const *without;
  } samples[] = {
    { "resnet50-megengine.json", "resnet50", NULL, of_layers },
    { "mobilenet-tvm.txt", "mobilenet", NULL, NULL },
    { "unet-chainer.txt", "unet", NULL, of_memory },
    { "convnet-pytorch.pt.trace.json", "convnet", of_times, NULL },
    { "../../tests/data/megengine/two-devices.json", "two-devices", of_memory, NULL },
    { "../../tests/data/chainer/small.txt", "small", of_memory, NULL },
    { "../../tests/data/memory-snapshot/small.pickle", "snapshot", of_snapshots, NULL },
    { "../../tests/data/memory-snapshot/categories.pickle", "snapshot-of-events", of_snapshots, NULL },
  };
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (LaminaDocument) document = load_sample (samples[i].file);

      for (guint k = 0; k < lamina_chart_get_n (); k++)
        {
          const char *id = lamina_chart_get_id (lamina_chart_get (k));

          if ((samples[i].only == NULL || g_strv_contains (samples[i].only, id))
              && (samples[i].without == NULL || !g_strv_contains (samples[i].without, id)))
            assert_chart (document, lamina_document_get_default_run (document), id, metrics, 12, samples[i].prefix);
        }
    }
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

/* What several rows are called together says what adds up, and nothing of what does not. */
static void
test_sums (void)
{
  static const char *const alone[] = { "mean_ns", "min_ns", "max_ns", "longest_ns", "id", "of_median", "of_roof", "start", NULL };
  static const char *const files[] = { "convnet-pytorch.pt.trace.json", "resnet50-megengine.json" };
  guint n_alone = 0, n_calls = 0;

  for (guint i = 0; i < G_N_ELEMENTS (files) * lamina_chart_get_n (); i++)
    {
      g_autoptr (LaminaDocument) document = load_sample (files[i % G_N_ELEMENTS (files)]);
      const char *id = lamina_chart_get_id (lamina_chart_get (i / G_N_ELEMENTS (files)));
      g_autoptr (LaminaChartData) data = create_data (document, 0, id);
      guint n = lamina_chart_data_get_n_rows (data);

      for (guint column = 0; n > 1 && column < lamina_chart_data_get_n_columns (data); column++)
        {
          const char *key = lamina_chart_data_get_column (data, column)->key;
          g_auto (LaminaLayerValue) sum = { 0 };
          gint64 calls = 0;

          lamina_chart_data_get_sum (data, 0, n, column, &sum);
          if (g_strv_contains (alone, key))
            {
              g_assert_cmpint (sum.kind, ==, LAMINA_LAYER_VALUE_ABSENT);
              n_alone++;
            }
          if (!g_str_equal (key, "calls"))
            continue;
          for (guint row = 0; row < n; row++)
            {
              g_auto (LaminaLayerValue) value = { 0 };

              lamina_chart_data_get_value (data, row, column, &value);
              calls += value.integer;
            }
          g_assert_cmpint (sum.integer, ==, calls);
          n_calls++;
        }
    }
  g_assert_cmpuint (n_alone, >, 10);
  g_assert_cmpuint (n_calls, >, 3);
}

static void
test_catalog (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      const LaminaChart *chart = lamina_chart_get (i);

      g_assert_true (g_hash_table_add (ids, (gpointer) lamina_chart_get_id (chart)));
      g_assert_true (lamina_chart_find (lamina_chart_get_id (chart)) == chart);
      g_assert_cmpstr (lamina_chart_get_title (chart, NULL), !=, "");
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

/* What a file says nothing about is known to be empty before anything is computed: lists leave it out. */
static void
test_listed (void)
{
  static const struct
  {
    const char *file;
    const char *id;
    gboolean is_listed;
  } cases[] = {
    { "convnet-pytorch.pt.trace.json", "kernels-by-module", TRUE },
    { "convnet-pytorch.pt.trace.json", "roofline", TRUE },
    { "resnet50-megengine.json", "kernels-by-module", FALSE },
    { "resnet50-megengine.json", "roofline", TRUE },
    { "resnet50-megengine.json", "traffic", TRUE },
    { "training.trace.json", "roofline", FALSE },
    { "training.trace.json", "traffic", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaDocument) document = load_sample (cases[i].file);
      g_autoptr (LaminaChartData) data = create_data (document, 0, cases[i].id);
      g_autofree char *reason = lamina_chart_dup_reason (lamina_chart_find (cases[i].id), document, 0);

      g_test_message ("%s of %s: %s", cases[i].id, cases[i].file, reason);
      g_assert_cmpint (reason == NULL, ==, cases[i].is_listed);
      g_assert_cmpint (lamina_chart_data_get_n_rows (data) > 0, ==, cases[i].is_listed);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/catalog", test_catalog);
  g_test_add ("/charts/golden", Charts, NULL, charts_setup, test_golden, charts_teardown);
  g_test_add_func ("/charts/golden-samples", test_golden_samples);
  g_test_add_func ("/charts/golden-bands", test_golden_bands);
  g_test_add ("/charts/totals", Charts, NULL, charts_setup, test_totals, charts_teardown);
  g_test_add_func ("/charts/totals-samples", test_totals_samples);
  g_test_add_func ("/charts/sums", test_sums);
  g_test_add_func ("/charts/listed", test_listed);
  g_test_add ("/charts/empty", Charts, "empty", charts_setup, test_empty, charts_teardown);
  g_test_add ("/charts/filter", Charts, NULL, charts_setup, test_filter, charts_teardown);
  return g_test_run ();
}
