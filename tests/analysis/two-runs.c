/* SPDX-License-Identifier: Apache-2.0 */
#include "two-runs.h"

void
two_setup (Two           *self,
           gconstpointer  data)
{
  fixture_setup (&self->a, NULL);
  fixture_setup (&self->b, NULL);
}

void
two_teardown (Two           *self,
              gconstpointer  data)
{
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  fixture_teardown (&self->a, NULL);
  fixture_teardown (&self->b, NULL);
}

void
two_add_rows (Fixture   *side,
              const Row *rows,
              guint      n)
{
  for (guint i = 0; i < n; i++)
    fixture_add (side, &rows[i]);
}

void
two_compare (Two     *self,
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

void
two_assert_pairs (Two        *self,
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

void
two_check (Two *self)
{
  LaminaComparison *comparison = self->comparison;
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
