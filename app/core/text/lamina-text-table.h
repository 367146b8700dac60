/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LaminaTextAlign:
 * @LAMINA_TEXT_ALIGN_LEFT: every column begins where its title begins
 * @LAMINA_TEXT_ALIGN_RIGHT: every column but the first ends where its title ends; the first one begins with the line
 *
 * How the cells of a table stand under their titles.
 */
typedef enum
{
  LAMINA_TEXT_ALIGN_LEFT,
  LAMINA_TEXT_ALIGN_RIGHT,
} LaminaTextAlign;

/**
 * LaminaTextTable:
 *
 * The columns of a table that was printed with blanks between, found by the titles above it. Titles stand at least two
 * blanks apart and may hold single ones. Cells may be empty and may hold any number of blanks, so that rows can't be
 * split without the titles. All places are counted in bytes. Immutable.
 */
typedef struct _LaminaTextTable LaminaTextTable;

/**
 * lamina_text_table_new: (skip)
 * @header: (array length=length) (element-type guint8): the line with the titles
 * @length: its length in bytes
 * @align: how cells stand under them
 *
 * Returns: (transfer full): the columns
 */
LAMINA_AVAILABLE
LaminaTextTable *lamina_text_table_new (const char      *header,
                                        gsize            length,
                                        LaminaTextAlign  align);

LAMINA_AVAILABLE
void lamina_text_table_free (LaminaTextTable *self);

/**
 * lamina_text_table_get_n_columns:
 *
 * Returns: number of columns; 0 when the line held no title
 */
LAMINA_AVAILABLE
guint lamina_text_table_get_n_columns (LaminaTextTable *self);

/**
 * lamina_text_table_get_title:
 * @column: a column
 *
 * Returns: its title, as valid UTF-8
 */
LAMINA_AVAILABLE
const char *lamina_text_table_get_title (LaminaTextTable *self,
                                         guint            column);

/**
 * lamina_text_table_get_cell: (skip)
 * @row: (array length=length) (element-type guint8): a line below the titles
 * @length: its length in bytes
 * @column: a column
 * @cell_length: (out): length of the cell without blanks around it; 0 when it is empty, or the line ends before it
 *
 * Where the first two columns of a right-aligned table share their bytes, the second is the last word there, unless a
 * blank ends them.
 *
 * Returns: (array length=cell_length): the cell, inside @row
 */
LAMINA_AVAILABLE
const char *lamina_text_table_get_cell (LaminaTextTable *self,
                                        const char      *row,
                                        gsize            length,
                                        guint            column,
                                        gsize           *cell_length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaTextTable, lamina_text_table_free)

G_END_DECLS
