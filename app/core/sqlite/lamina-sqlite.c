/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sqlite.h"

#include "lamina-error.h"
#include "lamina-source-extent.h"
#include "lamina-sqlite-file-private.h"
#include "lamina-sqlite-schema.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gi18n-lib.h>

#define MAGIC "SQLite format 3"

/* So many steps of SQLite's machine are taken between two looks at whether it was cancelled. */
#define STEPS_AT_ONCE 1000

/* Tools write less than a hundred tables; those of some hundred processes in one file are still looked at. */
#define MOST_TABLES 100000

#define MOST_COLUMNS 64

/* The smallest row that a page can hold: its length, its number, a header and a place in the list of the page. A table with
 * more rows than fit goes round in a circle. */
#define LEAST_ROW_BYTES 6

/* Kibibytes of pages that are kept: the inner ones of a table are asked for again and again. */
#define CACHE_PRAGMA "PRAGMA cache_size = -8192"

/* Rows that stand farther behind can't be found again: places in a file have 42 bits. */
#define MOST_ROWID (G_GINT64_CONSTANT (1) << 42)

/*
 * import   takes what is damaged in tables whose rows are no records; or NULL
 * damaged  names of tables of which that was said: some are read twice
 */
struct _LaminaSqlite
{
  LaminaSource *source;
  LaminaSqliteFile *file;
  GCancellable *cancellable;
  LaminaImport *import;
  GHashTable *damaged;
  sqlite3 *database;
  GPtrArray *tables; /* names, and NULL */
  GHashTable *known; /* of names: places in @tables from 1 on */
  GString *schema;
};

/*
 * columns    of each that was asked for, its place in the row; -1 for one that the table lacks
 * has_rowid  the first column of the row is its number
 */
struct _LaminaSqliteRows
{
  LaminaSqlite *owner;
  LaminaImport *import;
  char *table;
  sqlite3_stmt *statement;
  int columns[MOST_COLUMNS];
  gboolean has_rowid;
  gboolean is_damaged;
  guint32 record;
  guint64 n;
};

gboolean
lamina_sqlite_is_source (LaminaSource *source)
{
  gsize length;
  const char *head = lamina_source_get_head (source, &length, NULL);

  return head != NULL && length >= sizeof MAGIC && memcmp (head, MAGIC, sizeof MAGIC) == 0;
}

/* What a statement may do that is compiled from what the file says: read tables, and ask for their columns. */
static int
authorize (void       *data,
           int         action,
           const char *first,
           const char *second,
           const char *database,
           const char *trigger)
{
  if (action == SQLITE_PRAGMA)
    return strcmp (first, "table_xinfo") == 0 ? SQLITE_OK : SQLITE_DENY;
  return (action == SQLITE_SELECT || action == SQLITE_READ) && trigger == NULL ? SQLITE_OK : SQLITE_DENY;
}

static int
ask_to_stop (void *data)
{
  LaminaSqlite *self = data;

  return g_cancellable_is_cancelled (self->cancellable);
}

static void
protect (LaminaSqlite *self)
{
  static const struct
  {
    int option;
    int value;
  } options[] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },      { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 }, { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
    { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },    { SQLITE_DBCONFIG_ENABLE_FKEY, 0 },    { SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0 },
    { SQLITE_DBCONFIG_DQS_DML, 0 },        { SQLITE_DBCONFIG_DQS_DDL, 0 },
    { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
  }, limits[] = {
    { SQLITE_LIMIT_ATTACHED, 0 },          { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },     { SQLITE_LIMIT_EXPR_DEPTH, 100 },
    { SQLITE_LIMIT_COMPOUND_SELECT, 2 },   { SQLITE_LIMIT_FUNCTION_ARG, 8 },      { SQLITE_LIMIT_WORKER_THREADS, 0 },
    { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100 }, { SQLITE_LIMIT_VARIABLE_NUMBER, 4 }, { SQLITE_LIMIT_SQL_LENGTH, 1 << 20 },
  };
  static const char *const pragmas[] = { "PRAGMA cell_size_check = ON", "PRAGMA query_only = ON", "PRAGMA temp_store = MEMORY",
                                         "PRAGMA mmap_size = 0", CACHE_PRAGMA };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    sqlite3_db_config (self->database, options[i].option, options[i].value, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (self->database, limits[i].option, limits[i].value);
  sqlite3_limit (self->database, SQLITE_LIMIT_LENGTH,
                 (int) MIN (lamina_source_get_limits (self->source)->max_text, G_MAXINT32));
  for (guint i = 0; i < G_N_ELEMENTS (pragmas); i++)
    sqlite3_exec (self->database, pragmas[i], NULL, NULL, NULL);
  sqlite3_progress_handler (self->database, STEPS_AT_ONCE, ask_to_stop, self);
  sqlite3_set_authorizer (self->database, authorize, NULL);
}

static sqlite3_stmt *
prepare (LaminaSqlite *self,
         const char   *query)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (self->database, query, -1, &statement, NULL) == SQLITE_OK)
    return statement;
  sqlite3_finalize (statement);
  return NULL;
}

/* Virtual tables have no page of their own, and say so; those that lie are told by what made them. */
static gboolean
list_tables (LaminaSqlite *self)
{
  sqlite3_stmt *statement = prepare (self, "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND rootpage > 0");
  int result = SQLITE_ERROR;

  self->tables = g_ptr_array_new_with_free_func (g_free);
  self->known = g_hash_table_new (g_str_hash, g_str_equal);
  self->schema = g_string_new (NULL);
  while (statement && self->tables->len < MOST_TABLES && (result = sqlite3_step (statement)) == SQLITE_ROW)
    {
      const char *name = (const char *) sqlite3_column_text (statement, 0);
      const char *made_by = (const char *) sqlite3_column_text (statement, 1);

      if (name == NULL || made_by == NULL || g_ascii_strncasecmp (made_by, "CREATE TABLE", strlen ("CREATE TABLE")) != 0
          || g_str_has_prefix (name, "sqlite_") || g_hash_table_contains (self->known, name))
        continue;
      g_ptr_array_add (self->tables, g_strdup (name));
      g_hash_table_insert (self->known, self->tables->pdata[self->tables->len - 1], GUINT_TO_POINTER (self->tables->len));
      g_string_append_printf (self->schema, "%s\n", made_by);
    }
  g_ptr_array_add (self->tables, NULL);
  sqlite3_finalize (statement);
  return result == SQLITE_DONE || result == SQLITE_ROW;
}

/* What the file is to blame for, or the system. */
static void
set_error (LaminaSqlite  *self,
           GError       **error)
{
  const GError *cause = lamina_sqlite_file_get_error (self->file);

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return;
  if (cause != NULL)
    g_propagate_error (error, g_error_copy (cause));
  else
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_SYNTAX, "its tables can't be read: %s", sqlite3_errmsg (self->database));
}

LaminaSqlite *
lamina_sqlite_open (LaminaSource  *source,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr (LaminaSqlite) self = NULL;

  g_return_val_if_fail (source != NULL, NULL);

  if (!lamina_sqlite_is_source (source))
    {
      lamina_error_set (error, LAMINA_ERROR_SYNTAX, NULL, N_("The file is not a database of SQLite."));
      return NULL;
    }
  self = g_new0 (LaminaSqlite, 1);
  self->source = lamina_source_ref (source);
  self->cancellable = cancellable ? g_object_ref (cancellable) : NULL;
  self->damaged = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->file = lamina_sqlite_file_new (source, cancellable, error);
  if (self->file == NULL)
    return NULL;
  if (sqlite3_open_v2 ("database", &self->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
                       lamina_sqlite_file_get_vfs (self->file)) == SQLITE_OK)
    {
      protect (self);
      if (list_tables (self))
        return g_steal_pointer (&self);
    }
  set_error (self, error);
  return NULL;
}

void
lamina_sqlite_free (LaminaSqlite *self)
{
  if (self == NULL)
    return;
  sqlite3_close (self->database);
  g_clear_pointer (&self->file, lamina_sqlite_file_free);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->import, lamina_import_unref);
  g_clear_pointer (&self->damaged, g_hash_table_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  if (self->schema)
    g_string_free (self->schema, TRUE);
  lamina_source_unref (self->source);
  g_free (self);
}

const char *const *
lamina_sqlite_get_tables (LaminaSqlite *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char *const *) self->tables->pdata;
}

const char *
lamina_sqlite_get_schema (LaminaSqlite *self)
{
  return self->schema->str;
}

gboolean
lamina_sqlite_has_table (LaminaSqlite *self,
                         const char   *table)
{
  g_return_val_if_fail (self != NULL && table != NULL, FALSE);

  return g_hash_table_contains (self->known, table);
}

/* Whether a file lies beside the database that is called like it and is not empty. */
static gboolean
has_beside (LaminaSqlite *self,
            const char   *suffix)
{
  GFile *file = lamina_source_get_file (self->source);
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  g_autofree char *beside = path ? g_strconcat (path, suffix, NULL) : NULL;
  struct stat info;

  return beside && stat (beside, &info) == 0 && S_ISREG (info.st_mode) && info.st_size > 0;
}

void
lamina_sqlite_note_state (LaminaSqlite *self,
                          LaminaImport *import)
{
  g_return_if_fail (self != NULL && import != NULL);

  g_clear_pointer (&self->import, lamina_import_unref);
  self->import = lamina_import_ref (import);
  if (has_beside (self, "-wal"))
    lamina_import_note (import, N_("a write-ahead log lies beside the database, and what stands in it alone is not shown"),
                        NULL, 0, LAMINA_NONE);
  if (has_beside (self, "-journal"))
    lamina_import_note (import, N_("a journal lies beside the database: it was being written, and may be half done"),
                        NULL, 0, LAMINA_NONE);
  if (lamina_sqlite_file_get_stated (self->file) > lamina_sqlite_file_get_length (self->file))
    lamina_import_repair (import, N_("the database is cut: what lay behind its end is missing"), NULL, 0, LAMINA_NONE);
}

/* Columns */

static void
append_name (GString    *query,
             const char *name)
{
  g_string_append_c (query, '"');
  for (; *name != '\0'; name++)
    {
      if (*name == '"')
        g_string_append_c (query, '"');
      g_string_append_c (query, *name);
    }
  g_string_append_c (query, '"');
}

/* The columns that a table stores: what is computed when it is read, by functions that the file names, is none. */
static GPtrArray *
list_columns (LaminaSqlite *self,
              const char   *table)
{
  g_autoptr (GString) query = g_string_new ("PRAGMA table_xinfo (");
  GPtrArray *columns = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement;

  append_name (query, table);
  g_string_append_c (query, ')');
  statement = prepare (self, query->str);
  /* number, name, type, not null, default, key, hidden */
  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    if (sqlite3_column_int (statement, 6) == 0)
      g_ptr_array_add (columns, g_strdup ((const char *) sqlite3_column_text (statement, 1)));
  sqlite3_finalize (statement);
  return columns;
}

static const char *
find_column (GPtrArray  *all,
             const char *name)
{
  for (guint i = 0; i < all->len; i++)
    if (g_ascii_strcasecmp (all->pdata[i], name) == 0)
      return all->pdata[i];
  return NULL;
}

/* What the number of a row is called in a table whose columns may have taken the name. */
static const char *
find_rowid (GPtrArray *all)
{
  static const char *const names[] = { "rowid", "_rowid_", "oid" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (find_column (all, names[i]) == NULL)
      return names[i];
  return NULL;
}

/* An index may say something else than the table. */
static sqlite3_stmt *
prepare_columns (LaminaSqliteRows  *self,
                 GPtrArray         *all,
                 const char        *rowid,
                 const char *const *columns)
{
  g_autoptr (GString) query = g_string_new ("SELECT ");
  int n = 0;

  if (rowid)
    {
      g_string_append (query, rowid);
      n++;
    }
  self->has_rowid = rowid != NULL;
  for (guint i = 0; columns[i] != NULL; i++)
    {
      const char *column = find_column (all, columns[i]);

      if (column == NULL)
        continue;
      g_string_append (query, n > 0 ? ", " : "");
      append_name (query, column);
      self->columns[i] = n++;
    }
  g_string_append_printf (query, "%s FROM ", n > 0 ? "" : "1");
  append_name (query, self->table);
  g_string_append (query, " NOT INDEXED");
  return prepare (self->owner, query->str);
}

/* Rows */

static void
report_damage (LaminaSqliteRows *self,
               const char       *why)
{
  g_autofree char *text = g_strdup_printf ("%s: %s", self->table, why);
  LaminaImport *import = self->import != NULL ? self->import : self->owner->import;

  if (import != NULL && !g_cancellable_is_cancelled (self->owner->cancellable)
      && g_hash_table_add (self->owner->damaged, g_strdup (self->table)))
    lamina_import_repair (import, text, NULL, 0, LAMINA_NONE);
}

LaminaSqliteRows *
lamina_sqlite_read (LaminaSqlite      *self,
                    const char        *table,
                    const char *const *columns,
                    LaminaImport      *import)
{
  g_autoptr (GPtrArray) all = NULL;
  LaminaSqliteRows *rows;

  g_return_val_if_fail (self != NULL && table != NULL && columns != NULL, NULL);
  g_return_val_if_fail (g_strv_length ((char **) columns) <= MOST_COLUMNS, NULL);

  rows = g_new0 (LaminaSqliteRows, 1);
  rows->owner = self;
  rows->table = g_strdup (table);
  rows->import = import ? lamina_import_ref (import) : NULL;
  rows->record = LAMINA_NONE;
  memset (rows->columns, 0xff, sizeof rows->columns);
  if (!lamina_sqlite_has_table (self, table))
    return rows;
  all = list_columns (self, table);
  rows->statement = prepare_columns (rows, all, find_rowid (all), columns);
  /* A table without numbers of rows. */
  if (rows->statement == NULL)
    rows->statement = prepare_columns (rows, all, NULL, columns);
  if (rows->statement == NULL)
    report_damage (rows, sqlite3_errmsg (self->database));
  return rows;
}

void
lamina_sqlite_rows_free (LaminaSqliteRows *self)
{
  if (self == NULL)
    return;
  sqlite3_finalize (self->statement);
  g_clear_pointer (&self->import, lamina_import_unref);
  g_free (self->table);
  g_free (self);
}

static void
end_rows (LaminaSqliteRows *self)
{
  sqlite3_finalize (g_steal_pointer (&self->statement));
  self->record = LAMINA_NONE;
}

gboolean
lamina_sqlite_rows_next (LaminaSqliteRows *self)
{
  int result;

  g_return_val_if_fail (self != NULL, FALSE);

  if (self->statement == NULL)
    return FALSE;
  result = sqlite3_step (self->statement);
  self->is_damaged = FALSE;
  if (result == SQLITE_ROW && self->n++ <= lamina_sqlite_file_get_length (self->owner->file) / LEAST_ROW_BYTES)
    {
      if (self->import == NULL)
        return TRUE;
      self->record = lamina_import_open_record (self->import, self->owner->source, G_MAXUINT64);
      if (self->record != LAMINA_NONE)
        return TRUE;
    }
  else if (result == SQLITE_ROW)
    report_damage (self, "it has more rows than the file has room for");
  else if (result != SQLITE_DONE)
    report_damage (self, sqlite3_errmsg (self->owner->database));
  end_rows (self);
  return FALSE;
}

gboolean
lamina_sqlite_rows_has (LaminaSqliteRows *self,
                        guint             column)
{
  g_return_val_if_fail (self != NULL && column < MOST_COLUMNS, FALSE);

  return self->columns[column] >= 0;
}

/* The type of a cell: SQLITE_NULL for one that is not there, and for an empty text where a number is wanted. */
static int
get_type (LaminaSqliteRows *self,
          guint             column)
{
  int place = self->columns[column];

  return place < 0 || self->statement == NULL ? SQLITE_NULL : sqlite3_column_type (self->statement, place);
}

static gboolean
is_empty_text (LaminaSqliteRows *self,
               guint             column,
               int               type)
{
  return type == SQLITE_TEXT && sqlite3_column_bytes (self->statement, self->columns[column]) == 0;
}

gint64
lamina_sqlite_rows_get_integer (LaminaSqliteRows *self,
                                guint             column)
{
  int type = get_type (self, column);

  if (type == SQLITE_INTEGER)
    return sqlite3_column_int64 (self->statement, self->columns[column]);
  if (type != SQLITE_NULL && !is_empty_text (self, column, type))
    self->is_damaged = TRUE;
  return LAMINA_ABSENT;
}

double
lamina_sqlite_rows_get_real (LaminaSqliteRows *self,
                             guint             column)
{
  int type = get_type (self, column);

  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
    return sqlite3_column_double (self->statement, self->columns[column]);
  if (type != SQLITE_NULL && !is_empty_text (self, column, type))
    self->is_damaged = TRUE;
  return NAN;
}

const char *
lamina_sqlite_rows_get_text (LaminaSqliteRows *self,
                             guint             column,
                             gsize            *length)
{
  int type = get_type (self, column);
  const char *text = NULL;

  g_return_val_if_fail (length != NULL, NULL);

  *length = 0;
  if (type == SQLITE_TEXT)
    text = (const char *) sqlite3_column_text (self->statement, self->columns[column]);
  else if (type != SQLITE_NULL)
    self->is_damaged = TRUE;
  if (text != NULL)
    *length = (gsize) sqlite3_column_bytes (self->statement, self->columns[column]);
  return text;
}

guint32
lamina_sqlite_rows_get_record (LaminaSqliteRows *self)
{
  g_return_val_if_fail (self != NULL, LAMINA_NONE);

  return self->record;
}

gboolean
lamina_sqlite_rows_check (LaminaSqliteRows *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->is_damaged && self->import != NULL)
    lamina_import_skip (self->import, self->record, N_("a column of the row holds something of another type"));
  return !self->is_damaged;
}

guint32
lamina_sqlite_rows_get_args (LaminaSqliteRows *self,
                             guint64          *offset)
{
  gint64 rowid;

  g_return_val_if_fail (self != NULL && offset != NULL, 0);

  *offset = 0;
  if (self->statement == NULL || !self->has_rowid)
    return 0;
  rowid = sqlite3_column_int64 (self->statement, 0);
  if (rowid < 0 || rowid >= MOST_ROWID)
    return 0;
  *offset = (guint64) rowid;
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->owner->known, self->table));
}

static gboolean
read_value (sqlite3_stmt *statement,
            int           column,
            LaminaValue  *value)
{
  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
      *value = LAMINA_VALUE_INIT_INTEGER (sqlite3_column_int64 (statement, column), LAMINA_UNIT_NONE);
      return TRUE;
    case SQLITE_FLOAT:
      *value = LAMINA_VALUE_INIT_REAL (sqlite3_column_double (statement, column), LAMINA_UNIT_NONE);
      return TRUE;
    case SQLITE_TEXT:
      *value = LAMINA_VALUE_INIT_TEXT (sqlite3_column_text (statement, column));
      return value->text != NULL;
    default:
      return FALSE;
    }
}

/* Some columns of a row of a table, by the numbers that lamina_sqlite_rows_get_args() gave it; NULL when it can't be asked for. */
static sqlite3_stmt *
ask_row (LaminaSqlite    *self,
         guint64          offset,
         guint32          length,
         const GPtrArray *columns,
         const char      *rowid)
{
  g_autoptr (GString) query = g_string_new ("SELECT ");
  sqlite3_stmt *statement;

  for (guint i = 0; i < columns->len; i++)
    {
      g_string_append (query, i > 0 ? ", " : "");
      append_name (query, columns->pdata[i]);
    }
  g_string_append (query, " FROM ");
  append_name (query, self->tables->pdata[length - 1]);
  g_string_append_printf (query, " NOT INDEXED WHERE %s = ?", rowid);
  statement = prepare (self, query->str);
  if (statement != NULL)
    sqlite3_bind_int64 (statement, 1, (gint64) offset);
  return statement;
}

gboolean
lamina_sqlite_find_row (LaminaSqlite     *self,
                        guint64           offset,
                        guint32           length,
                        LaminaSqliteFunc  func,
                        gpointer          data)
{
  g_autoptr (GPtrArray) all = NULL;
  sqlite3_stmt *statement;
  const char *rowid;
  gboolean found;

  g_return_val_if_fail (self != NULL && func != NULL, FALSE);

  if (length == 0 || length >= self->tables->len)
    return FALSE;
  all = list_columns (self, self->tables->pdata[length - 1]);
  rowid = find_rowid (all);
  if (rowid == NULL || all->len == 0)
    return FALSE;
  statement = ask_row (self, offset, length, all, rowid);
  if (statement == NULL)
    return FALSE;
  found = sqlite3_step (statement) == SQLITE_ROW;
  for (int i = 0; found && i < sqlite3_column_count (statement); i++)
    {
      LaminaValue value = { 0 };

      if (read_value (statement, i, &value))
        func (all->pdata[i], &value, data);
    }
  sqlite3_finalize (statement);
  return found;
}

GBytes *
lamina_sqlite_find_bytes (LaminaSqlite *self,
                          guint64       offset,
                          guint32       length,
                          const char   *column)
{
  g_autoptr (GPtrArray) all = NULL, asked = g_ptr_array_new ();
  sqlite3_stmt *statement = NULL;
  GBytes *bytes = NULL;
  guint place;

  g_return_val_if_fail (self != NULL && column != NULL, NULL);

  if (length == 0 || length >= self->tables->len)
    return NULL;
  all = list_columns (self, self->tables->pdata[length - 1]);
  if (find_rowid (all) == NULL || !g_ptr_array_find_with_equal_func (all, column, g_str_equal, &place))
    return NULL;
  g_ptr_array_add (asked, all->pdata[place]);
  statement = ask_row (self, offset, length, asked, find_rowid (all));
  if (statement != NULL && sqlite3_step (statement) == SQLITE_ROW && sqlite3_column_type (statement, 0) == SQLITE_BLOB
      && sqlite3_column_bytes (statement, 0) > 0)
    bytes = g_bytes_new (sqlite3_column_blob (statement, 0), (gsize) sqlite3_column_bytes (statement, 0));
  sqlite3_finalize (statement);
  return bytes;
}
