/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/*
 * Charts as scenes: what LaminaChartData holds, at any size. There is no title in it: cards, pages and pictures set it
 * in their own way.
 */

/*
 * Lays out a chart. What does not fit is summed up in one row, so that totals stay whole. Whatever can be hit has a target
 * LAMINA_TARGET_ROWS, whose rows lead to layers by lamina_chart_data_get_layers(). Data without rows gives its reason as text.
 * Returns the scene, of exactly this size.
 * @height: height in pixels; 0 for that of lamina_chart_get_height()
 */
LAMINA_AVAILABLE
LaminaScene *lamina_chart_layout (LaminaChartData *data,
                                  int              width,
                                  int              height,
                                  LaminaMetrics   *metrics);

/*
 * The same with a legend below, where nothing but colors, lines and shapes tells kinds of work apart: for pages that have no
 * legend of their own. Returns the scene, as much higher than @height as the legend is.
 * @height: height in pixels without the legend
 */
LaminaScene *lamina_chart_layout_explained (LaminaChartData *data,
                                            int              width,
                                            int              height,
                                            LaminaMetrics   *metrics);

/* The height that shows it well on a page of its own. */
int lamina_chart_get_height (LaminaChartData *data,
                             int              width);

/*
 * Takes out of a chart what stands for rows: to be drawn once more over the chart, which is drawn with a dimmed style. Returns a
 * scene of the same size; empty when none of the rows is in the picture.
 * @rows: one byte for each row: whether it is to be taken out
 */
LAMINA_AVAILABLE
LaminaScene *lamina_chart_highlight_rows (LaminaScene     *scene,
                                          LaminaChartData *data,
                                          const guint8    *rows);

/*
 * What charts and their tables call a layer: its short name, with its phase where a forward layer has the same name. Returns the
 * label; the empty string when it has no name.
 */
LAMINA_AVAILABLE
char *lamina_chart_dup_layer_label (LaminaRun *run,
                                    guint32    layer);

G_END_DECLS
