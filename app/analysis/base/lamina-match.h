/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* How words match texts, for whatever is filtered or searched. */

/* The words of a text, in small letters. */
GPtrArray *lamina_match_split (const char *text);

/* Whether a word, in small letters, stands in a text in any case of letters. */
gboolean lamina_match_contains (const char *text,
                                const char *word);

/* Whether all words of lamina_match_split() stand in a text. */
gboolean lamina_match_contains_all (const char      *text,
                                    const GPtrArray *words);

/* Whether a word, in small letters, stands in a name of rows of @run, or in what its files call them. */
gboolean lamina_match_name (LaminaRun  *run,
                            const char *name,
                            const char *word);

/* The same of all words, each in any of them. */
gboolean lamina_match_name_all (LaminaRun       *run,
                                const char      *name,
                                const GPtrArray *words);

/* Whether all of a text is what a pattern says, where `*` stands for anything and everything else for itself. */
gboolean lamina_match_pattern (const char *text,
                               const char *pattern);

G_END_DECLS
