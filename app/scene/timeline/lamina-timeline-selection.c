/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-highlight-private.h"
#include "lamina-timeline-layout.h"

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
} Lane;

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
      if (slice_end < self->view.start
          || (self->family != LAMINA_N_FAMILIES && slices->family[slice] != self->family))
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
  if (lane.n == 0 || row->lane >= lane.slices->n_lanes)
    return;
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
