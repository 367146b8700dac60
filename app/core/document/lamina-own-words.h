/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Which of the texts of a document a plugin has written itself, and which word of a gettext domain each begins with. All others are
 * what the file says. A document may be read by several plugins, one inside the other.
 */
typedef struct _LaminaOwnWords LaminaOwnWords;

LaminaOwnWords *lamina_own_words_new             (void);
void            lamina_own_words_free            (LaminaOwnWords *self);

/* Words that are added from now on are of @domain, a text that stays. Returns: the one before, or NULL for the first. */
const char     *lamina_own_words_set_domain      (LaminaOwnWords *self,
                                                  const char     *domain);

/* @word: what @text begins with; or, where it has `%s` in it, all of the text, in which names or figures stand in their places. */
void            lamina_own_words_add             (LaminaOwnWords *self,
                                                  const char     *text,
                                                  const char     *word);

/* @text itself when it is not the plugin's. */
const char     *lamina_own_words_translate       (LaminaOwnWords *self,
                                                  const char     *text);

/* A sentence of the plugin or of the core. */
const char     *lamina_own_words_translate_issue (LaminaOwnWords *self,
                                                  const char     *sentence);

G_END_DECLS
