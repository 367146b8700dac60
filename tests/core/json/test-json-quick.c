/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-import-finish.h"
#include "lamina-json-scanner-private.h"

#include "json-dump.h"
#include "../../test-stride.h"

/*
 * Whatever vector instructions are used, and whatever they leave to the tolerant code, a text is delivered and repaired
 * alike: regular texts, and what becomes of them when bytes are changed, put in and taken out.
 */

static const char regular[] =
  "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n    {\n      \"id\": 0, \"name\": \"A \\\"card\\\"\", \"on\": true\n"
  "    }\n  ],\n  \"traceEvents\": [\n"
  "  {\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::conv2d\", \"pid\": 2741, \"tid\": -7,\n"
  "    \"ts\": 1700000000000123.456, \"dur\": 12.5,\n    \"args\": {\n      \"External id\": 1025,\"Sequence number\": 17, "
  "\"Input Dims\": [[64, 3, 7, 7], [], [{}, \"a]b\"]]\n    }\n  },\n"
  "  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void f<int, 4>(g<float>::h const*, caf\303\251 \\u00e9 \\\\)\", "
  "\"pid\": 0, \"tid\": 7,\n    \"ts\": 1700000000000124.000, \"dur\": 0,\n    \"args\": {\n      \"External id\": 1025,\n"
  "      \"registers per thread\": 32,\n      \"blocks per SM\": 29.629629,\n      \"grid\": [3200, 1, 1],\n"
  "      \"est. achieved occupancy %\": 100, \"none\": null, \"ok\": true, \"no\": false, \"e\": 1.5e-7\n    }\n  },\n"
  "  {\n    \"ph\": \"s\", \"id\": 9223372036854775807, \"pid\": 2741, \"ts\": 0.001,\n    \"cat\": \"ac2g\", \"name\": \"\"\n"
  "  },\n"
  "  {\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"b\",\"pid\":2741,\"tid\":1,\"ts\":99999999999999999999,\"dur\":0.1234,"
  "\"args\":{}},{},\n"
  "  {\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"c\",\"pid\":2741,\"tid\":\"12\",\"ts\":-1.5,\"dur\":7,"
  "\"args\":{\"x\":[[[[1]]]]}}\n"
  "  ],\n  \"traceName\": \"t\"\n}\n";

static const char *const keys[] = { "traceEvents", "ph", "name", "ts", "dur", "tid", "args", "External id", "Input Dims", NULL };

static const gsize block_sizes[] = { 0, 1, 63, 100 };

static void dump_any (LaminaJsonReader *reader, GString *dump);

static void
dump_place (LaminaJsonReader *reader,
            GString          *dump)
{
  g_string_append_printf (dump, "@%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT "#%d ", lamina_json_reader_get_offset (reader),
                          lamina_json_reader_get_end (reader), (int) lamina_json_reader_get_record (reader));
}

static void
dump_members (LaminaJsonReader *reader,
              GString          *dump)
{
  int index;

  while ((index = lamina_json_reader_next_member (reader, keys)) != LAMINA_JSON_END)
    {
      g_string_append_printf (dump, "%d:%s:", index, lamina_json_reader_get_key (reader, NULL));
      dump_any (reader, dump);
      /* The key stays, whatever was read. */
      g_string_append (dump, lamina_json_reader_get_key (reader, NULL));
    }
}

/* Reads a scalar in ways that depend on its place, not all of which fit. */
static void
dump_scalar (LaminaJsonReader *reader,
             GString          *dump)
{
  guint64 place = lamina_json_reader_get_offset (reader);
  gint64 number;
  guint n_decimals;
  gsize length;
  const char *text;

  if (place % 5 == 4)
    return;
  if (place % 4 == 3 && lamina_json_reader_read_digits (reader, &number, &n_decimals))
    {
      g_string_append_printf (dump, "digits %" G_GINT64_FORMAT " %u", number, n_decimals);
      return;
    }
  if (place % 2 == 0 && lamina_json_reader_read_int64 (reader, &number))
    g_string_append_printf (dump, "int %" G_GINT64_FORMAT, number);
  else if (lamina_json_reader_read_decimal (reader, place % 3 == 0 ? 3 : 1, &number))
    g_string_append_printf (dump, "decimal %" G_GINT64_FORMAT, number);
  else if ((text = lamina_json_reader_read_text (reader, &length)) != NULL)
    g_string_append_len (dump, text, (gssize) length);
  else
    lamina_json_reader_skip (reader, NULL, NULL);
}

static void
dump_any (LaminaJsonReader *reader,
          GString          *dump)
{
  guint64 place = lamina_json_reader_get_offset (reader);
  LaminaJsonType type = lamina_json_reader_peek (reader);
  const char *json;
  gsize length;

  g_string_append_printf (dump, "%d", (int) type);
  dump_place (reader, dump);
  if ((type == LAMINA_JSON_OBJECT || type == LAMINA_JSON_ARRAY) && place % 7 == 6)
    lamina_json_reader_skip (reader, NULL, NULL);
  else if (place % 7 == 5 && (json = lamina_json_reader_read_json (reader, &length)) != NULL)
    g_string_append_len (dump, json, (gssize) length);
  else if (lamina_json_reader_enter_object (reader))
    dump_members (reader, dump);
  else if (lamina_json_reader_enter_array (reader))
    {
      while (lamina_json_reader_next_element (reader))
        dump_any (reader, dump);
    }
  else
    dump_scalar (reader, dump);
  dump_place (reader, dump);
  g_string_append_c (dump, '\n');
}

static char *
read_text (const char              *text,
           gsize                    length,
           gsize                    block_size,
           const char              *record_path,
           const LaminaJsonScanner *scanner)
{
  g_autoptr (LaminaImport) import = lamina_import_new (100);
  g_autoptr (LaminaJsonReader) reader = json_open (text, length, block_size, NULL, import);
  g_autofree char *repairs = NULL;
  GString *dump = g_string_new (NULL);

  reader->scanner = scanner;
  if (record_path != NULL)
    lamina_json_reader_add_record_path (reader, record_path);
  dump_any (reader, dump);
  lamina_json_reader_expect_end (reader);
  repairs = json_dump_repairs (import);
  g_string_append_printf (dump, "cut %d, %s", lamina_json_reader_is_cut (reader), repairs);
  return g_string_free (dump, FALSE);
}

static void
check_text (const char              *text,
            gsize                    length,
            const char              *record_path,
            const LaminaJsonScanner *scanner)
{
  g_autofree char *expected = read_text (text, length, 0, record_path, &lamina_json_scanner_none);

  for (guint i = 0; i < G_N_ELEMENTS (block_sizes); i++)
    {
      g_autofree char *found = read_text (text, length, block_sizes[i], record_path, scanner);

      if (strcmp (found, expected) != 0)
        g_test_message ("%.*s", (int) length, text);
      g_assert_cmpstr (found, ==, expected);
    }
}

/* Changes, doubles, takes out and puts in bytes, mostly such as mean something. */
static void
damage (GString *text,
        GRand   *random)
{
  static const char signs[] = "{}[],:\"\\\\\n \0\t0-.e\377\303";

  for (int n = g_rand_int_range (random, 0, 4); n > 0; n--)
    {
      gssize at = g_rand_int_range (random, 0, (gint32) text->len);
      char sign = signs[g_rand_int_range (random, 0, sizeof signs - 1)];

      switch (g_rand_int_range (random, 0, 4))
        {
        case 0:
          text->str[at] = sign;
          break;
        case 1:
          g_string_insert_c (text, at, sign);
          break;
        case 2:
          g_string_erase (text, at, g_rand_int_range (random, 1, MIN (9, (gint32) (text->len - (gsize) at) + 1)));
          break;
        default:
          g_string_truncate (text, MAX (1, (gsize) at));
          break;
        }
    }
}

static void
test_damaged (gconstpointer data)
{
  static const char *const paths[] = { NULL, "/traceEvents/@", "/@/@/name", "/traceEvents/@/args/@" };
  g_autoptr (GRand) random = g_rand_new_with_seed (20);

  for (guint i = 0; i < 800 / test_stride (); i++)
    {
      GString *text = g_string_new_len (regular, sizeof regular - 1);

      if (i >= G_N_ELEMENTS (paths))
        damage (text, random);
      check_text (text->str, text->len, paths[i % G_N_ELEMENTS (paths)], data);
      g_string_free (text, TRUE);
    }
}

/* Objects that differ in kind and in their blanks, so that steps are guessed wrong; names that are data. */
static void
test_steps (gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  GString *text = g_string_new ("[");

  for (guint i = 0; i < 2000; i++)
    {
      g_string_append_printf (text, "%s{", i > 0 ? "," : "");
      for (int n = g_rand_int_range (random, 0, 5), j = 0; j < n; j++)
        g_string_append_printf (text, "%s\"%s%d\"%s:%s%d", j > 0 ? ", " : "", i % 3 == 0 ? "a long name that is not kept " : "k",
                                g_rand_int_range (random, 0, i % 5 == 0 ? 1000 : 4), i % 7 == 0 ? " " : "",
                                i % 2 == 0 ? "\n\t" : "", g_rand_int_range (random, -99999, 99999));
      g_string_append (text, i % 4 == 0 ? "\n}" : "}");
    }
  g_string_append_c (text, ']');
  check_text (text->str, text->len, "/@", data);
  g_string_free (text, TRUE);
}

static void
check_number (const char              *digits,
              const LaminaJsonScanner *scanner)
{
  g_autofree char *text = g_strdup_printf ("[%s,\n%s ,%s]", digits, digits, digits);

  for (guint i = 0; i < 6; i++)
    {
      /* Moves it to other places, which decide how it is read. */
      g_autofree char *moved = g_strdup_printf ("%*s%s", (int) i, "", text);

      check_text (moved, strlen (moved), NULL, scanner);
    }
}

static void
test_numbers (gconstpointer data)
{
  static const char *const numbers[] = {
    "0", "-0", "00", "01", "1.", ".1", "-.1", "-", "--1", "1.2.3", "1e3", "1E-3", "0.0005", "0.0015", "12.3456",
    "9223372036854775807", "-9223372036854775807", "-9223372036854775808", "9223372036854775808", "9223372036854775.807",
    "9223372036854775.808", "999999999999999999", "9999999999999999999", "123456789012345678901234567890", "1x", "1\"a\"",
    "0.12345678901234567890123456789", "1234567890123456789012345678901", "12345678901234567890123456789012", "1[2]", "true1",
    "truetrue", "nul", "-Infinity", "5.0", "18446744073709551615",
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    check_number (numbers[i], data);
  for (guint n_whole = 1; n_whole < 34; n_whole += test_stride ())
    for (guint n_fraction = 0; n_fraction < 22; n_fraction++)
      {
        g_autofree char *whole = g_strnfill (n_whole, '7');
        g_autofree char *fraction = g_strnfill (n_fraction, '5');
        g_autofree char *digits = g_strdup_printf ("%s%s%s", whole, n_fraction > 0 ? "." : "", fraction);

        check_number (digits, data);
      }
}

/* Quotes, backslashes and brackets at all places of a vector, and around its border. */
static void
test_skipped_strings (gconstpointer data)
{
  static const char *const contents[] = { "", "]", "\\\"", "\\\\", "\\\\\\\"]", "a\\\\\"],[\"\\\"", "{[", "\\u005d" };

  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    for (guint shift = 0; shift < 140; shift += test_stride ())
      {
        g_autofree char *text = g_strdup_printf ("%*s{\"a\": [\"%*s%s\", [{}, []]%s], \"b\": 1}", (int) (shift % 7), "",
                                                 (int) shift, "", contents[i], shift % 3 == 0 ? ", \\" : "");

        check_text (text, strlen (text), NULL, data);
      }
}

/* A quote too many in what is skipped, with elements behind it at all places of a vector. */
static void
test_skipped_quotes (gconstpointer data)
{
  static const char *const contents[] = { "\"", "\"]", "\"\"", "\"\\", "\n{", "\",\n{\"a\":\"" };

  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    for (guint shift = 0; shift < 140; shift += test_stride ())
      {
        g_autofree char *text = g_strdup_printf ("[\n%*s{\"a\": [[\"%*s%s\"], {}]},\n%*s{\"b\": [[\"c\"]]},\n%*s{\"d\": 1}\n]",
                                                 (int) (shift % 7), "", (int) shift, "", contents[i], (int) (shift % 7), "",
                                                 (int) (shift % 7), "");

        check_text (text, strlen (text), "/@", data);
      }
}

/* Deeper than what the quick way counts, and than the limit. */
static void
test_deep (gconstpointer data)
{
  for (guint depth = 60; depth < 70; depth++)
    {
      g_autofree char *opening = g_strnfill (depth, '[');
      g_autofree char *closing = g_strnfill (depth, ']');
      g_autofree char *text = g_strdup_printf ("[%s{\"a\": \"]\"}%s, 1]", opening, closing);

      check_text (text, strlen (text), NULL, data);
    }
}

int
main (int    argc,
      char **argv)
{
  static const struct { const char *name; GTestDataFunc func; } tests[] = {
    { "damaged", test_damaged }, { "steps", test_steps }, { "numbers", test_numbers },
    { "skipped-strings", test_skipped_strings }, { "skipped-quotes", test_skipped_quotes }, { "deep", test_deep },
  };
  const LaminaJsonScanner *scanner;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; (scanner = lamina_json_scanner_get (i)) != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (tests); j++)
      {
        g_autofree char *path = g_strdup_printf ("/json-quick/%s/%s", scanner->name, tests[j].name);

        g_test_add_data_func (path, scanner, tests[j].func);
      }
  return g_test_run ();
}
