/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

/* A row of the database becomes attributes: numbers of strings become their texts, and what only joins tables is left out. */

/* strings: the table of them, as lamina_sqlite_find_row () numbers tables; 0 without one */
typedef struct
{
  LaminaSqlite *database;
  const GpuWords *words;
  guint32 strings;
  LaminaDetails *details;
} Describe;

typedef struct
{
  const char *column;
  char *text;
} Cell;

static void
take_text (const char        *column,
           const LaminaValue *value,
           gpointer           data)
{
  Cell *cell = data;

  if (cell->text == NULL && value->type == LAMINA_VALUE_TEXT && g_str_equal (column, cell->column))
    cell->text = g_utf8_make_valid (value->text, -1);
}

/* The text of a string by its number; NULL for what is none. */
static char *
dup_string (Describe          *self,
            const LaminaValue *value)
{
  Cell cell = { self->words->value, NULL };

  if (value->type == LAMINA_VALUE_INTEGER && value->integer >= 0)
    lamina_sqlite_find_row (self->database, (guint64) value->integer, self->strings, take_text, &cell);
  return cell.text;
}

static gboolean
counts_bytes (const char *column)
{
  return g_str_equal (column, "bytes") || g_str_equal (column, "size") || g_str_has_suffix (column, "SharedMemory")
         || g_str_has_prefix (column, "localMemory") || g_str_has_suffix (column, "_segment_size");
}

static void
add_column (const char        *column,
            const LaminaValue *value,
            gpointer           data)
{
  Describe *self = data;
  LaminaValue shown = *value;
  g_autofree char *text = NULL;

  if (g_strv_contains (self->words->left_out, column))
    return;
  if (value->type == LAMINA_VALUE_TEXT)
    shown.text = text = g_utf8_make_valid (value->text, -1);
  else if (g_strv_contains (self->words->names, column) && (text = dup_string (self, value)) != NULL)
    shown = LAMINA_VALUE_INIT_TEXT (text);
  else if (value->type == LAMINA_VALUE_INTEGER && counts_bytes (column))
    shown.unit = LAMINA_UNIT_BYTES;
  if (shown.type != LAMINA_VALUE_TEXT || *shown.text != '\0')
    lamina_details_add (self->details, NULL, column, &shown);
}

/* The table of strings for the table of a row: of several, the one that ends like it. */
static guint32
find_strings (LaminaSqlite   *database,
              const GpuWords *words,
              guint64         table)
{
  const char *const *tables = lamina_sqlite_get_tables (database);

  for (guint32 i = 0; tables[i] != NULL; i++)
    {
      const char *suffix = tables[i] + strlen (words->strings);

      if (g_str_has_prefix (tables[i], words->strings)
          && (*suffix == '\0' || (*suffix == '_' && g_str_has_suffix (tables[table - 1], suffix))))
        return i + 1;
    }
  return 0;
}

LaminaSqlite *
gpu_describe_open (LaminaFormat    *format,
                   LaminaDocument  *document,
                   GError         **error)
{
  LaminaSource *source = lamina_sources_get (lamina_document_get_sources (document), 0);
  LaminaSqlite *database = g_object_get_data (G_OBJECT (format), "database");

  if (!lamina_source_check_unchanged (source, error))
    return NULL;
  if (database != NULL)
    return database;
  database = lamina_sqlite_open (source, NULL, error);
  if (database != NULL)
    g_object_set_data_full (G_OBJECT (format), "database", database, (GDestroyNotify) lamina_sqlite_free);
  return database;
}

gboolean
gpu_describe (LaminaFormat       *format,
              LaminaDocument     *document,
              const LaminaPlace  *place,
              const GpuWords     *words,
              LaminaDetails      *details,
              GError            **error)
{
  Describe self = { .words = words, .details = details };
  LaminaArgs args;

  self.database = gpu_describe_open (format, document, error);
  if (self.database == NULL)
    return FALSE;
  for (guint i = 0; lamina_document_find_args (document, place, i, &args); i++)
    {
      self.strings = find_strings (self.database, words, args.length);
      lamina_sqlite_find_row (self.database, args.offset, (guint32) args.length, add_column, &self);
    }
  return TRUE;
}
