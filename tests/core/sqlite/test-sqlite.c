/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"
#include "../../test-stride.h"
#include "../source-text.h"

#include <math.h>
#include <sqlite3.h>
#include <string.h>

/* Databases are made by SQLite itself, in memory, and spoiled afterwards. */

static GBytes *
make (const char *statements)
{
  sqlite3 *database = NULL;
  sqlite3_int64 size;
  guint8 *content;
  GBytes *bytes;

  g_assert_cmpint (sqlite3_open (":memory:", &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, statements, NULL, NULL, NULL), ==, SQLITE_OK);
  content = sqlite3_serialize (database, "main", &size, 0);
  bytes = g_bytes_new (content, (gsize) size);
  sqlite3_free (content);
  sqlite3_close (database);
  return bytes;
}

static LaminaSource *
make_source (const char *statements)
{
  g_autoptr (GBytes) bytes = make (statements);

  return lamina_source_new_for_bytes ("test.db", bytes, NULL);
}

static LaminaSqlite *
open_source (LaminaSource *source)
{
  g_autoptr (GError) error = NULL;
  LaminaSqlite *database = lamina_sqlite_open (source, NULL, &error);

  g_assert_no_error (error);
  return database;
}

/* How many rows of a table there are, and the sum of a column. */
static guint
add_up (LaminaSqlite *database,
        const char   *table,
        const char   *column,
        gint64       *sum)
{
  const char *const columns[] = { column, NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (database, table, columns, NULL);
  guint n = 0;

  for (*sum = 0; lamina_sqlite_rows_next (rows); n++)
    *sum = lamina_number_add (*sum, lamina_sqlite_rows_get_integer (rows, 0));
  return n;
}

#define TYPES "CREATE TABLE t (a INTEGER, b TEXT, c REAL); " \
  "INSERT INTO t VALUES (1, 'one', 1.5), (NULL, NULL, NULL), ('', 'x', 2), ('soon', 'late', 0), (4, x'00', 0), (5, 'ok', 'no');"

static const char *const type_columns[] = { "c", "missing", "A", "b", NULL };

/* What is there, what is not, and what is of another type. */
static void
test_types (void)
{
  g_autoptr (LaminaSource) source = make_source (TYPES);
  g_autoptr (LaminaSqlite) database = open_source (source);
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  LaminaImport *import = lamina_builder_get_import (builder);
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (database, "t", type_columns, import);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaImportCounts *counts;
  gsize length;

  g_assert_true (lamina_sqlite_rows_has (rows, 0));
  g_assert_false (lamina_sqlite_rows_has (rows, 1));
  for (guint i = 0; i < 6; i++)
    {
      g_assert_true (lamina_sqlite_rows_next (rows));
      lamina_sqlite_rows_get_real (rows, 0);
      g_assert_cmpint (lamina_sqlite_rows_get_integer (rows, 1), ==, LAMINA_ABSENT);
      if (i == 0)
        {
          g_assert_cmpfloat (lamina_sqlite_rows_get_real (rows, 0), ==, 1.5);
          g_assert_cmpint (lamina_sqlite_rows_get_integer (rows, 2), ==, 1);
        }
      if (i == 1)
        g_assert_true (isnan (lamina_sqlite_rows_get_real (rows, 0)));
      if (i == 1 || i == 2)
        g_assert_cmpint (lamina_sqlite_rows_get_integer (rows, 2), ==, LAMINA_ABSENT);
      lamina_sqlite_rows_get_integer (rows, 2);
      lamina_sqlite_rows_get_text (rows, 3, &length);
      g_assert_cmpint (lamina_sqlite_rows_check (rows), ==, i < 3);
      if (i < 3)
        lamina_import_account (import, lamina_sqlite_rows_get_record (rows), LAMINA_RECORD_SHOWN);
    }
  g_assert_false (lamina_sqlite_rows_next (rows));
  g_assert_false (lamina_sqlite_rows_next (rows));
  lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  counts = lamina_import_report_get_counts (lamina_document_get_report (document));
  g_assert_cmpuint (counts->read, ==, 6);
  g_assert_cmpuint (counts->shown, ==, 3);
  g_assert_cmpuint (counts->skipped, ==, 3);
  g_assert_cmpuint (counts->lost, ==, 0);
}

static void
test_absent (void)
{
  g_autoptr (LaminaSource) source = make_source (TYPES);
  g_autoptr (LaminaSqlite) database = open_source (source);
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (database, "u", type_columns, NULL);

  g_assert_false (lamina_sqlite_has_table (database, "u"));
  g_assert_true (lamina_sqlite_has_table (database, "t"));
  g_assert_cmpuint (g_strv_length ((char **) lamina_sqlite_get_tables (database)), ==, 1);
  g_assert_false (lamina_sqlite_rows_has (rows, 0));
  g_assert_false (lamina_sqlite_rows_next (rows));
}

static void
collect (const char        *column,
         const LaminaValue *value,
         gpointer           data)
{
  g_autofree char *text = value->type == LAMINA_VALUE_TEXT ? g_strdup (value->text)
                          : value->type == LAMINA_VALUE_INTEGER ? g_strdup_printf ("%d", (int) value->integer)
                          : g_strdup_printf ("%g", value->real);

  g_string_append_printf (data, "%s=%s ", column, text);
}

/* A row is found again by its number, also where columns have taken the names of numbers, and in gzip. */
static void
test_find_row (void)
{
  g_autoptr (GBytes) bytes = make ("CREATE TABLE none (a); CREATE TABLE t (rowid TEXT, oid, n INTEGER, x REAL, y); "
                                   "INSERT INTO t VALUES ('a', 1, 1, 0.5, NULL), ('b', 2, 2, 2.5, x'ff'), ('c', 3, 3, 3.5, 7);");
  g_autoptr (GBytes) packed = gzip (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  GBytes *const both[] = { bytes, packed };

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      static const char *const columns[] = { "n", NULL };
      g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.db", both[i], NULL);
      g_autoptr (LaminaSqlite) database = open_source (source);
      g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (database, "t", columns, NULL);
      g_autoptr (GString) found = g_string_new (NULL);
      guint64 offset = 0;
      guint32 length = 0;

      while (lamina_sqlite_rows_next (rows) && lamina_sqlite_rows_get_integer (rows, 0) < 2)
        ;
      length = lamina_sqlite_rows_get_args (rows, &offset);
      g_assert_cmpuint (length, >, 0);
      g_assert_true (lamina_sqlite_find_row (database, offset, length, collect, found));
      g_assert_cmpstr (found->str, ==, "rowid=b oid=2 n=2 x=2.5 ");
      g_assert_false (lamina_sqlite_find_row (database, 99, length, collect, found));
      g_assert_false (lamina_sqlite_find_row (database, offset, 99, collect, found));
      {
        g_autoptr (GBytes) blob = lamina_sqlite_find_bytes (database, offset, length, "y");

        g_assert_nonnull (blob);
        g_assert_cmpmem (g_bytes_get_data (blob, NULL), g_bytes_get_size (blob), "\xff", 1);
        /* What is no bytes, no column, or no row. */
        g_assert_null (lamina_sqlite_find_bytes (database, offset, length, "n"));
        g_assert_null (lamina_sqlite_find_bytes (database, offset, length, "z"));
        g_assert_null (lamina_sqlite_find_bytes (database, offset + 1, length, "y"));
        g_assert_null (lamina_sqlite_find_bytes (database, offset, 99, "y"));
      }
    }
}

/* Nothing but tables is read, and nothing of what stands in the file is carried out. */
static void
test_schema_is_data (void)
{
  g_autoptr (LaminaSource) source = make_source (
    "CREATE TABLE plain (a); INSERT INTO plain VALUES (1), (2);"
    "CREATE TABLE keyed (a INTEGER PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO keyed VALUES (5, 6);"
    "CREATE TABLE \"odd \"\"name\"\"; DROP TABLE plain; --\" (\"a \"\"b\"\"\");"
    " INSERT INTO \"odd \"\"name\"\"; DROP TABLE plain; --\" VALUES (9);"
    "CREATE TABLE made (a, b AS (abs (a))); INSERT INTO made VALUES (3);"
    "CREATE TABLE checked (a CHECK (abs (a) < 10)); INSERT INTO checked VALUES (4);"
    "CREATE INDEX liar ON plain (a);"
    "CREATE VIEW seen AS SELECT a FROM plain; CREATE VIEW \"KERNEL\" AS SELECT load_extension ('x') AS a;"
    "CREATE TRIGGER fires AFTER INSERT ON plain BEGIN DELETE FROM plain; END;"
    "CREATE VIRTUAL TABLE words USING fts5 (a);");
  g_autoptr (LaminaSqlite) database = open_source (source);
  gint64 sum;

  g_assert_cmpuint (add_up (database, "plain", "a", &sum), ==, 2);
  g_assert_cmpint (sum, ==, 3);
  g_assert_cmpuint (add_up (database, "keyed", "b", &sum), ==, 1);
  g_assert_cmpint (sum, ==, 6);
  g_assert_cmpuint (add_up (database, "odd \"name\"; DROP TABLE plain; --", "a \"b\"", &sum), ==, 1);
  g_assert_cmpint (sum, ==, 9);
  g_assert_cmpuint (add_up (database, "checked", "a", &sum), ==, 1);
  /* A column that is computed would call a function. */
  g_assert_cmpuint (add_up (database, "made", "b", &sum), ==, 1);
  g_assert_cmpint (sum, ==, 0);
  g_assert_false (lamina_sqlite_has_table (database, "seen"));
  g_assert_false (lamina_sqlite_has_table (database, "KERNEL"));
  g_assert_false (lamina_sqlite_has_table (database, "words"));
  g_assert_false (lamina_sqlite_has_table (database, "sqlite_schema"));
  g_assert_cmpuint (add_up (database, "sqlite_schema", "name", &sum), ==, 0);
}

static void
test_no_database (void)
{
  static const char text[] = "SQLite format 3";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.db", bytes, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (lamina_sqlite_open (source, NULL, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_SYNTAX);
}

/* Two tables of many pages, one behind the other. */
#define LONG "CREATE TABLE first (a INTEGER, b TEXT); CREATE TABLE second (a INTEGER, b TEXT);" \
  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)" \
  " INSERT INTO first SELECT i, printf ('%0100d', i) FROM n;" \
  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)" \
  " INSERT INTO second SELECT i, printf ('%0100d', i) FROM n;"

/* What lies before the place where a file was cut can be read. */
static void
test_cut (void)
{
  g_autoptr (GBytes) whole = make (LONG);
  g_autoptr (GBytes) cut = g_bytes_new_from_bytes (whole, 0, g_bytes_get_size (whole) * 3 / 4);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.db", cut, NULL);
  g_autoptr (LaminaSqlite) database = open_source (source);
  gint64 sum;
  guint n;

  g_assert_cmpuint (add_up (database, "first", "a", &sum), ==, 2000);
  g_assert_cmpint (sum, ==, 2001000);
  n = add_up (database, "second", "a", &sum);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, 2000);
  g_assert_cmpint (sum, ==, (gint64) n * (n + 1) / 2);
}

static void
read_tables (GBytes *bytes)
{
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.db", bytes, NULL);
  g_autoptr (LaminaSqlite) database = lamina_sqlite_open (source, NULL, NULL);
  gint64 sum;

  for (guint i = 0; database != NULL && lamina_sqlite_get_tables (database)[i] != NULL; i++)
    add_up (database, lamina_sqlite_get_tables (database)[i], "a", &sum);
}

/* Whatever byte is wrong, reading comes to an end. */
static void
test_spoiled (void)
{
  g_autoptr (GBytes) bytes = make ("PRAGMA page_size = 512;" TYPES
                                   "CREATE TABLE u (a INTEGER, b); INSERT INTO u VALUES (1, zeroblob (5000)), (2, 'x'), (3, NULL);"
                                   "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99) "
                                   "INSERT INTO u SELECT i, i FROM n;");
  gsize size = g_bytes_get_size (bytes);

  for (gsize i = 0; i < size; i += test_stride ())
    for (guint k = 0; k < 3; k++)
      {
        guint8 *content = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
        g_autoptr (GBytes) spoiled = g_bytes_new_take (content, size);

        content[i] = k == 0 ? 0 : k == 1 ? 0xff : (guint8) (content[i] ^ 1);
        read_tables (spoiled);
      }
}

static guint
find_root_page (const char *statements,
                const char *table)
{
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  guint page;

  g_assert_cmpint (sqlite3_open (":memory:", &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, statements, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_prepare_v2 (database, "SELECT rootpage FROM sqlite_schema WHERE name = ?", -1, &statement, NULL);
  sqlite3_bind_text (statement, 1, table, -1, SQLITE_STATIC);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  page = (guint) sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (database);
  return page;
}

/* A page that has itself for a child would have more rows than there are grains of sand. */
static void
test_circle (void)
{
  g_autoptr (GBytes) bytes = make (LONG);
  gsize size = g_bytes_get_size (bytes), page_size = 4096;
  guint8 *content = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
  g_autoptr (GBytes) spoiled = g_bytes_new_take (content, size);
  guint root = find_root_page (LONG, "first");
  guint8 *page = content + (root - 1) * page_size;
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaSqlite) database = NULL;
  guint n_cells = (guint) page[3] << 8 | page[4];
  gint64 sum;

  g_assert_cmpuint (page[0], ==, 5);
  g_assert_cmpuint (n_cells, >, 20);
  for (guint i = 0; i < n_cells; i++)
    {
      guint cell = (guint) page[12 + 2 * i] << 8 | page[13 + 2 * i];

      /* The first children stay what they are, so that rows come before the circle does. */
      if (i >= 4)
        memcpy (page + cell, (guint8[]) { 0, 0, (guint8) (root >> 8), (guint8) root }, 4);
    }
  source = lamina_source_new_for_bytes ("test.db", spoiled, NULL);
  database = open_source (source);
  g_assert_cmpuint (add_up (database, "first", "a", &sum), <=, size / 6 + 1);
  g_assert_cmpuint (add_up (database, "second", "a", &sum), ==, 2000);
}

static void
test_cancel (void)
{
  g_autoptr (LaminaSource) source = make_source (LONG);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LaminaSqlite) database = lamina_sqlite_open (source, cancellable, NULL);
  g_autoptr (GError) error = NULL;
  gint64 sum;

  g_assert_nonnull (database);
  g_cancellable_cancel (cancellable);
  g_assert_cmpuint (add_up (database, "first", "a", &sum), <, 2000);
  g_assert_null (lamina_sqlite_open (source, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sqlite/types", test_types);
  g_test_add_func ("/sqlite/absent", test_absent);
  g_test_add_func ("/sqlite/find-row", test_find_row);
  g_test_add_func ("/sqlite/schema-is-data", test_schema_is_data);
  g_test_add_func ("/sqlite/no-database", test_no_database);
  g_test_add_func ("/sqlite/cut", test_cut);
  g_test_add_func ("/sqlite/spoiled", test_spoiled);
  g_test_add_func ("/sqlite/circle", test_circle);
  g_test_add_func ("/sqlite/cancel", test_cancel);
  return g_test_run ();
}
