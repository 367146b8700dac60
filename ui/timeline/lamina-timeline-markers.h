/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pens.h"
#include "lamina-session.h"
#include "lamina-timeline-rulers.h"

G_BEGIN_DECLS

/*
 * What lies over the tracks of a timeline: the marked range, rulers and notes, and what a search found. It is laid out for
 * a scene of the tracks, and anew when that is another one or something was marked or found.
 *
 * A marker has the id of its ruler or note; that of the marked range is 0.
 */
typedef struct _LaminaTimelineMarkers LaminaTimelineMarkers;

/* @widget, which may be NULL, is to be drawn anew when there are others. */
LaminaTimelineMarkers *lamina_timeline_markers_new (GtkWidget *widget);

void lamina_timeline_markers_free (LaminaTimelineMarkers *self);

void lamina_timeline_markers_set_session (LaminaTimelineMarkers *self,
                                          LaminaSession         *session);

/* A range that is being drawn to zoom to it, and shown in place of the marked one; or NULL. */
void lamina_timeline_markers_set_zoom (LaminaTimelineMarkers *self,
                                       const LaminaRange     *place);

/* Lays marked range, rulers and notes of a session out over a scene of its tracks. The scene is the markers'. */
LaminaScene *lamina_timeline_markers_lay_out (LaminaTimelineMarkers       *self,
                                              LaminaScene                 *tracks,
                                              const LaminaViewport        *viewport,
                                              const LaminaTimelineOptions *options,
                                              LaminaMetrics               *metrics);

/* What of a scene of tracks a search found, or NULL for nothing; @others is all of it that was not found. Both are the
 * markers'. */
LaminaScene *lamina_timeline_markers_find (LaminaTimelineMarkers  *self,
                                           LaminaScene            *tracks,
                                           LaminaScene           **others);

/* Draws where the selected slice starts and ends, and how long it is, on a plot that is laid out. */
void lamina_timeline_markers_draw_guides (LaminaTimelineMarkers *self,
                                          GtkSnapshot           *snapshot,
                                          LaminaPens            *pens,
                                          const GdkRectangle    *plot);

/* Draws marked range, rulers and notes, over the scene that they were laid out for. */
void lamina_timeline_markers_draw (LaminaTimelineMarkers *self,
                                   GtkSnapshot           *snapshot,
                                   LaminaPens            *pens,
                                   int                    ruler_height);

/* The part of a marker that is laid out at a place. Returns whether there is one. */
gboolean lamina_timeline_markers_pick (LaminaTimelineMarkers *self,
                                       double                 x,
                                       double                 y,
                                       guint                 *id,
                                       LaminaMarkerPart      *part);

/* Where a marker of the session is. Returns whether there is such a one. */
gboolean lamina_timeline_markers_get (LaminaTimelineMarkers *self,
                                      guint                  id,
                                      LaminaRange           *place);

void lamina_timeline_markers_move (LaminaTimelineMarkers *self,
                                   guint                  id,
                                   const LaminaRange     *place);

G_END_DECLS
