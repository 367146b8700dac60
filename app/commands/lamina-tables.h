/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/*
 * The tables of documents in a database of SQLite, so that many can be asked together. docs/fleet.md says what stands in each
 * column; what that is does not change as long as the schema has the same number. A column is NULL where a file does not say it.
 * Rows of one file have the same `trace`, the beginning of the hash of its content, and a file is there once.
 */

#define LAMINA_TABLES_SCHEMA 1

/* Their names, closed by NULL. The first one is always there. */
extern const char *const lamina_tables_names[];

/* @trace: 16 hexadecimal digits; @sha256: all of them */
typedef struct
{
  char trace[17];
  char *sha256;
  gint64 bytes;
} LaminaTraceKey;

/* Makes tables that are not there. FALSE with an error, also where there are tables of another schema. */
gboolean lamina_tables_prepare   (sqlite3               *database,
                                  GError               **error);

/* Reads all of a file. */
gboolean lamina_trace_key_init   (LaminaTraceKey        *self,
                                  const char            *file,
                                  GError               **error);
void     lamina_trace_key_clear  (LaminaTraceKey        *self);

/* Whether a file is there, and was read. @is_damaged: takes whether it was cut off or damaged */
gboolean lamina_tables_has       (sqlite3               *database,
                                  const LaminaTraceKey  *key,
                                  gboolean              *is_damaged);

/* Writes what is in a document, as one transaction. @wanted: names of tables besides the first one, or NULL for all. */
gboolean lamina_tables_write     (sqlite3               *database,
                                  const LaminaTraceKey  *key,
                                  const char            *file,
                                  LaminaDocument        *document,
                                  const char *const     *wanted,
                                  GError               **error);

/* Writes that a file could not be read. @key: what is known of it. */
gboolean lamina_tables_write_failure (sqlite3               *database,
                                      const LaminaTraceKey  *key,
                                      const char            *file,
                                      const char            *message,
                                      GError               **error);

/* Forgets a file that could not be read since it is of no format. Returns whether it was one. */
gboolean lamina_tables_drop_stranger (sqlite3              *database,
                                      const LaminaTraceKey *key);

/* Takes over all rows of another database, as one transaction. */
gboolean lamina_tables_merge     (sqlite3               *database,
                                  const char            *other,
                                  GError               **error);

/* Writes each table as a file of a folder, which is there: `layers.csv`. */
gboolean lamina_tables_write_csv (sqlite3               *database,
                                  const char            *folder,
                                  GError               **error);

/* Prints each row as a line of JSON: an object with the member `table`, and one for each column. */
gboolean lamina_tables_print     (sqlite3               *database,
                                  GError               **error);

/* The error of a database, and FALSE. */
gboolean lamina_tables_fail      (sqlite3               *database,
                                  GError               **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaTraceKey, lamina_trace_key_clear)

G_END_DECLS
