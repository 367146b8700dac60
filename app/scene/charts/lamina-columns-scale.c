/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-columns-private.h"

#include <math.h>

#define TICK_DISTANCE 34
#define MOST_LEVELS 8
#define HEADROOM 1.14

/* What takes less than this part of the mean time of a layer says nothing about how fast something is. */
#define LEAST_OF_MEAN 0.1

/* Columns and lines that are so many times as high as the others would leave no room to these. */
#define MOST_ABOVE 2

/* The time that a rate is over; LAMINA_NONE when the chart has none. */
static guint
find_time (LaminaChartData *data)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    if (lamina_chart_data_get_column (data, i)->unit == LAMINA_UNIT_NANOSECONDS)
      return i;
  return LAMINA_NONE;
}

/* The largest number of rows that take at least @least of the time in column @time. */
static double
get_largest_row (const LaminaColumns *self,
                 const LaminaPlot    *plot,
                 guint                value,
                 guint                time,
                 double               least)
{
  double largest = 0;

  /* Few are larger than all before them, so that few are asked for their time. */
  for (guint row = 0; row < self->n_rows; row++)
    {
      double number = lamina_chart_data_get_number (plot->data, row, value);

      if (number > largest && (time == LAMINA_NONE || lamina_chart_data_get_number (plot->data, row, time) >= least))
        largest = number;
    }
  return largest;
}

/* The same of rates, without those of rows that are too short to say how fast something is. */
static double
get_largest_rate (const LaminaColumns *self,
                  const LaminaPlot    *plot,
                  guint                value)
{
  guint time = find_time (plot->data);
  double all = get_largest_row (self, plot, value, LAMINA_NONE, 0);
  double sum = 0, largest;

  if (time == LAMINA_NONE)
    return all;
  for (guint row = 0; row < self->n_rows; row++)
    sum += fmax (lamina_chart_data_get_number (plot->data, row, time), 0);
  largest = get_largest_row (self, plot, value, time, LEAST_OF_MEAN * sum / self->n_rows);
  return largest > 0 && all > MOST_ABOVE * largest ? largest : all;
}

/* Lines far above all columns are told in words. */
static double
get_largest (const LaminaColumns *self,
             const LaminaPlot    *plot,
             guint                value)
{
  gboolean is_rate = lamina_chart_data_get_column (plot->data, value)->kind == LAMINA_LAYER_VALUE_RATE;
  double rows = is_rate ? get_largest_rate (self, plot, value) : get_largest_row (self, plot, value, LAMINA_NONE, 0);
  double largest = rows;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (plot->data, i);
      double top = mark->value + mark->spread;

      if (mark->column == value && (rows <= 0 || top <= 2 * MOST_ABOVE * rows))
        largest = fmax (largest, top);
    }
  return largest;
}

LaminaScale
lamina_columns_get_scale (const LaminaColumns *self,
                          const LaminaPlot    *plot,
                          guint                panel)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (plot->data, self->values[panel]);
  int top = self->top + (int) panel * (self->panel_height + LAMINA_COLUMNS_GAP)
            + (self->n_panels > 1 ? LAMINA_COLUMNS_TITLE : 0);
  int bottom = self->top + (int) panel * (self->panel_height + LAMINA_COLUMNS_GAP) + self->panel_height;

  bottom = MAX (bottom, top + 1);
  return lamina_scale_init_linear (column->kind, column->unit, get_largest (self, plot, self->values[panel]) * HEADROOM,
                                   bottom, top, MAX (TICK_DISTANCE, (bottom - top) / MOST_LEVELS));
}

gboolean
lamina_columns_is_above (const LaminaScale *scale,
                         double             number)
{
  return number > scale->high * (1 + 1e-9);
}

double
lamina_columns_get_y (const LaminaScale *scale,
                      double             number)
{
  return lamina_columns_is_above (scale, number) ? scale->to : lamina_scale_get_place (scale, number);
}
