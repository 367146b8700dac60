/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"

G_BEGIN_DECLS

/**
 * lamina_page_choice_add:
 * @view: a view
 * @page_name: the page as `view.page` knows it
 * @page: that page
 * @name: name of the action
 * @property: a property of @page that is a string
 *
 * Adds an action whose state is a property of a page. Whoever chooses by it, from the palette or by a key, wants to see
 * what comes of it: the page is shown, also when that was chosen before.
 */
void lamina_page_choice_add (LaminaDocumentView *view,
                             const char         *page_name,
                             GtkWidget          *page,
                             const char         *name,
                             const char         *property);

G_END_DECLS
