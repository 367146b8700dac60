/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/* What of a selection stands in a chart: the same for its picture and its table. */

/* The rows that stand for what is selected: gaps stand for themselves or what ends them. Rows that count slices stand for these,
 * not for all that their layers do. */
guint32 *lamina_chart_find_selected_rows (LaminaChartData *data,
                                          LaminaSession   *session,
                                          guint           *n_rows);

/* Selects the gaps that rows are, or the slices that they count, else the layers behind them. No rows select nothing; @keep leaves
 * what is selected so. */
void lamina_chart_select_rows (LaminaChartData *data,
                               LaminaSession   *session,
                               guint            row,
                               guint            n_rows,
                               gboolean         keep);

G_END_DECLS
