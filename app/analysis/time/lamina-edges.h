/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_edges_find:
 * @run: a run
 * @timebase: the offsets in force
 * @position: a position on the axis
 * @reach: how far away an edge may be, on the axis
 * @hidden: (nullable): a byte for each track, not 0 for those whose edges do not count
 * @edge: (out): where the edge is
 *
 * Finds the start or end of a slice, on any lane of any track, that is nearest to a position. Looks at a few slices of
 * each lane, however many there are.
 *
 * Returns: whether there is one within reach
 */
LAMINA_AVAILABLE
gboolean lamina_edges_find (LaminaRun      *run,
                            LaminaTimebase *timebase,
                            gint64          position,
                            guint64         reach,
                            const guint8   *hidden,
                            gint64         *edge);

G_END_DECLS
