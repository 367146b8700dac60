/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

#include "lamina-scene.h"
#include "lamina-timeline-places.h"

LaminaTimeView
lamina_timeline_layout_get_view (const LaminaTimelineLayout *self,
                                 LaminaTrack                *track)
{
  return lamina_time_view_on_clock (&self->view,
                                    lamina_timebase_get_offset (self->timebase, lamina_track_get_info (track)->clock));
}

int
lamina_timeline_layout_get_y (const LaminaTimelineLayout *self,
                              const LaminaTimelineRow    *row)
{
  return row->is_pinned ? self->options->ruler_height + row->y : self->top + row->y;
}

LaminaLaneList
lamina_timeline_layout_get_lane (const LaminaTimelineLayout *self,
                                 guint                       track,
                                 guint                       lane)
{
  LaminaLaneList list = lamina_lane_list_init (lamina_run_get_track (self->run, track), lane);

  lamina_lane_list_set_coloring (&list, self->options->coloring, track, lane);
  return list;
}

void
lamina_timeline_layout_list_visible (LaminaTimelineLayout *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      LaminaVisibleRow visible = { .row = &g_array_index (self->rows, LaminaTimelineRow, i) };
      int y = lamina_timeline_layout_get_y (self, visible.row);
      int top = self->options->ruler_height + (visible.row->is_pinned ? 0 : self->pinned);

      if (y + visible.row->height <= top || y >= self->viewport->height)
        continue;
      if (visible.row->kind != LAMINA_TIMELINE_HEADING && visible.row->kind != LAMINA_TIMELINE_HIDDEN
          && visible.row->kind != LAMINA_TIMELINE_MARKS)
        visible.track = lamina_run_get_track (self->run, visible.row->track);
      if (lamina_timeline_row_has_slices (visible.row) || visible.row->kind == LAMINA_TIMELINE_RATE)
        {
          visible.list = lamina_timeline_row_get_list (visible.row, self->run, self->options->arrangement);
          lamina_lane_list_set_coloring (&visible.list, self->options->coloring, visible.row->track, visible.row->lane);
        }
      if (visible.row->kind == LAMINA_TIMELINE_COUNTER)
        self->n_counters++;
      g_array_append_val (self->visible, visible);
    }
}

void
lamina_timeline_layout_add_grid (LaminaTimelineLayout *self,
                                 int                   y,
                                 int                   height)
{
  for (guint i = 0; i < self->ticks.n; i++)
    {
      int x = lamina_ticks_get_x (&self->ticks, &self->view, i);

      lamina_scene_add_rect (self->scene, self->options->names_width + x, y, 1, height, LAMINA_FILL (LAMINA_INK_GRID));
    }
}

guint
lamina_timeline_layout_find_track_end (const LaminaTimelineLayout *self,
                                       guint                       first)
{
  const LaminaVisibleRow *top = &g_array_index (self->visible, LaminaVisibleRow, first);
  guint end = first + 1;

  if (top->row->kind != LAMINA_TIMELINE_LANE)
    return end;
  for (; end < self->visible->len; end++)
    {
      const LaminaVisibleRow *next = &g_array_index (self->visible, LaminaVisibleRow, end);

      if (next->track != top->track || next->row->kind != LAMINA_TIMELINE_LANE
          || next->row->is_pinned != top->row->is_pinned
          || lamina_timeline_row_is_functions (next->row) != lamina_timeline_row_is_functions (top->row))
        break;
    }
  return end;
}

void
lamina_timeline_layout_clear (LaminaTimelineLayout *self)
{
  g_clear_pointer (&self->places, lamina_timeline_places_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->visible, g_array_unref);
  g_clear_pointer (&self->boxes, g_array_unref);
}
