/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"

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
      return grow (n_counters == 1 ? &lone_counter_heights : &counter_heights, growth);
    case LAMINA_TIMELINE_FAMILY:
      return grow (&inner_heights, growth);
    case LAMINA_TIMELINE_LANE:
    default:
      if (row->lane > 0)
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
      y = MIN (y + row->height, G_MAXINT / 2);
    }
  return (int) y;
}

static guint
count_counters (const GArray *rows)
{
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    n += g_array_index (rows, LaminaTimelineRow, i).kind == LAMINA_TIMELINE_COUNTER;
  return n;
}

static void
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
  place_rows (run, rows, n_counters, low);
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
      if (row->y + row->height > height * 2 / 3)
        row->is_pinned = FALSE;
      else
        pinned = MAX (pinned, row->y + row->height);
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

      if (row.kind == LAMINA_TIMELINE_LANE && !row.is_pinned && row.lane > 0 && row.lane >= depths[row.track])
        continue;
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
  guint n_counters = count_counters (rows);

  height -= options->ruler_height;
  *total = place_rows (run, rows, n_counters, 0);
  /* Rows grow only where all of them have room, so that the lanes of one track change no other track. */
  if (options->fill_height && *total < height)
    grow_rows (run, rows, n_counters, height);
  else if (options->depths != NULL && *total > height)
    {
      leave_out_deeper (rows, options->depths);
      *total = place_rows (run, rows, n_counters, 0);
    }
  *pinned = limit_pinned (rows, height);
  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      *total = MAX (*total, row->y + row->height);
    }
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
                          guint                        track,
                          guint                        depth,
                          int                         *y,
                          int                         *row_height)
{
  g_autoptr (GArray) rows = NULL;
  int total, pinned;

  g_return_val_if_fail (run != NULL && options != NULL, FALSE);

  rows = lamina_timeline_create_rows (run, options, height, &total, &pinned);
  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if ((row->kind != LAMINA_TIMELINE_LANE && row->kind != LAMINA_TIMELINE_COUNTER
           && row->kind != LAMINA_TIMELINE_STRIP)
          || row->track != track)
        continue;
      if (!row->is_collapsed && row->kind == LAMINA_TIMELINE_LANE
          && (depth < row->lane || depth > row->lane + row->n_folded))
        continue;
      *y = row->y + options->ruler_height;
      *row_height = row->height;
      return TRUE;
    }
  return FALSE;
}

guint
lamina_timeline_get_label_lines (LaminaRun                   *run,
                                 const LaminaTimelineOptions *options,
                                 int                          height)
{
  g_autoptr (GArray) rows = NULL;
  int total, pinned, most = 0;

  g_return_val_if_fail (run != NULL && options != NULL, 1);

  rows = lamina_timeline_create_rows (run, options, height, &total, &pinned);
  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if (row->kind == LAMINA_TIMELINE_LANE)
        most = MAX (most, row->height);
    }
  return lamina_label_get_most_lines (most);
}
