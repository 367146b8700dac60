/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-table.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TABLE_CELL (lamina_table_cell_get_type ())

/**
 * LaminaTableCell:
 *
 * A cell of a table, which asks the owner of the table what to show.
 */
G_DECLARE_FINAL_TYPE (LaminaTableCell, lamina_table_cell, LAMINA, TABLE_CELL, GtkWidget)

/**
 * lamina_table_cell_new:
 * @table: its table
 * @column: its column
 * @item: (transfer none): what tells its row; must outlive the cell
 */
GtkWidget *lamina_table_cell_new (LaminaTable             *table,
                                  const LaminaTableColumn *column,
                                  GtkListItem             *item);

/**
 * lamina_table_cell_refresh:
 * @self: a cell
 *
 * To be called when its row shows something else, or is another one.
 */
void lamina_table_cell_refresh (LaminaTableCell *self);

/**
 * lamina_table_cell_get_row:
 * @self: a cell
 *
 * Returns: its row, or %LAMINA_NONE while it is in none
 */
guint32 lamina_table_cell_get_row (LaminaTableCell *self);

/**
 * lamina_table_cell_get_column:
 * @self: a cell
 *
 * Returns: what the owner of the table calls its column
 */
guint lamina_table_cell_get_column (LaminaTableCell *self);

/**
 * lamina_table_cell_get_text:
 * @self: a cell
 *
 * Returns: what stands in it
 */
const char *lamina_table_cell_get_text (LaminaTableCell *self);

/**
 * lamina_table_cell_dup_hint:
 * @self: a cell
 *
 * Returns: (transfer full) (nullable): what its tooltip says
 */
char *lamina_table_cell_dup_hint (LaminaTableCell *self);

/**
 * lamina_table_cell_get_line:
 * @self: a cell
 *
 * Returns: (transfer none): its text, and how it looks
 */
LaminaCellText *lamina_table_cell_get_line (LaminaTableCell *self);

/**
 * lamina_table_cell_get_layout:
 * @self: a cell in a row
 *
 * Returns: (transfer none): how its text is laid out; good until it is refreshed
 */
PangoLayout *lamina_table_cell_get_layout (LaminaTableCell *self);

/**
 * lamina_table_cell_is_cut:
 * @self: a cell that has its place
 *
 * Returns: whether there is less room than its text takes
 */
gboolean lamina_table_cell_is_cut (LaminaTableCell *self);

/**
 * lamina_table_cell_get_whole_width:
 * @self: a cell in a row
 * @context: with the font of the table
 *
 * Returns: the pixels that it takes with what is drawn before its text; of a name without its arguments
 */
int lamina_table_cell_get_whole_width (LaminaTableCell *self,
                                       PangoContext    *context);

G_END_DECLS
