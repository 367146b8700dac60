/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tells how well a few letters name a text: 0 when they don't, else the higher, the closer. Each word of the query must be the
 * beginning of a word of the text, or beginnings of several in their order: `exp pic` and `ep` both name “Export a Picture”,
 * and so does `pic exp`. Case and accents don't count. In writing without blanks between words, parts of the text count, too.
 * An empty query names every text. */
guint lamina_word_match (const char *query,
                         const char *text);

G_END_DECLS
