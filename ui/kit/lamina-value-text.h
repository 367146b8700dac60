/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether the value of an attribute is an object or a list with more than one line's worth of content. */
gboolean lamina_value_is_nested (const char *text);

/* Breaks the lines of an object or a list, as the file has it, and indents them by depth; nothing else changes. It need not be
 * well formed. Lists of numbers stay on one line. */
char *lamina_value_dup_indented (const char *text);

G_END_DECLS
