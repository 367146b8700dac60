/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-view.h"

G_BEGIN_DECLS

/* Adds the actions of moving, marking and finding to the group that the view has. */
void lamina_timeline_actions_add (LaminaTimelineView *view);

/* Enables what can be done in a session, which may be NULL, from now on. */
void lamina_timeline_actions_bind (LaminaTimelineView *view,
                                   LaminaSession      *session);

G_END_DECLS
