/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-search-bar.h"
#include "lamina-timeline-canvas.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TIMELINE_VIEW (lamina_timeline_view_get_type ())

/**
 * LaminaTimelineView:
 *
 * The timeline of a session: overview, ruler and tracks, with a scrollbar and a search. The overview folds away while
 * the whole run is in view.
 *
 * Property: `overview-visible`, whether the overview is wanted at all.
 */
G_DECLARE_FINAL_TYPE (LaminaTimelineView, lamina_timeline_view, LAMINA, TIMELINE_VIEW, GtkWidget)

void lamina_timeline_view_set_session (LaminaTimelineView *self,
                                       LaminaSession      *session);

LaminaSession *lamina_timeline_view_get_session (LaminaTimelineView *self);

/**
 * lamina_timeline_view_add_actions:
 * @self: a view that has none yet
 * @actions: the actions of its document; not held
 *
 * Adds what can be done with the timeline, as `view.zoom-in`, `view.ruler`, `view.pin-track` and so on.
 */
void lamina_timeline_view_add_actions (LaminaTimelineView *self,
                                       GActionMap         *actions);

/**
 * lamina_timeline_view_get_actions:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): what lamina_timeline_view_add_actions() was given, as long as it is there
 */
GActionMap *lamina_timeline_view_get_actions (LaminaTimelineView *self);

LaminaTimelineCanvas *lamina_timeline_view_get_canvas (LaminaTimelineView *self);

/**
 * lamina_timeline_view_open_search:
 * @self: a view
 *
 * Opens the search over the tracks, with the cursor in its entry.
 */
void lamina_timeline_view_open_search (LaminaTimelineView *self);

/**
 * lamina_timeline_view_close_search:
 * @self: a view
 *
 * Returns: whether it was open
 */
gboolean lamina_timeline_view_close_search (LaminaTimelineView *self);

/**
 * lamina_timeline_view_find_track:
 * @self: a view
 *
 * Offers the tracks to go to.
 */
void lamina_timeline_view_find_track (LaminaTimelineView *self);

G_END_DECLS
