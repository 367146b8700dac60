/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-places.h"

#define HEADING_HEIGHT 21
#define COLLAPSED_HEIGHT 25
#define STRIPS_MARGIN 2
#define HIDDEN_HEIGHT 23
#define GROWTH_STEPS 64

/* Heights of a kind of row, when there is no room to spare and when there is plenty. */
typedef struct
{
  int least;
  int most;
} Heights;

static const Heights lane_heights = { 23, 66 };
static const Heights main_heights = { 25, 66 };
static const Heights inner_heights = { 23, 44 };
static const Heights counter_heights = { 37, 66 };
static const Heights lone_counter_heights = { 37, 100 };
static const Heights memory_heights = { 74, 120 };

static int
grow (const Heights *heights,
      int            growth)
{
  return heights->least + (heights->most - heights->least) * growth / GROWTH_STEPS;
}

static int
get_row_height (LaminaRun               *run,
                const LaminaTimelineRow *row,
                guint                    n_counters,
                int                      growth)
{
  switch (row->kind)
    {
    case LAMINA_TIMELINE_HEADING:
      return row->is_collapsed ? COLLAPSED_HEIGHT : HEADING_HEIGHT;
    case LAMINA_TIMELINE_MARKS:
    case LAMINA_TIMELINE_HIDDEN:
      return HIDDEN_HEIGHT;
    case LAMINA_TIMELINE_STRIP:
      return (COLLAPSED_HEIGHT - 1 - 2 * STRIPS_MARGIN) / row->n_parts;
    case LAMINA_TIMELINE_RATE:
      return grow (&counter_heights, growth / 2);
    case LAMINA_TIMELINE_COUNTER:
      if (lamina_timeline_row_is_memory (row, run))
        return grow (&memory_heights, growth);
      return grow (n_counters == 1 ? &lone_counter_heights : &counter_heights, growth);
    case LAMINA_TIMELINE_FAMILY:
      return grow (&inner_heights, growth);
    case LAMINA_TIMELINE_LANE:
    default:
      if (lamina_timeline_row_is_outline (row) ? row->part != LAMINA_OUTLINE_WORK || row->depth > 0 : row->lane > 0)
        return grow (&inner_heights, growth);
      return grow (lamina_run_get_track_kind (run, row->track) == LAMINA_GROUP_DEVICE ? &main_heights : &lane_heights,
                   growth);
    }
}

static int
place_rows (LaminaRun *run,
            GArray    *rows,
            guint      n_counters,
            int        growth)
{
  gint64 y = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      row->height = get_row_height (run, row, n_counters, growth);
      if (row->kind == LAMINA_TIMELINE_STRIP)
        {
          /* Strips stand in the heading above. */
          row->y = (int) y - COLLAPSED_HEIGHT + STRIPS_MARGIN + row->part * row->height;
          continue;
        }
      row->y = (int) y;
      y = MIN (lamina_timeline_row_get_bottom (row), G_MAXINT / 2);
    }
  return (int) y;
}

static int
grow_rows (LaminaRun *run,
           GArray    *rows,
           guint      n_counters,
           int        height)
{
  int low = 0;
  int high = GROWTH_STEPS;

  while (low < high)
    {
      int middle = (low + high + 1) / 2;

      if (place_rows (run, rows, n_counters, middle) <= height)
        low = middle;
      else
        high = middle - 1;
    }
  return place_rows (run, rows, n_counters, low);
}

/* What is pinned may take two thirds of the window; those behind them scroll like all others. */
static int
limit_pinned (GArray *rows,
              int     height)
{
  int pinned = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if (!row->is_pinned)
        continue;
      if (lamina_timeline_row_get_bottom (row) > height * 2 / 3)
        row->is_pinned = FALSE;
      else
        pinned = MAX (pinned, (int) lamina_timeline_row_get_bottom (row));
    }
  return pinned;
}

/* Leaves out the lanes of tracks below those that were asked for. Tracks that are pinned keep theirs. */
static void
leave_out_deeper (GArray        *rows,
                  const guint32 *depths)
{
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      LaminaTimelineRow row = g_array_index (rows, LaminaTimelineRow, i);

      guint depth = lamina_timeline_row_is_outline (&row) ? row.depth : row.lane;

      if (row.kind == LAMINA_TIMELINE_LANE && !row.is_pinned && !row.is_collapsed && depth > 0 && depth >= depths[row.track])
        continue;
      if (row.n_more > 0 && !row.is_pinned)
        row.n_more = MIN (row.n_more, depths[row.track] - row.lane - 1);
      g_array_index (rows, LaminaTimelineRow, n++) = row;
    }
  g_array_set_size (rows, n);
}

GArray *
lamina_timeline_create_rows (LaminaRun                   *run,
                             const LaminaTimelineOptions *options,
                             int                          height,
                             int                         *total,
                             int                         *pinned)
{
  GArray *rows = lamina_timeline_list_rows (run, options->arrangement);
  guint n_counters = 0;

  for (guint i = 0; i < rows->len; i++)
    n_counters += g_array_index (rows, LaminaTimelineRow, i).kind == LAMINA_TIMELINE_COUNTER;
  height -= options->ruler_height;
  *total = place_rows (run, rows, n_counters, 0);
  /* Rows grow only where all of them have room, so that the lanes of one track change no other track. */
  if (options->fill_height && *total < height)
    *total = grow_rows (run, rows, n_counters, height);
  else if (options->depths != NULL && *total > height)
    {
      leave_out_deeper (rows, options->depths);
      *total = place_rows (run, rows, n_counters, 0);
    }
  *pinned = limit_pinned (rows, height);
  return rows;
}

int
lamina_timeline_get_height (LaminaRun                   *run,
                            const LaminaTimelineOptions *options,
                            int                          height)
{
  g_autoptr (GArray) rows = NULL;
  int total, pinned;

  g_return_val_if_fail (run != NULL && options != NULL, 0);

  rows = lamina_timeline_create_rows (run, options, height, &total, &pinned);
  return total + options->ruler_height;
}

int
lamina_timeline_get_pinned_height (LaminaRun                   *run,
                                   const LaminaTimelineOptions *options,
                                   int                          height)
{
  g_autoptr (GArray) rows = NULL;
  int total, pinned;

  g_return_val_if_fail (run != NULL && options != NULL, 0);

  rows = lamina_timeline_create_rows (run, options, height, &total, &pinned);
  return pinned;
}

gboolean
lamina_timeline_find_row (LaminaRun                   *run,
                          const LaminaTimelineOptions *options,
                          int                          height,
                          const LaminaSliceRef        *slice,
                          int                         *y,
                          int                         *row_height)
{
  g_autoptr (GArray) rows = NULL;
  int total, pinned;

  g_return_val_if_fail (run != NULL && options != NULL && slice != NULL, FALSE);

  rows = lamina_timeline_create_rows (run, options, height, &total, &pinned);
  for (guint i = 0; i < rows->len; i++)
    {
      LaminaTimelineRow row = g_array_index (rows, LaminaTimelineRow, i);

      if (!lamina_timeline_row_has (&row, run, options->arrangement, slice))
        continue;
      if (row.n_more > 0 && slice->slice != LAMINA_NONE)
        row = lamina_timeline_row_pick (&row, lamina_track_get_depth (lamina_run_get_track (run, slice->track), slice->slice), 0);
      *y = row.y + options->ruler_height;
      *row_height = row.height;
      return TRUE;
    }
  return FALSE;
}

/* A track of so many lanes that this is not enough keeps some that are empty. */
#define MOST_LANES 10000

/* Lanes are looked at from the deepest one upwards, each by halving: nothing depends on how much is in the range. */
static guint32
find_depth (LaminaTrack          *track,
            const LaminaTimeView *view)
{
  guint32 depth = lamina_track_get_slices (track)->n_lanes;

  for (guint n = 0; depth > 1 && n < MOST_LANES; depth--, n++)
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
      gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock);
      LaminaTimeView view = { .start = lamina_subtract_saturating (start, offset),
                              .end = lamina_subtract_saturating (end, offset) };

      depths[i] = find_depth (track, &view);
    }
  return depths;
}

/* Whether two rows differ in nothing but their lanes. */
static gboolean
are_of_one_track (const LaminaTimelineRow *row,
                  const LaminaTimelineRow *other)
{
  return other->kind == row->kind && other->group == row->group && other->track == row->track && other->family == row->family
         && other->part == row->part && other->is_pinned == row->is_pinned;
}

/* The row of the first of the lanes that are there; a part of a track may have none but later ones. */
static const LaminaTimelineRow *
find_first (const GArray            *rows,
            const LaminaTimelineRow *row)
{
  const LaminaTimelineRow *first = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *other = &g_array_index (rows, LaminaTimelineRow, i);

      if (are_of_one_track (row, other) && (first == NULL || other->lane < first->lane))
        first = other;
    }
  return first;
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

      if (are_of_one_track (row, other) && other->lane <= lane && (best == NULL || other->lane > best->lane))
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
  const LaminaTimelineRow *row = NULL, *first, *found;
  LaminaTimelineRow same;
  int total, pinned;

  g_return_val_if_fail (run != NULL && before != NULL && after != NULL, 0);

  rows = lamina_timeline_create_rows (run, before, height, &total, &pinned);
  others = lamina_timeline_create_rows (run, after, height, &total, &pinned);
  y -= before->ruler_height;
  rows = lamina_timeline_open_runs (g_steal_pointer (&rows), y, (gint64) y + 1);
  for (guint i = 0; i < rows->len && row == NULL; i++)
    {
      const LaminaTimelineRow *at = &g_array_index (rows, LaminaTimelineRow, i);

      if (!at->is_pinned && y >= at->y && y < at->y + at->height)
        row = at;
    }
  found = row != NULL ? find_same (others, row, row->lane) : NULL;
  if (found == NULL)
    return 0;
  same = lamina_timeline_row_pick (found, MIN (found->lane + found->n_more, row->lane), 0);
  first = find_first (rows, row);
  if (same.lane < row->lane && first->y >= top - before->ruler_height)
    return find_first (others, row)->y - first->y;
  return same.y - row->y;
}
