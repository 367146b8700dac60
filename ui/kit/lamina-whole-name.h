/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What a tooltip says of a name that a format made shorter: the name that the file has, in lines of some width; NULL when it
 * is the same. Names of generated code may be as long as a page: a tooltip has the beginning of such a one, the inspector all
 * of it. */
char *lamina_whole_name_dup_hint (LaminaRun  *run,
                                  const char *name);

/* Adds a line with the name that the file has. @known owns what names, its keys, are short for, so that each is read once. */
void lamina_whole_name_append_line (GString    *text,
                                    LaminaRun  *run,
                                    const char *name,
                                    GHashTable *known);

/* The text, or its beginning with `…` behind it. */
char *lamina_whole_name_dup_cut (const char *text,
                                 glong       longest);

/* The text, or of one that is longer than a tooltip has the beginning, in lines of some width: one long word would be as wide. */
char *lamina_whole_name_dup_lines (const char *text);

G_END_DECLS
