/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

G_BEGIN_DECLS

/*
 * The rates of a chart that are suspicious.
 *
 * n       how many there are
 * reason  why the first is
 */
typedef struct
{
  guint n;
  char *reason;
} LaminaChartDoubts;

void lamina_chart_doubts_add (LaminaChartDoubts *self,
                              LaminaRun         *run,
                              const LaminaRate  *rate);

/* What stands below the chart, to be freed by g_free(), or NULL. */
char *lamina_chart_doubts_dup_note (const LaminaChartDoubts *self);

void lamina_chart_doubts_clear (LaminaChartDoubts *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaChartDoubts, lamina_chart_doubts_clear)

G_END_DECLS
