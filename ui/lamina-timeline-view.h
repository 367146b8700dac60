/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-canvas.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TIMELINE_VIEW (lamina_timeline_view_get_type ())

/**
 * LaminaTimelineView:
 *
 * The timeline of a session: overview, ruler and tracks, with a scrollbar and the choice of the clocks.
 */
G_DECLARE_FINAL_TYPE (LaminaTimelineView, lamina_timeline_view, LAMINA, TIMELINE_VIEW, GtkWidget)

void lamina_timeline_view_set_session (LaminaTimelineView *self,
                                       LaminaSession      *session);

LaminaTimelineCanvas *lamina_timeline_view_get_canvas (LaminaTimelineView *self);

/**
 * lamina_timeline_view_get_overview_row:
 * @self: a view
 *
 * Returns: (transfer none): the strip with the whole run, to be hidden and shown
 */
GtkWidget *lamina_timeline_view_get_overview_row (LaminaTimelineView *self);

G_END_DECLS
