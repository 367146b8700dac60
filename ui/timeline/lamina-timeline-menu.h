/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-canvas.h"

G_BEGIN_DECLS

/* The context menu of a timeline, and the entry for the text of a note: at most one of them is open. */
typedef struct _LaminaTimelineMenu LaminaTimelineMenu;

/* @canvas must outlive the menu. */
LaminaTimelineMenu *lamina_timeline_menu_new (LaminaTimelineCanvas *canvas);

void lamina_timeline_menu_free (LaminaTimelineMenu *self);

gboolean lamina_timeline_menu_is_open (LaminaTimelineMenu *self);

/* Where the menu was opened. Returns whether that is "here": it is open, or was just now, for what was chosen in it is done
 * after it closed. */
gboolean lamina_timeline_menu_get_place (LaminaTimelineMenu *self,
                                         double             *x,
                                         double             *y);

/* Opens it for a place. */
void lamina_timeline_menu_open (LaminaTimelineMenu *self,
                                LaminaSession      *session,
                                double              x,
                                double              y);

/* See lamina_timeline_canvas_edit_note(). */
void lamina_timeline_menu_edit_note (LaminaTimelineMenu *self,
                                     LaminaSession      *session,
                                     guint               id);

G_END_DECLS
