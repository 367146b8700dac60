/* SPDX-License-Identifier: Apache-2.0 */
#include "json-dump.h"

#include "lamina-import-private.h"

static void dump_value (LaminaJsonReader *reader,
                        GString          *dump);

static void
dump_text (const char *text,
           gsize       length,
           GString    *dump)
{
  g_assert_true (text[length] == '\0');
  g_string_append_c (dump, '"');
  for (gsize i = 0; i < length; i++)
    {
      if ((guint8) text[i] < ' ')
        g_string_append_printf (dump, "<%02x>", (guint) text[i]);
      else
        g_string_append_c (dump, text[i]);
    }
  g_string_append_c (dump, '"');
}

static void
dump_object (LaminaJsonReader *reader,
             GString          *dump)
{
  g_assert_true (lamina_json_reader_enter_object (reader));
  g_string_append (dump, "{ ");
  for (;;)
    {
      int index = lamina_json_reader_next_member (reader, NULL);
      const char *key;
      gsize length;

      if (index == LAMINA_JSON_END)
        break;
      g_assert_cmpint (index, ==, LAMINA_JSON_OTHER);
      key = lamina_json_reader_get_key (reader, &length);
      dump_text (key, length, dump);
      g_string_append (dump, ": ");
      dump_value (reader, dump);
    }
  if (!lamina_json_reader_is_cut (reader))
    g_string_append (dump, "} ");
}

static void
dump_array (LaminaJsonReader *reader,
            GString          *dump)
{
  g_assert_true (lamina_json_reader_enter_array (reader));
  g_string_append (dump, "[ ");
  while (lamina_json_reader_next_element (reader))
    dump_value (reader, dump);
  if (!lamina_json_reader_is_cut (reader))
    g_string_append (dump, "] ");
}

static void
dump_scalar (LaminaJsonReader *reader,
             GString          *dump)
{
  LaminaJsonType type = lamina_json_reader_peek (reader);
  gboolean boolean;
  gsize length;

  if (type == LAMINA_JSON_STRING)
    {
      const char *text = lamina_json_reader_read_text (reader, &length);

      dump_text (text, length, dump);
    }
  else if (type == LAMINA_JSON_NUMBER)
    g_string_append (dump, lamina_json_reader_read_text (reader, NULL));
  else if (lamina_json_reader_read_boolean (reader, &boolean))
    g_string_append (dump, boolean ? "true" : "false");
  else
    {
      g_assert_cmpint (type, ==, LAMINA_JSON_NULL);
      g_string_append (dump, "null");
      lamina_json_reader_skip (reader, NULL, NULL);
    }
  g_assert_cmpint (lamina_json_reader_peek (reader), ==, LAMINA_JSON_NOTHING);
  g_string_append_c (dump, ' ');
}

static void
dump_value (LaminaJsonReader *reader,
            GString          *dump)
{
  switch (lamina_json_reader_peek (reader))
    {
    case LAMINA_JSON_NOTHING:
      g_assert_not_reached ();
    case LAMINA_JSON_OBJECT:
      dump_object (reader, dump);
      break;
    case LAMINA_JSON_ARRAY:
      dump_array (reader, dump);
      break;
    case LAMINA_JSON_STRING:
    case LAMINA_JSON_NUMBER:
    case LAMINA_JSON_BOOLEAN:
    case LAMINA_JSON_NULL:
    default:
      dump_scalar (reader, dump);
      break;
    }
}

char *
json_dump (LaminaJsonReader *reader)
{
  GString *dump = g_string_new (NULL);

  if (lamina_json_reader_peek (reader) != LAMINA_JSON_NOTHING)
    dump_value (reader, dump);
  lamina_json_reader_expect_end (reader);
  return g_string_free (dump, FALSE);
}

char *
json_dump_repairs (LaminaImport *import)
{
  g_autoptr (LaminaImportReport) report = lamina_import_finish (import, NULL);
  GString *dump = g_string_new (NULL);

  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);

      g_string_append_printf (dump, "%s%" G_GUINT64_FORMAT "×%s@%" G_GUINT64_FORMAT, i > 0 ? "; " : "", issue->count,
                              issue->kind, issue->offset);
    }
  return g_string_free (dump, FALSE);
}
