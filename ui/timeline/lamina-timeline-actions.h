/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-view.h"

G_BEGIN_DECLS

/**
 * lamina_timeline_actions_add:
 * @view: a timeline, which has the group of actions that they are added to
 *
 * Adds the actions of moving, marking and finding in a timeline.
 */
void lamina_timeline_actions_add (LaminaTimelineView *view);

/**
 * lamina_timeline_actions_bind:
 * @view: a timeline
 * @session: (nullable): the session that it shows from now on
 *
 * Enables what can be done in a session, from now on.
 */
void lamina_timeline_actions_bind (LaminaTimelineView *view,
                                   LaminaSession      *session);

G_END_DECLS
