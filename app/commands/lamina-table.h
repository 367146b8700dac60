/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-command.h"
#include "lamina-json-output.h"

G_BEGIN_DECLS

/*
 * LaminaTable writes rows to standard output: aligned for people, as comma separated values, or as an array of JSON objects,
 * whose members are called by the headings. Cells of a row are added from the left to the right. An aligned table is written
 * by lamina_table_free(), when the width of every column is known; other rows are written as they come.
 */
typedef struct _LaminaTable LaminaTable;

/* @headings ends with NULL; one that begins with `>` is aligned to the right, without that sign. */
LaminaTable *lamina_table_new         (LaminaFormatChoice  format,
                                       const char *const  *headings);
/* JSON objects that are the last member of another one; @json holds those before it, and is taken over. */
LaminaTable *lamina_table_new_in      (JsonBuilder        *json,
                                       const char         *name,
                                       const char *const  *headings);
void         lamina_table_free        (LaminaTable        *self);

/* NULL and an empty text are an empty cell, which is a dash in an aligned table; in JSON, NULL is null. */
void         lamina_table_add         (LaminaTable        *self,
                                       const char         *text);
void         lamina_table_take        (LaminaTable        *self,
                                       char               *text);

/* A string of a run; NULL for 0. */
void         lamina_table_add_string  (LaminaTable        *self,
                                       LaminaRun          *run,
                                       guint32             id);

/* A whole number with all its digits; an empty cell when it is LAMINA_ABSENT. */
void         lamina_table_add_integer (LaminaTable        *self,
                                       gint64              value);

/* A number with a fraction, independent of the locale; an empty cell when it is not finite. */
void         lamina_table_add_real    (LaminaTable        *self,
                                       double              value);

void         lamina_table_add_flag    (LaminaTable        *self,
                                       gboolean            is_known,
                                       gboolean            value);

/* Numbers with blanks between them, or an array of them. */
void         lamina_table_add_ids     (LaminaTable        *self,
                                       const guint32      *ids,
                                       guint               n);

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
