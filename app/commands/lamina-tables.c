/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tables-private.h"

#include "lamina-csv.h"

#include <json-glib/json-glib.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#define READ_BYTES ((gsize) 1 << 20)

const char *const lamina_tables_names[] = { "traces", "steps", "idle", "layers", "tracks", "slices", "counters", "memory",
                                            "tensors", "collectives", "findings", NULL };

const LaminaTable lamina_tables[] = {
  { "traces", "trace TEXT PRIMARY KEY, path TEXT, format TEXT, tool TEXT, bytes INTEGER, sha256 TEXT, host TEXT, rank INTEGER, "
              "world_size INTEGER, device TEXT, start_unix_ns INTEGER, runs INTEGER, records_read INTEGER, records_shown INTEGER, "
              "records_merged INTEGER, records_skipped INTEGER, records_lost INTEGER, records_repaired INTEGER, "
              "damaged INTEGER, lamina_version TEXT, schema INTEGER, error TEXT" },
  { "steps", "trace TEXT, run INTEGER, step TEXT, section INTEGER, device TEXT, begin_ns INTEGER, dur_ns INTEGER, "
             "compute_ns INTEGER, exposed_comm_ns INTEGER, exposed_copy_ns INTEGER, idle_ns INTEGER" },
  { "idle", "trace TEXT, run INTEGER, step TEXT, section INTEGER, device TEXT, cause TEXT, dur_ns INTEGER, gaps INTEGER" },
  { "layers", "trace TEXT, run INTEGER, id INTEGER, parent INTEGER, name TEXT, type TEXT, family TEXT, section TEXT, "
              "annotation TEXT, module TEXT, device TEXT, phase TEXT, calls INTEGER, begin_ns INTEGER, cost_ns INTEGER, "
              "device_ns INTEGER, host_ns INTEGER, self_ns INTEGER, wait_ns INTEGER, flop INTEGER, bytes INTEGER, "
              "shapes TEXT, outputs TEXT, dtype TEXT, key TEXT, estimated TEXT" },
  { "tracks", "trace TEXT, run INTEGER, track INTEGER, path TEXT, kind TEXT, is_counter INTEGER, n INTEGER" },
  { "slices", "trace TEXT, run INTEGER, track INTEGER, slice INTEGER, depth INTEGER, name TEXT, category TEXT, begin_ns INTEGER, "
              "dur_ns INTEGER, layer INTEGER" },
  { "counters", "trace TEXT, run INTEGER, track INTEGER, time_ns INTEGER, value REAL" },
  { "memory", "trace TEXT, run INTEGER, run_name TEXT, track INTEGER, name TEXT, first_bytes INTEGER, peak_bytes INTEGER, "
              "peak_ns INTEGER, last_bytes INTEGER" },
  { "tensors", "trace TEXT, run INTEGER, id INTEGER, name TEXT, role TEXT, dtype TEXT, shape TEXT, bytes INTEGER, "
               "producer INTEGER" },
  { "collectives", "trace TEXT, run INTEGER, layer INTEGER, type TEXT, name TEXT, section TEXT, device TEXT, comm_group TEXT, "
                   "seq INTEGER, ranks INTEGER, bytes INTEGER, begin_ns INTEGER, dur_ns INTEGER, algbw_bytes_per_s REAL, "
                   "busbw_bytes_per_s REAL" },
  { "findings", "trace TEXT, run INTEGER, rule TEXT, severity TEXT, what TEXT, cost_ns INTEGER, share REAL" },
};

/* `traces` is the first one. */
G_STATIC_ASSERT (G_N_ELEMENTS (lamina_tables) == LAMINA_N_TABLES);
G_STATIC_ASSERT (G_N_ELEMENTS (lamina_tables_names) == LAMINA_N_TABLES + 1);

gboolean
lamina_tables_fail (sqlite3  *database,
                    GError  **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", sqlite3_errmsg (database));
  return FALSE;
}

gboolean
lamina_tables_execute (sqlite3     *database,
                       const char  *statement,
                       GError     **error)
{
  return sqlite3_exec (database, statement, NULL, NULL, NULL) == SQLITE_OK || lamina_tables_fail (database, error);
}

static gint64
ask_number (sqlite3    *database,
            const char *query,
            const char *argument)
{
  sqlite3_stmt *statement = NULL;
  gint64 number = 0;

  if (sqlite3_prepare_v2 (database, query, -1, &statement, NULL) == SQLITE_OK)
    {
      if (argument != NULL)
        sqlite3_bind_text (statement, 1, argument, -1, SQLITE_STATIC);
      if (sqlite3_step (statement) == SQLITE_ROW)
        number = sqlite3_column_int64 (statement, 0);
    }
  sqlite3_finalize (statement);
  return number;
}

gboolean
lamina_tables_prepare (sqlite3  *database,
                       GError  **error)
{
  gint64 schema = ask_number (database, "PRAGMA user_version", NULL);

  if (schema != 0 && schema != LAMINA_TABLES_SCHEMA)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "its tables are of schema %" G_GINT64_FORMAT ", not %d", schema,
                   LAMINA_TABLES_SCHEMA);
      return FALSE;
    }
  if (schema == 0 && ask_number (database, "SELECT count(*) FROM sqlite_schema", NULL) > 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "it is a database of something else");
      return FALSE;
    }
  /* All of it or nothing, whenever it is interrupted. */
  if (!lamina_tables_execute (database, "BEGIN", error))
    return FALSE;
  for (guint i = 0; i < LAMINA_N_TABLES; i++)
    {
      g_autofree char *statement = g_strdup_printf ("CREATE TABLE IF NOT EXISTS %s (%s)", lamina_tables[i].name,
                                                    lamina_tables[i].columns);

      if (!lamina_tables_execute (database, statement, error))
        return FALSE;
    }
  return lamina_tables_execute (database, "PRAGMA user_version = " G_STRINGIFY (LAMINA_TABLES_SCHEMA), error)
         && lamina_tables_execute (database, "COMMIT", error);
}

/* Files */

gboolean
lamina_trace_key_init (LaminaTraceKey  *self,
                       const char      *file,
                       GError         **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *buffer = g_malloc (READ_BYTES);
  FILE *stream = g_fopen (file, "rb");
  gsize n;

  *self = (LaminaTraceKey) { .bytes = 0 };
  if (stream == NULL)
    {
      int code = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s", g_strerror (code));
      return FALSE;
    }
  while ((n = fread (buffer, 1, READ_BYTES, stream)) > 0)
    {
      g_checksum_update (checksum, buffer, (gssize) n);
      self->bytes += (gint64) n;
    }
  n = (gsize) ferror (stream);
  fclose (stream);
  self->sha256 = g_strdup (g_checksum_get_string (checksum));
  g_strlcpy (self->trace, self->sha256, sizeof self->trace);
  if (n == 0)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "can't be read");
  return FALSE;
}

void
lamina_trace_key_clear (LaminaTraceKey *self)
{
  g_clear_pointer (&self->sha256, g_free);
}

gboolean
lamina_tables_has (sqlite3              *database,
                   const LaminaTraceKey *key,
                   gboolean             *is_damaged)
{
  *is_damaged = ask_number (database, "SELECT damaged FROM traces WHERE trace = ?", key->trace) > 0;
  return ask_number (database, "SELECT count(*) FROM traces WHERE trace = ? AND error IS NULL", key->trace) > 0;
}

gboolean
lamina_tables_drop_stranger (sqlite3              *database,
                             const LaminaTraceKey *key)
{
  g_autofree char *statement = g_strdup_printf ("DELETE FROM traces WHERE trace = '%s' AND error LIKE '%%no format in use knows%%'",
                                                key->trace);

  return sqlite3_exec (database, statement, NULL, NULL, NULL) == SQLITE_OK && sqlite3_changes (database) > 0;
}

/* Only `traces` has an index. Others hold rows of those alone that were read: of what is new, or failed before, they need not be
 * gone through, which would take longer with each trace that is in. */
gboolean
lamina_tables_forget (sqlite3     *database,
                      const char  *keys,
                      GError     **error)
{
  g_autofree char *query = g_strdup_printf ("SELECT count(*) FROM main.traces WHERE error IS NULL AND trace IN (%s)", keys);
  guint n = ask_number (database, query, NULL) > 0 ? LAMINA_N_TABLES : 1;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *statement = g_strdup_printf ("DELETE FROM main.%s WHERE trace IN (%s)", lamina_tables[i].name, keys);

      if (!lamina_tables_execute (database, statement, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
lamina_tables_merge (sqlite3     *database,
                     const char  *other,
                     GError     **error)
{
  char *attach = sqlite3_mprintf ("ATTACH %Q AS other", other);
  gboolean done = lamina_tables_execute (database, attach, error) && lamina_tables_execute (database, "BEGIN", error)
                  && lamina_tables_forget (database, "SELECT trace FROM other.traces", error);

  sqlite3_free (attach);
  for (guint i = 0; done && i < LAMINA_N_TABLES; i++)
    {
      g_autofree char *rows = g_strdup_printf ("INSERT INTO main.%s SELECT * FROM other.%s", lamina_tables[i].name,
                                               lamina_tables[i].name);

      done = lamina_tables_execute (database, rows, error);
    }
  done = done && lamina_tables_execute (database, "COMMIT", error);
  if (!done)
    sqlite3_exec (database, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_exec (database, "DETACH other", NULL, NULL, NULL);
  return done;
}

/* CSV */

static gboolean
write_csv_table (sqlite3     *database,
                 const char  *name,
                 const char  *path,
                 GError     **error)
{
  g_autofree char *query = g_strdup_printf ("SELECT * FROM %s", name);
  g_autoptr (GString) text = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;
  FILE *stream = NULL;
  gboolean done;

  if (sqlite3_prepare_v2 (database, query, -1, &statement, NULL) != SQLITE_OK)
    return lamina_tables_fail (database, error);
  stream = g_fopen (path, "wb");
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", sqlite3_column_name (statement, i));
  g_string_append (text, "\r\n");
  while (stream != NULL && sqlite3_step (statement) == SQLITE_ROW)
    {
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          const char *cell = (const char *) sqlite3_column_text (statement, i);

          if (i > 0)
            g_string_append_c (text, ',');
          if (cell != NULL)
            lamina_csv_append (text, cell);
        }
      g_string_append (text, "\r\n");
      if (text->len > READ_BYTES)
        {
          fwrite (text->str, 1, text->len, stream);
          g_string_truncate (text, 0);
        }
    }
  sqlite3_finalize (statement);
  done = stream != NULL && fwrite (text->str, 1, text->len, stream) == text->len && !ferror (stream);
  if (stream != NULL)
    done = fclose (stream) == 0 && done;
  if (!done)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path, g_strerror (errno));
  return done;
}

gboolean
lamina_tables_write_csv (sqlite3     *database,
                         const char  *folder,
                         GError     **error)
{
  for (guint i = 0; i < LAMINA_N_TABLES; i++)
    {
      g_autofree char *name = g_strconcat (lamina_tables[i].name, ".csv", NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!write_csv_table (database, lamina_tables[i].name, path, error))
        return FALSE;
    }
  return TRUE;
}

/* Lines of JSON */

static void
print_row (const char   *table,
           sqlite3_stmt *statement)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (json);
  json_builder_set_member_name (json, "table");
  json_builder_add_string_value (json, table);
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    {
      json_builder_set_member_name (json, sqlite3_column_name (statement, i));
      switch (sqlite3_column_type (statement, i))
        {
        case SQLITE_INTEGER: json_builder_add_int_value (json, sqlite3_column_int64 (statement, i)); break;
        case SQLITE_FLOAT: json_builder_add_double_value (json, sqlite3_column_double (statement, i)); break;
        case SQLITE_TEXT: json_builder_add_string_value (json, (const char *) sqlite3_column_text (statement, i)); break;
        default: json_builder_add_null_value (json); break;
        }
    }
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  puts (text);
}

gboolean
lamina_tables_print (sqlite3  *database,
                     GError  **error)
{
  for (guint i = 0; i < LAMINA_N_TABLES; i++)
    {
      g_autofree char *query = g_strdup_printf ("SELECT * FROM %s", lamina_tables[i].name);
      sqlite3_stmt *statement = NULL;

      if (sqlite3_prepare_v2 (database, query, -1, &statement, NULL) != SQLITE_OK)
        return lamina_tables_fail (database, error);
      while (!ferror (stdout) && sqlite3_step (statement) == SQLITE_ROW)
        print_row (lamina_tables[i].name, statement);
      sqlite3_finalize (statement);
    }
  return TRUE;
}
