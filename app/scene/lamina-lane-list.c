/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-lane-list-private.h"

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
