/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-chart.h"
#include "lamina-timeline-private.h"

G_BEGIN_DECLS

/* Adds the groups of a chart to a scene, whose top left corner is at @x and @y. */
G_GNUC_INTERNAL
void lamina_live_chart_add (const LaminaLiveChart *self,
                            LaminaScene           *scene,
                            LaminaLiveSet         *live,
                            LaminaRun             *run,
                            LaminaMetrics         *metrics,
                            int                    x,
                            int                    y);

G_END_DECLS
