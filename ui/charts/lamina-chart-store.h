/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_STORE (lamina_chart_store_get_type ())

/**
 * LaminaChartStore:
 *
 * What the charts of a session show, computed in threads when somebody asks, and kept as long as it holds: until the run,
 * the section, the filter or the clocks change. Used by the main thread.
 *
 * Properties: `session`.
 * Signals: `ready`, with the #LaminaChart whose data is there now; `reset`, when nothing of what was there holds any more.
 */
G_DECLARE_FINAL_TYPE (LaminaChartStore, lamina_chart_store, LAMINA, CHART_STORE, GObject)

LaminaChartStore *lamina_chart_store_new (void);

LaminaSession *lamina_chart_store_get_session (LaminaChartStore *self);

/**
 * lamina_chart_store_set_session:
 * @self: a store
 * @session: (nullable): whose charts
 */
void lamina_chart_store_set_session (LaminaChartStore *self,
                                     LaminaSession    *session);

/**
 * lamina_chart_store_list:
 * @self: a store
 *
 * Returns: (transfer container) (element-type LaminaChart): the charts that the run of the session has, in their order
 */
GPtrArray *lamina_chart_store_list (LaminaChartStore *self);

/**
 * lamina_chart_store_init_query: (skip)
 * @self: a store with a session
 * @query: (out caller-allocates): takes what its charts show; its document and timebase are references of the caller's
 * @text: (out) (transfer full): takes the text that the filter of @query borrows
 */
void lamina_chart_store_init_query (LaminaChartStore  *self,
                                    LaminaChartQuery  *query,
                                    char             **text);

/**
 * lamina_chart_store_show_durations:
 * @self: a store with a session
 * @name: (nullable): a name of slices; %NULL for the name of the selected layer
 *
 * Says what the chart of durations is about, until something of another name is selected.
 */
void lamina_chart_store_show_durations (LaminaChartStore *self,
                                        const char       *name);

/**
 * lamina_chart_store_get: (skip)
 * @self: a store
 * @chart: a chart
 *
 * Asks for the data of a chart. What is not there is computed; `ready` says when that is done.
 *
 * Returns: (transfer none) (nullable): the data, or %NULL while it is computed
 */
LaminaChartData *lamina_chart_store_get (LaminaChartStore  *self,
                                         const LaminaChart *chart);

/**
 * lamina_chart_store_is_busy:
 * @self: a store
 *
 * Returns: whether something is being computed
 */
gboolean lamina_chart_store_is_busy (LaminaChartStore *self);

G_END_DECLS
