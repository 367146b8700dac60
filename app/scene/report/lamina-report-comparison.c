/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-comparison-layout.h"
#include "lamina-comparison-totals.h"
#include "lamina-difference-value.h"
#include "lamina-gettext.h"
#include "lamina-text.h"

/* What a report says of the difference to another document. */

static char *
dup_run_title (LaminaDocument *document,
               guint           run)
{
  return g_strdup (lamina_run_get_shown_title (lamina_document_get_run (document, run)));
}

static void
add_summary (LaminaReport     *self,
             LaminaComparison *comparison)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  const LaminaReportOptions *options = self->options;
  gboolean same_file = lamina_report_is_one_file (options);
  g_autofree char *a = same_file ? dup_run_title (options->document, options->run)
                                 : lamina_report_dup_side (options->document, options->run);
  g_autofree char *b = same_file ? dup_run_title (options->other, options->other_run)
                                 : lamina_report_dup_side (options->other, options->other_run);
  g_autofree char *sides = g_strdup_printf (_("A is %s, B is %s."), a, b);
  g_autofree char *delta = lamina_comparison_dup_delta (summary->delta);
  double part = lamina_comparison_get_percent (summary->total_a, summary->delta);
  guint n_regrouped = summary->n_states[LAMINA_PAIR_SPLIT] + summary->n_states[LAMINA_PAIR_MERGED];
  g_autofree char *percent = lamina_comparison_dup_percent (part);

  lamina_sheet_add_text (self->sheet, sides, FALSE);
  g_string_append (self->sheet->text, self->sheet->kind->facts_begin);
  lamina_sheet_take_fact (self->sheet, _("Time of A"), lamina_figure_dup (summary->total_a, LAMINA_UNIT_NANOSECONDS));
  lamina_sheet_take_fact (self->sheet, _("Time of B"), lamina_figure_dup (summary->total_b, LAMINA_UNIT_NANOSECONDS));
  if (summary->delta != LAMINA_ABSENT)
    lamina_sheet_take_fact (self->sheet, _("Difference"), g_strdup_printf ("%s (%s)", delta, percent));
  if (summary->noise != LAMINA_ABSENT && summary->delta != LAMINA_ABSENT)
    lamina_sheet_take_fact (self->sheet, _("Noise, up to"),
                            lamina_figure_dup (summary->noise, LAMINA_UNIT_NANOSECONDS));
  lamina_sheet_take_fact (self->sheet, _("Matched"),
                          lamina_figure_dup_exact (summary->n_states[LAMINA_PAIR_MATCHED], LAMINA_UNIT_NONE));
  lamina_sheet_take_fact (self->sheet, _("Only in A"),
                          lamina_figure_dup_exact (summary->n_states[LAMINA_PAIR_ONLY_A], LAMINA_UNIT_NONE));
  lamina_sheet_take_fact (self->sheet, _("Only in B"),
                          lamina_figure_dup_exact (summary->n_states[LAMINA_PAIR_ONLY_B], LAMINA_UNIT_NONE));
  if (n_regrouped > 0)
    lamina_sheet_take_fact (self->sheet, _("Split or merged"), lamina_figure_dup_exact (n_regrouped, LAMINA_UNIT_NONE));
  g_string_append (self->sheet->text, self->sheet->kind->facts_end);
  if (!summary->same_cost && summary->delta != LAMINA_ABSENT)
    lamina_sheet_add_text (self->sheet, _("A and B state different kinds of times: compare with care."), FALSE);
}

/* Kernels that became faster are no gain where devices then wait for something else. */
static void
add_totals (LaminaReport     *self,
            LaminaComparison *comparison)
{
  const char *const headings[] = { _("Total"), _(">A"), _(">B"), _(">Difference"), _(">in %"), NULL };
  g_autoptr (LaminaComparisonTotals) totals = lamina_comparison_totals_new (comparison, self->cancellable);
  g_autofree char *verdict = lamina_comparison_totals_dup_verdict (totals);

  if (lamina_comparison_totals_get_n (totals) == 0)
    return;
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < lamina_comparison_totals_get_n (totals); i++)
    {
      const LaminaComparisonTotal *total = lamina_comparison_totals_get (totals, i);
      gint64 delta = lamina_comparison_total_get_delta (total);

      lamina_sheet_take_cell (self->sheet, lamina_comparison_total_dup_title (total));
      lamina_sheet_take_cell (self->sheet, lamina_figure_dup (total->a, LAMINA_UNIT_NANOSECONDS));
      lamina_sheet_take_cell (self->sheet, lamina_figure_dup (total->b, LAMINA_UNIT_NANOSECONDS));
      lamina_sheet_take_cell (self->sheet, lamina_comparison_dup_delta (delta));
      lamina_sheet_take_cell (self->sheet, lamina_comparison_dup_percent (lamina_comparison_get_percent (total->a, delta)));
    }
  lamina_sheet_close_table (self->sheet);
  if (verdict != NULL)
    lamina_sheet_add_text (self->sheet, verdict, FALSE);
}

static void
add_pictures (LaminaReport     *self,
              LaminaComparison *comparison)
{
  g_autoptr (LaminaScene) waterfall = lamina_waterfall_layout (comparison, LAMINA_REPORT_WIDTH, 0, self->sheet->metrics);
  g_autoptr (LaminaScene) ties = lamina_ties_layout (comparison, LAMINA_REPORT_WIDTH, 0, LAMINA_ABSENT, LAMINA_ABSENT,
                                                     self->sheet->metrics);

  lamina_sheet_add_picture (self->sheet, 3, "ties", _("Both on one scale"), NULL,
                            lamina_comparison_is_measured (comparison)
                              ? _("A above, B below, at their times; bands join what is matched, thick edges mark what only "
                                  "one side has.")
                              : _("A above, B below, laid end to end; bands join what is matched, thick edges mark what only "
                                  "one side has."), ties);
  lamina_sheet_add_picture (self->sheet, 3, "waterfall", _("Where the difference comes from"), NULL, NULL, waterfall);
}

/* The name in A, with that in B below it where they differ, of the first layers of both sides. */
static void
add_pair_name (LaminaReport     *self,
               LaminaComparison *comparison,
               const LaminaPair *pair)
{
  g_autofree char *other = NULL;
  const char *names[2] = { NULL, NULL };

  for (guint side = 0; side < 2; side++)
    {
      LaminaRun *run = lamina_comparison_get_run (comparison, side == 1);
      const guint32 *layers = side == 0 ? pair->layers_a : pair->layers_b;

      if ((side == 0 ? pair->n_a : pair->n_b) > 0)
        names[side] = lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, layers[0]));
    }
  if (names[0] != NULL && names[1] != NULL && !g_str_equal (names[0], names[1]))
    other = g_strconcat ("→ ", names[1], NULL);
  lamina_sheet_add_noted (self->sheet, names[0] != NULL ? names[0] : names[1], other);
}

/* Besides the names; the last one only where something is known of noise. */
static const LaminaDifferenceColumn columns[] = {
  LAMINA_DIFFERENCE_COLUMN_STATE, LAMINA_DIFFERENCE_COLUMN_COST_A, LAMINA_DIFFERENCE_COLUMN_COST_B,
  LAMINA_DIFFERENCE_COLUMN_DELTA, LAMINA_DIFFERENCE_COLUMN_PERCENT, LAMINA_DIFFERENCE_COLUMN_WITHIN,
};

static char **
dup_headings (guint n_columns)
{
  char **headings = g_new0 (char *, n_columns + 2);

  headings[0] = g_strdup (_("Name"));
  for (guint i = 0; i < n_columns; i++)
    {
      const LaminaDifferenceColumnInfo *info = lamina_difference_column_get_info (columns[i]);

      headings[i + 1] = g_strconcat (info->is_text ? "" : ">", _(info->title), NULL);
    }
  return headings;
}

/* How many of the pairs, the largest differences first, differ at all. */
static guint
count_differing (LaminaComparison *comparison,
                 const guint32    *order,
                 guint             n)
{
  for (guint i = 0; i < n; i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (comparison, order[i], &pair);
      if (pair.delta == LAMINA_ABSENT || pair.delta == 0)
        return i;
    }
  return n;
}

static void
add_pairs (LaminaReport     *self,
           LaminaComparison *comparison)
{
  guint n_columns = G_N_ELEMENTS (columns) - (lamina_comparison_knows_noise (comparison) ? 0 : 1);
  g_auto (GStrv) headings = dup_headings (n_columns);
  guint n = 0, n_shown;
  g_autofree guint32 *order = lamina_comparison_dup_order (comparison, LAMINA_PAIR_ALL_STATES, LAMINA_PAIR_COLUMN_CHANGE,
                                                           TRUE, self->cancellable, &n);
  g_autofree char *heading = NULL;

  if (order == NULL)
    return;
  n = count_differing (comparison, order, n);
  if (n == 0)
    {
      lamina_sheet_add_text (self->sheet, _("Nothing differs."), FALSE);
      return;
    }
  n_shown = MIN (n, LAMINA_REPORT_ROWS);
  heading = n_shown == n ? g_strdup (_("Pairs by difference"))
                         : lamina_text_dup (_("The %u of %u pairs that differ most"), n_shown, n);
  lamina_sheet_add_heading (self->sheet, 3, heading);
  lamina_sheet_open_table (self->sheet, (const char *const *) headings);
  for (guint i = 0; i < n_shown; i++)
    {
      LaminaDifference pair;

      lamina_difference_init_pair (&pair, comparison, order[i]);
      add_pair_name (self, comparison, &pair.pair);
      for (guint j = 0; j < n_columns; j++)
        lamina_sheet_take_cell (self->sheet, lamina_difference_dup_text (&pair, columns[j]));
    }
  lamina_sheet_close_table (self->sheet);
}

void
lamina_report_add_comparison (LaminaReport *self)
{
  const LaminaReportOptions *options = self->options;
  LaminaComparisonSide a = { options->document, options->run, LAMINA_NONE };
  LaminaComparisonSide b = { options->other, options->other_run, LAMINA_NONE };
  g_autoptr (LaminaComparison) comparison = NULL;
  const char *reason;

  if (options->other == NULL)
    return;
  comparison = lamina_comparison_new (&a, &b, self->cancellable);
  if (comparison == NULL)
    return;
  lamina_sheet_add_heading (self->sheet, 2, _("Comparison"));
  add_summary (self, comparison);
  reason = lamina_comparison_get_reason (comparison);
  if (reason != NULL)
    {
      lamina_sheet_add_text (self->sheet, reason, FALSE);
      lamina_report_add_memory_comparison (self, comparison);
      return;
    }
  add_totals (self, comparison);
  add_pictures (self, comparison);
  add_pairs (self, comparison);
  lamina_report_add_memory_comparison (self, comparison);
}
