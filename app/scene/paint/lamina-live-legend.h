/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"
#include "lamina-metrics.h"
#include "lamina-scene.h"

G_BEGIN_DECLS

/*
 * What the colors of lamina_live_bands_lay_out() mean, with what each band keeps when most is kept in a range, on as many lines as
 * that needs. Bands that keep nothing then come last, with the most that they keep at other times of the range.
 * @scene: whose open group they are added to, or NULL, to learn the height alone
 * @begin, @end: the range that is shown, positions on the axis; @end is the first one behind it
 * @left, @right: between which the lines stand
 * @y: the top of the first line
 * Returns the height of the lines, 0 where nothing is kept in the range.
 */
int lamina_live_legend_add (LaminaScene   *scene,
                            LaminaLiveSet *live,
                            gint64         begin,
                            gint64         end,
                            LaminaMetrics *metrics,
                            int            left,
                            int            right,
                            int            y);

/* The bands of that legend in its order. Returns their number. @bands: room for LAMINA_N_ROLES of them. */
LAMINA_AVAILABLE
guint lamina_live_legend_list (LaminaLiveSet *live,
                               gint64         begin,
                               gint64         end,
                               LaminaRole    *bands);

G_END_DECLS
