/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-value.h"

G_BEGIN_DECLS

/* How the views put layers and tensors into words, beside what lamina-layer-value.h has for all. */

/**
 * lamina_layer_dup_arguments:
 * @name: a name
 * @label: its short name, as lamina_layer_dup_label() makes it
 *
 * Returns: (transfer full): the arguments that were left out of the name; the empty string when none were
 */
char *lamina_layer_dup_arguments (const char *name,
                                  const char *label);

/**
 * lamina_layer_dup_place:
 * @run: a run
 * @layer: a layer
 *
 * Returns: (transfer full): its number, and its position in the order of execution where that is another: `#150 of 234`,
 *   `#150 · 145 of 234`
 */
char *lamina_layer_dup_place (LaminaRun *run,
                              guint32    layer);

/**
 * lamina_layer_find_neighbor:
 * @run: a run
 * @layer: a layer
 * @by: 1 for the next one, -1 for the one before
 *
 * Returns: its neighbor in the order of execution, else in the order of the file; %LAMINA_NONE at the ends
 */
guint32 lamina_layer_find_neighbor (LaminaRun *run,
                                    guint32    layer,
                                    int        by);

/**
 * lamina_phase_get_title:
 * @phase: a part of the work
 *
 * Returns: what to call it, in lower case; the empty string when the file does not say
 */
const char *lamina_phase_get_title (LaminaPhase phase);

/**
 * lamina_role_get_title:
 * @role: what a tensor is for
 *
 * Returns: what to call it, in lower case; the empty string when the file does not say
 */
const char *lamina_role_get_title (LaminaRole role);

/**
 * lamina_unit_strip:
 * @figure: (transfer full): a figure with its unit
 * @unit: how the unit ends, such as `FLOP/s`; more may follow
 *
 * For columns whose heading states the unit.
 *
 * Returns: (transfer full): the figure with its prefix alone: `3.65 T`
 */
char *lamina_unit_strip (char       *figure,
                         const char *unit);

G_END_DECLS
