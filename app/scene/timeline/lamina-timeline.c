/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"

#include "lamina-reader-words.h"
#include "lamina-timeline-layout.h"

#define TICK_DISTANCE 100

int
lamina_timeline_layout_get_y (const LaminaTimelineLayout *self,
                              const LaminaTimelineRow    *row)
{
  return row->is_pinned ? self->options->ruler_height + row->y : self->top + row->y;
}

static gboolean
is_visible (const LaminaTimelineLayout *self,
            const LaminaTimelineRow    *row)
{
  int y = lamina_timeline_layout_get_y (self, row);
  int top = self->options->ruler_height + (row->is_pinned ? 0 : self->pinned);

  return y + row->height > top && y < self->viewport->height;
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

      if (!is_visible (self, visible.row))
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

static gboolean
has_fixed_scale (const LaminaTimelineLayout *self,
                 guint32                     track)
{
  const LaminaTarget item = { .kind = LAMINA_TARGET_TRACK, .track = track };
  LaminaArrangement *arrangement = self->options->arrangement;

  return arrangement != NULL && (lamina_arrangement_get (arrangement, &item) & LAMINA_ARRANGEMENT_FIXED) != 0;
}

static char *
add_counter (LaminaTimelineLayout   *self,
             const LaminaVisibleRow *visible,
             int                     y)
{
  LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);
  LaminaCounterSpan span = lamina_counter_get_span (visible->track, &view,
                                                    has_fixed_scale (self, visible->row->track));
  gint64 end = lamina_timebase_get_end (self->timebase);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_clock (visible->track));
  int merge = self->n_counters <= 4 ? 1 : self->n_counters <= 12 ? 2 : 4;
  LaminaSceneBox place = { self->options->names_width, y, self->view.width, visible->row->height - 1,
                           LAMINA_FILL (LAMINA_INK_NONE),
                           { LAMINA_TARGET_SAMPLES, visible->row->track, span.first, span.n } };

  lamina_scene_add_box (self->scene, &place);
  place.y += 6;
  place.height -= 8;
  lamina_counter_lay_out (self->scene, visible->track, visible->row->track, &view, &span,
                          lamina_subtract_saturating (end, offset),
                          merge, &place);
  return lamina_counter_dup_range (visible->track, &span);
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
          || next->row->is_pinned != top->row->is_pinned)
        break;
    }
  return end;
}

char *
lamina_timeline_layout_add_track (LaminaTimelineLayout *self,
                                  const char           *name,
                                  guint                 first,
                                  guint                 end)
{
  const LaminaVisibleRow *top = &g_array_index (self->visible, LaminaVisibleRow, first);
  const LaminaVisibleRow *bottom = &g_array_index (self->visible, LaminaVisibleRow, end - 1);
  char *range = NULL;
  int y = lamina_timeline_layout_get_y (self, top->row);
  int height = bottom->row->y + bottom->row->height - top->row->y;
  gboolean has_ground = !self->is_panel && top->row->kind != LAMINA_TIMELINE_STRIP;
  gboolean has_marks = top->row->kind == LAMINA_TIMELINE_LANE || top->row->kind == LAMINA_TIMELINE_COUNTER;

  lamina_scene_open_group (self->scene, name, self->options->names_width, y, self->view.width, height);
  if (top->row->is_pinned)
    lamina_scene_add_rect (self->scene, self->options->names_width, y, self->view.width, height,
                           LAMINA_FILL (LAMINA_INK_VIEW));
  if (has_ground)
    lamina_timeline_layout_add_grid (self, y, height);
  for (guint i = first; i < end; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);
      int row_y = lamina_timeline_layout_get_y (self, visible->row);

      if (has_ground)
        lamina_scene_add_rect (self->scene, self->options->names_width, row_y + visible->row->height - 1,
                               self->view.width, 1,
                               LAMINA_FILL (LAMINA_INK_HAIRLINE));
      if (visible->row->kind == LAMINA_TIMELINE_COUNTER)
        range = add_counter (self, visible, row_y);
      else if (visible->row->kind == LAMINA_TIMELINE_RATE)
        range = lamina_timeline_layout_add_rate (self, visible, row_y, FALSE);
      else
        lamina_timeline_layout_add_lane (self, visible, row_y);
      if (has_ground && lamina_timeline_row_has_slices (visible->row))
        lamina_timeline_layout_add_hint (self, visible, row_y);
    }
  if (has_marks)
    lamina_timeline_layout_add_marks (self, top->row->track, first, end, y, height - 1);
  lamina_scene_close_group (self->scene);
  return range;
}

static void
add_track (LaminaTimelineLayout *self,
           guint                 first,
           guint                 end)
{
  const LaminaVisibleRow *top = &g_array_index (self->visible, LaminaVisibleRow, first);
  const LaminaVisibleRow *bottom = &g_array_index (self->visible, LaminaVisibleRow, end - 1);
  g_autofree char *path = lamina_timeline_row_dup_path (top->row, self->run, self->options->arrangement);
  g_autofree char *range = lamina_timeline_layout_add_track (self, path, first, end);
  const char *given = lamina_track_get_caption (top->track);
  const char *caption = given != NULL ? lamina_reader_word_translate (given) : NULL;

  if (self->options->names_width > 0 && top->row->kind != LAMINA_TIMELINE_STRIP)
    lamina_name_lay_out (self->scene, self->run, top->row, self->options, path,
                         range != NULL ? range : caption,
                         lamina_timeline_layout_get_y (self, top->row),
                         bottom->row->y + bottom->row->height - top->row->y, self->metrics);
}

static void
add_run_marks (LaminaTimelineLayout *self,
               int                   y,
               int                   height)
{
  lamina_scene_open_group (self->scene, "marks", self->options->names_width, y, self->view.width, height);
  lamina_scene_add_rect (self->scene, self->options->names_width, y, self->view.width, height,
                         LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_timeline_layout_add_grid (self, y, height);
  lamina_timeline_layout_add_marks (self, LAMINA_NONE, 0, 0, y, height - 1);
  lamina_scene_close_group (self->scene);
  if (self->options->names_width > 0)
    lamina_marks_name_lay_out (self->scene, self->options, y, height);
}

/* Adds the rows that scroll, or those that do not. */
static void
add_rows (LaminaTimelineLayout *self,
          gboolean              is_pinned)
{
  int width = self->options->names_width + self->view.width;

  for (guint i = 0, end; i < self->visible->len; i = end)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);
      int y = lamina_timeline_layout_get_y (self, visible->row);

      end = lamina_timeline_layout_find_track_end (self, i);
      if (visible->row->is_pinned != is_pinned)
        continue;
      if (visible->row->kind == LAMINA_TIMELINE_HEADING)
        lamina_heading_lay_out (self->scene, self->run, self->timebase, visible->row, self->options, self->metrics, y,
                                width);
      else if (visible->row->kind == LAMINA_TIMELINE_MARKS)
        add_run_marks (self, y, visible->row->height);
      else if (visible->row->kind == LAMINA_TIMELINE_HIDDEN)
        lamina_hidden_lay_out (self->scene, self->options, y, visible->row->height, width);
      else
        add_track (self, i, end);
    }
}

/* Rows that do not scroll stand over the others, above a line. */
static void
add_pinned (LaminaTimelineLayout *self)
{
  int width = self->options->names_width + self->view.width;

  if (self->pinned == 0)
    return;
  add_rows (self, TRUE);
  lamina_scene_open_group (self->scene, "pinned", 0, self->options->ruler_height + self->pinned - 1, width, 1);
  lamina_scene_add_rect (self->scene, 0, self->options->ruler_height + self->pinned - 1, width, 1,
                         LAMINA_FILL (LAMINA_INK_QUIET));
  lamina_scene_close_group (self->scene);
}

static void
layout_init (LaminaTimelineLayout        *self,
             LaminaRun                   *run,
             LaminaTimebase              *timebase,
             const LaminaViewport        *viewport,
             const LaminaTimelineOptions *options,
             LaminaMetrics               *metrics)
{
  int total;

  self->run = run;
  self->timebase = timebase;
  self->viewport = viewport;
  self->options = options;
  self->metrics = metrics;
  self->view = lamina_time_view_init (viewport->start, viewport->per_px, viewport->width);
  self->top = options->ruler_height - viewport->scroll;
  self->marks = options->arrangement != NULL ? options->arrangement->marks : NULL;
  self->rows = lamina_timeline_create_rows (run, options, viewport->height, &total, &self->pinned);
  self->visible = g_array_new (FALSE, FALSE, sizeof (LaminaVisibleRow));
  /* Never NULL: lanes without boxes point into it, too. */
  self->boxes = g_array_sized_new (FALSE, FALSE, sizeof (LaminaLaneBox), 1);
  lamina_timeline_layout_list_visible (self);
}

void
lamina_timeline_layout_clear (LaminaTimelineLayout *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->visible, g_array_unref);
  g_clear_pointer (&self->boxes, g_array_unref);
}

LaminaScene *
lamina_timeline_layout (LaminaRun                   *run,
                        LaminaTimebase              *timebase,
                        const LaminaViewport        *viewport,
                        const LaminaTimelineOptions *options,
                        LaminaMetrics               *metrics)
{
  LaminaTimelineLayout self = { 0 };

  g_return_val_if_fail (run != NULL && timebase != NULL && viewport != NULL && options != NULL && metrics != NULL,
                        NULL);

  layout_init (&self, run, timebase, viewport, options, metrics);
  self.scene = lamina_scene_new (options->names_width + self.view.width, viewport->height);
  self.ticks = lamina_ticks_init (&self.view, lamina_run_get_unit (run), lamina_timebase_get_start (timebase),
                                  TICK_DISTANCE,
                                  metrics);
  lamina_timeline_layout_fill_lanes (&self);
  lamina_timeline_layout_choose_labels (&self);
  self.has_bands = TRUE;
  add_rows (&self, FALSE);
  add_pinned (&self);
  if (options->ruler_height > 0)
    lamina_ruler_lay_out (self.scene, run, &self.view, options, &self.ticks, metrics);
  lamina_timeline_layout_clear (&self);
  return self.scene;
}

/* Adds what is brought out in the rows that scroll, or in those that do not. */
static void
add_selected (LaminaTimelineLayout *self,
              gboolean              is_pinned)
{
  for (guint i = 0; i < self->visible->len; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      int y = lamina_timeline_layout_get_y (self, visible->row);

      if (visible->row->is_pinned != is_pinned)
        continue;
      if (lamina_timeline_row_has_slices (visible->row))
        lamina_timeline_layout_add_lane (self, visible, y);
      else if (visible->row->kind == LAMINA_TIMELINE_RATE && visible->n > 0)
        g_free (lamina_timeline_layout_add_rate (self, visible, y, TRUE));
    }
}

LaminaScene *
lamina_timeline_layout_selection (LaminaRun                   *run,
                                  LaminaTimebase              *timebase,
                                  const LaminaViewport        *viewport,
                                  const LaminaTimelineOptions *options,
                                  LaminaMetrics               *metrics,
                                  LaminaHighlight             *highlight)
{
  LaminaTimelineLayout self = { 0 };

  g_return_val_if_fail (run != NULL && timebase != NULL && viewport != NULL && options != NULL && metrics != NULL
                        && highlight != NULL,
                        NULL);

  layout_init (&self, run, timebase, viewport, options, metrics);
  self.scene = lamina_scene_new (options->names_width + self.view.width, viewport->height);
  lamina_scene_open_group (self.scene, "selection", options->names_width, options->ruler_height + self.pinned,
                           self.view.width, MAX (viewport->height - options->ruler_height - self.pinned, 1));
  lamina_timeline_layout_fill_selection (&self, highlight);
  lamina_timeline_layout_choose_labels (&self);
  add_selected (&self, FALSE);
  lamina_scene_close_group (self.scene);
  if (self.pinned > 0)
    {
      lamina_scene_open_group (self.scene, "selection/pinned", options->names_width, options->ruler_height,
                               self.view.width, self.pinned);
      add_selected (&self, TRUE);
      lamina_scene_close_group (self.scene);
    }
  lamina_timeline_layout_add_arrows (&self, highlight);
  lamina_timeline_layout_clear (&self);
  return self.scene;
}
