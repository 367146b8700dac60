/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"
#include "lamina-csv.h"
#include "lamina-match.h"
#include "lamina-slice-refs.h"

#include <stdlib.h>

/* What the table of a chart is asked besides its cells: which rows are about something, and all of it as CSV. */

/* Whether a word stands in any text of a row. */
static gboolean
contains (LaminaChartData *self,
          guint            row,
          const char      *word)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (self); i++)
    if (lamina_match_contains (lamina_chart_data_get_text (self, row, i), word))
      return TRUE;
  return FALSE;
}

guint32 *
lamina_chart_data_find_matching_rows (LaminaChartData *self,
                                      const char      *text,
                                      guint           *n_rows)
{
  g_autoptr (GPtrArray) words = NULL;
  guint32 *rows;

  g_return_val_if_fail (self != NULL && text != NULL && n_rows != NULL, NULL);

  words = lamina_match_split (text);
  rows = g_new (guint32, MAX (lamina_chart_data_get_n_rows (self), 1));
  *n_rows = 0;
  for (guint row = 0; row < lamina_chart_data_get_n_rows (self); row++)
    {
      guint i = 0;

      while (i < words->len && contains (self, row, words->pdata[i]))
        i++;
      if (i == words->len)
        rows[(*n_rows)++] = row;
    }
  return rows;
}

guint32 *
lamina_chart_data_find_rows (LaminaChartData *self,
                             const guint32   *layers,
                             guint            n,
                             guint           *n_rows)
{
  g_autofree guint8 *wanted = NULL;
  g_autoptr (GArray) rows = NULL;
  LaminaRun *run;
  guint n_all;

  g_return_val_if_fail (self != NULL && n_rows != NULL, NULL);

  *n_rows = 0;
  if (n == 0)
    return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  run = lamina_document_get_run (lamina_chart_data_get_document (self), lamina_chart_data_get_run (self));
  n_all = lamina_run_get_layers (run)->n;
  wanted = g_malloc0 (MAX (n_all, 1));
  for (guint i = 0; i < n; i++)
    if (layers[i] < n_all)
      wanted[layers[i]] = TRUE;
  for (guint row = 0; row < lamina_chart_data_get_n_rows (self); row++)
    {
      guint n_behind, i = 0;
      const guint32 *behind = lamina_chart_data_get_layers (self, row, &n_behind);

      while (i < n_behind && !(behind[i] < n_all && wanted[behind[i]]))
        i++;
      if (i < n_behind)
        g_array_append_val (rows, row);
    }
  *n_rows = rows->len;
  return g_array_steal (rows, NULL);
}

static guint64
get_order (const LaminaSliceRef *slice)
{
  return ((guint64) slice->track << 32) | slice->slice;
}

/* @slices are sorted. Of millions that are asked for nearly all lie before or behind the few that are selected. */
static gboolean
has_slice (const LaminaSliceRef *slices,
           guint                 n,
           const LaminaSliceRef *slice)
{
  return get_order (slice) >= get_order (&slices[0]) && get_order (slice) <= get_order (&slices[n - 1])
         && bsearch (slice, slices, n, sizeof *slices, lamina_slice_ref_compare) != NULL;
}

guint32 *
lamina_chart_data_find_rows_of_slices (LaminaChartData      *self,
                                       const LaminaSliceRef *slices,
                                       guint                 n,
                                       guint                *n_rows)
{
  g_autofree LaminaSliceRef *wanted = g_memdup2 (slices, n * sizeof *slices);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_val_if_fail (self != NULL && n_rows != NULL, NULL);

  if (n > 1)
    qsort (wanted, n, sizeof *wanted, lamina_slice_ref_compare);
  for (guint32 row = 0; n > 0 && row < lamina_chart_data_get_n_rows (self); row++)
    {
      guint n_behind, i = 0;
      const LaminaSliceRef *behind = lamina_chart_data_get_slices (self, row, &n_behind);

      while (i < n_behind && !has_slice (wanted, n, &behind[i]))
        i++;
      if (i < n_behind)
        g_array_append_val (rows, row);
    }
  *n_rows = rows->len;
  return g_array_steal (rows, NULL);
}

static gboolean
has_rates (LaminaChartData *self)
{
  for (guint i = 0; i < lamina_chart_data_get_n_columns (self); i++)
    if (lamina_chart_data_get_column (self, i)->kind == LAMINA_LAYER_VALUE_RATE)
      return TRUE;
  return FALSE;
}

static void
append_row (LaminaChartData *self,
            guint            row,
            LaminaCsvStyle   style,
            GString         *csv)
{
  g_autoptr (GString) estimated = g_string_new (NULL);
  g_autoptr (GString) suspicious = g_string_new (NULL);

  for (guint i = 0; i < lamina_chart_data_get_n_columns (self); i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *plain = NULL;

      lamina_chart_data_get_value (self, row, i, &value);
      plain = lamina_layer_value_dup_plain (&value);
      if (plain != NULL && (value.kind == LAMINA_LAYER_VALUE_TEXT || value.kind == LAMINA_LAYER_VALUE_SEVERAL))
        lamina_csv_append_text (csv, plain, style);
      else if (plain != NULL)
        lamina_csv_append (csv, plain);
      g_string_append_c (csv, ',');
      if (value.estimated)
        g_string_append_printf (estimated, "%s%s", estimated->len > 0 ? " " : "",
                                lamina_chart_data_get_column (self, i)->key);
      if (value.suspicious)
        g_string_append_printf (suspicious, "%s%s", suspicious->len > 0 ? " " : "",
                                lamina_chart_data_get_column (self, i)->key);
    }
  lamina_csv_append (csv, estimated->str);
  if (has_rates (self))
    {
      g_string_append_c (csv, ',');
      lamina_csv_append (csv, suspicious->str);
    }
  g_string_append_c (csv, '\n');
}

char *
lamina_chart_data_dup_csv (LaminaChartData *self,
                           guint            most,
                           LaminaCsvStyle   style)
{
  GString *csv;

  g_return_val_if_fail (self != NULL, NULL);

  csv = g_string_new (NULL);
  for (guint i = 0; i < lamina_chart_data_get_n_columns (self); i++)
    {
      lamina_csv_append (csv, lamina_chart_data_get_column (self, i)->key);
      g_string_append_c (csv, ',');
    }
  g_string_append (csv, has_rates (self) ? "estimated,suspicious\n" : "estimated\n");
  for (guint row = 0; row < MIN (lamina_chart_data_get_n_rows (self), most); row++)
    append_row (self, row, style, csv);
  return g_string_free (csv, FALSE);
}
