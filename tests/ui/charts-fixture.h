/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-card.h"
#include "lamina-chart-grid.h"
#include "lamina-chart-layout.h"
#include "lamina-chart-page.h"
#include "lamina-chart-table.h"
#include "lamina-table.h"
#include "lamina-ui-test.h"

G_BEGIN_DECLS

/* The page with the charts of a sample, as its user finds it. */

#define CHARTS_TVM "data/samples/mobilenet-tvm.txt"
#define CHARTS_TENSORRT "data/samples/resnet18-tensorrt.graph.json"
#define CHARTS_PYTORCH "data/samples/convnet-pytorch.pt.trace.json"

/* Opens a file and its page with the charts, all of them as cards. */
LaminaWindow      *charts_open       (const char        *name);

LaminaChartPage   *charts_get_page   (LaminaWindow      *window);

/* The large card and its table; the cards of all charts. */
LaminaChartCard   *charts_get_card   (LaminaChartPage   *page);
LaminaChartTable  *charts_get_table  (LaminaChartPage   *page);
GtkWidget         *charts_get_grid   (LaminaChartPage   *page);

/* What the page, or a card, shows: `chart`, `nothing` or another page of its stack. */
const char        *charts_get_shown  (gpointer           widget);

/* The table that a table of a chart is made of, and its rows in their order. */
LaminaTable       *charts_get_heads  (LaminaChartTable  *table);
GListModel        *charts_get_rows   (LaminaChartTable  *table);

/* To wait for: that nothing is computed any more; that the large chart and its table have their data. Both take the
 * page. */
gboolean           charts_are_idle   (gpointer           user_data);
gboolean           charts_have_large (gpointer           user_data);

/* Shows a chart large and waits for it. */
void               charts_show_large (LaminaWindow      *window,
                                      const char        *chart);

/* The large chart, and what it shows, or NULL. */
LaminaChartCanvas *charts_get_canvas (LaminaWindow      *window);
LaminaChartData   *charts_get_large  (LaminaWindow      *window);

/* A place in the middle of what stands for a row. */
void               charts_find_place (LaminaChartCanvas *canvas,
                                      guint              row,
                                      double            *x,
                                      double            *y);

/* The row of the chart that a row of its table shows. */
guint              charts_get_row    (LaminaChartTable  *table,
                                      guint              position);

G_END_DECLS
