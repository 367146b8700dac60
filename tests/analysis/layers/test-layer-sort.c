/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-layer-query.h"

/* In which order a table shows layers. */

static guint32 *
list_rows (guint n)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  return rows;
}

static const Row sorted_rows[] = {
  { "conv10", "Relu", 30, .flop = 300, .bytes = 90, .start = 5, .wait = 7, .order = 2, .outputs = "10x4x4" },
  { "conv2", "conv", -2, .flop = 10, .bytes = 10, .start = -7, .calls = 3, .order = -2, .outputs = "2x64" },
  { "Conv2", "", 0, .flop = 20, .wait = 9, .calls = -1, .outputs = "-" },
  { "", "RELU", 30, .bytes = 30, .start = 5, .wait = 7, .order = 1, .outputs = "2x64, 3" },
  { "élan", "Conv", 10, .flop = 300, .bytes = 90, .start = G_GINT64_CONSTANT (1000000000000), .outputs = "scalar" },
  { "alpha", "add", 20, .calls = 1000, .order = 3, .outputs = "10x4x4" },
  { "Élan", "", 0, .wait = 1, .outputs = "2x?" },
};

static const struct
{
  LaminaLayerColumn column;
  const char *ascending;
  const char *descending;
} sorts[] = {
  { LAMINA_LAYER_COLUMN_INDEX, "0 1 2 3 4 5 6", "6 5 4 3 2 1 0" },
  { LAMINA_LAYER_COLUMN_ORDER, "1 3 0 5 2 4 6", "5 0 3 1 2 4 6" },
  { LAMINA_LAYER_COLUMN_NAME, "5 1 2 0 4 6 3", "4 6 0 1 2 5 3" },
  { LAMINA_LAYER_COLUMN_TYPE, "5 1 4 0 3 2 6", "0 3 1 4 5 2 6" },
  { LAMINA_LAYER_COLUMN_START, "1 0 3 4 2 5 6", "4 0 3 1 2 5 6" },
  { LAMINA_LAYER_COLUMN_DURATION, "1 4 5 0 3 2 6", "0 3 5 4 1 2 6" },
  { LAMINA_LAYER_COLUMN_WAIT, "6 0 3 2 1 4 5", "2 0 3 6 1 4 5" },
  { LAMINA_LAYER_COLUMN_FLOP, "1 2 0 4 3 5 6", "0 4 2 1 3 5 6" },
  { LAMINA_LAYER_COLUMN_FLOP_RATE, "0 4 1 2 3 5 6", "4 0 1 2 3 5 6" },
  { LAMINA_LAYER_COLUMN_BYTES, "1 3 0 4 2 5 6", "0 4 3 1 2 5 6" },
  { LAMINA_LAYER_COLUMN_BYTE_RATE, "3 0 4 1 2 5 6", "4 0 3 1 2 5 6" },
  { LAMINA_LAYER_COLUMN_INTENSITY, "1 0 4 2 3 5 6", "0 4 1 2 3 5 6" },
  { LAMINA_LAYER_COLUMN_CALLS, "2 0 3 4 6 1 5", "5 1 0 3 4 6 2" },
  { LAMINA_LAYER_COLUMN_SHAPE, "1 3 6 0 5 4 2", "4 0 5 6 3 1 2" },
  { LAMINA_LAYER_COLUMN_SHARE, "1 4 5 0 3 2 6", "0 3 5 4 1 2 6" },
  { LAMINA_LAYER_COLUMN_CUMULATIVE, "0 3 5 4 1 2 6", "1 4 5 0 3 2 6" },
  { LAMINA_LAYER_COLUMN_HOST, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
  { LAMINA_LAYER_COLUMN_SELF, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
  { LAMINA_LAYER_COLUMN_DEVICE_TIME, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
  { LAMINA_LAYER_COLUMN_MEAN, "1 5 4 0 3 2 6", "0 3 4 5 1 2 6" },
  { LAMINA_LAYER_COLUMN_MEDIAN, "1 5 4 0 3 2 6", "0 3 4 5 1 2 6" },
  { LAMINA_LAYER_COLUMN_P95, "1 5 4 0 3 2 6", "0 3 4 5 1 2 6" },
  { LAMINA_LAYER_COLUMN_MIN, "1 5 4 0 3 2 6", "0 3 4 5 1 2 6" },
  { LAMINA_LAYER_COLUMN_MAX, "1 5 4 0 3 2 6", "0 3 4 5 1 2 6" },
  { LAMINA_LAYER_COLUMN_PHASE, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
  { LAMINA_LAYER_COLUMN_DEVICE, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
  { LAMINA_LAYER_COLUMN_SECTION, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
  { LAMINA_LAYER_COLUMN_ANNOTATION, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
  { LAMINA_LAYER_COLUMN_DTYPE, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
  { LAMINA_LAYER_COLUMN_INPUTS, "0 1 2 3 4 5 6", "0 1 2 3 4 5 6" },
};

static void
assert_sorted (Fixture           *self,
               LaminaRun         *run,
               LaminaLayerColumn  column,
               gboolean           descending,
               guint32           *rows,
               const char        *expected)
{
  g_autofree char *found = NULL;

  g_assert_true (lamina_layers_sort (run, self->timebase, column, descending, rows, G_N_ELEMENTS (sorted_rows), NULL));
  found = dump_rows (rows, G_N_ELEMENTS (sorted_rows));
  g_test_message ("%s%s", lamina_layer_column_get_name (column), descending ? " descending" : "");
  g_assert_cmpstr (found, ==, expected);
}

/* Sorting again and again what other columns left behind: equal layers always stand in the order of the file. */
static void
test_sort (Fixture       *self,
           gconstpointer  data)
{
  g_autofree guint32 *rows = list_rows (G_N_ELEMENTS (sorted_rows));
  LaminaRun *run;

  G_STATIC_ASSERT (G_N_ELEMENTS (sorts) == LAMINA_N_LAYER_COLUMNS);
  for (guint i = 0; i < G_N_ELEMENTS (sorted_rows); i++)
    fixture_add (self, &sorted_rows[i]);
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (sorts); i++)
    {
      assert_sorted (self, run, sorts[i].column, FALSE, rows, sorts[i].ascending);
      assert_sorted (self, run, sorts[i].column, TRUE, rows, sorts[i].descending);
    }
}

/* Columns that the rows above do not have. */
static void
test_sort_facts (Fixture       *self,
                 gconstpointer  data)
{
  static const Row rows[] = {
    { .device = "gpu2", .section = 2, .phase = LAMINA_PHASE_BACKWARD, .host = 9, .host_self = 1, .inputs = "9x1 float16" },
    { .host_self = 3, .inputs = "2x2 float32", .annotation = "step" },
    { .device = "gpu10", .section = 1, .phase = LAMINA_PHASE_COPY, .host = 2, .inputs = "2x10 int8",
      .annotation = "step" },
    { .device = "GPU1", .section = 2, .phase = LAMINA_PHASE_FORWARD, .host = 5, .host_self = 2, .outputs = "1 float16",
      .annotation = "Forward" },
  };
  static const double clocks[] = { 2.5, 0, -1, 3 };
  static const gint64 misses[] = { 7, LAMINA_ABSENT, 9, 0 };
  static const struct
  {
    LaminaLayerColumn column;
    const char *ascending;
  } orders[] = {
    { LAMINA_LAYER_COLUMN_DEVICE, "3 0 2 1" },       { LAMINA_LAYER_COLUMN_SECTION, "2 0 3 1" },
    { LAMINA_LAYER_COLUMN_PHASE, "3 0 2 1" },        { LAMINA_LAYER_COLUMN_HOST, "2 3 0 1" },
    { LAMINA_LAYER_COLUMN_SELF, "0 2 3 1" },         { LAMINA_LAYER_COLUMN_DTYPE, "0 3 1 2" },
    { LAMINA_LAYER_COLUMN_INPUTS, "1 2 0 3" },       { LAMINA_LAYER_COLUMN_METRIC (0), "2 1 0 3" },
    { LAMINA_LAYER_COLUMN_METRIC (1), "3 0 2 1" },   { LAMINA_LAYER_COLUMN_ANNOTATION, "3 1 2 0" },
  };
  guint32 metrics[2];
  LaminaRun *run;

  metrics[0] = lamina_builder_add_metric (self->builder, self->run, "clocks", LAMINA_UNIT_NONE, LAMINA_VALUE_REAL);
  metrics[1] = lamina_builder_add_metric (self->builder, self->run, "misses", LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);
  lamina_builder_add_section (self->builder, self->run, "first");
  lamina_builder_add_section (self->builder, self->run, "second");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint32 layer = fixture_add (self, &rows[i]);

      lamina_builder_set_metric_real (self->builder, self->run, metrics[0], layer, clocks[i]);
      lamina_builder_set_metric_integer (self->builder, self->run, metrics[1], layer, misses[i]);
    }
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      guint32 sorted[] = { 0, 1, 2, 3 };
      g_autofree char *found = NULL;

      g_assert_true (lamina_layers_sort (run, self->timebase, orders[i].column, FALSE, sorted, 4, NULL));
      found = dump_rows (sorted, 4);
      g_test_message ("column %u", orders[i].column);
      g_assert_cmpstr (found, ==, orders[i].ascending);
    }
}

/* A column that no layer has, a part of the layers, and none at all. */
static void
test_sort_little (Fixture       *self,
                  gconstpointer  data)
{
  guint32 rows[] = { 3, 0, 2 };
  g_autofree char *found = NULL;
  LaminaRun *run;

  for (guint i = 0; i < 4; i++)
    fixture_add (self, &(Row) { .name = "n" });
  run = fixture_freeze (self);
  for (LaminaLayerColumn column = 0; column < LAMINA_N_LAYER_COLUMNS; column++)
    g_assert_true (lamina_layers_sort (run, self->timebase, column, FALSE, NULL, 0, NULL));
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_FLOP, TRUE, rows, 3, NULL));
  found = dump_rows (rows, 3);
  g_assert_cmpstr (found, ==, "0 2 3");
}

/* The largest and the smallest numbers there are stand among the others, not among the absent ones. */
static void
test_sort_extremes (Fixture       *self,
                    gconstpointer  data)
{
  static const gint64 values[] = { 0, G_MAXINT64, 1, -2, G_MAXINT64 - 1, G_MAXINT64 };
  g_autofree guint32 *rows = list_rows (G_N_ELEMENTS (values));
  g_autofree char *ascending = NULL;
  g_autofree char *descending = NULL;
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    fixture_add (self, &(Row) { .flop = values[i] });
  run = fixture_freeze (self);
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_FLOP, FALSE, rows, 6, NULL));
  ascending = dump_rows (rows, 6);
  g_assert_cmpstr (ascending, ==, "3 2 4 1 5 0");
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_FLOP, TRUE, rows, 6, NULL));
  descending = dump_rows (rows, 6);
  g_assert_cmpstr (descending, ==, "1 5 4 2 3 0");
}

/* Names in the order in which they must come out. */
static const char *const ordered_names[] = {
  "-", ".", "0", "1", "9", "10", "10a", "12345678901234567890123", "99999999999999999999999", "a", "a1b2", "a1b10", "a2b1",
  "aa", "B", "layer.1.conv.0.weight", "layer.1.conv.10.weight", "layer.2.conv.0.weight", "layer.10.conv.0.weight", "layerA",
  "ß", "Z", "z1", "z_", "ü",
};

static void
test_sort_names (Fixture       *self,
                 gconstpointer  data)
{
  const guint n = G_N_ELEMENTS (ordered_names);
  g_autofree guint32 *rows = list_rows (n);
  LaminaRun *run;

  /* In another order than the one that is wanted. */
  for (guint i = 0; i < n; i++)
    fixture_add (self, &(Row) { .name = ordered_names[i * 7 % n] });
  run = fixture_freeze (self);
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_NAME, FALSE, rows, n, NULL));
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (ordered_names[rows[i] * 7 % n], ==, ordered_names[i]);
}

/* Names that are equal for a long while; of those that are equal for longer still, the order is that of the file. */
static void
test_sort_long_names (Fixture       *self,
                      gconstpointer  data)
{
  g_autofree char *stem = g_strnfill (500, 'a');
  g_autofree char *long_stem = g_strnfill (100000, 'b');
  g_autofree char *digits = g_strnfill (100000, '7');
  g_autofree char *zeros = g_strnfill (100000, '0');
  g_autofree guint32 *rows = list_rows (9);
  g_autofree char *found = NULL;
  const char *const endings[] = { "z", "b", "" };
  LaminaRun *run;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strconcat (stem, endings[i], NULL);
      g_autofree char *long_name = g_strconcat (long_stem, endings[i], NULL);

      fixture_add (self, &(Row) { .name = name });
      fixture_add (self, &(Row) { .name = long_name });
    }
  fixture_add (self, &(Row) { .name = digits });
  fixture_add (self, &(Row) { .name = zeros });
  fixture_add (self, &(Row) { .name = "7" });
  run = fixture_freeze (self);
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_NAME, FALSE, rows, 9, NULL));
  found = dump_rows (rows, 9);
  g_assert_cmpstr (found, ==, "7 8 6 4 2 0 1 3 5");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/layer-sort/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)
  ADD ("columns", test_sort);
  ADD ("facts", test_sort_facts);
  ADD ("little", test_sort_little);
  ADD ("extremes", test_sort_extremes);
  ADD ("names", test_sort_names);
  ADD ("long-names", test_sort_long_names);
  return g_test_run ();
}
