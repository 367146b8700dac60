/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether the value of an attribute is an object or a list with more than one line's worth of content. */
gboolean lamina_value_is_nested (const char *text);

/* Breaks the lines of an object or a list, as the file has it, and indents them by depth; nothing else changes. It need not be
 * well formed. Lists of numbers stay on one line. */
char *lamina_value_dup_indented (const char *text);

/* What a library says of an error, as a sentence. Messages are made to stand behind the name of a file: they begin in lower case
 * and have no full stop. */
char *lamina_message_dup_sentence (const char *message);

G_END_DECLS
