/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-decimal.h"

G_BEGIN_DECLS

/*
 * lamina_decimal_parse_whole:
 *
 * Reads a number as lamina_decimal_parse() does at scale 0, but refuses one that is not whole. `1e3` and `5.0` are.
 */
gboolean lamina_decimal_parse_whole (const char *text,
                                     gsize       length,
                                     gint64     *value);

/*
 * lamina_decimal_parse_plain:
 *
 * Reads a number that is written in the usual way, and whose digits fit into 64 bits: all digits, and how many of them, 18 at
 * most, stand behind the point.
 */
gboolean lamina_decimal_parse_plain (const char *text,
                                     gsize       length,
                                     gint64     *digits,
                                     guint      *n_decimals);

G_END_DECLS
