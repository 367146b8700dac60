/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-gutter.h"
#include "lamina-timeline-selected.h"

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
G_DECLARE_FINAL_TYPE (LaminaTimelineCanvas, lamina_timeline_canvas, LAMINA, TIMELINE_CANVAS, LaminaCanvas)

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

/**
 * lamina_timeline_canvas_open_menu:
 * @self: a canvas with a session
 * @x: a place
 * @y: the same from the top
 *
 * Opens the context menu for a place.
 */
void lamina_timeline_canvas_open_menu (LaminaTimelineCanvas *self,
                                       double                x,
                                       double                y);

/**
 * lamina_timeline_canvas_find_track:
 * @self: a canvas
 * @item: (out): a track or a group
 *
 * Returns: whether there is one that actions act on, see #LaminaTimelineGutter
 */
gboolean lamina_timeline_canvas_find_track (LaminaTimelineCanvas *self,
                                            LaminaTarget         *item);

/* What it consists of: what moves it, how its tracks are laid out, and what of them is selected. */
LaminaTimelineNavigator *lamina_timeline_canvas_get_navigator (LaminaTimelineCanvas *self);

LaminaTimelineRows *lamina_timeline_canvas_get_rows (LaminaTimelineCanvas *self);

LaminaTimelineSelected *lamina_timeline_canvas_get_selected (LaminaTimelineCanvas *self);

/* Where the tracks are: right of their names and below the ruler. */
void lamina_timeline_canvas_get_plot (LaminaTimelineCanvas *self,
                                      GdkRectangle         *plot);

/**
 * lamina_timeline_canvas_pick:
 * @self: a canvas
 * @x: a place
 * @y: the same from the top
 * @target: (out): what stands there
 * @area: (out): the box that was hit
 *
 * Returns: whether anything does
 */
gboolean lamina_timeline_canvas_pick (LaminaTimelineCanvas *self,
                                      double                x,
                                      double                y,
                                      LaminaTarget         *target,
                                      GdkRectangle         *area);

/* See lamina_timeline_markers_pick(). */
gboolean lamina_timeline_canvas_pick_marker (LaminaTimelineCanvas *self,
                                             double                x,
                                             double                y,
                                             guint                *id,
                                             LaminaMarkerPart     *part);

/* See lamina_timeline_gutter_is_at_edge(). */
gboolean lamina_timeline_canvas_is_at_edge (LaminaTimelineCanvas *self,
                                            double                x);

/**
 * lamina_timeline_canvas_select:
 * @self: a canvas with a session
 * @slice: (nullable): a slice that is seen
 * @toggling: whether its layer is added to what is selected or taken away from it
 *
 * Selects without scrolling: the user sees what was clicked.
 */
void lamina_timeline_canvas_select (LaminaTimelineCanvas *self,
                                    const LaminaSliceRef *slice,
                                    gboolean              toggling);

/* Brings a slice that is out of view to the middle, at the same zoom. */
void lamina_timeline_canvas_go_to (LaminaTimelineCanvas *self,
                                   const LaminaSliceRef *slice);

G_END_DECLS
