/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SESSION_MEMORY (lamina_session_memory_get_type ())

/* Who holds memory when, of the run that is shown, on the clocks in force, where a counter of the run says how much that is. A
 * thread finds it out. The signal `changed` tells that it is known now, or no longer. */
G_DECLARE_FINAL_TYPE (LaminaSessionMemory, lamina_session_memory, LAMINA, SESSION_MEMORY, GObject)

/* Lives as long as the session. */
LaminaSessionMemory *lamina_session_get_memory (LaminaSession *session);

/* NULL as long as it is not known. */
LaminaLiveSet *lamina_session_memory_peek (LaminaSessionMemory *self);

G_END_DECLS
