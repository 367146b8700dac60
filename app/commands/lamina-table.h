/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * LaminaTable writes rows of text to standard output: aligned for people, or as comma separated values. Cells of a
 * row are added from the left to the right. An aligned table is written by lamina_table_free(), when the width of
 * every column is known; comma separated rows are written as they come.
 */
typedef struct _LaminaTable LaminaTable;

/* @headings ends with NULL; one that begins with `>` is aligned to the right, without that sign. */
LaminaTable *lamina_table_new         (gboolean            is_csv,
                                       const char *const  *headings);
void         lamina_table_free        (LaminaTable        *self);

/* NULL and an empty text are an empty cell, which is a dash in an aligned table. */
void         lamina_table_add         (LaminaTable        *self,
                                       const char         *text);
void         lamina_table_take        (LaminaTable        *self,
                                       char               *text);

/* A whole number with all its digits; an empty cell when it is LAMINA_ABSENT. */
void         lamina_table_add_integer (LaminaTable        *self,
                                       gint64              value);

/* A number with a fraction, independent of the locale; an empty cell when it is not finite. */
void         lamina_table_add_real    (LaminaTable        *self,
                                       double              value);

/* The index of a row, an empty cell for LAMINA_NONE. */
void         lamina_table_add_row     (LaminaTable        *self,
                                       guint32             row);

/* The words of a LaminaEstimate, separated by blanks. */
void         lamina_table_add_estimated (LaminaTable      *self,
                                         guint             estimated);

/* What people are told once below an aligned table, whoever of its rows says so; NULL is nothing. Takes over the text. */
void         lamina_table_take_note   (LaminaTable        *self,
                                       char               *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaTable, lamina_table_free)

G_END_DECLS
