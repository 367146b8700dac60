/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-page.h"
#include "lamina-timeline-rows.h"

G_BEGIN_DECLS

#define LAMINA_PICTURE_AXIS_HEIGHT 40
#define LAMINA_PICTURE_LETTER_WIDTH 22
#define LAMINA_PICTURE_NAME_GAP 10

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
} LaminaPicturePanel;

/* In lamina-picture-panel.c: what is drawn of it. */

/* Opens a group that is called after the panel, where there are several. */
void     lamina_picture_panel_open_group         (const LaminaPicturePanel *panel,
                                                  const char               *what,
                                                  int                       x,
                                                  int                       y,
                                                  int                       width,
                                                  int                       height);

/* Adds the groups of a panel. */
void     lamina_picture_panel_add                (const LaminaPicturePanel *panel);

/* In lamina-picture-markers.c: what was put on the timeline. */

/* How much room its labels take above a panel. */
int      lamina_picture_panel_get_markers_height (const LaminaPicturePanel *panel);

void     lamina_picture_panel_add_markers        (const LaminaPicturePanel *panel);

/* In lamina-picture-rows.c: which rows there are, and how high. */

/* The rows of a panel: of a strip, the outermost lanes alone, else those that hold something in the range. */
GArray  *lamina_picture_create_rows              (LaminaPage               *page,
                                                  gboolean                  is_strip,
                                                  gint64                    start,
                                                  gint64                    end);

/* Places rows of which some may have to be left out, as high as they like to be or as there is room for. */
void     lamina_picture_panel_place              (LaminaPicturePanel       *panel,
                                                  gboolean                  is_strip,
                                                  int                       room,
                                                  double                    most);

/* Whether a counter has one value all through a range of the axis, and no bands. */
gboolean lamina_picture_is_flat                  (LaminaPage               *page,
                                                  const LaminaTimelineRow  *row,
                                                  gint64                    start,
                                                  gint64                    end);

/* Tells which of the tracks of @all are not among the rows that are shown, or not with all their lanes. NULL when nothing is. */
char    *lamina_picture_panel_dup_left_out       (const LaminaPicturePanel *panel,
                                                  const GArray             *all,
                                                  gint64                    start,
                                                  gint64                    end);

G_END_DECLS
