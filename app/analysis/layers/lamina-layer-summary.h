/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-rate.h"

G_BEGIN_DECLS

/* How many bars the histogram of a summary has. */
#define LAMINA_SUMMARY_BINS 24

/* What several layers add up to, and how their costs are spread. */
typedef struct
{
  guint n;                         /* number of layers */
  guint n_timed;                   /* how many of them have a cost */
  gint64 cost;                     /* sum of the costs in nanoseconds, or LAMINA_ABSENT */
  gint64 flop;                     /* sum of the floating point operations, or LAMINA_ABSENT */
  gint64 bytes;                    /* sum of the bytes moved, or LAMINA_ABSENT */
  gint64 min;                      /* smallest cost of a layer, or LAMINA_ABSENT */
  gint64 median;                   /* of the costs, see lamina_median(), or LAMINA_ABSENT */
  gint64 max;                      /* largest cost, or LAMINA_ABSENT */
  double mean;                     /* mean cost of those that have one, or NaN */
  LaminaRate rate;                 /* their operations for each second, over those whose operations are known */
  LaminaEstimate estimated;        /* what of this is estimated of any of the layers */
  guint bins[LAMINA_SUMMARY_BINS]; /* how many layers have a cost in each of the parts of equal length from @min to @max */
} LaminaLayerSummary;

/* Pure; any thread. */
LAMINA_AVAILABLE
void lamina_layer_summary_init (LaminaLayerSummary *self,
                                LaminaRun          *run,
                                const guint32      *layers,
                                guint               n);

G_END_DECLS
