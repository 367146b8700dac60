/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-memory-map.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/*
 * Lays out the addresses of a map: those of each stream and pool one segment after the other, in lines like text, all of them in
 * the same scale, so that the whole fits into @height where that is at least lamina_memory_layout_get_height(). Blocks have the
 * colors of the bands that their tensors are in; those that are given up are hatched. What shares a pixel is one box.
 *
 * Blocks have targets LAMINA_TARGET_BLOCKS; what is free LAMINA_TARGET_FREE: @track is the segment, and @first the block that comes
 * next in it, or the number of the last one and 1. Returns the scene: groups `numbers` and `addresses`.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_memory_layout (const LaminaMemoryMap *map,
                                   LaminaLiveSet         *live,
                                   LaminaRun             *run,
                                   int                    width,
                                   int                    height,
                                   LaminaMetrics         *metrics);

/* The same in a part of a scene, whose lines are @width long from @x on. Returns its height, @height or what it needs. */
int lamina_memory_layout_add (LaminaScene           *scene,
                              const LaminaMemoryMap *map,
                              LaminaLiveSet         *live,
                              LaminaRun             *run,
                              int                    x,
                              int                    y,
                              int                    width,
                              int                    height,
                              LaminaMetrics         *metrics);

/* The height, in pixels, that a map needs at least. */
LAMINA_AVAILABLE
int lamina_memory_layout_get_height (const LaminaMemoryMap *map);

G_END_DECLS
