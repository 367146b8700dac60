/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-data-private.h"

#include "lamina-chart-digest-private.h"
#include "lamina-chart-lists-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-text.h"

#include <math.h>

/* What the table of a chart consists of. */

struct _LaminaChartData
{
  gatomicrefcount ref_count;
  const LaminaChart *chart;
  LaminaDocument *document;
  guint run;
  char *texts[LAMINA_N_CHART_TEXTS];
  GArray *columns;
  GArray *marks;
  guint8 *families;
  guint n_rows;

  /* For how many rows there is room. */
  guint n_room;

  LaminaChartLists layers;

  /* Empty where rows count anything else. */
  LaminaChartLists slices;
  LaminaChartLists gaps;
  GStringChunk *strings;

  /* Of charts of runs, the run of each row that has another one; else empty. */
  GArray *runs;
  LaminaLiveSet *live;
  LaminaTimebase *timebase;
  LaminaChartDigest *digest;
};

/* Doubles the room for rows. */
static void
grow (LaminaChartData *self)
{
  guint n = MAX (self->n_room * 2, 64);

  self->families = g_renew (guint8, self->families, n);
  for (guint i = 0; i < self->columns->len; i++)
    lamina_chart_cells_grow (&g_array_index (self->columns, LaminaChartCells, i), self->n_room, n);
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

void
lamina_chart_data_add_columns (LaminaChartData         *self,
                               const LaminaChartColumn *columns,
                               guint                    n)
{
  for (guint i = 0; i < n; i++)
    lamina_chart_data_add_column (self, &columns[i]);
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
    lamina_chart_lists_add (&self->layers, row, layers, n, sizeof *layers);
  for (guint i = 0; i < self->columns->len; i++)
    lamina_chart_cells_set_absent (&g_array_index (self->columns, LaminaChartCells, i), row);
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

void
lamina_chart_data_mark (LaminaChartData  *self,
                        guint             row,
                        guint             column,
                        LaminaChartMarks  mark,
                        gboolean          is_marked)
{
  if (is_marked)
    lamina_chart_cells_mark (get_column (self, column), row, self->n_room, mark);
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
  lamina_chart_data_mark (self, row, column, LAMINA_CHART_ESTIMATED, rate->estimated);
  lamina_chart_data_mark (self, row, column, LAMINA_CHART_SUSPICIOUS, rate->doubt != LAMINA_DOUBT_NONE);
}

static const char *
get_text (LaminaChartData        *self,
          const LaminaChartCells *column,
          guint                   row)
{
  const LaminaChartCell *cell = &column->cells[row];

  if (column->column.holds_strings)
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
  lamina_chart_cells_get_value (from, row, value);
  if (from->column.kind == LAMINA_LAYER_VALUE_TEXT)
    lamina_layer_value_set_text (value, get_text (self, from, row));
}

double
lamina_chart_data_get_number (LaminaChartData *self,
                              guint            row,
                              guint            column)
{
  g_return_val_if_fail (self != NULL && row < self->n_rows, NAN);

  return column < self->columns->len ? lamina_chart_cells_get_number (get_column (self, column), row) : NAN;
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

void
lamina_chart_data_get_sum (LaminaChartData  *self,
                           guint             first,
                           guint             n,
                           guint             column,
                           LaminaLayerValue *value)
{
  g_return_if_fail (self != NULL && value != NULL && column < self->columns->len);
  g_return_if_fail (first <= self->n_rows && n <= self->n_rows - first);

  lamina_chart_cells_get_sum (get_column (self, column), first, n, value);
}

LaminaChartData *
lamina_chart_data_new (const LaminaChart      *chart,
                       const LaminaChartQuery *query)
{
  LaminaChartData *self = g_new0 (LaminaChartData, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->chart = chart;
  self->document = lamina_document_ref (query->document);
  self->run = query->run;
  self->columns = g_array_new (FALSE, FALSE, sizeof (LaminaChartCells));
  g_array_set_clear_func (self->columns, (GDestroyNotify) lamina_chart_cells_clear);
  self->marks = g_array_sized_new (FALSE, FALSE, sizeof (LaminaChartMark), 1);
  self->strings = g_string_chunk_new (1024);
  return self;
}

LaminaChartData *
lamina_chart_data_ref (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_chart_data_unref (LaminaChartData *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  lamina_document_unref (self->document);
  for (guint i = 0; i < LAMINA_N_CHART_TEXTS; i++)
    g_free (self->texts[i]);
  g_array_unref (self->columns);
  g_array_unref (self->marks);
  g_free (self->families);
  lamina_chart_lists_clear (&self->layers);
  lamina_chart_lists_clear (&self->slices);
  lamina_chart_lists_clear (&self->gaps);
  g_string_chunk_free (self->strings);
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  g_clear_pointer (&self->timebase, lamina_timebase_unref);
  g_clear_pointer (&self->digest, lamina_chart_digest_free);
  g_free (self);
}

void
lamina_chart_data_take_digest (LaminaChartData   *self,
                               LaminaChartDigest *digest)
{
  self->digest = digest;
}

const LaminaChartDigest *
lamina_chart_data_get_digest (LaminaChartData *self)
{
  return self->digest;
}

void
lamina_chart_data_set_run_of_row (LaminaChartData *self,
                                  guint            row,
                                  guint            run)
{
  if (self->runs == NULL)
    self->runs = g_array_new (FALSE, FALSE, sizeof (guint));
  while (self->runs->len <= row)
    g_array_append_val (self->runs, self->run);
  g_array_index (self->runs, guint, row) = run;
}

guint
lamina_chart_data_get_run_of_row (LaminaChartData *self,
                                  guint            row)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->runs != NULL && row < self->runs->len ? g_array_index (self->runs, guint, row) : self->run;
}

void
lamina_chart_data_set_live (LaminaChartData *self,
                            LaminaLiveSet   *live,
                            LaminaTimebase  *timebase)
{
  self->live = lamina_live_set_ref (live);
  self->timebase = lamina_timebase_ref (timebase);
}

LaminaLiveSet *
lamina_chart_data_get_live (LaminaChartData  *self,
                            LaminaTimebase  **timebase)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (timebase != NULL)
    *timebase = self->timebase;
  return self->live;
}

void
lamina_chart_data_take (LaminaChartData *self,
                        LaminaChartText  which,
                        char            *text)
{
  g_free (self->texts[which]);
  self->texts[which] = text;
}

void
lamina_chart_data_say (LaminaChartData *self,
                       LaminaChartText  which,
                       const char      *format,
                       ...)
{
  va_list args;

  va_start (args, format);
  lamina_chart_data_take (self, which, lamina_text_dup_list (format, args));
  va_end (args);
}

void
lamina_chart_data_add_note (LaminaChartData *self,
                            const char      *sentence)
{
  const char *before = self->texts[LAMINA_CHART_NOTE];

  lamina_chart_data_take (self, LAMINA_CHART_NOTE, before != NULL ? g_strconcat (before, " ", sentence, NULL)
                                                                  : g_strdup (sentence));
}

void
lamina_chart_data_add_mark (LaminaChartData       *self,
                            const LaminaChartMark *mark)
{
  LaminaChartMark added = *mark;

  added.label = g_string_chunk_insert (self->strings, mark->label);
  g_array_append_val (self->marks, added);
}

const LaminaChart *
lamina_chart_data_get_chart (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->chart;
}

LaminaDocument *
lamina_chart_data_get_document (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->document;
}

guint
lamina_chart_data_get_run (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->run;
}

LaminaChartForm
lamina_chart_data_get_form (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, LAMINA_CHART_BARS);

  return self->chart->form;
}

const char *
lamina_chart_data_get_title (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->texts[LAMINA_CHART_TITLE] != NULL
         ? self->texts[LAMINA_CHART_TITLE]
         : lamina_chart_get_title (self->chart, lamina_document_get_run (self->document, self->run));
}

const char *
lamina_chart_data_get_subtitle (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->texts[LAMINA_CHART_SUBTITLE] != NULL ? self->texts[LAMINA_CHART_SUBTITLE] : "";
}

const char *
lamina_chart_data_get_reason (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->n_rows > 0)
    return NULL;
  return self->texts[LAMINA_CHART_REASON] != NULL ? self->texts[LAMINA_CHART_REASON] : _("There is nothing to show.");
}

const char *
lamina_chart_data_get_note (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->texts[LAMINA_CHART_NOTE];
}

guint
lamina_chart_data_get_n_columns (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->columns->len;
}

const LaminaChartColumn *
lamina_chart_data_get_column (LaminaChartData *self,
                              guint            column)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, NULL);

  return &g_array_index (self->columns, LaminaChartCells, column).column;
}

guint
lamina_chart_data_find_column (LaminaChartData *self,
                               LaminaChartUse   use)
{
  g_return_val_if_fail (self != NULL, LAMINA_NONE);

  for (guint i = 0; i < self->columns->len; i++)
    if (g_array_index (self->columns, LaminaChartCells, i).column.use == use)
      return i;
  return LAMINA_NONE;
}

guint
lamina_chart_data_get_n_rows (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_rows;
}

char *
lamina_chart_data_dup_layers (LaminaChartData *self,
                              guint            n)
{
  g_return_val_if_fail (self != NULL, NULL);

  return lamina_layers_dup_count (lamina_document_get_run (self->document, self->run), n);
}

char *
lamina_chart_data_dup_rest (LaminaChartData *self,
                            guint            n)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->chart->rest[0] == NULL)
    return lamina_chart_data_dup_layers (self, n);
  return lamina_text_dup (ngettext (self->chart->rest[0], self->chart->rest[1], n), n);
}

guint
lamina_chart_data_get_n_marks (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->marks->len;
}

const LaminaChartMark *
lamina_chart_data_get_mark (LaminaChartData *self,
                            guint            mark)
{
  g_return_val_if_fail (self != NULL && mark < self->marks->len, NULL);

  return &g_array_index (self->marks, LaminaChartMark, mark);
}

LaminaFamily
lamina_chart_data_get_family (LaminaChartData *self,
                              guint            row)
{
  g_return_val_if_fail (self != NULL && row < self->n_rows, LAMINA_FAMILY_OTHER);

  return (LaminaFamily) self->families[row];
}

const guint32 *
lamina_chart_data_get_layers (LaminaChartData *self,
                              guint            row,
                              guint           *n)
{
  g_return_val_if_fail (self != NULL && row < self->n_rows && n != NULL, NULL);

  return lamina_chart_lists_get (&self->layers, row, n);
}

void
lamina_chart_data_set_slices (LaminaChartData      *self,
                              guint                 row,
                              const LaminaSliceRef *slices,
                              guint                 n)
{
  if (n > 0)
    lamina_chart_lists_add (&self->slices, row, slices, n, sizeof *slices);
}

void
lamina_chart_data_set_gaps (LaminaChartData      *self,
                            guint                 row,
                            const LaminaChartGap *gaps,
                            guint                 n)
{
  lamina_chart_lists_add (&self->gaps, row, gaps, n, sizeof *gaps);
}

gboolean
lamina_chart_data_has_gaps (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->gaps.items != NULL;
}

const LaminaChartGap *
lamina_chart_data_get_gaps (LaminaChartData *self,
                            guint            row,
                            guint           *n)
{
  g_return_val_if_fail (self != NULL && row < self->n_rows && n != NULL, NULL);

  return lamina_chart_lists_get (&self->gaps, row, n);
}

gboolean
lamina_chart_data_has_slices (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->slices.items != NULL;
}

const LaminaSliceRef *
lamina_chart_data_get_slices (LaminaChartData *self,
                              guint            row,
                              guint           *n)
{
  g_return_val_if_fail (self != NULL && row < self->n_rows && n != NULL, NULL);

  return lamina_chart_lists_get (&self->slices, row, n);
}
