/* SPDX-License-Identifier: Apache-2.0 */
#include "json-dump.h"
#include "lamina-error.h"
#include "lamina-import-finish.h"
#include "lamina-json-reader-fields.h"

static const char trace[] = "{\"schema\": 1, \"traceEvents\": [{\"a\": [1]}, 2, {\"traceEvents\": [3]}, \"x\"],\n"
                            " \"other\": {\"traceEvents\": [4, 5]}, \"ops\": {\"1\": {\"k\": [6]}, \"2\": {\"k\": [7, 8]}}}";

typedef struct
{
  const char *path;
  guint n_records;
} PathCase;

static const PathCase path_cases[] = {
  { "", 1 },
  { "/schema", 1 },
  { "/traceEvents", 1 },
  { "/traceEvents/@", 4 },
  { "/traceEvents/@/@", 2 },
  { "/traceEvents/@/a/@", 1 },
  { "/other/traceEvents/@", 2 },
  { "/@", 4 },
  { "/@/@", 7 },
  { "/ops/@", 2 },
  { "/ops/@/k/@", 3 },
  { "/ops/2/k/@", 2 },
  { "/traceEvent/@", 0 },
  { "/traceEvents/@/b", 0 },
  { "/", 0 },
};

static guint64
count_records (const char *path,
               gsize       block_size,
               gboolean    walk)
{
  g_autoptr (LaminaImport) import = lamina_import_new (100);
  g_autoptr (LaminaJsonReader) reader = json_open (trace, sizeof trace - 1, block_size, NULL, import);

  lamina_json_reader_add_record_path (reader, path);
  if (walk)
    g_free (json_dump (reader, NULL));
  else
    lamina_json_reader_skip (reader, NULL, NULL);
  return lamina_import_get_n_records (import);
}

/* As many records whether their containers are walked or skipped. */
static void
test_paths (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (path_cases); i++)
    {
      g_test_message ("%s", path_cases[i].path);
      g_assert_cmpuint (count_records (path_cases[i].path, 0, TRUE), ==, path_cases[i].n_records);
      g_assert_cmpuint (count_records (path_cases[i].path, 0, FALSE), ==, path_cases[i].n_records);
      g_assert_cmpuint (count_records (path_cases[i].path, 1, TRUE), ==, path_cases[i].n_records);
      g_assert_cmpuint (count_records (path_cases[i].path, 1, FALSE), ==, path_cases[i].n_records);
    }
}

/* The record of a value is its own or that of the container around it, also behind the end of a container inside. */
static void
test_get_record (void)
{
  static const char text[] = "[{\"a\": {\"b\": [1]}, \"c\": 2}, {}, 3]";
  g_autoptr (LaminaImport) import = lamina_import_new (100);
  g_autoptr (LaminaJsonReader) reader = json_open (text, sizeof text - 1, 0, NULL, import);

  lamina_json_reader_add_record_path (reader, "/@");
  lamina_json_reader_add_record_path (reader, "/@/a/b/@");
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, LAMINA_NONE);
  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, 0);
  g_assert_true (lamina_json_reader_enter_object (reader));
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, 0);
  lamina_json_reader_skip (reader, NULL, NULL);
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, 0);
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
  lamina_json_reader_skip (reader, NULL, NULL);
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_END);
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, 0);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, 2);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_read_text (reader, NULL) != NULL);
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, 3);
  g_assert_false (lamina_json_reader_next_element (reader));
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, LAMINA_NONE);
}

/* Repairs name the record they are in. */
static void
test_repaired_records (void)
{
  static const char text[] = "[{\"a\": \"\\q\"}, {\"\\q\": 1 \"c\": 01}, {}, {\"d\": [1,]}";
  g_autoptr (LaminaImport) import = lamina_import_new (100);
  g_autoptr (LaminaJsonReader) reader = json_open (text, sizeof text - 1, 1, NULL, import);
  g_autofree char *dump = NULL;
  g_autoptr (LaminaImportReport) report = NULL;
  static const char *const expected[] = { "unknown or incomplete escape kept as text 0 1", "missing comma supplied 1",
                                          "leading zero of a number accepted 1", "trailing comma ignored 3",
                                          "text that ends inside a value",
                                          "record that no part of the format accounted for 0 1 2 3" };

  lamina_json_reader_add_record_path (reader, "/@");
  dump = json_dump (reader, NULL);
  report = lamina_import_finish (import, NULL, NULL);
  g_assert_cmpuint (lamina_import_report_get_n_issues (report), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);
      GString *found = g_string_new (issue->kind);

      for (guint j = 0; j < issue->n_records; j++)
        g_string_append_printf (found, " %u", issue->records[j]);
      g_assert_cmpstr (found->str, ==, expected[i]);
      g_string_free (found, TRUE);
    }
}

static void
test_too_many_records (void)
{
  g_autoptr (LaminaImport) import = lamina_import_new (2);
  g_autoptr (LaminaJsonReader) reader = json_open ("[1, 2, 3, 4]", 12, 0, NULL, import);
  g_autoptr (GError) error = NULL;

  lamina_json_reader_add_record_path (reader, "/@");
  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_false (lamina_json_reader_next_element (reader));
  g_assert_cmpint (lamina_json_reader_peek (reader), ==, LAMINA_JSON_NOTHING);
  g_assert_false (lamina_json_reader_finish (reader, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
  g_assert_true (lamina_import_is_full (import));
}

/* A value that was cut is no record; a container that was cut is one. */
static void
test_cut_records (void)
{
  g_autoptr (LaminaImport) import = lamina_import_new (10);
  g_autoptr (LaminaJsonReader) scalars = json_open ("[1, \"a", 6, 0, NULL, import);
  g_autoptr (LaminaJsonReader) containers = json_open ("[{\"a\": 1}, {\"b", 13, 0, NULL, import);

  lamina_json_reader_add_record_path (scalars, "/@");
  lamina_json_reader_skip (scalars, NULL, NULL);
  g_assert_cmpuint (lamina_import_get_n_records (import), ==, 1);
  lamina_json_reader_add_record_path (containers, "/@");
  lamina_json_reader_skip (containers, NULL, NULL);
  g_assert_cmpuint (lamina_import_get_n_records (import), ==, 3);
}

/* Reads @length bytes from the first @mark of the trace on. */
static LaminaJsonReader *
open_part (const char   *mark,
           guint64       length,
           const char   *nesting,
           LaminaImport *import)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (trace, sizeof trace - 1);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("test.json", bytes, NULL);

  return lamina_json_reader_new (source, (guint64) (strstr (trace, mark) - trace), length, nesting, import, NULL);
}

static void
test_nesting (void)
{
  g_autoptr (LaminaImport) import = lamina_import_new (10);
  g_autoptr (LaminaJsonReader) reader = open_part (", 2, {", G_MAXUINT64, "{traceEvents[", import);
  g_autofree char *repairs = NULL;
  static const char *const keys[] = { "other", "ops", NULL };
  guint n = 0;

  lamina_json_reader_add_record_path (reader, "/traceEvents/@");
  lamina_json_reader_add_record_path (reader, "/other");
  g_assert_cmpint (lamina_json_reader_peek (reader), ==, LAMINA_JSON_NOTHING);
  for (; lamina_json_reader_next_element (reader); n++)
    g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, n);
  g_assert_cmpuint (n, ==, 3);
  /* And on with what follows the array. */
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, 0);
  g_assert_cmpuint (lamina_json_reader_get_record (reader), ==, 3);
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, 1);
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, LAMINA_JSON_END);
  lamina_json_reader_expect_end (reader);
  g_assert_false (lamina_json_reader_is_cut (reader));
  repairs = json_dump_repairs (import);
  g_assert_cmpstr (repairs, ==, "4×record that no part of the format accounted for@42");
}

/* A part that ends between two elements is not cut, one that ends inside an element or a shorter file is. */
static void
test_parts (void)
{
  static const struct
  {
    const char *part;
    guint n_elements;
    gboolean cut;
  } parts[] = {
    { "{\"a\": [1]}, 2,", 2, FALSE },
    { "{\"a\": [1]}, 2", 2, FALSE },
    { "{\"a\": [1]}", 1, FALSE },
    { "{\"a\": [1]", 1, TRUE },
    { "{\"a\": ", 1, TRUE },
    { "{\"a\": [1]}, 2, {\"traceEvents\": [3]}, \"x", 3, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (LaminaJsonReader) reader = open_part (parts[i].part, strlen (parts[i].part), "{traceEvents[", NULL);
      g_autoptr (LaminaJsonReader) short_file = json_open (parts[i].part, strlen (parts[i].part), 0, "{traceEvents[", NULL);
      guint n = 0;

      while (lamina_json_reader_next_element (reader))
        n++;
      g_assert_cmpuint (n, ==, parts[i].n_elements);
      g_assert_cmpint (lamina_json_reader_is_cut (reader), ==, parts[i].cut);
      while (lamina_json_reader_next_element (short_file))
        ;
      g_assert_true (lamina_json_reader_is_cut (short_file));
    }
}

static void
test_nested_object (void)
{
  g_autoptr (LaminaImport) import = lamina_import_new (10);
  g_autoptr (LaminaJsonReader) reader = json_open ("\"x\": 1, \"k\": [2, 3]}, {}]", 25, 1, "[{a{", import);

  lamina_json_reader_add_record_path (reader, "/@/a/k/@");
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
  g_assert_cmpstr (lamina_json_reader_get_key (reader, NULL), ==, "x");
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_OTHER);
  g_assert_cmpint (lamina_json_reader_next_member (reader, NULL), ==, LAMINA_JSON_END);
  g_assert_cmpuint (lamina_import_get_n_records (import), ==, 2);
}

static LaminaJsonReader *
open_limited (const char   *text,
              guint         max_depth,
              guint64       max_text,
              gsize         block_size,
              LaminaImport *import)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  LaminaLimits limits;
  g_autoptr (LaminaSource) source = NULL;
  LaminaJsonReader *reader;

  lamina_limits_init (&limits);
  limits.max_depth = max_depth;
  limits.max_text = max_text;
  source = lamina_source_new_for_bytes ("test.json", bytes, &limits);
  reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, import, NULL);
  if (block_size > 0)
    reader->block_size = block_size;
  return reader;
}

static void
check_limits (const char *text,
              gsize       block_size,
              const char *expected,
              const char *expected_repairs)
{
  g_autoptr (LaminaImport) import = lamina_import_new (10);
  g_autoptr (LaminaJsonReader) reader = open_limited (text, 2, 8, block_size, import);
  g_autofree char *dump = json_dump (reader, NULL);
  g_autofree char *repairs = json_dump_repairs (import);

  g_assert_cmpstr (dump, ==, expected);
  g_assert_cmpstr (repairs, ==, expected_repairs);
}

static void
test_limits (void)
{
  static const char *const cases[][3] = {
    { "[[1, [2, [3]], 4], {\"a\": {\"b\": 5}, \"c\": 6}]", "[ [ 1 4 ] { \"c\": 6 } ] ",
      "2×container nested deeper than the limit left out@5" },
    { "[\"12345678\", \"123456789\", \"1234567\\n9\", \"123456\\u0041\", \"1234567é\"]",
      "[ \"12345678\" \"12345678\" \"1234567\" \"123456\" \"1234567\" ] ", "4×text longer than the limit cut@22" },
    { "{\"12345678\": 1, \"123456789\": 2}", "{ \"12345678\": 1 \"12345678\": 2 } ", "1×text longer than the limit cut@25" },
    { "[12345678, 123456789]", "[ 12345678 ] ", "1×unknown word skipped@11" },
    { "[\"123456\\\\\\\\\"]", "[ \"123456\\\" ] ", "1×text longer than the limit cut@10" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      check_limits (cases[i][0], 0, cases[i][1], cases[i][2]);
      check_limits (cases[i][0], 1, cases[i][1], cases[i][2]);
      check_limits (cases[i][0], 5, cases[i][1], cases[i][2]);
    }
}

/* A string far longer than a block, in a window that grows for it. */
static void
test_long_text (void)
{
  const gsize n = 3000000;
  GString *text = g_string_new ("[\"");
  g_autoptr (LaminaJsonReader) reader = NULL;
  const char *found;
  gsize length;

  for (gsize i = 0; i < n; i++)
    g_string_append_c (text, (char) ('a' + i % 26));
  g_string_append (text, "\", 7]");
  reader = json_open (text->str, text->len, 4096, NULL, NULL);
  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  found = lamina_json_reader_read_text (reader, &length);
  g_assert_cmpuint (length, ==, n);
  g_assert_cmpmem (found, length, text->str + 2, n);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_cmpstr (lamina_json_reader_read_text (reader, NULL), ==, "7");
  g_string_free (text, TRUE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-records/paths", test_paths);
  g_test_add_func ("/json-records/get-record", test_get_record);
  g_test_add_func ("/json-records/repaired", test_repaired_records);
  g_test_add_func ("/json-records/too-many", test_too_many_records);
  g_test_add_func ("/json-records/cut", test_cut_records);
  g_test_add_func ("/json-records/nesting", test_nesting);
  g_test_add_func ("/json-records/parts", test_parts);
  g_test_add_func ("/json-records/nested-object", test_nested_object);
  g_test_add_func ("/json-records/limits", test_limits);
  g_test_add_func ("/json-records/long-text", test_long_text);
  return g_test_run ();
}
