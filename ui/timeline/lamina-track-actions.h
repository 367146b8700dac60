/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-view.h"

G_BEGIN_DECLS

/**
 * lamina_track_actions_add:
 * @view: a timeline, which has the group of actions that they are added to
 *
 * Adds `view.pin-track`, `view.hide-track` and so on, which change how the tracks are arranged, see #LaminaTimelineGutter.
 */
void lamina_track_actions_add (LaminaTimelineView *view);

G_END_DECLS
