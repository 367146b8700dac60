/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-search.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SESSION_SEARCH (lamina_session_search_get_type ())

/**
 * LaminaSessionSearch:
 *
 * What is searched for in the run of a session. The work is done in another thread where it could take longer than a
 * frame; a new text stops it. The signal `changed` tells that the text, what matches, or the match that is selected
 * changed.
 */
G_DECLARE_FINAL_TYPE (LaminaSessionSearch, lamina_session_search, LAMINA, SESSION_SEARCH, GObject)

/**
 * lamina_session_get_search:
 * @session: a session
 *
 * Returns: (transfer none): its search; it lives as long as the session
 */
LaminaSessionSearch *lamina_session_get_search (LaminaSession *session);

const char *lamina_session_search_get_text (LaminaSessionSearch *self);

/**
 * lamina_session_search_set_text:
 * @self: a search
 * @text: words as lamina_search_new() takes them; empty to search for nothing
 */
void lamina_session_search_set_text (LaminaSessionSearch *self,
                                     const char          *text);

/**
 * lamina_session_search_get_result:
 * @self: a search
 *
 * Returns: (transfer none) (nullable): what matches; %NULL when nothing is searched for or while the first search goes on
 */
LaminaSearch *lamina_session_search_get_result (LaminaSessionSearch *self);

gboolean lamina_session_search_is_busy (LaminaSessionSearch *self);

/**
 * lamina_session_search_get_ordinal:
 * @self: a search
 *
 * Returns: which of the matches the selected slice is, from 1; 0 when it is none
 */
guint64 lamina_session_search_get_ordinal (LaminaSessionSearch *self);

/**
 * lamina_session_search_go:
 * @self: a search
 * @forward: whether to the next match, else to the one before
 *
 * Selects the match beside the selected slice, or beside the left edge of the visible range when none is selected. A hidden
 * track that it lies on is shown again.
 *
 * Returns: whether there is one
 */
gboolean lamina_session_search_go (LaminaSessionSearch *self,
                                   gboolean             forward);

G_END_DECLS
