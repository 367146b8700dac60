/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-page.h"
#include "lamina-timeline-rows.h"

G_BEGIN_DECLS

#define LAMINA_PANEL_MOST_HEIGHT 20000
#define LAMINA_PANEL_AXIS_HEIGHT 40
#define LAMINA_PANEL_NAME_GAP 10
#define LAMINA_PANEL_LETTER_WIDTH 22

/*
 * One part of a figure: the rows of the tracks over one range, with an axis below. @letter is what the text around the
 * figure calls it by, the empty string for the only part. Rows are counted from @top. @marks are those of the file, NULL where
 * none are shown.
 */
typedef struct
{
  const char *letter;
  LaminaTimeView view;
  GArray *rows;
  const GArray *marks;
  int left;
  int top;
  int height;
} LaminaPanel;

/* Adds the groups of a panel. */
void lamina_page_add_panel (LaminaPage        *page,
                            const LaminaPanel *panel);

/* How much room the labels of what was put on the timeline take above a panel, and what is drawn there and over it. */
int lamina_page_get_markers_height (LaminaPage        *self,
                                    const LaminaPanel *panel);

void lamina_page_add_markers (LaminaPage        *self,
                              const LaminaPanel *panel);

G_END_DECLS
