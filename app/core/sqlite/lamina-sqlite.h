/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-import.h"
#include "lamina-value.h"

G_BEGIN_DECLS

/**
 * LaminaSqlite:
 *
 * A database of SQLite that a tool wrote, opened for reading its tables one after the other. Used by one thread.
 *
 * It is read from a #LaminaSource, which may be compressed, and from nothing else: no lock is taken, nothing is written,
 * and a journal or a write-ahead log beside it is not played back. What the file says is data: only tables are read, never
 * views, virtual tables or indexes, no trigger runs, and no function is called. A table is read in the order of its rows,
 * a page that is damaged ends it, and the others can still be read. Tables and columns may be missing, as different
 * versions of a tool write different ones.
 */
typedef struct _LaminaSqlite LaminaSqlite;

/**
 * LaminaSqliteRows:
 *
 * The rows of one table of a #LaminaSqlite, of which one is the current one. Columns are named by their place in the list
 * that was asked for.
 */
typedef struct _LaminaSqliteRows LaminaSqliteRows;

/**
 * lamina_sqlite_open: (skip)
 * @source: a file that is a database
 * @cancellable: (nullable): stops opening and reading
 * @error: return location for %LAMINA_ERROR_SYNTAX when it is no database, or is so damaged that its tables are not known;
 *   %G_IO_ERROR
 *
 * Opens a database and looks at which tables there are.
 *
 * Returns: (transfer full): the database, to be freed before @source is
 */
LAMINA_AVAILABLE
LaminaSqlite *lamina_sqlite_open (LaminaSource  *source,
                                  GCancellable  *cancellable,
                                  GError       **error);

/**
 * lamina_sqlite_free: (skip)
 *
 * Closes it. Rows of its tables must be freed by then.
 */
LAMINA_AVAILABLE
void lamina_sqlite_free (LaminaSqlite *self);

/**
 * lamina_sqlite_get_tables: (skip)
 *
 * Returns: (transfer none): the names of its tables in the order of the file, closed by %NULL
 */
LAMINA_AVAILABLE
const char *const *lamina_sqlite_get_tables (LaminaSqlite *self);

/**
 * lamina_sqlite_has_table: (skip)
 * @table: a name
 *
 * Returns: whether there is such a table
 */
LAMINA_AVAILABLE
gboolean lamina_sqlite_has_table (LaminaSqlite *self,
                                  const char   *table);

/**
 * lamina_sqlite_note_state: (skip)
 * @import: a report
 *
 * Lists what a reader should know of the file: that a log or a journal lies beside it, which is not played back, or that
 * it was cut; and from now on what is damaged in tables that are read without an import.
 */
LAMINA_AVAILABLE
void lamina_sqlite_note_state (LaminaSqlite *self,
                               LaminaImport *import);

/**
 * lamina_sqlite_read: (skip)
 * @table: a name
 * @columns: names of columns, closed by %NULL, at most 64: those that the table lacks are read as absent
 * @import: (nullable): where each row is opened as a record, and what is damaged is listed; %NULL for rows that only say
 *   what others mean
 *
 * Begins to read a table.
 *
 * Returns: (transfer full): its rows, none of which is current yet; without rows when there is no such table
 */
LAMINA_AVAILABLE
LaminaSqliteRows *lamina_sqlite_read (LaminaSqlite      *self,
                                      const char        *table,
                                      const char *const *columns,
                                      LaminaImport      *import);

/**
 * lamina_sqlite_rows_free: (skip)
 */
LAMINA_AVAILABLE
void lamina_sqlite_rows_free (LaminaSqliteRows *self);

/**
 * lamina_sqlite_rows_next: (skip)
 *
 * Moves to the next row.
 *
 * Returns: whether there is one: no longer once it was cancelled, the import is full, or the rest is damaged
 */
LAMINA_AVAILABLE
gboolean lamina_sqlite_rows_next (LaminaSqliteRows *self);

/**
 * lamina_sqlite_rows_has: (skip)
 * @column: place of a column
 *
 * Returns: whether the table has the column
 */
LAMINA_AVAILABLE
gboolean lamina_sqlite_rows_has (LaminaSqliteRows *self,
                                 guint             column);

/**
 * lamina_sqlite_rows_get_integer: (skip)
 * @column: place of a column
 *
 * Returns: a whole number of the current row; %LAMINA_ABSENT for NULL, an empty text, and without the column. For anything
 *   else it is absent too, and the row is damaged
 */
LAMINA_AVAILABLE
gint64 lamina_sqlite_rows_get_integer (LaminaSqliteRows *self,
                                       guint             column);

/**
 * lamina_sqlite_rows_get_real: (skip)
 * @column: place of a column
 *
 * Returns: a number of the current row, or NaN like lamina_sqlite_rows_get_integer()
 */
LAMINA_AVAILABLE
double lamina_sqlite_rows_get_real (LaminaSqliteRows *self,
                                    guint             column);

/**
 * lamina_sqlite_rows_get_text: (skip)
 * @column: place of a column
 * @length: (out): its length in bytes
 *
 * Returns: (transfer none) (nullable): a text of the current row, closed by a NUL that does not count, which need not be
 *   UTF-8 and is there until the next row; %NULL like lamina_sqlite_rows_get_integer()
 */
LAMINA_AVAILABLE
const char *lamina_sqlite_rows_get_text (LaminaSqliteRows *self,
                                         guint             column,
                                         gsize            *length);

/**
 * lamina_sqlite_rows_get_record: (skip)
 *
 * Returns: the record of the current row; %LAMINA_NONE without an import
 */
LAMINA_AVAILABLE
guint32 lamina_sqlite_rows_get_record (LaminaSqliteRows *self);

/**
 * lamina_sqlite_rows_check: (skip)
 *
 * To be asked once all columns of a row were read that must be right.
 *
 * Returns: whether none of them held another type than was asked for; else the record has been skipped for that reason
 */
LAMINA_AVAILABLE
gboolean lamina_sqlite_rows_check (LaminaSqliteRows *self);

/**
 * lamina_sqlite_rows_get_args: (skip)
 * @offset: (out): takes the place for `args_offset`
 *
 * Says where the current row stands, for whoever looks at it later, see lamina_sqlite_find_row().
 *
 * Returns: for `args_length`; 0 for a row that can't be found again
 */
LAMINA_AVAILABLE
guint32 lamina_sqlite_rows_get_args (LaminaSqliteRows *self,
                                     guint64          *offset);

/**
 * LaminaSqliteFunc: (skip)
 * @column: name of a column
 * @value: what stands there, lent
 * @data: what was given to lamina_sqlite_find_row()
 *
 * Takes one column of a row.
 */
typedef void (*LaminaSqliteFunc) (const char        *column,
                                  const LaminaValue *value,
                                  gpointer           data);

/**
 * lamina_sqlite_find_row: (skip)
 * @offset: `args_offset` of a row
 * @length: its `args_length`
 * @func: is called with each column that is neither NULL nor bytes without a meaning, in the order of the table
 * @data: handed to it
 *
 * Reads one row again.
 *
 * Returns: whether it was there
 */
LAMINA_AVAILABLE
gboolean lamina_sqlite_find_row (LaminaSqlite     *self,
                                 guint64           offset,
                                 guint32           length,
                                 LaminaSqliteFunc  func,
                                 gpointer          data);

/**
 * lamina_sqlite_find_bytes: (skip)
 * @offset: `args_offset` of a row
 * @length: its `args_length`
 * @column: name of a column
 *
 * Reads the bytes of one row again, which lamina_sqlite_find_row() leaves out.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL when there are none, or something else stands there
 */
LAMINA_AVAILABLE
GBytes *lamina_sqlite_find_bytes (LaminaSqlite *self,
                                  guint64       offset,
                                  guint32       length,
                                  const char   *column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSqlite, lamina_sqlite_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSqliteRows, lamina_sqlite_rows_free)

G_END_DECLS
