/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_GRID (lamina_chart_grid_get_type ())

/* Cards of one size in as many columns as there is room for, row by row. */
G_DECLARE_FINAL_TYPE (LaminaChartGrid, lamina_chart_grid, LAMINA, CHART_GRID, GtkWidget)

/* Takes a card, behind the others. */
void lamina_chart_grid_append (LaminaChartGrid *self,
                               GtkWidget       *card);

void lamina_chart_grid_clear (LaminaChartGrid *self);

G_END_DECLS
