/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-private.h"

/* Seven levels of blocks cover all slices whose number fits into 32 bits. */
#define MAX_LEVELS 7
#define LEVEL_SHIFT 4

G_STATIC_ASSERT (1 << LEVEL_SHIFT == LAMINA_LOD_FANOUT);

guint
lamina_lane_find_start (const LaminaSlices *slices,
                        guint               lane,
                        gint64              time)
{
  guint low = slices->first[lane];
  guint high = slices->first[lane + 1];

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (slices->start[middle] >= time)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

LaminaLaneRange
lamina_lane_get_range (LaminaTrack          *track,
                       guint                 lane,
                       const LaminaTimeView *view)
{
  LaminaLaneRange range = {
    .first = lamina_track_find_slice (track, lane, view->start),
    .end = lamina_lane_find_start (lamina_track_get_slices (track), lane, view->end),
  };

  range.end = MAX (range.end, range.first);
  return range;
}

guint
lamina_lane_find_long (LaminaTrack *track,
                       guint        lane,
                       guint        i,
                       gint64       least)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint first = slices->first[lane];
  guint end = slices->first[lane + 1];
  guint n_levels = MIN (lamina_track_get_n_levels (track), MAX_LEVELS);

  while (i < end && slices->duration[i] < least)
    {
      guint n = 1;

      /* Where all slices of a block together are shorter, none of them is long enough. */
      for (guint level = 1; level <= n_levels && ((i - first) & ((1u << (LEVEL_SHIFT * level)) - 1)) == 0; level++)
        {
          guint n_blocks;
          const LaminaSliceBlock *blocks = lamina_track_get_slice_blocks (track, lane, level, &n_blocks);
          guint at = (i - first) >> (LEVEL_SHIFT * level);

          if (at >= n_blocks || blocks[at].busy >= least)
            break;
          n = MIN (1u << (LEVEL_SHIFT * level), end - i);
        }
      i += n;
    }
  return i;
}
