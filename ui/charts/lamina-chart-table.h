/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-row-list.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_TABLE (lamina_chart_table_get_type ())

/**
 * LaminaChartTable:
 *
 * What a chart shows as a table: the same rows with their exact values, to read, sort and copy. The layers behind the row
 * that is selected are selected in the session.
 */
G_DECLARE_FINAL_TYPE (LaminaChartTable, lamina_chart_table, LAMINA, CHART_TABLE, GtkWidget)

/**
 * lamina_chart_table_show:
 * @self: a table
 * @session: (nullable): the session that the data is of
 * @data: (nullable): what is listed; %NULL for nothing
 */
void lamina_chart_table_show (LaminaChartTable *self,
                              LaminaSession    *session,
                              LaminaChartData  *data);

/**
 * lamina_chart_table_get_list:
 * @self: a table
 *
 * Returns: (transfer none): its rows in the order in which they stand, objects of #LaminaRow
 */
GListModel *lamina_chart_table_get_list (LaminaChartTable *self);

/**
 * lamina_chart_table_sort_by:
 * @self: a table
 * @column: a column of the data
 * @direction: which end comes first
 *
 * Does what clicks on the heading of a column do.
 */
void lamina_chart_table_sort_by (LaminaChartTable *self,
                                 guint             column,
                                 GtkSortType       direction);

G_END_DECLS
