/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_STORE (lamina_chart_store_get_type ())

/*
 * What the charts of a session show, computed in threads when somebody asks, and kept as long as it holds: until the run,
 * the section, the filter or the clocks change. Used by the main thread.
 *
 * Signals: `ready`, with the LaminaChart whose data is there now; `reset`, when nothing of what was there holds any more.
 */
G_DECLARE_FINAL_TYPE (LaminaChartStore, lamina_chart_store, LAMINA, CHART_STORE, GObject)

/* Gives up the data of a chart, in a thread: of millions of rows it would take longer than a frame. NULL is none. */
void lamina_chart_store_drop (gpointer data);

LaminaChartStore *lamina_chart_store_new (void);

LaminaSession *lamina_chart_store_get_session (LaminaChartStore *self);

void lamina_chart_store_set_session (LaminaChartStore *self,
                                     LaminaSession    *session);

/* Whether a chart has turned out to have nothing to show, and not for want of what was filtered. */
gboolean lamina_chart_store_is_empty (LaminaChartStore  *self,
                                      const LaminaChart *chart);

/* The charts that the run of the session has, in their order, without those that turned out to be empty. Only the array is the
 * caller's. */
GPtrArray *lamina_chart_store_list (LaminaChartStore *self);

/* Takes what the charts of a session show; @text is what its filter borrows. Both are to be given back by
 * lamina_chart_store_clear_query(). */
void lamina_chart_store_init_query (LaminaChartStore  *self,
                                    LaminaChartQuery  *query,
                                    char             **text);

void lamina_chart_store_clear_query (LaminaChartQuery *query,
                                     char             *text);

/* Says which name of slices the chart of durations is about, until something of another name is selected; NULL for the name
 * of the selected layer. @name: (nullable): a string of the document */
void lamina_chart_store_show_durations (LaminaChartStore *self,
                                        const char       *name);

/* The data of a chart, or NULL while it is computed; `ready` says when that is done. */
LaminaChartData *lamina_chart_store_get (LaminaChartStore  *self,
                                         const LaminaChart *chart);

/* Whether something is being computed. */
gboolean lamina_chart_store_is_busy (LaminaChartStore *self);

G_END_DECLS
