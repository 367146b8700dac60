/* SPDX-License-Identifier: Apache-2.0 */
#include "two-runs.h"

#include <math.h>
#include <string.h>

/* What the pairs of two runs differ by, what of it is noise, and what is not known. */

static void
test_absent (Two           *self,
             gconstpointer  data)
{
  const Row a[] = { { "x", "t" }, { "y", "t", 5 }, { "z", "t", -2 } };
  const Row b[] = { { "x", "t", 4 }, { "y", "t" }, { "z", "t", 1 } };
  LaminaPair pair;

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self, "matched name x | x 4\nmatched name y | y -5\nmatched name z | z 1\n");
  lamina_comparison_get_pair (self->comparison, 0, &pair);
  g_assert_cmpint (pair.cost_a, ==, LAMINA_ABSENT);
  g_assert_true (isnan (lamina_comparison_get_percent (pair.cost_a, pair.delta)));
  lamina_comparison_get_pair (self->comparison, 2, &pair);
  g_assert_cmpint (pair.cost_a, ==, 0);
  g_assert_true (isnan (lamina_comparison_get_percent (pair.cost_a, pair.delta)));
  g_assert_cmpint (lamina_comparison_get_summary (self->comparison)->delta, ==, 0);
}

/* Times of one side alone say nothing of a difference. */
static void
test_one_timed (Two           *self,
                gconstpointer  data)
{
  const Row a[] = { { "x", "t", 5 }, { "y", "t", 7 } };
  const Row b[] = { { "x", "t" }, { "z", "t" } };
  LaminaPair pair;

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      lamina_comparison_get_pair (self->comparison, i, &pair);
      g_assert_cmpint (pair.delta, ==, LAMINA_ABSENT);
    }
  lamina_comparison_get_pair (self->comparison, 0, &pair);
  g_assert_cmpint (pair.cost_a, ==, 5);
  g_assert_cmpint (lamina_comparison_get_summary (self->comparison)->delta, ==, LAMINA_ABSENT);
}

static void
test_timeless (Two           *self,
               gconstpointer  data)
{
  fixture_add (&self->a, &(Row) { "x", "t" });
  fixture_add (&self->b, &(Row) { "x", "t" });
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self, "matched name x | x\n");
  g_assert_cmpint (lamina_comparison_get_summary (self->comparison)->delta, ==, LAMINA_ABSENT);
  g_assert_cmpint (lamina_comparison_get_summary (self->comparison)->deltas[LAMINA_PAIR_MATCHED], ==, LAMINA_ABSENT);
  g_assert_cmpint (lamina_comparison_get_type_row (self->comparison, 0)->delta, ==, LAMINA_ABSENT);
  g_assert_false (lamina_comparison_is_slower (self->comparison, 0, TRUE));
}

static void
test_empty (Two           *self,
            gconstpointer  data)
{
  fixture_add (&self->b, &(Row) { "x", "t", 3 });
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_check (self);
  two_assert_pairs (self, "only-b - | x\n");
}

/* Iterations of two layers in sections. */
static void
add_iterations (Fixture      *side,
                const gint64 *costs,
                guint         n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = g_strdup_printf ("step %u", i);
      guint32 section = lamina_builder_add_section (side->builder, side->run, title);

      fixture_add (side, &(Row) { "conv", "conv", costs[i], .inputs = "1x3", .section = section + 1 });
      fixture_add (side, &(Row) { "relu", "relu", 100, .inputs = "1x3", .section = section + 1 });
    }
}

static void
test_noise (Two           *self,
            gconstpointer  data)
{
  /* The quartiles of A lie 8 apart, those of B too; the slow first step of A changes nothing. */
  const gint64 a[] = { 5000, 1000, 1004, 1008, 1012 }, b[] = { 1002, 1006, 1010, 1014, 1030 };
  const LaminaComparisonSummary *summary;
  LaminaPair pair;

  add_iterations (&self->a, a, G_N_ELEMENTS (a));
  add_iterations (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, 1, 1);
  two_check (self);
  summary = lamina_comparison_get_summary (self->comparison);
  g_assert_cmpuint (lamina_comparison_get_n_pairs (self->comparison), ==, 2);
  lamina_comparison_get_pair (self->comparison, 0, &pair);
  /* 2 √2 · 8 / 1.349 */
  g_assert_cmpint (pair.noise, ==, 17);
  g_assert_cmpint (pair.delta, ==, 6);
  g_assert_true (pair.is_noise);
  lamina_comparison_get_pair (self->comparison, 1, &pair);
  g_assert_cmpint (pair.noise, ==, 0);
  g_assert_false (pair.is_noise);
  g_assert_cmpint (lamina_comparison_get_type_row (self->comparison, 0)->noise, ==, 17);
  g_assert_true (lamina_comparison_get_type_row (self->comparison, 0)->is_noise);
  g_assert_cmpint (lamina_comparison_get_type_row (self->comparison, 1)->noise, ==, 0);
  g_assert_false (lamina_comparison_get_type_row (self->comparison, 1)->is_noise);
  g_assert_cmpint (summary->noise_delta, ==, 6);
  g_assert_cmpint (summary->noise, ==, 17);
  g_assert_true (summary->is_noise);
  g_assert_false (lamina_comparison_is_slower (self->comparison, 0, FALSE));
  g_assert_true (lamina_comparison_is_slower (self->comparison, 0, TRUE));

  two_compare (self, 1, 4);
  two_check (self);
  summary = lamina_comparison_get_summary (self->comparison);
  g_assert_cmpint (summary->delta, ==, 30);
  g_assert_false (summary->is_noise);
  g_assert_true (lamina_comparison_is_slower (self->comparison, 2.7, FALSE));
  g_assert_false (lamina_comparison_is_slower (self->comparison, 2.8, FALSE));
}

static void
add_time (Fixture    *side,
          const char *group,
          const char *key,
          gint64      time)
{
  const LaminaValue value = { .type = LAMINA_VALUE_INTEGER, .unit = LAMINA_UNIT_NANOSECONDS, .integer = time };

  lamina_builder_add_property (side->builder, group, key, &value);
}

/* What the file says of repetitions that it does not list: A a deviation of a tenth, B a range of two fifths. */
static void
test_stated (Two           *self,
             gconstpointer  data)
{
  static const Row rows_a[] = { { "a", "conv", 1000, .inputs = "1x3" }, { "b", "relu", 500, .inputs = "1x3" } };
  static const Row rows_b[] = { { "a", "conv", 1300, .inputs = "1x3" }, { "b", "relu", 500, .inputs = "1x3" } };
  const LaminaComparisonSummary *summary;
  LaminaPair pair;

  two_add_rows (&self->a, rows_a, G_N_ELEMENTS (rows_a));
  two_add_rows (&self->b, rows_b, G_N_ELEMENTS (rows_b));
  add_time (&self->a, "run", "Mean", 3000);
  add_time (&self->a, "run", "Standard deviation", 300);
  add_time (&self->b, "Performance summary", "GPU Compute Time, minimum", 800);
  add_time (&self->b, "Performance summary", "GPU Compute Time, mean", 1000);
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  /* The most of B is not known. */
  g_assert_cmpint (lamina_comparison_get_summary (self->comparison)->noise, ==, LAMINA_ABSENT);

  two_teardown (self, NULL);
  two_setup (self, NULL);
  two_add_rows (&self->a, rows_a, G_N_ELEMENTS (rows_a));
  two_add_rows (&self->b, rows_b, G_N_ELEMENTS (rows_b));
  add_time (&self->a, "run", "Mean", 3000);
  add_time (&self->a, "run", "Standard deviation", 300);
  add_time (&self->b, "Performance summary", "GPU Compute Time, minimum", 800);
  add_time (&self->b, "Performance summary", "GPU Compute Time, mean", 1000);
  add_time (&self->b, "Performance summary", "GPU Compute Time, maximum", 1200);
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  summary = lamina_comparison_get_summary (self->comparison);
  /* 2 √((0.1 · 1500)² + (0.1 · 1800)²) */
  g_assert_cmpint (summary->noise, ==, 469);
  g_assert_cmpint (summary->delta, ==, 300);
  g_assert_true (summary->is_noise);
  g_assert_false (lamina_comparison_is_slower (self->comparison, 5, FALSE));
  lamina_comparison_get_pair (self->comparison, 0, &pair);
  g_assert_cmpint (pair.noise, ==, LAMINA_ABSENT);
}

static void
test_sorted (Two           *self,
             gconstpointer  data)
{
  const Row a[] = { { "b10", "t", 10 }, { "b9", "t", 10 }, { "c", "t", 1 }, { "d", "t" } };
  const Row b[] = { { "b10", "t", 5 }, { "b9", "t", 18 }, { "a", "t", 1 }, { "d", "t" } };
  static const struct
  {
    LaminaPairColumn column;
    gboolean descending;
    const char *expected;
  } cases[] = {
    { LAMINA_PAIR_COLUMN_INDEX, FALSE, "0 1 2 3 4" },    { LAMINA_PAIR_COLUMN_INDEX, TRUE, "4 3 2 1 0" },
    { LAMINA_PAIR_COLUMN_DELTA, FALSE, "0 3 2 1 4" },    { LAMINA_PAIR_COLUMN_DELTA, TRUE, "1 2 3 0 4" },
    { LAMINA_PAIR_COLUMN_CHANGE, TRUE, "1 0 2 3 4" },    { LAMINA_PAIR_COLUMN_NAME, FALSE, "2 1 0 3 4" },
    { LAMINA_PAIR_COLUMN_PERCENT, TRUE, "1 0 3 2 4" },   { LAMINA_PAIR_COLUMN_STATE, FALSE, "0 1 4 3 2" },
    { LAMINA_PAIR_COLUMN_COST_B, TRUE, "1 0 2 3 4" },
  };
  g_autofree guint32 *only = NULL;
  guint n;

  two_add_rows (&self->a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->b, b, G_N_ELEMENTS (b));
  two_compare (self, LAMINA_NONE, LAMINA_NONE);
  two_assert_pairs (self, "matched name b10 | b10 -5\nmatched name b9 | b9 8\nonly-b - | a 1\nonly-a - c |  -1\n"
                    "matched name d | d\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree guint32 *order = lamina_comparison_dup_order (self->comparison, LAMINA_PAIR_ALL_STATES,
                                                               cases[i].column, cases[i].descending, NULL, &n);
      g_autofree char *found = dump_rows (order, n);

      g_assert_cmpstr (found, ==, cases[i].expected);
    }
  only = lamina_comparison_dup_order (self->comparison, LAMINA_PAIR_STATE_BIT (LAMINA_PAIR_ONLY_A) |
                                      LAMINA_PAIR_STATE_BIT (LAMINA_PAIR_ONLY_B), LAMINA_PAIR_COLUMN_DELTA, TRUE, NULL,
                                        &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (only[0], ==, 2);
}

static void
test_cancelled (Two           *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  LaminaComparisonSide side = { NULL, 0, LAMINA_NONE };

  fixture_add (&self->a, &(Row) { "x", "t", 3 });
  fixture_freeze (&self->a);
  side.document = self->a.document;
  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_comparison_new (&side, &side, cancellable));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TWO_ADD ("/comparison-times/absent", test_absent);
  TWO_ADD ("/comparison-times/one-timed", test_one_timed);
  TWO_ADD ("/comparison-times/timeless", test_timeless);
  TWO_ADD ("/comparison-times/empty", test_empty);
  TWO_ADD ("/comparison-times/stated", test_stated);
  TWO_ADD ("/comparison-times/noise", test_noise);
  TWO_ADD ("/comparison-times/sorted", test_sorted);
  TWO_ADD ("/comparison-times/cancelled", test_cancelled);
  return g_test_run ();
}
