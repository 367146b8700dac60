/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-json-reader.h"

/*
 * Walks all that @reader delivers and writes one event after the other: `{`, `"key":`, scalars, `}`. A container that the text
 * ends in is not closed, so that the dump of a part of a text is the beginning of the dump of the whole.
 */
char *json_dump (LaminaJsonReader *reader);

/* The repairs of @import as `count×kind` with the line and offset of the first one, joined by `; `. */
char *json_dump_repairs (LaminaImport *import);
