/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_reader_word_translate:
 * @word: the name or caption of a track, or the name of a group
 *
 * What the readers of formats call a track, a group or a run themselves, because the file gives it no name, in the language
 * of the user. All else is what the file says, and stays as it is. Commands and paths keep the English words.
 *
 * Returns: (transfer none): the translation, else @word
 */
LAMINA_AVAILABLE
const char *lamina_reader_word_translate (const char *word);

G_END_DECLS
