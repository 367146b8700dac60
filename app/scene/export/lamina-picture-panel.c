/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-panel.h"

#include "lamina-timeline-layout.h"

#define MOST_HEIGHT 20000
#define TICK_DISTANCE 64
#define TWO_LINES 30

void
lamina_picture_panel_open_group (const LaminaPicturePanel *panel,
                                 const char               *what,
                                 int                       x,
                                 int                       y,
                                 int                       width,
                                 int                       height)
{
  g_autofree char *name = g_strconcat (panel->letter, *panel->letter != '\0' ? "/" : "", what, NULL);

  lamina_scene_open_group (panel->page->scene, name, x, y, width, height);
}

/* The name of a track, right-aligned beside its first row, with its group or its range below. */
static void
add_name (const LaminaPicturePanel *panel,
          const LaminaTimelineRow  *row,
          const char               *path,
          const char               *range)
{
  const char *words = lamina_timeline_row_get_name (row, panel->page->run, panel->page->options->arrangement);
  g_autofree char *name = g_strconcat (path, "/name", NULL);
  const char *caption = range;
  double middle = panel->top + row->y + row->height / 2.0;
  double x = panel->left - LAMINA_PICTURE_NAME_GAP;
  double room = x - LAMINA_PAGE_MARGIN - (*panel->letter != '\0' ? LAMINA_PICTURE_LETTER_WIDTH : 0);
  gboolean two_lines;

  if (caption == NULL && row->group != LAMINA_NONE && row->kind != LAMINA_TIMELINE_FAMILY)
    caption = lamina_heading_get_name (panel->page->run, row);
  two_lines = caption != NULL && row->height >= TWO_LINES;
  lamina_scene_open_group (panel->page->scene, name, 0, panel->top + row->y, panel->left, row->height);
  lamina_scene_add_words (panel->page->scene, x, middle - (two_lines ? 7 : 0), room, LAMINA_ALIGN_END, LAMINA_FONT_NAME,
                          LAMINA_INK_TEXT, words);
  if (two_lines)
    lamina_scene_add_words (panel->page->scene, x, middle + 8, room, LAMINA_ALIGN_END, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET,
                            caption);
  lamina_scene_close_group (panel->page->scene);
}

static void
add_axis (const LaminaPicturePanel *panel,
          const LaminaTicks        *ticks)
{
  int y = panel->top + panel->height + 4;
  g_autofree char *title = lamina_axis_dup_title (ticks->unit, ticks->step, ticks->largest);

  lamina_picture_panel_open_group (panel, "axis", 0, y, panel->page->options->width, LAMINA_PICTURE_AXIS_HEIGHT);
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
add_letter (const LaminaPicturePanel *panel)
{
  if (*panel->letter == '\0')
    return;
  lamina_picture_panel_open_group (panel, "letter", 0, panel->top, LAMINA_PAGE_MARGIN + LAMINA_PICTURE_LETTER_WIDTH, 24);
  lamina_scene_add_words (panel->page->scene, LAMINA_PAGE_MARGIN, panel->top + 12, 0, LAMINA_ALIGN_START, LAMINA_FONT_TITLE,
                          LAMINA_INK_TEXT, panel->letter);
  lamina_scene_close_group (panel->page->scene);
}

static void
add_tracks (const LaminaPicturePanel *panel,
            LaminaTimelineLayout     *layout)
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

void
lamina_picture_panel_add (const LaminaPicturePanel *panel)
{
  const LaminaViewport viewport = { .height = MOST_HEIGHT };
  const LaminaTimelineOptions options = { .names_width = panel->left, .idle = panel->page->idle, .live = panel->page->live,
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
  lamina_picture_panel_open_group (panel, "grid", panel->left, panel->top, panel->view.width, panel->height + 4);
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
