/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-cells-private.h"

#include <math.h>
#include <string.h>

static gboolean
is_real (const LaminaChartCells *self)
{
  LaminaLayerValueKind kind = self->column.kind;

  return kind == LAMINA_LAYER_VALUE_REAL || kind == LAMINA_LAYER_VALUE_RATE || kind == LAMINA_LAYER_VALUE_SHARE;
}

void
lamina_chart_cells_grow (LaminaChartCells *self,
                         guint             before,
                         guint             n)
{
  self->cells = g_renew (LaminaChartCell, self->cells, n);
  if (self->marks == NULL)
    return;
  self->marks = g_renew (guint8, self->marks, n);
  memset (self->marks + before, 0, n - before);
}

void
lamina_chart_cells_set_absent (LaminaChartCells *self,
                               guint             row)
{
  if (is_real (self))
    self->cells[row].real = NAN;
  else if (self->column.holds_strings)
    self->cells[row].string = 0;
  else if (self->column.kind == LAMINA_LAYER_VALUE_TEXT)
    self->cells[row].text = "";
  else
    self->cells[row].integer = LAMINA_ABSENT;
}

void
lamina_chart_cells_mark (LaminaChartCells *self,
                         guint             row,
                         guint             n_room,
                         LaminaChartMarks  mark)
{
  if (self->marks == NULL)
    self->marks = g_new0 (guint8, n_room);
  self->marks[row] |= (guint8) mark;
}

static gboolean
has_mark (const LaminaChartCells *self,
          guint                   row,
          LaminaChartMarks        mark)
{
  return self->marks != NULL && (self->marks[row] & mark) != 0;
}

static gboolean
is_absent (const LaminaChartCells *self,
           const LaminaChartCell  *cell)
{
  if (self->column.kind == LAMINA_LAYER_VALUE_TEXT)
    return TRUE;
  return is_real (self) ? isnan (cell->real) : cell->integer == LAMINA_ABSENT;
}

double
lamina_chart_cells_get_number (const LaminaChartCells *self,
                               guint                   row)
{
  const LaminaChartCell *cell = &self->cells[row];

  if (is_absent (self, cell))
    return NAN;
  return is_real (self) ? cell->real : (double) cell->integer;
}

static void
set_value (LaminaLayerValue       *value,
           const LaminaChartCells *self,
           const LaminaChartCell  *cell)
{
  if (is_absent (self, cell))
    return;
  value->kind = self->column.kind;
  value->unit = self->column.unit;
  value->step = self->step;
  if (is_real (self))
    value->real = cell->real;
  else
    value->integer = cell->integer;
}

void
lamina_chart_cells_get_value (const LaminaChartCells *self,
                              guint                   row,
                              LaminaLayerValue       *value)
{
  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  set_value (value, self, &self->cells[row]);
  value->estimated = has_mark (self, row, LAMINA_CHART_ESTIMATED);
  value->suspicious = has_mark (self, row, LAMINA_CHART_SUSPICIOUS);
}

/* Rates, places, means, extremes and shares of all before don't add up. */
static gboolean
adds_up (const LaminaChartColumn *column)
{
  if (column->use == LAMINA_CHART_USE_CUMULATIVE || column->use == LAMINA_CHART_USE_ALONE || column->use == LAMINA_CHART_USE_X)
    return FALSE;
  return column->kind == LAMINA_LAYER_VALUE_COUNT || column->kind == LAMINA_LAYER_VALUE_AMOUNT
         || column->kind == LAMINA_LAYER_VALUE_SHARE;
}

void
lamina_chart_cells_get_sum (const LaminaChartCells *self,
                            guint                   first,
                            guint                   n,
                            LaminaLayerValue       *value)
{
  LaminaChartCell sum = { .integer = LAMINA_ABSENT };

  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  if (!adds_up (&self->column))
    return;
  if (is_real (self))
    sum.real = NAN;
  for (guint row = first; row < first + n; row++)
    {
      const LaminaChartCell *cell = &self->cells[row];

      if (is_absent (self, cell))
        continue;
      if (is_real (self))
        sum.real = isnan (sum.real) ? cell->real : sum.real + cell->real;
      else
        sum.integer = lamina_number_add (sum.integer, cell->integer);
      value->estimated |= has_mark (self, row, LAMINA_CHART_ESTIMATED);
    }
  set_value (value, self, &sum);
}

void
lamina_chart_cells_clear (LaminaChartCells *self)
{
  g_free (self->cells);
  g_free (self->marks);
}
