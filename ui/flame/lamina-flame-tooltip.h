/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"
#include "lamina-flame.h"

G_BEGIN_DECLS

/* What is to be said about nodes of a flame graph, as markup. What colors mean, unless that is the family, and the color of
 * the nodes, LAMINA_FAMILY_OTHER for none, are said, too. */
char *lamina_flame_tooltip_dup (LaminaFlameTree    *tree,
                                const LaminaTarget *target,
                                LaminaColoring     *coloring,
                                LaminaFamily        color);

/* The same of nodes of a half of a sandwich, which was made of the tree @all. */
char *lamina_flame_tooltip_dup_half (LaminaFlameTree    *half,
                                     LaminaFlameTree    *all,
                                     const LaminaTarget *target);

G_END_DECLS
