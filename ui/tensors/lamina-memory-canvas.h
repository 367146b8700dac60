/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-memory-map.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_MEMORY_CANVAS (lamina_memory_canvas_get_type ())

/* The addresses of an allocator at one moment. A click, or an arrow key, selects the tensor of a block, and the block of the
 * selected tensor is outlined. */
G_DECLARE_FINAL_TYPE (LaminaMemoryCanvas, lamina_memory_canvas, LAMINA, MEMORY_CANVAS, LaminaCanvas)

/* @live: the lifetimes, whose bands the colors are of; @map: (transfer full) (nullable): what is shown. All are NULL for
 * nothing. */
void lamina_memory_canvas_show (LaminaMemoryCanvas *self,
                                LaminaSession      *session,
                                LaminaLiveSet      *live,
                                LaminaMemoryMap    *map);

/* What is shown, or NULL. */
const LaminaMemoryMap *lamina_memory_canvas_get_map (LaminaMemoryCanvas *self);

G_END_DECLS
