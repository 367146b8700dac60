/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-grouping.h"
#include "lamina-layer-value.h"

#include <math.h>
#include <string.h>

/* Layers that belong together. */

#define NUMBER "%" G_GINT64_FORMAT

static void
append_number (GString    *text,
               const char *title,
               gint64      value)
{
  if (value == LAMINA_ABSENT)
    g_string_append_printf (text, " %s —", title);
  else
    g_string_append_printf (text, " %s " NUMBER, title, value);
}

static void
append_real (GString    *text,
             const char *title,
             double      value)
{
  if (isnan (value))
    g_string_append_printf (text, " %s —", title);
  else
    g_string_append_printf (text, " %s %g", title, value);
}

/* A line for each group: its label, then all that it knows. */
static char *
dump_groups (LaminaGrouping *grouping)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);
      g_autofree char *layers = dump_rows (group->layers, group->n_layers);

      g_string_append_printf (text, "%s [%s] %s:", group->label, layers, lamina_family_get_title (group->family));
      append_number (text, "calls", group->calls);
      append_number (text, "cost", group->duration);
      append_real (text, "mean", group->mean);
      append_number (text, "min", group->min);
      append_number (text, "max", group->max);
      append_real (text, "share", group->share);
      append_number (text, "flop", group->flop);
      append_number (text, "bytes", group->bytes);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static char *
dump_labels (LaminaGrouping *grouping)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);
      g_autofree char *layers = dump_rows (group->layers, group->n_layers);

      g_string_append_printf (text, "%s [%s]\n", group->label, layers);
    }
  return g_string_free (text, FALSE);
}

static LaminaGrouping *
group_all (LaminaRun     *run,
           LaminaGroupBy  by)
{
  guint n = lamina_run_get_layers (run)->n;
  g_autofree guint32 *rows = g_new (guint32, MAX (n, 1));
  LaminaGrouping *grouping;

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  grouping = lamina_grouping_new (run, rows, n, by, NULL);
  g_assert_nonnull (grouping);
  return grouping;
}

static const Row few_rows[] = {
  { "a", "Relu", .cost = 10, .flop = 5, .bytes = 7 },
  { "b", "Conv", .cost = 60, .flop = 100, .calls = 3 },
  { "c", "Conv", .cost = 30, .bytes = 9 },
  { "a", "", .flop = 1 },
  { "d", "Relu", .calls = -1 },
  { "e", "Conv", .calls = 4 },
  { "", "Relu", .cost = -2 },
  { "f", "Idle", .calls = -1 },
};

static const struct
{
  LaminaGroupBy by;
  const char *expected;
} few_groups[] = {
  { LAMINA_GROUP_BY_TYPE,
    "Conv [1 2 5] convolution: calls 8 cost 90 mean 22.5 min 20 max 30 share 0.9 flop 100 bytes 9\n"
    "Relu [0 4 6] activation: calls 2 cost 10 mean 5 min 0 max 10 share 0.1 flop 5 bytes 7\n"
    "— [3] other: calls 1 cost — mean — min — max — share — flop 1 bytes —\n"
    "Idle [7] other: calls 0 cost — mean — min — max — share — flop — bytes —\n" },
  { LAMINA_GROUP_BY_NAME,
    "b [1] convolution: calls 3 cost 60 mean 20 min 20 max 20 share 0.6 flop 100 bytes —\n"
    "c [2] convolution: calls 1 cost 30 mean 30 min 30 max 30 share 0.3 flop — bytes 9\n"
    "a [0 3] activation: calls 2 cost 10 mean 10 min 10 max 10 share 0.1 flop 6 bytes 7\n"
    "— [6] activation: calls 1 cost 0 mean 0 min 0 max 0 share 0 flop — bytes —\n"
    "d [4] activation: calls 0 cost — mean — min — max — share — flop — bytes —\n"
    "e [5] convolution: calls 4 cost — mean — min — max — share — flop — bytes —\n"
    "f [7] other: calls 0 cost — mean — min — max — share — flop — bytes —\n" },
  { LAMINA_GROUP_BY_FAMILY,
    "convolution [1 2 5] convolution: calls 8 cost 90 mean 22.5 min 20 max 30 share 0.9 flop 100 bytes 9\n"
    "activation [0 4 6] activation: calls 2 cost 10 mean 5 min 0 max 10 share 0.1 flop 5 bytes 7\n"
    "other [3 7] other: calls 1 cost — mean — min — max — share — flop 1 bytes —\n" },
  { LAMINA_GROUP_BY_SHAPE,
    "Conv [1 2 5] convolution: calls 8 cost 90 mean 22.5 min 20 max 30 share 0.9 flop 100 bytes 9\n"
    "Relu [0 4 6] activation: calls 2 cost 10 mean 5 min 0 max 10 share 0.1 flop 5 bytes 7\n"
    "— [3] other: calls 1 cost — mean — min — max — share — flop 1 bytes —\n"
    "Idle [7] other: calls 0 cost — mean — min — max — share — flop — bytes —\n" },
};

static void
test_sums (Fixture       *self,
           gconstpointer  data)
{
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (few_rows); i++)
    fixture_add (self, &few_rows[i]);
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (few_groups); i++)
    {
      g_autoptr (LaminaGrouping) grouping = group_all (run, few_groups[i].by);
      g_autofree char *found = dump_groups (grouping);

      g_assert_cmpstr (found, ==, few_groups[i].expected);
    }
}

/* Of some layers, in any order: the groups are the same as of these in the order of the file. */
static void
test_some_rows (Fixture       *self,
                gconstpointer  data)
{
  static const guint32 rows[] = { 6, 2, 0, 1 };
  g_autoptr (LaminaGrouping) grouping = NULL;
  g_autofree char *found = NULL;
  LaminaRun *run;

  for (guint i = 0; i < G_N_ELEMENTS (few_rows); i++)
    fixture_add (self, &few_rows[i]);
  run = fixture_freeze (self);
  grouping = lamina_grouping_new (run, rows, G_N_ELEMENTS (rows), LAMINA_GROUP_BY_TYPE, NULL);
  found = dump_labels (grouping);
  g_assert_cmpstr (found, ==, "Conv [1 2]\nRelu [0 6]\n");
  g_assert_cmpfloat (lamina_grouping_get (grouping, 0)->share, ==, 0.9);
}

/* Groups of equal cost, and those without one, stand in the order of their first layers. */
static void
test_order (Fixture       *self,
            gconstpointer  data)
{
  static const Row rows[] = {
    { "-1" }, { "z", .cost = 5 }, { "free", .cost = -2 }, { "y", .cost = 2 }, { "-0" }, { "y", .cost = 3 }, { "x", .cost = 5 },
    { "w", .cost = 6 },
  };
  g_autoptr (LaminaGrouping) grouping = NULL;
  g_autofree char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (self, &rows[i]);
  grouping = group_all (fixture_freeze (self), LAMINA_GROUP_BY_NAME);
  found = dump_labels (grouping);
  g_assert_cmpstr (found, ==, "w [7]\nz [1]\ny [3 5]\nx [6]\nfree [2]\n-1 [0]\n-0 [4]\n");
}

static void
test_shapes (Fixture       *self,
             gconstpointer  data)
{
  static const Row rows[] = {
    { "0", "conv", .inputs = "10x512x28x28 float32, 128x512x1x1 float32" },
    { "1", "conv", .inputs = "128x512x1x1 float32, 10x512x28x28 float32" },
    { "2", "conv", .inputs = "10x512x28x28 float32, 128x512x1x1 float32", .outputs = "1" },
    { "3", "conv", .inputs = "10x512x28x28 float32" },
    { "4", "add", .inputs = "10x512x28x28 float32" },
    { "5", "conv", .inputs = "10x512x28x28 float16" },
    { "6", "conv", .inputs = "10x512x28x28" },
    { "7", "conv" },
    { "8", "", .inputs = "-, ?x3 int8, scalar" },
    { "9", "" },
    { "10", "conv", .inputs = "10x512x28x28 float16" },
    { "11", "conv", .outputs = "7" },
  };
  g_autoptr (LaminaGrouping) grouping = NULL;
  g_autofree char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (self, &rows[i]);
  grouping = group_all (fixture_freeze (self), LAMINA_GROUP_BY_SHAPE);
  found = dump_labels (grouping);
  g_assert_cmpstr (found, ==,
                   "conv 10×512×28×28, 128×512×1×1 [0 2]\n"
                   "conv 128×512×1×1, 10×512×28×28 [1]\n"
                   "conv 10×512×28×28 float32 [3]\n"
                   "add 10×512×28×28 [4]\n"
                   "conv 10×512×28×28 float16 [5 10]\n"
                   "conv 10×512×28×28 [6]\n"
                   "conv [7 11]\n"
                   "— —, ?×3, scalar [8]\n"
                   "— [9]\n");
}

/* Layers with very many inputs are told apart by all of them, though the label does not name them all. */
static void
test_many_inputs (Fixture       *self,
                  gconstpointer  data)
{
  g_autoptr (GString) inputs = g_string_new ("1x2");
  g_autofree char *other = NULL;
  g_autoptr (LaminaGrouping) grouping = NULL;

  for (guint i = 0; i < 999; i++)
    g_string_append (inputs, ", 1x2");
  other = g_strconcat (inputs->str, ", 1x3", NULL);
  fixture_add (self, &(Row) { .type = "concat", .inputs = inputs->str });
  fixture_add (self, &(Row) { .type = "concat", .inputs = other });
  fixture_add (self, &(Row) { .type = "concat", .inputs = inputs->str });
  grouping = group_all (fixture_freeze (self), LAMINA_GROUP_BY_SHAPE);
  g_assert_cmpuint (lamina_grouping_get_n (grouping), ==, 2);
  g_assert_cmpuint (lamina_grouping_get (grouping, 0)->n_layers, ==, 2);
  g_assert_true (g_str_has_prefix (lamina_grouping_get (grouping, 0)->label, "concat 1×2, 1×2, "));
  g_assert_true (g_str_has_suffix (lamina_grouping_get (grouping, 0)->label, ", 1×2, …"));
}

/* Amounts of the tool's own are summed up over those layers that have them; other numbers of its own are not. */
static void
test_metrics (Fixture       *self,
              gconstpointer  data)
{
  static const struct
  {
    const char *name;
    LaminaUnit unit;
    gboolean adds_up;
  } metrics[] = {
    { "perf::CYCLES", LAMINA_UNIT_NONE, TRUE }, { "workspace", LAMINA_UNIT_BYTES, TRUE },
    { "streamId", LAMINA_UNIT_NONE, FALSE },    { "median", LAMINA_UNIT_NANOSECONDS, FALSE },
    { "busy", LAMINA_UNIT_PERCENT, FALSE },     { "hits %", LAMINA_UNIT_NONE, FALSE },
  };
  g_autoptr (LaminaGrouping) grouping = NULL;
  LaminaRun *run;

  for (guint i = 0; i < 3; i++)
    fixture_add (self, &(Row) { .type = "t", .cost = 1 });
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    {
      guint32 metric = lamina_builder_add_metric (self->builder, self->run, metrics[m].name, metrics[m].unit,
                                                  LAMINA_VALUE_INTEGER);

      lamina_builder_set_metric_integer (self->builder, self->run, metric, 0, 40);
      lamina_builder_set_metric_integer (self->builder, self->run, metric, 2, 2);
    }
  run = fixture_freeze (self);
  grouping = group_all (run, LAMINA_GROUP_BY_TYPE);
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    {
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_layer_group_get_value (run, lamina_grouping_get (grouping, 0), LAMINA_LAYER_COLUMN_METRIC (m), &value);
      g_test_message ("%s", metrics[m].name);
      g_assert_cmpint (value.kind, ==, metrics[m].adds_up ? LAMINA_LAYER_VALUE_AMOUNT : LAMINA_LAYER_VALUE_ABSENT);
      if (metrics[m].adds_up)
        g_assert_cmpint (value.integer, ==, 42);
    }
}

static void
test_saturation (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr (LaminaGrouping) grouping = NULL;
  const LaminaLayerGroup *group;

  for (guint i = 0; i < 3; i++)
    fixture_add (self, &(Row) { .type = "t", .flop = G_MAXINT64 - 1, .bytes = G_MAXINT64, .cost = G_MAXINT64 / 2,
                                .calls = G_MAXINT });
  grouping = group_all (fixture_freeze (self), LAMINA_GROUP_BY_TYPE);
  group = lamina_grouping_get (grouping, 0);
  g_assert_cmpint (group->flop, ==, G_MAXINT64);
  g_assert_cmpint (group->bytes, ==, G_MAXINT64);
  g_assert_cmpint (group->duration, ==, G_MAXINT64);
  g_assert_cmpint (group->calls, ==, 3 * (gint64) G_MAXINT);
  g_assert_cmpfloat (group->share, ==, 1);
}

/* What a call of an aggregated layer costs is rounded to the nearest nanosecond. */
static void
test_aggregated (Fixture       *self,
                 gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "a", .cost = 10, .calls = 4 }, { .type = "a", .cost = 10, .calls = 3 },
    { .type = "b", .cost = 1, .calls = 3 },  { .type = "b", .cost = 100, .calls = -1 },
  };
  g_autoptr (LaminaGrouping) grouping = NULL;
  g_autofree char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (self, &rows[i]);
  grouping = group_all (fixture_freeze (self), LAMINA_GROUP_BY_TYPE);
  found = dump_groups (grouping);
  g_assert_cmpstr (found, ==,
                   "b [2 3] other: calls 3 cost 101 mean 0.333333 min 0 max 0 share 0.834711 flop — bytes —\n"
                   "a [0 1] other: calls 7 cost 20 mean 2.85714 min 3 max 3 share 0.165289 flop — bytes —\n");
}

/* Statistics */

/* Costs, with the calls they are sums of behind a colon where these are not 1, and what follows from them by hand. */
static const struct
{
  const char *costs;
  gint64 median;
  gint64 p95;
  const char *histogram;
} spreads[] = {
  { "7", 7, 7, "1 0 0 0" },
  { "5 5", 5, 5, "2 0 0 0" },
  { "30 10 20", 20, 30, "1 1 0 1" },
  /* The mean of 2 and 3 is half a nanosecond more. */
  { "4 3 2 1", 2, 4, "1 1 1 1" },
  { "10 9 8 7 6 5 4 3 2 1", 5, 10, "3 2 2 3" },
  { "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20", 10, 19, "5 5 5 5" },
  { "10 10 20 50", 15, 50, "3 0 0 1" },
  /* A hundred calls of 1 and one of 50: the 51st and the 96th of them cost 1. */
  { "100:100 50", 1, 1, "100 0 0 1" },
  /* Ten calls of 2 and one of 100: the 6th costs 2, the 11th 100. */
  { "100 20:10", 2, 100, "10 0 0 1" },
  /* Of four calls of 2 and four of 100 the middle ones are one of each, and so where the file has a row for each call. */
  { "100 8:4 100 100 100", 51, 100, "4 0 0 4" },
  /* What did not run and what has no cost does not count. */
  { "9:-1 8 0 6", 7, 8, "1 0 0 1" },
};

static guint
add_costs (Fixture    *self,
           const char *text,
           guint       type)
{
  g_auto (GStrv) costs = g_strsplit (text, " ", -1);
  g_autofree char *name = g_strdup_printf ("t%u", type);
  guint n = 0;

  for (; costs[n]; n++)
    {
      char *calls = strchr (costs[n], ':');

      fixture_add (self, &(Row) { .type = name, .cost = g_ascii_strtoll (costs[n], NULL, 10),
                                  .calls = calls ? (int) g_ascii_strtoll (calls + 1, NULL, 10) : 1 });
    }
  return n;
}

static void
test_spreads (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (LaminaGrouping) grouping = NULL;
  guint seen = 0;

  for (guint i = 0; i < G_N_ELEMENTS (spreads); i++)
    add_costs (self, spreads[i].costs, i);
  grouping = group_all (fixture_freeze (self), LAMINA_GROUP_BY_TYPE);
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);
      guint row = (guint) g_ascii_strtoull (group->label + 1, NULL, 10);
      gint64 counts[4], most = lamina_grouping_get_histogram (grouping, i, counts, 4);
      g_autofree char *found = g_strdup_printf (NUMBER " " NUMBER " " NUMBER " " NUMBER, counts[0], counts[1], counts[2],
                                                counts[3]);

      g_test_message ("%s", spreads[row].costs);
      g_assert_cmpint (group->median, ==, spreads[row].median);
      g_assert_cmpint (group->p95, ==, spreads[row].p95);
      g_assert_cmpstr (found, ==, spreads[row].histogram);
      g_assert_cmpint (most, ==, MAX (MAX (counts[0], counts[1]), MAX (counts[2], counts[3])));
      seen++;
    }
  g_assert_cmpuint (seen, ==, G_N_ELEMENTS (spreads));
}

static const Row placed_rows[] = {
  { "a", "Conv", .cost = 60, .wait = 5, .device = "gpu1", .section = 2, .annotation = "forward" },
  { "b", "Conv", .cost = 10, .wait = 2, .device = "gpu0", .annotation = "loss" },
  { "c", "Relu", .cost = 25, .wait = 60, .device = "gpu1", .section = 1, .flop = 9, .annotation = "forward" },
  { "d", "Copy", .section = 1, .bytes = 50 },
  { "e", "Sum", .cost = 5, .section = 2, .flop = 4 },
};

static void
test_places (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (LaminaGrouping) by_section = NULL;
  g_autoptr (LaminaGrouping) by_annotation = NULL;
  g_autoptr (LaminaGrouping) by_device = NULL;
  g_autoptr (LaminaGrouping) by_type = NULL;
  g_autofree char *sections = NULL;
  g_autofree char *annotations = NULL;
  g_autofree char *devices = NULL;
  LaminaRun *run;

  lamina_builder_add_section (self->builder, self->run, "step 1");
  lamina_builder_add_section (self->builder, self->run, "step 2");
  for (guint i = 0; i < G_N_ELEMENTS (placed_rows); i++)
    fixture_add (self, &placed_rows[i]);
  run = fixture_freeze (self);
  by_section = group_all (run, LAMINA_GROUP_BY_SECTION);
  sections = dump_labels (by_section);
  g_assert_cmpstr (sections, ==, "step 2 [0 4]\nstep 1 [2 3]\n— [1]\n");
  by_annotation = group_all (run, LAMINA_GROUP_BY_ANNOTATION);
  annotations = dump_labels (by_annotation);
  g_assert_cmpstr (annotations, ==, "forward [0 2]\nloss [1]\n— [3 4]\n");
  by_device = group_all (run, LAMINA_GROUP_BY_DEVICE);
  devices = dump_labels (by_device);
  g_assert_cmpstr (devices, ==, "gpu1 [0 2]\ngpu0 [1]\n— [3 4]\n");
  g_assert_cmpfloat_with_epsilon (lamina_grouping_get (by_device, 0)->cumulative, 0.85, 1e-9);
  g_assert_cmpfloat_with_epsilon (lamina_grouping_get (by_device, 1)->cumulative, 0.95, 1e-9);
  g_assert_cmpfloat_with_epsilon (lamina_grouping_get (by_device, 2)->cumulative, 1, 1e-9);
  by_type = group_all (run, LAMINA_GROUP_BY_TYPE);
  g_assert_cmpint (lamina_grouping_get (by_type, 0)->host_self, ==, LAMINA_ABSENT);
  g_assert_cmpint (lamina_grouping_get (by_type, 0)->wait, ==, 7);
  g_assert_cmpint (lamina_grouping_get (by_type, 2)->wait, ==, LAMINA_ABSENT);
  g_assert_true (isnan (lamina_grouping_get (by_type, 3)->cumulative));
}

static void
test_sort (Fixture       *self,
           gconstpointer  data)
{
  static const struct { LaminaLayerColumn column; gboolean descending; const char *expected; } sorts[] = {
    { LAMINA_LAYER_COLUMN_DURATION, TRUE, "Conv Relu Sum Copy" },
    { LAMINA_LAYER_COLUMN_DURATION, FALSE, "Sum Relu Conv Copy" },
    { LAMINA_LAYER_COLUMN_CUMULATIVE, FALSE, "Conv Relu Sum Copy" },
    { LAMINA_LAYER_COLUMN_NAME, FALSE, "Conv Copy Relu Sum" },
    { LAMINA_LAYER_COLUMN_NAME, TRUE, "Sum Relu Copy Conv" },
    { LAMINA_LAYER_COLUMN_CALLS, TRUE, "Conv Relu Sum Copy" },
    { LAMINA_LAYER_COLUMN_FLOP, TRUE, "Relu Sum Conv Copy" },
    { LAMINA_LAYER_COLUMN_FLOP_RATE, TRUE, "Sum Relu Conv Copy" },
    { LAMINA_LAYER_COLUMN_MEDIAN, TRUE, "Conv Relu Sum Copy" },
    { LAMINA_LAYER_COLUMN_WAIT, TRUE, "Relu Conv Sum Copy" },
    { LAMINA_LAYER_COLUMN_START, TRUE, "Conv Relu Sum Copy" },
  };
  g_autoptr (LaminaGrouping) grouping = NULL;

  lamina_builder_add_section (self->builder, self->run, "step 1");
  lamina_builder_add_section (self->builder, self->run, "step 2");
  for (guint i = 0; i < G_N_ELEMENTS (placed_rows); i++)
    fixture_add (self, &placed_rows[i]);
  grouping = group_all (fixture_freeze (self), LAMINA_GROUP_BY_TYPE);
  for (guint i = 0; i < G_N_ELEMENTS (sorts); i++)
    {
      g_autofree guint32 *order = lamina_grouping_dup_order (grouping, sorts[i].column, sorts[i].descending, NULL);
      g_autoptr (GString) found = g_string_new (NULL);

      for (guint k = 0; k < lamina_grouping_get_n (grouping); k++)
        g_string_append_printf (found, "%s%s", k > 0 ? " " : "", lamina_grouping_get (grouping, order[k])->label);
      g_assert_cmpstr (found->str, ==, sorts[i].expected);
    }
}

static void
test_names (void)
{
  LaminaGroupBy found;

  for (LaminaGroupBy by = 0; by < LAMINA_N_GROUP_BY; by++)
    {
      g_assert_true (lamina_group_by_from_name (lamina_group_by_get_name (by), &found));
      g_assert_cmpint (found, ==, by);
    }
  g_assert_false (lamina_group_by_from_name ("instance", &found));
}

static void
test_empty (Fixture       *self,
            gconstpointer  data)
{
  LaminaRun *run = fixture_freeze (self);

  for (LaminaGroupBy by = 0; by < LAMINA_N_GROUP_BY; by++)
    {
      g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (run, NULL, 0, by, NULL);

      g_assert_nonnull (grouping);
      g_assert_cmpuint (lamina_grouping_get_n (grouping), ==, 0);
    }
}

/* Many */

#define MANY 100000
#define MANY_SHAPES 1000

static LaminaRun *
add_many (Fixture *self)
{
  for (guint i = 0; i < MANY; i++)
    {
      char name[32], inputs[64];

      g_snprintf (name, sizeof name, "layer%u", i);
      g_snprintf (inputs, sizeof inputs, "%ux3 float32, 5x%u float32", i % MANY_SHAPES, i % 10);
      fixture_add (self, &(Row) { name, i % 3 == 0 ? "conv" : "relu", .cost = 1 + i % 17, .inputs = inputs });
    }
  return fixture_freeze (self);
}

static const guint n_many_groups[] = {
  [LAMINA_GROUP_BY_TYPE] = 2,
  [LAMINA_GROUP_BY_SHAPE] = 2 * MANY_SHAPES,
  [LAMINA_GROUP_BY_NAME] = MANY,
  [LAMINA_GROUP_BY_FAMILY] = 2,
  [LAMINA_GROUP_BY_SECTION] = 1,
  [LAMINA_GROUP_BY_ANNOTATION] = 1,
  [LAMINA_GROUP_BY_DEVICE] = 1,
};

static void
assert_groups (LaminaGrouping *grouping,
               gint64          total)
{
  g_autofree guint8 *seen = g_new0 (guint8, MANY);
  gint64 cost = 0;
  guint n = 0;

  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);
      const LaminaLayerGroup *before = i > 0 ? lamina_grouping_get (grouping, i - 1) : NULL;

      if (before)
        g_assert_true (before->duration > group->duration ||
                       (before->duration == group->duration && before->layers[0] < group->layers[0]));
      for (guint j = 0; j < group->n_layers; j++)
        {
          g_assert_false (seen[group->layers[j]]);
          seen[group->layers[j]] = TRUE;
          g_assert_true (j == 0 || group->layers[j - 1] < group->layers[j]);
        }
      cost += group->duration;
      n += group->n_layers;
    }
  g_assert_cmpuint (n, ==, MANY);
  g_assert_cmpint (cost, ==, total);
}

static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  LaminaRun *run = add_many (self);

  for (LaminaGroupBy by = 0; by < LAMINA_N_GROUP_BY; by++)
    {
      g_autoptr (LaminaGrouping) grouping = group_all (run, by);

      g_assert_cmpuint (lamina_grouping_get_n (grouping), ==, n_many_groups[by]);
      assert_groups (grouping, lamina_run_get_totals (run)->cost);
    }
}

/* So many different lists of inputs that some have the same hash of 32 bits. */
static void
test_collisions (Fixture       *self,
                 gconstpointer  data)
{
  const guint n_dims = 500;
  g_autofree guint32 *tensors = g_new (guint32, n_dims);
  g_autoptr (LaminaGrouping) grouping = NULL;

  for (guint i = 0; i < n_dims; i++)
    {
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

      tensor.shape = lamina_builder_intern_shape (self->builder, (gint64[]) { i }, 1);
      tensors[i] = lamina_builder_add_tensor (self->builder, self->run, &tensor);
    }
  for (guint i = 0; i < n_dims * n_dims; i++)
    {
      LaminaLayerInit init = LAMINA_LAYER_INIT;
      guint32 layer = lamina_builder_add_layer (self->builder, self->run, &init);

      lamina_builder_add_input (self->builder, self->run, layer, tensors[i / n_dims]);
      lamina_builder_add_input (self->builder, self->run, layer, tensors[i % n_dims]);
    }
  grouping = group_all (fixture_freeze (self), LAMINA_GROUP_BY_SHAPE);
  g_assert_cmpuint (lamina_grouping_get_n (grouping), ==, n_dims * n_dims);
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  static const guint32 rows[] = { 1, 0 };
  LaminaRun *run;

  for (guint i = 0; i < 2; i++)
    fixture_add (self, &(Row) { .type = "t", .inputs = "1x2" });
  run = fixture_freeze (self);
  g_cancellable_cancel (cancellable);
  for (LaminaGroupBy by = 0; by < LAMINA_N_GROUP_BY; by++)
    g_assert_null (lamina_grouping_new (run, rows, G_N_ELEMENTS (rows), by, cancellable));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/grouping/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)
  ADD ("sums", test_sums);
  ADD ("some-rows", test_some_rows);
  ADD ("order", test_order);
  ADD ("shapes", test_shapes);
  ADD ("many-inputs", test_many_inputs);
  ADD ("saturation", test_saturation);
  ADD ("aggregated", test_aggregated);
  ADD ("spreads", test_spreads);
  ADD ("places", test_places);
  ADD ("sort", test_sort);
  g_test_add_func ("/grouping/names", test_names);
  ADD ("metrics", test_metrics);
  ADD ("empty", test_empty);
  ADD ("many", test_many);
  ADD ("collisions", test_collisions);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
