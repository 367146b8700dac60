/* SPDX-License-Identifier: Apache-2.0 */
#include "json-dump.h"

#include "lamina-import-finish.h"
#include "lamina-json-reader-fields.h"

typedef struct
{
  LaminaJsonReader *reader;
  GString *text;
  GArray *marks;
} Dump;

static void dump_value (Dump *dump);

static void
dump_text (Dump       *dump,
           const char *text,
           gsize       length)
{
  g_assert_true (text[length] == '\0');
  g_string_append_c (dump->text, '"');
  for (gsize i = 0; i < length; i++)
    {
      if ((guint8) text[i] < ' ')
        g_string_append_printf (dump->text, "<%02x>", (guint) text[i]);
      else
        g_string_append_c (dump->text, text[i]);
    }
  g_string_append_c (dump->text, '"');
}

static void
dump_object (Dump *dump)
{
  g_assert_true (lamina_json_reader_enter_object (dump->reader));
  g_string_append (dump->text, "{ ");
  for (;;)
    {
      int index = lamina_json_reader_next_member (dump->reader, NULL);
      const char *key;
      gsize length;

      if (index == LAMINA_JSON_END)
        break;
      g_assert_cmpint (index, ==, LAMINA_JSON_OTHER);
      key = lamina_json_reader_get_key (dump->reader, &length);
      dump_text (dump, key, length);
      g_string_append (dump->text, ": ");
      dump_value (dump);
    }
  if (!lamina_json_reader_is_cut (dump->reader))
    g_string_append (dump->text, "} ");
}

static void
dump_array (Dump *dump)
{
  g_assert_true (lamina_json_reader_enter_array (dump->reader));
  g_string_append (dump->text, "[ ");
  while (lamina_json_reader_next_element (dump->reader))
    dump_value (dump);
  if (!lamina_json_reader_is_cut (dump->reader))
    g_string_append (dump->text, "] ");
}

static void
dump_scalar (Dump *dump)
{
  LaminaJsonType type = lamina_json_reader_peek (dump->reader);
  gboolean boolean;
  gsize length;

  if (type == LAMINA_JSON_STRING)
    {
      const char *text = lamina_json_reader_read_text (dump->reader, &length);

      dump_text (dump, text, length);
    }
  else if (type == LAMINA_JSON_NUMBER)
    g_string_append (dump->text, lamina_json_reader_read_text (dump->reader, NULL));
  else if (lamina_json_reader_read_boolean (dump->reader, &boolean))
    g_string_append (dump->text, boolean ? "true" : "false");
  else
    {
      g_assert_cmpint (type, ==, LAMINA_JSON_NULL);
      g_string_append (dump->text, "null");
      lamina_json_reader_skip (dump->reader, NULL, NULL);
    }
  g_assert_cmpint (lamina_json_reader_peek (dump->reader), ==, LAMINA_JSON_NOTHING);
  g_string_append_c (dump->text, ' ');
  if (dump->marks != NULL)
    {
      JsonDumpMark mark = { lamina_json_reader_get_end (dump->reader), dump->text->len };

      g_array_append_val (dump->marks, mark);
    }
}

static void
dump_value (Dump *dump)
{
  switch (lamina_json_reader_peek (dump->reader))
    {
    case LAMINA_JSON_NOTHING:
      g_assert_not_reached ();
    case LAMINA_JSON_OBJECT:
      dump_object (dump);
      break;
    case LAMINA_JSON_ARRAY:
      dump_array (dump);
      break;
    case LAMINA_JSON_STRING:
    case LAMINA_JSON_NUMBER:
    case LAMINA_JSON_BOOLEAN:
    case LAMINA_JSON_NULL:
    default:
      dump_scalar (dump);
      break;
    }
}

char *
json_dump (LaminaJsonReader *reader,
           GArray           *marks)
{
  Dump dump = { .reader = reader, .text = g_string_new (NULL), .marks = marks };

  if (lamina_json_reader_peek (reader) != LAMINA_JSON_NOTHING)
    dump_value (&dump);
  lamina_json_reader_expect_end (reader);
  return g_string_free (dump.text, FALSE);
}

char *
json_dump_repairs (LaminaImport *import)
{
  g_autoptr (LaminaImportReport) report = lamina_import_finish (import, NULL, NULL);
  GString *dump = g_string_new (NULL);

  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      g_string_append_printf (dump, "%s%" G_GUINT64_FORMAT "×%s@%" G_GUINT64_FORMAT, i > 0 ? "; " : "", issue->count,
                              issue->kind, issue->offset);
    }
  return g_string_free (dump, FALSE);
}

LaminaJsonReader *
json_open (const char   *text,
           gsize         length,
           gsize         block_size,
           const char   *nesting,
           LaminaImport *import)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.json", bytes, NULL);
  LaminaJsonReader *reader = lamina_json_reader_new (source, 0, G_MAXUINT64, nesting, import, NULL);

  if (block_size > 0)
    reader->block_size = block_size;
  return reader;
}
