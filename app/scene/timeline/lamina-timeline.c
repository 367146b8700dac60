/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-change.h"
#include "lamina-live-bands.h"
#include "lamina-scene.h"
#include "lamina-timeline-layout.h"

#include "lamina-module.h"
#include "lamina-timeline-counter.h"
#include "lamina-timeline-places.h"

/* Narrower boxes never have a label; the first and the last pixels of a box stay free. */
#define LEAST_LABEL 20
#define LABEL_MARGIN 3

#define TICK_DISTANCE 100

/* Counts the boxes of each width that may have a label, in an array with an element for the width of the view at its end. */
static guint *
count_widths (LaminaTimelineLayout *self)
{
  int widest = self->view.width;
  guint *counts = g_new0 (guint, widest + 1);

  for (guint i = 0; i < self->visible->len; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      if (!lamina_timeline_row_has_slices (visible->row))
        continue;
      for (guint j = visible->first; j < visible->first + visible->n; j++)
        {
          const LaminaLaneBox *box = &g_array_index (self->boxes, LaminaLaneBox, j);

          if (!box->is_merged)
            counts[CLAMP (box->end - box->x, 0, widest)]++;
        }
    }
  return counts;
}

void
lamina_timeline_layout_choose_labels (LaminaTimelineLayout *self)
{
  g_autofree guint *counts = count_widths (self);
  guint left = LAMINA_MAX_LABELS;
  int width = self->view.width;

  while (width >= LEAST_LABEL && counts[width] <= left)
    left -= counts[width--];
  self->least_label = MAX (width, LEAST_LABEL);
  self->n_least_labels = width >= LEAST_LABEL ? left : G_MAXUINT;
  self->n_more_lines = width >= LEAST_LABEL ? 0 : left;
}

static gboolean
may_have_label (LaminaTimelineLayout *self,
                const LaminaLaneBox  *box)
{
  int width = box->end - box->x;

  if (box->is_merged || width < self->least_label)
    return FALSE;
  if (width > self->least_label)
    return TRUE;
  if (self->n_least_labels == 0)
    return FALSE;
  self->n_least_labels--;
  return TRUE;
}

/* How a box tells its family without colors: in pictures, where it is large enough and stands for one slice. */
static LaminaPattern
choose_texture (const LaminaTimelineLayout *self,
                const LaminaVisibleRow     *visible,
                const LaminaLaneBox        *box)
{
  if (!self->is_panel || box->is_merged)
    return LAMINA_PATTERN_SOLID;
  return lamina_scene_choose_texture (box->end - box->x, visible->row->height);
}

static void
add_label_lines (LaminaTimelineLayout   *self,
                 const LaminaVisibleRow *visible,
                 const LaminaLaneBox    *box,
                 GPtrArray              *lines,
                 int                     x,
                 double                  room,
                 double                  middle)
{
  LaminaSceneText text = {
    .x = (float) (self->options->names_width + x + LABEL_MARGIN),
    .width = (float) room,
    .font = LAMINA_FONT_LABEL,
    .fill = { LAMINA_INK_LABEL, box->family, choose_texture (self, visible, box), 255 },
  };

  /* Lines go through the words, in the color that they stand out from where it is full: a plate keeps them away. */
  if (box->kind == LAMINA_SLICE_WAIT && !box->is_merged)
    text.fill.pattern = LAMINA_PATTERN_WAIT;
  for (guint i = 0; i < lines->len; i++)
    {
      text.y = (float) (middle + LAMINA_LABEL_LINE_HEIGHT * (i - (lines->len - 1) / 2.0));
      text.text = lines->pdata[i];
      lamina_scene_add_text (self->scene, &text);
    }
  self->n_more_lines -= lines->len - 1;
}

/*
 * Adds the label of a box, from the pixel @x of the plot on, if it may have one and enough of it can be read. Returns
 * whether it has.
 */
static gboolean
add_label (LaminaTimelineLayout   *self,
           const LaminaVisibleRow *visible,
           const LaminaLaneBox    *box,
           int                     x,
           int                     y)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);
  double room = box->end - x - 2 * LABEL_MARGIN;
  double middle = y + visible->row->height / 2.0 - 0.5;
  const char *name, *module;
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) lines = NULL;

  /* Strips of a collapsed group may be lower than a line. */
  if (visible->row->height < LAMINA_LABEL_LINE_HEIGHT || !may_have_label (self, box) || room <= 0)
    return FALSE;
  name = lamina_run_get_string (self->run, slices->name[box->first]);
  module = lamina_module_get_name (name);
  label = lamina_slice_dup_label (module != NULL ? module : name);
  lines = lamina_label_dup_lines (self->metrics, label, room,
                                  MIN (lamina_label_get_most_lines (visible->row->height), 1 + self->n_more_lines));
  if (lines->len > 0)
    add_label_lines (self, visible, box, lines, x, room, middle);
  return lines->len > 0;
}

/* What is nearly idle is still seen, and can be pointed at. */
#define LEAST_DENSITY 2

/* Merged boxes and gaps need this much; narrower boxes keep all their pixels. */
#define LEAST_WITH_GAP 3

static LaminaFill
get_fill (const LaminaTimelineLayout *self,
          const LaminaVisibleRow     *visible,
          const LaminaLaneBox        *box,
          gboolean                    is_folded)
{
  LaminaFill fill = { LAMINA_INK_FAMILY, box->family, choose_texture (self, visible, box),
                      box->alpha };

  if (box->is_merged)
    return fill;
  if (box->kind == LAMINA_SLICE_WAIT)
    fill.pattern = LAMINA_PATTERN_WAIT;
  else if (is_folded)
    return LAMINA_FILL (LAMINA_INK_NONE);
  return fill;
}

static void
add_box (LaminaTimelineLayout   *self,
         const LaminaVisibleRow *visible,
         const LaminaLaneBox    *box,
         const LaminaLaneBox    *next,
         int                     y,
         gboolean                is_folded)
{
  int width = box->end - box->x;
  int margin = visible->row->kind == LAMINA_TIMELINE_STRIP ? 0 : 2;
  LaminaSceneBox placed = {
    .x = self->options->names_width + box->x,
    .y = y + margin,
    .height = MAX (visible->row->height - 2 * margin, 1),
    .fill = get_fill (self, visible, box, is_folded),
    .target = { LAMINA_TARGET_SLICES, visible->row->track, box->first, box->n,
                visible->row->family == LAMINA_N_FAMILIES || is_folded ? 0 : 1u + visible->row->family },
  };

  /* A stretch that is busy for half of the time is half as high, and seen to be so from afar. */
  if (box->is_merged && box->n > 1 && margin > 0)
    {
      int height = MAX (placed.height * MAX (box->density, LEAST_DENSITY) / LAMINA_LANE_DENSITIES, 1);

      placed.y += placed.height - height;
      placed.height = height;
    }
  if (lamina_timeline_row_is_outline (visible->row))
    placed.target.only = 1u + LAMINA_N_FAMILIES
                         + (visible->row->is_collapsed ? visible->row->part : LAMINA_OUTLINE_FUNCTIONS + visible->row->lane);

  if (!box->is_merged && !is_folded && next != NULL && next->x <= box->end && width >= LEAST_WITH_GAP)
    width--;
  placed.width = width;
  lamina_scene_add_box (self->scene, &placed);
}

/* The parts of a lane that is folded: the color is that of the slice around. */
static void
add_folded (LaminaTimelineLayout   *self,
            const LaminaVisibleRow *visible,
            int                     y)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);

  for (guint i = visible->first + visible->n; i < visible->first + visible->n + visible->n_folded; i++)
    {
      LaminaLaneBox *box = &g_array_index (self->boxes, LaminaLaneBox, i);

      if (slices->layer[box->first] == LAMINA_NONE && box->kind == LAMINA_SLICE_WAIT)
        {
          guint32 around = lamina_track_get_parent (visible->track, box->first);

          box->family = around == LAMINA_NONE ? box->family : lamina_lane_list_get_color (&visible->list, around);
        }
      add_box (self, visible, box, NULL, y, TRUE);
    }
}

/* Where the text of a box begins: behind the waiting at its start. */
static int
get_label_x (LaminaTimelineLayout   *self,
             const LaminaVisibleRow *visible,
             const LaminaLaneBox    *box,
             guint                  *part)
{
  guint end = visible->first + visible->n + visible->n_folded;
  const LaminaLaneBox *parts = (const LaminaLaneBox *) (gpointer) self->boxes->data;

  while (*part < end && parts[*part].x < box->x)
    (*part)++;
  if (*part < end && parts[*part].x == box->x && parts[*part].kind == LAMINA_SLICE_WAIT)
    return parts[*part].end - 1;
  return box->x;
}

/* Adds the boxes of a lane to the open group, with their labels. */
static void
add_lane (LaminaTimelineLayout   *self,
          const LaminaVisibleRow *visible,
          int                     y)
{
  const LaminaLaneBox *boxes = (const LaminaLaneBox *) (gpointer) self->boxes->data + visible->first;
  g_autofree guint8 *labeled = NULL;
  guint part = visible->first + visible->n;

  for (guint i = 0; i < visible->n; i++)
    add_box (self, visible, &boxes[i], i + 1 < visible->n ? &boxes[i + 1] : NULL, y, FALSE);
  add_folded (self, visible, y);
  labeled = g_new0 (guint8, visible->n + 1);
  for (guint i = 0; i < visible->n; i++)
    labeled[i] = add_label (self, visible, &boxes[i], get_label_x (self, visible, &boxes[i], &part), y) != FALSE;
  if (self->has_bands && visible->row->kind != LAMINA_TIMELINE_STRIP)
    lamina_timeline_layout_add_bands (self, visible, labeled, y);
}

/* The memory that tensors keep, as bands of those that hold it. */
static gboolean
add_live (LaminaTimelineLayout    *self,
          const LaminaVisibleRow  *visible,
          const LaminaCounterSpan *span,
          const LaminaSceneBox    *place)
{
  if (self->options->live == NULL || !lamina_timeline_row_is_memory (visible->row, self->run) || !(span->max >= 1))
    return FALSE;
  lamina_live_bands_lay_out (self->scene, self->options->live, &self->view, (gint64) MIN (span->max, (double) G_MAXINT64 / 2),
                             place->x, place->y + place->height, place->height, TRUE);
  return TRUE;
}

static char *
add_counter (LaminaTimelineLayout   *self,
             const LaminaVisibleRow *visible,
             int                     y)
{
  const LaminaTarget item = { .kind = LAMINA_TARGET_TRACK, .track = visible->row->track };
  LaminaArrangement *arrangement = self->options->arrangement;
  gboolean is_fixed = arrangement != NULL && (lamina_arrangement_get (arrangement, &item) & LAMINA_ARRANGEMENT_FIXED) != 0;
  LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);
  LaminaCounterSpan span = lamina_counter_get_span (visible->track, &view, is_fixed);
  gint64 end = lamina_timebase_get_end (self->timebase);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (visible->track)->clock);
  int merge = self->n_counters <= 4 ? 1 : self->n_counters <= 12 ? 2 : 4;
  LaminaSceneBox place = { self->options->names_width, y, self->view.width, visible->row->height - 1,
                           LAMINA_FILL (LAMINA_INK_NONE),
                           { LAMINA_TARGET_SAMPLES, visible->row->track, span.first, span.n } };

  lamina_scene_add_box (self->scene, &place);
  place.y += 6;
  place.height -= 8;
  if (!add_live (self, visible, &span, &place))
    lamina_counter_lay_out (self->scene, visible->track, visible->row->track, &view, &span,
                            lamina_subtract_saturating (end, offset), merge, &place);
  return lamina_counter_dup_range (visible->track, &span);
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
  gboolean has_marks = (top->row->kind == LAMINA_TIMELINE_LANE && !lamina_timeline_row_is_functions (top->row))
                       || top->row->kind == LAMINA_TIMELINE_COUNTER;

  lamina_scene_open_group (self->scene, name, self->options->names_width, y, self->view.width, height);
  if (top->row->is_pinned)
    lamina_scene_add_rect (self->scene, self->options->names_width, y, self->view.width, height,
                           LAMINA_FILL (LAMINA_INK_VIEW));
  if (has_ground)
    lamina_timeline_layout_add_grid (self, y, height);
  lamina_timeline_layout_add_gaps (self, NULL, first, end);
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
        add_lane (self, visible, row_y);
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
  const char *given = lamina_track_get_info (top->track)->caption;
  const char *translated = given != NULL ? lamina_run_translate (self->run, given) : NULL;
  g_autofree char *caption = range != NULL && translated != NULL ? g_strconcat (range, " ", translated, NULL)
                                                                 : g_strdup (range != NULL ? range : translated);

  if (self->options->names_width > 0 && top->row->kind != LAMINA_TIMELINE_STRIP)
    lamina_timeline_layout_add_name (self, top->row, path, caption,
                                     lamina_timeline_layout_get_y (self, top->row),
                                     bottom->row->y + bottom->row->height - top->row->y);
}

/* Adds the rows that scroll, or those that do not. */
static void
add_rows (LaminaTimelineLayout *self,
          gboolean              is_pinned)
{
  for (guint i = 0, end; i < self->visible->len; i = end)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);
      int y = lamina_timeline_layout_get_y (self, visible->row);

      end = lamina_timeline_layout_find_track_end (self, i);
      if (visible->row->is_pinned != is_pinned)
        continue;
      if (visible->row->kind == LAMINA_TIMELINE_HEADING)
        lamina_timeline_layout_add_heading (self, visible->row, y);
      else if (visible->row->kind == LAMINA_TIMELINE_MARKS)
        {
          int x = self->options->names_width, width = self->view.width, height = visible->row->height;

          lamina_scene_open_group (self->scene, "marks", x, y, width, height);
          lamina_scene_add_rect (self->scene, x, y, width, height, LAMINA_FILL (LAMINA_INK_VIEW));
          lamina_timeline_layout_add_grid (self, y, height);
          lamina_timeline_layout_add_marks (self, LAMINA_NONE, 0, 0, y, height - 1);
          lamina_scene_close_group (self->scene);
          if (x > 0)
            lamina_timeline_layout_add_marks_name (self, y, height);
        }
      else if (visible->row->kind == LAMINA_TIMELINE_HIDDEN)
        lamina_timeline_layout_add_hidden (self, y, visible->row->height);
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

void
lamina_timeline_prepare (LaminaRun *run)
{
  g_return_if_fail (run != NULL);

  lamina_arrangement_prepare (lamina_arrangement_attach_shown (run));
  lamina_headings_prepare (run);
  /* Where the times of a run begin and end is kept with it by the first one who asks. */
  lamina_timebase_unref (lamina_timebase_new (run, TRUE));
}

static void
layout_init (LaminaTimelineLayout        *self,
             LaminaRun                   *run,
             LaminaTimebase              *timebase,
             const LaminaViewport        *viewport,
             const LaminaTimelineOptions *options,
             LaminaMetrics               *metrics)
{
  self->run = run;
  self->timebase = timebase;
  self->viewport = viewport;
  self->options = options;
  self->metrics = metrics;
  self->view = lamina_time_view_init (viewport->start, viewport->per_px, viewport->width);
  self->top = options->ruler_height - viewport->scroll;
  self->marks = options->arrangement != NULL ? options->arrangement->marks : NULL;
  self->places = lamina_timeline_places_get (run, options, viewport->height);
  self->pinned = self->places->pinned;
  self->rows = lamina_timeline_places_dup_seen (self->places, viewport->scroll, (gint64) viewport->scroll + viewport->height);
  self->visible = g_array_new (FALSE, FALSE, sizeof (LaminaVisibleRow));
  /* Never NULL: lanes without boxes point into it, too. */
  self->boxes = g_array_sized_new (FALSE, FALSE, sizeof (LaminaLaneBox), 1);
  lamina_timeline_layout_list_visible (self);
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
    lamina_timeline_layout_add_ruler (&self);
  lamina_timeline_layout_clear (&self);
  return self.scene;
}

/* Adds what is brought out in the rows that scroll, or in those that do not. */
static void
add_selected (LaminaTimelineLayout *self,
              LaminaHighlight      *highlight,
              gboolean              is_pinned)
{
  for (guint i = 0; i < self->visible->len; i = lamina_timeline_layout_find_track_end (self, i))
    if (g_array_index (self->visible, LaminaVisibleRow, i).row->is_pinned == is_pinned)
      lamina_timeline_layout_add_gaps (self, highlight, i, lamina_timeline_layout_find_track_end (self, i));
  for (guint i = 0; i < self->visible->len; i++)
    {
      const LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);

      int y = lamina_timeline_layout_get_y (self, visible->row);

      if (visible->row->is_pinned != is_pinned)
        continue;
      if (lamina_timeline_row_has_slices (visible->row))
        add_lane (self, visible, y);
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
  add_selected (&self, highlight, FALSE);
  lamina_scene_close_group (self.scene);
  if (self.pinned > 0)
    {
      lamina_scene_open_group (self.scene, "selection/pinned", options->names_width, options->ruler_height,
                               self.view.width, self.pinned);
      add_selected (&self, highlight, TRUE);
      lamina_scene_close_group (self.scene);
    }
  lamina_timeline_layout_add_arrows (&self, highlight);
  lamina_timeline_layout_clear (&self);
  return self.scene;
}
