/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What the layers of a run are called by whoever uses its tool (LaminaLayerWord): operators, functions, nodes, sites, kernels, or
 * layers. */

/* How many there are: `28 operators`. */
LAMINA_AVAILABLE
char *lamina_layers_dup_count (LaminaRun *run,
                               guint      n);

/* The same with digits of the caller's: `1.2 M operators`. @n: how many there are, for the plural. */
LAMINA_AVAILABLE
char *lamina_layers_dup_counted (LaminaRun  *run,
                                 const char *digits,
                                 guint       n);

/* How many of all: `3 of 28 operators`, or `28 operators` where that is all. */
LAMINA_AVAILABLE
char *lamina_layers_dup_part (LaminaRun *run,
                              guint      part,
                              guint      n);

/* A heading over them: `Operators`. */
LAMINA_AVAILABLE
const char *lamina_layers_get_title (LaminaRun *run);

/* A heading over their time: `Operators by time`, or their names: `Operators by name`. */
LAMINA_AVAILABLE
const char *lamina_layers_get_heading (LaminaRun *run,
                                       gboolean   by_name);

/* A heading over what they take together: `Sum of the operators`. */
LAMINA_AVAILABLE
const char *lamina_layers_get_sum_title (LaminaRun *run);

/* A heading over those that take most: `Top operators`. */
LAMINA_AVAILABLE
const char *lamina_layers_get_top_title (LaminaRun *run);

/* A heading over what each of them takes: `Time per operator`. */
LAMINA_AVAILABLE
const char *lamina_layers_get_each_title (LaminaRun *run);

/* What takes no time of theirs: `110 of 123 ms are in no operator.` The caller frees the sentence. */
LAMINA_AVAILABLE
char *lamina_layers_dup_outside (LaminaRun  *run,
                                 const char *outside,
                                 const char *all);

/* The plain word for @n of them, which commands print and never translate: `operators`. */
LAMINA_AVAILABLE
const char *lamina_layers_get_word (LaminaRun *run,
                                    guint      n);

G_END_DECLS
