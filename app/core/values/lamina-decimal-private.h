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

G_END_DECLS
