/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * LaminaTable writes rows of text to standard output: aligned for people, or as comma separated values. Cells of a row are added
 * from the left to the right. An aligned table is written by lamina_table_free(), when the width of every column is known;
 * comma separated rows are written as they come.
 */
typedef struct _LaminaTable LaminaTable;

/* @headings ends with NULL; one that begins with `>` is aligned to the right, without that sign. */
LaminaTable *lamina_table_new         (gboolean            is_csv,
                                       const char *const  *headings);
void         lamina_table_free        (LaminaTable        *self);

/* NULL is an empty cell. */
void         lamina_table_add         (LaminaTable        *self,
                                       const char         *text);
void         lamina_table_take        (LaminaTable        *self,
                                       char               *text);

/* A whole number with all its digits; an empty cell when it is LAMINA_ABSENT. */
void         lamina_table_add_integer (LaminaTable        *self,
                                       gint64              value);

/* The index of a row, an empty cell for LAMINA_NONE. */
void         lamina_table_add_row     (LaminaTable        *self,
                                       guint32             row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaTable, lamina_table_free)

G_END_DECLS
