/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"

G_BEGIN_DECLS

/**
 * lamina_document_access_add:
 * @view: a view
 *
 * Gives a view the action `table-twin`, which shows its timeline as a table.
 */
void lamina_document_access_add (LaminaDocumentView *view);

G_END_DECLS
