/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TIMELINE_CANVAS (lamina_timeline_canvas_get_type ())

/**
 * LaminaTimelineCanvas:
 *
 * Draws ruler and tracks of the run of a session and takes pointer and keys there. Wheel: scroll; with Ctrl: zoom at
 * the pointer; with Shift or sideways: pan. Middle or Shift drag: pan. Click: select; double click: zoom to the
 * slice. Keys: see the shortcuts window.
 */
G_DECLARE_FINAL_TYPE (LaminaTimelineCanvas, lamina_timeline_canvas, LAMINA, TIMELINE_CANVAS, GtkWidget)

/**
 * LAMINA_TIMELINE_NAMES_WIDTH:
 *
 * Width of the names of the tracks, in pixels.
 */
#define LAMINA_TIMELINE_NAMES_WIDTH 150

void lamina_timeline_canvas_set_session (LaminaTimelineCanvas *self,
                                         LaminaSession        *session);

/**
 * lamina_timeline_canvas_get_adjustment:
 * @self: a canvas
 *
 * Returns: (transfer none): how far the tracks are scrolled up, in pixels
 */
GtkAdjustment *lamina_timeline_canvas_get_adjustment (LaminaTimelineCanvas *self);

/**
 * lamina_timeline_canvas_get_tracks_height:
 * @self: a canvas
 * @height: how high the canvas would be; 0 for what it needs at least
 *
 * Returns: the height that all tracks would take, in pixels: rows grow where there is room, but not without end
 */
int lamina_timeline_canvas_get_tracks_height (LaminaTimelineCanvas *self,
                                              int                   height);

/**
 * lamina_timeline_canvas_get_scene:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): what it shows; %NULL before it has a session and a size
 */
LaminaScene *lamina_timeline_canvas_get_scene (LaminaTimelineCanvas *self);

/**
 * lamina_timeline_canvas_dup_tooltip:
 * @self: a canvas
 * @x: a position
 * @y: a position
 * @area: (out) (optional): takes what the text is about, in pixels
 *
 * Returns: (transfer full) (nullable): what is to be said about the place, as markup
 */
char *lamina_timeline_canvas_dup_tooltip (LaminaTimelineCanvas *self,
                                          double                x,
                                          double                y,
                                          GdkRectangle         *area);

G_END_DECLS
