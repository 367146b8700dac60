/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_reader_word_translate:
 * @word: the name or caption of a track, or the name of a group
 *
 * What the readers of formats call a track or a group themselves, because the file gives it no name, in the language
 * of the user. All else is what the file says, and stays as it is. Commands and paths keep the English words.
 *
 * Returns: (transfer none): the translation, else @word
 */
LAMINA_AVAILABLE
const char *lamina_reader_word_translate (const char *word);

/**
 * lamina_reader_word_get_title:
 * @run: a run
 *
 * What a run is called in the language of the user: the title is the reader's own word where the file gives it no name.
 * Runs are still told apart, found and kept by lamina_run_get_title().
 *
 * Returns: (transfer none): the title, translated unless it is the file's
 */
LAMINA_AVAILABLE
const char *lamina_reader_word_get_title (LaminaRun *run);

G_END_DECLS
