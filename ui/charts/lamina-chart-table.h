/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-row-list.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_TABLE (lamina_chart_table_get_type ())

/* What a chart shows as a table: the same rows with their exact values, to read, sort and copy. The layers behind the row
 * that is selected are selected in the session. */
G_DECLARE_FINAL_TYPE (LaminaChartTable, lamina_chart_table, LAMINA, CHART_TABLE, GtkWidget)

/* Data of a session, or nothing for NULL. */
void lamina_chart_table_show (LaminaChartTable *self,
                              LaminaSession    *session,
                              LaminaChartData  *data);

G_END_DECLS
