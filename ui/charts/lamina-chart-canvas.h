/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-chart.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_CANVAS (lamina_chart_canvas_get_type ())

/*
 * Draws a chart. A click on a mark selects the layers behind it in the session; what is selected there stands out here.
 * The arrow keys go from row to row.
 *
 * Signals: `menu`, with a place: its context menu is asked for; `enlarge`, when Return or a double click asks for more.
 */
G_DECLARE_FINAL_TYPE (LaminaChartCanvas, lamina_chart_canvas, LAMINA, CHART_CANVAS, LaminaCanvas)

/* Data of a session, or nothing for NULL. */
void lamina_chart_canvas_show (LaminaChartCanvas *self,
                               LaminaSession     *session,
                               LaminaChartData   *data);

LaminaChartData *lamina_chart_canvas_get_data (LaminaChartCanvas *self);

/* The row that was clicked or that the keys are at, or LAMINA_NONE. */
guint lamina_chart_canvas_get_row (LaminaChartCanvas *self);

G_END_DECLS
