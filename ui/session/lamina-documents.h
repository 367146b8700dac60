/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_DOCUMENTS (lamina_documents_get_type ())

/* What is open, in the order in which it was opened: a GListModel of LaminaSession, with a title for each. The application
 * has one; whoever opens a document adds its session, and who wants to know of the others is handed the list. */
G_DECLARE_FINAL_TYPE (LaminaDocuments, lamina_documents, LAMINA, DOCUMENTS, GObject)

LaminaDocuments *lamina_documents_new (void);

/* Adds a session that is not among them, with what the user knows it by: the name of its file. */
void lamina_documents_add (LaminaDocuments *self,
                           LaminaSession   *session,
                           const char      *title);

/* Nothing happens unless it is among them. */
void lamina_documents_remove (LaminaDocuments *self,
                              LaminaSession   *session);

gboolean lamina_documents_contains (LaminaDocuments *self,
                                    LaminaSession   *session);

const char *lamina_documents_get_title (LaminaDocuments *self,
                                        guint            position);

G_END_DECLS
