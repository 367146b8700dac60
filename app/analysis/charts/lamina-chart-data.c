/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-chart-data-private.h"
#include "lamina-gettext.h"

LAMINA_DEFINE_BOXED_TYPE (LaminaChartData, lamina_chart_data)

static void
clear_column (gpointer data)
{
  LaminaChartCells *self = data;

  g_free (self->cells);
  g_free (self->marks);
}

LaminaChartData *
lamina_chart_data_new (const LaminaChart      *chart,
                       const LaminaChartQuery *query)
{
  LaminaChartData *self = g_new0 (LaminaChartData, 1);
  guint32 none = 0;

  g_atomic_ref_count_init (&self->ref_count);
  self->chart = chart;
  self->document = lamina_document_ref (query->document);
  self->run = query->run;
  self->columns = g_array_new (FALSE, FALSE, sizeof (LaminaChartCells));
  g_array_set_clear_func (self->columns, clear_column);
  self->marks = g_array_sized_new (FALSE, FALSE, sizeof (LaminaChartMark), 1);
  self->first_layer = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->first_layer, none);
  self->layers = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 1);
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
  g_free (self->title);
  g_free (self->subtitle);
  g_free (self->reason);
  g_free (self->note);
  g_array_unref (self->columns);
  g_array_unref (self->marks);
  g_free (self->families);
  g_array_unref (self->first_layer);
  g_array_unref (self->layers);
  g_clear_pointer (&self->first_slice, g_array_unref);
  g_clear_pointer (&self->slices, g_array_unref);
  g_string_chunk_free (self->strings);
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  g_clear_pointer (&self->timebase, lamina_timebase_unref);
  g_free (self);
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
lamina_chart_data_get_live (LaminaChartData *self,
                            LaminaTimebase **timebase)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (timebase != NULL)
    *timebase = self->timebase;
  return self->live;
}

void
lamina_chart_data_take_title (LaminaChartData *self,
                              char            *title)
{
  g_free (self->title);
  self->title = title;
}

void
lamina_chart_data_take_subtitle (LaminaChartData *self,
                                 char            *subtitle)
{
  g_free (self->subtitle);
  self->subtitle = subtitle;
}

void
lamina_chart_data_take_reason (LaminaChartData *self,
                               char            *reason)
{
  g_free (self->reason);
  self->reason = reason;
}

void
lamina_chart_data_take_note (LaminaChartData *self,
                             char            *note)
{
  g_free (self->note);
  self->note = note;
}

void
lamina_chart_data_set_rest (LaminaChartData    *self,
                            LaminaChartRestFunc rest)
{
  self->rest = rest;
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

  return self->title != NULL ? self->title : lamina_chart_get_title (self->chart);
}

const char *
lamina_chart_data_get_subtitle (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->subtitle != NULL ? self->subtitle : "";
}

const char *
lamina_chart_data_get_reason (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->n_rows > 0)
    return NULL;
  return self->reason != NULL ? self->reason : _("There is nothing to show.");
}

const char *
lamina_chart_data_get_note (LaminaChartData *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->note;
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
lamina_chart_data_dup_rest (LaminaChartData *self,
                            guint            n)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->rest != NULL)
    return self->rest (n);
  return g_strdup_printf (ngettext ("%u more", "%u more", n), n);
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
  guint32 first;

  g_return_val_if_fail (self != NULL && row < self->n_rows && n != NULL, NULL);

  first = g_array_index (self->first_layer, guint32, row);
  *n = g_array_index (self->first_layer, guint32, row + 1) - first;
  return (const guint32 *) (gpointer) self->layers->data + first;
}

/* One byte for each layer of the run: whether it is wanted. */
static guint8 *
mark_layers (LaminaChartData *self,
             const guint32   *layers,
             guint            n,
             guint           *n_all)
{
  LaminaRun *run = lamina_document_get_run (self->document, self->run);
  guint8 *wanted = g_malloc0 (MAX (lamina_run_get_layers (run)->n, 1));

  *n_all = lamina_run_get_layers (run)->n;
  for (guint i = 0; i < n; i++)
    if (layers[i] < *n_all)
      wanted[layers[i]] = TRUE;
  return wanted;
}

guint32 *
lamina_chart_data_find_rows (LaminaChartData *self,
                             const guint32   *layers,
                             guint            n,
                             guint           *n_rows)
{
  g_autofree guint8 *wanted = NULL;
  g_autoptr (GArray) rows = NULL;
  guint n_all;

  g_return_val_if_fail (self != NULL && n_rows != NULL, NULL);

  *n_rows = 0;
  if (n == 0)
    return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  wanted = mark_layers (self, layers, n, &n_all);
  for (guint row = 0; row < self->n_rows; row++)
    {
      guint n_behind;
      const guint32 *behind = lamina_chart_data_get_layers (self, row, &n_behind);

      for (guint i = 0; i < n_behind; i++)
        if (behind[i] < n_all && wanted[behind[i]])
          {
            g_array_append_val (rows, row);
            break;
          }
    }
  *n_rows = rows->len;
  return g_array_steal (rows, NULL);
}
