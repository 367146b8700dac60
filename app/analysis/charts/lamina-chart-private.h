/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-data-private.h"
#include "lamina-chart-source-private.h"

G_BEGIN_DECLS

/* NULL when the run has something to show, else a sentence that is not translated yet. */
typedef const char *LaminaChartReasonFunc (LaminaDocument *document,
                                           LaminaRun      *run);

/* Fills the data. Leaves it without rows and with a reason where there is nothing to show. FALSE when cancelled. */
typedef gboolean LaminaChartFillFunc (LaminaChartData         *data,
                                      const LaminaChartSource *source);

struct _LaminaChart
{
  const char *id;
  const char *title;

  /* What rows are called that are shown as one, for one of them and for several: `5 more types`. */
  const char *rest[2];

  /* See lamina_chart_get_synonyms(). */
  const char *synonyms;
  LaminaChartForm form;
  LaminaChartReasonFunc *find_reason;
  LaminaChartFillFunc *fill;
  const char *(*get_title) (LaminaRun *run); /* the title in the words of a run, or NULL */
};

/* Reasons of several charts. */
LaminaChartReasonFunc lamina_chart_find_no_layers, lamina_chart_find_no_times, lamina_chart_find_no_shapes,
                      lamina_chart_find_no_work, lamina_chart_find_no_traffic, lamina_chart_find_no_precision,
                      lamina_chart_find_no_devices;

/* The charts, in the order in which they are offered. Each stands at the end of what fills it. */
#define LAMINA_CHARTS(CHART) \
  CHART (time_by_type) CHART (top_layers) CHART (kernels) CHART (kernels_by_module) CHART (kernels_by_stream) \
  CHART (kernels_by_rank) CHART (collectives) CHART (roofline) CHART (traffic) CHART (precision) CHART (rates) \
  CHART (latency) CHART (shapes) CHART (memory) CHART (memory_sites) CHART (idle) CHART (utilization) CHART (gaps) \
  CHART (gaps_by_cause) CHART (gaps_by_host) CHART (iterations) CHART (iteration_durations) CHART (durations) \
  CHART (counters) CHART (runs)

#define LAMINA_DECLARE_CHART(name) extern const LaminaChart lamina_chart_##name;

LAMINA_CHARTS (LAMINA_DECLARE_CHART)

G_END_DECLS
