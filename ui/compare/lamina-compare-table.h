/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_COMPARE_TABLE (lamina_compare_table_get_type ())

/*
 * The pairs of a comparison as a table, those that change most first; sorted by a click on a heading.
 *
 * Signal `picked` (pair): a pair was chosen, or LAMINA_NONE. Signal `listed`: other pairs are listed.
 */
G_DECLARE_FINAL_TYPE (LaminaCompareTable, lamina_compare_table, LAMINA, COMPARE_TABLE, GtkWidget)

void lamina_compare_table_set_comparison (LaminaCompareTable *self,
                                          LaminaComparison   *comparison);

/* Which pairs are listed: a set of LAMINA_PAIR_STATE_BIT. */
void lamina_compare_table_set_states (LaminaCompareTable *self,
                                      guint               states);

/* The pair to mark and to scroll to, or LAMINA_NONE. */
void lamina_compare_table_set_pair (LaminaCompareTable *self,
                                    guint32             pair);

guint lamina_compare_table_get_n (LaminaCompareTable *self);

/* What is listed, as comma separated values with exact numbers; NULL where nothing is. */
char *lamina_compare_table_dup_text (LaminaCompareTable *self);

/* Has the clipboard take that. */
void lamina_compare_table_copy (LaminaCompareTable *self);

G_END_DECLS
