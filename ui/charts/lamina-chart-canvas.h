/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-chart.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_CANVAS (lamina_chart_canvas_get_type ())

/**
 * LaminaChartCanvas:
 *
 * Draws a chart. A click on a mark selects the layers behind it in the session; what is selected there stands out here.
 * The arrow keys go from row to row.
 *
 * Signals: `menu`, with a place: its context menu is asked for; `enlarge`, when Return or a double click asks for more.
 */
G_DECLARE_FINAL_TYPE (LaminaChartCanvas, lamina_chart_canvas, LAMINA, CHART_CANVAS, LaminaCanvas)

/**
 * lamina_chart_canvas_show:
 * @self: a canvas
 * @session: (nullable): the session that the data is of
 * @data: (nullable): what is drawn; %NULL for nothing
 */
void lamina_chart_canvas_show (LaminaChartCanvas *self,
                               LaminaSession     *session,
                               LaminaChartData   *data);

LaminaChartData *lamina_chart_canvas_get_data (LaminaChartCanvas *self);

/**
 * lamina_chart_canvas_get_row:
 * @self: a canvas
 *
 * Returns: the row that was clicked or that the keys are at, or %LAMINA_NONE
 */
guint lamina_chart_canvas_get_row (LaminaChartCanvas *self);

/**
 * lamina_chart_canvas_get_scene:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): what it draws at its size; %NULL when there is nothing
 */
LaminaScene *lamina_chart_canvas_get_scene (LaminaChartCanvas *self);

/**
 * lamina_chart_canvas_dup_tooltip:
 * @self: a canvas
 * @x: a place
 * @y: a place
 *
 * Returns: (transfer full) (nullable): markup with the exact values of what is there; %NULL when nothing is
 */
char *lamina_chart_canvas_dup_tooltip (LaminaChartCanvas *self,
                                       double             x,
                                       double             y);

G_END_DECLS
