/* SPDX-License-Identifier: Apache-2.0 */
#include "chart-fixture.h"

#include <math.h>
#include <string.h>

/* Histograms of durations: which ranges they have, and what falls into which. */

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

/* Layers of one type with these durations. */
static LaminaDocument *
create_timed (const gint64 *durations,
              guint         n)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  LaminaLayerInit init = LAMINA_LAYER_INIT;

  init.type = lamina_builder_intern (builder, "Conv", -1);
  for (guint i = 0; i < n; i++)
    {
      init.duration = durations[i];
      lamina_builder_add_layer (builder, run, &init);
    }
  return lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
}

/* The range for what takes longer than the others begins before the longest and ends behind it. */
static void
test_durations_open (void)
{
  static const gint64 longest[] = { 2360, 2400, 2450, 2500, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (longest); i++)
    {
      gint64 durations[20];
      g_autoptr (LaminaDocument) document = NULL;
      g_autoptr (LaminaChartData) data = NULL;
      guint n;

      for (guint k = 0; k < G_N_ELEMENTS (durations); k++)
        durations[k] = k < 19 ? 1000 + 50 * (gint64) k : longest[i];
      document = create_timed (durations, G_N_ELEMENTS (durations));
      data = create_data (document, 0, "durations");
      n = lamina_chart_data_get_n_rows (data);
      for (guint row = 0; row < n; row++)
        g_assert_cmpfloat (lamina_chart_data_get_number (data, row, 0), <, lamina_chart_data_get_number (data, row, 1));
      g_assert_cmpfloat (lamina_chart_data_get_number (data, n - 1, 0), <=, (double) longest[i]);
      g_assert_cmpfloat (lamina_chart_data_get_number (data, n - 1, 1), >, (double) longest[i]);
      g_assert_true ((strstr (lamina_chart_data_get_note (data), "longer") != NULL) == (longest[i] >= 2400));
    }
}

/* As many durations at each of 60 steps, moved a little by what a file rounds away: every column is as high. */
static void
assert_even (gint64      step,
             gint64      off,
             gint64      width,
             const char *note)
{
  gint64 durations[60 * 6];
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaChartData) data = NULL;
  guint n, value;

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    durations[i] = (gint64) (800 + i % 60) * step + off * (gint64) (i / 60 % 3) - off;
  document = create_timed (durations, G_N_ELEMENTS (durations));
  data = create_data (document, 0, "durations");
  n = lamina_chart_data_get_n_rows (data);
  value = find_key (data, "layers");
  g_assert_cmpint (sum_column (data, value), ==, G_N_ELEMENTS (durations));
  g_assert_cmpuint (n, >=, 10);
  for (guint row = 0; row < n; row++)
    {
      g_assert_cmpfloat (lamina_chart_data_get_number (data, row, 1) - lamina_chart_data_get_number (data, row, 0), ==,
                         (double) width);
      /* The first and the last may hold fewer. */
      if (row > 0 && row + 1 < n)
        g_assert_cmpfloat (lamina_chart_data_get_number (data, row, value), ==, 6.0 * (double) (width / step));
    }
  g_assert_true ((strstr (lamina_chart_data_get_note (data), note) != NULL));
}

/* Columns are multiples of the steps in which a clock ticks, also where a file gives its times with few digits. */
static void
test_durations_grain (void)
{
  assert_even (32, 0, 160, "a multiple of the resolution of the times, 32");
  assert_even (1024, 0, 5120, "a multiple of the resolution of the times, 1.02");
  assert_even (1024, 120, 5120, "a multiple of the resolution of the times, 1.02");
  assert_even (1000, 0, 5000, "smallest round width");
  assert_even (40, 0, 200, "a multiple of the resolution of the times, 40");
}

/* Also where most durations are at few of the steps, and edges lie between two of them. */
static void
test_durations_comb (void)
{
  gint64 durations[400];
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaChartData) data = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    durations[i] = (gint64) (823 + (i % 3 == 0 ? i * i % 47 : 20 + i % 4)) * 1024 + 61 * (gint64) (i * 7 % 5) - 122;
  document = create_timed (durations, G_N_ELEMENTS (durations));
  data = create_data (document, 0, "durations");
  for (guint row = 0; row + 1 < lamina_chart_data_get_n_rows (data); row++)
    {
      gint64 from = (gint64) lamina_chart_data_get_number (data, row, 0);
      gint64 to = (gint64) lamina_chart_data_get_number (data, row, 1);

      g_assert_cmpint ((to - from) % 1024, ==, 0);
      g_assert_cmpint (ABS (from % 1024 - 512), <=, 8);
    }
  g_assert_nonnull (strstr (lamina_chart_data_get_note (data), "resolution of the times, 1.02"));
}

/* Both ends of a range look different, and so do median and p95 that lie in different ones. */
static void
test_durations_digits (void)
{
  gint64 durations[200];
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaChartData) data = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    durations[i] = 94300000 + (gint64) (i * i % 997) * 173;
  document = create_timed (durations, G_N_ELEMENTS (durations));
  data = create_data (document, 0, "durations");
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      g_auto (LaminaLayerValue) from = { 0 };
      g_auto (LaminaLayerValue) to = { 0 };
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;

      lamina_chart_data_get_value (data, row, 0, &from);
      lamina_chart_data_get_value (data, row, 1, &to);
      left = lamina_layer_value_dup_text (&from);
      right = lamina_layer_value_dup_text (&to);
      g_assert_cmpstr (left, !=, right);
    }
  g_assert_nonnull (strstr (lamina_chart_data_get_mark (data, 0)->label, "94.3"));
  g_assert_cmpstr (strchr (lamina_chart_data_get_mark (data, 0)->label, '9'), !=,
                   strchr (lamina_chart_data_get_mark (data, 1)->label, '9'));
}

/* The ranges of slices hold each slice of a name once, and no other; a row stands for its slices alone. */
static void
test_durations_of_slices (void)
{
  g_autoptr (LaminaDocument) document = load_sample ("convnet-pytorch.pt.trace.json");
  LaminaRun *run = lamina_document_get_run (document, 0);
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, 0);
  g_autoptr (LaminaChartData) data = NULL;
  guint n_all = 0, n_named = 0, n_rows;
  gint64 sum = 0;

  query.name = "cudaLaunchKernel";
  data = lamina_chart_create_data (lamina_chart_find ("durations"), &query, NULL);
  g_assert_true (lamina_chart_data_has_slices (data));
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      guint n;
      const LaminaSliceRef *slices = lamina_chart_data_get_slices (data, row, &n);
      g_autofree guint32 *rows = lamina_chart_data_find_rows_of_slices (data, slices, n, &n_rows);

      g_assert_cmpuint (n, ==, (guint) lamina_chart_data_get_number (data, row, find_key (data, "slices")));
      g_assert_cmpuint (n_rows, ==, n > 0);
      g_assert_true (n == 0 || rows[0] == row);
      for (guint i = 0; i < n; i++)
        {
          const LaminaSlices *track = lamina_track_get_slices (lamina_run_get_track (run, slices[i].track));

          g_assert_cmpstr (lamina_run_get_string (run, track->name[slices[i].slice]), ==, query.name);
          g_assert_cmpint (track->duration[slices[i].slice], >=, (gint64) lamina_chart_data_get_number (data, row, 0));
          g_assert_cmpint (track->duration[slices[i].slice], <, (gint64) lamina_chart_data_get_number (data, row, 1));
          sum += track->duration[slices[i].slice];
        }
      n_all += n;
    }
  for (guint t = 0; t < lamina_run_get_n_tracks (run); t++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, t));

      for (guint i = 0; i < slices->n; i++)
        n_named += g_str_equal (lamina_run_get_string (run, slices->name[i]), query.name);
    }
  g_assert_cmpuint (n_all, >, 1);
  g_assert_cmpuint (n_all, ==, n_named);
  g_assert_cmpint (sum, ==, sum_column (data, find_key (data, "duration_ns")));
  g_assert_nonnull (strstr (lamina_chart_data_get_note (data), "bin is"));
  g_assert_cmpuint (lamina_chart_data_get_n_marks (data), >=, 1);
}

/* A section and words limit slices to those of their layers; a name that nothing has says so. */
static void
test_durations_within (void)
{
  g_autoptr (LaminaDocument) document = load_sample ("convnet-pytorch.pt.trace.json");
  const LaminaChart *chart = lamina_chart_find ("durations");
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, 0);
  g_autoptr (LaminaChartData) all = NULL;
  g_autoptr (LaminaChartData) none = NULL;
  LaminaRun *run = lamina_document_get_run (document, 0);
  guint64 parts = 0;

  query.name = "cudaLaunchKernel";
  all = lamina_chart_create_data (chart, &query, NULL);
  for (guint section = 0; section < lamina_run_get_n_sections (run); section++)
    {
      g_autoptr (LaminaChartData) part = NULL;

      query.filter.section = section;
      part = lamina_chart_create_data (chart, &query, NULL);
      if (lamina_chart_data_get_n_rows (part) > 0)
        parts += (guint64) sum_column (part, find_key (part, "slices"));
    }
  g_assert_cmpuint (lamina_run_get_n_sections (run), >, 1);
  g_assert_cmpuint (parts, >, 0);
  g_assert_cmpuint (parts, <=, (guint64) sum_column (all, find_key (all, "slices")));
  query = LAMINA_CHART_QUERY_INIT (document, 0);
  query.name = "nothing of this name";
  none = lamina_chart_create_data (chart, &query, NULL);
  g_assert_cmpuint (lamina_chart_data_get_n_rows (none), ==, 0);
  g_assert_nonnull (strstr (lamina_chart_data_get_reason (none), query.name));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart-durations/ranges", test_durations);
  g_test_add_func ("/chart-durations/open", test_durations_open);
  g_test_add_func ("/chart-durations/grain", test_durations_grain);
  g_test_add_func ("/chart-durations/comb", test_durations_comb);
  g_test_add_func ("/chart-durations/digits", test_durations_digits);
  g_test_add_func ("/chart-durations/of-slices", test_durations_of_slices);
  g_test_add_func ("/chart-durations/within", test_durations_within);
  return g_test_run ();
}
