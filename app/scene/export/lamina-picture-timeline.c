/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-picture-panel-private.h"

#include <math.h>

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

static gboolean
is_empty (LaminaRun               *run,
          const LaminaTimelineRow *row)
{
  LaminaTrack *track;

  if (row->kind == LAMINA_TIMELINE_HEADING || row->kind == LAMINA_TIMELINE_MARKS || row->kind == LAMINA_TIMELINE_HIDDEN)
    return TRUE;
  track = lamina_run_get_track (run, row->track);
  return lamina_track_get_slices (track)->n == 0 && lamina_track_get_samples (track)->n == 0;
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
  offset = lamina_timebase_get_offset (page->timebase, lamina_track_get_clock (track));
  view.start = lamina_subtract_saturating (start, offset);
  view.end = lamina_subtract_saturating (end, offset);
  list = lamina_timeline_row_get_list (row, page->run, page->options->arrangement);
  range = lamina_lane_get_range (&list, &view);
  return range.first == range.end;
}

/*
 * A picture is not scrolled, and has no headings: the tracks of a group that is collapsed stand below each other, by
 * their outermost lanes.
 */
static void
settle_row (LaminaTimelineRow *row)
{
  row->is_pinned = FALSE;
  if (row->kind == LAMINA_TIMELINE_STRIP)
    row->kind = LAMINA_TIMELINE_LANE;
}

/* All rows that hold something: the marks, then those of the tracks that were chosen, in their order, or of all. */
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

        settle_row (row);
        if (!is_empty (page->run, row) && (options->tracks == NULL || options->tracks[i] == row->track))
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

/* Drops the rows that do not fit, and says how many. */
static guint
fit_rows (LaminaPanel *panel,
          int          room)
{
  guint n = panel->rows->len;
  guint fitting = 0;

  while (fitting < n)
    {
      const LaminaTimelineRow *row = &g_array_index (panel->rows, LaminaTimelineRow, fitting);

      if (row->y + row->height > room && fitting > 0)
        break;
      panel->height = row->y + row->height;
      fitting++;
    }
  g_array_set_size (panel->rows, fitting);
  return n - fitting;
}

static int
get_names_width (LaminaPage   *page,
                 const GArray *rows)
{
  double width = 60;

  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);
      const char *name = lamina_timeline_row_get_name (row, page->run, page->options->arrangement);

      width = MAX (width, lamina_metrics_get_width (page->metrics, LAMINA_FONT_NAME, name));
    }
  return (int) MIN (ceil (width), page->options->width / 4) + LAMINA_PANEL_NAME_GAP;
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

/* Marks the range of the lower panel in the upper one, and leads from there to its corners, above what was put on it. */
static void
add_window (LaminaPage        *page,
            const LaminaPanel *strip,
            const LaminaPanel *panel)
{
  int from = strip->left + MAX (lamina_time_view_get_x (&strip->view, panel->view.start), 0);
  int to = strip->left + MIN (lamina_time_view_get_x (&strip->view, panel->view.end), strip->view.width);
  int top = strip->top - 4;
  int height = strip->height + 9;
  int bottom = strip->top + strip->height + 4 + LAMINA_PANEL_AXIS_HEIGHT;
  int corner = panel->top - 4 - lamina_page_get_markers_height (page, panel);
  LaminaFill fill = LAMINA_FILL (LAMINA_INK_TEXT);
  LaminaSceneLine left = { (float) from, (float) bottom - 2, (float) panel->left, (float) corner,
                           LAMINA_FILL (LAMINA_INK_QUIET), TRUE };
  LaminaSceneLine right = { (float) to, (float) bottom - 2, (float) (panel->left + panel->view.width), (float) corner,
                            LAMINA_FILL (LAMINA_INK_QUIET), TRUE };

  to = MAX (to, from + 4);
  lamina_scene_open_group (page->scene, "window", 0, top, page->options->width, panel->top - top);
  lamina_scene_add_rect (page->scene, from, top, to - from, 2, fill);
  lamina_scene_add_rect (page->scene, from, top + height - 2, to - from, 2, fill);
  lamina_scene_add_rect (page->scene, from, top, 2, height, fill);
  lamina_scene_add_rect (page->scene, to - 2, top, 2, height, fill);
  lamina_scene_add_line (page->scene, &left);
  lamina_scene_add_line (page->scene, &right);
  lamina_scene_close_group (page->scene);
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

static char *
dup_left_out (guint n)
{
  return g_strdup_printf (ngettext ("%u more lane of the timeline has no room.",
                                    "%u more lanes of the timeline have no room.", n), n);
}

/* What is left for the rows of the main panel above axis, legend and source line, the last with a note before it. */
static int
get_room (LaminaPage        *page,
          const LaminaPanel *panel,
          const char        *note)
{
  int foot = LAMINA_PANEL_AXIS_HEIGHT + AXIS_GAP + FOOT_GAP + lamina_page_get_foot_height (page, note)
             + LAMINA_PAGE_MARGIN;
  int height = page->options->height != 0 ? page->options->height : LAMINA_PANEL_MOST_HEIGHT;

  return height - panel->top - foot;
}

/*
 * Places the rows of the main panel in the room that is left, stretched when a height was asked for. What has no room
 * is said, and what says it takes room, too.
 */
static char *
fill_room (LaminaPage  *page,
           LaminaPanel *panel)
{
  int room = get_room (page, panel, NULL);
  int natural = place_rows (page->run, panel->rows, FALSE, 1);
  g_autofree char *note = NULL;
  guint n;

  if (page->options->height != 0 && natural > 0)
    place_rows (page->run, panel->rows, FALSE, CLAMP ((double) room / natural, 0.1, MOST_STRETCH));
  else if (natural > room)
    place_rows (page->run, panel->rows, FALSE, (double) room / natural);
  n = fit_rows (panel, room);
  if (n == 0)
    return NULL;
  note = dup_left_out (n);
  n += fit_rows (panel, get_room (page, panel, note));
  return dup_left_out (n);
}

/* The whole run above, the range below. */
static void
place_strip (LaminaPage  *page,
             LaminaPanel *strip,
             LaminaPanel *panel)
{
  int room = (page->options->height != 0 ? page->options->height : LAMINA_PANEL_MOST_HEIGHT) / 4;
  gint64 start = lamina_timebase_get_start (page->timebase);
  gint64 end = lamina_timebase_get_end (page->timebase);

  strip->left = panel->left;
  strip->top = page->y;
  strip->view = create_view (start, end, panel->view.width);
  strip->height = place_rows (page->run, strip->rows, TRUE, 1);
  fit_rows (strip, MAX (room, 60));
  page->y += strip->height + LAMINA_PANEL_AXIS_HEIGHT + CONNECTOR_HEIGHT;
}

static void
add_panels (LaminaPage  *page,
            LaminaPanel *strip,
            LaminaPanel *panel)
{
  g_autofree char *note = NULL;

  if (*strip->letter != '\0')
    place_strip (page, strip, panel);
  panel->top = page->y + lamina_page_get_markers_height (page, panel);
  note = fill_room (page, panel);
  if (*strip->letter != '\0')
    {
      lamina_page_add_panel (page, strip);
      add_window (page, strip, panel);
    }
  lamina_page_add_panel (page, panel);
  lamina_page_add_markers (page, panel);
  page->y = panel->top + panel->height + AXIS_GAP + LAMINA_PANEL_AXIS_HEIGHT + FOOT_GAP;
  lamina_page_add_legend (page);
  lamina_page_add_source (page, note);
}

gboolean
lamina_page_add_timeline (LaminaPage  *self,
                          GError     **error)
{
  g_autofree char *title = lamina_picture_dup_title (self->document, self->options);
  g_autofree char *timing = lamina_page_dup_timing (self);
  gboolean has_strip = self->options->start != LAMINA_ABSENT || self->options->end != LAMINA_ABSENT;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GArray) strip_rows = NULL;
  g_autoptr (GArray) marks = NULL;
  LaminaPanel strip = { .letter = has_strip ? "a" : "" };
  LaminaPanel panel = { .letter = has_strip ? "b" : "" };
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
  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : timing);
  panel.left = LAMINA_PAGE_MARGIN + (has_strip ? LAMINA_PANEL_LETTER_WIDTH : 0)
               + MAX (get_names_width (self, strip_rows), get_names_width (self, rows));
  panel.view = create_view (start, end, MAX (self->options->width - panel.left - LAMINA_PAGE_MARGIN, 1));
  add_panels (self, &strip, &panel);
  return TRUE;
}
