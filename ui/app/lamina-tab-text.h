/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What is wrong with a file that is cut off or damaged, as a sentence. */
char *lamina_tab_dup_damage_text (LaminaDocument *document);

/* That the file is cut off, or what was left out and repaired, as sentences; NULL when nothing was. */
char *lamina_tab_dup_import_text (LaminaDocument *document);

/* Which formats are read, as a sentence without a full stop. */
char *lamina_tab_dup_formats_text (void);

/* A sentence that says how many ranks lie beside the opened one. */
char *lamina_tab_dup_ranks_text (guint n);

/* A sentence that says that a file beside the opened one is of the same run. */
char *lamina_tab_dup_companion_text (const char *name);

/* What the button says that joins all of them, with a mnemonic. */
char *lamina_tab_dup_join_text (guint n);

/* What has changed in a run of a file that was written anew, as sentences: its total, and what changed most. @run: the index of the
 * run in the document @before; NULL when cancelled. By any thread. */
char *lamina_tab_dup_renewal_text (LaminaDocument *before,
                                   LaminaDocument *now,
                                   guint           run,
                                   const char     *name,
                                   GCancellable   *cancellable);

/* Why a file could not be opened, as sentences that do not name the file, which stands above, again. */
char *lamina_tab_dup_error_text (const GError *error,
                                 const char   *name);

G_END_DECLS
