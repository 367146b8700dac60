/* SPDX-License-Identifier: Apache-2.0 */
#include "json-dump.h"
#include "lamina-import-finish.h"

#define TEXT(literal) literal, sizeof (literal) - 1

/* A text, what is delivered of it, and the repairs with the offset of the first of each kind. */
typedef struct
{
  const char *name;
  const char *text;
  gsize length;
  const char *dump;
  const char *repairs;
} Case;

static const Case cases[] = {
#include "json-cases.h"
};

/* Has a bit of everything. Its numbers, words and strings are cut at each byte. */
static const char document[] = "{\"schema\": 1, \"text\": \"a\\\"b\\u00e9\\ud83d\\ude00 é€😀 \\\\\", \"none\": null,\n"
                               "  \"traceEvents\": [\n    {\"ph\": \"X\", \"ts\": 1700000000000000.123, \"dur\": -0.5e-9},\n"
                               "    {\"args\": {\"shape\": [[1, 2], [], {}], \"ok\": true, \"no\": false}, \"\": \"\"},\n"
                               "    \"tail\", 12, [[[]]], {\"\\u0061\": [{}]}\n  ], \"last\": 0}";

static const gsize block_sizes[] = { 0, 1, 2, 3, 16 };

static void
check_case (const Case *test,
            gsize       block_size)
{
  g_autoptr (LaminaImport) import = lamina_import_new (100);
  g_autoptr (LaminaJsonReader) reader = json_open (test->text, test->length, block_size, NULL, import);
  g_autofree char *dump = json_dump (reader, NULL);
  g_autofree char *repairs = json_dump_repairs (import);

  g_assert_cmpstr (dump, ==, test->dump);
  g_assert_cmpstr (repairs, ==, test->repairs);
  g_assert_true (lamina_json_reader_finish (reader, NULL));
  g_assert_cmpint (lamina_json_reader_is_cut (reader), ==, strstr (repairs, "text that ends") != NULL);
}

static void
test_case (gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (block_sizes); i++)
    check_case (data, block_sizes[i]);
}

/* How much of the dump must be there when the text is cut at @cut: every value that was followed by at least one byte. */
static gsize
find_least (GArray *marks,
            gsize   cut)
{
  gsize least = 0;

  for (guint i = 0; i < marks->len; i++)
    {
      const JsonDumpMark *mark = &g_array_index (marks, JsonDumpMark, i);

      if (mark->end + 1 <= cut)
        least = MAX (least, mark->dump_length);
    }
  return least;
}

static void
check_cut (gsize       cut,
           gsize       block_size,
           const char *whole,
           GArray     *marks)
{
  g_autoptr (LaminaImport) import = lamina_import_new (0);
  g_autoptr (LaminaJsonReader) reader = json_open (document, cut, block_size, NULL, import);
  g_autofree char *dump = json_dump (reader, NULL);

  g_assert_true (g_str_has_prefix (whole, dump));
  g_assert_cmpuint (strlen (dump), >=, find_least (marks, cut));
  g_assert_cmpint (lamina_json_reader_is_cut (reader), ==, cut > 0);
  g_assert_true (lamina_json_reader_finish (reader, NULL));
}

static void
test_cut_anywhere (void)
{
  gsize length = sizeof document - 1;
  g_autoptr (LaminaImport) import = lamina_import_new (0);
  g_autoptr (LaminaJsonReader) reader = json_open (document, length, 0, NULL, import);
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (JsonDumpMark));
  g_autofree char *whole = json_dump (reader, marks);
  g_autofree char *repairs = json_dump_repairs (import);

  g_assert_cmpstr (repairs, ==, "");
  g_assert_false (lamina_json_reader_is_cut (reader));
  g_assert_cmpuint (marks->len, >, 10);
  for (gsize cut = 0; cut < length; cut++)
    for (guint i = 0; i < G_N_ELEMENTS (block_sizes); i++)
      check_cut (cut, block_sizes[i], whole, marks);
}

/* Skipping any part must lead to the same place as walking it, also when the text is broken. */
static void
test_skip_like_walk (gconstpointer data)
{
  const Case *test = data;
  g_autofree char *text = g_strdup_printf ("[%s%s", *test->text == '[' || *test->text == '{' ? test->text : "0", ", 1]");
  gsize length = strlen (text);
  g_autoptr (LaminaJsonReader) walking = json_open (text, length, 0, NULL, NULL);
  g_autoptr (LaminaJsonReader) skipping = json_open (text, length, 1, NULL, NULL);

  g_assert_true (lamina_json_reader_enter_array (walking));
  g_assert_true (lamina_json_reader_enter_array (skipping));
  while (lamina_json_reader_next_element (walking))
    {
      g_assert_true (lamina_json_reader_next_element (skipping));
      g_assert_cmpuint (lamina_json_reader_get_offset (walking), ==, lamina_json_reader_get_offset (skipping));
      if (lamina_json_reader_enter_object (walking))
        while (lamina_json_reader_next_member (walking, NULL) != LAMINA_JSON_END)
          lamina_json_reader_skip (walking, NULL, NULL);
      else if (lamina_json_reader_enter_array (walking))
        lamina_json_reader_leave (walking);
      else
        lamina_json_reader_skip (walking, NULL, NULL);
      lamina_json_reader_skip (skipping, NULL, NULL);
      g_assert_cmpuint (lamina_json_reader_get_end (walking), ==, lamina_json_reader_get_end (skipping));
    }
  g_assert_false (lamina_json_reader_next_element (skipping));
  g_assert_cmpint (lamina_json_reader_is_cut (walking), ==, lamina_json_reader_is_cut (skipping));
}

static void
check_depth_bomb (const char *unit,
                  gboolean    enter)
{
  const guint n = 1000000;
  GString *text = g_string_new (NULL);
  g_autoptr (LaminaImport) import = lamina_import_new (0);
  g_autoptr (LaminaJsonReader) reader = NULL;
  guint depth = 0;

  for (guint i = 0; i < n; i++)
    g_string_append (text, unit);
  reader = json_open (text->str, text->len, 0, NULL, import);
  g_string_free (text, TRUE);
  if (enter)
    {
      while (lamina_json_reader_enter_array (reader) || lamina_json_reader_enter_object (reader))
        {
          gboolean in_object = *unit == '{' || depth % 2 == 1;

          depth++;
          if (strcmp (unit, "[") == 0 || !in_object)
            lamina_json_reader_next_element (reader);
          else
            lamina_json_reader_next_member (reader, NULL);
        }
      g_assert_cmpuint (depth, ==, 512);
    }
  lamina_json_reader_expect_end (reader);
  g_assert_true (lamina_json_reader_is_cut (reader));
  g_assert_true (lamina_json_reader_finish (reader, NULL));
}

static void
test_depth_bombs (void)
{
  check_depth_bomb ("[", TRUE);
  check_depth_bomb ("[", FALSE);
  check_depth_bomb ("{\"a\":", TRUE);
  check_depth_bomb ("{\"a\":", FALSE);
  check_depth_bomb ("[{\"a\":", TRUE);
}

/* The text of a container, from the window or read again, is that of its value. */
static void
test_json (void)
{
  static const char *const texts[][2] = {
    { "[[64, 256, 1, 1], [], [\"a b\", {\"c\": 0}]]", NULL },
    { "[1,2]", NULL },
    { "[ 1]", "[1]" },
    { "[1 ]", "[1]" },
    { "[1 , 2]", "[1, 2]" },
    { "[1,  2]", "[1, 2]" },
    { "{\"a\" :1}", "{\"a\":1}" },
    { "{\"a\": {}\n}", "{\"a\": {}}" },
    { "[1234567890, 1234567890,\t3]", "[1234567890, 1234567890, 3]" },
    { "[\"1234567890 1234567890 , \"]", NULL },
    { "[\"é\", \"\xff\", \"\x7f\"]", "[\"é\", \"�\", \"\x7f\"]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (block_sizes); j++)
      {
        g_autoptr (LaminaJsonReader) reader = json_open (texts[i][0], strlen (texts[i][0]), block_sizes[j], NULL, NULL);
        gsize length;
        const char *json = lamina_json_reader_read_json (reader, &length);

        g_assert_cmpstr (json, ==, texts[i][1] != NULL ? texts[i][1] : texts[i][0]);
        g_assert_cmpuint (length, ==, strlen (json));
        g_assert_null (lamina_json_reader_read_json (reader, &length));
      }
}

/* What is written in another way than usual is left to the other functions. */
static void
test_digits (void)
{
  static const struct { const char *text; gint64 digits; int n_decimals; } numbers[] = {
    { "0", 0, 0 }, { "-0", 0, 0 }, { "12.50", 1250, 2 }, { "-1700000000000123.25", G_GINT64_CONSTANT (-170000000000012325), 2 },
    { "999999999999999999", G_GINT64_CONSTANT (999999999999999999), 0 }, { "0.000000000000000001", 1, 18 },
    { "0.12345678901234567", G_GINT64_CONSTANT (12345678901234567), 17 },
    { "-1712195495525780.251", G_GINT64_CONSTANT (-1712195495525780251), 3 },
    { "9223372036854775.807", G_MAXINT64, 3 }, { "9223372036854775808", 0, -1 }, { "9999999999999999.999", 0, -1 },
    { "12345678901234567890", 0, -1 }, { "0.0000000000000000001", 0, -1 }, { "1e3", 0, -1 },
    { "01", 0, -1 }, { "+1", 0, -1 }, { "1.", 0, -1 }, { ".5", 0, -1 }, { "NaN", 0, -1 }, { "\"1\"", 0, -1 }, { "[1]", 0, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    for (guint j = 0; j < G_N_ELEMENTS (block_sizes); j++)
      {
        g_autofree char *text = g_strdup_printf ("[%s ]", numbers[i].text);
        g_autoptr (LaminaJsonReader) reader = json_open (text, strlen (text), block_sizes[j], NULL, NULL);
        gint64 digits = 0;
        guint n_decimals = 99;

        g_assert_true (lamina_json_reader_enter_array (reader) && lamina_json_reader_next_element (reader));
        g_assert_cmpint (lamina_json_reader_read_digits (reader, &digits, &n_decimals), ==, numbers[i].n_decimals >= 0);
        g_assert_cmpint (digits, ==, numbers[i].n_decimals >= 0 ? numbers[i].digits : 0);
        g_assert_cmpuint (n_decimals, ==, numbers[i].n_decimals >= 0 ? (guint) numbers[i].n_decimals : 99);
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text_path = g_strdup_printf ("/json-text/%s", cases[i].name);
      g_autofree char *skip_path = g_strdup_printf ("/json-text/skip/%s", cases[i].name);

      g_test_add_data_func (text_path, &cases[i], test_case);
      g_test_add_data_func (skip_path, &cases[i], test_skip_like_walk);
    }
  g_test_add_func ("/json-text/cut-anywhere", test_cut_anywhere);
  g_test_add_func ("/json-text/depth-bombs", test_depth_bombs);
  g_test_add_func ("/json-text/json", test_json);
  g_test_add_func ("/json-text/digits", test_digits);
  return g_test_run ();
}
