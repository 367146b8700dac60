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
 * the pointer; with Shift or sideways: pan. Drag: mark a range whose ends are drawn to edges of slices (Alt: not);
 * with Ctrl: zoom to it; with Shift, space or the middle button: pan. Click: select; with Ctrl: select more; double
 * click: zoom to the slice. The other button opens a menu. Keys: see the shortcuts window.
 *
 * Properties: `mouse-mode`, what a plain drag does: `select` or `timing` (mark a range), `pan`, `zoom`; `names-width`, how
 * wide the names of the tracks are, in pixels.
 */
G_DECLARE_FINAL_TYPE (LaminaTimelineCanvas, lamina_timeline_canvas, LAMINA, TIMELINE_CANVAS, GtkWidget)

/**
 * LAMINA_TIMELINE_NAMES_WIDTH:
 *
 * Least width of the names of the tracks, in pixels, unless somebody makes them narrower.
 */
#define LAMINA_TIMELINE_NAMES_WIDTH 150

/**
 * LaminaTimelineMove:
 * @LAMINA_TIMELINE_ZOOM_IN: zooms in around the pointer
 * @LAMINA_TIMELINE_ZOOM_OUT: zooms out around the pointer
 * @LAMINA_TIMELINE_PAN_LEFT: pans to the left
 * @LAMINA_TIMELINE_PAN_RIGHT: pans to the right
 * @LAMINA_TIMELINE_PAGE_UP: scrolls up by what is seen
 * @LAMINA_TIMELINE_PAGE_DOWN: scrolls down by what is seen
 *
 * A step that what is seen can be moved by.
 */
typedef enum
{
  LAMINA_TIMELINE_ZOOM_IN,
  LAMINA_TIMELINE_ZOOM_OUT,
  LAMINA_TIMELINE_PAN_LEFT,
  LAMINA_TIMELINE_PAN_RIGHT,
  LAMINA_TIMELINE_PAGE_UP,
  LAMINA_TIMELINE_PAGE_DOWN,
} LaminaTimelineMove;

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

/**
 * lamina_timeline_canvas_move:
 * @self: a canvas
 * @move: which step
 *
 * Moves what is seen.
 */
void lamina_timeline_canvas_move (LaminaTimelineCanvas *self,
                                  LaminaTimelineMove    move);

/**
 * lamina_timeline_canvas_choose_names_width:
 * @self: a canvas
 * @width: how wide the names of the tracks are from now on, within bounds; 0 for as wide as they need to be
 *
 * Remembers the width for all windows.
 */
void lamina_timeline_canvas_choose_names_width (LaminaTimelineCanvas *self,
                                                int                   width);

/**
 * lamina_timeline_canvas_get_cursor_position:
 * @self: a canvas
 *
 * Returns: the position on the axis that is meant by "here": where the menu was opened, else under the pointer, else in
 *   the middle
 */
gint64 lamina_timeline_canvas_get_cursor_position (LaminaTimelineCanvas *self);

/**
 * lamina_timeline_canvas_get_ruler_here:
 * @self: a canvas
 *
 * Returns: the ruler or note where the menu was opened or else under the pointer; 0 when there is none
 */
guint lamina_timeline_canvas_get_ruler_here (LaminaTimelineCanvas *self);

/**
 * lamina_timeline_canvas_reveal_track:
 * @self: a canvas
 * @track: a track of the run
 *
 * Scrolls to a track.
 */
void lamina_timeline_canvas_reveal_track (LaminaTimelineCanvas *self,
                                          guint                 track);

/**
 * lamina_timeline_canvas_dup_selected_names:
 * @self: a canvas
 *
 * Returns: (transfer full) (nullable): the full name of what is selected, one line for each of several layers; %NULL when
 *   nothing is
 */
char *lamina_timeline_canvas_dup_selected_names (LaminaTimelineCanvas *self);

/**
 * lamina_timeline_canvas_edit_note:
 * @self: a canvas
 * @id: a note, or 0 for a new one here
 *
 * Asks for the text of a note.
 */
void lamina_timeline_canvas_edit_note (LaminaTimelineCanvas *self,
                                       guint                 id);

/**
 * lamina_timeline_canvas_open_menu_at_selection:
 * @self: a canvas
 *
 * Opens the context menu where the selected slice is seen, else in the middle.
 */
void lamina_timeline_canvas_open_menu_at_selection (LaminaTimelineCanvas *self);

G_END_DECLS
