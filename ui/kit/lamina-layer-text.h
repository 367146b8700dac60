/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-value.h"

G_BEGIN_DECLS

/* How the views put layers and tensors into words, beside what lamina-layer-value.h has for all. */

/* The arguments that lamina_layer_dup_label() left out of the name; the empty string when it left out none. */
char *lamina_layer_dup_arguments (const char *name,
                                  const char *label);

/* What lamina_layer_value_dup_text() and lamina_layer_value_dup_exact() say, for cells and what is said of them: of a text no more
 * than a widget can show. */
char *lamina_layer_value_dup_cell (const LaminaLayerValue *value);
char *lamina_layer_value_dup_hint (const LaminaLayerValue *value);

/* The number of a layer, and its position in the order of execution where that is another: `#150 of 234`, `#150 · 145 of 234`. */
char *lamina_layer_dup_place (LaminaRun *run,
                              guint32    layer);

/* The next layer (@by 1) or the one before (-1) in the order of execution, else in the order of the file; LAMINA_NONE at the
 * ends. */
guint32 lamina_layer_find_neighbor (LaminaRun *run,
                                    guint32    layer,
                                    int        by);

/* What to call it, in lower case; the empty string when the file does not say. */
const char *lamina_phase_get_title (LaminaPhase phase);

/* The same. */
const char *lamina_role_get_title (LaminaRole role);

/* Takes a figure with its unit, which ends like @unit, such as `FLOP/s` (more may follow), and gives the figure with its
 * prefix alone: `3.65 T`. For columns whose heading states the unit. */
char *lamina_unit_strip (char       *figure,
                         const char *unit);

G_END_DECLS
