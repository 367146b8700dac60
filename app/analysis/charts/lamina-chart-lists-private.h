/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

G_BEGIN_DECLS

/*
 * What the rows of a table consist of: for each a list of items of one kind, all of them behind each other.
 *
 * first  where the list of a row begins, up to the last row that has one
 * items  NULL while no row has one
 */
typedef struct
{
  GArray *first;
  GArray *items;
} LaminaChartLists;

/* Adds the list of a row, behind those of earlier rows. @size: that of an item. */
void lamina_chart_lists_add (LaminaChartLists *self,
                             guint             row,
                             gconstpointer     items,
                             guint             n,
                             guint             size);

/* The list of a row, which holds @n; NULL when it has none. */
gconstpointer lamina_chart_lists_get (const LaminaChartLists *self,
                                      guint                   row,
                                      guint                  *n);

void lamina_chart_lists_clear (LaminaChartLists *self);

G_END_DECLS
