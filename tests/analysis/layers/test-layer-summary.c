/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-layer-differences.h"
#include "lamina-layer-summary.h"
#include "lamina-layer-value.h"

#include <math.h>

static void
test_summary (Fixture       *fixture,
              gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "A", .cost = 30, .flop = 7 },
    { .type = "B" },
    { .type = "A", .cost = 10, .bytes = 5 },
    { .type = "A", .cost = 50, .flop = 1 },
    { .type = "A", .cost = 20 },
  };
  const guint32 all[] = { 0, 1, 2, 3, 4 }, none[] = { 1 };
  LaminaLayerSummary summary;
  LaminaRun *run;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (fixture, &rows[i]);
  run = fixture_freeze (fixture);
  lamina_layer_summary_init (&summary, run, all, G_N_ELEMENTS (all));
  g_assert_cmpuint (summary.n, ==, 5);
  g_assert_cmpuint (summary.n_timed, ==, 4);
  g_assert_cmpint (summary.cost, ==, 110);
  g_assert_cmpint (summary.flop, ==, 8);
  g_assert_cmpint (summary.bytes, ==, 5);
  g_assert_cmpint (summary.min, ==, 10);
  g_assert_cmpint (summary.median, ==, 25);
  g_assert_cmpint (summary.max, ==, 50);
  g_assert_cmpfloat (summary.mean, ==, 27.5);
  g_assert_cmpuint (summary.bins[0], ==, 1);
  g_assert_cmpuint (summary.bins[LAMINA_SUMMARY_BINS / 2], ==, 1);
  g_assert_cmpuint (summary.bins[LAMINA_SUMMARY_BINS - 1], ==, 1);
  for (guint i = 0; i < LAMINA_SUMMARY_BINS; i++)
    n += summary.bins[i];
  g_assert_cmpuint (n, ==, 4);

  lamina_layer_summary_init (&summary, run, none, 1);
  g_assert_cmpint (summary.cost, ==, LAMINA_ABSENT);
  g_assert_cmpint (summary.median, ==, LAMINA_ABSENT);
  g_assert_true (isnan (summary.mean));
  lamina_layer_summary_init (&summary, run, none, 0);
  g_assert_cmpuint (summary.n, ==, 0);
}

/* `KIND INDEX: COUNT VALUE, …; ` */
static char *
dump (LaminaLayerDifferences *differences)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_layer_differences_get_n (differences); i++)
    {
      const LaminaLayerFact *fact = lamina_layer_differences_get (differences, i);

      g_string_append_printf (text, "%d %u:", (int) fact->kind, fact->index);
      for (guint k = 0; k < fact->n_values; k++)
        g_string_append_printf (text, " %u %s,", fact->counts[k], fact->values[k]);
      g_string_append (text, "; ");
    }
  return g_string_free (text, FALSE);
}

static void
test_differences (Fixture       *fixture,
                  gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "A", .inputs = "2x3 f32", .outputs = "5" },
    { .type = "A", .inputs = "2x3 f32, 7", .outputs = "6" },
    { .type = "B", .inputs = "2x3 f32", .outputs = "5" },
  };
  const guint32 all[] = { 0, 1, 2 };
  g_autoptr (LaminaLayerDifferences) differences = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (fixture, &rows[i]);
  fixture_freeze (fixture);
  differences = lamina_layer_differences_new (fixture->document, fixture->run, all, G_N_ELEMENTS (all), NULL);
  text = dump (differences);
  g_assert_cmpstr (text, ==, "0 0: 2 A, 1 B,; 2 0: 3 2×3 float32,; 3 0: 2 5, 1 6,; 2 1: 2 , 1 7,; ");
  g_assert_cmpuint (lamina_layer_differences_get (differences, 0)->of_last, ==, 1);
  g_assert_cmpuint (lamina_layer_differences_get (differences, 2)->of_last, ==, 0);
  g_assert_cmpuint (lamina_layer_differences_get (differences, 3)->of_last, ==, 0);
}

/* With how many bytes values begin alike, for those who show where they differ. */
static void
test_shared (Fixture       *fixture,
             gconstpointer  data)
{
  static const Row rows[] = {
    { .type = "conv_b1", .inputs = "2x3 f32", .outputs = "5" },
    { .type = "conv_b2", .inputs = "2x3 f32", .outputs = "6" },
    { .type = "conv_", .inputs = "2x3 f32" },
  };
  const guint32 all[] = { 0, 1, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (fixture, &rows[i]);
  fixture_freeze (fixture);
  for (guint n = 1; n <= G_N_ELEMENTS (all); n++)
    {
      static const gsize shared[][3] = { { 0, 0, 0 }, { 6, 0, 0 }, { 5, 0, 0 } };
      g_autoptr (LaminaLayerDifferences) differences = lamina_layer_differences_new (fixture->document, fixture->run, all, n, NULL);

      for (guint i = 0; i < lamina_layer_differences_get_n (differences); i++)
        g_assert_cmpuint (lamina_layer_differences_get (differences, i)->shared, ==, shared[n - 1][i]);
    }
}

/* A shape that was worked out for one layer and stands in the file for another is one value. */
static void
test_guesses (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    gint64 dims[2];
    guint estimated;
  } tensors[] = {
    { { 8, 4 }, LAMINA_ESTIMATE_NONE }, { { 8, 4 }, LAMINA_ESTIMATE_SHAPE },
    { { 2, 4 }, LAMINA_ESTIMATE_BYTES }, { { 0 }, LAMINA_ESTIMATE_SHAPE | LAMINA_ESTIMATE_DTYPE },
  };
  const guint32 all[] = { 0, 1, 2, 3 };
  g_autoptr (LaminaLayerDifferences) differences = NULL;
  const LaminaLayerFact *fact;

  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      guint32 layer = fixture_add (fixture, &(Row) { .name = "layer" });
      LaminaTensorInit init = LAMINA_TENSOR_INIT;

      if (tensors[i].dims[0] > 0)
        init.shape = lamina_builder_intern_shape (fixture->builder, tensors[i].dims, 2);
      init.estimated = tensors[i].estimated;
      lamina_builder_add_output (fixture->builder, fixture->run, layer,
                                 lamina_builder_add_tensor (fixture->builder, fixture->run, &init));
    }
  fixture_freeze (fixture);
  differences = lamina_layer_differences_new (fixture->document, fixture->run, all, G_N_ELEMENTS (all), NULL);
  g_assert_cmpuint (lamina_layer_differences_get_n (differences), ==, 1);
  fact = lamina_layer_differences_get (differences, 0);
  g_assert_cmpuint (fact->n_values, ==, 3);
  g_assert_cmpuint (fact->counts[0], ==, 2);
  g_assert_true (fact->estimated[0] && !fact->estimated[1] && !fact->estimated[2]);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const guint32 layer = 0;

  fixture_add (fixture, &(Row) { .type = "A" });
  fixture_freeze (fixture);
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_layer_differences_new (fixture->document, fixture->run, &layer, 1, cancellable));
}

#define add(path, test) g_test_add ("/layer-summary/" path, Fixture, NULL, fixture_setup, test, fixture_teardown)

static void
test_shares (void)
{
  static const struct
  {
    double share;
    const char *words;
  } cases[] = {
    { NAN, "\u2014" }, { 0, "0.00\u00a0%" }, { 0.00001, "<\u00a00.01\u00a0%" }, { 0.0123, "1.23\u00a0%" }, { 0.5, "50.0\u00a0%" },
    { 0.9994, "99.9\u00a0%" }, { 0.9995, ">\u00a099.9\u00a0%" }, { 0.99999, ">\u00a099.9\u00a0%" },
    { 1 - 1e-12, "100.0\u00a0%" }, { 1, "100.0\u00a0%" }, { 1.5, "150.0\u00a0%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = lamina_layer_dup_share (cases[i].share);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("summary", test_summary);
  add ("differences", test_differences);
  add ("shared", test_shared);
  add ("guesses", test_guesses);
  add ("cancel", test_cancel);
  g_test_add_func ("/layer-summary/shares", test_shares);
  return g_test_run ();
}
