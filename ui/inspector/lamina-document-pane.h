/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_DOCUMENT_PANE (lamina_document_pane_get_type ())

/**
 * LaminaDocumentPane:
 *
 * What a document is, what its run adds up to, its clocks, and what became of the records of its files.
 */
G_DECLARE_FINAL_TYPE (LaminaDocumentPane, lamina_document_pane, LAMINA, DOCUMENT_PANE, GtkWidget)

/**
 * lamina_document_pane_show:
 * @self: a pane
 * @session: a session
 *
 * Shows its document and run.
 */
void lamina_document_pane_show (LaminaDocumentPane *self,
                                LaminaSession      *session);

/**
 * lamina_document_pane_show_report:
 * @self: a pane in a scrolled window
 *
 * Scrolls to the import report.
 */
void lamina_document_pane_show_report (LaminaDocumentPane *self);

/**
 * lamina_document_pane_show_findings:
 * @self: a pane
 *
 * Scrolls the pane to the findings.
 */
void lamina_document_pane_show_findings (LaminaDocumentPane *self);

G_END_DECLS
