/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"
#include "lamina-welcome-page.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TAB (lamina_tab_get_type ())

/*
 * A welcome until a file is opened in it; then a page with the progress while it is loaded, a page with the error when it
 * can't be, the document when it is there.
 *
 * Properties, all to be read: `title`, `subtitle`, `tooltip` (markup), `session` (NULL until the document is there),
 * `loading`. The signal `apart` has a file.
 */
G_DECLARE_FINAL_TYPE (LaminaTab, lamina_tab, LAMINA, TAB, GtkWidget)

/* The tab adds its own session to what is open. */
LaminaTab *lamina_tab_new (GListStore *documents);

/* Loads a file or folder; what was shown or loaded before is given up. */
void lamina_tab_open (LaminaTab *self,
                      GFile     *file);

/* The same of two files: one document if both are of the same run, as a trace and a memory snapshot may be. Else the signal `apart`
 * tells, once the first one is loaded, that the other one is to be opened for itself. */
void lamina_tab_open_together (LaminaTab *self,
                               GFile     *file,
                               GFile     *beside);

/* Stops loading, and soon lets go of what was loaded, so that its memory is free before the tab is, which is about to be closed. */
void lamina_tab_clear (LaminaTab *self);

/* Loads its file again, if it has one, which it does by itself when the file has changed, unless the user does not want that.
 * What is seen stays as far as the new document has it; it stays also when a load in between fails. */
void lamina_tab_reload (LaminaTab *self);

/* Loads its file again as a format that the user chose, by its module, or as its content says for NULL, which holds for
 * reloading, too. */
void lamina_tab_open_as (LaminaTab  *self,
                         const char *format);

/* Whether files beside the opened one are ranks of the same job, or of the same run, and were not joined. */
gboolean lamina_tab_can_join (LaminaTab *self);

/* Whether what lies beside its file, and may belong to it, can't be seen, as in a sandbox. */
gboolean lamina_tab_is_alone (LaminaTab *self);

/* Loads its file again, with those, which holds for reloading, too. */
void lamina_tab_join (LaminaTab *self);

gboolean lamina_tab_is_loading (LaminaTab *self);

/* What was opened; NULL while it is empty. */
GFile *lamina_tab_get_file (LaminaTab *self);

/* The name of its file, or what an empty tab is called. */
char *lamina_tab_dup_title (LaminaTab *self);

LaminaSession *lamina_tab_get_session (LaminaTab *self);

/* Where its document is shown; made when a file is opened, or when it is asked for. */
LaminaDocumentView *lamina_tab_get_view (LaminaTab *self);

/* The page that is shown: `welcome`, `waiting`, `loading`, `failed`, `document`. */
const char *lamina_tab_get_page_name (LaminaTab *self);

G_END_DECLS
