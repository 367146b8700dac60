/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_SIDEBAR (lamina_chart_sidebar_get_type ())

/*
 * The charts that a document has, and below them its runs with their times. What is chosen in the second list is the run
 * of the session.
 *
 * Property: `chart`, the id of the chart that is marked, empty for the overview of all.
 */
G_DECLARE_FINAL_TYPE (LaminaChartSidebar, lamina_chart_sidebar, LAMINA, CHART_SIDEBAR, GtkWidget)

void lamina_chart_sidebar_set_session (LaminaChartSidebar *self,
                                       LaminaSession      *session);

/* Leaves nothing to choose but the overview. */
void lamina_chart_sidebar_clear (LaminaChartSidebar *self);

/* A chart with its title, translated. */
void lamina_chart_sidebar_add (LaminaChartSidebar *self,
                               const char         *id,
                               const char         *title);

/* Whether a chart can be chosen: one that turned out to be empty can't. */
void lamina_chart_sidebar_offer (LaminaChartSidebar *self,
                                 const char         *id,
                                 gboolean            is_offered);

G_END_DECLS
