/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"

G_BEGIN_DECLS

/* The colors of the blocks of lamina_track_get_slice_blocks() of all tracks. */
typedef struct _LaminaColorLevels LaminaColorLevels;

/* By the colors of the slices. NULL when cancelled. */
LaminaColorLevels      *lamina_color_levels_new  (LaminaColoring    *coloring,
                                                  GCancellable      *cancellable);
void                    lamina_color_levels_free (LaminaColorLevels *self);

/* The blocks of a lane at a level from 1 on; NULL where the track has none. */
const LaminaColorBlock *lamina_color_levels_get  (LaminaColorLevels *self,
                                                  guint              track,
                                                  guint              lane,
                                                  guint              level);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaColorLevels, lamina_color_levels_free)

G_END_DECLS
