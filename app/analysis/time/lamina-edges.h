/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Lanes of a track that follow each other. */
typedef struct
{
  guint32 track;
  guint32 first;
  guint32 n;
} LaminaLanes;

/* Finds the start or end of a slice that is nearest to a position. Looks at a few slices of each lane, however many there are.
 * Returns whether there is one within reach. @position: a position on the axis; @reach: how far away an edge may be, on the axis;
 * @lanes: (element-type LaminaLanes): those whose edges count, NULL for all of all tracks; @edge: where the edge is. */
LAMINA_AVAILABLE
gboolean lamina_edges_find (LaminaRun      *run,
                            LaminaTimebase *timebase,
                            gint64          position,
                            guint64         reach,
                            const GArray   *lanes,
                            gint64         *edge);

G_END_DECLS
