/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"

G_BEGIN_DECLS

/**
 * lamina_document_actions_add:
 * @view: a view
 *
 * Gives a view the actions of every document, in lamina_document_view_get_actions(): `page`.
 */
void lamina_document_actions_add (LaminaDocumentView *view);

/**
 * lamina_document_actions_bind:
 * @view: a view
 * @session: (nullable): the session that it shows from now on
 *
 * Adds `aligned` where the clocks of a document can be shown in two ways.
 */
void lamina_document_actions_bind (LaminaDocumentView *view,
                                   LaminaSession      *session);

G_END_DECLS
