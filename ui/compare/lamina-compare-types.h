/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_COMPARE_TYPES (lamina_compare_types_get_type ())

/*
 * What layers of each type add to a difference, as a table: the twin of the waterfall. The type that changes most stands
 * first.
 *
 * Signal `picked` (type): a type was chosen, or LAMINA_NONE.
 */
G_DECLARE_FINAL_TYPE (LaminaCompareTypes, lamina_compare_types, LAMINA, COMPARE_TYPES, GtkWidget)

void lamina_compare_types_set_comparison (LaminaCompareTypes *self,
                                          LaminaComparison   *comparison);

/* The type to mark, or LAMINA_NONE. */
void lamina_compare_types_set_row (LaminaCompareTypes *self,
                                   guint32             row);

G_END_DECLS
