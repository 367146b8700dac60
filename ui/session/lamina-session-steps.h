/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* From the selected slice to one that belongs to it. Each says whether there was one, which is selected then. */

/**
 * lamina_session_step_beside:
 * @self: a session
 * @by: 1 for the next slice of the lane, -1 for the one before
 */
gboolean lamina_session_step_beside (LaminaSession *self,
                                     int            by);

/* Whether there is one. */
gboolean lamina_session_has_beside (LaminaSession *self,
                                    int            by);

gboolean lamina_session_step_to_parent (LaminaSession *self);

/**
 * lamina_session_step_to_child:
 * @self: a session
 *
 * Selects the first slice inside the selected one.
 */
gboolean lamina_session_step_to_child (LaminaSession *self);

/**
 * lamina_session_follow:
 * @self: a session
 * @forward: whether with the arrow, else against it
 *
 * Follows a flow of the selected slice; where it has none, the tensors of the selected layer: forward to what reads an
 * output first, backward to what made an input.
 */
gboolean lamina_session_follow (LaminaSession *self,
                                gboolean       forward);

/**
 * lamina_session_select_same_name:
 * @self: a session
 *
 * Selects all layers that are called like the selected one, or, where it alone is called so, all of its type.
 */
gboolean lamina_session_select_same_name (LaminaSession *self);

G_END_DECLS
