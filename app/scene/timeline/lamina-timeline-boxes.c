/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

#include "lamina-highlight-private.h"

#include <stdlib.h>

/* Boxes that are not slices: for each row its lines and the place of its name, and lines of the grid for each track. */
#define BOXES_PER_ROW 5
#define LEAST_BUDGET 1000

/* A row that is merged as far as possible has a box as wide as the view and two beside it. */
#define LEAST_LIMIT 4

/* At most so many boxes does a lane need: one for each slice, or for each pixel between the first and the last. */
static guint
estimate_lane (const LaminaLaneList  *list,
               const LaminaLaneRange *range,
               const LaminaTimeView  *view)
{
  const LaminaSlices *slices = list->slices;
  guint first, last;
  int from, to;

  if (range->first == range->end)
    return 0;
  first = lamina_lane_list_get (list, range->first);
  last = lamina_lane_list_get (list, range->end - 1);
  from = MAX (lamina_time_view_get_x (view, slices->start[first]), 0);
  to = lamina_time_view_get_x (view, slices->start[last] + slices->duration[last]);
  return MIN (range->end - range->first, (guint) (to - from) + 1);
}

/* Finds what a row has in view. */
static guint
estimate_row (LaminaVisibleRow     *visible,
              const LaminaTimeView *view)
{
  const LaminaTimelineRow *row = visible->row;
  guint sum;

  visible->range = lamina_lane_get_range (&visible->list, view);
  sum = estimate_lane (&visible->list, &visible->range, view);
  for (guint lane = row->lane + 1; lane <= row->lane + row->n_folded; lane++)
    {
      LaminaLaneList list = lamina_lane_list_init (visible->track, lane);
      LaminaLaneRange range = lamina_lane_get_range (&list, view);

      sum += estimate_lane (&list, &range, view);
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

/*
 * The largest number of boxes for one row with which all rows together stay within the budget: the densest rows give
 * way first.
 */
static guint
find_limit (guint *estimates,
            guint  n,
            guint  budget)
{
  qsort (estimates, n, sizeof *estimates, compare_numbers);
  for (guint i = 0; i < n; i++)
    {
      if (estimates[i] > budget / (n - i))
        return MAX (budget / (n - i), LEAST_LIMIT);
      budget -= estimates[i];
    }
  return G_MAXUINT / 2;
}

/* Of the parts in the lanes below, a copy of the lane has those of its own slices. */
static void
keep_family (LaminaTimelineLayout *self,
             LaminaVisibleRow     *visible)
{
  guint kept = visible->first + visible->n;

  for (guint i = kept; i < self->boxes->len; i++)
    {
      LaminaLaneBox box = g_array_index (self->boxes, LaminaLaneBox, i);
      guint32 around = lamina_track_get_parent (visible->track, box.first);

      if (around != LAMINA_NONE && visible->list.slices->family[around] == visible->row->family)
        g_array_index (self->boxes, LaminaLaneBox, kept++) = box;
    }
  g_array_set_size (self->boxes, kept);
}

/* Lays out a row with boxes of @merge pixels, after those of the array. Returns whether there are few enough. */
static gboolean
try_row (LaminaTimelineLayout *self,
         LaminaVisibleRow     *visible,
         const LaminaTimeView *view,
         int                   merge,
         guint                 limit)
{
  const LaminaTimelineRow *row = visible->row;
  int done;

  visible->first = self->boxes->len;
  visible->n_folded = 0;
  done = lamina_lane_lay_out (&visible->list, view, &visible->range, merge, limit, self->boxes);
  visible->n = self->boxes->len - visible->first;
  if (done < view->width)
    return FALSE;
  for (guint lane = row->lane + 1; lane <= row->lane + row->n_folded; lane++)
    {
      LaminaLaneList list = lamina_timeline_layout_get_lane (self, row->track, lane);

      lamina_lane_lay_out_wide (&list, view, MAX (merge, 2), self->boxes);
    }
  if (row->kind == LAMINA_TIMELINE_FAMILY)
    keep_family (self, visible);
  visible->n_folded = self->boxes->len - visible->first - visible->n;
  return visible->n + visible->n_folded <= limit;
}

/* The smallest power of two, so that a row does not change its grain while it is moved. */
static int
get_merge (guint n,
           guint limit)
{
  int merge = 1;

  while (n > limit && merge < G_MAXINT / 4)
    {
      merge *= 2;
      n = n / 2 + 1;
    }
  return merge;
}

/*
 * Begins with boxes so wide that they are few enough even where the lane is full, since full lanes are the common case,
 * and goes on with narrower ones as long as there are few. Only the boxes themselves tell how much of a lane is empty.
 */
static void
lay_out_row (LaminaTimelineLayout *self,
             LaminaVisibleRow     *visible,
             guint                 estimate,
             guint                 limit)
{
  LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);
  int merge = get_merge (estimate, limit);
  LaminaVisibleRow found;

  while (!try_row (self, visible, &view, merge, limit) && merge < view.width)
    {
      g_array_set_size (self->boxes, visible->first);
      merge *= 2;
    }
  while (merge > 1 && visible->n + visible->n_folded <= limit / 2)
    {
      found = *visible;
      merge = MAX (merge / 4 * (1 + (visible->n > limit / 8)), 1);
      if (!try_row (self, visible, &view, merge, limit))
        {
          g_array_set_size (self->boxes, visible->first);
          *visible = found;
          return;
        }
      g_array_remove_range (self->boxes, found.first, visible->first - found.first);
      visible->first = found.first;
    }
}

void
lamina_timeline_layout_fill_lanes (LaminaTimelineLayout *self)
{
  guint n = self->visible->len;
  g_autofree guint *estimates = g_new0 (guint, MAX (n, 1));
  g_autofree guint *sorted = NULL;
  guint others = n * (BOXES_PER_ROW + self->ticks.n) + 2 * self->ticks.n;
  guint budget = LAMINA_MAX_BOXES - MIN (others, LAMINA_MAX_BOXES - LEAST_BUDGET);
  guint limit;

  for (guint i = 0; i < n; i++)
    {
      LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      if (lamina_timeline_row_has_slices (visible->row) || visible->row->kind == LAMINA_TIMELINE_RATE)
        {
          LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);

          estimates[i] = estimate_row (visible, &view);
        }
    }
  sorted = g_memdup2 (estimates, MAX (n, 1) * sizeof *estimates);
  limit = find_limit (sorted, n, budget);
  for (guint i = 0; i < n; i++)
    {
      LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      visible->first = self->boxes->len;
      if (estimates[i] > 0)
        lay_out_row (self, visible, estimates[i], limit);
    }
}

/* A lane while what is brought out of it is laid out: slices in the order of their starts. */
typedef struct
{
  LaminaTimelineLayout *layout;
  guint32 index;
  guint family;
  const LaminaSlices *slices;
  LaminaLaneList list;
  LaminaTimeView view;
  const LaminaSliceRef *refs;
  guint n;
  const LaminaLaneList *only;
} Lane;

/* Whether a slice is shown in the row: of the outline of a track, that is of all of its lanes. */
static gboolean
is_shown (const Lane *self,
          guint32     slice)
{
  if (self->only == NULL)
    return self->family == LAMINA_N_FAMILIES || self->slices->family[slice] == self->family;
  return lamina_lane_list_find (self->only, slice) < self->only->end;
}

/*
 * The next slice to look at after one whose box ends at a pixel: of all that begin before it, which lie on the same
 * pixel, only the last can reach further.
 */
static guint
find_next (const Lane *self,
           guint       i,
           int         end)
{
  gint64 time = lamina_time_view_get_time (&self->view, end);
  guint next;

  if (i + 1 >= self->n || self->slices->start[self->refs[i + 1].slice] >= time)
    return i + 1;
  next = i + 1 + lamina_highlight_find (self->refs + i + 1, self->n - i - 1,
                                        lamina_lane_list_find_start (&self->list, time));
  return MAX (next - 1, i + 1);
}

/* Adds what is brought out of one lane. Of many slices on one pixel, one is enough. */
static void
add_lane (Lane  *self,
          guint  lane)
{
  const LaminaSlices *slices = self->slices;
  guint i = lamina_highlight_find (self->refs, self->n, slices->first[lane]);
  guint end = lamina_highlight_find (self->refs, self->n, slices->first[lane + 1]);
  Lane part = *self;
  int last_end = -1;

  part.list = lamina_timeline_layout_get_lane (self->layout, self->index, lane);
  part.refs += i;
  part.n = end - i;
  i = lamina_highlight_find (part.refs, part.n, lamina_lane_list_find_start (&part.list, self->view.start));
  /* The one before it may reach into the view. */
  for (i = i > 0 ? i - 1 : 0; i < part.n; )
    {
      guint slice = part.refs[i].slice;
      LaminaLaneBox box = { .first = slice, .n = 1, .alpha = 255 };
      gint64 slice_end = slices->start[slice] + slices->duration[slice];

      if (slices->start[slice] >= self->view.end)
        break;
      if (slice_end < self->view.start || !is_shown (self, slice))
        {
          i++;
          continue;
        }
      box.x = MAX (lamina_time_view_get_x (&self->view, slices->start[slice]), 0);
      box.end = MAX (lamina_time_view_get_x (&self->view, slice_end), box.x + 1);
      box.family = lamina_lane_list_get_color (&part.list, slice);
      box.kind = slices->flags[slice] & LAMINA_SLICE_KIND_MASK;
      if (box.end > last_end)
        g_array_append_val (self->layout->boxes, box);
      last_end = MAX (box.end, last_end);
      i = find_next (&part, i, box.end);
    }
}

static void
fill_row (LaminaTimelineLayout *self,
          LaminaVisibleRow     *visible,
          LaminaHighlight      *highlight)
{
  const LaminaTimelineRow *row = visible->row;
  Lane lane = { .layout = self, .index = row->track, .family = row->family,
                .slices = lamina_track_get_slices (visible->track),
                .view = lamina_timeline_layout_get_view (self, visible->track) };

  lane.refs = lamina_highlight_get_slices (highlight, row->track, &lane.n);
  if (lane.n == 0 || (!lamina_timeline_row_is_outline (row) && row->lane >= lane.slices->n_lanes))
    return;
  if (lamina_timeline_row_is_outline (row))
    {
      lane.only = &visible->list;
      for (guint i = 0; i < lane.slices->n_lanes; i++)
        add_lane (&lane, i);
    }
  else
    add_lane (&lane, row->lane);
  visible->n = self->boxes->len - visible->first;
  for (guint i = row->lane + 1; i <= row->lane + row->n_folded; i++)
    add_lane (&lane, i);
  visible->n_folded = self->boxes->len - visible->first - visible->n;
}

void
lamina_timeline_layout_fill_selection (LaminaTimelineLayout *self,
                                       LaminaHighlight      *highlight)
{
  for (guint i = 0; i < self->visible->len; i++)
    {
      LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      visible->first = self->boxes->len;
      if (lamina_timeline_row_has_slices (visible->row) || visible->row->kind == LAMINA_TIMELINE_RATE)
        fill_row (self, visible, highlight);
    }
}
