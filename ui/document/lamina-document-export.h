/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"

G_BEGIN_DECLS

/* Gives a view the action `export`, which asks for a picture and writes it. Its target is the name of the view that the
 * picture is of: see lamina_export_dialog_new(); the empty string stands for the page that is shown. And `export-report`,
 * which asks for a file and writes a report of the run that is shown, or of the comparison. */
void lamina_document_export_add (LaminaDocumentView *view);

G_END_DECLS
