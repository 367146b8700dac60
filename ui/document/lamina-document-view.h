/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-inspector.h"
#include "lamina-layer-table.h"
#include "lamina-timeline-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_DOCUMENT_VIEW (lamina_document_view_get_type ())

/*
 * A document that is open: a stack of LaminaPage with the inspector at the right. The first page, LaminaTracePage, is there
 * from the start, the others when somebody wants them. Where it is too narrow for all, the inspector folds away and comes over
 * the rest when asked for.
 *
 * Property: `session`.
 */
G_DECLARE_FINAL_TYPE (LaminaDocumentView, lamina_document_view, LAMINA, DOCUMENT_VIEW, GtkWidget)

LaminaSession *lamina_document_view_get_session (LaminaDocumentView *self);

void lamina_document_view_set_session (LaminaDocumentView *self,
                                       LaminaSession      *session);

/* Tells the pages what else is open. */
void lamina_document_view_set_documents (LaminaDocumentView *self,
                                         GListModel         *documents);

/* Actions of one document: what the window offers as `view.*` while this document is in front and loaded. The view has those
 * of the whole document; each page adds its own. Outside of a loaded document the group is not there at all, so that actions
 * need not look after that; what they do must still bear a session that is NULL. */
GActionMap *lamina_document_view_get_actions (LaminaDocumentView *self);

/* The pages; the visible one is the state of `view.page`. */
AdwViewStack *lamina_document_view_get_stack (LaminaDocumentView *self);

/* A LaminaPage by its id; where nobody wanted it yet, it is made or NULL. */
GtkWidget *lamina_document_view_get_page (LaminaDocumentView *self,
                                          const char         *id,
                                          gboolean            make);

G_END_DECLS
