/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-data-private.h"
#include "lamina-chart-source-private.h"

G_BEGIN_DECLS

/* What bars show: the first of these that any layer of the run has. */
typedef enum
{
  LAMINA_MEASURE_COST,
  LAMINA_MEASURE_FLOP,
  LAMINA_MEASURE_BYTES,
  LAMINA_MEASURE_CALLS,
} LaminaMeasure;

LaminaMeasure lamina_measure_choose (LaminaRun *run);

gint64 lamina_measure_get (LaminaMeasure  self,
                           LaminaRun     *run,
                           guint          layer);

gint64 lamina_measure_get_of_group (LaminaMeasure           self,
                                    LaminaRun              *run,
                                    const LaminaLayerGroup *group);

gboolean lamina_measure_is_group_estimated (LaminaMeasure           self,
                                            LaminaRun              *run,
                                            const LaminaLayerGroup *group);

/* The groups that have a value, the largest first. To be freed by g_free(). */
guint32 *lamina_measure_dup_order (LaminaMeasure   self,
                                   LaminaRun      *run,
                                   LaminaGrouping *grouping,
                                   guint          *n);

/* The column of its values, for a picture. */
LaminaChartColumn lamina_measure_get_column (LaminaMeasure self);

gboolean lamina_measure_is_estimated (LaminaMeasure  self,
                                      LaminaRun     *run,
                                      guint          layer);

/* The sum over the layers of a chart, or LAMINA_ABSENT. */
gint64 lamina_measure_sum (LaminaMeasure            self,
                           const LaminaChartSource *source);

/* How many of the layers have a value. */
guint lamina_measure_count (LaminaMeasure            self,
                            const LaminaChartSource *source);

/* Those: what has none is in no row of a chart. To be freed by g_free(). */
guint32 *lamina_measure_dup_rows (LaminaMeasure            self,
                                  const LaminaChartSource *source,
                                  guint                   *n);

/* "Sum of the durations of 84 layers, 32.8 ms". */
char *lamina_measure_dup_sum_text (LaminaMeasure            self,
                                   const LaminaChartSource *source);

/* "Duration and cumulative share of 32.8 ms". */
char *lamina_measure_dup_share_text (LaminaMeasure            self,
                                     const LaminaChartSource *source);

/* Says how many of the layers have none, if any: "3 layers have no duration." */
void lamina_measure_note_absent (LaminaMeasure            self,
                                 const LaminaChartSource *source,
                                 LaminaChartData         *data);

G_END_DECLS
