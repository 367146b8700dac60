/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-gutter.h"
#include "lamina-timeline-selected.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TIMELINE_CANVAS (lamina_timeline_canvas_get_type ())

/*
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

/* How far the tracks are scrolled up, in pixels. */
GtkAdjustment *lamina_timeline_canvas_get_adjustment (LaminaTimelineCanvas *self);

/* The height that all tracks would take, in pixels, in a canvas that is so high, or as low as can be for 0: rows grow where
 * there is room, but not without end. */
int lamina_timeline_canvas_get_tracks_height (LaminaTimelineCanvas *self,
                                              int                   height);

/* How wide the names of the tracks are from now on, within bounds, in all windows; 0 for as wide as they need to be. */
void lamina_timeline_canvas_choose_names_width (LaminaTimelineCanvas *self,
                                                int                   width);

/* The position on the axis that is meant by "here": where the menu was opened, else under the pointer, else in the middle. */
gint64 lamina_timeline_canvas_get_cursor_position (LaminaTimelineCanvas *self);

/* The ruler or note where the menu was opened or else under the pointer; 0 when there is none. */
guint lamina_timeline_canvas_get_ruler_here (LaminaTimelineCanvas *self);

void lamina_timeline_canvas_reveal_track (LaminaTimelineCanvas *self,
                                          guint                 track);

/* Asks for the text of a note; 0 for a new one here. */
void lamina_timeline_canvas_edit_note (LaminaTimelineCanvas *self,
                                       guint                 id);

/* Where the selected slice is seen, else in the middle. */
void lamina_timeline_canvas_open_menu_at_selection (LaminaTimelineCanvas *self);

/* Needs a session. */
void lamina_timeline_canvas_open_menu (LaminaTimelineCanvas *self,
                                       double                x,
                                       double                y);

/* The track or group that actions act on, see LaminaTimelineGutter. Returns whether there is one. */
gboolean lamina_timeline_canvas_find_track (LaminaTimelineCanvas *self,
                                            LaminaTarget         *item);

/* What it consists of: what moves it, how its tracks are laid out, and what of them is selected. */
LaminaTimelineNavigator *lamina_timeline_canvas_get_navigator (LaminaTimelineCanvas *self);

LaminaTimelineRows *lamina_timeline_canvas_get_rows (LaminaTimelineCanvas *self);

LaminaTimelineSelected *lamina_timeline_canvas_get_selected (LaminaTimelineCanvas *self);

/* Where the tracks are: right of their names and below the ruler. */
void lamina_timeline_canvas_get_plot (LaminaTimelineCanvas *self,
                                      GdkRectangle         *plot);

/* What stands at a place, and the box that was hit. Returns whether anything does. */
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

/* Selects a slice that is seen, or nothing, without scrolling: the user sees what was clicked. @toggling adds its layer to
 * what is selected or takes it away. */
void lamina_timeline_canvas_select (LaminaTimelineCanvas *self,
                                    const LaminaSliceRef *slice,
                                    gboolean              toggling);

/* The same with a gap. */
void lamina_timeline_canvas_select_gap (LaminaTimelineCanvas *self,
                                        guint32               gap);

/* Brings a slice that is out of view to the middle, at the same zoom. */
void lamina_timeline_canvas_go_to (LaminaTimelineCanvas *self,
                                   const LaminaSliceRef *slice);

G_END_DECLS
