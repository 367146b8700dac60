/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "../fuzz/check-document.h"
#include "../test-stride.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

/*
 * Every column of every table of databases of profilers, in turn, holds values of other types: in all rows, and in the first alone.
 * The databases have each column that a reader asks for (check-databases.py looks after that).
 */

static const char *const names[] = { "nsys/autograd.sqlite", "nsys/ranks.sqlite", "rocm/markers.rpd", "rocm/two.db" };

/* Values of each type, which take turns. */
static const char *const values[][5] = {
  { "NULL" },
  { "0", "-1", "7", "9223372036854775807", "-9223372036854775808" },
  { "1.5", "-9e999", "1e300" },
  { "'x'", "''", "'7'" },
  { "x'00ff'", "x''" },
  { "hex(zeroblob(50000))", "zeroblob(100000)" },
};

#define HUGE (G_N_ELEMENTS (values) - 1) /* goes to the first row alone */

/* Every how manieth document is gone through row by row. */
#define DUMP_STRIDE 5

typedef struct
{
  char *table;
  char *column;
} Place;

static void
place_clear (gpointer data)
{
  Place *place = data;

  g_free (place->table);
  g_free (place->column);
}

static void execute (sqlite3 *database, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
execute (sqlite3    *database,
         const char *format,
         ...)
{
  g_autofree char *statement = NULL;
  va_list words;

  va_start (words, format);
  statement = g_strdup_vprintf (format, words);
  va_end (words);
  g_assert_cmpint (sqlite3_exec (database, statement, NULL, NULL, NULL), ==, SQLITE_OK);
}

static int
append_first (void   *data,
              int     n,
              char  **cells,
              char  **titles)
{
  g_ptr_array_add (data, g_strdup (cells[0]));
  return 0;
}

static GPtrArray *
list_first (sqlite3    *database,
            const char *query)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  g_assert_cmpint (sqlite3_exec (database, query, append_first, found, NULL), ==, SQLITE_OK);
  return found;
}

static sqlite3 *
read_database (const char *name)
{
  g_autofree char *path = build_data_path (name);
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &database), ==, SQLITE_OK);
  execute (database, "ATTACH '%s' AS file", path);
  return database;
}

/* The tables again, with columns that take what they are given. */
static GArray *
copy_tables (sqlite3 *database)
{
  g_autoptr (GPtrArray) tables = list_first (database, "SELECT name FROM file.sqlite_schema WHERE type = 'table'");
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));

  g_array_set_clear_func (places, place_clear);
  for (guint i = 0; i < tables->len; i++)
    {
      g_autofree char *query = g_strdup_printf ("SELECT '\"' || name || '\"' FROM pragma_table_info ('%s', 'file')",
                                                (char *) tables->pdata[i]);
      g_autoptr (GPtrArray) columns = list_first (database, query);
      g_autofree char *list = NULL;

      /* Of several processes each has the same tables. */
      for (guint k = 0; k < columns->len && !g_str_has_suffix (tables->pdata[i], "_0002c_d"); k++)
        {
          Place place = { g_strdup (tables->pdata[i]), g_strdup (columns->pdata[k]) };

          g_array_append_val (places, place);
        }
      g_ptr_array_add (columns, NULL);
      list = g_strjoinv (", ", (char **) columns->pdata);
      execute (database, "CREATE TABLE main.%s (%s); INSERT INTO main.%s SELECT * FROM file.%s", (char *) tables->pdata[i], list,
               (char *) tables->pdata[i], (char *) tables->pdata[i]);
    }
  execute (database, "DETACH file");
  return places;
}

/* One column is not the whole file: a document always comes of it. */
static void
check_database (sqlite3    *database,
                const char *path,
                gboolean    with_rows)
{
  sqlite3_int64 size;
  guint8 *content = sqlite3_serialize (database, "main", &size, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  g_autofree char *text = NULL;
  const LaminaImportCounts *counts;

  g_assert_true (g_file_set_contents_full (path, (const char *) content, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  sqlite3_free (content);
  document = load_file (path, &error);
  g_assert_no_error (error);
  check_document (document);
  counts = lamina_import_report_get_counts (lamina_document_get_report (document));
  g_assert_cmpuint (counts->lost, ==, 0);
  g_assert_cmpuint (counts->shown + counts->merged + counts->skipped, ==, counts->read);
  text = with_rows ? dump_document (document) : NULL;
  g_assert_true (text == NULL || g_utf8_validate (text, -1, NULL));
}

static void
test_database (gconstpointer data)
{
  sqlite3 *database = read_database (data);
  g_autoptr (GArray) places = copy_tables (database);
  g_autofree char *folder = g_dir_make_tmp ("lamina-columns-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "replaced.sqlite", NULL);
  const guint n = G_N_ELEMENTS (values);

  g_assert_cmpuint (places->len, >, 20);
  check_database (database, path, TRUE);
  for (guint i = 0; i < places->len * n; i += test_stride ())
    {
      const Place *place = &g_array_index (places, Place, i / n);
      const char *const *choices = values[i % n];
      guint n_choices = 1;
      /* By turns the first row is of another type than those that follow. */
      gboolean in_first = i % n == HUGE || (i / n + i) % 4 == 0;

      while (n_choices < G_N_ELEMENTS (values[0]) && choices[n_choices] != NULL)
        n_choices++;
      execute (database, "BEGIN; UPDATE %s SET %s = %s %s", place->table, place->column, choices[i / n % n_choices],
               in_first ? "WHERE rowid = 1" : "");
      check_database (database, path, i % DUMP_STRIDE == 0);
      execute (database, "ROLLBACK");
    }
  sqlite3_close (database);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *test = g_strconcat ("/replaced-columns/", names[i], NULL);

      g_test_add_data_func (test, names[i], test_database);
    }
  return g_test_run ();
}
