/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-chart.h"
#include "lamina-device-limits.h"
#include "lamina-layer-summary.h"
#include "lamina-layer-value.h"
#include "lamina-rate-text.h"

#include <math.h>

#define MS 1000000

/* What one layer does for each second. */
static double
get_rate (LaminaRun  *run,
          guint32     layer,
          LaminaUnit  unit)
{
  LaminaRate rate;

  lamina_rate_init (&rate, run, &layer, 1, unit);
  return rate.per_second;
}

static LaminaRun *
make_run (Fixture   *fixture,
          const Row *rows,
          guint      n)
{
  LaminaRun *run;

  for (guint i = 0; i < n; i++)
    fixture_add (fixture, &rows[i]);
  run = fixture_freeze (fixture);
  lamina_device_limits_attach (fixture->document);
  return run;
}

static void
name_device (Fixture *fixture)
{
  const LaminaValue value = LAMINA_VALUE_INIT_TEXT ("Tesla T4");

  lamina_builder_add_property (fixture->builder, "GPU 0", "name", &value);
}

/* `AMOUNT COVERED TOTAL RATE`, with - for what is not known. */
static char *
dump (LaminaRun     *run,
      const guint32 *rows,
      guint          n,
      LaminaUnit     unit)
{
  LaminaRate rate;
  GString *text = g_string_new (NULL);

  lamina_rate_init (&rate, run, rows, n, unit);
  for (guint i = 0; i < 3; i++)
    {
      gint64 number = i == 0 ? rate.amount : i == 1 ? rate.covered : rate.total;

      if (number == LAMINA_ABSENT)
        g_string_append (text, "- ");
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT " ", number);
    }
  if (isnan (rate.per_second))
    g_string_append (text, "-");
  else
    g_string_append_printf (text, "%.6g", rate.per_second);
  return g_string_free (text, FALSE);
}

static void
assert_rate (LaminaRun     *run,
             const guint32 *rows,
             guint          n,
             LaminaUnit     unit,
             const char    *expected)
{
  g_autofree char *text = dump (run, rows, n, unit);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_reason (LaminaRun  *run,
               guint32     layer,
               LaminaUnit  unit,
               const char *expected)
{
  LaminaRate rate;
  g_autofree char *reason = NULL;

  lamina_rate_init (&rate, run, &layer, 1, unit);
  reason = lamina_rate_dup_reason (&rate, run);
  g_assert_cmpstr (reason, ==, expected);
  g_assert_true ((rate.doubt != LAMINA_DOUBT_NONE) == (expected != NULL));
}

/* One layer in ten milliseconds is known: its speed is that of the one millisecond that it takes. */
static void
test_part (Fixture       *fixture,
           gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "A", .cost = 1 * MS, .flop = 5 * MS, .bytes = 3 * MS },
    { .type = "A", .cost = 9 * MS },
    { .type = "B", .cost = 2 * MS, .bytes = 4 * MS },
    { .type = "C", .flop = 77 },
  };
  static const guint32 one[] = { 1 }, two[] = { 1, 0 };
  LaminaRun *run = make_run (fixture, rows, G_N_ELEMENTS (rows));
  g_autofree char *text = NULL;
  g_autofree char *whole = NULL;
  LaminaLayerSummary summary;
  LaminaRate rate;

  assert_rate (run, two, 2, LAMINA_UNIT_FLOP, "5000000 1000000 10000000 5e+09");
  assert_rate (run, NULL, 0, LAMINA_UNIT_FLOP, "5000000 1000000 12000000 5e+09");
  assert_rate (run, NULL, 0, LAMINA_UNIT_BYTES, "7000000 3000000 12000000 2.33333e+09");
  assert_rate (run, one, 1, LAMINA_UNIT_FLOP, "- - 9000000 -");
  assert_rate (run, one, 0, LAMINA_UNIT_FLOP, "- - - -");

  lamina_rate_init (&rate, run, two, 2, LAMINA_UNIT_FLOP);
  g_assert_cmpfloat_with_epsilon (lamina_rate_get_share (&rate), 0.1, 1e-12);
  text = lamina_rate_dup_text (&rate);
  g_assert_cmpstr (text, ==, "5.00\u00a0GFLOP/s over 10.0\u00a0% of the time");
  lamina_rate_init (&rate, run, two + 1, 1, LAMINA_UNIT_FLOP);
  whole = lamina_rate_dup_text (&rate);
  g_assert_cmpstr (whole, ==, "5.00\u00a0GFLOP/s");
  lamina_layer_summary_init (&summary, run, two, 2);
  g_assert_cmpfloat (summary.rate.per_second, ==, 5e9);
}

static void
assert_cell (LaminaRun              *run,
             const LaminaLayerGroup *group,
             LaminaLayerColumn       column,
             const char             *expected)
{
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *text = NULL;

  lamina_layer_group_get_value (run, group, column, &value);
  text = lamina_layer_value_dup_text (&value);
  g_assert_cmpstr (text, ==, expected);
}

/* Groups divide by the time of what is known, and so does what they do for each byte. */
static void
test_group (Fixture       *fixture,
            gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "A", .cost = 1 * MS, .flop = 6 * MS, .bytes = 3 * MS },
    { .type = "A", .cost = 2 * MS, .flop = 6 * MS },
    { .type = "A", .cost = 1 * MS, .bytes = 9 * MS },
    { .type = "B", .cost = 1 * MS },
  };
  static const guint32 all[] = { 0, 1, 2, 3 };
  LaminaRun *run = make_run (fixture, rows, G_N_ELEMENTS (rows));
  g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (run, all, 4, LAMINA_GROUP_BY_TYPE, NULL);
  const LaminaLayerGroup *group = lamina_grouping_get (grouping, 0);

  assert_cell (run, group, LAMINA_LAYER_COLUMN_FLOP_RATE, "4.00\u00a0GFLOP/s over 75.0\u00a0%");
  assert_cell (run, group, LAMINA_LAYER_COLUMN_BYTE_RATE, "6.00\u00a0GB/s over 50.0\u00a0%");
  assert_cell (run, group, LAMINA_LAYER_COLUMN_INTENSITY, "2");
  assert_cell (run, lamina_grouping_get (grouping, 1), LAMINA_LAYER_COLUMN_FLOP_RATE, "—");
  g_assert_cmpfloat_with_epsilon (lamina_layers_get_intensity (run, NULL, 0), 2, 1e-12);
}

/* The same of sections, and of a group that is so large that it is worked out beforehand. */
static void
test_sections (Fixture       *fixture,
               gconstpointer  data)
{
  static const Row known = { .type = "A", .cost = 1000, .flop = 3000, .section = 1 };
  static const Row unknown = { .type = "A", .cost = 2000, .section = 1 };
  static const Row other = { .type = "A", .cost = 1500, .flop = 15000, .section = 2 };
  guint32 all[301];
  g_autoptr (LaminaGrouping) grouping = NULL;
  LaminaRun *run;

  lamina_builder_add_section (fixture->builder, fixture->run, "one");
  lamina_builder_add_section (fixture->builder, fixture->run, "two");
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    all[i] = fixture_add (fixture, i == 300 ? &other : i % 3 == 0 ? &known : &unknown);
  run = fixture_freeze (fixture);
  grouping = lamina_grouping_new (run, all, G_N_ELEMENTS (all), LAMINA_GROUP_BY_SECTION, NULL);
  g_assert_cmpuint (lamina_grouping_get_n (grouping), ==, 2);
  g_assert_nonnull (lamina_grouping_get (grouping, 0)->rates);
  assert_cell (run, lamina_grouping_get (grouping, 0), LAMINA_LAYER_COLUMN_FLOP_RATE, "3.00\u00a0GFLOP/s over 20.0\u00a0%");
  g_assert_null (lamina_grouping_get (grouping, 1)->rates);
  assert_cell (run, lamina_grouping_get (grouping, 1), LAMINA_LAYER_COLUMN_FLOP_RATE, "10.0\u00a0GFLOP/s");
}

/*
 * 0 states what 1 and 2 inside do, 1 most of it; 3 does a part of its work in 4, of which nothing is known, and a smaller
 * part in 5. Nothing counts twice, and the time of 4 is that of 3.
 */
static void
test_nested (Fixture       *fixture,
             gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "outer", .cost = 1 * MS, .flop = 1000 * MS },
    { .type = "inner", .cost = 4 * MS, .flop = 900 * MS, .parent = 1 },
    { .type = "inner", .cost = 2 * MS, .flop = 100 * MS, .parent = 1 },
    { .type = "keeper", .cost = 1 * MS, .flop = 100 * MS },
    { .type = "nothing", .cost = 3 * MS, .parent = 4 },
    { .type = "little", .cost = 1 * MS, .flop = 20 * MS, .parent = 4 },
    { .type = "alone", .cost = 5 * MS },
    { .type = "empty", .cost = 7 * MS, .flop = -2 },
    { .type = "in empty", .cost = 8 * MS, .parent = 8 },
  };
  static const guint32 outer[] = { 0 }, keeper[] = { 3 }, nothing[] = { 4 }, both[] = { 4, 3 }, family[] = { 2, 1, 0 };
  LaminaRun *run = make_run (fixture, rows, G_N_ELEMENTS (rows));

  assert_rate (run, outer, 1, LAMINA_UNIT_FLOP, "- - 1000000 -");
  assert_rate (run, family, 3, LAMINA_UNIT_FLOP, "1000000000 6000000 7000000 1.66667e+11");
  assert_rate (run, keeper, 1, LAMINA_UNIT_FLOP, "80000000 4000000 4000000 2e+10");
  assert_rate (run, both, 2, LAMINA_UNIT_FLOP, "80000000 4000000 4000000 2e+10");
  assert_rate (run, nothing, 1, LAMINA_UNIT_FLOP, "- - 3000000 -");
  assert_rate (run, NULL, 0, LAMINA_UNIT_FLOP, "1100000000 18000000 32000000 6.11111e+10");
  g_assert_cmpfloat (get_rate (run, 3, LAMINA_UNIT_FLOP), ==, 2e10);
  g_assert_true (isnan (get_rate (run, 0, LAMINA_UNIT_FLOP)));
}

/* What takes no time, or one step of a clock, has no speed; together such layers may have one. */
static void
test_clock (Fixture       *fixture,
            gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "A", .cost = 1000, .flop = 10 },
    { .type = "A", .cost = 1000, .flop = 10 },
    { .type = "A", .cost = -2, .flop = 10 },
    { .type = "A", .cost = 2000, .flop = 10 },
  };
  static const guint32 first[] = { 0 }, two[] = { 0, 1 }, none[] = { 2 }, last[] = { 3 };
  LaminaRun *run = make_run (fixture, rows, G_N_ELEMENTS (rows));

  assert_rate (run, first, 1, LAMINA_UNIT_FLOP, "10 1000 1000 -");
  assert_rate (run, two, 2, LAMINA_UNIT_FLOP, "20 2000 2000 1e+07");
  assert_rate (run, none, 1, LAMINA_UNIT_FLOP, "- - 0 -");
  assert_rate (run, last, 1, LAMINA_UNIT_FLOP, "10 2000 2000 5e+06");
}

/* Where any time is not whole microseconds, a microsecond is long. */
static void
test_fine_clock (Fixture       *fixture,
                 gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "A", .cost = 1000, .flop = 10 },
    { .type = "A", .cost = 1001, .flop = 10 },
    { .type = "A", .cost = 1, .flop = 10 },
  };
  static const guint32 first[] = { 0 }, last[] = { 2 };
  LaminaRun *run = make_run (fixture, rows, G_N_ELEMENTS (rows));

  assert_rate (run, first, 1, LAMINA_UNIT_FLOP, "10 1000 1000 1e+07");
  assert_rate (run, last, 1, LAMINA_UNIT_FLOP, "10 1 1 -");
}

#define TERA 1000 * (gint64) MS *

/* A T4: 8.1 TFLOP/s in fp32, 65 in fp16, 130 in int8, 320 GB/s; each layer takes a millisecond. */
static const Row limited[] = {
  { .type = "A", .cost = 1 * MS, .flop = TERA 8, .outputs = "8 float32" },
  { .type = "A", .cost = 1 * MS, .flop = 8800 * (gint64) MS, .outputs = "8 float32" },
  { .type = "A", .cost = 1 * MS, .flop = TERA 9, .outputs = "8 float32" },
  { .type = "A", .cost = 1 * MS, .flop = TERA 60, .inputs = "8 float16", .outputs = "8 float32" },
  { .type = "A", .cost = 1 * MS, .flop = TERA 80, .inputs = "8 float16", .outputs = "8 float32" },
  { .type = "A", .cost = 1 * MS, .flop = TERA 120 },
  { .type = "A", .cost = 1 * MS, .flop = TERA 150 },
  { .type = "A", .cost = 1 * MS, .bytes = 320 * MS },
  { .type = "A", .cost = 1 * MS, .bytes = 330 * MS },
  /* Of a clock of microseconds, 1 may be nearly 2. */
  { .type = "A", .cost = 2000, .flop = 20 * (gint64) MS, .outputs = "8 float32" },
};

static void
test_limits (Fixture       *fixture,
             gconstpointer  data)
{
  static const char *const flop[] = {
    NULL,
    NULL,
    "above the 8.10\u00a0TFLOP/s of NVIDIA T4: the FLOP are those of the file",
    NULL,
    "above the 65.0\u00a0TFLOP/s of NVIDIA T4: the FLOP are those of the file",
    NULL,
    "above the 130\u00a0TFLOP/s of NVIDIA T4: the FLOP are those of the file",
    NULL,
    NULL,
    "above the 8.10\u00a0TFLOP/s of NVIDIA T4: the time is too short for the resolution of the file",
  };
  static const guint32 mixed[] = { 0, 3 }, fast[] = { 2, 4 };
  LaminaRate rate;
  LaminaRun *run;
  g_autofree char *text = NULL;

  name_device (fixture);
  run = make_run (fixture, limited, G_N_ELEMENTS (limited));
  for (guint i = 0; i < G_N_ELEMENTS (flop); i++)
    assert_reason (run, i, LAMINA_UNIT_FLOP, flop[i]);
  assert_reason (run, 7, LAMINA_UNIT_BYTES, NULL);
  assert_reason (run, 8, LAMINA_UNIT_BYTES, "above the 320\u00a0GB/s of NVIDIA T4: the bytes are those of the file, and some "
                                            "may come from caches");

  /* Of several, the limit is that of what they do together: 9 + 80 in 9 / 8.1 + 80 / 65 ms. */
  lamina_rate_init (&rate, run, mixed, 2, LAMINA_UNIT_FLOP);
  g_assert_cmpint (rate.doubt, ==, LAMINA_DOUBT_NONE);
  lamina_rate_init (&rate, run, fast, 2, LAMINA_UNIT_FLOP);
  g_assert_cmpint (rate.doubt, ==, LAMINA_DOUBT_STATED);
  g_assert_cmpfloat_with_epsilon (rate.limit, 89e12 / (9 / 8.1 + 80 / 65.0), 1e6);
  text = lamina_rate_dup_text (&rate);
  g_assert_cmpstr (text, ==, "!\u00a044.5\u00a0TFLOP/s");

  g_assert_true (lamina_device_limits_choose (fixture->document, "none"));
  assert_reason (run, 6, LAMINA_UNIT_FLOP, NULL);
  g_assert_true (lamina_device_limits_choose (fixture->document, "h200"));
  assert_reason (run, 6, LAMINA_UNIT_FLOP, NULL);
  g_assert_true (lamina_device_limits_choose (fixture->document, ""));
  g_assert_true (lamina_rate_is_beyond (run, 150e12, LAMINA_UNIT_FLOP));
  g_assert_false (lamina_rate_is_beyond (run, 120e12, LAMINA_UNIT_FLOP));
  g_assert_true (lamina_rate_is_beyond (run, 330e9, LAMINA_UNIT_BYTES));
}

/* Why, of what is estimated: FLOP of a product that takes too short a time, bytes, and those of a convolution. */
static void
test_estimates (Fixture       *fixture,
                gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "aten::mm", .inputs = "1000x1000 float, 1000x1000 float", .outputs = "1000x1000 float", .cost = 20000 },
    { .type = "aten::conv2d", .inputs = "8x64x56x56 float, 64x64x3x3 float", .outputs = "8x64x56x56 float", .cost = 20001 },
    { .type = "aten::relu", .inputs = "1000x1000 float", .outputs = "1000x1000 float", .cost = 10000 },
    { .type = "aten::mm", .inputs = "1000x1000 float, 1000x1000 float", .outputs = "1000x1000 float", .cost = 1000000 },
  };
  LaminaRun *run;

  name_device (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (fixture, &rows[i]);
  run = fixture_freeze (fixture);
  lamina_rates_attach_all (fixture->document, NULL, NULL);

  assert_reason (run, 0, LAMINA_UNIT_FLOP, "above the 8.10\u00a0TFLOP/s of NVIDIA T4: the FLOP are estimated");
  assert_reason (run, 1, LAMINA_UNIT_FLOP, "above the 8.10\u00a0TFLOP/s of NVIDIA T4: the FLOP are estimated, and fast "
                                           "convolution algorithms do fewer");
  assert_reason (run, 2, LAMINA_UNIT_BYTES, "above the 320\u00a0GB/s of NVIDIA T4: the bytes are estimated, and some may "
                                            "come from caches");
  assert_reason (run, 3, LAMINA_UNIT_FLOP, NULL);
  assert_reason (run, 3, LAMINA_UNIT_BYTES, NULL);
}

/* Where only the time of the host is known, and where a clock of microseconds hides nearly one. */
static void
test_reasons (Fixture       *fixture,
              gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "A", .host_self = 2000, .flop = 20 * (gint64) MS, .outputs = "8 float32" },
    { .type = "A", .host_self = 2000, .flop = 80 * (gint64) MS, .outputs = "8 float32" },
  };
  LaminaRun *run;

  name_device (fixture);
  run = make_run (fixture, rows, G_N_ELEMENTS (rows));
  assert_reason (run, 0, LAMINA_UNIT_FLOP, "above the 8.10\u00a0TFLOP/s of NVIDIA T4: the time is too short for the "
                                           "resolution of the file");
  assert_reason (run, 1, LAMINA_UNIT_FLOP, "above the 8.10\u00a0TFLOP/s of NVIDIA T4: the time is host time");
}

/* Charts mark them, too: a dot above the roof, a type that moves too much, and the averages say over which part they are. */
static void
test_charts (Fixture       *fixture,
             gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "A", .cost = 1 * MS, .flop = TERA 4, .bytes = 320 * MS, .outputs = "8 float32" },
    { .type = "A", .cost = 1 * MS, .flop = TERA 16, .bytes = 160 * MS, .outputs = "8 float32" },
    { .type = "B", .cost = 2 * MS },
    { .type = "C", .cost = 1 * MS, .bytes = 640 * MS },
    { .type = "C", .cost = 1 * MS },
  };
  static const struct { const char *chart; guint row; const char *key; gboolean is_suspicious; } cells[] = {
    { "roofline", 0, "flop_per_s", FALSE },
    { "roofline", 0, "of_roof", FALSE },
    { "roofline", 1, "flop_per_s", TRUE },
    { "roofline", 1, "of_roof", TRUE },
    { "roofline", 1, "bytes_per_s", FALSE },
    { "rates", 1, "flop_per_s", TRUE },
    { "rates", 0, "flop_per_s", FALSE },
    { "rates", 3, "bytes_per_s", TRUE },
    { "traffic", 0, "bytes_per_s", TRUE },
    { "traffic", 1, "bytes_per_s", FALSE },
  };

  name_device (fixture);
  make_run (fixture, rows, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      LaminaChartQuery query = { .document = fixture->document, .run = 0, .timebase = fixture->timebase,
                                 .filter = LAMINA_LAYER_FILTER_INIT };
      g_autoptr (LaminaChartData) chart = lamina_chart_create_data (lamina_chart_find (cells[i].chart), &query, NULL);
      g_auto (LaminaLayerValue) value = { 0 };
      guint column = 0;

      while (!g_str_equal (lamina_chart_data_get_column (chart, column)->key, cells[i].key))
        column++;
      lamina_chart_data_get_value (chart, cells[i].row, column, &value);
      g_test_message ("%s, row %u, %s", cells[i].chart, cells[i].row, cells[i].key);
      g_assert_cmpint (value.suspicious, ==, cells[i].is_suspicious);
      g_assert_nonnull (strstr (lamina_chart_data_get_note (chart), "of NVIDIA T4"));
      if (g_str_equal (cells[i].chart, "rates"))
        g_assert_nonnull (strstr (lamina_chart_data_get_subtitle (chart), "10.0\u00a0TFLOP/s over 33.3\u00a0% of the time"));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add (path, Fixture, NULL, fixture_setup, function, fixture_teardown)
  ADD ("/rate/part", test_part);
  ADD ("/rate/group", test_group);
  ADD ("/rate/sections", test_sections);
  ADD ("/rate/nested", test_nested);
  ADD ("/rate/clock", test_clock);
  ADD ("/rate/fine-clock", test_fine_clock);
  ADD ("/rate/limits", test_limits);
  ADD ("/rate/estimates", test_estimates);
  ADD ("/rate/reasons", test_reasons);
  ADD ("/rate/charts", test_charts);
#undef ADD
  return g_test_run ();
}
