/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/* Where a chart of live memory stands. It turns positions into places and back. */
typedef struct
{
  gint64 start;   /* left edge of the plot on the axis */
  gint64 end;     /* right edge, above @start */
  int x;
  int y;
  int width;
  int height;
  gint64 largest; /* bytes at the top of the plot */
  LaminaTimebase *timebase; /* of lamina_live_chart_init(), which has to be there while the chart is laid out */
} LaminaLiveChart;

/*
 * Divides a picture into plot, numbers at the left and below, and legend above.
 * @self: takes the place
 * @timebase: the offsets in force: the chart shows the whole run
 */
LAMINA_AVAILABLE
void lamina_live_chart_init (LaminaLiveChart *self,
                             LaminaLiveSet   *live,
                             LaminaTimebase  *timebase,
                             int              width,
                             int              height,
                             LaminaMetrics   *metrics);

/*
 * Lays out the memory that is kept over the run, stacked by role. A pixel shows the moment at which most was kept in it. Of
 * allocations, dashed lines are the marks of the run. Returns the scene: groups `legend`, `memory` and `axis`.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_live_chart_layout (const LaminaLiveChart *self,
                                       LaminaLiveSet         *live,
                                       LaminaRun             *run,
                                       LaminaMetrics         *metrics);

/* The pixel that holds it, brought into the plot. */
LAMINA_AVAILABLE
int lamina_live_chart_get_x (const LaminaLiveChart *self,
                             gint64                 position);

/* The position at which most is kept in that pixel, brought into the range of the plot. */
LAMINA_AVAILABLE
gint64 lamina_live_chart_get_position (const LaminaLiveChart *self,
                                       LaminaLiveSet         *live,
                                       double                 x);

/* Adds the groups of a chart to a scene, whose top left corner is at @x and @y. */
void lamina_live_chart_add (const LaminaLiveChart *self,
                            LaminaScene           *scene,
                            LaminaLiveSet         *live,
                            LaminaRun             *run,
                            LaminaMetrics         *metrics,
                            int                    x,
                            int                    y);

G_END_DECLS
