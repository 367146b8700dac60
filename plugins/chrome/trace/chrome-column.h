/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-cells.h"
#include "lamina-core.h"

G_BEGIN_DECLS

/* How the cells of a wanted column are to be read. */
typedef enum
{
  CHROME_WANT_NUMBER, /* a whole number, also as a string: chrome_events_get_number() */
  CHROME_WANT_TEXT,   /* a string, or a number by its digits: chrome_events_get_text() */
  CHROME_WANT_JSON,   /* any value as compact JSON text (a string without its quotes): chrome_events_get_text() */
} ChromeWantType;

/* 32 rows: which of them have a cell, and how many cells stand before. */
typedef struct
{
  guint32 present;
  guint32 before;
} ChromeCells;

/*
 * A wanted column: what each event has under one key of `args`. Few events have any one key, so that only cells that
 * are there take room, and a bit says of each row whether it has one: a quarter of a byte for a row and four bytes for
 * a cell, eight when any of the numbers needs them.
 *
 * rows      of 32 rows each, up to the last one that has a cell
 * narrow    the cells, by row: ids of strings, or numbers
 * wide      the same, in the place of `narrow`, when a number needs more bits
 * last      the last row with a cell
 */
typedef struct
{
  const char *key;
  ChromeWantType type;
  ChromeCells *rows;
  guint n_rows;
  guint rows_capacity;
  gint32 *narrow;
  gint64 *wide;
  guint n;
  guint capacity;
  guint32 last;
} ChromeColumn;

/* Empty columns of these keys and types. */
ChromeColumn *
         chrome_columns_new       (const char *const    *keys,
                                   const ChromeWantType *types,
                                   guint                 n);
void     chrome_columns_free      (ChromeColumn       *columns,
                                   guint               n);

void     chrome_column_clear      (ChromeColumn       *self);

/* Fills a cell of the last row that has one, or of a later row. */
void     chrome_column_set        (ChromeColumn       *self,
                                   guint32             row,
                                   gint64              value);

/* Makes room for @n cells, where that is more than there is. */
void     chrome_column_reserve    (ChromeColumn       *self,
                                   guint               n);

/* The cells of @part stand behind those of @self, @first_row rows further. */
void     chrome_column_append     (ChromeColumn       *self,
                                   const ChromeColumn *part,
                                   guint32             first_row);

/* Takes the cells of @other, of the same type, for rows that have none, and leaves it empty. */
void     chrome_column_merge      (ChromeColumn       *self,
                                   ChromeColumn       *other);

/* FALSE when the row has no cell. */
gboolean chrome_column_find       (const ChromeColumn *self,
                                   guint32             row,
                                   gint64             *value);

/* The cells of a column of texts, for lamina_shard_map_strings(). */
guint32 *chrome_column_get_texts  (ChromeColumn       *self);

G_END_DECLS
