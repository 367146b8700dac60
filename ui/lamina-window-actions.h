/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-window.h"

G_BEGIN_DECLS

/**
 * lamina_window_actions_add:
 * @self: a window
 *
 * Adds the actions that act upon a document: `zoom-in`, `zoom-out`, `show-all`, `show-selection`, and the switches
 * `aligned` and `inspector`.
 */
void lamina_window_actions_add (LaminaWindow *self);

/**
 * lamina_window_actions_bind:
 * @self: a window
 * @session: (nullable): what the actions act upon; %NULL disables them
 */
void lamina_window_actions_bind (LaminaWindow  *self,
                                 LaminaSession *session);

G_END_DECLS
