/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"

/* Lanes are looked at from the deepest one upwards, each by halving: nothing depends on how much is in the range. */
static guint32
find_depth (LaminaTrack          *track,
            const LaminaTimeView *view)
{
  guint32 depth = lamina_track_get_slices (track)->n_lanes;

  for (; depth > 1; depth--)
    {
      LaminaLaneList list = lamina_lane_list_init (track, depth - 1);
      LaminaLaneRange range = lamina_lane_get_range (&list, view);

      if (range.first < range.end)
        break;
    }
  return MAX (depth, 1);
}

guint32 *
lamina_timeline_find_depths (LaminaRun      *run,
                             LaminaTimebase *timebase,
                             gint64          start,
                             gint64          end,
                             guint          *n)
{
  guint32 *depths;

  g_return_val_if_fail (run != NULL && timebase != NULL && n != NULL, NULL);

  *n = lamina_run_get_n_tracks (run);
  depths = g_new (guint32, *n + 1);
  for (guint i = 0; i < *n; i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_clock (track));
      LaminaTimeView view = { .start = lamina_subtract_saturating (start, offset),
                              .end = lamina_subtract_saturating (end, offset) };

      depths[i] = find_depth (track, &view);
    }
  return depths;
}

/* The row at a place, with the ruler; NULL when none that scrolls is there. */
static const LaminaTimelineRow *
find_row_at (const GArray *rows,
             int           y)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if (!row->is_pinned && y >= row->y && y < row->y + row->height)
        return row;
    }
  return NULL;
}

/* The same row among others or, of a lane that is not there, the lowest one of its track above it. */
static const LaminaTimelineRow *
find_same (const GArray            *rows,
           const LaminaTimelineRow *row,
           guint                    lane)
{
  const LaminaTimelineRow *best = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *other = &g_array_index (rows, LaminaTimelineRow, i);

      if (other->kind == row->kind && other->group == row->group && other->track == row->track
          && other->family == row->family && other->part == row->part && other->is_pinned == row->is_pinned
          && other->lane <= lane && (best == NULL || other->lane > best->lane))
        best = other;
    }
  return best;
}

int
lamina_timeline_get_shift (LaminaRun                   *run,
                           const LaminaTimelineOptions *before,
                           const LaminaTimelineOptions *after,
                           int                          height,
                           int                          top,
                           int                          y)
{
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GArray) others = NULL;
  const LaminaTimelineRow *row, *first, *same;
  int total, pinned;

  g_return_val_if_fail (run != NULL && before != NULL && after != NULL, 0);

  rows = lamina_timeline_create_rows (run, before, height, &total, &pinned);
  others = lamina_timeline_create_rows (run, after, height, &total, &pinned);
  row = find_row_at (rows, y - before->ruler_height);
  same = row != NULL ? find_same (others, row, row->lane) : NULL;
  if (same == NULL)
    return 0;
  first = find_same (rows, row, 0);
  if (same->lane < row->lane && first->y >= top - before->ruler_height)
    return find_same (others, row, 0)->y - first->y;
  return same->y - row->y;
}
