/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

G_BEGIN_DECLS

/* The column of times of one load: a part of a bar, unless no device ever does it. */
LaminaChartColumn lamina_chart_get_load_column (LaminaIdle *idle,
                                                LaminaLoad  load);

G_END_DECLS
