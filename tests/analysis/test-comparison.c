/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-comparison.h"

#include <math.h>
#include <string.h>

/* Two runs side by side: who corresponds to whom, and that nothing is lost or counted twice. */

#define NUMBER "%" G_GINT64_FORMAT

typedef struct
{
  Fixture a;
  Fixture b;
  LaminaComparison *comparison;
} Two;

static void
two_setup (Two           *self,
           gconstpointer  data)
{
  fixture_setup (&self->a, NULL);
  fixture_setup (&self->b, NULL);
}

static void
two_teardown (Two           *self,
              gconstpointer  data)
{
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  fixture_teardown (&self->a, NULL);
  fixture_teardown (&self->b, NULL);
}

static void
add_rows (Fixture   *side,
          const Row *rows,
          guint      n)
{
  for (guint i = 0; i < n; i++)
    fixture_add (side, &rows[i]);
}

static void
compare (Two     *self,
         guint32  section_a,
         guint32  section_b)
{
  LaminaComparisonSide a = { NULL, 0, section_a };
  LaminaComparisonSide b = { NULL, 0, section_b };

  if (!self->a.document)
    fixture_freeze (&self->a);
  if (!self->b.document)
    fixture_freeze (&self->b);
  a.document = self->a.document;
  b.document = self->b.document;
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  self->comparison = lamina_comparison_new (&a, &b, NULL);
  g_assert_nonnull (self->comparison);
}

static void
append_layers (GString       *text,
               LaminaRun     *run,
               const guint32 *layers,
               guint          n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "+" : "",
                            lamina_run_get_string (run, lamina_run_get_layers (run)->name[layers[i]]));
}

/* A line for each pair: `state basis A | B delta`. */
static char *
dump (Two *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;
      const char *basis;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      basis = lamina_pair_basis_get_name (pair.basis);
      g_string_append_printf (text, "%s %s ", lamina_pair_state_get_name (pair.state), basis ? basis : "-");
      append_layers (text, lamina_comparison_get_run (self->comparison, FALSE), pair.layers_a, pair.n_a);
      g_string_append (text, pair.n_a > 0 ? " | " : "| ");
      append_layers (text, lamina_comparison_get_run (self->comparison, TRUE), pair.layers_b, pair.n_b);
      if (pair.delta != LAMINA_ABSENT)
        g_string_append_printf (text, " " NUMBER, pair.delta);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
assert_pairs (Two        *self,
              const char *expected)
{
  g_autofree char *found = dump (self);

  g_assert_cmpstr (found, ==, expected);
}

/* Every layer of a side in exactly one pair, in the order of execution where the pairs are. */
static void
check_side (LaminaComparison *comparison,
            gboolean          is_b,
            guint32           section)
{
  LaminaRun *run = lamina_comparison_get_run (comparison, is_b);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  g_autofree guint8 *seen = g_new0 (guint8, layers->n + 1);
  guint n = 0;

  for (guint i = 0; i < lamina_comparison_get_n_pairs (comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (comparison, i, &pair);
      for (guint k = 0; k < (is_b ? pair.n_b : pair.n_a); k++)
        {
          guint32 layer = is_b ? pair.layers_b[k] : pair.layers_a[k];

          g_assert_cmpuint (layer, <, layers->n);
          g_assert_cmpuint (seen[layer], ==, 0);
          g_assert_cmpuint (lamina_comparison_find (comparison, is_b, layer), ==, i);
          seen[layer] = 1;
          n++;
        }
    }
  for (guint i = 0; i < layers->n; i++)
    {
      gboolean wanted = section == LAMINA_NONE || layers->section[i] == section;

      g_assert_cmpuint (seen[i], ==, wanted);
      if (!wanted)
        g_assert_cmpuint (lamina_comparison_find (comparison, is_b, i), ==, LAMINA_NONE);
    }
  g_assert_cmpuint (n, ==, is_b ? lamina_comparison_get_summary (comparison)->n_layers_b :
                    lamina_comparison_get_summary (comparison)->n_layers_a);
}

static void
check_state (const LaminaPair *pair)
{
  static const guint few[][4] = { { 1, 1, 1, 1 }, { 1, 1, 0, 0 }, { 0, 0, 1, 1 }, { 1, 1, 2, 99 }, { 2, 99, 1, 1 } };

  g_assert_cmpuint (pair->n_a, >=, few[pair->state][0]);
  g_assert_cmpuint (pair->n_a, <=, few[pair->state][1]);
  g_assert_cmpuint (pair->n_b, >=, few[pair->state][2]);
  g_assert_cmpuint (pair->n_b, <=, few[pair->state][3]);
  g_assert_cmpint (pair->basis == LAMINA_PAIR_BY_NOTHING, ==, pair->n_a == 0 || pair->n_b == 0);
}

/* What must hold of any comparison. */
static void
check_all (LaminaComparison *comparison)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  gint64 of_pairs = 0, of_types = 0, of_states = 0;
  guint n_states = 0;

  for (guint i = 0; i < lamina_comparison_get_n_pairs (comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (comparison, i, &pair);
      check_state (&pair);
      of_pairs = lamina_number_add (of_pairs, pair.delta);
    }
  for (guint i = 0; i < lamina_comparison_get_n_types (comparison); i++)
    of_types = lamina_number_add (of_types, lamina_comparison_get_type_row (comparison, i)->delta);
  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    {
      of_states = lamina_number_add (of_states, summary->deltas[i]);
      n_states += summary->n_states[i];
    }
  g_assert_cmpint (n_states, ==, lamina_comparison_get_n_pairs (comparison));
  if (summary->delta != LAMINA_ABSENT)
    {
      g_assert_cmpint (of_types, ==, of_pairs);
      g_assert_cmpint (of_states, ==, of_pairs);
      g_assert_cmpint (of_pairs, ==, summary->delta);
    }
  check_side (comparison, FALSE, lamina_comparison_get_side (comparison, FALSE)->section);
  check_side (comparison, TRUE, lamina_comparison_get_side (comparison, TRUE)->section);
}

static void
test_names (Two           *self,
            gconstpointer  data)
{
  const Row a[] = { { "stem", "conv", 10 }, { "head", "dense", 20 }, { "conv_3", "conv", 5, .inputs = "1x3" },
                    { "conv_4", "conv", 7, .inputs = "1x4" }, { "gone", "x", 3 } };
  const Row b[] = { { "head", "matmul", 25 }, { "stem", "conv", 11 }, { "conv_3", "conv", 8, .inputs = "1x4" },
                    { "conv_9", "conv", 6, .inputs = "1x3" }, { "new", "y", 4 } };

  add_rows (&self->a, a, G_N_ELEMENTS (a));
  add_rows (&self->b, b, G_N_ELEMENTS (b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  /* A name that somebody gave stands above types and order; one that is a number does not stand above shapes. */
  assert_pairs (self,
                "matched name stem | stem 1\n"
                "matched name head | head 5\n"
                "matched shape conv_3 | conv_9 1\n"
                "only-b - | new 4\n"
                "matched order conv_4 | conv_3 1\n"
                "only-a - gone |  -3\n");
}

static void
test_order (Two           *self,
            gconstpointer  data)
{
  static const char letters_a[] = "abcabba", letters_b[] = "cbabac";

  /* Names that repeat: the longest common subsequence, then what has moved. */
  for (guint i = 0; letters_a[i] != '\0'; i++)
    fixture_add (&self->a, &(Row) { (char[]) { letters_a[i], '\0' }, "t", 1 });
  for (guint i = 0; letters_b[i] != '\0'; i++)
    fixture_add (&self->b, &(Row) { (char[]) { letters_b[i], '\0' }, "t", 1 });
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  g_assert_cmpuint (lamina_comparison_get_summary (self->comparison)->n_states[LAMINA_PAIR_MATCHED], ==, 5);
  for (guint i = 0, n = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      n += pair.basis == LAMINA_PAIR_BY_ORDER;
      if (i + 1 == lamina_comparison_get_n_pairs (self->comparison))
        g_assert_cmpuint (n, ==, 4);
    }
}

static void
test_dtypes (Two           *self,
             gconstpointer  data)
{
  const Row a[] = { { "conv_1", "conv", 10, .inputs = "1x3 float32" },
                    { "conv_2", "conv", 10, .inputs = "1x5 float32" } };
  const Row b[] = { { "conv_7", "conv", 4, .inputs = "1x3 float16" }, { "cast_1", "cast", 2, .inputs = "1x3 float16" },
                    { "conv_8", "conv", 5, .inputs = "1x5 float16" } };

  add_rows (&self->a, a, G_N_ELEMENTS (a));
  add_rows (&self->b, b, G_N_ELEMENTS (b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  assert_pairs (self,
                "matched order conv_1 | conv_7 -6\n"
                "only-b - | cast_1 2\n"
                "matched order conv_2 | conv_8 -5\n");
}

static void
test_batch (Two           *self,
            gconstpointer  data)
{
  const Row a[] = { { "conv_1", "conv", 10, .inputs = "1x3" }, { "relu_2", "relu", 1, .inputs = "1x3" } };
  const Row b[] = { { "conv_1", "conv", 80, .inputs = "8x3" }, { "relu_2", "relu", 8, .inputs = "8x3" } };

  add_rows (&self->a, a, G_N_ELEMENTS (a));
  add_rows (&self->b, b, G_N_ELEMENTS (b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  assert_pairs (self, "matched name conv_1 | conv_1 70\nmatched name relu_2 | relu_2 7\n");
}

static void
add_part (Fixture    *side,
          guint32     layer,
          const char *part)
{
  lamina_builder_add_part (side->builder, side->run, layer, lamina_builder_intern (side->builder, part, -1));
}

static void
test_fused (Two           *self,
            gconstpointer  data)
{
  guint32 layer;

  layer = fixture_add (&self->a, &(Row) { "Conv_0 + Relu_1", "Convolution", 10, .outputs = "1x3" });
  add_part (&self->a, layer, "Conv_0");
  add_part (&self->a, layer, "Relu_1");
  layer = fixture_add (&self->a, &(Row) { "Copy for Conv_0 + Relu_1", "Reformat", 2, .outputs = "1x3" });
  add_part (&self->a, layer, "Conv_0");
  add_part (&self->a, layer, "Relu_1");
  fixture_add (&self->a, &(Row) { "Pool_2", "Pooling", 3, .outputs = "1x4" });
  fixture_add (&self->a, &(Row) { "Softmax_3", "Softmax", 1, .outputs = "1x4" });
  fixture_add (&self->b, &(Row) { "Conv_0", "Convolution", 7, .outputs = "1x3" });
  fixture_add (&self->b, &(Row) { "Relu_1", "PointWise", 6, .outputs = "1x3" });
  layer = fixture_add (&self->b, &(Row) { "Pool_2 + Softmax_3", "Myelin", 2, .outputs = "1x4" });
  add_part (&self->b, layer, "Pool_2");
  add_part (&self->b, layer, "Softmax_3");
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  assert_pairs (self,
                "split parts Conv_0 + Relu_1 | Conv_0+Relu_1 3\n"
                "only-a - Copy for Conv_0 + Relu_1 |  -2\n"
                "merged parts Pool_2+Softmax_3 | Pool_2 + Softmax_3 -2\n");
}

static void
test_words (Two           *self,
            gconstpointer  data)
{
  const Row a[] = { { "k1", "nn.conv2d_add_relu", 9 }, { "mid", "pool", 1 }, { "k2", "add", 2 }, { "k3", "relu", 2 } };
  const Row b[] = { { "c1", "nn_conv2d", 5 }, { "c2", "add", 2 }, { "c3", "relu", 1 }, { "mid", "pool", 1 },
                    { "c4", "add relu", 3 } };

  add_rows (&self->a, a, G_N_ELEMENTS (a));
  add_rows (&self->b, b, G_N_ELEMENTS (b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  assert_pairs (self,
                "split parts k1 | c1+c2+c3 -1\n"
                "matched name mid | mid 0\n"
                "merged parts k2+k3 | c4 -1\n");
}

/* Words agree, but the data does not: other lengths, or a neighbour of which nobody says what it does. */
static void
test_words_of_others (Two           *self,
                      gconstpointer  data)
{
  const Row a[] = { { "k1", "add_relu", 9, .inputs = "1x2x56x56x32", .outputs = "1x1x56x56x64" },
                    { "k2", "mul_tanh", 9, .inputs = "1x2x8x8x32", .outputs = "1x64x8x8" },
                    { "k3", "relu_grad", 4, .outputs = "3x3" } };
  const Row b[] = { { "c1", "add", 5, .inputs = "1x8x28x28x4", .outputs = "1x8x28x28x4" },
                    { "c2", "relu", 2, .inputs = "1x2x56x56x32", .outputs = "1x1x56x56x64" },
                    { "c3", "mul", 5, .inputs = "1x64x8x8", .outputs = "1x64x8x8" },
                    { "c4", "tanh", 2, .inputs = "1x64x8x8", .outputs = "1x64x8x8" },
                    { "c5", "", 1 }, { "c6", "relu_grad", 1, .outputs = "9" } };

  add_rows (&self->a, a, G_N_ELEMENTS (a));
  add_rows (&self->b, b, G_N_ELEMENTS (b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  assert_pairs (self,
                "only-b - | c1 5\n"
                "only-b - | c2 2\n"
                "only-a - k1 |  -9\n"
                "split parts k2 | c3+c4 -2\n"
                "only-b - | c5 1\n"
                "only-b - | c6 1\n"
                "only-a - k3 |  -4\n");
}

static void
test_absent (Two           *self,
             gconstpointer  data)
{
  const Row a[] = { { "x", "t" }, { "y", "t", 5 }, { "z", "t", -2 } };
  const Row b[] = { { "x", "t", 4 }, { "y", "t" }, { "z", "t", 1 } };
  LaminaPair pair;

  add_rows (&self->a, a, G_N_ELEMENTS (a));
  add_rows (&self->b, b, G_N_ELEMENTS (b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  assert_pairs (self, "matched name x | x 4\nmatched name y | y -5\nmatched name z | z 1\n");
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

  add_rows (&self->a, a, G_N_ELEMENTS (a));
  add_rows (&self->b, b, G_N_ELEMENTS (b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
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
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  assert_pairs (self, "matched name x | x\n");
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
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  assert_pairs (self, "only-b - | x\n");
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
  compare (self, 1, 1);
  check_all (self->comparison);
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

  compare (self, 1, 4);
  check_all (self->comparison);
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

  add_rows (&self->a, rows_a, G_N_ELEMENTS (rows_a));
  add_rows (&self->b, rows_b, G_N_ELEMENTS (rows_b));
  add_time (&self->a, "run", "Mean", 3000);
  add_time (&self->a, "run", "Standard deviation", 300);
  add_time (&self->b, "Performance summary", "GPU Compute Time, minimum", 800);
  add_time (&self->b, "Performance summary", "GPU Compute Time, mean", 1000);
  compare (self, LAMINA_NONE, LAMINA_NONE);
  /* The most of B is not known. */
  g_assert_cmpint (lamina_comparison_get_summary (self->comparison)->noise, ==, LAMINA_ABSENT);

  two_teardown (self, NULL);
  two_setup (self, NULL);
  add_rows (&self->a, rows_a, G_N_ELEMENTS (rows_a));
  add_rows (&self->b, rows_b, G_N_ELEMENTS (rows_b));
  add_time (&self->a, "run", "Mean", 3000);
  add_time (&self->a, "run", "Standard deviation", 300);
  add_time (&self->b, "Performance summary", "GPU Compute Time, minimum", 800);
  add_time (&self->b, "Performance summary", "GPU Compute Time, mean", 1000);
  add_time (&self->b, "Performance summary", "GPU Compute Time, maximum", 1200);
  compare (self, LAMINA_NONE, LAMINA_NONE);
  summary = lamina_comparison_get_summary (self->comparison);
  /* 2 √((0.1 · 1500)² + (0.1 · 1800)²) */
  g_assert_cmpint (summary->noise, ==, 469);
  g_assert_cmpint (summary->delta, ==, 300);
  g_assert_true (summary->is_noise);
  g_assert_false (lamina_comparison_is_slower (self->comparison, 5, FALSE));
  lamina_comparison_get_pair (self->comparison, 0, &pair);
  g_assert_cmpint (pair.noise, ==, LAMINA_ABSENT);
}

/* Where both runs are measured, layers lie where they were; where one start is missing, end to end. */
static void
test_places (Two           *self,
             gconstpointer  data)
{
  static const Row rows_a[] = { { "a", "conv", 100, .inputs = "1x3", .start = 5000 },
                                { "b", "relu", 50, .inputs = "1x3", .start = 4000 } };
  static const Row rows_b[] = { { "a", "conv", 70, .inputs = "1x3", .start = 100 },
                                { "b", "relu", 50, .inputs = "1x3", .start = 900 },
                                { "c", "view", .inputs = "1x3" } };
  const LaminaComparisonSpan *spans;
  const guint32 *placed;
  guint n;

  add_rows (&self->a, rows_a, G_N_ELEMENTS (rows_a));
  add_rows (&self->b, rows_b, G_N_ELEMENTS (rows_b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  g_assert_true (lamina_comparison_is_measured (self->comparison));
  spans = lamina_comparison_get_spans (self->comparison, FALSE);
  g_assert_cmpint (spans[0].start, ==, 1000);
  g_assert_cmpint (spans[0].end, ==, 1100);
  g_assert_cmpint (spans[1].start, ==, 0);
  g_assert_cmpint (lamina_comparison_get_length (self->comparison, FALSE), ==, 1100);
  g_assert_cmpint (lamina_comparison_get_length (self->comparison, TRUE), ==, 850);
  placed = lamina_comparison_get_placed (self->comparison, FALSE, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (placed[0], ==, 1);

  two_teardown (self, NULL);
  two_setup (self, NULL);
  add_rows (&self->a, rows_a, G_N_ELEMENTS (rows_a));
  fixture_add (&self->b, &(Row) { "a", "conv", 70, .inputs = "1x3", .start = 100 });
  fixture_add (&self->b, &(Row) { "b", "relu", 50, .inputs = "1x3" });
  compare (self, LAMINA_NONE, LAMINA_NONE);
  g_assert_false (lamina_comparison_is_measured (self->comparison));
  g_assert_cmpint (lamina_comparison_get_length (self->comparison, FALSE), ==, 150);
  g_assert_cmpint (lamina_comparison_get_length (self->comparison, TRUE), ==, 120);
}

/* Few names, types and shapes, so that everything happens: repeats, moves, one side only. */
static void
add_random_row (Fixture *side,
                GRand   *rand,
                guint    n_names)
{
  static const char *const shapes[] = { NULL, "1x3", "1x3 float16", "4x5", "4x5, 1x3" };
  static const char *const types[] = { "conv", "add", "relu", "conv_add", "add_relu", "" };
  g_autofree char *name = g_strdup_printf ("%s%d", g_rand_boolean (rand) ? "n" : "op_",
                                           g_rand_int_range (rand, 0, n_names));

  fixture_add (side, &(Row) { name, types[g_rand_int_range (rand, 0, G_N_ELEMENTS (types))],
                              g_rand_int_range (rand, 0, 50), .inputs = shapes[g_rand_int_range (rand, 0, 5)],
                              .section = (guint) g_rand_int_range (rand, 0, 3) });
  if (g_rand_boolean (rand) && n_names > 3)
    for (guint i = 0; i < 2; i++)
      {
        g_autofree char *part = g_strdup_printf ("n%d", g_rand_int_range (rand, 0, n_names));

        add_part (side, (guint32) (g_rand_int_range (rand, 0, 1)), part);
      }
}

static void
test_random (void)
{
  for (guint seed = 0; seed < 400; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      guint n_names = (guint) g_rand_int_range (rand, 1, 60);
      guint32 sections[2];
      Two two = { 0 };

      two_setup (&two, NULL);
      for (guint side = 0; side < 2; side++)
        {
          guint n = (guint) g_rand_int_range (rand, 0, 120);
          Fixture *fixture = side == 0 ? &two.a : &two.b;

          lamina_builder_add_section (fixture->builder, fixture->run, "one");
          lamina_builder_add_section (fixture->builder, fixture->run, "two");
          for (guint i = 0; i < n; i++)
            add_random_row (fixture, rand, n_names);
          sections[side] = g_rand_boolean (rand) ? LAMINA_NONE : (guint32) g_rand_int_range (rand, 0, 2);
        }
      compare (&two, sections[0], sections[1]);
      check_all (two.comparison);
      two_teardown (&two, NULL);
    }
}

/* A run compared to itself differs in nothing. */
static void
test_same (Two           *self,
           gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  LaminaComparisonSide side = { NULL, 0, LAMINA_NONE };

  lamina_builder_add_section (self->a.builder, self->a.run, "one");
  lamina_builder_add_section (self->a.builder, self->a.run, "two");
  for (guint i = 0; i < 500; i++)
    add_random_row (&self->a, rand, 9);
  fixture_freeze (&self->a);
  side.document = self->a.document;
  self->comparison = lamina_comparison_new (&side, &side, NULL);
  check_all (self->comparison);
  g_assert_cmpuint (lamina_comparison_get_n_pairs (self->comparison), ==, 500);
  for (guint i = 0; i < 500; i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      g_assert_cmpuint (pair.state, ==, LAMINA_PAIR_MATCHED);
      g_assert_cmpuint (pair.layers_a[0], ==, pair.layers_b[0]);
    }
}

/* Nothing is unique and little is common: the search gives up and still ends, with every layer in its place. */
static void
test_large (Two           *self,
            gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < 20000; i++)
      {
        g_autofree char *name = g_strdup_printf ("%c", 'a' + g_rand_int_range (rand, 0, 3 + (gint32) side));

        fixture_add (side == 0 ? &self->a : &self->b, &(Row) { name, "t", 1 });
      }
  compare (self, LAMINA_NONE, LAMINA_NONE);
  check_all (self->comparison);
  g_assert_cmpuint (lamina_comparison_get_summary (self->comparison)->n_states[LAMINA_PAIR_MATCHED], >, 14000);
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

  add_rows (&self->a, a, G_N_ELEMENTS (a));
  add_rows (&self->b, b, G_N_ELEMENTS (b));
  compare (self, LAMINA_NONE, LAMINA_NONE);
  assert_pairs (self, "matched name b10 | b10 -5\nmatched name b9 | b9 8\nonly-b - | a 1\nonly-a - c |  -1\n"
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
  g_test_add ("/comparison/names", Two, NULL, two_setup, test_names, two_teardown);
  g_test_add ("/comparison/order", Two, NULL, two_setup, test_order, two_teardown);
  g_test_add ("/comparison/dtypes", Two, NULL, two_setup, test_dtypes, two_teardown);
  g_test_add ("/comparison/batch", Two, NULL, two_setup, test_batch, two_teardown);
  g_test_add ("/comparison/fused", Two, NULL, two_setup, test_fused, two_teardown);
  g_test_add ("/comparison/words", Two, NULL, two_setup, test_words, two_teardown);
  g_test_add ("/comparison/words-of-others", Two, NULL, two_setup, test_words_of_others, two_teardown);
  g_test_add ("/comparison/absent", Two, NULL, two_setup, test_absent, two_teardown);
  g_test_add ("/comparison/one-timed", Two, NULL, two_setup, test_one_timed, two_teardown);
  g_test_add ("/comparison/timeless", Two, NULL, two_setup, test_timeless, two_teardown);
  g_test_add ("/comparison/empty", Two, NULL, two_setup, test_empty, two_teardown);
  g_test_add ("/comparison/places", Two, NULL, two_setup, test_places, two_teardown);
  g_test_add ("/comparison/stated", Two, NULL, two_setup, test_stated, two_teardown);
  g_test_add ("/comparison/noise", Two, NULL, two_setup, test_noise, two_teardown);
  g_test_add ("/comparison/same", Two, NULL, two_setup, test_same, two_teardown);
  g_test_add ("/comparison/large", Two, NULL, two_setup, test_large, two_teardown);
  g_test_add ("/comparison/sorted", Two, NULL, two_setup, test_sorted, two_teardown);
  g_test_add ("/comparison/cancelled", Two, NULL, two_setup, test_cancelled, two_teardown);
  g_test_add_func ("/comparison/random", test_random);
  return g_test_run ();
}
