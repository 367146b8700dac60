/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Whether the sum over layers means something: times, bytes, operations and counts do, percentages, ids, means, extremes and
 * real numbers without a unit do not. What a plain number stands for is judged by the words of its name. Returns whether it may
 * be summed up. */
LAMINA_AVAILABLE
gboolean lamina_metric_adds_up (const LaminaMetric *metric);

G_END_DECLS
