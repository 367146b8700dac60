/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"

G_BEGIN_DECLS

/* A block that is handed out: what holds a tensor. */
typedef struct
{
  guint64 address;
  gint64 bytes;     /* of the block; where the file does not say, what the tensor has, so that it may be larger */
  gint64 requested; /* of the tensor */
  guint32 tensor;
} LaminaMemoryBlock;

/* What segments and blocks there are at one position of the axis. */
typedef struct
{
  guint n_segments;
  const LaminaSegment *const *segments; /* by address */
  guint n_blocks;
  const LaminaMemoryBlock *blocks;      /* by address: those in no segment, too */
  gint64 reserved;                      /* sum of the segments */
  gint64 active;                        /* sum of the blocks in segments */
  gint64 requested;                     /* what tensors have of that */
  guint n_free;                         /* stretches of segments that no block is in */
  gint64 largest_free;                  /* the longest of them; 0 without one */
  gboolean is_exact;                    /* the file states the size of each block */
} LaminaMemoryMap;

/* The map at @position, to be freed by lamina_memory_map_free(). Without segments it has none. */
LAMINA_AVAILABLE
LaminaMemoryMap *lamina_memory_map_new (LaminaRun      *run,
                                        LaminaTimebase *timebase,
                                        LaminaLiveSet  *live,
                                        gint64          position);

LAMINA_AVAILABLE
void lamina_memory_map_free (LaminaMemoryMap *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaMemoryMap, lamina_memory_map_free)

G_END_DECLS
