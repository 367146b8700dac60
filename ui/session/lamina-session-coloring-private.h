/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/*
 * What colors mean is a setting of the whole program; which layer has which color follows from the run of a session. Until that is
 * known for a large run, families are colored.
 */
typedef struct _LaminaSessionColoring LaminaSessionColoring;

/* It is the session's: it holds no reference. */
LaminaSessionColoring *lamina_session_coloring_new     (LaminaSession         *session);

void                   lamina_session_coloring_free    (LaminaSessionColoring *self);

/* NULL while families are colored. */
LaminaColoring        *lamina_session_coloring_get     (LaminaSessionColoring *self);

/* Whether a thread is at work. */
gboolean               lamina_session_coloring_is_busy (LaminaSessionColoring *self);

/* Colors as the setting says now; @is_other_run: whether what there is speaks of the layers of another run. */
void                   lamina_session_coloring_update  (LaminaSessionColoring *self,
                                                        gboolean               is_other_run);

G_END_DECLS
