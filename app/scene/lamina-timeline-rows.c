/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-private.h"

#define HEADING_HEIGHT 21
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

static gboolean
is_folded (const LaminaSlices *slices,
           guint               lane)
{
  const guint32 parts = 1u << LAMINA_SLICE_WAIT | 1u << LAMINA_SLICE_KERNEL;

  if (lane == 0 || lane >= slices->n_lanes)
    return FALSE;
  return slices->lanes[lane].kinds != 0 && (slices->lanes[lane].kinds & ~parts) == 0;
}

/* Headings of the groups around a track that the row before does not stand under, outermost first. */
static guint
add_headings (GArray    *rows,
              LaminaRun *run,
              guint      track,
              guint32    group,
              guint32    group_before)
{
  guint indent = 0;
  LaminaTimelineRow row = { .kind = LAMINA_TIMELINE_HEADING, .group = group, .track = track };

  if (group == LAMINA_NONE)
    return 0;
  for (guint32 around = group_before; around != LAMINA_NONE; around = lamina_run_get_group (run, around)->parent)
    if (around == group)
      {
        for (around = lamina_run_get_group (run, group)->parent; around != LAMINA_NONE;
             around = lamina_run_get_group (run, around)->parent)
          indent++;
        return indent + 1;
      }
  row.indent = indent = add_headings (rows, run, track, lamina_run_get_group (run, group)->parent, group_before);
  g_array_append_val (rows, row);
  return indent + 1;
}

static void
add_lanes (GArray      *rows,
           LaminaTrack *track,
           guint        index,
           guint        indent)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  LaminaTimelineRow row = { .kind = LAMINA_TIMELINE_LANE, .track = index, .group = lamina_track_get_group (track),
                            .indent = indent };

  if (slices->n_lanes == 0)
    g_array_append_val (rows, row);
  for (guint lane = 0; lane < slices->n_lanes; lane += 1 + row.n_folded)
    {
      row.lane = lane;
      row.n_folded = 0;
      while (is_folded (slices, lane + 1 + row.n_folded))
        row.n_folded++;
      g_array_append_val (rows, row);
    }
}

static GArray *
list_rows (LaminaRun *run,
           guint     *n_counters)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (LaminaTimelineRow));
  guint32 group_before = LAMINA_NONE;

  *n_counters = 0;
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      guint32 group = lamina_track_get_group (track);
      guint indent = add_headings (rows, run, i, group, group_before);
      LaminaTimelineRow row = { .kind = LAMINA_TIMELINE_COUNTER, .track = i, .group = group, .indent = indent };

      group_before = group;
      if (!lamina_track_is_counter (track))
        add_lanes (rows, track, i, indent);
      else
        {
          g_array_append_val (rows, row);
          (*n_counters)++;
        }
    }
  return rows;
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
      return HEADING_HEIGHT;
    case LAMINA_TIMELINE_COUNTER:
      return grow (n_counters == 1 ? &lone_counter_heights : &counter_heights, growth);
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

      row->y = (int) y;
      row->height = get_row_height (run, row, n_counters, growth);
      y = MIN (y + row->height, G_MAXINT / 2);
    }
  return (int) y;
}

GArray *
lamina_timeline_create_rows (LaminaRun *run,
                             int        height,
                             gboolean   fill_height,
                             int       *total)
{
  guint n_counters;
  GArray *rows = list_rows (run, &n_counters);
  int low = 0;
  int high = GROWTH_STEPS;

  *total = place_rows (run, rows, n_counters, 0);
  if (!fill_height || *total >= height)
    return rows;
  while (low < high)
    {
      int middle = (low + high + 1) / 2;

      if (place_rows (run, rows, n_counters, middle) <= height)
        low = middle;
      else
        high = middle - 1;
    }
  *total = place_rows (run, rows, n_counters, low);
  return rows;
}

int
lamina_timeline_get_height (LaminaRun                   *run,
                            const LaminaTimelineOptions *options,
                            int                          height)
{
  g_autoptr (GArray) rows = NULL;
  int total;

  g_return_val_if_fail (run != NULL && options != NULL, 0);

  rows = lamina_timeline_create_rows (run, height - options->ruler_height, options->fill_height, &total);
  return total + options->ruler_height;
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
  int total;

  g_return_val_if_fail (run != NULL && options != NULL, FALSE);

  rows = lamina_timeline_create_rows (run, height - options->ruler_height, options->fill_height, &total);
  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if (row->kind == LAMINA_TIMELINE_HEADING || row->track != track || depth < row->lane
          || depth > row->lane + row->n_folded)
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
  int total, most = 0;

  g_return_val_if_fail (run != NULL && options != NULL, 1);

  rows = lamina_timeline_create_rows (run, height - options->ruler_height, options->fill_height, &total);
  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if (row->kind == LAMINA_TIMELINE_LANE)
        most = MAX (most, row->height);
    }
  return lamina_label_get_most_lines (most);
}
