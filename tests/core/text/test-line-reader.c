/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lamina-core.h"

static LaminaSource *
make_source (const char         *text,
             gsize               length,
             const LaminaLimits *limits)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);

  return lamina_source_new_for_bytes ("text", bytes, limits);
}

static const struct
{
  const char *text;
  guint64 offset;
  const char *expected;
} cases[] = {
  { "a\nbc\n", 0, "0[a] 2[bc] " },
  { "a\nbc", 0, "0[a] 2[bc] " },
  { "a\r\n\r\nb\r", 0, "0[a] 3[] 5[b] " },
  { "\n\n", 0, "0[] 1[] " },
  { "\xef\xbb\xbf" "a\nb", 0, "3[a] 5[b] " },
  { "a\nbc\nd", 2, "2[bc] 5[d] " },
  { "a\nbc\nd", 6, "" },
  { "\n", 0, "0[] " },
};

static void
test_lines (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaSource) source = make_source (cases[i].text, strlen (cases[i].text), NULL);
      g_autoptr (LaminaLineReader) reader = lamina_line_reader_new (source, cases[i].offset, NULL);
      g_autoptr (GString) dump = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      LaminaLine line;

      while (lamina_line_reader_next (reader, &line))
        {
          g_assert_false (line.cut);
          g_string_append_printf (dump, "%" G_GUINT64_FORMAT "[%s] ", line.offset, line.text);
        }
      g_assert_cmpstr (dump->str, ==, cases[i].expected);
      g_assert_true (lamina_line_reader_finish (reader, &error));
    }
}

/* Lines around the size of the blocks: all of them come, whole and in their places. */
static void
test_long_lines (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaLineReader) reader = NULL;
  LaminaLine line;
  guint64 offset = 0;
  guint n = 0;

  for (guint i = 0; i < 12; i++)
    {
      for (guint j = 0; j < (65530 + i) * (1 + i % 3); j++)
        g_string_append_c (text, (char) ('a' + i));
      g_string_append_c (text, '\n');
    }
  source = make_source (text->str, text->len, NULL);
  reader = lamina_line_reader_new (source, 0, NULL);
  for (; lamina_line_reader_next (reader, &line); n++)
    {
      g_assert_cmpuint (line.offset, ==, offset);
      g_assert_cmpuint (line.length, ==, (65530 + n) * (1 + n % 3));
      g_assert_cmpuint (line.number, ==, n + 1);
      g_assert_cmpint (line.text[0], ==, (char) ('a' + n));
      g_assert_cmpint (line.text[line.length - 1], ==, (char) ('a' + n));
      offset += line.length + 1;
    }
  g_assert_cmpuint (n, ==, 12);
}

/* A line above the limit is cut, and the next one is whole. */
static void
test_cut_lines (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaLineReader) reader = NULL;
  LaminaLimits limits;
  LaminaLine line;

  lamina_limits_init (&limits);
  limits.max_text = 100000;
  for (guint i = 0; i < 350000; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\nshort\n");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, 'y');
  source = make_source (text->str, text->len, &limits);
  reader = lamina_line_reader_new (source, 0, NULL);
  g_assert_true (lamina_line_reader_next (reader, &line));
  g_assert_true (line.cut);
  g_assert_cmpuint (line.length, ==, 100000);
  g_assert_true (lamina_line_reader_next (reader, &line));
  g_assert_cmpstr (line.text, ==, "short");
  g_assert_cmpuint (line.offset, ==, 350001);
  g_assert_cmpuint (line.number, ==, 2);
  g_assert_true (lamina_line_reader_next (reader, &line));
  g_assert_cmpuint (line.length, ==, 100000);
  g_assert_false (lamina_line_reader_next (reader, &line));
}

static void
test_cancel (void)
{
  g_autoptr (LaminaSource) source = make_source ("a\nb\n", 4, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LaminaLineReader) reader = lamina_line_reader_new (source, 0, cancellable);
  g_autoptr (GError) error = NULL;
  LaminaLine line;

  g_cancellable_cancel (cancellable);
  g_assert_false (lamina_line_reader_next (reader, &line));
  g_assert_false (lamina_line_reader_finish (reader, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-reader/lines", test_lines);
  g_test_add_func ("/line-reader/long", test_long_lines);
  g_test_add_func ("/line-reader/cut", test_cut_lines);
  g_test_add_func ("/line-reader/cancel", test_cancel);
  return g_test_run ();
}
