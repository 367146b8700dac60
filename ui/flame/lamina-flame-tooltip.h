/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"
#include "lamina-flame.h"

G_BEGIN_DECLS

/**
 * lamina_flame_tooltip_dup:
 * @tree: the tree of a flame graph
 * @target: nodes of it
 * @coloring: (nullable): what colors mean, unless that is the family
 * @color: the color of the nodes, %LAMINA_FAMILY_OTHER for none
 *
 * Returns: (transfer full): what is to be said about the nodes, as markup
 */
char *lamina_flame_tooltip_dup (LaminaFlameTree    *tree,
                                const LaminaTarget *target,
                                LaminaColoring     *coloring,
                                LaminaFamily        color);

/**
 * lamina_flame_tooltip_dup_half:
 * @half: a half of a sandwich
 * @all: the tree that the sandwich was made of
 * @target: nodes of the half
 *
 * Returns: (transfer full): what is to be said about the nodes, as markup
 */
char *lamina_flame_tooltip_dup_half (LaminaFlameTree    *half,
                                     LaminaFlameTree    *all,
                                     const LaminaTarget *target);

G_END_DECLS
