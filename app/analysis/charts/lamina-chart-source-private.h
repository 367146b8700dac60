/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

G_BEGIN_DECLS

/* What a chart is made from: the layers that pass the filter, in the order of the file. */
typedef struct
{
  const LaminaChartQuery *query;
  LaminaRun *run;
  LaminaTimebase *timebase;
  const guint32 *rows;
  guint n;
  GCancellable *cancellable;
} LaminaChartSource;

/* Whether the file states in which order any of them was executed; some tools sort by cost. */
gboolean lamina_chart_source_has_order (const LaminaChartSource *source);

/* The layers in the order of execution, or that of the file, to be freed by g_free(), or NULL when cancelled. */
guint32 *lamina_chart_source_dup_order (const LaminaChartSource *source);

/* What the devices do in the range and section of a chart; NULL when cancelled. */
LaminaIdle *lamina_chart_source_create_idle (const LaminaChartSource *source);

G_END_DECLS
