/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-panel.h"

#include "lamina-gettext.h"
#include "lamina-live-legend.h"
#include "lamina-timeline-counter.h"
#include "lamina-timeline-layout.h"

#include <math.h>
#include <string.h>

/* What fits a page beside a caption: 240 mm, or a third more than the width of a picture that is wider than a page. */
#define PAGE_HEIGHT (240 * LAMINA_PICTURE_PER_MM)
#define PAGE_SHAPE (4.0 / 3)
#define CONNECTOR_HEIGHT 34
#define AXIS_GAP 4
#define FOOT_GAP 6
#define MOST_STRETCH 3.0

/* A range over the width of the plot; what stands at its very end is in it. */
static LaminaTimeView
create_view (gint64 start,
             gint64 end,
             int    width)
{
  double length = (double) MAX (lamina_subtract_saturating (end, start), 1);
  LaminaTimeView view = lamina_time_view_init (start, length / MAX (width, 1), width);

  view.end = MAX (view.end, end + 1);
  return view;
}

/* How many rows are looked at; of more of them those with a name that is longer than all before. */
#define MOST_MEASURED 1000

/* Names, and the ranges of counters below theirs. */
static int
get_names_width (LaminaPage   *page,
                 const GArray *rows,
                 gint64        start,
                 gint64        end)
{
  double width = 60;
  gsize longest = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const LaminaTimelineRow *row = &g_array_index (rows, LaminaTimelineRow, i);
      const char *name = lamina_timeline_row_get_name (row, page->run, page->options->arrangement);
      gsize length = strlen (name);

      if (i >= MOST_MEASURED && length <= longest)
        continue;
      longest = MAX (longest, length);
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
  return (int) MIN (ceil (width), page->options->width / 4) + LAMINA_PICTURE_NAME_GAP;
}

/* Marks the range of the lower panel in the upper one, and leads from there to its corners, above what was put on it. */
static void
add_window (const LaminaPicturePanel *strip,
            const LaminaPicturePanel *panel)
{
  int from = strip->left + MAX (lamina_time_view_get_x (&strip->view, panel->view.start), 0);
  int to = strip->left + MIN (lamina_time_view_get_x (&strip->view, panel->view.end), strip->view.width);
  int top = strip->top - 4;
  int height = strip->height + 9;
  int bottom = strip->top + strip->height + 4 + LAMINA_PICTURE_AXIS_HEIGHT;
  int corner = panel->top - 4 - lamina_picture_panel_get_markers_height (panel);
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

/* What fits a page, where no height was asked for. */
static int
get_most_height (LaminaPage *page)
{
  return page->options->height != 0 ? page->options->height : MAX (PAGE_HEIGHT, (int) (page->options->width * PAGE_SHAPE));
}

/* Whether a panel shows the memory that tensors keep, as bands of those that hold it. */
static gboolean
has_bands (const LaminaPicturePanel *panel)
{
  for (guint i = 0; i < panel->rows->len && panel->page->live != NULL; i++)
    if (lamina_timeline_row_is_memory (&g_array_index (panel->rows, LaminaTimelineRow, i), panel->page->run))
      return TRUE;
  return FALSE;
}

/* Whether the colors of boxes mean kinds of work. Where they belong to no layer, bands are all that has colors. */
static gboolean
has_work (const LaminaPicturePanel *panel)
{
  const LaminaLayers *layers = lamina_run_get_layers (panel->page->run);

  return layers->first_slice[layers->n] > 0 || !has_bands (panel);
}

/* Adds what the colors of bands mean, as much as that is in the range, to @scene; learns the height alone where it is NULL. */
static int
place_bands_legend (const LaminaPicturePanel *panel,
                    LaminaScene              *scene)
{
  LaminaPage *page = panel->page;

  if (!page->options->legend || !has_bands (panel))
    return 0;
  return lamina_live_legend_add (scene, page->live, panel->view.start, panel->view.end, page->metrics, LAMINA_PAGE_MARGIN,
                                 page->options->width - LAMINA_PAGE_MARGIN, page->y);
}

static void
add_legends (const LaminaPicturePanel *panel)
{
  LaminaPage *page = panel->page;
  int height = place_bands_legend (panel, NULL);

  if (height > 0)
    {
      lamina_scene_open_group (page->scene, "bands", 0, page->y, page->options->width, height);
      place_bands_legend (panel, page->scene);
      lamina_scene_close_group (page->scene);
      page->y += height;
    }
  if (has_work (panel))
    lamina_page_add_legend (page);
}

/* What is left for the rows of the main panel above axis, legend and source line, the last with a note before it. */
static int
get_room (const LaminaPicturePanel *panel,
          const char               *note)
{
  int legend = place_bands_legend (panel, NULL) - (has_work (panel) ? 0 : lamina_page_get_legend_height (panel->page));
  int foot = LAMINA_PICTURE_AXIS_HEIGHT + AXIS_GAP + FOOT_GAP + legend + lamina_page_get_foot_height (panel->page, note)
             + LAMINA_PAGE_MARGIN;

  return get_most_height (panel->page) - panel->top - foot;
}

/*
 * Places the rows of the main panel in the room that is left, stretched when a height was asked for. Those that are worth least are
 * left out where there is no room; counters that do not change are, too, unless they were picked. The note that says so takes
 * room itself.
 */
static char *
fill_room (LaminaPicturePanel *panel,
           gint64              start,
           gint64              end)
{
  double most = panel->page->options->height != 0 ? MOST_STRETCH : 1;
  g_autoptr (GArray) all = g_array_copy (panel->rows);
  char *note = NULL;
  int room = get_room (panel, NULL);

  for (guint i = panel->rows->len; i-- > 0 && !panel->page->options->keeps_tracks;)
    if (panel->rows->len > 1
        && lamina_picture_is_flat (panel->page, &g_array_index (panel->rows, LaminaTimelineRow, i), start, end))
      g_array_remove_index (panel->rows, i);
  for (;;)
    {
      lamina_picture_panel_place (panel, FALSE, room, most);
      g_free (note);
      note = lamina_picture_panel_dup_left_out (panel, all, start, end);
      if (get_room (panel, note) >= room)
        return note;
      room = get_room (panel, note);
    }
}

/* Whether the gaps of a device, of which a row is one, are to be seen in it. */
static gboolean
has_gaps (const LaminaPicturePanel *panel)
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
place_strip (LaminaPicturePanel *strip,
             LaminaPicturePanel *panel)
{
  int room = get_most_height (panel->page) / 4;
  gint64 start = lamina_timebase_get_start (panel->page->timebase);
  gint64 end = lamina_timebase_get_end (panel->page->timebase);

  strip->left = panel->left;
  strip->top = panel->page->y;
  strip->view = create_view (start, end, panel->view.width);
  lamina_picture_panel_place (strip, TRUE, MAX (room, 60), 1);
  panel->page->y += strip->height + LAMINA_PICTURE_AXIS_HEIGHT + CONNECTOR_HEIGHT;
}

static void
add_panels (LaminaPicturePanel *strip,
            LaminaPicturePanel *panel,
            gint64              start,
            gint64              end)
{
  g_autofree char *note = NULL;

  if (*strip->letter != '\0')
    place_strip (strip, panel);
  panel->top = panel->page->y + lamina_picture_panel_get_markers_height (panel);
  panel->page->has_gaps = has_gaps (panel) || (*strip->letter != '\0' && has_gaps (strip));
  note = fill_room (panel, start, end);
  if (*strip->letter != '\0')
    {
      lamina_picture_panel_add (strip);
      add_window (strip, panel);
    }
  lamina_picture_panel_add (panel);
  lamina_picture_panel_add_markers (panel);
  panel->page->y = panel->top + panel->height + AXIS_GAP + LAMINA_PICTURE_AXIS_HEIGHT + FOOT_GAP;
  add_legends (panel);
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
  self->use = lamina_device_use_new (self->run, self->timebase, start, end, NULL);
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
  g_autoptr (LaminaLiveSet) live = NULL;
  LaminaPicturePanel strip = { .page = self, .letter = has_strip ? "a" : "" };
  LaminaPicturePanel panel = { .page = self, .letter = has_strip ? "b" : "" };
  gint64 start, end;

  if (!get_range (self, &start, &end, error))
    return FALSE;
  if (lamina_run_get_memory (self->run)->counter != LAMINA_NONE)
    self->live = live = lamina_live_set_new (self->run, self->timebase, NULL);
  if (self->options->marks)
    panel.marks = marks = lamina_mark_index_new (self->run);
  strip.rows = strip_rows = lamina_picture_create_rows (self, TRUE, start, end);
  panel.rows = rows = lamina_picture_create_rows (self, FALSE, start, end + 1);
  if (strip_rows->len == 0)
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run has no timeline");
      return FALSE;
    }
  caption = has_strip ? dup_range_caption (self, start, end, timing) : g_strdup (timing);
  if (has_strip)
    count_range (self, start, end);
  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : caption);
  panel.left = LAMINA_PAGE_MARGIN + (has_strip ? LAMINA_PICTURE_LETTER_WIDTH : 0)
               + MAX (get_names_width (self, strip_rows, start, end), get_names_width (self, rows, start, end));
  panel.view = create_view (start, end, MAX (self->options->width - panel.left - LAMINA_PAGE_MARGIN, 1));
  /* Choosing may put other arrays in their places. */
  g_steal_pointer (&rows);
  g_steal_pointer (&strip_rows);
  add_panels (&strip, &panel, start, end);
  g_array_unref (strip.rows);
  g_array_unref (panel.rows);
  self->live = NULL;
  return TRUE;
}

/* Where the reader has arranged nothing, devices come first and functions around the work are folded, as in the window. */
gboolean
lamina_page_add_timeline (LaminaPage  *self,
                          GError     **error)
{
  const LaminaPictureOptions *asked = self->options;
  LaminaPictureOptions options = *asked;
  gboolean is_done;

  if (asked->arrangement == NULL && asked->tracks == NULL)
    options.arrangement = lamina_arrangement_attach (self->run);
  self->options = &options;
  is_done = add_timeline (self, error);
  self->options = asked;
  return is_done;
}
