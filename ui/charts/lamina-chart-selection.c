/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-selection.h"

#include "lamina-slice-refs.h"

/* One slice alone is not among those that a session lists. */
static const LaminaSliceRef *
list_selected_slices (LaminaSession *session,
                      guint         *n)
{
  const LaminaSliceRef *slices = lamina_session_get_selected_slices (session, n);
  const LaminaSliceRef *one = &lamina_session_get_selection (session)->slice;
  guint n_layers;

  if (*n > 0)
    return slices;
  lamina_session_get_selected_layers (session, &n_layers);
  *n = n_layers < 2 && one->track != LAMINA_NONE ? 1 : 0;
  return one;
}

guint32 *
lamina_chart_find_selected_rows (LaminaChartData *data,
                                 LaminaSession   *session,
                                 guint           *n_rows)
{
  guint n, n_slices;
  const LaminaSliceRef *slices = list_selected_slices (session, &n_slices);
  const guint32 *layers = lamina_session_get_selected_layers (session, &n);

  if (n_slices > 0 && lamina_chart_data_has_slices (data))
    return lamina_chart_data_find_rows_of_slices (data, slices, n_slices, n_rows);
  return lamina_chart_data_find_rows (data, layers, n, n_rows);
}

/* Layers of rows, each once; some rows of a chart may share some. */
static GArray *
list_layers (LaminaChartData *data,
             LaminaSession   *session,
             guint            row,
             guint            n_rows,
             gboolean         keep)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n;

  if (keep)
    {
      const guint32 *layers = lamina_session_get_selected_layers (session, &n);

      g_array_append_vals (list, layers, n);
    }
  for (guint i = 0; i < n_rows; i++)
    {
      const guint32 *layers = lamina_chart_data_get_layers (data, row + i, &n);

      g_array_append_vals (list, layers, n);
    }
  return list;
}

/* The slices that rows count, with those that are selected, each once. */
static void
select_slices (LaminaChartData *data,
               LaminaSession   *session,
               guint            row,
               guint            n_rows,
               gboolean         keep)
{
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  g_autoptr (GArray) sorted = NULL;
  const LaminaSliceRef *before;
  guint n;

  for (guint i = 0; i < n_rows; i++)
    {
      const LaminaSliceRef *own = lamina_chart_data_get_slices (data, row + i, &n);

      g_array_append_vals (slices, own, n);
    }
  if (keep)
    {
      before = list_selected_slices (session, &n);
      sorted = g_array_copy (slices);
      g_array_sort (sorted, lamina_slice_ref_compare);
      for (guint i = 0; i < n; i++)
        if (!g_array_binary_search (sorted, &before[i], lamina_slice_ref_compare, NULL))
          g_array_append_val (slices, before[i]);
    }
  lamina_session_select_slices (session, (const LaminaSliceRef *) (gpointer) slices->data, slices->len);
}

void
lamina_chart_select_rows (LaminaChartData *data,
                          LaminaSession   *session,
                          guint            row,
                          guint            n_rows,
                          gboolean         keep)
{
  g_autoptr (GArray) layers = NULL;
  const guint32 *own;
  guint n;

  if (lamina_chart_data_has_slices (data))
    {
      select_slices (data, session, row, n_rows, keep);
      return;
    }
  layers = list_layers (data, session, row, n_rows, keep);
  own = n_rows > 0 ? lamina_chart_data_get_layers (data, row, &n) : NULL;
  lamina_session_select_layers (session, (const guint32 *) (gpointer) layers->data, layers->len,
                                own && n > 0 ? own[0] : LAMINA_NONE);
}
