/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-trace.h"

#include <string.h>

/* A row of the database becomes attributes: numbers of strings become their texts, and what only joins tables is left out. */

typedef struct
{
  LaminaSqlite *database;
  guint32 strings; /* the table of them, as lamina_sqlite_find_row() numbers tables; 0 without one */
  LaminaDetails *details;
} Describe;

static void
take_text (const char        *column,
           const LaminaValue *value,
           gpointer           data)
{
  char **text = data;

  if (*text == NULL && value->type == LAMINA_VALUE_TEXT && g_str_equal (column, "value"))
    *text = g_utf8_make_valid (value->text, -1);
}

static gboolean
is_left_out (const char *column)
{
  static const char *const left_out[] = { "start", "end", "timestamp", "globalTid", "globalPid", "endGlobalTid", "eventType", NULL };

  return g_strv_contains (left_out, column);
}

/* What stands there is the number of a string. */
static gboolean
names_string (const char *column)
{
  static const char *const names[] = { "demangledName", "shortName", "mangledName", "nameId", "textId", "jsonTextId", NULL };

  return g_strv_contains (names, column);
}

static void
add_column (const char        *column,
            const LaminaValue *value,
            gpointer           data)
{
  Describe *self = data;
  LaminaValue shown = *value;
  g_autofree char *text = NULL;

  if (is_left_out (column))
    return;
  if (value->type == LAMINA_VALUE_TEXT)
    shown.text = text = g_utf8_make_valid (value->text, -1);
  else if (names_string (column) && value->type == LAMINA_VALUE_INTEGER && value->integer >= 0
           && lamina_sqlite_find_row (self->database, (guint64) value->integer, self->strings, take_text, &text) && text != NULL)
    shown = LAMINA_VALUE_INIT_TEXT (text);
  else if (value->type == LAMINA_VALUE_INTEGER
           && (g_str_equal (column, "bytes") || g_str_has_suffix (column, "SharedMemory") || g_str_has_prefix (column, "localMemory")))
    shown.unit = LAMINA_UNIT_BYTES;
  lamina_details_add (self->details, NULL, column, &shown);
}

static guint32
find_strings (LaminaSqlite *database)
{
  const char *const *tables = lamina_sqlite_get_tables (database);

  for (guint32 i = 0; tables[i] != NULL; i++)
    if (g_str_equal (tables[i], "StringIds"))
      return i + 1;
  return 0;
}

gboolean
nsys_describe (LaminaDocument     *document,
               const LaminaPlace  *place,
               LaminaSqlite      **database,
               LaminaDetails      *details,
               GError            **error)
{
  LaminaSource *source = lamina_sources_get (lamina_document_get_sources (document), 0);
  Describe self = { .details = details };
  LaminaArgs args;

  if (!lamina_source_check_unchanged (source, error))
    return FALSE;
  if (*database == NULL)
    *database = lamina_sqlite_open (source, NULL, error);
  if (*database == NULL)
    return FALSE;
  self.database = *database;
  self.strings = find_strings (*database);
  for (guint i = 0; lamina_document_find_args (document, place, i, &args); i++)
    lamina_sqlite_find_row (*database, args.offset, (guint32) args.length, add_column, &self);
  return TRUE;
}
