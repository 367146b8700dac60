/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout-private.h"

#include <stdlib.h>

/* Boxes that are not slices: for each row its lines and the place of its name, and lines of the grid for each track. */
#define BOXES_PER_ROW 5
#define LEAST_BUDGET 1000

LaminaTimeView
lamina_timeline_layout_get_view (const LaminaTimelineLayout *self,
                                 LaminaTrack                *track)
{
  return lamina_time_view_on_clock (&self->view, lamina_timebase_get_offset (self->timebase, lamina_track_get_clock (track)));
}

/* At most so many boxes does a lane need. */
static guint
estimate_lane (const LaminaVisibleRow *visible,
               const LaminaTimeView   *view)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);
  guint sum = 0;

  for (guint lane = visible->row->lane; lane <= visible->row->lane + visible->row->n_folded && lane < slices->n_lanes; lane++)
    {
      guint first = lamina_track_find_slice (visible->track, lane, view->start);
      guint end = lamina_lane_find_start (slices, lane, view->end);

      sum += MIN (end > first ? end - first : 0, (guint) view->width + 1);
    }
  return sum;
}

static int
compare_numbers (const void *a,
                 const void *b)
{
  guint left = *(const guint *) a;
  guint right = *(const guint *) b;

  return left < right ? -1 : left > right;
}

/* The largest number of boxes for one row with which all rows together stay within the budget: the densest rows give way first. */
static guint
find_limit (guint *estimates,
            guint  n,
            guint  budget)
{
  qsort (estimates, n, sizeof *estimates, compare_numbers);
  for (guint i = 0; i < n; i++)
    {
      if (estimates[i] > budget / (n - i))
        return MAX (budget / (n - i), 1);
      budget -= estimates[i];
    }
  return G_MAXUINT / 2;
}

static void
lay_out_folded (LaminaTimelineLayout *self,
                LaminaVisibleRow     *visible,
                const LaminaTimeView *view,
                int                   merge)
{
  const LaminaTimelineRow *row = visible->row;

  for (guint lane = row->lane + 1; lane <= row->lane + row->n_folded; lane++)
    lamina_lane_lay_out_wide (visible->track, lane, view, MAX (merge, 2), self->boxes);
  visible->n_folded = self->boxes->len - visible->first - visible->n;
}

/* Merges further until the row has few enough boxes. How far the last try came says how much further. */
static void
lay_out_row (LaminaTimelineLayout *self,
             LaminaVisibleRow     *visible,
             guint                 limit)
{
  LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);
  int merge = 1;

  visible->first = self->boxes->len;
  if (visible->row->lane >= lamina_track_get_slices (visible->track)->n_lanes)
    return;
  for (;;)
    {
      int done = lamina_lane_lay_out (visible->track, visible->row->lane, &view, merge, limit, self->boxes);

      visible->n = self->boxes->len - visible->first;
      if (done == view.width)
        lay_out_folded (self, visible, &view, merge);
      if ((done == view.width && visible->n + visible->n_folded <= limit) || merge >= view.width)
        break;
      g_array_set_size (self->boxes, visible->first);
      visible->n_folded = 0;
      merge = (int) MIN (MAX (merge * 2, (gint64) merge * view.width / MAX (done, 1)), view.width);
    }
}

void
lamina_timeline_layout_fill_lanes (LaminaTimelineLayout *self)
{
  guint n = self->visible->len;
  g_autofree guint *estimates = g_new0 (guint, MAX (n, 1));
  guint others = n * (BOXES_PER_ROW + self->ticks.n) + 2 * self->ticks.n;
  guint budget = LAMINA_MAX_BOXES - MIN (others, LAMINA_MAX_BOXES - LEAST_BUDGET);
  guint limit;

  for (guint i = 0; i < n; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      if (visible->row->kind == LAMINA_TIMELINE_LANE)
        {
          LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);

          estimates[i] = estimate_lane (visible, &view);
        }
    }
  limit = find_limit (estimates, n, budget);
  for (guint i = 0; i < n; i++)
    {
      LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      if (visible->row->kind == LAMINA_TIMELINE_LANE)
        lay_out_row (self, visible, limit);
    }
}
