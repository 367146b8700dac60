/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run.h"

G_BEGIN_DECLS

/*
 * Short names, for wherever there is little room: slices, tables, links, charts. They are for people; what is searched,
 * copied and written for programs is the whole name, which a tooltip shows.
 */

/**
 * lamina_slice_dup_label:
 * @name: name of a slice or a layer
 *
 * Leaves out the arguments, which stand in parentheses or braces behind a word: `conv(data,const{1,64}[3])[655]` is
 * called `conv[655]`, `void reduce<4>(float *, int)` is called `void reduce<4>`. What is longer than ten thousand bytes ends in
 * “…”.
 *
 * Returns: (transfer full): its short name
 */
LAMINA_AVAILABLE
char *lamina_slice_dup_label (const char *name);

/**
 * lamina_label_dup:
 * @name: name of a layer
 * @type: its type, or the empty string
 *
 * What lamina_slice_dup_label() makes of the name, unless the name only says what the type says better, as that of a
 * function that a compiler made of several operators does: `vm_mod_fused_nn_contrib_conv2d_NCHWc_add_8` of the type
 * `conv2d + add` is called `conv2d + add #8`. The number tells it from others of the same operators.
 *
 * Returns: (transfer full): its short name
 */
LAMINA_AVAILABLE
char *lamina_label_dup (const char *name,
                        const char *type);

/**
 * lamina_layer_dup_label:
 * @layer: a layer of it
 *
 * Every view calls a layer so, and formats call its slices so, too.
 *
 * Returns: (transfer full): the short name that its format gave it, else what lamina_label_dup() makes of its name and
 *   type; the empty string when it has no name
 */
LAMINA_AVAILABLE
char *lamina_layer_dup_label (LaminaRun *run,
                              guint32    layer);

G_END_DECLS
