/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"
#include "lamina-scene.h"
#include "lamina-time-view.h"

G_BEGIN_DECLS

/* The band at a place of the stack, from below: what is kept for long lies there. */
LaminaRole lamina_live_bands_get (guint place);

/* What a band is called: a role, or who asked for the memory. */
LAMINA_AVAILABLE
const char *lamina_live_bands_get_title (LaminaLiveSet *live,
                                         guint          band);

/*
 * Adds what is kept in memory over time to the open group, as areas of bands that lie on each other. A pixel shows the moment at
 * which most was kept in it.
 * @view: on the axis
 * @x, @bottom: where the lower left corner of the view lies
 * @height: of @largest bytes
 * @with_names: whether bands are named where they are thick enough
 */
void lamina_live_bands_lay_out (LaminaScene          *scene,
                                LaminaLiveSet        *live,
                                const LaminaTimeView *view,
                                gint64                largest,
                                int                   x,
                                int                   bottom,
                                int                   height,
                                gboolean              with_names);

/* The position that the left edge of a column of pixels lies in. */
gint64 lamina_live_bands_get_edge (const LaminaTimeView *view,
                                   int                   column);

/* The family whose color a role has in charts. */
LAMINA_AVAILABLE
LaminaFamily lamina_role_get_family (LaminaRole role);

G_END_DECLS
