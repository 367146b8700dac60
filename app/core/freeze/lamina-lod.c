/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-freeze-private.h"

#include <string.h>

/*
 * Levels of detail. Level 1 sums up runs of LAMINA_LOD_FANOUT slices of one lane, level k + 1 runs of as many blocks of
 * level k. Since the slices of a lane ascend and do not overlap, a block covers one span of time that no other block of
 * its level and lane touches. Blocks go by number and not by time, so that dense and sparse parts cost the same.
 */

static guint
n_blocks (guint n)
{
  return n / LAMINA_LOD_FANOUT + (n % LAMINA_LOD_FANOUT != 0);
}

/* Chooses the family with the largest sum; the first one on a tie. */
static void
set_family (LaminaSliceBlock *block,
            const gint64     *busy)
{
  block->family = 0;
  for (guint i = 1; i < LAMINA_N_FAMILIES; i++)
    if (busy[i] > busy[block->family])
      block->family = (guint8) i;
  block->family_busy = busy[block->family];
}

static void
sum_slices (const LaminaSlices *slices,
            guint               first,
            guint               end,
            LaminaSliceBlock   *block)
{
  gint64 busy[LAMINA_N_FAMILIES] = { 0 };
  guint8 family = slices->family[first];

  *block = (LaminaSliceBlock) {
    .start = slices->start[first],
    .end = slices->start[end - 1] + slices->duration[end - 1],
  };
  for (guint i = first; i < end; i++)
    {
      block->busy += slices->duration[i];
      busy[slices->family[i]] += slices->duration[i];
    }
  set_family (block, busy);
  if (block->busy == 0)
    block->family = family;
}

static void
sum_blocks (const LaminaSliceBlock *blocks,
            guint                   n,
            LaminaSliceBlock       *block)
{
  gint64 busy[LAMINA_N_FAMILIES] = { 0 };

  *block = (LaminaSliceBlock) { .start = blocks[0].start, .end = blocks[n - 1].end };
  for (guint i = 0; i < n; i++)
    {
      block->busy += blocks[i].busy;
      busy[blocks[i].family] += blocks[i].family_busy;
    }
  set_family (block, busy);
  if (block->busy == 0)
    block->family = blocks[0].family;
}

/* Where the blocks of each lane begin, from where the rows below begin. Returns the largest number of blocks of a lane. */
static guint
place_lanes (LaminaLevel   *level,
             const guint32 *below,
             guint          n_lanes)
{
  guint most = 0;

  level->first = g_new (guint32, n_lanes + 1);
  level->first[0] = 0;
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      guint n = n_blocks (below[lane + 1] - below[lane]);

      level->first[lane + 1] = level->first[lane] + n;
      most = MAX (most, n);
    }
  return most;
}

static guint
add_slice_level (LaminaTrack *self)
{
  guint n_lanes = self->slices.n_lanes;
  const LaminaLevel *below = self->n_levels > 0 ? &self->levels[self->n_levels - 1] : NULL;
  const guint32 *from = below ? below->first : self->slices.first;
  LaminaLevel level;
  guint most = place_lanes (&level, from, n_lanes);
  LaminaSliceBlock *blocks = g_new (LaminaSliceBlock, MAX (level.first[n_lanes], 1));

  for (guint lane = 0; lane < n_lanes; lane++)
    for (guint i = level.first[lane]; i < level.first[lane + 1]; i++)
      {
        guint first = from[lane] + (i - level.first[lane]) * LAMINA_LOD_FANOUT;
        guint end = MIN (first + LAMINA_LOD_FANOUT, from[lane + 1]);

        if (below == NULL)
          sum_slices (&self->slices, first, end, &blocks[i]);
        else
          sum_blocks ((const LaminaSliceBlock *) below->blocks + first, end - first, &blocks[i]);
      }
  level.blocks = blocks;
  self->levels = g_renew (LaminaLevel, self->levels, self->n_levels + 1);
  self->levels[self->n_levels++] = level;
  return most;
}

static void
sum_samples (const double      *values,
             guint              n,
             LaminaSampleBlock *block)
{
  *block = (LaminaSampleBlock) { values[0], values[0] };
  for (guint i = 1; i < n; i++)
    {
      block->min = MIN (block->min, values[i]);
      block->max = MAX (block->max, values[i]);
    }
}

static void
sum_sample_blocks (const LaminaSampleBlock *blocks,
                   guint                    n,
                   LaminaSampleBlock       *block)
{
  *block = blocks[0];
  for (guint i = 1; i < n; i++)
    {
      block->min = MIN (block->min, blocks[i].min);
      block->max = MAX (block->max, blocks[i].max);
    }
}

static guint
add_sample_level (LaminaTrack *self)
{
  const LaminaLevel *below = self->n_levels > 0 ? &self->levels[self->n_levels - 1] : NULL;
  const guint32 from[2] = { 0, below ? below->first[1] : self->samples.n };
  LaminaLevel level;
  guint most = place_lanes (&level, from, 1);
  LaminaSampleBlock *blocks = g_new (LaminaSampleBlock, MAX (most, 1));

  for (guint i = 0; i < most; i++)
    {
      guint first = i * LAMINA_LOD_FANOUT;
      guint n = MIN (LAMINA_LOD_FANOUT, from[1] - first);

      if (below == NULL)
        sum_samples (self->samples.value + first, n, &blocks[i]);
      else
        sum_sample_blocks ((const LaminaSampleBlock *) below->blocks + first, n, &blocks[i]);
    }
  level.blocks = blocks;
  self->levels = g_renew (LaminaLevel, self->levels, self->n_levels + 1);
  self->levels[self->n_levels++] = level;
  return most;
}

static void
sum_lanes (LaminaSlices *slices)
{
  LaminaLane *lanes = g_new0 (LaminaLane, MAX (slices->n_lanes, 1));

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
      {
        guint kind = slices->flags[i] & LAMINA_SLICE_KIND_MASK;

        lanes[lane].kinds |= 1u << kind;
        lanes[lane].busy += slices->duration[i];
        if (kind == LAMINA_SLICE_WAIT)
          lanes[lane].wait += slices->duration[i];
      }
  slices->lanes = lanes;
}

/* On each level a lane has a block at least; of more slices there are fewer from level to level. */
guint64
lamina_track_measure_levels (LaminaTrack *self)
{
  guint64 n_lanes = self->slices.n_lanes, bytes = n_lanes * sizeof (LaminaLane);
  guint most = 0, n_levels = 0;

  for (guint lane = 0; lane < self->slices.n_lanes; lane++)
    most = MAX (most, self->slices.first[lane + 1] - self->slices.first[lane]);
  for (; most > 1; most = n_blocks (most))
    n_levels++;
  return bytes + n_levels * n_lanes * (sizeof (guint32) + sizeof (LaminaSliceBlock))
         + self->slices.n / (LAMINA_LOD_FANOUT - 1) * sizeof (LaminaSliceBlock);
}

/* Up to the level where every lane is one block. */
void
lamina_track_build_levels (LaminaTrack *self)
{
  guint most = self->info.is_counter ? self->samples.n : 0;

  sum_lanes (&self->slices);
  for (guint lane = 0; lane < self->slices.n_lanes; lane++)
    most = MAX (most, self->slices.first[lane + 1] - self->slices.first[lane]);
  while (most > 1)
    most = self->info.is_counter ? add_sample_level (self) : add_slice_level (self);
}
