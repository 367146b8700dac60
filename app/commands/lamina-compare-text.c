/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-output.h"

#include "lamina-compare-memory.h"
#include "lamina-comparison-totals.h"
#include "lamina-difference-value.h"
#include "lamina-layer-noun.h"
#include "lamina-row-writer.h"

#include <math.h>
#include <stdio.h>

/* Letters that the longest of the three figures at the head has: `+20.4 ms`. */
#define FIGURE_WIDTH 8

static double
get_share_percent (LaminaComparison *comparison,
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
            gboolean             is_b)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  const LaminaComparisonSide *side = lamina_comparison_get_side (self->comparison, is_b);
  LaminaRun *run = lamina_comparison_get_run (self->comparison, is_b);
  guint n = is_b ? summary->n_layers_b : summary->n_layers_a;
  g_autofree char *file = g_filename_display_basename (self->files[is_b ? 1 : 0]);
  g_autofree char *figure = lamina_figure_dup (is_b ? summary->total_b : summary->total_a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *padded = dup_padded (figure);
  g_autofree char *text = NULL;
  g_autofree char *visible = NULL;
  const char *section = side->section != LAMINA_NONE ? lamina_run_get_section (run, side->section)->title : NULL;

  text = g_strdup_printf ("%s  %s  %u %s  %s, %s%s%s", is_b ? "B" : "A", padded, n, lamina_layers_get_word (run, n), file,
                          lamina_run_get_title (run), section != NULL ? ", " : "", section != NULL ? section : "");
  visible = lamina_visible_dup (text);
  printf ("%s\n", visible);
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

/* Kernels that became faster are no gain where devices then wait for something else: so both totals are there. */
static void
write_totals (LaminaComparison *comparison)
{
  static const char *const headings[] = { "Total", ">A", ">B", ">Δ", ">Δ %", NULL };
  g_autoptr (LaminaComparisonTotals) totals = lamina_comparison_totals_new (comparison, NULL);
  g_autofree char *verdict = lamina_comparison_totals_dup_verdict (totals);
  LaminaRowWriter *writer;

  if (lamina_comparison_totals_get_n (totals) == 0)
    return;
  writer = lamina_row_writer_new (LAMINA_FORMAT_TABLE, headings);
  for (guint i = 0; i < lamina_comparison_totals_get_n (totals); i++)
    {
      const LaminaComparisonTotal *total = lamina_comparison_totals_get (totals, i);
      gint64 delta = lamina_comparison_total_get_delta (total);

      lamina_row_writer_take (writer, lamina_comparison_total_dup_title (total));
      lamina_row_writer_take (writer, lamina_figure_dup (total->a, LAMINA_UNIT_NANOSECONDS));
      lamina_row_writer_take (writer, lamina_figure_dup (total->b, LAMINA_UNIT_NANOSECONDS));
      lamina_row_writer_take (writer, lamina_comparison_dup_delta (delta));
      lamina_row_writer_take (writer, lamina_comparison_dup_percent (lamina_comparison_get_percent (total->a, delta)));
    }
  lamina_row_writer_free (writer);
  if (verdict != NULL)
    printf ("\n%s\n", verdict);
  putchar ('\n');
}

static void
write_states (LaminaComparison *comparison)
{
  static const char *const headings[] = { "Pairs", ">Count", ">Δ", ">Share of Δ", NULL };
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  g_autoptr (LaminaRowWriter) writer = lamina_row_writer_new (LAMINA_FORMAT_TABLE, headings);

  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    {
      lamina_row_writer_add (writer, lamina_pair_state_get_name ((LaminaPairState) i));
      lamina_row_writer_add_count (writer, summary->n_states[i]);
      lamina_row_writer_take (writer, lamina_comparison_dup_delta (summary->deltas[i]));
      lamina_row_writer_take (writer, lamina_comparison_dup_percent (get_share_percent (comparison, summary->deltas[i])));
    }
}

/* Its heading of the table in the window; numbers stand at the right. */
static LaminaRowWriter *
open_table (const LaminaDifferenceColumn *columns,
            guint                         n)
{
  g_auto (GStrv) headings = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const LaminaDifferenceColumnInfo *info = lamina_difference_column_get_info (columns[i]);

      headings[i] = g_strconcat (info->is_text ? "" : ">", info->title, NULL);
    }
  return lamina_row_writer_new (LAMINA_FORMAT_TABLE, (const char *const *) headings);
}

/* Words are those of CSV and JSON, for who searches in what is printed. */
static void
write_row (LaminaRowWriter              *writer,
           const LaminaDifference       *row,
           const LaminaDifferenceColumn *columns,
           guint                         n)
{
  for (guint i = 0; i < n; i++)
    if (columns[i] == LAMINA_DIFFERENCE_COLUMN_STATE)
      lamina_row_writer_add (writer, lamina_pair_state_get_name (row->pair.state));
    else
      lamina_row_writer_take (writer, lamina_difference_dup_text (row, columns[i]));
}

static void
write_types (LaminaComparison *comparison)
{
  static const LaminaDifferenceColumn columns[] = {
    LAMINA_DIFFERENCE_COLUMN_TYPE, LAMINA_DIFFERENCE_COLUMN_PAIRS, LAMINA_DIFFERENCE_COLUMN_COST_A,
    LAMINA_DIFFERENCE_COLUMN_COST_B, LAMINA_DIFFERENCE_COLUMN_DELTA, LAMINA_DIFFERENCE_COLUMN_PERCENT,
    LAMINA_DIFFERENCE_COLUMN_SHARE,
  };
  g_autoptr (LaminaRowWriter) writer = open_table (columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < lamina_comparison_get_n_types (comparison); i++)
    {
      LaminaDifference type;

      lamina_difference_init_type (&type, comparison, i);
      if (type.pair.cost_a != LAMINA_ABSENT || type.pair.cost_b != LAMINA_ABSENT)
        write_row (writer, &type, columns, G_N_ELEMENTS (columns));
    }
}

/* Returns how many columns are left. */
static guint
leave_out (LaminaDifferenceColumn *columns,
           guint                   n,
           LaminaDifferenceColumn  column)
{
  guint left = 0;

  for (guint i = 0; i < n; i++)
    if (columns[i] != column)
      columns[left++] = columns[i];
  return left;
}

static void
write_pairs (LaminaComparison *comparison)
{
  LaminaDifferenceColumn columns[] = {
    LAMINA_DIFFERENCE_COLUMN_STATE, LAMINA_DIFFERENCE_COLUMN_BASIS, LAMINA_DIFFERENCE_COLUMN_COST_A,
    LAMINA_DIFFERENCE_COLUMN_COST_B, LAMINA_DIFFERENCE_COLUMN_DELTA, LAMINA_DIFFERENCE_COLUMN_PERCENT,
    LAMINA_DIFFERENCE_COLUMN_SHARE, LAMINA_DIFFERENCE_COLUMN_WITHIN, LAMINA_DIFFERENCE_COLUMN_CALLS,
    LAMINA_DIFFERENCE_COLUMN_NAME_A, LAMINA_DIFFERENCE_COLUMN_NAME_B,
  };
  guint n_columns = G_N_ELEMENTS (columns), n;
  g_autoptr (LaminaRowWriter) writer = NULL;
  g_autofree guint32 *order =
    lamina_comparison_dup_order (comparison, LAMINA_PAIR_ALL_STATES, LAMINA_PAIR_COLUMN_CHANGE, TRUE, NULL, &n);

  if (!lamina_comparison_knows_noise (comparison))
    n_columns = leave_out (columns, n_columns, LAMINA_DIFFERENCE_COLUMN_WITHIN);
  writer = open_table (columns, n_columns);
  for (guint i = 0; i < n; i++)
    {
      LaminaDifference pair;

      lamina_difference_init_pair (&pair, comparison, order[i]);
      write_row (writer, &pair, columns, n_columns);
    }
}

void
lamina_compare_output_write_text (const LaminaCompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);

  write_summary (self);
  write_totals (self->comparison);
  write_states (self->comparison);
  putchar ('\n');
  if (summary->total_a != LAMINA_ABSENT || summary->total_b != LAMINA_ABSENT)
    {
      write_types (self->comparison);
      putchar ('\n');
    }
  write_pairs (self->comparison);
  lamina_compare_memory_write (self->comparison);
}
