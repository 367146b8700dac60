/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-table.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TABLE_CELL (lamina_table_cell_get_type ())

/* A cell of a table, which asks the owner of the table what to show. */
G_DECLARE_FINAL_TYPE (LaminaTableCell, lamina_table_cell, LAMINA, TABLE_CELL, GtkWidget)

/* The item, which tells its row, outlives the cell. */
GtkWidget *lamina_table_cell_new (LaminaTable             *table,
                                  const LaminaTableColumn *column,
                                  GtkListItem             *item);

/* To be called when its row shows something else, or is another one. */
void lamina_table_cell_refresh (LaminaTableCell *self);

/* LAMINA_NONE while it is in none. */
guint32 lamina_table_cell_get_row (LaminaTableCell *self);

/* What the owner of the table calls its column. */
guint lamina_table_cell_get_column (LaminaTableCell *self);

const char *lamina_table_cell_get_text (LaminaTableCell *self);

/* What its tooltip says, or NULL. */
char *lamina_table_cell_dup_hint (LaminaTableCell *self);

/* Its text, and how it looks. */
LaminaCellText *lamina_table_cell_get_line (LaminaTableCell *self);

/* Whether there is less room at its place than its text takes. */
gboolean lamina_table_cell_is_cut (LaminaTableCell *self);

/* The pixels that it takes, in the font of the table, with what is drawn before its text; of a name without its arguments. */
int lamina_table_cell_get_whole_width (LaminaTableCell *self,
                                       PangoContext    *context);

G_END_DECLS
