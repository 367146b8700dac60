/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Finds the start or end of a slice, on any lane of any track, that is nearest to a position. Looks at a few slices of each
 * lane, however many there are. Returns whether there is one within reach. @position: a position on the axis; @reach: how far
 * away an edge may be, on the axis; @hidden: NULL or a byte for each track, not 0 for those whose edges do not count; @edge:
 * where the edge is. */
LAMINA_AVAILABLE
gboolean lamina_edges_find (LaminaRun      *run,
                            LaminaTimebase *timebase,
                            gint64          position,
                            guint64         reach,
                            const guint8   *hidden,
                            gint64         *edge);

G_END_DECLS
