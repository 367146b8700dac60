/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page.h"

#include "lamina-gettext.h"
#include "lamina-timeline-layout.h"
#include "lamina-timeline-rows.h"

#include <math.h>

#define MOST_HEIGHT 20000

/* What fits a page beside a caption: 240 mm, or a third more than the width of a picture that is wider than a page. */
#define PAGE_HEIGHT (240 * LAMINA_PICTURE_PER_MM)
#define PAGE_SHAPE (4.0 / 3)
#define AXIS_HEIGHT 40
#define NAME_GAP 10
#define LETTER_WIDTH 22

/*
 * One part of a figure: the rows of the tracks over one range, with an axis below. @letter is what the text around the
 * figure calls it by, the empty string for the only part. Rows are counted from @top. @marks are those of the file, NULL where
 * none are shown.
 */
typedef struct
{
  LaminaPage *page;
  const char *letter;
  LaminaTimeView view;
  GArray *rows;
  const GArray *marks;
  int left;
  int top;
  int height;
} Panel;

/*
 * What was put on a timeline: labels on plates above the tracks, so that they hide nothing, and lines from there down
 * through them. Labels that would touch stand one above the other; the lowest row is filled first.
 */

#define ROW_HEIGHT 17
#define PLATE_HEIGHT 15
#define PLATE_MARGIN 6
#define LABEL_GAP 4
#define MOST_ROWS 8
#define TINT 22

typedef struct
{
  const LaminaMarker *marker;
  char *text;
  int left;
  int right;
  int x;
  int width;
  guint row;
} Label;

static void
label_clear (Label *self)
{
  g_free (self->text);
}

/* Opens a group that is called after the panel, where there are several. */
static void
open_group (const Panel *panel,
            const char  *what,
            int          x,
            int          y,
            int          width,
            int          height)
{
  g_autofree char *name = g_strconcat (panel->letter, *panel->letter != '\0' ? "/" : "", what, NULL);

  lamina_scene_open_group (panel->page->scene, name, x, y, width, height);
}

/* Where a position is on the page, also outside the panel. */
static int
get_x (const Panel *panel,
       gint64       position)
{
  return panel->left + CLAMP (lamina_time_view_get_x (&panel->view, position), -1, panel->view.width + 1);
}

static char *
dup_text (const Panel        *panel,
          const LaminaMarker *marker)
{
  LaminaAxisUnit unit = lamina_run_get_unit (panel->page->run);
  gint64 length = lamina_subtract_saturating (marker->end, marker->start);
  g_autofree char *text = NULL;

  if (marker->kind == LAMINA_MARKER_NOTE)
    text = g_strdup (marker->text != NULL ? marker->text : "");
  else if (length == 0)
    text = lamina_axis_dup_position_text (unit, lamina_subtract_saturating (marker->start,
                                                                            lamina_timebase_get_start (panel->page->timebase)));
  else
    text = lamina_axis_dup_length_text (unit, length);
  return lamina_metrics_dup_fitting (panel->page->metrics, LAMINA_FONT_CAPTION, text, MAX (panel->view.width / 2, 40));
}

static gboolean
touches (GArray      *labels,
         const Label *label)
{
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *other = &g_array_index (labels, Label, i);

      if (other->row == label->row && other->x < label->x + label->width + LABEL_GAP
          && label->x < other->x + other->width + LABEL_GAP)
        return TRUE;
    }
  return FALSE;
}

/* The labels of the markers that are in sight, each with a place of its own as long as there is one. */
static GArray *
list_labels (const Panel *panel)
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (Label));
  const GArray *markers = panel->page->options->markers;

  g_array_set_clear_func (labels, (GDestroyNotify) label_clear);
  for (guint i = 0; markers != NULL && i < markers->len; i++)
    {
      const LaminaMarker *marker = &g_array_index (markers, LaminaMarker, i);
      Label label = { .marker = marker, .left = get_x (panel, marker->start), .right = get_x (panel, marker->end) };
      int middle;

      if (label.right < panel->left || label.left >= panel->left + panel->view.width)
        continue;
      label.text = dup_text (panel, marker);
      label.width = (int) ceil (lamina_metrics_get_width (panel->page->metrics, LAMINA_FONT_CAPTION, label.text))
                    + 2 * PLATE_MARGIN;
      middle = (MAX (label.left, panel->left) + MIN (label.right, panel->left + panel->view.width)) / 2;
      label.x = marker->start == marker->end ? label.left : middle - label.width / 2;
      label.x = CLAMP (label.x, panel->left, MAX (panel->left, panel->left + panel->view.width - label.width));
      while (label.row + 1 < MOST_ROWS && touches (labels, &label))
        label.row++;
      g_array_append_val (labels, label);
    }
  return labels;
}

static int
get_height (GArray *labels)
{
  guint n = 0;

  for (guint i = 0; i < labels->len; i++)
    n = MAX (n, g_array_index (labels, Label, i).row + 1);
  return (int) n * ROW_HEIGHT;
}

/* How much room the labels of what was put on the timeline take above a panel. */
static int
get_markers_height (const Panel *panel)
{
  g_autoptr (GArray) labels = list_labels (panel);

  return get_height (labels);
}

static void
add_line (const Panel *panel,
          const Label *label,
          int          x,
          int          top)
{
  LaminaSceneLine line = { (float) x + 0.5f, (float) top, (float) x + 0.5f, (float) (panel->top + panel->height),
                           LAMINA_FILL (LAMINA_INK_TEXT), label->marker->kind == LAMINA_MARKER_TEMPORARY };

  if (x >= panel->left && x < panel->left + panel->view.width)
    lamina_scene_add_line (panel->page->scene, &line);
}

static void
add_plate (LaminaPage  *page,
           const Label *label,
           int          y)
{
  lamina_scene_open_group (page->scene, "markers/label", label->x, y, label->width, PLATE_HEIGHT);
  lamina_scene_add_rect (page->scene, label->x, y, label->width, PLATE_HEIGHT, LAMINA_FILL (LAMINA_INK_TEXT));
  lamina_scene_close_group (page->scene);
  lamina_scene_open_group (page->scene, "markers/text", label->x, y, label->width, PLATE_HEIGHT);
  lamina_scene_add_rect (page->scene, label->x + 1, y + 1, label->width - 2, PLATE_HEIGHT - 2,
                         LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_scene_add_words (page->scene, label->x + label->width / 2.0, y + PLATE_HEIGHT / 2.0, 0, LAMINA_ALIGN_CENTER,
                          LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, label->text);
  lamina_scene_close_group (page->scene);
}

static void
add_markers (const Panel *panel)
{
  g_autoptr (GArray) labels = list_labels (panel);
  int height = get_height (labels);
  LaminaFill tint = { .ink = LAMINA_INK_TEXT, .alpha = TINT };

  if (labels->len == 0)
    return;
  lamina_scene_open_group (panel->page->scene, "markers", panel->left, panel->top - height, panel->view.width,
                           panel->height + height);
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *label = &g_array_index (labels, Label, i);
      int first = MAX (label->left, panel->left), last = MIN (label->right, panel->left + panel->view.width);

      if (label->marker->kind == LAMINA_MARKER_RANGE && last > first)
        lamina_scene_add_rect (panel->page->scene, first, panel->top, last - first, panel->height, tint);
    }
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *label = &g_array_index (labels, Label, i);
      int first = MAX (label->left, panel->left), last = MIN (label->right, panel->left + panel->view.width);
      int top = panel->top - (int) label->row * ROW_HEIGHT - ROW_HEIGHT + PLATE_HEIGHT / 2;

      /* From one end of a ruler to the other, behind its label. */
      if (label->marker->kind != LAMINA_MARKER_NOTE && label->marker->kind != LAMINA_MARKER_RANGE && last > first)
        lamina_scene_add_rect (panel->page->scene, first, top, last - first + 1, 1, LAMINA_FILL (LAMINA_INK_TEXT));
      add_line (panel, label, label->left, top);
      if (label->right != label->left)
        add_line (panel, label, label->right, top);
    }
  lamina_scene_close_group (panel->page->scene);
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *label = &g_array_index (labels, Label, i);

      add_plate (panel->page, label, panel->top - (int) (label->row + 1) * ROW_HEIGHT);
    }
}

#define TWO_LINES 30
#define TICK_DISTANCE 64

/* The name of a track, right-aligned beside its first row, with its group or its range below. */
static void
add_name (const Panel             *panel,
          const LaminaTimelineRow *row,
          const char              *path,
          const char              *range)
{
  const char *words = lamina_timeline_row_get_name (row, panel->page->run, panel->page->options->arrangement);
  g_autofree char *name = g_strconcat (path, "/name", NULL);
  const char *caption = range;
  double middle = panel->top + row->y + row->height / 2.0;
  double x = panel->left - NAME_GAP;
  gboolean two_lines;

  if (caption == NULL && row->group != LAMINA_NONE && row->kind != LAMINA_TIMELINE_FAMILY)
    caption = lamina_heading_get_name (panel->page->run, row);
  two_lines = caption != NULL && row->height >= TWO_LINES;
  lamina_scene_open_group (panel->page->scene, name, 0, panel->top + row->y, panel->left, row->height);
  lamina_scene_add_words (panel->page->scene, x, middle - (two_lines ? 7 : 0),
                          panel->left - NAME_GAP - LAMINA_PAGE_MARGIN,
                          LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT, words);
  if (two_lines)
    lamina_scene_add_words (panel->page->scene, x, middle + 8, panel->left - NAME_GAP - LAMINA_PAGE_MARGIN,
                            LAMINA_ALIGN_END, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, caption);
  lamina_scene_close_group (panel->page->scene);
}

static void
add_axis (const Panel       *panel,
          const LaminaTicks *ticks)
{
  int y = panel->top + panel->height + 4;
  g_autofree char *title = lamina_axis_dup_title (ticks->unit, ticks->step, ticks->largest);

  open_group (panel, "axis", 0, y, panel->page->options->width, AXIS_HEIGHT);
  lamina_scene_add_rect (panel->page->scene, panel->left, y, panel->view.width, 1, LAMINA_FILL (LAMINA_INK_TEXT));
  for (guint i = 0; i < ticks->n; i++)
    {
      int x = panel->left + lamina_ticks_get_x (ticks, &panel->view, i);
      g_autofree char *text = lamina_axis_dup_tick_number (ticks->unit, ticks->first + ticks->step * i, ticks->step,
                                                           ticks->largest);

      lamina_scene_add_rect (panel->page->scene, x, y, 1, 6, LAMINA_FILL (LAMINA_INK_TEXT));
      lamina_scene_add_words (panel->page->scene, x + 0.5, y + 15, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_TEXT,
                              text);
    }
  lamina_scene_add_words (panel->page->scene, panel->left + panel->view.width, y + 31, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                          LAMINA_INK_TEXT, title);
  lamina_scene_close_group (panel->page->scene);
}

static void
add_letter (const Panel *panel)
{
  if (*panel->letter == '\0')
    return;
  open_group (panel, "letter", 0, panel->top, LAMINA_PAGE_MARGIN + LETTER_WIDTH, 24);
  lamina_scene_add_words (panel->page->scene, LAMINA_PAGE_MARGIN, panel->top + 12, 0, LAMINA_ALIGN_START, LAMINA_FONT_TITLE,
                          LAMINA_INK_TEXT, panel->letter);
  lamina_scene_close_group (panel->page->scene);
}

static void
add_tracks (const Panel          *panel,
            LaminaTimelineLayout *layout)
{
  for (guint i = 0, end; i < layout->visible->len; i = end)
    {
      const LaminaTimelineRow *row = g_array_index (layout->visible, LaminaVisibleRow, i).row;
      g_autofree char *path = lamina_timeline_row_dup_path (row, panel->page->run, panel->page->options->arrangement);
      g_autofree char *name = *panel->letter != '\0' ? g_strconcat (panel->letter, "/", path, NULL) : g_strdup (path);
      g_autofree char *range = NULL;

      end = lamina_timeline_layout_find_track_end (layout, i);
      if (row->kind == LAMINA_TIMELINE_MARKS)
        {
          int y = lamina_timeline_layout_get_y (layout, row);

          lamina_scene_open_group (layout->scene, name, panel->left, y, panel->view.width, row->height);
          lamina_timeline_layout_add_marks (layout, LAMINA_NONE, 0, 0, y, row->height);
          lamina_scene_close_group (layout->scene);
        }
      else
        range = lamina_timeline_layout_add_track (layout, name, i, end);
      add_name (panel, row, name, range);
    }
}

/* Adds the groups of a panel. */
static void
add_panel (const Panel *panel)
{
  const LaminaViewport viewport = { .height = MOST_HEIGHT };
  const LaminaTimelineOptions options = { .names_width = panel->left, .idle = panel->page->idle,
                                          .arrangement = panel->page->options->arrangement,
                                          .coloring = panel->page->coloring };
  LaminaTimelineLayout layout = {
    .run = panel->page->run,
    .timebase = panel->page->timebase,
    .viewport = &viewport,
    .options = &options,
    .metrics = panel->page->metrics,
    .scene = panel->page->scene,
    .view = panel->view,
    .top = panel->top,
    .rows = g_array_ref (panel->rows),
    .visible = g_array_new (FALSE, FALSE, sizeof (LaminaVisibleRow)),
    .marks = panel->marks,
    /* Never NULL: lanes without boxes point into it, too. */
    .boxes = g_array_sized_new (FALSE, FALSE, sizeof (LaminaLaneBox), 1),
    .is_panel = TRUE,
  };

  layout.ticks = lamina_ticks_init (&panel->view, lamina_run_get_unit (panel->page->run),
                                    lamina_timebase_get_start (panel->page->timebase),
                                    TICK_DISTANCE, panel->page->metrics);
  open_group (panel, "grid", panel->left, panel->top, panel->view.width, panel->height + 4);
  lamina_timeline_layout_add_grid (&layout, panel->top, panel->height + 4);
  lamina_scene_close_group (panel->page->scene);
  lamina_timeline_layout_list_visible (&layout);
  lamina_timeline_layout_fill_lanes (&layout);
  lamina_timeline_layout_choose_labels (&layout);
  add_tracks (panel, &layout);
  add_axis (panel, &layout.ticks);
  add_letter (panel);
  lamina_timeline_layout_clear (&layout);
}

#define TRACK_GAP 6
#define LEAST_ROW 15
#define CONNECTOR_HEIGHT 34
#define AXIS_GAP 4
#define FOOT_GAP 6
#define MOST_STRETCH 3.0

static double
get_row_height (LaminaRun               *run,
                const LaminaTimelineRow *row,
                gboolean                 is_strip)
{
  if (row->kind == LAMINA_TIMELINE_COUNTER)
    return is_strip ? 50 : 58;
  if (row->kind == LAMINA_TIMELINE_RATE)
    return 40;
  if (row->kind == LAMINA_TIMELINE_MARKS)
    return 22;
  if (row->lane > 0 || row->kind == LAMINA_TIMELINE_FAMILY)
    return 22;
  if (lamina_run_get_track_kind (run, row->track) == LAMINA_GROUP_DEVICE)
    return is_strip ? 30 : 38;
  return is_strip ? 22 : 30;
}

/* Whether none of the marks that belong to no track lies in a range of the axis. */
static gboolean
has_no_marks (LaminaPage *page,
              gint64      start,
              gint64      end)
{
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (page->run, &n);

  for (guint i = 0; i < n; i++)
    {
      gint64 offset = lamina_timebase_get_offset (page->timebase, marks[i].clock);

      if (marks[i].track == LAMINA_NONE && marks[i].time < lamina_subtract_saturating (end, offset)
          && marks[i].time + marks[i].duration >= lamina_subtract_saturating (start, offset))
        return FALSE;
    }
  return TRUE;
}

/* Whether nothing of a lane lies in a range of the axis. */
static gboolean
is_outside (LaminaPage              *page,
            const LaminaTimelineRow *row,
            gint64                   start,
            gint64                   end)
{
  LaminaTimeView view = { 0 };
  LaminaLaneList list;
  LaminaLaneRange range;
  LaminaTrack *track;
  gint64 offset;

  if (row->kind == LAMINA_TIMELINE_MARKS)
    return has_no_marks (page, start, end);
  if (row->kind == LAMINA_TIMELINE_COUNTER)
    return FALSE;
  track = lamina_run_get_track (page->run, row->track);
  offset = lamina_timebase_get_offset (page->timebase, lamina_track_get_info (track)->clock);
  view.start = lamina_subtract_saturating (start, offset);
  view.end = lamina_subtract_saturating (end, offset);
  list = lamina_timeline_row_get_list (row, page->run, page->options->arrangement);
  range = lamina_lane_get_range (&list, &view);
  return range.first == range.end;
}

/*
 * All rows that hold something: the marks, then those of the tracks that were chosen, in their order, or of all. A picture is
 * not scrolled, and has no headings: the tracks of a group that is collapsed stand below each other, by their outermost lanes.
 */
static GArray *
create_chosen_rows (LaminaPage *page)
{
  const LaminaPictureOptions *options = page->options;
  g_autoptr (GArray) all = lamina_timeline_list_rows (page->run, options->arrangement);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (LaminaTimelineRow));
  guint n = options->tracks != NULL ? options->n_tracks : 1;
  const LaminaTimelineRow marks = { .kind = LAMINA_TIMELINE_MARKS, .group = LAMINA_NONE, .track = LAMINA_NONE,
                                    .family = LAMINA_N_FAMILIES };

  if (options->marks && lamina_timeline_has_marks (page->run))
    g_array_append_val (rows, marks);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < all->len; j++)
      {
        LaminaTimelineRow *row = &g_array_index (all, LaminaTimelineRow, j);
        LaminaTrack *track;

        if (row->kind == LAMINA_TIMELINE_HEADING || row->kind == LAMINA_TIMELINE_MARKS || row->kind == LAMINA_TIMELINE_HIDDEN
            || (row->kind == LAMINA_TIMELINE_RATE && options->tracks == NULL))
          continue;
        track = lamina_run_get_track (page->run, row->track);
        row->is_pinned = FALSE;
        if (row->kind == LAMINA_TIMELINE_STRIP)
          {
            row->kind = LAMINA_TIMELINE_LANE;
            row->n_parts = 0;
          }
        if ((lamina_track_get_slices (track)->n > 0 || lamina_track_get_samples (track)->n > 0)
            && (options->tracks == NULL || options->tracks[i] == row->track))
          g_array_append_val (rows, *row);
      }
  return rows;
}

/* The rows of a panel: of a strip, the outermost lanes alone, else those that hold something in the range. */
static GArray *
create_rows (LaminaPage *page,
             gboolean    is_strip,
             gint64      start,
             gint64      end)
{
  g_autoptr (GArray) all = create_chosen_rows (page);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (LaminaTimelineRow));

  for (guint i = 0; i < all->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (all, LaminaTimelineRow, i);

      gboolean is_main = row->kind == LAMINA_TIMELINE_COUNTER || (row->kind == LAMINA_TIMELINE_LANE && row->lane == 0);

      if (is_strip ? is_main : !is_outside (page, row, start, end))
        g_array_append_val (rows, *row);
    }
  return rows;
}

static int
place_rows (LaminaRun *run,
            GArray    *rows,
            gboolean   is_strip,
            double     stretch)
{
  gint64 y = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);

      if (i > 0 && (row->track != row[-1].track || row->kind == LAMINA_TIMELINE_RATE))
        y += TRACK_GAP;
      row->y = (int) y;
      row->height = (int) MAX (get_row_height (run, row, is_strip) * stretch, LEAST_ROW);
      y = MIN (y + row->height, G_MAXINT / 2);
    }
  return (int) y;
}

/* Rows may be so much lower than they would like to be before some have to go: labels of 6.5 points still fit. */
#define LEAST_STRETCH 0.7

/* What a row is worth in a picture, from what is left out last to what is left out first. */
typedef enum
{
  WORTH_DEVICE,  /* the outermost work of a device */
  WORTH_INSIDE,  /* what lies inside of it, and marks */
  WORTH_LAUNCH,  /* threads that launch it */
  WORTH_COUNTER,
  WORTH_OTHER,
} Worth;

typedef struct
{
  guint row; /* its place in the panel */
  Worth worth;
  guint lane;
  double time; /* how long its slices take in the range */
} Rank;

/* The tracks of the host from which the file draws arrows to devices, one flag each. */
static gboolean *
find_launchers (LaminaPage *page)
{
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (page->run, &n);
  gboolean *launches = g_new0 (gboolean, MAX (lamina_run_get_n_tracks (page->run), 1));

  for (guint i = 0; i < n; i++)
    if (flows[i].from.track != LAMINA_NONE && flows[i].to.track != LAMINA_NONE
        && lamina_run_get_track_kind (page->run, flows[i].to.track) == LAMINA_GROUP_DEVICE)
      launches[flows[i].from.track] = TRUE;
  return launches;
}

static Worth
get_worth (LaminaPage              *page,
           const LaminaTimelineRow *row,
           const gboolean          *launches)
{
  if (row->kind == LAMINA_TIMELINE_MARKS)
    return WORTH_INSIDE;
  if (row->kind == LAMINA_TIMELINE_COUNTER || row->kind == LAMINA_TIMELINE_RATE)
    return WORTH_COUNTER;
  if (lamina_run_get_track_kind (page->run, row->track) == LAMINA_GROUP_DEVICE)
    return row->lane == 0 && row->kind == LAMINA_TIMELINE_LANE ? WORTH_DEVICE : WORTH_INSIDE;
  return launches[row->track] ? WORTH_LAUNCH : WORTH_OTHER;
}

static double
measure (LaminaPage              *page,
         const LaminaTimelineRow *row,
         const LaminaTimeView    *view)
{
  LaminaTimeView clock = *view;
  LaminaLaneList list;
  LaminaLaneRange range;
  gint64 offset;
  double time = 0;

  if (!lamina_timeline_row_has_slices (row))
    return 0;
  offset = lamina_timebase_get_offset (page->timebase,
                                       lamina_track_get_info (lamina_run_get_track (page->run, row->track))->clock);
  clock.start = lamina_subtract_saturating (view->start, offset);
  clock.end = lamina_subtract_saturating (view->end, offset);
  list = lamina_timeline_row_get_list (row, page->run, page->options->arrangement);
  range = lamina_lane_get_range (&list, &clock);
  for (guint i = range.first; i < range.end; i++)
    time += (double) list.slices->duration[lamina_lane_list_get (&list, i)];
  return time;
}

static int
compare_ranks (gconstpointer a,
               gconstpointer b)
{
  const Rank *left = a, *right = b;

  if (left->worth != right->worth)
    return left->worth < right->worth ? -1 : 1;
  if (left->lane != right->lane)
    return left->lane < right->lane ? -1 : 1;
  if (left->time != right->time)
    return left->time > right->time ? -1 : 1;
  return left->row < right->row ? -1 : 1;
}

static GArray *
rank_rows (const Panel *panel)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (Rank));
  g_autofree gboolean *launches = find_launchers (panel->page);

  for (guint i = 0; i < panel->rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (panel->rows, LaminaTimelineRow, i);
      Rank rank = { i, get_worth (panel->page, row, launches), row->lane, measure (panel->page, row, &panel->view) };

      g_array_append_val (ranks, rank);
    }
  g_array_sort (ranks, compare_ranks);
  return ranks;
}

/* Keeps the rows that are worth most, as many as fit when they are low, in their order; at least one. */
static void
choose_rows (Panel    *panel,
             gboolean  is_strip,
             int       room)
{
  g_autoptr (GArray) all = panel->rows;
  g_autoptr (GArray) ranks = rank_rows (panel);
  g_autofree gboolean *is_kept = g_new0 (gboolean, MAX (all->len, 1));
  double height = 0;

  panel->rows = g_array_new (FALSE, FALSE, sizeof (LaminaTimelineRow));
  for (guint i = 0; i < ranks->len; i++)
    {
      guint at = g_array_index (ranks, Rank, i).row;
      double least = MAX (get_row_height (panel->page->run, &g_array_index (all, LaminaTimelineRow, at), is_strip) * LEAST_STRETCH,
                          LEAST_ROW) + TRACK_GAP;

      if (i > 0 && height + least > room + TRACK_GAP)
        continue;
      height += least;
      is_kept[at] = TRUE;
    }
  for (guint i = 0; i < all->len; i++)
    if (is_kept[i])
      g_array_append_val (panel->rows, g_array_index (all, LaminaTimelineRow, i));
}

/* Places rows of which some may have to be left out, as high as they like to be or as there is room for. */
static void
place_chosen (Panel    *panel,
              gboolean  is_strip,
              int       room,
              double    most)
{
  int natural = place_rows (panel->page->run, panel->rows, is_strip, 1), gaps = 0;
  double stretch;

  if (natural > room)
    {
      choose_rows (panel, is_strip, room);
      natural = place_rows (panel->page->run, panel->rows, is_strip, 1);
    }
  /* Rows are stretched, gaps are not. */
  for (guint i = 1; i < panel->rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (panel->rows, LaminaTimelineRow, i);

      gaps += row->y - row[-1].y - row[-1].height;
    }
  stretch = natural > gaps ? ((double) room - gaps) / (natural - gaps) : 1;
  panel->height = place_rows (panel->page->run, panel->rows, is_strip, CLAMP (stretch, LEAST_STRETCH, most));
}

/* Whether a counter has one value all through a range of the axis. */
static gboolean
is_flat (LaminaPage              *page,
         const LaminaTimelineRow *row,
         gint64                   start,
         gint64                   end)
{
  LaminaTrack *track;
  const LaminaSamples *samples;
  gint64 offset;
  double value = 0;
  guint n = 0;

  if (row->kind != LAMINA_TIMELINE_COUNTER)
    return FALSE;
  track = lamina_run_get_track (page->run, row->track);
  samples = lamina_track_get_samples (track);
  offset = lamina_timebase_get_offset (page->timebase, lamina_track_get_info (track)->clock);
  for (guint i = 0; i < samples->n; i++)
    {
      if (samples->time[i] >= lamina_subtract_saturating (end, offset))
        break;
      if (i + 1 < samples->n && samples->time[i + 1] <= lamina_subtract_saturating (start, offset))
        continue;
      if (n++ > 0 && samples->value[i] != value)
        return FALSE;
      value = samples->value[i];
    }
  return TRUE;
}

/* A range over the width of the plot; what stands at its very end is in it. */
static LaminaTimeView
create_view (gint64 start,
             gint64 end,
             int    width)
{
  LaminaTimeView view = lamina_time_view_init (start, MAX ((double) end - (double) start, 1) / MAX (width, 1), width);

  view.end = MAX (view.end, end + 1);
  return view;
}

/* Names, and the ranges of counters below theirs. */
static int
get_names_width (LaminaPage   *page,
                 const GArray *rows,
                 gint64        start,
                 gint64        end)
{
  double width = 60;

  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);
      const char *name = lamina_timeline_row_get_name (row, page->run, page->options->arrangement);

      width = MAX (width, lamina_metrics_get_width (page->metrics, LAMINA_FONT_NAME, name));
      if (row->kind == LAMINA_TIMELINE_COUNTER)
        {
          LaminaTrack *track = lamina_run_get_track (page->run, row->track);
          gint64 offset = lamina_timebase_get_offset (page->timebase, lamina_track_get_info (track)->clock);
          LaminaTimeView view = create_view (lamina_subtract_saturating (start, offset), lamina_subtract_saturating (end, offset),
                                             1);
          LaminaCounterSpan span = lamina_counter_get_span (track, &view, FALSE);
          g_autofree char *range = lamina_counter_dup_range (track, &span);

          width = MAX (width, lamina_metrics_get_width (page->metrics, LAMINA_FONT_CAPTION, range) + 1);
        }
    }
  return (int) MIN (ceil (width), page->options->width / 4) + NAME_GAP;
}

/* Marks the range of the lower panel in the upper one, and leads from there to its corners, above what was put on it. */
static void
add_window (const Panel *strip,
            const Panel *panel)
{
  int from = strip->left + MAX (lamina_time_view_get_x (&strip->view, panel->view.start), 0);
  int to = strip->left + MIN (lamina_time_view_get_x (&strip->view, panel->view.end), strip->view.width);
  int top = strip->top - 4;
  int height = strip->height + 9;
  int bottom = strip->top + strip->height + 4 + AXIS_HEIGHT;
  int corner = panel->top - 4 - get_markers_height (panel);
  LaminaFill fill = LAMINA_FILL (LAMINA_INK_TEXT);
  LaminaSceneLine left = { (float) from, (float) bottom - 2, (float) panel->left, (float) corner,
                           LAMINA_FILL (LAMINA_INK_QUIET), TRUE };
  LaminaSceneLine right = { (float) to, (float) bottom - 2, (float) (panel->left + panel->view.width), (float) corner,
                            LAMINA_FILL (LAMINA_INK_QUIET), TRUE };

  to = MAX (to, from + 4);
  lamina_scene_open_group (panel->page->scene, "window", 0, top, panel->page->options->width, panel->top - top);
  lamina_scene_add_rect (panel->page->scene, from, top, to - from, 2, fill);
  lamina_scene_add_rect (panel->page->scene, from, top + height - 2, to - from, 2, fill);
  lamina_scene_add_rect (panel->page->scene, from, top, 2, height, fill);
  lamina_scene_add_rect (panel->page->scene, to - 2, top, 2, height, fill);
  lamina_scene_add_line (panel->page->scene, &left);
  lamina_scene_add_line (panel->page->scene, &right);
  lamina_scene_close_group (panel->page->scene);
}

/* What of the run lies in the range that was asked for, on the axis. */
static gboolean
get_range (LaminaPage  *page,
           gint64      *start,
           gint64      *end,
           GError     **error)
{
  gint64 origin = lamina_timebase_get_start (page->timebase);
  gint64 length = lamina_timebase_get_end (page->timebase) - origin;
  gint64 from = page->options->start == LAMINA_ABSENT ? 0 : page->options->start;
  gint64 to = page->options->end == LAMINA_ABSENT ? length : page->options->end;
  gboolean is_whole = page->options->start == LAMINA_ABSENT && page->options->end == LAMINA_ABSENT;

  if (!is_whole && (from >= to || from > length || to < 0))
    {
      g_autofree char *text = lamina_axis_dup_length_text (lamina_run_get_unit (page->run), length);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "nothing of the run, which is %s long, lies in this range", text);
      return FALSE;
    }
  *start = origin + MAX (from, 0);
  *end = origin + MIN (to, length);
  return TRUE;
}

/* How many names of tracks stand in a note at most. */
#define MOST_LEFT_OUT 6

/* Tells which of the tracks of @all are not among the rows that are shown, or not with all their lanes. NULL when nothing is. */
static char *
dup_left_out (const Panel  *panel,
              const GArray *all,
              gint64        start,
              gint64        end)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;
  guint n_more = 0;

  for (guint i = 0, next; i < all->len; i = next)
    {
      const LaminaTimelineRow *first = &g_array_index (all, LaminaTimelineRow, i);
      const char *name = lamina_timeline_row_get_name (first, panel->page->run, panel->page->options->arrangement);
      guint n_shown = 0;

      for (next = i; next < all->len && g_array_index (all, LaminaTimelineRow, next).track == first->track; next++)
        ;
      for (guint k = 0; k < panel->rows->len; k++)
        n_shown += g_array_index (panel->rows, LaminaTimelineRow, k).track == first->track;
      if (n_shown >= next - i)
        continue;
      if (names->len >= MOST_LEFT_OUT)
        n_more++;
      else if (n_shown > 0)
        /* Translators: the name of a track, how many of its lanes */
        g_ptr_array_add (names, g_strdup_printf (ngettext ("%s (%u lane)", "%s (%u lanes)", next - i - n_shown), name,
                                                 next - i - n_shown));
      else
        /* Translators: the name of a counter that does not change */
        g_ptr_array_add (names, is_flat (panel->page, first, start, end) ? g_strdup_printf (_("%s (flat)"), name)
                                                                         : g_strdup (name));
    }
  if (names->len == 0)
    return NULL;
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (_(", "), (char **) names->pdata);
  return n_more == 0 ? g_strdup_printf (_("Left out: %s."), list)
                     : g_strdup_printf (ngettext ("Left out: %s and %u more.", "Left out: %s and %u more.", n_more), list, n_more);
}

/* What fits a page, where no height was asked for. */
static int
get_most_height (LaminaPage *page)
{
  return page->options->height != 0 ? page->options->height : MAX (PAGE_HEIGHT, (int) (page->options->width * PAGE_SHAPE));
}

/* What is left for the rows of the main panel above axis, legend and source line, the last with a note before it. */
static int
get_room (const Panel *panel,
          const char  *note)
{
  int foot = AXIS_HEIGHT + AXIS_GAP + FOOT_GAP + lamina_page_get_foot_height (panel->page, note)
             + LAMINA_PAGE_MARGIN;

  return get_most_height (panel->page) - panel->top - foot;
}

/*
 * Places the rows of the main panel in the room that is left, stretched when a height was asked for. Those that are worth least are
 * left out where there is no room; counters that do not change are, too, unless they were picked. The note that says so takes
 * room itself.
 */
static char *
fill_room (Panel  *panel,
           gint64  start,
           gint64  end)
{
  double most = panel->page->options->height != 0 ? MOST_STRETCH : 1;
  g_autoptr (GArray) all = g_array_copy (panel->rows);
  char *note = NULL;
  int room = get_room (panel, NULL);

  for (guint i = panel->rows->len; i-- > 0 && !panel->page->options->keeps_tracks;)
    if (panel->rows->len > 1 && is_flat (panel->page, &g_array_index (panel->rows, LaminaTimelineRow, i), start, end))
      g_array_remove_index (panel->rows, i);
  for (;;)
    {
      place_chosen (panel, FALSE, room, most);
      g_free (note);
      note = dup_left_out (panel, all, start, end);
      if (get_room (panel, note) >= room)
        return note;
      room = get_room (panel, note);
    }
}

/* Whether the gaps of a device, of which a row is one, are to be seen in it. */
static gboolean
has_gaps (const Panel *panel)
{
  for (guint i = 0; i < panel->rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (panel->rows, LaminaTimelineRow, i);

      if (row->kind == LAMINA_TIMELINE_LANE && lamina_timeline_has_long_gap (panel->page->idle, row->track, &panel->view))
        return TRUE;
    }
  return FALSE;
}

/* The whole run above, the range below. */
static void
place_strip (Panel *strip,
             Panel *panel)
{
  int room = get_most_height (panel->page) / 4;
  gint64 start = lamina_timebase_get_start (panel->page->timebase);
  gint64 end = lamina_timebase_get_end (panel->page->timebase);

  strip->left = panel->left;
  strip->top = panel->page->y;
  strip->view = create_view (start, end, panel->view.width);
  place_chosen (strip, TRUE, MAX (room, 60), 1);
  panel->page->y += strip->height + AXIS_HEIGHT + CONNECTOR_HEIGHT;
}

static void
add_panels (Panel  *strip,
            Panel  *panel,
            gint64  start,
            gint64  end)
{
  g_autofree char *note = NULL;

  if (*strip->letter != '\0')
    place_strip (strip, panel);
  panel->top = panel->page->y + get_markers_height (panel);
  panel->page->has_gaps = has_gaps (panel) || (*strip->letter != '\0' && has_gaps (strip));
  note = fill_room (panel, start, end);
  if (*strip->letter != '\0')
    {
      add_panel (strip);
      add_window (strip, panel);
    }
  add_panel (panel);
  add_markers (panel);
  panel->page->y = panel->top + panel->height + AXIS_GAP + AXIS_HEIGHT + FOOT_GAP;
  lamina_page_add_legend (panel->page);
  lamina_page_add_source (panel->page, note);
}

/* Legend and totals are of what the range holds. */
static void
count_range (LaminaPage *self,
             gint64      start,
             gint64      end)
{
  guint n_types;
  /* One cell at least: NULL would mean all layers. */
  GArray *layers = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 1);

  self->range = lamina_range_totals_new (self->run, self->timebase, start, end, NULL);
  self->range_idle = lamina_idle_new (self->run, self->timebase, FALSE, LAMINA_NONE, start, end, NULL);
  n_types = lamina_range_totals_get_n_types (self->range);
  for (guint i = 0; i < n_types; i++)
    {
      const LaminaRangeType *type = lamina_range_totals_get_type (self->range, i);

      g_array_append_vals (layers, type->layers, type->n_layers);
    }
  self->n_layers = layers->len;
  self->layers = (guint32 *) (gpointer) g_array_free (layers, FALSE);
}

/* `From 10 ms to 20 ms of 56.3 ms. Timing measured.` */
static char *
dup_range_caption (LaminaPage *self,
                   gint64      start,
                   gint64      end,
                   const char *timing)
{
  LaminaAxisUnit unit = lamina_run_get_unit (self->run);
  gint64 origin = lamina_timebase_get_start (self->timebase);
  g_autofree char *from = lamina_axis_dup_position_text (unit, start - origin);
  g_autofree char *to = lamina_axis_dup_position_text (unit, end - origin);
  g_autofree char *all = lamina_axis_dup_length_text (unit, lamina_timebase_get_end (self->timebase) - origin);

  /* Translators: two positions on the axis, the length of the run, a sentence */
  return g_strdup_printf (_("From %s to %s of %s. %s"), from, to, all, timing);
}

static gboolean
add_timeline (LaminaPage  *self,
              GError     **error)
{
  g_autofree char *title = lamina_picture_dup_title (self->document, self->options);
  g_autofree char *timing = lamina_page_dup_timing (self);
  g_autofree char *caption = NULL;
  gboolean has_strip = self->options->start != LAMINA_ABSENT || self->options->end != LAMINA_ABSENT;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GArray) strip_rows = NULL;
  g_autoptr (GArray) marks = NULL;
  Panel strip = { .page = self, .letter = has_strip ? "a" : "" };
  Panel panel = { .page = self, .letter = has_strip ? "b" : "" };
  gint64 start, end;

  if (!get_range (self, &start, &end, error))
    return FALSE;
  if (self->options->marks)
    panel.marks = marks = lamina_mark_index_new (self->run);
  strip.rows = strip_rows = create_rows (self, TRUE, start, end);
  panel.rows = rows = create_rows (self, FALSE, start, end + 1);
  if (strip_rows->len == 0)
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run has no timeline");
      return FALSE;
    }
  caption = has_strip ? dup_range_caption (self, start, end, timing) : g_strdup (timing);
  if (has_strip)
    count_range (self, start, end);
  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : caption);
  panel.left = LAMINA_PAGE_MARGIN + (has_strip ? LETTER_WIDTH : 0)
               + MAX (get_names_width (self, strip_rows, start, end), get_names_width (self, rows, start, end));
  panel.view = create_view (start, end, MAX (self->options->width - panel.left - LAMINA_PAGE_MARGIN, 1));
  /* Choosing may put other arrays in their places. */
  g_steal_pointer (&rows);
  g_steal_pointer (&strip_rows);
  add_panels (&strip, &panel, start, end);
  g_array_unref (strip.rows);
  g_array_unref (panel.rows);
  return TRUE;
}

/* Where the reader has arranged nothing, devices come first and functions around the work are folded, as in the window. */
gboolean
lamina_page_add_timeline (LaminaPage  *self,
                          GError     **error)
{
  const LaminaPictureOptions *asked = self->options;
  LaminaPictureOptions options = *asked;
  g_autoptr (LaminaArrangement) arrangement = NULL;
  gboolean is_done;

  if (asked->arrangement == NULL && asked->tracks == NULL)
    options.arrangement = arrangement = lamina_arrangement_new (self->run);
  self->options = &options;
  is_done = add_timeline (self, error);
  self->options = asked;
  return is_done;
}
