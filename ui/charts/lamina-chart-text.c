/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-text.h"

#include "lamina-layer-text.h"
#include "lamina-tip.h"
#include "lamina-whole-name.h"

#include <glib/gi18n.h>

/* In characters, of a name and of what it stands under: nobody listens to more. */
#define LONGEST_NAME 300

/* So many tensors are named in a tooltip. */
#define MOST_ALIVE 6

static void
add_sum (GString         *text,
         LaminaChartData *data,
         guint            row,
         guint            n,
         guint            column)
{
  const char *title = lamina_chart_data_get_column (data, column)->title;
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *shown = NULL;
  g_autofree char *exact = NULL;
  g_autofree char *both = NULL;

  if (n == 1)
    lamina_chart_data_get_value (data, row, column, &value);
  else
    lamina_chart_data_get_sum (data, row, n, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT || (value.kind == LAMINA_LAYER_VALUE_TEXT && !*value.text))
    return;
  shown = lamina_layer_value_dup_cell (&value);
  exact = lamina_layer_value_dup_hint (&value);
  /* Translators: a rounded number, and the same with every digit. */
  both = exact ? g_strdup_printf (_("%s (%s)"), shown, exact) : NULL;
  /* What people read, and all digits behind it where that says more. */
  if (value.kind == LAMINA_LAYER_VALUE_TEXT || value.kind == LAMINA_LAYER_VALUE_COUNT || !exact || strcmp (shown, exact) == 0)
    lamina_tip_add_line (text, title, shown);
  else
    lamina_tip_add_line (text, title, both);
}

/* Rows without a name are places or ranges. */
static char *
dup_place (LaminaChartData *data,
           guint            row)
{
  guint first = lamina_chart_data_find_column (data, LAMINA_CHART_USE_X);
  g_auto (LaminaLayerValue) from = { 0 };
  g_auto (LaminaLayerValue) to = { 0 };
  g_autofree char *begin = NULL;
  g_autofree char *end = NULL;

  if (first == LAMINA_NONE)
    return g_strdup ("");
  lamina_chart_data_get_value (data, row, first, &from);
  begin = lamina_layer_value_dup_text (&from);
  if (first + 1 >= lamina_chart_data_get_n_columns (data)
      || lamina_chart_data_get_column (data, first + 1)->use != LAMINA_CHART_USE_X)
    /* Translators: a time or a step. */
    return g_strdup_printf (_("At %s"), begin);
  lamina_chart_data_get_value (data, row, first + 1, &to);
  end = lamina_layer_value_dup_text (&to);
  /* Translators: two times. */
  return g_strdup_printf (_("%s to %s"), begin, end);
}

/* The label, with what it stands under where rows are divided. */
static char *
dup_name (LaminaChartData *data,
          guint            row)
{
  const char *heading = lamina_chart_data_get_text (data, row, lamina_chart_data_find_column (data,
                                                                                            LAMINA_CHART_USE_HEADING));
  const char *label = lamina_chart_data_get_text (data, row, lamina_chart_data_find_column (data,
                                                                                          LAMINA_CHART_USE_LABEL));
  g_autofree char *name = NULL;
  g_autofree char *under = NULL;

  if (!*label && !*heading)
    return dup_place (data, row);
  name = lamina_whole_name_dup_cut (label, LONGEST_NAME);
  under = lamina_whole_name_dup_cut (heading, LONGEST_NAME);
  /* Translators: what a row of a chart stands under, and its name. */
  return *under ? g_strdup_printf (_("%s: %s"), under, name) : g_steal_pointer (&name);
}

/* The largest tensors that are kept in a step. */
static void
add_alive (GString         *text,
           LaminaChartData *data,
           guint            row)
{
  LaminaTimebase *timebase;
  LaminaLiveSet *live = lamina_chart_data_get_live (data, &timebase);
  LaminaRun *run = lamina_document_get_run (lamina_chart_data_get_document (data), lamina_chart_data_get_run (data));
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint n;
  LaminaLiveSum sum;
  g_autofree guint32 *alive = lamina_live_set_list (live, lamina_live_set_get_steps (live)->position[row], &sum, &n);
  g_autofree char *count = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);

  lamina_tip_add_line (text, _("Live tensors"), count);
  for (guint i = 0; i < MIN (n, MOST_ALIVE); i++)
    {
      gint64 bytes = lamina_column_number (tensors->bytes, alive[i]);
      g_autofree char *size = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
      const char *name = lamina_run_get_string (run, lamina_column_id (tensors->name, alive[i]));

      lamina_tip_add_line (text, size, *name ? name : _("No name"));
    }
  if (n > MOST_ALIVE)
    {
      g_autofree char *more = lamina_figure_dup_exact (n - MOST_ALIVE, LAMINA_UNIT_NONE);

      lamina_tip_add_line (text, _("and more"), more);
    }
}

char *
lamina_chart_text_dup_tooltip (LaminaChartData *data,
                               guint            row,
                               guint            n)
{
  g_autofree char *name = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean has_label;

  g_return_val_if_fail (data != NULL && n > 0 && row + n <= lamina_chart_data_get_n_rows (data), NULL);

  has_label = lamina_chart_data_find_column (data, LAMINA_CHART_USE_LABEL) != LAMINA_NONE;
  name = n == 1 ? dup_name (data, row) : lamina_chart_data_dup_rest (data, n);
  lamina_tip_add_title (text, name);
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    {
      LaminaChartUse use = lamina_chart_data_get_column (data, i)->use;

      if (use != LAMINA_CHART_USE_LABEL && use != LAMINA_CHART_USE_HEADING && (use != LAMINA_CHART_USE_X || has_label))
        add_sum (text, data, row, n, i);
    }
  if (lamina_chart_data_get_live (data, NULL))
    add_alive (text, data, row);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
lamina_chart_text_dup_row (LaminaChartData *data,
                           guint            row)
{
  g_autofree char *name = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (data != NULL && row < lamina_chart_data_get_n_rows (data), NULL);

  name = dup_name (data, row);
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    {
      const LaminaChartColumn *column = lamina_chart_data_get_column (data, i);
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *shown = NULL;

      if (column->use == LAMINA_CHART_USE_LABEL || column->use == LAMINA_CHART_USE_HEADING)
        continue;
      lamina_chart_data_get_value (data, row, i, &value);
      if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
        continue;
      shown = lamina_layer_value_dup_cell (&value);
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", column->title, shown);
    }
  /* Translators: the name of a row, and its values. */
  return g_strdup_printf (_("%s: %s"), name, text->str);
}

/* What would end a cell or set type stands for itself. */
static void
add_cell (GString    *text,
          const char *cell)
{
  g_string_append (text, "| ");
  for (; *cell; cell++)
    {
      if (strchr ("|\\`*_<", *cell))
        g_string_append_c (text, '\\');
      g_string_append_c (text, *cell == '\n' || *cell == '\r' ? ' ' : *cell);
    }
  g_string_append_c (text, ' ');
}

char *
lamina_chart_text_dup_markdown (LaminaChartData *data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;

  g_return_val_if_fail (data != NULL, NULL);

  n = lamina_chart_data_get_n_columns (data);
  for (guint i = 0; i < n; i++)
    add_cell (text, lamina_chart_data_get_column (data, i)->title);
  g_string_append (text, "|\n");
  for (guint i = 0; i < n; i++)
    g_string_append (text, lamina_chart_data_get_column (data, i)->kind == LAMINA_LAYER_VALUE_TEXT ? "| --- "
                                                                                                   : "| ---: ");
  g_string_append (text, "|\n");
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      for (guint i = 0; i < n; i++)
        {
          g_auto (LaminaLayerValue) value = { 0 };
          g_autofree char *cell = NULL;

          lamina_chart_data_get_value (data, row, i, &value);
          cell = lamina_layer_value_dup_text (&value);
          add_cell (text, cell);
        }
      g_string_append (text, "|\n");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
