/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * lamina_position_parse:
 * @text: (array length=length) (element-type guint8): a time with its unit, `10ms`, `2.5 s`, or a bare number of the
 *   unit of the axis, `12`
 * @length: length of @text in bytes
 * @position: (out): the position on an axis, exact
 *
 * Reads a position that a person wrote.
 *
 * Returns: %FALSE when @text is not wholly a position, or out of range; @position is untouched then
 */
LAMINA_AVAILABLE
gboolean lamina_position_parse (const char *text,
                                gsize       length,
                                gint64     *position);

/**
 * lamina_position_parse_range:
 * @text: two positions with two points between them: `10ms..20ms`, `10..20ms`
 * @start: (out): the first
 * @end: (out): the second, above the first
 *
 * Reads a range that a person wrote. When the first has no unit, it has that of the second.
 *
 * Returns: %FALSE when @text is no range, or an empty one
 */
LAMINA_AVAILABLE
gboolean lamina_position_parse_range (const char *text,
                                      gint64     *start,
                                      gint64     *end);

G_END_DECLS
