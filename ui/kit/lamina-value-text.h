/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * lamina_value_is_nested:
 * @text: the value of an attribute
 *
 * Returns: whether it is an object or a list with more than one line's worth of content
 */
gboolean lamina_value_is_nested (const char *text);

/**
 * lamina_value_dup_indented:
 * @text: an object or a list, as the file has it
 *
 * Breaks its lines and indents them by depth; nothing else changes. It need not be well formed. Lists of numbers stay on
 * one line.
 *
 * Returns: (transfer full): the text
 */
char *lamina_value_dup_indented (const char *text);

G_END_DECLS
