/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-markers.h"

G_BEGIN_DECLS

/* Steps that what is seen can be moved by: zooming around the pointer, panning, scrolling by what is seen. Several at once are
 * joined by “or”. */
typedef enum
{
  LAMINA_TIMELINE_ZOOM_IN = 1 << 0,
  LAMINA_TIMELINE_ZOOM_OUT = 1 << 1,
  LAMINA_TIMELINE_PAN_LEFT = 1 << 2,
  LAMINA_TIMELINE_PAN_RIGHT = 1 << 3,
  LAMINA_TIMELINE_PAGE_UP = 1 << 4,
  LAMINA_TIMELINE_PAGE_DOWN = 1 << 5,
} LaminaTimelineMove;

/* What a drag does: a zoom draws a range first; a marker is the marked range, a ruler or a note, or an end of them. */
typedef enum
{
  LAMINA_TIMELINE_DRAG_NONE,
  LAMINA_TIMELINE_DRAG_PAN,
  LAMINA_TIMELINE_DRAG_RANGE,
  LAMINA_TIMELINE_DRAG_ZOOM,
  LAMINA_TIMELINE_DRAG_MARKER,
} LaminaTimelineDrag;

/*
 * Moves what is seen of the run of a session: by steps, by drags, and by what goes on by itself, which is done frame by
 * frame in lamina_timeline_navigator_step(). It knows nothing but how wide the plot is and what the tracks are scrolled by,
 * and needs no screen.
 */
typedef struct _LaminaTimelineNavigator LaminaTimelineNavigator;

/* @adjustment is what the tracks are scrolled by, @markers what can be dragged, @widget whose frames are the steps, or NULL.
 * The last two must outlive the navigator. */
LaminaTimelineNavigator *lamina_timeline_navigator_new (GtkAdjustment         *adjustment,
                                                        LaminaTimelineMarkers *markers,
                                                        GtkWidget             *widget);

void lamina_timeline_navigator_free (LaminaTimelineNavigator *self);

void lamina_timeline_navigator_set_session (LaminaTimelineNavigator *self,
                                            LaminaSession           *session);

/*
 * Who lists the lanes that are in sight, for the caller, as LaminaLanes. The pointer is drawn by their edges alone; without, by
 * those of all lanes.
 */
typedef GArray *(*LaminaTimelineListLanesFunc) (gpointer data);

void lamina_timeline_navigator_set_lanes (LaminaTimelineNavigator     *self,
                                          LaminaTimelineListLanesFunc  list_lanes,
                                          gpointer                     data);

/* Where the plot begins, and how wide it is, in pixels. */
void lamina_timeline_navigator_set_plot (LaminaTimelineNavigator *self,
                                         int                      left,
                                         int                      width);

/* Width of the plot in pixels, at least 1. */
int lamina_timeline_navigator_get_width (LaminaTimelineNavigator *self);

/* Where the pointer is; -1 when it is elsewhere. */
void lamina_timeline_navigator_set_pointer (LaminaTimelineNavigator *self,
                                            double                   x);

/* What zooming keeps in its place: the pointer, or the middle of the plot when that is elsewhere. */
double lamina_timeline_navigator_get_zoom_place (LaminaTimelineNavigator *self);

/* The position on the axis at a place. */
gint64 lamina_timeline_navigator_get_position (LaminaTimelineNavigator *self,
                                               double                   x);

/* Where a position on the axis is. */
double lamina_timeline_navigator_get_place (LaminaTimelineNavigator *self,
                                            gint64                   position);

/* The position at a place, or, if edges of slices draw, that of one that is near. */
gint64 lamina_timeline_navigator_snap (LaminaTimelineNavigator *self,
                                       double                   x,
                                       gboolean                 snapping);

/* At once. */
void lamina_timeline_navigator_move (LaminaTimelineNavigator *self,
                                     LaminaTimelineMove       moves);

void lamina_timeline_navigator_zoom (LaminaTimelineNavigator *self,
                                     double                   factor);

void lamina_timeline_navigator_scroll (LaminaTimelineNavigator *self,
                                       double                   distance);

/* A step that goes on while its key is held. */
void lamina_timeline_navigator_hold (LaminaTimelineNavigator *self,
                                     LaminaTimelineMove       move);

void lamina_timeline_navigator_release (LaminaTimelineNavigator *self,
                                        LaminaTimelineMove       move);

/* Zooms around the pointer, or pans by a part of what is seen, in a few frames. */
void lamina_timeline_navigator_glide_zoom (LaminaTimelineNavigator *self,
                                           double                   factor);

void lamina_timeline_navigator_glide_pan (LaminaTimelineNavigator *self,
                                          double                   part);

/* Lets a pan run out, from a speed in pixels for each second. */
void lamina_timeline_navigator_fling (LaminaTimelineNavigator *self,
                                      double                   speed_x,
                                      double                   speed_y);

/* Until it ends, lamina_timeline_navigator_is_dragging() holds. Edges of slices draw if it is @snapping; @part of @marker is
 * what LAMINA_TIMELINE_DRAG_MARKER moves. */
void lamina_timeline_navigator_begin_drag (LaminaTimelineNavigator *self,
                                           LaminaTimelineDrag       drag,
                                           double                   x,
                                           gboolean                 snapping,
                                           guint                    marker,
                                           LaminaMarkerPart         part);

/* How far from its beginning the drag is. */
void lamina_timeline_navigator_drag_to (LaminaTimelineNavigator *self,
                                        double                   dx,
                                        double                   dy,
                                        gboolean                 snapping);

/* Ends a drag; what it is to lead to is done if it is @done. */
void lamina_timeline_navigator_end_drag (LaminaTimelineNavigator *self,
                                         gboolean                 done);

gboolean lamina_timeline_navigator_is_dragging (LaminaTimelineNavigator *self);

/* Notches come one after the other: the range is at rest some time after the last one. */
void lamina_timeline_navigator_note_wheel (LaminaTimelineNavigator *self);

gboolean lamina_timeline_navigator_is_wheel_turning (LaminaTimelineNavigator *self,
                                                     int                      rest_ms);

/* Whether it is on its way to a goal. */
gboolean lamina_timeline_navigator_is_gliding (LaminaTimelineNavigator *self);

/* Whether things move by themselves: the desktop's setting. */
gboolean lamina_timeline_navigator_has_animations (LaminaTimelineNavigator *self);

/* Does what of all that goes on by itself falls to a frame, which is shown at @time, in microseconds. Returns whether there
 * is more to come. */
gboolean lamina_timeline_navigator_step (LaminaTimelineNavigator *self,
                                         gint64                   time);

/* Ends gliding and running out, unless they are at work themselves; the other one lets go of the keys as well. */
void lamina_timeline_navigator_rest (LaminaTimelineNavigator *self);

void lamina_timeline_navigator_stop (LaminaTimelineNavigator *self);

G_END_DECLS
