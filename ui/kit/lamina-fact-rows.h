/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-differences.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What it is about: `Input 1`, `stride_h`. */
char *lamina_fact_dup_title (const LaminaLayerFact *fact);

/* One of its values, behind the sign of estimates if it is one: as much of it as can be seen, and of one that differs from the
 * others, of where it begins to. */
char *lamina_fact_dup_value (const LaminaLayerFact *fact,
                             guint                  i);

/* Adds to a vertical box a line for each fact that is the same for all; returns how many. */
guint lamina_fact_rows_add_common (GtkBox                 *box,
                                   LaminaLayerDifferences *differences);

/* The same for each fact that is not, with the values and how many layers have each. */
guint lamina_fact_rows_add_different (GtkBox                 *box,
                                      LaminaLayerDifferences *differences);

G_END_DECLS
