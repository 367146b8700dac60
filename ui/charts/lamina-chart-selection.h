/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/* What of a selection stands in a chart: the same for its picture and its table. */

/**
 * lamina_chart_find_selected_rows:
 * @data: a chart
 * @session: a session
 * @n_rows: (out): how many there are
 *
 * Rows that count slices stand for these, not for all that their layers do.
 *
 * Returns: (transfer full) (array length=n_rows): the rows that stand for what is selected
 */
guint32 *lamina_chart_find_selected_rows (LaminaChartData *data,
                                          LaminaSession   *session,
                                          guint           *n_rows);

/**
 * lamina_chart_select_rows:
 * @data: a chart
 * @session: a session
 * @row: the first row
 * @n_rows: how many there are; none selects nothing
 * @keep: whether what is selected stays so
 *
 * Selects the slices that the rows count, else the layers behind them.
 */
void lamina_chart_select_rows (LaminaChartData *data,
                               LaminaSession   *session,
                               guint            row,
                               guint            n_rows,
                               gboolean         keep);

G_END_DECLS
