/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-search-groups.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SESSION_SEARCH (lamina_session_search_get_type ())

/* What is searched for in the run of a session. The work is done in another thread where it could take longer than a frame; a
 * new text stops it. The signal `changed` tells that the text, what matches, or the match that is selected changed; `found`, before
 * it, that the result is another one. */
G_DECLARE_FINAL_TYPE (LaminaSessionSearch, lamina_session_search, LAMINA, SESSION_SEARCH, GObject)

/* Lives as long as the session. */
LaminaSessionSearch *lamina_session_get_search (LaminaSession *session);

const char *lamina_session_search_get_text (LaminaSessionSearch *self);

/* Words as lamina_search_new() takes them; empty to search for nothing. */
void lamina_session_search_set_text (LaminaSessionSearch *self,
                                     const char          *text);

/* What matches; NULL when nothing is searched for or while the first search goes on. */
LaminaSearch *lamina_session_search_get_result (LaminaSessionSearch *self);

/* The same, added up; NULL whenever there is no result. */
LaminaSearchGroups *lamina_session_search_get_groups (LaminaSessionSearch *self);

gboolean lamina_session_search_is_busy (LaminaSessionSearch *self);

/* Which of the matches the selected slice is, from 1; 0 when it is none. */
guint64 lamina_session_search_get_ordinal (LaminaSessionSearch *self);

/* Selects the match beside the selected slice, or beside the left edge of the visible range when none is selected. A hidden
 * track that it lies on is shown again. Returns whether there is one. */
gboolean lamina_session_search_go (LaminaSessionSearch *self,
                                   gboolean             forward);

G_END_DECLS
