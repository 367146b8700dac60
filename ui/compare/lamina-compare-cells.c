/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-cells.h"

#include "lamina-core.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *const state_titles[] = {
  N_("matched"), N_("only in A"), N_("only in B"), N_("split"), N_("merged"),
};

G_STATIC_ASSERT (G_N_ELEMENTS (state_titles) == LAMINA_N_PAIR_STATES);

static char *
dup_calls (const LaminaPair *pair)
{
  if (pair->n_a == 0 || pair->n_b == 0 || pair->calls_a == pair->calls_b)
    return lamina_figure_dup (MAX (pair->calls_a, pair->calls_b), LAMINA_UNIT_NONE);
  return g_strdup_printf ("%" G_GINT64_FORMAT "\u00a0→\u00a0%" G_GINT64_FORMAT, pair->calls_a, pair->calls_b);
}

static char *
dup_noise (const LaminaPair *pair)
{
  g_autofree char *figure = NULL;

  if (pair->noise == LAMINA_ABSENT)
    return g_strdup ("—");
  figure = lamina_figure_dup (pair->noise, LAMINA_UNIT_NANOSECONDS);
  return g_strconcat ("±", figure, NULL);
}

char *
lamina_pair_dup_cell (LaminaComparison *comparison,
                      const LaminaPair *pair,
                      LaminaPairCell    cell)
{
  gint64 total = lamina_comparison_get_summary (comparison)->delta;
  char *name;

  switch (cell)
    {
    case LAMINA_PAIR_CELL_STATE:
      return g_strdup (_(state_titles[pair->state]));
    case LAMINA_PAIR_CELL_NAME_A:
    case LAMINA_PAIR_CELL_NAME_B:
      name = lamina_comparison_dup_labels (comparison, pair, cell == LAMINA_PAIR_CELL_NAME_B);
      return name ? name : g_strdup ("—");
    case LAMINA_PAIR_CELL_COST_A:
      return lamina_figure_dup (pair->cost_a, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_PAIR_CELL_COST_B:
      return lamina_figure_dup (pair->cost_b, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_PAIR_CELL_DELTA:
      return lamina_comparison_dup_delta (pair->delta);
    case LAMINA_PAIR_CELL_PERCENT:
      return lamina_comparison_dup_percent (lamina_comparison_get_percent (pair->cost_a, pair->delta));
    case LAMINA_PAIR_CELL_SHARE:
      return lamina_comparison_dup_percent (lamina_comparison_get_percent (total, pair->delta));
    case LAMINA_PAIR_CELL_CALLS:
      return dup_calls (pair);
    case LAMINA_PAIR_CELL_NOISE:
    default:
      return dup_noise (pair);
    }
}

/* Every digit of a number, the whole of a name. */
char *
lamina_pair_dup_exact (LaminaComparison *comparison,
                       const LaminaPair *pair,
                       LaminaPairCell    cell)
{
  char *name = cell == LAMINA_PAIR_CELL_NAME_A || cell == LAMINA_PAIR_CELL_NAME_B
               ? lamina_comparison_dup_names (comparison, pair, cell == LAMINA_PAIR_CELL_NAME_B) : NULL;

  if (name)
    return name;
  if (cell == LAMINA_PAIR_CELL_COST_A)
    return lamina_figure_dup_exact (pair->cost_a, LAMINA_UNIT_NANOSECONDS);
  if (cell == LAMINA_PAIR_CELL_COST_B)
    return lamina_figure_dup_exact (pair->cost_b, LAMINA_UNIT_NANOSECONDS);
  if (cell == LAMINA_PAIR_CELL_DELTA)
    return lamina_figure_dup_exact (pair->delta, LAMINA_UNIT_NANOSECONDS);
  return lamina_pair_dup_cell (comparison, pair, cell);
}

static void
append_text (GString    *text,
             const char *cell)
{
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, ',');
  if (!strpbrk (cell, ",\"\r\n"))
    {
      g_string_append (text, cell);
      return;
    }
  g_string_append_c (text, '"');
  for (; *cell != '\0'; cell++)
    g_string_append (text, *cell == '"' ? "\"\"" : (char[]) { *cell, '\0' });
  g_string_append_c (text, '"');
}

static void
append_number (GString *text,
               gint64   value)
{
  g_autofree char *digits = value == LAMINA_ABSENT ? g_strdup ("") : g_strdup_printf ("%" G_GINT64_FORMAT, value);

  g_string_append_c (text, ',');
  g_string_append (text, digits);
}

void
lamina_pair_append_csv (GString          *text,
                        LaminaComparison *comparison,
                        const LaminaPair *pair)
{
  g_autofree char *a = lamina_comparison_dup_names (comparison, pair, FALSE);
  g_autofree char *b = lamina_comparison_dup_names (comparison, pair, TRUE);

  append_text (text, lamina_pair_state_get_name (pair->state));
  append_text (text, a ? a : "");
  append_text (text, b ? b : "");
  append_text (text, lamina_comparison_get_pair_type (comparison, pair, NULL));
  append_number (text, pair->cost_a);
  append_number (text, pair->cost_b);
  append_number (text, pair->delta);
  append_number (text, pair->noise);
  g_string_append_c (text, '\n');
}
