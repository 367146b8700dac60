/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long two runs of a million layers together take to compare, and their pairs to sort; another number is an argument.
 * What counts is the time that this thread had a processor.
 */

#include "bench.h"

#include "lamina-comparison.h"

#define BUDGET_MS 1000.0

/* Steps of a training: the same thousand names over and over; @edits of a thousand layers are others. */
static LaminaDocument *
create_steps (guint n,
              guint edits,
              guint seed)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GError) error = NULL;
  guint32 names[1000];
  LaminaDocument *document;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("operator %u", i);

      names[i] = lamina_builder_intern (builder, name, -1);
    }
  lamina_builder_add_run (builder, "steps", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  for (guint i = 0; i < n; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.name = names[(guint) g_rand_int_range (rand, 0, 1000) < edits ? (guint) g_rand_int_range (rand, 0,
                                                                                                      1000) : i % 1000];
      layer.type = names[i % 7];
      layer.order = i;
      layer.duration = g_rand_int_range (rand, 1, 10000);
      lamina_builder_add_layer (builder, 0, &layer);
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static void
compare (const char     *what,
         LaminaDocument *a,
         LaminaDocument *b)
{
  LaminaComparisonSide side_a = { a, 0, LAMINA_NONE }, side_b = { b, 0, LAMINA_NONE };
  double since = bench_thread_now ();
  g_autoptr (LaminaComparison) comparison = lamina_comparison_new (&side_a, &side_b, NULL);

  bench_report (what, 1000 * (bench_thread_now () - since), "ms", BUDGET_MS);
  g_print ("  %u pairs, %u matched\n", lamina_comparison_get_n_pairs (comparison),
           lamina_comparison_get_summary (comparison)->n_states[LAMINA_PAIR_MATCHED]);
  for (LaminaPairColumn column = LAMINA_PAIR_COLUMN_NAME; column <= LAMINA_PAIR_COLUMN_CHANGE; column++)
    {
      guint n;

      since = bench_thread_now ();
      g_free (lamina_comparison_dup_order (comparison, LAMINA_PAIR_ALL_STATES, column, TRUE, NULL, &n));
      bench_report ("sort", 1000 * (bench_thread_now () - since), "ms", BUDGET_MS);
    }
}

int
main (int    argc,
      char **argv)
{
  guint n = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 1000000;
  g_autoptr (LaminaDocument) unique = bench_layers_new (n / 2);
  g_autoptr (LaminaDocument) same = bench_layers_new (n / 2);
  g_autoptr (LaminaDocument) steps = create_steps (n / 2, 0, 1);
  g_autoptr (LaminaDocument) edited = create_steps (n / 2, 20, 2);
  g_autoptr (LaminaDocument) noise = create_steps (n / 2, 1000, 3);
  g_autoptr (LaminaDocument) other = create_steps (n / 2, 1000, 4);

  g_print ("%u layers together\n", n);
  compare ("names that are unique", unique, same);
  compare ("steps with 2 % of edits", steps, edited);
  compare ("nothing in order", noise, other);
  return 0;
}
