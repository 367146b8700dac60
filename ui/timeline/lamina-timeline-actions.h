/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"

G_BEGIN_DECLS

/**
 * lamina_timeline_actions_add:
 * @view: a view
 *
 * Gives a view the actions of moving, marking and finding in its timeline, in lamina_document_view_get_actions().
 */
void lamina_timeline_actions_add (LaminaDocumentView *view);

/**
 * lamina_timeline_actions_bind:
 * @view: a view
 * @session: (nullable): the session that it shows from now on
 *
 * Enables what can be done in a session, from now on.
 */
void lamina_timeline_actions_bind (LaminaDocumentView *view,
                                   LaminaSession      *session);

G_END_DECLS
