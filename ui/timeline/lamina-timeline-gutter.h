/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-rows.h"

G_BEGIN_DECLS

/* Least width of the names of the tracks, in pixels, unless somebody makes them narrower. */
#define LAMINA_TIMELINE_NAMES_WIDTH 150

/*
 * The names at the left of a timeline as controls: a click on the heading of a group folds or unfolds it, a drag moves a
 * track or a group among its neighbors, a right click opens a menu, and buttons that pin and hide it are shown over the right
 * end of its name while the pointer is there or one of them has the focus. There is one set of buttons, which goes to the row
 * that it is for; while there is none, they are not visible and no stop of the Tab key.
 *
 * The same can be done by the actions `view.pin-track`, `view.hide-track`, `view.split-track`, `view.collapse-track`,
 * `view.move-track-up`, `view.move-track-down` and `view.show-all-tracks`, which act on the name under the pointer or else on
 * the track of the selected slice.
 *
 * The names are as wide as the longest of them needs, within bounds, until somebody draws their edge to another place. That
 * is remembered; on a window that is too narrow for it the names give way.
 */
typedef struct _LaminaTimelineGutter LaminaTimelineGutter;

/* The names are drawn on @canvas; @rows get their width here; @navigator moves them. All must outlive the gutter. */
LaminaTimelineGutter *lamina_timeline_gutter_new (LaminaCanvas            *canvas,
                                                  LaminaTimelineRows      *rows,
                                                  LaminaTimelineNavigator *navigator);

void lamina_timeline_gutter_free (LaminaTimelineGutter *self);

void lamina_timeline_gutter_set_session (LaminaTimelineGutter *self,
                                         LaminaSession        *session);

/* Makes the names as wide as they should be; whether that changes anything. */
gboolean lamina_timeline_gutter_fit (LaminaTimelineGutter *self);

/* See lamina_timeline_canvas_choose_names_width(). */
void lamina_timeline_gutter_choose_width (LaminaTimelineGutter *self,
                                          int                   width);

/* Whether the edge of the names stands there, by which they are made wider and narrower. */
gboolean lamina_timeline_gutter_is_at_edge (LaminaTimelineGutter *self,
                                            double                x);

/* The track or group that actions act on: what the menu was opened for, else the row at @y, which is below 0 for nowhere.
 * Returns whether there is one. */
gboolean lamina_timeline_gutter_find (LaminaTimelineGutter *self,
                                      double                y,
                                      LaminaTarget         *item);

/* Looks, before the next frame, for the row that the buttons belong to: the pointer or the rows have moved. */
void lamina_timeline_gutter_queue_update (LaminaTimelineGutter *self);

/* Gives the buttons their place; called when the canvas gets its size. */
void lamina_timeline_gutter_allocate (LaminaTimelineGutter *self);

/* Draws the buttons, and where a name that is dragged would go. */
void lamina_timeline_gutter_snapshot (LaminaTimelineGutter *self,
                                      GtkSnapshot          *snapshot);

G_END_DECLS
