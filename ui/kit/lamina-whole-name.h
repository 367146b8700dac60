/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_whole_name_dup_hint:
 * @run: a run
 * @name: a name of a layer or a slice, as the views show it
 *
 * What a tooltip says of a name that a format made shorter. Names of generated code may be as long as a page: a tooltip
 * has the beginning of such a one, the inspector all of it.
 *
 * Returns: (transfer full) (nullable): the name that the file has, in lines of some width; %NULL when it is the same
 */
char *lamina_whole_name_dup_hint (LaminaRun  *run,
                                  const char *name);

/**
 * lamina_whole_name_append_line: (skip)
 * @text: names, a line each
 * @run: a run
 * @name: a name of a layer or a slice, as the views show it
 * @known: (element-type utf8 utf8): what names are short for, so that each is read once; owns both
 *
 * Adds the name that the file has.
 */
void lamina_whole_name_append_line (GString    *text,
                                    LaminaRun  *run,
                                    const char *name,
                                    GHashTable *known);

/**
 * lamina_whole_name_dup_cut:
 * @text: a text
 * @longest: how many characters there is room for
 *
 * Returns: (transfer full): the text, or its beginning with `…` behind it
 */
char *lamina_whole_name_dup_cut (const char *text,
                                 glong       longest);

G_END_DECLS
