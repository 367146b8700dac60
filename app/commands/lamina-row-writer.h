/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-command.h"
#include "lamina-json-output.h"

G_BEGIN_DECLS

/*
 * LaminaRowWriter writes rows to standard output: aligned for people, as comma separated values, or as an array of JSON objects,
 * whose members are called by the headings. Cells of a row are added from the left to the right. An aligned table is written
 * by lamina_row_writer_free(), when the width of every column is known; other rows are written as they come. Of JSON a caller may
 * write the objects itself, from lamina_json_row_begin() to lamina_json_row_end(), between the making and the freeing of a writer.
 */
typedef struct _LaminaRowWriter LaminaRowWriter;

/* @headings ends with NULL; one that begins with `>` is aligned to the right, without that sign. */
LaminaRowWriter *lamina_row_writer_new           (LaminaFormatChoice  format,
                                                  const char *const  *headings);
void             lamina_row_writer_free          (LaminaRowWriter    *self);

/* NULL and an empty text are an empty cell, which is a dash in an aligned table; in JSON, NULL is null. */
void             lamina_row_writer_add           (LaminaRowWriter    *self,
                                                  const char         *text);
void             lamina_row_writer_take          (LaminaRowWriter    *self,
                                                  char               *text);

/* Words of Lamina's own, such as names of columns, which are the same in all kinds of CSV. */
void             lamina_row_writer_add_words     (LaminaRowWriter    *self,
                                                  const char         *words);

/* A string of a run; NULL for 0. */
void             lamina_row_writer_add_string    (LaminaRowWriter    *self,
                                                  LaminaRun          *run,
                                                  guint32             id);

/* A whole number with all its digits; an empty cell when it is LAMINA_ABSENT. */
void             lamina_row_writer_add_integer   (LaminaRowWriter    *self,
                                                  gint64              value);

/* How many there are of something: the same, in groups of three digits in an aligned table. */
void             lamina_row_writer_add_count     (LaminaRowWriter    *self,
                                                  gint64              value);

/* A number with a fraction, independent of the locale; an empty cell when it is not finite. */
void             lamina_row_writer_add_real      (LaminaRowWriter    *self,
                                                  double              value);

/* Numbers with blanks between them, or an array of them. */
void             lamina_row_writer_add_ids       (LaminaRowWriter    *self,
                                                  const guint32      *ids,
                                                  guint               n);

/* The index of a row, an empty cell for LAMINA_NONE. */
void             lamina_row_writer_add_row       (LaminaRowWriter    *self,
                                                  guint32             row);

/* The words of a LaminaEstimate, separated by blanks. */
void             lamina_row_writer_add_estimated (LaminaRowWriter    *self,
                                                  guint               estimated);

/* What people are told once below an aligned table, whoever of its rows says so; NULL is nothing. Takes over the text. */
void             lamina_row_writer_take_note     (LaminaRowWriter    *self,
                                                  char               *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaRowWriter, lamina_row_writer_free)

G_END_DECLS
