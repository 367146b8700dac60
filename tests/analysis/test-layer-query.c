/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-layer-query.h"
#include "lamina-layer-terms.h"

#include <math.h>
#include <string.h>

/* Which layers a table shows, and in which order. */

static guint32 *
list_rows (guint n)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  return rows;
}

static void
test_column_names (void)
{
  LaminaLayerColumn found;

  for (LaminaLayerColumn column = 0; column < LAMINA_N_LAYER_COLUMNS; column++)
    {
      g_assert_nonnull (lamina_layer_column_get_name (column));
      g_assert_true (lamina_layer_column_from_name (lamina_layer_column_get_name (column), &found));
      g_assert_cmpint (found, ==, column);
    }
  g_assert_true (lamina_layer_column_from_name ("flops", &found));
  g_assert_cmpint (found, ==, LAMINA_LAYER_COLUMN_FLOP_RATE);
  g_assert_true (lamina_layer_column_from_name ("bandwidth", &found));
  g_assert_cmpint (found, ==, LAMINA_LAYER_COLUMN_BYTE_RATE);
  g_assert_false (lamina_layer_column_from_name ("Name", &found));
  g_assert_false (lamina_layer_column_from_name ("", &found));
}

/* Sorting */

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
    { .host_self = 3, .inputs = "2x2 float32" },
    { .device = "gpu10", .section = 1, .phase = LAMINA_PHASE_COPY, .host = 2, .inputs = "2x10 int8" },
    { .device = "GPU1", .section = 2, .phase = LAMINA_PHASE_FORWARD, .host = 5, .host_self = 2, .outputs = "1 float16" },
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
    { LAMINA_LAYER_COLUMN_METRIC (1), "3 0 2 1" },
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

/* Filtering */

static void
add_filtered_layers (Fixture *self)
{
  static const Row rows[] = {
    { "stem/conv", "ConvolutionForward", .inputs = "10x3x224x224 float32, 64x3x7x7 float32", .outputs = "10x64x112x112" },
    { "stem/pool", "MaxPool", .inputs = "10x64x112x112", .outputs = "10x64x56x56" },
    { "Größe", "Äther", .inputs = "10x?x28" },
    { "head/fc_5x5", "MatMul", .inputs = "scalar", .outputs = "-" },
    { "", "" },
  };
  guint32 sections[2];

  for (guint i = 0; i < 2; i++)
    sections[i] = lamina_builder_add_section (self->builder, self->run, i == 0 ? "first" : "second");
  g_assert_cmpuint (sections[1], ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (self, &rows[i]);
  lamina_builder_add_part (self->builder, self->run, 3, lamina_builder_intern (self->builder, "Whitened", -1));
  lamina_builder_add_part (self->builder, self->run, 3, lamina_builder_intern (self->builder, "bias_7", -1));
}

static const struct
{
  const char *text;
  const char *expected;
} filters[] = {
  { NULL, "0 1 2 3 4" },
  { "", "0 1 2 3 4" },
  { " \t\n ", "0 1 2 3 4" },
  { "stem", "0 1" },
  { "STEM", "0 1" },
  { "stem pool", "1" },
  { "  pool\u00a0 STEM ", "1" },
  { "stem matmul", "" },
  { "forward", "0" },
  { "o", "0 1" },
  { "größe", "2" },
  { "GRÖSSE", "2" },
  { "ätHER", "2" },
  { "nothing", "" },
  { "float32", "" },
  { "224", "0" },
  { "64x112", "0 1" },
  { "64×112", "0 1" },
  { "64X112", "0 1" },
  { "5x5", "3" },
  { "64x112 maxpool", "1" },
  { "10x64x*", "0 1" },
  { "10×64×*", "0 1" },
  { "10X64x*", "0 1" },
  { "64x*", "0" },
  { "*x7x7", "0" },
  { "*x7", "0" },
  { "*7*", "0" },
  { "7*", "" },
  { "*", "0 1 2 3" },
  { "**", "0 1 2 3" },
  { "*112*112", "0 1" },
  { "*112*112*112", "" },
  { "10x?x*", "2" },
  { "s*r", "3" },
  { "conv*", "" },
  { "10x* stem/pool", "1" },
  { "\xff", "" },
};

static const struct
{
  const char *text;
  const char *expected;
} term_filters[] = {
  { "type:conv", "0" },
  { "TYPE:Conv", "0" },
  { "type=maxpool", "1" },
  { "type=pool", "" },
  { "-type:conv", "1 2 3 4" },
  { "name:stem -type:conv", "1" },
  { "name:\"no such\"", "" },
  { "shape:64x112x112", "0 1" },
  { "shape:*x112x112", "0 1" },
  { "in:*x112x112", "1" },
  { "out:*x112x112", "0" },
  { "out=10x64x56x56", "1" },
  { "out=64x56x56", "" },
  { "dtype:float", "0" },
  { "calls:1 stem", "0 1" },
  { "calls>1", "" },
  { "calls>=1", "0 1 2 3 4" },
  { "dur>1us", "" },
  { "dur>fast stem", "0 1" },
  { "aten::conv", "" },
  { "other:stem", "" },
  { "whitened", "3" },
  { "Whitened head", "3" },
  { "name=bias_7", "3" },
  { "-name:bias", "0 1 2 4" },
};

static void
test_filter_terms (Fixture       *self,
             gconstpointer  data)
{
  LaminaRun *run;

  add_filtered_layers (self);
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (term_filters); i++)
    {
      LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
      g_autofree guint32 *rows = NULL;
      g_autofree char *found = NULL;
      guint n;

      filter.text = term_filters[i].text;
      rows = lamina_layers_filter (run, self->timebase, &filter, NULL, &n);
      found = dump_rows (rows, n);
      g_test_message ("filter %s", term_filters[i].text);
      g_assert_cmpstr (found, ==, term_filters[i].expected);
    }
}

static const struct
{
  const char *text;
  LaminaTermProblem problem;
  gint64 least;
  gint64 most;
} number_terms[] = {
  { "dur:10us..2ms", LAMINA_TERM_FINE, 10000, 2000000 },
  { "dur:..2ms", LAMINA_TERM_FINE, G_MININT64 + 1, 2000000 },
  { "dur:1.5s..", LAMINA_TERM_FINE, G_GINT64_CONSTANT (1500000000), G_MAXINT64 },
  { "dur>100us", LAMINA_TERM_FINE, 100001, G_MAXINT64 },
  { "dur>=100\u00b5s", LAMINA_TERM_FINE, 100000, G_MAXINT64 },
  { "wait<30ns", LAMINA_TERM_FINE, G_MININT64 + 1, 29 },
  { "flop<=2M", LAMINA_TERM_FINE, G_MININT64 + 1, 2000000 },
  { "bytes=1KiB", LAMINA_TERM_FINE, 1024, 1024 },
  { "bytes:1.5kb..2gib", LAMINA_TERM_FINE, 1500, G_GINT64_CONSTANT (2147483648) },
  { "calls>9223372036854775807", LAMINA_TERM_FINE, G_MAXINT64, G_MAXINT64 },
  { "dur>100", LAMINA_TERM_BAD_DURATION, 0, 0 },
  { "dur>us", LAMINA_TERM_BAD_DURATION, 0, 0 },
  { "dur:1us..x", LAMINA_TERM_BAD_DURATION, 0, 0 },
  { "dur>99999999999999999999s", LAMINA_TERM_BAD_DURATION, 0, 0 },
  { "dur:2ms..1us", LAMINA_TERM_EMPTY_RANGE, 0, 0 },
  { "dur:..", LAMINA_TERM_NO_VALUE, 0, 0 },
  { "dur>", LAMINA_TERM_NO_VALUE, 0, 0 },
  { "flop>many", LAMINA_TERM_BAD_NUMBER, 0, 0 },
  { "bytes>9999999999tib", LAMINA_TERM_BAD_NUMBER, 0, 0 },
  { "type>conv", LAMINA_TERM_BAD_SIGN, 0, 0 },
  { "type:", LAMINA_TERM_NO_VALUE, 0, 0 },
};

static void
test_number_terms (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (number_terms); i++)
    {
      g_autoptr (LaminaLayerTerms) terms = lamina_layer_terms_parse (number_terms[i].text);
      const LaminaTerm *term;

      g_test_message ("term %s", number_terms[i].text);
      g_assert_cmpuint (terms->terms->len, ==, 1);
      term = g_ptr_array_index (terms->terms, 0);
      g_assert_cmpint (term->problem, ==, number_terms[i].problem);
      g_assert_true ((lamina_layer_terms_get_problem (terms) != NULL) == (term->problem != LAMINA_TERM_FINE));
      if (term->problem != LAMINA_TERM_FINE)
        continue;
      g_assert_cmpint (term->least, ==, number_terms[i].least);
      g_assert_cmpint (term->most, ==, number_terms[i].most);
    }
}

static char *
run_filter (Fixture                 *self,
            LaminaRun               *run,
            const LaminaLayerFilter *filter)
{
  guint n = 99;
  g_autofree guint32 *rows = lamina_layers_filter (run, self->timebase, filter, NULL, &n);

  g_assert_nonnull (rows);
  return dump_rows (rows, n);
}

static void
test_filter_text (Fixture       *self,
                  gconstpointer  data)
{
  LaminaRun *run;

  add_filtered_layers (self);
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
      g_autofree char *found = NULL;

      filter.text = filters[i].text;
      found = run_filter (self, run, &filter);
      if (g_strcmp0 (found, filters[i].expected) != 0)
        g_test_message ("filter %s", filters[i].text ? filters[i].text : "(null)");
      g_assert_cmpstr (found, ==, filters[i].expected);
    }
}

/* Two tracks with clocks 1000 apart; layer i has a slice on one or both of them. */
static void
add_slices (Fixture *self)
{
  static const struct
  {
    guint track;
    gint64 start;
    gint64 duration;
    guint32 layer;
  } slices[] = {
    { 0, 0, 100, 0 },  { 0, 10, 20, 1 },  { 0, 200, 50, 2 }, { 1, 0, 100, 3 },
    { 1, 250, 0, 4 },  { 1, 300, 10, 0 }, { 0, 260, 5, LAMINA_NONE },
  };
  guint32 tracks[2];

  for (guint i = 0; i < 2; i++)
    {
      guint32 clock = lamina_builder_add_clock (self->builder, self->run, "clock");

      lamina_builder_set_clock_offset (self->builder, self->run, clock, i * 1000, LAMINA_CLOCK_FILE, LAMINA_ABSENT);
      tracks[i] = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "track", clock);
    }
  for (guint i = 0; i < 6; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.section = i % 3 == 2 ? LAMINA_NONE : i % 3;
      layer.name = lamina_builder_intern (self->builder, i % 2 == 0 ? "even" : "odd", -1);
      lamina_builder_add_layer (self->builder, self->run, &layer);
    }
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.start = slices[i].start;
      slice.duration = slices[i].duration;
      slice.layer = slices[i].layer;
      lamina_builder_add_slice (self->builder, self->run, tracks[slices[i].track], &slice);
    }
}

static const struct
{
  gint64 start;
  gint64 end;
  const char *expected;
  const char *unaligned;
} ranges[] = {
  { LAMINA_ABSENT, LAMINA_ABSENT, "0 1 2 3 4 5", "0 1 2 3 4 5" },
  { 0, 9, "0", "0 3" },
  { 0, 10, "0 1", "0 1 3" },
  { 30, 30, "0 1", "0 1 3" },
  { 31, 199, "0", "0 3" },
  { 100, 100, "0", "0 3" },
  { 101, 199, "", "" },
  { 200, 200, "2", "2" },
  { 250, 250, "2", "2 4" },
  { 251, 999, "", "0" },
  { 251, 299, "", "" },
  { 1100, 1100, "3", "" },
  { 1101, 1249, "", "" },
  { 1250, 1250, "4", "" },
  { 1251, 1299, "", "" },
  { 1251, 1300, "0", "" },
  { 1250, LAMINA_ABSENT, "0 4", "" },
  { LAMINA_ABSENT, 9, "0", "0 3" },
  { 9, 0, "", "" },
  { G_MININT64 + 1, G_MAXINT64, "0 1 2 3 4", "0 1 2 3 4" },
  { G_MAXINT64, G_MAXINT64, "", "" },
  { G_MININT64 + 1, G_MININT64 + 1, "", "" },
};

static void
test_filter_range (Fixture       *self,
                   gconstpointer  data)
{
  LaminaRun *run;

  for (guint i = 0; i < 2; i++)
    lamina_builder_add_section (self->builder, self->run, "section");
  add_slices (self);
  run = fixture_freeze (self);
  for (guint aligned = 0; aligned < 2; aligned++)
    {
      g_clear_pointer (&self->timebase, lamina_timebase_unref);
      self->timebase = lamina_timebase_new (run, aligned);
      for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
        {
          LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
          g_autofree char *found = NULL;

          filter.start = ranges[i].start;
          filter.end = ranges[i].end;
          found = run_filter (self, run, &filter);
          g_test_message ("range %u", i);
          g_assert_cmpstr (found, ==, aligned ? ranges[i].expected : ranges[i].unaligned);
        }
    }
}

static void
test_filter_section (Fixture       *self,
                     gconstpointer  data)
{
  static const struct
  {
    guint32 section;
    gint64 start;
    const char *text;
    const char *expected;
  } cases[] = {
    { LAMINA_NONE, LAMINA_ABSENT, NULL, "0 1 2 3 4 5" },
    { 0, LAMINA_ABSENT, NULL, "0 3" },
    { 1, LAMINA_ABSENT, NULL, "1 4" },
    { 7, LAMINA_ABSENT, NULL, "" },
    { 0, 1000, NULL, "0 3" },
    { 1, 1000, NULL, "4" },
    { 0, 1000, "odd", "3" },
  };
  LaminaRun *run;

  for (guint i = 0; i < 2; i++)
    lamina_builder_add_section (self->builder, self->run, "section");
  add_slices (self);
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaLayerFilter filter = { cases[i].text, cases[i].section, cases[i].start, LAMINA_ABSENT };
      g_autofree char *found = run_filter (self, run, &filter);

      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

static void
test_empty (Fixture       *self,
            gconstpointer  data)
{
  LaminaRun *run = fixture_freeze (self);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree char *found = NULL;

  filter.text = "a 1x*";
  filter.start = 0;
  found = run_filter (self, run, &filter);
  g_assert_cmpstr (found, ==, "");
}

static void
test_rate (Fixture       *self,
           gconstpointer  data)
{
  static const struct
  {
    gint64 cost;
    gint64 amount;
    double expected;
  } cases[] = {
    { 1000, 5, 5e6 }, { 1000, -2, 0 }, { -2, 5, NAN }, { 0, 5, NAN }, { 1000, 0, NAN }, { 2, G_MAXINT64, 4.611686018427388e27 },
  };
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      fixture_add (self, &(Row) { .cost = cases[i].cost, .flop = cases[i].amount });
      fixture_add (self, &(Row) { .cost = cases[i].cost, .bytes = cases[i].amount });
    }
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < 2; j++)
      {
        double rate = lamina_layer_get_rate (run, 2 * i + j, j == 0 ? LAMINA_UNIT_FLOP : LAMINA_UNIT_BYTES);

        g_assert_true (isnan (lamina_layer_get_rate (run, 2 * i + j, j == 0 ? LAMINA_UNIT_BYTES : LAMINA_UNIT_FLOP)));
        if (isnan (cases[i].expected))
          g_assert_true (isnan (rate));
        else
          g_assert_true (fabs (rate - cases[i].expected) <= cases[i].expected * 1e-12);
      }
}

/* Many */

#define MANY 100000

static gint64
get_many_cost (guint i)
{
  return i % 7 == 3 ? 0 : (gint64) (1 + i * G_GUINT64_CONSTANT (2654435761) % 1000);
}

static LaminaRun *
add_many (Fixture *self)
{
  static const char *const shapes[] = { "8x3", "8x12", "16x3" };

  for (guint i = 0; i < MANY; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "layer[%u]", (guint) (i * G_GUINT64_CONSTANT (7919) % MANY));
      fixture_add (self, &(Row) { name, i % 2 == 0 ? "even" : "odd", get_many_cost (i), .outputs = shapes[i % 3] });
    }
  return fixture_freeze (self);
}

static void
assert_all_rows (const guint32 *rows)
{
  g_autofree guint8 *seen = g_new0 (guint8, MANY);

  for (guint i = 0; i < MANY; i++)
    {
      g_assert_cmpuint (rows[i], <, MANY);
      g_assert_false (seen[rows[i]]);
      seen[rows[i]] = TRUE;
    }
}

static void
assert_by_cost (const guint32 *rows,
                gboolean       descending)
{
  for (guint i = 1; i < MANY; i++)
    {
      gint64 before = get_many_cost (rows[i - 1]);
      gint64 cost = get_many_cost (rows[i]);

      if (before == cost)
        g_assert_cmpuint (rows[i - 1], <, rows[i]);
      else if (cost == 0)
        g_assert_cmpint (before, !=, 0);
      else
        g_assert_true (before != 0 && (descending ? before > cost : before < cost));
    }
}

static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  g_autofree guint32 *rows = list_rows (MANY);
  LaminaRun *run = add_many (self);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree guint32 *found = NULL;
  guint n;

  for (guint descending = 0; descending < 2; descending++)
    {
      g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_DURATION, descending, rows, MANY, NULL));
      assert_all_rows (rows);
      assert_by_cost (rows, descending);
    }
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_NAME, FALSE, rows, MANY, NULL));
  for (guint i = 0; i < MANY; i++)
    g_assert_cmpuint ((guint) (rows[i] * G_GUINT64_CONSTANT (7919) % MANY), ==, i);
  g_assert_true (lamina_layers_sort (run, self->timebase, LAMINA_LAYER_COLUMN_SHAPE, FALSE, rows, MANY, NULL));
  assert_all_rows (rows);
  for (guint i = 1; i < MANY; i++)
    g_assert_true (rows[i - 1] % 3 < rows[i] % 3 || (rows[i - 1] % 3 == rows[i] % 3 && rows[i - 1] < rows[i]));

  filter.text = "odd 16x*";
  found = lamina_layers_filter (run, self->timebase, &filter, NULL, &n);
  g_assert_cmpuint (n, ==, MANY / 6);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (found[i], ==, 5 + 6 * i);
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree guint32 *rows = g_new (guint32, MANY);
  LaminaRun *run = add_many (self);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  guint n = 99;

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < MANY; i++)
    rows[i] = MANY - 1 - i;
  for (LaminaLayerColumn column = 0; column < LAMINA_N_LAYER_COLUMNS; column++)
    {
      g_assert_false (lamina_layers_sort (run, self->timebase, column, FALSE, rows, MANY, cancellable));
      assert_all_rows (rows);
    }
  g_assert_null (lamina_layers_filter (run, self->timebase, &filter, cancellable, &n));
  g_assert_cmpuint (n, ==, 0);
  filter = (LaminaLayerFilter) { "layer 8x*", 0, 0, 1 };
  g_assert_null (lamina_layers_filter (run, self->timebase, &filter, cancellable, &n));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/layer-query/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)
  g_test_add_func ("/layer-query/column-names", test_column_names);
  ADD ("sort", test_sort);
  ADD ("sort-facts", test_sort_facts);
  ADD ("filter-terms", test_filter_terms);
  g_test_add_func ("/layer-query/number-terms", test_number_terms);
  ADD ("sort/little", test_sort_little);
  ADD ("sort/extremes", test_sort_extremes);
  ADD ("sort/names", test_sort_names);
  ADD ("sort/long-names", test_sort_long_names);
  ADD ("filter/text", test_filter_text);
  ADD ("filter/range", test_filter_range);
  ADD ("filter/section", test_filter_section);
  ADD ("empty", test_empty);
  ADD ("rate", test_rate);
  ADD ("many", test_many);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
