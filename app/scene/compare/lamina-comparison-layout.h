/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/*
 * A comparison as scenes. Whatever can be hit has a target %LAMINA_TARGET_ROWS: of the waterfall its rows are types, as
 * lamina_comparison_get_type_row() numbers them, of the ties pairs, as lamina_comparison_get_pair() does. Without times
 * on both sides they say so.
 */

/*
 * Lays out where the difference comes from: the total of A, a bar for each type from where the one before has ended, the total of
 * B. Types that take less than before have a pale bar with an edge. What does not fit is one bar. Where the axis does not begin at
 * 0, the totals are broken.
 * @height: height in pixels; 0 for lamina_waterfall_get_height()
 */
LAMINA_AVAILABLE
LaminaScene *lamina_waterfall_layout (LaminaComparison *comparison,
                                      int               width,
                                      int               height,
                                      LaminaMetrics    *metrics);

/* The height that shows its types well. */
LAMINA_AVAILABLE
int lamina_waterfall_get_height (LaminaComparison *comparison);

/* The height in pixels that shows both sides on one scale well. */
#define LAMINA_TIES_HEIGHT 168

/* LAMINA_TIES_HEIGHT, and room for one side alone where it is far shorter than the other. */
int lamina_ties_get_height (LaminaComparison *comparison);

/*
 * Lays out both sides on one scale, A above B, with a band between layers of one pair: layers lie where they were measured from
 * the first work of their side on, where both runs were, else their costs end to end in the order of execution. What has no
 * counterpart has a line along its edge instead. The targets of A have track 0, those of B 1, those of bands 2. Where all is shown
 * and there is room, a side that is far shorter than the other stands below once more, as wide as the picture.
 * @height: height in pixels; 0 for what lamina_ties_get_height() says
 * @start: left edge in nanoseconds, or LAMINA_ABSENT for all
 */
LAMINA_AVAILABLE
LaminaScene *lamina_ties_layout (LaminaComparison *comparison,
                                 int               width,
                                 int               height,
                                 gint64            start,
                                 gint64            end,
                                 LaminaMetrics    *metrics);

/* Lays out one pair, outlined: to be drawn over the picture, which is dimmed. */
LAMINA_AVAILABLE
LaminaScene *lamina_ties_layout_pair (LaminaComparison *comparison,
                                      int               width,
                                      int               height,
                                      gint64            start,
                                      gint64            end,
                                      guint32           pair,
                                      LaminaMetrics    *metrics);

G_END_DECLS
