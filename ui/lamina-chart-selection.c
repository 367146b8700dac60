/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-selection.h"

/* One slice alone is not among those that a session lists. */
const LaminaSliceRef *
lamina_chart_list_selected_slices (LaminaSession *session,
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
  const LaminaSliceRef *slices = lamina_chart_list_selected_slices (session, &n_slices);
  const guint32 *layers = lamina_session_get_selected_layers (session, &n);

  if (n_slices > 0 && lamina_chart_data_has_slices (data))
    return lamina_chart_data_find_rows_of_slices (data, slices, n_slices, n_rows);
  return lamina_chart_data_find_rows (data, layers, n, n_rows);
}
