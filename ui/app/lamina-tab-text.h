/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_tab_dup_import_text:
 * @report: what became of the records of a file
 *
 * Returns: (transfer full) (nullable): what was left out and repaired, as sentences; %NULL when nothing was
 */
char *lamina_tab_dup_import_text (LaminaImportReport *report);

/**
 * lamina_tab_dup_ranks_text:
 * @n: how many ranks lie beside the opened one
 *
 * Returns: (transfer full): a sentence that says so
 */
char *lamina_tab_dup_ranks_text (guint n);

/**
 * lamina_tab_dup_join_text:
 * @n: how many ranks lie beside the opened one
 *
 * Returns: (transfer full): what the button says that joins all of them, with a mnemonic
 */
char *lamina_tab_dup_join_text (guint n);

/**
 * lamina_tab_dup_sentence:
 * @message: the message of an error
 *
 * Messages are made to stand behind the name of a file; alone, they are sentences.
 *
 * Returns: (transfer full): with a capital letter and a full stop
 */
char *lamina_tab_dup_sentence (const char *message);

/**
 * lamina_tab_dup_error_text:
 * @error: why a file could not be opened
 * @name: its name, which stands above
 *
 * Returns: (transfer full): the message as a sentence that does not name the file again
 */
char *lamina_tab_dup_error_text (const GError *error,
                                 const char   *name);

G_END_DECLS
