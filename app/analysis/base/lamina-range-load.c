/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-range-load.h"

/* The first slice of a lane that starts at or after a time. */
static guint
find_start (LaminaTrack *track,
            guint        lane,
            gint64       time)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint low = slices->first[lane], high = slices->first[lane + 1];

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

/* A slice that takes no time belongs to the range that it stands in, also at its first moment. */
guint
lamina_range_find_slices (LaminaTrack            *track,
                          guint                   lane,
                          const LaminaClockRange *range,
                          guint                  *first)
{
  *first = lamina_track_find_slice (track, lane, range->start);
  return MAX (find_start (track, lane, range->end), *first);
}

static gint64
add_slices (LaminaTrack            *track,
            guint                   from,
            guint                   to,
            const LaminaClockRange *range,
            gboolean                waits)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 sum = 0;

  for (guint i = from; i < to; i++)
    if (!waits || (slices->flags[i] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT)
      sum = lamina_number_add (sum, lamina_clock_range_clip (range, slices->start[i], slices->duration[i]));
  return sum;
}

/* Neighbors in whole blocks of the first level, and the few before and after them one by one. */
gint64
lamina_range_add_lane (LaminaTrack            *track,
                       guint                   lane,
                       const LaminaClockRange *range,
                       gboolean                waits)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint first, end, from, to, n_blocks = 0;
  const LaminaSliceBlock *blocks = NULL;
  gint64 sum = 0;

  if (waits && !(slices->lanes[lane].kinds & (1u << LAMINA_SLICE_WAIT)))
    return 0;
  end = lamina_range_find_slices (track, lane, range, &first);
  if (!waits && lamina_track_get_n_levels (track) > 0)
    blocks = lamina_track_get_slice_blocks (track, lane, 1, &n_blocks);
  /* The first and the last slice may reach over the edges. */
  from = (first - slices->first[lane]) / LAMINA_LOD_FANOUT + 1;
  to = end > slices->first[lane] ? (end - 1 - slices->first[lane]) / LAMINA_LOD_FANOUT : 0;
  to = MIN (to, n_blocks);
  if (!blocks || from >= to)
    return add_slices (track, first, end, range, waits);
  sum = add_slices (track, first, slices->first[lane] + from * LAMINA_LOD_FANOUT, range, waits);
  for (guint i = from; i < to; i++)
    sum = lamina_number_add (sum, blocks[i].busy);
  return lamina_number_add (sum, add_slices (track, slices->first[lane] + to * LAMINA_LOD_FANOUT, end, range, waits));
}
