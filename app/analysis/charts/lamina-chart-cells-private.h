/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

G_BEGIN_DECLS

/* What is said of the number of a row. */
typedef enum
{
  LAMINA_CHART_ESTIMATED = 1 << 0,
  LAMINA_CHART_SUSPICIOUS = 1 << 1,
} LaminaChartMarks;

/* What stands in a cell; which of them, the kind of its column says. */
typedef union
{
  gint64 integer;
  double real;
  const char *text;
  guint32 string;
} LaminaChartCell;

/*
 * A column of the table of a chart, with a cell for each row.
 *
 * step   how far apart amounts are that people are to tell apart; 0 where three digits do
 * marks  what is said of the number of each row; NULL while nothing is of any
 */
typedef struct
{
  LaminaChartColumn column;
  LaminaChartCell *cells;
  gint64 step;
  guint8 *marks;
} LaminaChartCells;

/* Gives it room for @n rows instead of @before. What is in the new cells is not known yet. */
void lamina_chart_cells_grow (LaminaChartCells *self,
                              guint             before,
                              guint             n);

void lamina_chart_cells_set_absent (LaminaChartCells *self,
                                    guint             row);

/* @n_room: for how many rows there is room. */
void lamina_chart_cells_mark (LaminaChartCells *self,
                              guint             row,
                              guint             n_room,
                              LaminaChartMarks  mark);

/* The number of a row; NaN for texts and where there is none. */
double lamina_chart_cells_get_number (const LaminaChartCells *self,
                                      guint                   row);

/* The number of a row with what is said of it; absent for texts. */
void lamina_chart_cells_get_value (const LaminaChartCells *self,
                                   guint                   row,
                                   LaminaLayerValue       *value);

/* The sum of @n rows; absent where numbers do not add up. */
void lamina_chart_cells_get_sum (const LaminaChartCells *self,
                                 guint                   first,
                                 guint                   n,
                                 LaminaLayerValue       *value);

void lamina_chart_cells_clear (LaminaChartCells *self);

G_END_DECLS
