/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-private.h"
#include "lamina-idle.h"

G_BEGIN_DECLS

/* What the charts of idle devices share. */

/* What the devices do in the range and section of a chart; NULL when cancelled. */
LaminaIdle       *lamina_chart_source_create_idle (const LaminaChartSource *source);

/* The column of times of one load: a part of a bar, unless no device ever does it. */
LaminaChartColumn lamina_chart_get_load_column    (LaminaIdle              *idle,
                                                   LaminaLoad               load);

G_END_DECLS
