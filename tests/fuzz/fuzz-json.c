/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "lamina-core.h"
#include "lamina-import-finish.h"

/* Reads a text that claims to be JSON with all of the reader's functions: each value in the way that its type allows, now and
 * then in a wrong way or not at all. Which way depends on the place of the value, so that a find can be repeated. */

static const char *const keys[] = { "a", "name", "traceEvents", NULL };

static void
take_scalar (LaminaJsonReader *reader,
             guint64           place)
{
  gint64 integer;
  guint64 natural;
  gboolean truth;
  gsize length = 0;
  const char *text;
  LaminaValue value;

  if (place % 3 == 0)
    {
      lamina_json_reader_read_int64 (reader, &integer);
      lamina_json_reader_read_uint64 (reader, &natural);
      lamina_json_reader_read_decimal (reader, 9, &integer);
      lamina_json_reader_read_boolean (reader, &truth);
    }
  if (place % 3 == 1 && lamina_json_reader_read_value (reader, &value))
    lamina_value_clear (&value);
  text = lamina_json_reader_read_text (reader, &length);
  if (text != NULL)
    g_assert_true (text[length] == '\0' && g_utf8_validate_len (text, length, NULL) == (strlen (text) == length));
}

static void
take (LaminaJsonReader *reader)
{
  guint64 place = lamina_json_reader_get_offset (reader);

  switch (lamina_json_reader_peek (reader))
    {
    case LAMINA_JSON_OBJECT:
      if (place % 7 != 3 && lamina_json_reader_enter_object (reader))
        while (lamina_json_reader_next_member (reader, keys) != LAMINA_JSON_END)
          take (reader);
      break;
    case LAMINA_JSON_ARRAY:
      if (place % 7 != 3 && lamina_json_reader_enter_array (reader))
        while (lamina_json_reader_next_element (reader))
          take (reader);
      break;
    case LAMINA_JSON_STRING:
    case LAMINA_JSON_NUMBER:
    case LAMINA_JSON_BOOLEAN:
    case LAMINA_JSON_NULL:
      take_scalar (reader, place);
      break;
    case LAMINA_JSON_NOTHING:
      break;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("fuzz.json", bytes, NULL);
  g_autoptr (LaminaImport) import = lamina_import_new (1000);
  g_autoptr (LaminaJsonReader) reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, import, NULL);

  lamina_json_reader_add_record_path (reader, "/traceEvents/@");
  take (reader);
  lamina_json_reader_expect_end (reader);
  lamina_json_reader_finish (reader, NULL);
  return 0;
}
