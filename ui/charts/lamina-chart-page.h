/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-store.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_PAGE (lamina_chart_page_get_type ())

/*
 * The charts of a run: at the left which there are and the runs of the document, at the right all of them as cards or one
 * of them large, with its table. A chart is computed when it comes into sight.
 *
 * Properties: `chart`: the id of the chart that is large, empty for all; `table-visible`: whether the large one
 * has its table beside it.
 */
G_DECLARE_FINAL_TYPE (LaminaChartPage, lamina_chart_page, LAMINA, CHART_PAGE, GtkWidget)

LaminaChartStore *lamina_chart_page_get_store (LaminaChartPage *self);

G_END_DECLS
