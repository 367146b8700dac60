/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-data-private.h"

#include <math.h>
#include <string.h>

/* The rows of the table of a chart, and what stands in their cells. */

static gboolean
is_real (LaminaLayerValueKind kind)
{
  return kind == LAMINA_LAYER_VALUE_REAL || kind == LAMINA_LAYER_VALUE_RATE || kind == LAMINA_LAYER_VALUE_SHARE;
}

static void
set_absent (LaminaChartCells *self,
            guint             row)
{
  if (is_real (self->column.kind))
    self->cells[row].real = NAN;
  else if (self->holds_strings)
    self->cells[row].string = 0;
  else if (self->column.kind == LAMINA_LAYER_VALUE_TEXT)
    self->cells[row].text = "";
  else
    self->cells[row].integer = LAMINA_ABSENT;
}

/* Doubles the room for rows. */
static void
grow (LaminaChartData *self)
{
  guint n = MAX (self->n_room * 2, 64);

  self->families = g_renew (guint8, self->families, n);
  for (guint i = 0; i < self->columns->len; i++)
    {
      LaminaChartCells *column = &g_array_index (self->columns, LaminaChartCells, i);

      column->cells = g_renew (LaminaChartCell, column->cells, n);
      if (column->marks == NULL)
        continue;
      column->marks = g_renew (guint8, column->marks, n);
      memset (column->marks + self->n_room, 0, n - self->n_room);
    }
  self->n_room = n;
}

const char *
lamina_chart_data_keep (LaminaChartData *self,
                        const char      *text)
{
  return g_string_chunk_insert_const (self->strings, text);
}

guint
lamina_chart_data_add_column (LaminaChartData         *self,
                              const LaminaChartColumn *column)
{
  LaminaChartCells added = { .column = *column };

  g_assert (self->n_rows == 0 && self->n_room == 0);

  g_array_append_val (self->columns, added);
  return self->columns->len - 1;
}

guint
lamina_chart_data_add_row (LaminaChartData *self,
                           LaminaFamily     family,
                           const guint32   *layers,
                           guint            n)
{
  guint row = self->n_rows;

  if (row == self->n_room)
    grow (self);
  self->n_rows++;
  self->families[row] = (guint8) family;
  if (n > 0)
    g_array_append_vals (self->layers, layers, n);
  g_array_append_vals (self->first_layer, &self->layers->len, 1);
  for (guint i = 0; i < self->columns->len; i++)
    set_absent (&g_array_index (self->columns, LaminaChartCells, i), row);
  return row;
}

static LaminaChartCells *
get_column (LaminaChartData *self,
            guint            column)
{
  return &g_array_index (self->columns, LaminaChartCells, column);
}

static LaminaChartCell *
get_cell (LaminaChartData *self,
          guint            row,
          guint            column)
{
  return &get_column (self, column)->cells[row];
}

void
lamina_chart_data_set_step (LaminaChartData *self,
                            guint            column,
                            gint64           step)
{
  get_column (self, column)->step = step;
}

void
lamina_chart_data_set_text (LaminaChartData *self,
                            guint            row,
                            guint            column,
                            const char      *text)
{
  get_cell (self, row, column)->text = text;
}

void
lamina_chart_data_hold_strings (LaminaChartData *self,
                                guint            column)
{
  g_assert (self->n_rows == 0 && get_column (self, column)->column.kind == LAMINA_LAYER_VALUE_TEXT);

  get_column (self, column)->holds_strings = TRUE;
}

void
lamina_chart_data_set_string (LaminaChartData *self,
                              guint            row,
                              guint            column,
                              guint32          string)
{
  get_cell (self, row, column)->string = string;
}

void
lamina_chart_data_copy_text (LaminaChartData *self,
                             guint            row,
                             guint            column,
                             const char      *text)
{
  get_cell (self, row, column)->text = g_string_chunk_insert (self->strings, text);
}

void
lamina_chart_data_set_integer (LaminaChartData *self,
                               guint            row,
                               guint            column,
                               gint64           value)
{
  get_cell (self, row, column)->integer = value;
}

void
lamina_chart_data_set_real (LaminaChartData *self,
                            guint            row,
                            guint            column,
                            double           value)
{
  get_cell (self, row, column)->real = value;
}

static void
set_mark (LaminaChartData *self,
          guint            row,
          guint            column,
          guint8           mark)
{
  LaminaChartCells *to = get_column (self, column);

  if (to->marks == NULL)
    to->marks = g_new0 (guint8, self->n_room);
  to->marks[row] |= mark;
}

void
lamina_chart_data_set_estimated (LaminaChartData *self,
                                 guint            row,
                                 guint            column,
                                 gboolean         estimated)
{
  if (estimated)
    set_mark (self, row, column, LAMINA_CHART_MARK_ESTIMATED);
}

void
lamina_chart_data_set_suspicious (LaminaChartData *self,
                                  guint            row,
                                  guint            column,
                                  gboolean         suspicious)
{
  if (suspicious)
    set_mark (self, row, column, LAMINA_CHART_MARK_SUSPICIOUS);
}

void
lamina_chart_data_set_rate (LaminaChartData  *self,
                            guint             row,
                            guint             column,
                            const LaminaRate *rate)
{
  if (isnan (rate->per_second))
    return;
  lamina_chart_data_set_real (self, row, column, rate->per_second);
  lamina_chart_data_set_estimated (self, row, column, rate->estimated);
  lamina_chart_data_set_suspicious (self, row, column, rate->doubt != LAMINA_DOUBT_NONE);
}

static gboolean
has_mark (const LaminaChartCells *from,
          guint                   row,
          guint8                  mark)
{
  return from->marks != NULL && (from->marks[row] & mark) != 0;
}

/* A number; texts are never asked for here. */
static gboolean
is_absent (LaminaLayerValueKind   kind,
           const LaminaChartCell *cell)
{
  return is_real (kind) ? isnan (cell->real) : cell->integer == LAMINA_ABSENT;
}

static void
set_value (LaminaLayerValue       *value,
           const LaminaChartCells *from,
           const LaminaChartCell  *cell)
{
  const LaminaChartColumn *column = &from->column;

  if (is_absent (column->kind, cell))
    return;
  value->kind = column->kind;
  value->unit = column->unit;
  value->step = from->step;
  if (is_real (column->kind))
    value->real = cell->real;
  else
    value->integer = cell->integer;
}

static const char *
get_text (LaminaChartData        *self,
          const LaminaChartCells *column,
          guint                   row)
{
  const LaminaChartCell *cell = &column->cells[row];

  if (column->holds_strings)
    return lamina_run_get_string (lamina_document_get_run (self->document, self->run), cell->string);
  return cell->text;
}

void
lamina_chart_data_get_value (LaminaChartData  *self,
                             guint             row,
                             guint             column,
                             LaminaLayerValue *value)
{
  const LaminaChartCells *from;

  g_return_if_fail (self != NULL && value != NULL);
  g_return_if_fail (row < self->n_rows && column < self->columns->len);

  from = get_column (self, column);
  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  if (from->column.kind != LAMINA_LAYER_VALUE_TEXT)
    set_value (value, from, get_cell (self, row, column));
  else if (*get_text (self, from, row) != '\0')
    {
      value->kind = LAMINA_LAYER_VALUE_TEXT;
      value->text = g_strdup (get_text (self, from, row));
    }
  value->estimated = has_mark (from, row, LAMINA_CHART_MARK_ESTIMATED);
  value->suspicious = has_mark (from, row, LAMINA_CHART_MARK_SUSPICIOUS);
}

double
lamina_chart_data_get_number (LaminaChartData *self,
                              guint            row,
                              guint            column)
{
  const LaminaChartCell *cell;
  LaminaLayerValueKind kind;

  g_return_val_if_fail (self != NULL && row < self->n_rows, NAN);

  if (column >= self->columns->len)
    return NAN;
  kind = get_column (self, column)->column.kind;
  cell = get_cell (self, row, column);
  if (kind == LAMINA_LAYER_VALUE_TEXT || is_absent (kind, cell))
    return NAN;
  return is_real (kind) ? cell->real : (double) cell->integer;
}

const char *
lamina_chart_data_get_text (LaminaChartData *self,
                            guint            row,
                            guint            column)
{
  g_return_val_if_fail (self != NULL && row < self->n_rows, "");

  if (column >= self->columns->len || get_column (self, column)->column.kind != LAMINA_LAYER_VALUE_TEXT)
    return "";
  return get_text (self, get_column (self, column), row);
}

/* Rates, starts and shares of all before don't add up. */
static gboolean
adds_up (const LaminaChartColumn *column)
{
  if (column->use == LAMINA_CHART_USE_CUMULATIVE)
    return FALSE;
  return column->kind == LAMINA_LAYER_VALUE_COUNT || column->kind == LAMINA_LAYER_VALUE_AMOUNT
         || column->kind == LAMINA_LAYER_VALUE_SHARE;
}

void
lamina_chart_data_get_sum (LaminaChartData  *self,
                           guint             first,
                           guint             n,
                           guint             column,
                           LaminaLayerValue *value)
{
  const LaminaChartCells *from;
  LaminaChartCell sum = { .integer = LAMINA_ABSENT };

  g_return_if_fail (self != NULL && value != NULL && column < self->columns->len);
  g_return_if_fail (first <= self->n_rows && n <= self->n_rows - first);

  from = get_column (self, column);
  *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_ABSENT };
  if (!adds_up (&from->column))
    return;
  if (is_real (from->column.kind))
    sum.real = NAN;
  for (guint row = first; row < first + n; row++)
    {
      const LaminaChartCell *cell = get_cell (self, row, column);

      if (is_absent (from->column.kind, cell))
        continue;
      if (is_real (from->column.kind))
        sum.real = isnan (sum.real) ? cell->real : sum.real + cell->real;
      else
        sum.integer = lamina_number_add (sum.integer, cell->integer);
      value->estimated |= has_mark (from, row, LAMINA_CHART_MARK_ESTIMATED);
    }
  set_value (value, from, &sum);
}
