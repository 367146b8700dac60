/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"

G_BEGIN_DECLS

/* A block that is handed out: what holds a tensor. */
typedef struct
{
  guint64 address;
  gint64 bytes;        /* of the block; where the file does not say, the least that holds the tensor */
  gint64 requested;    /* of the tensor */
  guint32 tensor;
  gboolean is_pending; /* the program has given it up, and the device may still use it */
} LaminaMemoryBlock;

/* Addresses that are the allocator's. Pieces of a segment that grows are one here where they lie side by side. */
typedef struct
{
  guint64 address;
  gint64 bytes;
  guint32 stream;      /* string, or 0 */
  guint32 pool;        /* string, or 0 */
  gboolean grows;
  guint first_block;   /* the first block that begins in it or behind it */
  guint n_blocks;      /* that begin in it */
  gint64 active;       /* sum of them */
  gint64 requested;    /* what tensors have of that */
  guint n_free;        /* stretches that no block is in */
  gint64 free;         /* sum of them */
  gint64 largest_free; /* the longest of them; 0 without one */
} LaminaMemorySegment;

/* What segments and blocks there are at one position of the axis. */
typedef struct
{
  guint n_segments;
  const LaminaMemorySegment *segments; /* by address */
  guint n_blocks;
  const LaminaMemoryBlock *blocks;     /* by address: those in no segment, too */
  gint64 reserved;                     /* sum of the segments */
  gint64 active;                       /* sum of the blocks in segments */
  gint64 pending;                      /* sum of those of them that are given up */
  gint64 requested;                    /* what tensors have of active */
  guint n_free;                        /* stretches of segments that no block is in */
  gint64 free;                         /* sum of them */
  gint64 largest_free;                 /* the longest of them; 0 without one */
  gboolean is_exact;                   /* the file states the size of each block */
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
