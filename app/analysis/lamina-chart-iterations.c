/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-words-private.h"

#include <math.h>

/* Iterations: what the layers of each section of the run cost together, in the order of the sections. */

#define ENOUGH 8

enum
{
  COLUMN_TITLE,
  COLUMN_VALUE,
  COLUMN_DEVIATION,
  COLUMN_LAYERS,
  N_COLUMNS,
};

const char *
lamina_chart_find_no_sections (LaminaDocument *document,
                               LaminaRun      *run)
{
  if (lamina_run_get_n_sections (run) < 2)
    return N_("The run has no iterations or other sections.");
  return lamina_run_get_costs (run) != NULL ? NULL : N_("The file states no times of layers.");
}

static char *
dup_rest (guint n)
{
  return g_strdup_printf (ngettext ("%u section", "%u sections", n), n);
}

static void
add_columns (LaminaChartData *data)
{
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_TITLE] = { "section", _("Section"), LAMINA_LAYER_VALUE_TEXT, LAMINA_UNIT_NONE, LAMINA_CHART_USE_LABEL, 0 },
    [COLUMN_VALUE] = { "duration_ns", _("Sum of the layers"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
                       LAMINA_CHART_USE_VALUE, 0 },
    [COLUMN_DEVIATION] = { "of_median", _("Of the median"), LAMINA_LAYER_VALUE_SHARE, LAMINA_UNIT_NONE,
                           LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_LAYERS] = { "layers", _("Layers"), LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, LAMINA_CHART_USE_TABLE, 0 },
  };

  for (guint i = 0; i < N_COLUMNS; i++)
    lamina_chart_data_add_column (data, &columns[i]);
}

/* The layers of each section one behind the other: those of section i from @first[i] on. */
static guint32 *
list_layers (const LaminaChartSource *source,
             guint32                 *first)
{
  const guint32 *section = lamina_run_get_layers (source->run)->section;
  guint n_sections = lamina_run_get_n_sections (source->run);
  g_autofree guint32 *next = g_new0 (guint32, n_sections + 1);
  guint32 *list = g_new (guint32, MAX (source->n, 1));

  for (guint i = 0; i < source->n; i++)
    {
      guint32 own = lamina_column_row (section, source->rows[i]);

      if (own < n_sections)
        next[own + 1]++;
    }
  for (guint i = 0; i < n_sections; i++)
    next[i + 1] += next[i];
  for (guint i = 0; i <= n_sections; i++)
    first[i] = next[i];
  for (guint i = 0; i < source->n; i++)
    {
      guint32 own = lamina_column_row (section, source->rows[i]);

      if (own < n_sections)
        list[next[own]++] = source->rows[i];
    }
  return list;
}

static gint64
sum_costs (const gint64  *costs,
           const guint32 *layers,
           guint          n)
{
  gint64 sum = LAMINA_ABSENT;

  for (guint i = 0; i < n; i++)
    if (costs[layers[i]] != LAMINA_ABSENT)
      sum = lamina_number_add (sum == LAMINA_ABSENT ? 0 : sum, costs[layers[i]]);
  return sum;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static void
add_statistics (LaminaChartData *data,
                GArray          *sums)
{
  g_autoptr (GArray) sorted = g_array_copy (sums);
  gint64 median, least, most;
  g_autofree char *middle = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  g_array_sort (sorted, compare);
  median = g_array_index (sorted, gint64, (sorted->len + 1) / 2 - 1);
  least = g_array_index (sorted, gint64, 0);
  most = g_array_index (sorted, gint64, sorted->len - 1);
  for (guint row = 0; row < sums->len && median > 0; row++)
    lamina_chart_data_set_real (data, row, COLUMN_DEVIATION,
                                (double) g_array_index (sums, gint64, row) / (double) median);
  middle = lamina_figure_dup (median, LAMINA_UNIT_NANOSECONDS);
  from = lamina_figure_dup (least, LAMINA_UNIT_NANOSECONDS);
  to = lamina_figure_dup (most, LAMINA_UNIT_NANOSECONDS);
  lamina_chart_data_take_subtitle (data, g_strdup_printf (ngettext ("Sum of the layers of %u section",
                                                                    "Sum of the layers of each of %u sections: median %s, "
                                                                    "from %s to %s", sums->len),
                                                          sums->len, middle, from, to));
  /* Where there are few, their names stand where the line would. */
  if (sums->len >= ENOUGH)
    lamina_chart_data_add_mark (data, &(LaminaChartMark) { COLUMN_VALUE, FALSE, (double) median, _("median") });
}

gboolean
lamina_chart_fill_iterations (LaminaChartData         *data,
                              const LaminaChartSource *source)
{
  const gint64 *costs = lamina_run_get_costs (source->run);
  guint n = lamina_run_get_n_sections (source->run);
  g_autofree guint32 *first = g_new (guint32, n + 1);
  g_autofree guint32 *layers = list_layers (source, first);
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (gint64));

  add_columns (data);
  for (guint i = 0; i < n; i++)
    {
      gint64 sum = sum_costs (costs, layers + first[i], first[i + 1] - first[i]);
      guint row;

      if (g_cancellable_is_cancelled (source->cancellable))
        return FALSE;
      if (sum == LAMINA_ABSENT)
        continue;
      row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, layers + first[i], first[i + 1] - first[i]);
      lamina_chart_data_set_text (data, row, COLUMN_TITLE, lamina_run_get_section (source->run, i)->title);
      lamina_chart_data_set_integer (data, row, COLUMN_VALUE, sum);
      lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, first[i + 1] - first[i]);
      g_array_append_val (sums, sum);
    }
  lamina_chart_data_set_rest (data, dup_rest);
  if (sums->len > 0)
    add_statistics (data, sums);
  else
    lamina_chart_data_take_reason (data, g_strdup (_("No layer of a section has a time.")));
  return TRUE;
}
