/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

G_BEGIN_DECLS

/*
 * Where an element of an array seems to begin, judged by the text alone: an object whose first key is followed by a colon,
 * behind a comma behind an object.
 *
 * It may be wanted anywhere, or as the first one of a line: of any line, or of one that begins with so many blanks.
 */
#define LAMINA_JSON_ANYWHERE (-2)
#define LAMINA_JSON_ANY_LINE (-1)

/*
 * The first such place from @start on and before @end. @key is what the object begins with, quotes included; NULL for any
 * key. Returns @end when none is found.
 */
guint64 lamina_json_find_start    (LaminaSource *source,
                                   guint64       start,
                                   guint64       end,
                                   const char   *key,
                                   int           indent,
                                   GCancellable *cancellable);

/* How many blanks the line of the element at @offset begins with; ANY_LINE when something else stands before it. */
int     lamina_json_get_indent    (LaminaSource *source,
                                   guint64       offset);

/* The first key of the element at @offset, with its quotes; NULL when it is no object. */
char   *lamina_json_dup_first_key (LaminaSource *source,
                                   guint64       offset);

G_END_DECLS
