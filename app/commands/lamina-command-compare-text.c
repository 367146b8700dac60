/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-compare.h"
#include "lamina-table.h"

#include <math.h>
#include <stdio.h>

/* What `lamina compare` writes for people. */

/* Letters that the longest of the three figures at the head has: `+20.4 ms`. */
#define FIGURE_WIDTH 8

static double
get_share (LaminaComparison *comparison,
           gint64            delta)
{
  gint64 total = lamina_comparison_get_summary (comparison)->delta;

  return delta != LAMINA_ABSENT && total != LAMINA_ABSENT ? lamina_comparison_get_percent (total, delta) : NAN;
}

/* Pads to a column by letters: the figures have some of more than one byte. */
static char *
dup_padded (const char *text)
{
  return g_strdup_printf ("%s%*s", text, (int) MAX (FIGURE_WIDTH - g_utf8_strlen (text, -1), 0), "");
}

static void
write_side (const LaminaCompareOutput *self,
            gboolean                   is_b)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  const LaminaComparisonSide *side = lamina_comparison_get_side (self->comparison, is_b);
  LaminaRun *run = lamina_comparison_get_run (self->comparison, is_b);
  guint n = is_b ? summary->n_layers_b : summary->n_layers_a;
  g_autofree char *file = g_filename_display_basename (self->files[is_b ? 1 : 0]);
  g_autofree char *figure = lamina_figure_dup (is_b ? summary->total_b : summary->total_a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *padded = dup_padded (figure);
  g_autofree char *text = NULL;
  const char *section = side->section != LAMINA_NONE ? lamina_run_get_section (run, side->section)->title : NULL;

  text = g_strdup_printf ("%s  %s  %u %s  %s, %s%s%s", is_b ? "B" : "A", padded, n, n == 1 ? "layer" : "layers", file,
                          lamina_run_get_title (run), section != NULL ? ", " : "", section != NULL ? section : "");
  printf ("%s\n", lamina_command_clean (text));
}

static void
write_noise (const LaminaCompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  g_autofree char *noise = lamina_figure_dup (summary->noise, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *within = lamina_comparison_dup_delta (summary->noise_delta);

  if (summary->noise == LAMINA_ABSENT)
    {
      printf ("; noise is not known: nothing repeats often enough\n");
      return;
    }
  printf ("; noise ±%s%s", noise, summary->is_noise ? ", Δ is within it" : "");
  if (summary->n_noise > 0)
    printf ("; %u of %u pairs within theirs, %s", summary->n_noise, lamina_comparison_get_n_pairs (self->comparison), within);
  putchar ('\n');
}

static void
write_summary (const LaminaCompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  g_autofree char *delta = lamina_comparison_dup_delta (summary->delta);
  g_autofree char *padded = dup_padded (delta);
  g_autofree char *percent = lamina_comparison_dup_percent (lamina_comparison_get_percent (summary->total_a,
                                                                                           summary->delta));

  write_side (self, FALSE);
  write_side (self, TRUE);
  if (summary->delta == LAMINA_ABSENT)
    {
      printf ("Δ  %s  %s\n\n", padded, lamina_comparison_get_reason (self->comparison));
      return;
    }
  printf ("Δ  %s  %s", padded, percent);
  write_noise (self);
  if (!summary->same_cost)
    printf ("   A and B state times of different kinds: see \"cost\" in lamina info\n");
  putchar ('\n');
}

static void
write_states (LaminaComparison *comparison)
{
  static const char *const headings[] = { "Pairs", ">Count", ">Δ", ">Share of Δ", NULL };
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  g_autoptr (LaminaTable) table = lamina_table_new (FALSE, headings);

  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    {
      lamina_table_add (table, lamina_pair_state_get_name ((LaminaPairState) i));
      lamina_table_add_integer (table, summary->n_states[i]);
      lamina_table_take (table, lamina_comparison_dup_delta (summary->deltas[i]));
      lamina_table_take (table, lamina_comparison_dup_percent (get_share (comparison, summary->deltas[i])));
    }
}

static void
write_types (LaminaComparison *comparison)
{
  static const char *const headings[] = { "Type", ">Pairs", ">A", ">B", ">Δ", ">Δ %", ">Share of Δ", NULL };
  g_autoptr (LaminaTable) table = lamina_table_new (FALSE, headings);

  for (guint i = 0; i < lamina_comparison_get_n_types (comparison); i++)
    {
      const LaminaComparisonType *type = lamina_comparison_get_type_row (comparison, i);

      if (type->cost_a == LAMINA_ABSENT && type->cost_b == LAMINA_ABSENT)
        continue;
      lamina_table_add (table, type->type);
      lamina_table_add_integer (table, type->n_pairs);
      lamina_table_take (table, lamina_figure_dup (type->cost_a, LAMINA_UNIT_NANOSECONDS));
      lamina_table_take (table, lamina_figure_dup (type->cost_b, LAMINA_UNIT_NANOSECONDS));
      lamina_table_take (table, lamina_comparison_dup_delta (type->delta));
      lamina_table_take (table, lamina_comparison_dup_percent (lamina_comparison_get_percent (type->cost_a,
                                                                                              type->delta)));
      lamina_table_take (table, lamina_comparison_dup_percent (get_share (comparison, type->delta)));
    }
}

/* `6`, or `1 → 6` where they differ. */
static char *
dup_calls (const LaminaPair *pair)
{
  if (pair->n_a == 0 || pair->n_b == 0 || pair->calls_a == pair->calls_b)
    return g_strdup_printf ("%" G_GINT64_FORMAT, MAX (pair->calls_a, pair->calls_b));
  return g_strdup_printf ("%" G_GINT64_FORMAT " → %" G_GINT64_FORMAT, pair->calls_a, pair->calls_b);
}

/* Layers that take the same time on both sides have no difference that could be chance. */
static const char *
get_noise_word (const LaminaPair *pair)
{
  if (pair->noise == LAMINA_ABSENT || pair->delta == LAMINA_ABSENT || pair->delta == 0)
    return NULL;
  return pair->is_noise ? "within" : "beyond";
}

static void
write_pair (LaminaComparison *comparison,
            LaminaTable      *table,
            guint             i,
            gboolean          noise)
{
  LaminaPair pair;

  lamina_comparison_get_pair (comparison, i, &pair);
  lamina_table_add (table, lamina_pair_state_get_name (pair.state));
  lamina_table_add (table, lamina_pair_basis_get_name (pair.basis));
  lamina_table_take (table, lamina_figure_dup (pair.cost_a, LAMINA_UNIT_NANOSECONDS));
  lamina_table_take (table, lamina_figure_dup (pair.cost_b, LAMINA_UNIT_NANOSECONDS));
  lamina_table_take (table, lamina_comparison_dup_delta (pair.delta));
  lamina_table_take (table, lamina_comparison_dup_percent (lamina_comparison_get_percent (pair.cost_a, pair.delta)));
  lamina_table_take (table, lamina_comparison_dup_percent (get_share (comparison, pair.delta)));
  if (noise)
    lamina_table_add (table, get_noise_word (&pair));
  lamina_table_take (table, dup_calls (&pair));
  lamina_table_take (table, lamina_comparison_dup_names (comparison, &pair, FALSE));
  lamina_table_take (table, lamina_comparison_dup_names (comparison, &pair, TRUE));
}

static void
write_pairs (LaminaComparison *comparison)
{
  static const char *const headings[] = {
    "State", "By", ">A", ">B", ">Δ", ">Δ %", ">Share of Δ", "Noise", ">Calls", "Layer of A", "Layer of B", NULL,
  };
  static const char *const headings_without_noise[] = {
    "State", "By", ">A", ">B", ">Δ", ">Δ %", ">Share of Δ", ">Calls", "Layer of A", "Layer of B", NULL,
  };
  gboolean noise = lamina_comparison_knows_noise (comparison);
  g_autoptr (LaminaTable) table = lamina_table_new (FALSE, noise ? headings : headings_without_noise);
  guint n;
  g_autofree guint32 *order =
    lamina_comparison_dup_order (comparison, LAMINA_PAIR_ALL_STATES, LAMINA_PAIR_COLUMN_CHANGE, TRUE, NULL, &n);

  for (guint i = 0; i < n; i++)
    write_pair (comparison, table, order[i], noise);
}

void
lamina_compare_write_text (const LaminaCompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);

  write_summary (self);
  write_states (self->comparison);
  putchar ('\n');
  if (summary->total_a != LAMINA_ABSENT || summary->total_b != LAMINA_ABSENT)
    {
      write_types (self->comparison);
      putchar ('\n');
    }
  write_pairs (self->comparison);
}
