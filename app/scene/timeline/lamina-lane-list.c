/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-lane-list.h"

/* So many slices of a block are asked for its color where nothing has been worked out before. */
#define MOST_ASKED 4

LaminaLaneList
lamina_lane_list_init (LaminaTrack *track,
                       guint        lane)
{
  LaminaLaneList self = { .slices = lamina_track_get_slices (track) };

  if (lane >= self.slices->n_lanes)
    return self;
  self.first = self.slices->first[lane];
  self.end = self.slices->first[lane + 1];
  self.n_levels = MIN (lamina_track_get_n_levels (track), LAMINA_LANE_LEVELS);
  for (guint i = 0; i < self.n_levels; i++)
    self.levels[i] = lamina_track_get_slice_blocks (track, lane, i + 1, &self.n_blocks[i]);
  return self;
}

void
lamina_lane_list_set_coloring (LaminaLaneList *self,
                               LaminaColoring *coloring,
                               guint           track,
                               guint           lane)
{
  if (coloring == NULL || lamina_coloring_get_by (coloring) == LAMINA_COLOR_BY_FAMILY)
    return;
  self->coloring = coloring;
  for (guint i = 0; self->index == NULL && i < self->n_levels; i++)
    self->colors[i] = lamina_coloring_get_blocks (coloring, track, lane, i + 1);
}

/* The longest of some slices of a block stands for it. */
static guint8
ask_some (const LaminaLaneList *self,
          guint                 at,
          guint                 n)
{
  guint32 longest = lamina_lane_list_get (self, at);

  for (guint i = 1; i < MOST_ASKED; i++)
    {
      guint32 slice = lamina_lane_list_get (self, at + (guint) ((guint64) n * i / MOST_ASKED));

      if (self->slices->duration[slice] > self->slices->duration[longest])
        longest = slice;
    }
  return lamina_lane_list_get_color (self, longest);
}

guint8
lamina_lane_list_get_block_color (const LaminaLaneList *self,
                                  guint                 level,
                                  guint                 at,
                                  guint                 n,
                                  gint64               *busy)
{
  guint i = (at - self->first) >> (LAMINA_LEVEL_SHIFT * (level + 1));
  const LaminaSliceBlock *block = &self->levels[level][i];
  const LaminaColorBlock *color = self->colors[level] != NULL ? &self->colors[level][i] : NULL;

  if (self->coloring == NULL)
    {
      *busy = block->family_busy;
      return block->family;
    }
  *busy = color != NULL ? (gint64) ((double) block->busy * color->part / 255) : block->busy;
  return color != NULL ? color->color : ask_some (self, at, n);
}

gboolean
lamina_lane_is_folded (const LaminaSlices *slices,
                       guint               lane)
{
  const guint32 parts = 1u << LAMINA_SLICE_WAIT | 1u << LAMINA_SLICE_KERNEL;

  if (lane == 0 || lane >= slices->n_lanes)
    return FALSE;
  return slices->lanes[lane].kinds != 0 && (slices->lanes[lane].kinds & ~parts) == 0;
}

/* Slices do not overlap, so their ends rise as their starts do. */
static gboolean
ends_after (const LaminaSlices *slices,
            guint               i,
            gint64              time)
{
  return slices->start[i] + slices->duration[i] > time || (slices->duration[i] == 0 && slices->start[i] >= time);
}

guint
lamina_lane_list_find_end (const LaminaLaneList *self,
                           gint64                time)
{
  guint low = self->first;
  guint high = self->end;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (ends_after (self->slices, lamina_lane_list_get (self, middle), time))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

guint
lamina_lane_list_find_start (const LaminaLaneList *self,
                             gint64                time)
{
  guint low = self->first;
  guint high = self->end;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->slices->start[lamina_lane_list_get (self, middle)] >= time)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

guint
lamina_lane_list_find_long (const LaminaLaneList *self,
                            guint                 at,
                            gint64                least)
{
  while (at < self->end && self->slices->duration[lamina_lane_list_get (self, at)] < least)
    {
      guint n = 1;

      /* Where all slices of a block together are shorter, none of them is long enough. */
      for (guint level = 1; level <= self->n_levels; level++)
        {
          guint shift = LAMINA_LEVEL_SHIFT * level;
          guint block = (at - self->first) >> MIN (shift, 31);

          if (shift >= 32 || ((at - self->first) & ((1u << shift) - 1)) != 0 || block >= self->n_blocks[level - 1]
              || self->levels[level - 1][block].busy >= least)
            break;
          n = MIN (1u << shift, self->end - at);
        }
      at += n;
    }
  return at;
}
