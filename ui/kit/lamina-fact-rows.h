/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-differences.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_fact_dup_title:
 * @fact: a fact
 *
 * Returns: (transfer full): what it is about: `Input 1`, `stride_h`
 */
char *lamina_fact_dup_title (const LaminaLayerFact *fact);

/**
 * lamina_fact_dup_value:
 * @fact: a fact
 * @i: which of its values
 *
 * Returns: (transfer full): the value, behind the sign of estimates if it is one
 */
char *lamina_fact_dup_value (const LaminaLayerFact *fact,
                             guint                  i);

/**
 * lamina_fact_rows_add_common:
 * @box: a vertical box
 * @differences: what several layers have in common
 *
 * Adds a line for each fact that is the same for all.
 *
 * Returns: how many
 */
guint lamina_fact_rows_add_common (GtkBox                 *box,
                                   LaminaLayerDifferences *differences);

/**
 * lamina_fact_rows_add_different:
 * @box: a vertical box
 * @differences: what differs between several layers
 *
 * Adds a line for each fact that is not the same for all, with the values and how many layers have each.
 *
 * Returns: how many
 */
guint lamina_fact_rows_add_different (GtkBox                 *box,
                                      LaminaLayerDifferences *differences);

G_END_DECLS
