/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * lamina_decimal_parse:
 * @text: (array length=length) (element-type guint8): a decimal number: sign, digits, fraction and exponent, as JSON
 *   writes it; a leading `+` and a missing digit before or after the point are accepted
 * @length: length of @text in bytes
 * @scale: the result counts units of 10^-@scale; 9 turns seconds into nanoseconds
 * @value: (out): the number times 10^@scale, rounded half to even
 *
 * Reads a decimal number exactly, from its digits and never through a double.
 *
 * Returns: %FALSE when @text is not wholly a number, or the result does not fit into 64 bits or is %LAMINA_ABSENT;
 *   @value is untouched then
 */
LAMINA_AVAILABLE
gboolean lamina_decimal_parse (const char *text,
                               gsize       length,
                               int         scale,
                               gint64     *value);

/**
 * lamina_decimal_parse_uint64:
 * @text: (array length=length) (element-type guint8): an unsigned whole number: digits only
 * @length: length of @text in bytes
 * @value: (out): the number
 *
 * Reads an unsigned 64-bit number, such as an address.
 *
 * Returns: %FALSE when @text is not wholly digits, or too large
 */
LAMINA_AVAILABLE
gboolean lamina_decimal_parse_uint64 (const char *text,
                                      gsize       length,
                                      guint64    *value);

G_END_DECLS
