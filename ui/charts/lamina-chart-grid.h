/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-store.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_GRID (lamina_chart_grid_get_type ())

/*
 * Charts of a store on cards of one size, in as many columns as there is room for, row by row. Its children are the cards
 * (LaminaChartCard), in the order of the charts.
 */
G_DECLARE_FINAL_TYPE (LaminaChartGrid, lamina_chart_grid, LAMINA, CHART_GRID, GtkWidget)

/*
 * Shows @charts (LaminaChart) of @store on new cards: those that a window shows first are made now, a few of the others in each
 * frame, as all of them would hold up the window. Where that would lose how far one has scrolled, they are all made @at_once.
 */
void lamina_chart_grid_show (LaminaChartGrid  *self,
                             LaminaChartStore *store,
                             GPtrArray        *charts,
                             gboolean          at_once);

/* Asks for the data of the cards that lie between @top and @bottom, in pixels, or not far from it: now, and for cards that are
 * still to be made, when they are. */
void lamina_chart_grid_load (LaminaChartGrid *self,
                             double           top,
                             double           bottom);

G_END_DECLS
