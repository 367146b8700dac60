/* SPDX-License-Identifier: Apache-2.0 */
#include "json-dump.h"
#include "lamina-error.h"
#include "lamina-import-finish.h"
#include "lamina-json-reader-fields.h"

#include <glib/gstdio.h>
#include <unistd.h>

static LaminaJsonReader *
open_text (const char *text)
{
  return json_open (text, strlen (text), 0, NULL, NULL);
}

/* The window moves with each byte, so that nothing that is promised to stay valid may stand in it. */
static LaminaJsonReader *
open_bytewise (const char   *text,
               LaminaImport *import)
{
  return json_open (text, strlen (text), 1, NULL, import);
}

static void
assert_text (LaminaJsonReader *reader,
             const char       *text)
{
  gsize length;

  g_assert_cmpstr (lamina_json_reader_read_text (reader, &length), ==, text);
  g_assert_cmpuint (length, ==, strlen (text));
}

static void
assert_int (LaminaJsonReader *reader,
            gint64            expected)
{
  gint64 value;

  g_assert_true (lamina_json_reader_read_int64 (reader, &value));
  g_assert_cmpint (value, ==, expected);
}

static void
test_keys (void)
{
  static const char *const keys[] = { "name", "dur", "", "na\"me", "dur", "é", NULL };
  g_autoptr (LaminaJsonReader) reader = open_bytewise ("{\"dur\": 1, \"other\": 2, \"\\u006eame\": 3, \"\": 4, \"na\\\"me\": 5,"
                                                       " \"nam\": 6, \"n\\u0061mee\": 7, \"\\u00e9\": 8, \"é\": 9}", NULL);
  static const int expected[] = { 1, LAMINA_JSON_OTHER, 0, 2, 3, LAMINA_JSON_OTHER, LAMINA_JSON_OTHER, 5, 5 };
  static const char *const texts[] = { "dur", "other", "name", "", "na\"me", "nam", "namee", "é", "é" };

  g_assert_true (lamina_json_reader_enter_object (reader));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gsize length;

      g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, expected[i]);
      assert_int (reader, i + 1);
      /* Still there after the value was read. */
      g_assert_cmpstr (lamina_json_reader_get_key (reader, &length), ==, texts[i]);
      g_assert_cmpuint (length, ==, strlen (texts[i]));
    }
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, LAMINA_JSON_END);
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, LAMINA_JSON_END);
}

/* The key of a member stays while records are looked for in its value. */
static void
test_key_while_skipping (void)
{
  g_autoptr (LaminaImport) import = lamina_import_new (10);
  g_autoptr (LaminaJsonReader) reader = open_bytewise ("{\"outer\": {\"inner\": [1, 2], \"x\": 0}}", import);

  lamina_json_reader_add_record_path (reader, "/outer/inner/@");
  g_assert_true (lamina_json_reader_enter_object (reader));
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
  lamina_json_reader_skip (reader, NULL, NULL);
  g_assert_cmpstr (lamina_json_reader_get_key (reader, NULL), ==, "outer");
  g_assert_cmpuint (lamina_import_get_n_records (import), ==, 2);
}

static void
test_many_keys (void)
{
  const guint n = 300;
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new ("{");
  g_autoptr (LaminaJsonReader) reader = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (keys, g_strdup_printf ("key%u", i));
      g_string_append_printf (text, "\"key%u\": %u, ", n - 1 - i, i);
    }
  g_ptr_array_add (keys, NULL);
  g_string_append (text, "\"end\": 0}");
  reader = json_open (text->str, text->len, 0, NULL, NULL);
  g_string_free (text, TRUE);
  g_assert_true (lamina_json_reader_enter_object (reader));
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (lamina_json_reader_next_member (reader, (const char *const *) keys->pdata), ==, n - 1 - i);
}

typedef struct
{
  const char *text;
  gboolean ok;
  gint64 value;
} Number;

static void
test_int64 (void)
{
  static const Number numbers[] = {
    { "12", TRUE, 12 },
    { "\"-12\"", TRUE, -12 },
    { "\"\\u0031\"", TRUE, 1 },
    { "1e3", TRUE, 1000 },
    { "5.0", TRUE, 5 },
    { "9223372036854775807", TRUE, G_MAXINT64 },
    { "5.5", FALSE, 0 },
    { "9223372036854775808", FALSE, 0 },
    { "-9223372036854775808", FALSE, 0 },
    { "1e400", FALSE, 0 },
    { "NaN", FALSE, 0 },
    { "\"\"", FALSE, 0 },
    { "\"12 \"", FALSE, 0 },
    { "\"inf\"", FALSE, 0 },
    { "true", FALSE, 0 },
    { "null", FALSE, 0 },
    { "[1]", FALSE, 0 },
    { "{}", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (LaminaJsonReader) reader = open_text (numbers[i].text);
      LaminaJsonType type = lamina_json_reader_peek (reader);
      gint64 value = 42;

      g_assert_cmpint (lamina_json_reader_read_int64 (reader, &value), ==, numbers[i].ok);
      g_assert_cmpint (value, ==, numbers[i].ok ? numbers[i].value : 42);
      g_assert_cmpint (lamina_json_reader_peek (reader), ==, numbers[i].ok ? LAMINA_JSON_NOTHING : type);
      g_assert_false (numbers[i].ok && lamina_json_reader_read_int64 (reader, &value));
    }
}

static void
test_uint64 (void)
{
  g_autoptr (LaminaJsonReader) reader = open_text ("[18446744073709551615, \"140737488355328\", 1e3, -1, 1.5, "
                                                   "18446744073709551616]");
  guint64 value = 0;

  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_uint64 (reader, &value));
  g_assert_cmpuint (value, ==, G_MAXUINT64);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_uint64 (reader, &value));
  g_assert_cmpuint (value, ==, G_GUINT64_CONSTANT (140737488355328));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_uint64 (reader, &value));
  g_assert_cmpuint (value, ==, 1000);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (lamina_json_reader_next_element (reader));
      g_assert_false (lamina_json_reader_read_uint64 (reader, &value));
      g_assert_cmpuint (value, ==, 1000);
    }
}

static void
test_decimal_and_boolean (void)
{
  g_autoptr (LaminaJsonReader) reader = open_text ("[0.1464495, \"1700000000123456.789\", true, false, \"true\", -Infinity]");
  gint64 value = 0;
  gboolean boolean = FALSE;

  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_decimal (reader, 6, &value));
  g_assert_cmpint (value, ==, 146450);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_decimal (reader, 3, &value));
  g_assert_cmpint (value, ==, G_GINT64_CONSTANT (1700000000123456789));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_boolean (reader, &boolean));
  g_assert_true (boolean);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_boolean (reader, &boolean));
  g_assert_false (boolean);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_false (lamina_json_reader_read_boolean (reader, &boolean));
  assert_text (reader, "true");
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_false (lamina_json_reader_read_decimal (reader, 0, &value));
  assert_text (reader, "-Infinity");
  g_assert_false (lamina_json_reader_next_element (reader));
}

static void
assert_value (LaminaJsonReader *reader,
              LaminaValueType   type,
              gint64            integer,
              double            real,
              const char       *text)
{
  LaminaValue value;

  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_value (reader, &value));
  g_assert_cmpint (value.type, ==, type);
  g_assert_cmpint (value.integer, ==, integer);
  g_assert_cmpfloat (value.real, ==, real);
  g_assert_cmpstr (value.text, ==, text);
  lamina_value_clear (&value);
  g_assert_false (lamina_json_reader_read_value (reader, &value));
}

static void
check_values (gsize block_size)
{
  static const char text[] = "[1, 1.0, 1e2, 9223372036854775808, \"t\\u00e9xt\", \"a\\u0000b\", true, null,\n"
                             " [1,  2,\n 3 ], { \"a\" : [ ] , \"b c\" :\t\"x  y\" }, [\"li\nne\", \"\xff\"] ]";
  g_autoptr (LaminaJsonReader) reader = json_open (text, sizeof text - 1, block_size, NULL, NULL);

  g_assert_true (lamina_json_reader_enter_array (reader));
  assert_value (reader, LAMINA_VALUE_INTEGER, 1, 0, "1");
  assert_value (reader, LAMINA_VALUE_REAL, 0, 1, "1.0");
  assert_value (reader, LAMINA_VALUE_REAL, 0, 100, "1e2");
  assert_value (reader, LAMINA_VALUE_REAL, 0, 9223372036854775808.0, "9223372036854775808");
  assert_value (reader, LAMINA_VALUE_TEXT, 0, 0, "téxt");
  assert_value (reader, LAMINA_VALUE_TEXT, 0, 0, "a�b");
  assert_value (reader, LAMINA_VALUE_BOOLEAN, 1, 0, NULL);
  assert_value (reader, LAMINA_VALUE_NULL, 0, 0, NULL);
  assert_value (reader, LAMINA_VALUE_TEXT, 0, 0, "[1, 2, 3]");
  assert_value (reader, LAMINA_VALUE_TEXT, 0, 0, "{\"a\": [], \"b c\": \"x  y\"}");
  assert_value (reader, LAMINA_VALUE_TEXT, 0, 0, "[\"li\\u000ane\", \"�\"]");
  g_assert_false (lamina_json_reader_next_element (reader));
}

static void
test_values (void)
{
  check_values (0);
  check_values (1);
}

/* Whatever is left is skipped by itself, at any depth. */
static void
test_left_early (void)
{
  g_autoptr (LaminaJsonReader) reader = open_bytewise ("[{\"a\": {\"b\": [1, {\"c\": 2}], \"d\": 0}, \"e\": 0}, 3, "
                                                       "{\"f\": {\"g\": 0}, \"h\": 4}, 5]", NULL);

  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_enter_object (reader));
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
  g_assert_true (lamina_json_reader_enter_object (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  assert_int (reader, 3);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_enter_object (reader));
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
  g_assert_true (lamina_json_reader_enter_object (reader));
  lamina_json_reader_leave (reader);
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
  assert_int (reader, 4);
  g_assert_true (lamina_json_reader_next_element (reader));
  assert_int (reader, 5);
  lamina_json_reader_leave (reader);
  lamina_json_reader_leave (reader);
  g_assert_false (lamina_json_reader_next_element (reader));
  g_assert_cmpint (lamina_json_reader_peek (reader), ==, LAMINA_JSON_NOTHING);
}

/* What was skipped is read later by another reader; a container that was walked is found by its offset and end. */
static void
test_ranges (void)
{
  static const char text[] = "{\"args\": { \"a\" : [1, \"]\"] } , \"n\": -12.5 , \"s\":\"x\\\"y\"}";
  static const char *const expected[] = { "{ \"a\": [ 1 \"]\" ] } ", "-12.5 ", "\"x\"y\" " };
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.json", bytes, NULL);
  g_autoptr (LaminaJsonReader) reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, NULL, NULL);
  guint64 offset;
  guint64 length;

  g_assert_true (lamina_json_reader_enter_object (reader));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (LaminaJsonReader) second = NULL;
      g_autofree char *dump = NULL;

      g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
      offset = lamina_json_reader_get_offset (reader);
      if (i == 0 && lamina_json_reader_enter_object (reader))
        {
          lamina_json_reader_leave (reader);
          length = lamina_json_reader_get_end (reader) - offset;
        }
      else
        lamina_json_reader_skip (reader, &offset, &length);
      g_assert_cmpuint (lamina_json_reader_get_end (reader), ==, offset + length);
      second = lamina_json_reader_new (source, offset, length, NULL, NULL, NULL);
      dump = json_dump (second, NULL);
      g_assert_cmpstr (dump, ==, expected[i]);
      g_assert_false (lamina_json_reader_is_cut (second));
    }
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_END);
  lamina_json_reader_skip (reader, &offset, &length);
  g_assert_cmpuint (length, ==, 0);
}

/* Offsets beyond 32 bits, in a file that is mostly a hole. */
static void
test_large_file (void)
{
  const guint64 offset = G_GUINT64_CONSTANT (5) << 30;
  static const char text[] = "[{\"a\": 1}, 2]";
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("lamina-XXXXXX.json", &path, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaJsonReader) reader = NULL;

  g_assert_cmpint (fd, >=, 0);
  if (pwrite (fd, text, sizeof text - 1, (off_t) offset) != (gssize) sizeof text - 1)
    g_test_skip ("the temporary folder takes no large file");
  else
    {
      source = lamina_source_open (file, NULL, NULL);
      reader = lamina_json_reader_new (source, offset, G_MAXUINT64, NULL, NULL, NULL);
      g_assert_true (lamina_json_reader_enter_array (reader));
      g_assert_true (lamina_json_reader_next_element (reader));
      g_assert_cmpuint (lamina_json_reader_get_offset (reader), ==, offset + 1);
      g_assert_true (lamina_json_reader_next_element (reader));
      assert_int (reader, 2);
      g_assert_cmpuint (lamina_json_reader_get_end (reader), ==, offset + 12);
      g_assert_false (lamina_json_reader_next_element (reader));
      g_assert_false (lamina_json_reader_is_cut (reader));
    }
  g_unlink (path);
  close (fd);
}

static void
test_cancelled (void)
{
  static const char text[] = "[1, 2, 3]";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.json", bytes, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LaminaJsonReader) reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, NULL, cancellable);
  g_autoptr (GError) error = NULL;

  reader->block_size = 2;
  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_cancellable_cancel (cancellable);
  g_assert_false (lamina_json_reader_next_element (reader));
  g_assert_false (lamina_json_reader_next_element (reader));
  g_assert_false (lamina_json_reader_is_cut (reader));
  g_assert_false (lamina_json_reader_finish (reader, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-reader/keys", test_keys);
  g_test_add_func ("/json-reader/key-while-skipping", test_key_while_skipping);
  g_test_add_func ("/json-reader/many-keys", test_many_keys);
  g_test_add_func ("/json-reader/int64", test_int64);
  g_test_add_func ("/json-reader/uint64", test_uint64);
  g_test_add_func ("/json-reader/decimal-and-boolean", test_decimal_and_boolean);
  g_test_add_func ("/json-reader/values", test_values);
  g_test_add_func ("/json-reader/left-early", test_left_early);
  g_test_add_func ("/json-reader/ranges", test_ranges);
  g_test_add_func ("/json-reader/large-file", test_large_file);
  g_test_add_func ("/json-reader/cancelled", test_cancelled);
  return g_test_run ();
}
