/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-json-reader.h"

/* How much of a dump was written when the value that ends at @end was. */
typedef struct
{
  guint64 end;
  gsize dump_length;
} JsonDumpMark;

/*
 * Walks all that @reader delivers and writes one event after the other: `{`, `"key":`, scalars, `}`. A container that
 * the text ends in is not closed, so that the dump of a part of a text is the beginning of the dump of the whole. Adds
 * a JsonDumpMark for each scalar to @marks, unless that is %NULL.
 */
char *json_dump (LaminaJsonReader *reader,
                 GArray           *marks);

/* The repairs of @import as `count×kind@offset`, the offset being that of the first one, joined by `; `. */
char *json_dump_repairs (LaminaImport *import);

/* A reader of @text that reads @block_size bytes at once, or as many as it likes when that is 0. */
LaminaJsonReader *json_open (const char   *text,
                             gsize         length,
                             gsize         block_size,
                             const char   *nesting,
                             LaminaImport *import);
