/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* Steps from the selected slice to one that belongs to it. Each says whether there was one, which is selected then. */

/* To the next slice of the lane (@by 1) or to the one before (-1). */
gboolean lamina_session_step_beside (LaminaSession *self,
                                     int            by);

/* Whether there is one. */
gboolean lamina_session_has_beside (LaminaSession *self,
                                    int            by);

gboolean lamina_session_step_to_parent (LaminaSession *self);

/* To the first slice inside the selected one. */
gboolean lamina_session_step_to_child (LaminaSession *self);

/* Follows a flow of the selected slice, with the arrow or against it; where it has none, the tensors of the selected layer:
 * forward to what reads an output first, backward to what made an input. */
gboolean lamina_session_follow (LaminaSession *self,
                                gboolean       forward);

/* To the next slice of the same name on the axis (@by 1) or the one before (-1), among the tracks of threads or of devices that
 * are shown; where it alone is called so, to one of a layer of its type. */
gboolean lamina_session_step_same_name (LaminaSession *self,
                                        int            by);

/* Selects all layers that are called like the selected one, or, where it alone is called so, all of its type. */
gboolean lamina_session_select_same_name (LaminaSession *self);

G_END_DECLS
