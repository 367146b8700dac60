/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/*
 * What a file says is text of strangers. Shown as it is, it could steer a terminal, turn the order of the letters around it,
 * or look like something else.
 */

/**
 * lamina_visible_has_effect:
 * @letter: a letter of Unicode
 *
 * Returns: whether it does something where it is shown rather than look like something: controls, and letters that set
 *   the direction of others or end a line
 */
LAMINA_AVAILABLE
gboolean lamina_visible_has_effect (gunichar letter);

/**
 * lamina_visible_append:
 * @out: takes the text
 * @text: any text, valid UTF-8 or not
 *
 * Appends a text in which letters that have an effect instead of a look are seen: control characters as their pictures
 * (`␛`), those behind 0x7f and those that set the direction of text as `\u202e`. Tabs and ends of lines become blanks, what
 * is no UTF-8 the sign for that. Programs get the text itself, not this.
 */
LAMINA_AVAILABLE
void lamina_visible_append (GString    *out,
                            const char *text);

/**
 * lamina_visible_dup:
 * @text: any text, valid UTF-8 or not
 *
 * Returns: (transfer full): what lamina_visible_append() makes of it
 */
LAMINA_AVAILABLE
char *lamina_visible_dup (const char *text);

/**
 * lamina_visible_dup_ends:
 * @text: valid UTF-8
 * @most: bytes to be kept at each end, or some fewer, so that no letter is cut
 *
 * For places that are never wide enough for the whole of a name of megabytes, and cut it in the middle: what they can show
 * is at its ends.
 *
 * Returns: (transfer full) (nullable): both ends with `…` between; %NULL for a text of no more than twice @most
 */
LAMINA_AVAILABLE
char *lamina_visible_dup_ends (const char *text,
                               gsize       most);

G_END_DECLS
