/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"
#include "lamina-welcome-page.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TAB (lamina_tab_get_type ())

/**
 * LaminaTab:
 *
 * A welcome until a file is opened in it; then a page with the progress while it is loaded, a page with the error when
 * it can't be, the document when it is there.
 *
 * Properties, all to be read: `title`, `subtitle`, `tooltip` (markup), `session` (%NULL until the document is there),
 * `loading`.
 */
G_DECLARE_FINAL_TYPE (LaminaTab, lamina_tab, LAMINA, TAB, GtkWidget)

/**
 * lamina_tab_new:
 * @documents: what is open; the tab adds its own
 *
 * Returns: (transfer floating): a tab
 */
LaminaTab *lamina_tab_new (LaminaDocuments *documents);

/**
 * lamina_tab_open:
 * @self: a tab
 * @file: a file or folder
 *
 * Loads a file; what was shown or loaded before is given up.
 */
void lamina_tab_open (LaminaTab *self,
                      GFile     *file);

/**
 * lamina_tab_clear:
 * @self: a tab that is about to be closed
 *
 * Stops loading and lets go of what was loaded, so that its memory is free before the tab itself is.
 */
void lamina_tab_clear (LaminaTab *self);

/**
 * lamina_tab_reload:
 * @self: a tab
 *
 * Loads its file again, if it has one. What is seen stays as far as the new document has it; it stays also when a load
 * in between fails.
 */
void lamina_tab_reload (LaminaTab *self);

/**
 * lamina_tab_open_as:
 * @self: a tab
 * @format: (nullable): module name of a format, or %NULL to let the content decide
 *
 * Loads its file again as a format that the user chose, which holds for reloading, too.
 */
void lamina_tab_open_as (LaminaTab  *self,
                         const char *format);

/**
 * lamina_tab_get_n_ranks_beside:
 * @self: a tab
 *
 * Returns: how many files beside the opened one are ranks of the same job and were not joined
 */
guint lamina_tab_get_n_ranks_beside (LaminaTab *self);

/**
 * lamina_tab_join_ranks:
 * @self: a tab
 *
 * Loads its file again, with those ranks, which holds for reloading, too.
 */
void lamina_tab_join_ranks (LaminaTab *self);

gboolean lamina_tab_is_loading (LaminaTab *self);

/**
 * lamina_tab_get_file:
 * @self: a tab
 *
 * Returns: (transfer none) (nullable): what was opened; %NULL while it is empty
 */
GFile *lamina_tab_get_file (LaminaTab *self);

/**
 * lamina_tab_dup_title:
 * @self: a tab
 *
 * Returns: (transfer full): the name of its file, or what an empty tab is called
 */
char *lamina_tab_dup_title (LaminaTab *self);

LaminaSession *lamina_tab_get_session (LaminaTab *self);

LaminaDocumentView *lamina_tab_get_view (LaminaTab *self);

/**
 * lamina_tab_get_page_name:
 * @self: a tab
 *
 * Returns: the page that is shown: `welcome`, `waiting`, `loading`, `failed`, `document`
 */
const char *lamina_tab_get_page_name (LaminaTab *self);

G_END_DECLS
