/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_chart_menu_pop_up: (skip)
 * @canvas: what draws the chart
 * @chart: the chart
 * @large: whether it is the only one that is shown
 * @x: a place
 * @y: a place
 *
 * Opens the context menu of a chart.
 */
void lamina_chart_menu_pop_up (GtkWidget         *canvas,
                               const LaminaChart *chart,
                               gboolean           large,
                               double             x,
                               double             y);

G_END_DECLS
