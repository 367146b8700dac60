/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pens.h"
#include "lamina-session.h"
#include "lamina-timeline-rulers.h"

G_BEGIN_DECLS

/**
 * LaminaTimelineMarkers:
 *
 * What lies over the tracks of a timeline: the marked range, rulers and notes, and what a search found. It is laid out for
 * a scene of the tracks, and anew when that is another one or something was marked or found.
 *
 * A marker has the id of its ruler or note; that of the marked range is 0.
 */
typedef struct _LaminaTimelineMarkers LaminaTimelineMarkers;

/**
 * lamina_timeline_markers_new:
 * @widget: (nullable): what is to be drawn anew when there are others
 *
 * Returns: (transfer full): markers
 */
LaminaTimelineMarkers *lamina_timeline_markers_new (GtkWidget *widget);

void lamina_timeline_markers_free (LaminaTimelineMarkers *self);

void lamina_timeline_markers_set_session (LaminaTimelineMarkers *self,
                                          LaminaSession         *session);

/**
 * lamina_timeline_markers_set_zoom:
 * @self: markers
 * @place: (nullable): a range that is being drawn to zoom to it, and shown in place of the marked one
 */
void lamina_timeline_markers_set_zoom (LaminaTimelineMarkers *self,
                                       const LaminaRange     *place);

/**
 * lamina_timeline_markers_lay_out:
 * @self: markers of a session
 * @tracks: the scene that they lie over
 * @viewport: that of the scene
 * @options: those of the scene
 * @metrics: those of the scene
 *
 * Returns: (transfer none): marked range, rulers and notes
 */
LaminaScene *lamina_timeline_markers_lay_out (LaminaTimelineMarkers       *self,
                                              LaminaScene                 *tracks,
                                              const LaminaViewport        *viewport,
                                              const LaminaTimelineOptions *options,
                                              LaminaMetrics               *metrics);

/**
 * lamina_timeline_markers_find:
 * @self: markers of a session
 * @tracks: a scene of its tracks
 * @others: (out): all of it that was not found
 *
 * Returns: (transfer none) (nullable): what of the scene a search found; %NULL when nothing is searched for or nothing was
 *   found
 */
LaminaScene *lamina_timeline_markers_find (LaminaTimelineMarkers  *self,
                                           LaminaScene            *tracks,
                                           LaminaScene           **others);

/**
 * lamina_timeline_markers_draw_guides:
 * @self: markers that are laid out
 * @snapshot: where to draw
 * @pens: what draws
 * @plot: where the tracks are
 *
 * Draws where the selected slice starts and ends, and how long it is.
 */
void lamina_timeline_markers_draw_guides (LaminaTimelineMarkers *self,
                                          GtkSnapshot           *snapshot,
                                          LaminaPens            *pens,
                                          const GdkRectangle    *plot);

/* Draws marked range, rulers and notes, over the scene that they were laid out for. */
void lamina_timeline_markers_draw (LaminaTimelineMarkers *self,
                                   GtkSnapshot           *snapshot,
                                   LaminaPens            *pens,
                                   int                    ruler_height);

/**
 * lamina_timeline_markers_pick:
 * @self: markers that are laid out
 * @x: a place of the scene
 * @y: the same from the top
 * @id: (out): a marker
 * @part: (out): what of it is there
 *
 * Returns: whether there is one
 */
gboolean lamina_timeline_markers_pick (LaminaTimelineMarkers *self,
                                       double                 x,
                                       double                 y,
                                       guint                 *id,
                                       LaminaMarkerPart      *part);

/**
 * lamina_timeline_markers_get:
 * @self: markers of a session
 * @id: a marker
 * @place: (out): where it is
 *
 * Returns: whether there is such a marker
 */
gboolean lamina_timeline_markers_get (LaminaTimelineMarkers *self,
                                      guint                  id,
                                      LaminaRange           *place);

void lamina_timeline_markers_move (LaminaTimelineMarkers *self,
                                   guint                  id,
                                   const LaminaRange     *place);

G_END_DECLS
