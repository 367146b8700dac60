/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-cells.h"

G_BEGIN_DECLS

/*
 * A table is a struct with a pointer for each column. LaminaColumn says where in the struct the pointer is and how wide
 * a cell is, so that growing, sorting and freeing are written once.
 */
typedef struct
{
  gsize offset;
  gsize size;
} LaminaColumn;

#define LAMINA_COLUMN(Table, member) { G_STRUCT_OFFSET (Table, member), sizeof *((Table *) NULL)->member }

void lamina_columns_reserve (gpointer            table,
                             const LaminaColumn *columns,
                             guint               n_columns,
                             guint              *capacity,
                             guint               n);
/* Makes room for exactly n rows, or leaves the room that there is when that is more. */
void lamina_columns_reserve_exactly (gpointer            table,
                                     const LaminaColumn *columns,
                                     guint               n_columns,
                                     guint              *capacity,
                                     guint               n);

/* Row i becomes row positions[i]. Columns that are NULL stay so; all are of one size. */
void lamina_columns_move    (gpointer            table,
                             const LaminaColumn *columns,
                             guint               n_columns,
                             const guint32      *positions,
                             guint               n);
void lamina_columns_shrink  (gpointer            table,
                             const LaminaColumn *columns,
                             guint               n_columns,
                             guint               n);
void lamina_columns_free    (gpointer            table,
                             const LaminaColumn *columns,
                             guint               n_columns);
void lamina_column_drop     (gpointer            table,
                             const LaminaColumn *column,
                             guint               n,
                             const void         *absent);

G_END_DECLS
