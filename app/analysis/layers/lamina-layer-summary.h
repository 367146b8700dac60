/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-rate.h"

G_BEGIN_DECLS

/**
 * LAMINA_SUMMARY_BINS:
 *
 * How many bars the histogram of a summary has.
 */
#define LAMINA_SUMMARY_BINS 24

/**
 * LaminaLayerSummary:
 * @n: number of layers
 * @n_timed: how many of them have a cost
 * @cost: sum of the costs in nanoseconds, or %LAMINA_ABSENT
 * @flop: sum of the floating point operations, or %LAMINA_ABSENT
 * @bytes: sum of the bytes moved, or %LAMINA_ABSENT
 * @min: smallest cost of a layer, or %LAMINA_ABSENT
 * @median: the cost at place ⌈n / 2⌉ of the sorted costs, or %LAMINA_ABSENT
 * @max: largest cost, or %LAMINA_ABSENT
 * @mean: mean cost of those that have one, or NaN
 * @rate: their operations for each second, over those whose operations are known
 * @estimated: what of this is estimated of any of the layers
 * @bins: how many layers have a cost in each of the parts of equal length from @min to @max
 *
 * What several layers add up to, and how their costs are spread.
 */
typedef struct
{
  guint n;
  guint n_timed;
  gint64 cost;
  gint64 flop;
  gint64 bytes;
  gint64 min;
  gint64 median;
  gint64 max;
  double mean;
  LaminaRate rate;
  LaminaEstimate estimated;
  guint bins[LAMINA_SUMMARY_BINS];
} LaminaLayerSummary;

/**
 * lamina_layer_summary_init: (skip)
 * @self: (out): takes the summary
 * @run: a run
 * @layers: (array length=n): layers of the run
 * @n: how many
 *
 * Pure; any thread.
 */
LAMINA_AVAILABLE
void lamina_layer_summary_init (LaminaLayerSummary *self,
                                LaminaRun          *run,
                                const guint32      *layers,
                                guint               n);

G_END_DECLS
