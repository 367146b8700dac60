/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* What somebody was looking at, in words that mean the same in the next version of the file: the view and the bookmarks by
 * titles, names and distances, the section by title, clocks that were shifted by name, rulers, notes and what is marked by
 * their distance from the start, how the tracks were arranged, and what was filtered and searched for. */
typedef struct _LaminaSessionState LaminaSessionState;

/* What a session shows now. */
LaminaSessionState *lamina_session_state_new (LaminaSession *session);

void lamina_session_state_free (LaminaSessionState *self);

/* Shows as much of it as there is in a session of the same document or another. */
void lamina_session_state_apply (const LaminaSessionState *self,
                                 LaminaSession            *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSessionState, lamina_session_state_free)

G_END_DECLS
