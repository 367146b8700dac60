/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-table.h"

#include "lamina-layer-sort.h"

G_BEGIN_DECLS

/* The table in two files: -table.c holds its rows and ties them to the selection, -table-columns.c makes columns and cells. */

/* What the shared sorters note. They give the order of execution when no heading is marked, so that is left out. */
#define LAMINA_CHART_TABLE_FIRST_NOTE (LAMINA_LAYER_COLUMN_ORDER + 1)

struct _LaminaChartTable
{
  GtkWidget parent_instance;

  LaminaSession *session;
  LaminaChartData *data;
  GtkColumnView *view;
  LaminaRowList *rows;
  GtkSingleSelection *selection;
  GCancellable *job;
  guint filling;
  gboolean own_change;
};

/* Whether the columns do for other data, too: none are made for the same chart of another run. */
gboolean _lamina_chart_table_has_columns    (LaminaChartTable *self,
                                             LaminaChartData  *data);

/* Those of the data. */
void     _lamina_chart_table_add_columns    (LaminaChartTable *self);

/* For the data where the columns do for it. */
void     _lamina_chart_table_widen_columns  (LaminaChartTable *self);

void     _lamina_chart_table_remove_columns (LaminaChartTable *self);

gboolean _lamina_chart_table_is_text        (LaminaChartTable *self,
                                             guint             column);

G_END_DECLS
