/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-bar-columns-private.h"

#include <math.h>

/* The lines of a picture of bars: which rows stand in it one by one, and what is written there. */

#define LEAST_ROW 18
#define MOST_ROW 32

gboolean
lamina_bar_begins_heading (LaminaChartData *data,
                           guint            heading,
                           guint            row)
{
  if (heading == LAMINA_NONE)
    return FALSE;
  return row == 0 || !g_str_equal (lamina_chart_data_get_text (data, row, heading),
                                   lamina_chart_data_get_text (data, row - 1, heading));
}

int
lamina_bars_get_height (LaminaChartData *data,
                        guint            n,
                        int              width)
{
  LaminaBarColumns columns = { 0 };
  int row_height = lamina_bar_columns_guess_wraps (data, n, width) ? LAMINA_BAR_WRAPPED_ROW : LAMINA_CHART_ROW, height = 0;

  lamina_bar_columns_find (&columns, data);
  for (guint row = 0; row < n; row++)
    height += row_height + (lamina_bar_begins_heading (data, columns.heading, row) ? LAMINA_BAR_HEADING : 0);
  return height + lamina_bar_columns_guess_legend_height (&columns, data, width);
}

/* The first row behind @row that stands under another heading. */
static guint
find_end (LaminaChartData *data,
          guint            heading,
          guint            row)
{
  guint n = lamina_chart_data_get_n_rows (data);

  if (heading == LAMINA_NONE)
    return n;
  for (row++; row < n && !lamina_bar_begins_heading (data, heading, row); row++)
    continue;
  return row;
}

static guint
count_headings (LaminaChartData *data,
                guint            heading)
{
  guint n = 0;

  for (guint row = 0; heading != LAMINA_NONE && row < lamina_chart_data_get_n_rows (data);
       row = find_end (data, heading, row))
    n++;
  return n;
}

int
lamina_bars_get_least_height (LaminaChartData *data,
                              int              width)
{
  LaminaBarColumns columns = { 0 };
  guint n = lamina_chart_data_get_n_rows (data);
  int height;

  lamina_bar_columns_find (&columns, data);
  height = lamina_bar_columns_guess_legend_height (&columns, data, width);
  for (guint row = 0, end; row < n; row = end)
    {
      end = find_end (data, columns.heading, row);
      height += (columns.heading != LAMINA_NONE ? LAMINA_BAR_HEADING : 0) + (int) MIN (end - row, 2) * LEAST_ROW;
    }
  return height;
}

static int
get_least_row (const LaminaBarColumns *columns)
{
  return columns->wraps ? LAMINA_BAR_WRAPPED_ROW : LEAST_ROW;
}

static int
get_usual_row (const LaminaBarColumns *columns)
{
  return columns->wraps ? LAMINA_BAR_WRAPPED_ROW : LAMINA_CHART_ROW;
}

GArray *
lamina_bar_lines_list (const LaminaPlot       *self,
                       const LaminaBarColumns *columns)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (LaminaBarLine));
  guint n = lamina_chart_data_get_n_rows (self->data);
  guint n_headings = count_headings (self->data, columns->heading);
  int room = self->height - lamina_bar_columns_get_legend_height (columns, self) - (int) n_headings * LAMINA_BAR_HEADING;
  guint fit = (guint) MAX (room / get_usual_row (columns) / (int) MAX (n_headings, 1), 2);

  if ((int) MIN (n, G_MAXINT / MOST_ROW) * get_least_row (columns) <= room)
    fit = n;
  for (guint begin = 0, end; begin < n; begin = end)
    {
      end = find_end (self->data, columns->heading, begin);
      for (guint row = begin; row < end;)
        {
          LaminaBarLine line = { row, end - begin <= fit || row + 1 < begin + fit ? 1 : end - row };

          g_array_append_val (lines, line);
          row += line.n;
        }
    }
  return lines;
}

int
lamina_bar_lines_get_row_height (const LaminaPlot       *self,
                                 const LaminaBarColumns *columns,
                                 GArray                 *lines)
{
  int n_headings = (int) count_headings (self->data, columns->heading);
  int room = self->height - lamina_bar_columns_get_legend_height (columns, self) - n_headings * LAMINA_BAR_HEADING;

  /* Few rows would be thick and still leave most of the chart free. */
  if ((int) lines->len * MOST_ROW * 2 < room)
    return get_usual_row (columns);
  return CLAMP (room / MAX ((int) lines->len, 1), get_least_row (columns), MOST_ROW);
}

double
lamina_bar_line_get_sum (const LaminaPlot    *self,
                         const LaminaBarLine *line,
                         guint                column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (column == LAMINA_NONE)
    return NAN;
  if (line->n == 1)
    return lamina_chart_data_get_number (self->data, line->first, column);
  lamina_chart_data_get_sum (self->data, line->first, line->n, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return NAN;
  return value.kind == LAMINA_LAYER_VALUE_SHARE || value.kind == LAMINA_LAYER_VALUE_REAL ? value.real
                                                                                        : (double) value.integer;
}

char *
lamina_bar_line_dup_figure (const LaminaPlot    *self,
                            const LaminaBarLine *line,
                            guint                column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (line->n == 1)
    lamina_chart_data_get_value (self->data, line->first, column, &value);
  else
    lamina_chart_data_get_sum (self->data, line->first, line->n, column, &value);
  return lamina_layer_value_dup_text (&value);
}

char *
lamina_bar_line_dup_name (const LaminaPlot    *self,
                          const LaminaBarLine *line,
                          const char          *prefix)
{
  return line->n == 1 ? lamina_plot_dup_label (self, line->first, prefix) : lamina_chart_data_dup_rest (self->data, line->n);
}
