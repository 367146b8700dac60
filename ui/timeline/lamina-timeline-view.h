/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-search-bar.h"
#include "lamina-timeline-canvas.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TIMELINE_VIEW (lamina_timeline_view_get_type ())

/*
 * The timeline of a session: overview, ruler and tracks, with a scrollbar and a search. The overview folds away while
 * the whole run is in view.
 *
 * Property: `overview-visible`, whether the overview is wanted at all.
 */
G_DECLARE_FINAL_TYPE (LaminaTimelineView, lamina_timeline_view, LAMINA, TIMELINE_VIEW, GtkWidget)

void lamina_timeline_view_set_session (LaminaTimelineView *self,
                                       LaminaSession      *session);

LaminaSession *lamina_timeline_view_get_session (LaminaTimelineView *self);

/* Adds what can be done with the timeline, as `view.zoom-in`, `view.ruler`, `view.pin-track` and so on. The group is not
 * held. */
void lamina_timeline_view_add_actions (LaminaTimelineView *self,
                                       GActionMap         *actions);

/* What was given to lamina_timeline_view_add_actions(), as long as it is there; else NULL. */
GActionMap *lamina_timeline_view_get_actions (LaminaTimelineView *self);

LaminaTimelineCanvas *lamina_timeline_view_get_canvas (LaminaTimelineView *self);

/* With the cursor in its entry. */
void lamina_timeline_view_open_search (LaminaTimelineView *self);

/* Returns whether it was open. */
gboolean lamina_timeline_view_close_search (LaminaTimelineView *self);

/* Offers the tracks to go to. */
void lamina_timeline_view_find_track (LaminaTimelineView *self);

G_END_DECLS
