/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/**
 * LaminaLiveChart:
 * @start: left edge of the plot on the axis
 * @end: right edge, above @start
 * @x: left edge of the plot in pixels
 * @y: top edge of the plot
 * @width: width of the plot
 * @height: height of the plot
 * @largest: bytes at the top of the plot
 *
 * Where a chart of live memory stands. It turns positions into places and back.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  int x;
  int y;
  int width;
  int height;
  gint64 largest;
} LaminaLiveChart;

/**
 * lamina_live_chart_init: (skip)
 * @self: (out caller-allocates): takes the place
 * @live: the lifetimes
 * @timebase: the offsets in force: the chart shows the whole run
 * @width: width of the picture in pixels
 * @height: height of the picture in pixels
 * @metrics: how wide texts are
 *
 * Divides a picture into plot, numbers at the left and below, and legend above.
 */
LAMINA_AVAILABLE
void lamina_live_chart_init (LaminaLiveChart *self,
                             LaminaLiveSet   *live,
                             LaminaTimebase  *timebase,
                             int              width,
                             int              height,
                             LaminaMetrics   *metrics);

/**
 * lamina_live_chart_layout:
 * @self: where it stands
 * @live: the lifetimes
 * @run: their run
 * @metrics: how wide texts are
 *
 * Lays out the memory that is kept over the run, stacked by role. A pixel shows the moment at which most was kept in it.
 *
 * Returns: (transfer full): the scene: groups `legend`, `memory` and `axis`
 */
LAMINA_AVAILABLE
LaminaScene *lamina_live_chart_layout (const LaminaLiveChart *self,
                                       LaminaLiveSet         *live,
                                       LaminaRun             *run,
                                       LaminaMetrics         *metrics);

/**
 * lamina_live_chart_get_x:
 * @self: where it stands
 * @position: a position on the axis
 *
 * Returns: the pixel that holds it, brought into the plot
 */
LAMINA_AVAILABLE
int lamina_live_chart_get_x (const LaminaLiveChart *self,
                             gint64                 position);

/**
 * lamina_live_chart_get_position:
 * @self: where it stands
 * @live: the lifetimes
 * @x: a place
 *
 * Returns: the position at which most is kept in that pixel, brought into the range of the plot
 */
LAMINA_AVAILABLE
gint64 lamina_live_chart_get_position (const LaminaLiveChart *self,
                                       LaminaLiveSet         *live,
                                       double                 x);

/**
 * lamina_role_get_family:
 * @role: a role
 *
 * Returns: the family whose color a role has in charts
 */
LAMINA_AVAILABLE
LaminaFamily lamina_role_get_family (LaminaRole role);

/* Adds the groups of a chart to a scene, whose top left corner is at @x and @y. */
void lamina_live_chart_add (const LaminaLiveChart *self,
                            LaminaScene           *scene,
                            LaminaLiveSet         *live,
                            LaminaRun             *run,
                            LaminaMetrics         *metrics,
                            int                    x,
                            int                    y);

G_END_DECLS
