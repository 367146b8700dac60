/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_DOCUMENT_PANE (lamina_document_pane_get_type ())

/* What a document is, what its run adds up to, its clocks, and what became of the records of its files. */
G_DECLARE_FINAL_TYPE (LaminaDocumentPane, lamina_document_pane, LAMINA, DOCUMENT_PANE, GtkWidget)

/* Shows document and run of a session, or nothing for NULL. */
void lamina_document_pane_show (LaminaDocumentPane *self,
                                LaminaSession      *session);

/* Scrolls to the import report. */
void lamina_document_pane_show_report (LaminaDocumentPane *self);

/* Scrolls to the findings. */
void lamina_document_pane_show_findings (LaminaDocumentPane *self);

G_END_DECLS
