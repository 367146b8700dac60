/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lamina-core.h"

static const char *const openings[] = { "{\"Layers\"", "[{\"count\"", "[{\"a b\"", NULL };

static LaminaSource *
make_source (const char *text,
             gsize       length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);

  return lamina_source_new_for_bytes ("text", bytes, NULL);
}

static const struct
{
  const char *text;
  const char *expected;
} cases[] = {
  { "", "" },
  { "{", "" },
  { "{\"Layers", "" },
  { "{\"Layers\"", "0:0 " },
  { "{\"Layers\": []}", "0:0 " },
  { "{ \r\n\t\"Layers\": []}", "0:0 " },
  { "{\"Layers \": []}", "" },
  { "{\"layers\": []}", "" },
  { "\xef\xbb\xbf{\"Layers\": []}", "3:0 " },
  { "hello {\"Layers\"} {{\"Layers\"", "6:0 18:0 " },
  { "[\n  { \"count\" : 1 }\n, {\"Layers\" : 1}", "0:1 22:0 " },
  { "[{\"a b\": 1}]", "0:2 " },
  { "[{\"a  b\": 1}]", "" },
  { "[{\"ab\": 1}]", "" },
  { "[[{\"count\": 1}]]", "1:1 " },
};

static char *
list (LaminaSource *source)
{
  g_autoptr (LaminaJsonFinder) finder = lamina_json_finder_new (source, openings, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  guint64 offset;
  guint opening;

  while (lamina_json_finder_next (finder, &offset, &opening))
    g_string_append_printf (text, "%" G_GUINT64_FORMAT ":%u ", offset, opening);
  g_assert_true (lamina_json_finder_finish (finder, &error));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_openings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaSource) source = make_source (cases[i].text, strlen (cases[i].text));
      g_autofree char *found = list (source);

      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

/* Wherever an opening lies across the end of a block, it is found once, in its place. */
static void
test_blocks (void)
{
  static const char opening[] = "[ \n {  \"count\" ";

  for (guint i = 65536 - 340; i < 65536 + 4; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (LaminaSource) source = NULL;
      g_autofree char *found = NULL;
      g_autofree char *expected = g_strdup_printf ("%u:1 ", i);

      while (text->len < i)
        g_string_append_c (text, '[');
      g_string_append (text, opening);
      while (text->len < 140000)
        g_string_append_c (text, '{');
      source = make_source (text->str, text->len);
      found = list (source);
      g_assert_cmpstr (found, ==, expected);
    }
}

static void
test_seek (void)
{
  static const char part[] = "{\"Layers\"}";
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaJsonFinder) finder = NULL;
  guint64 offset;
  guint opening;

  for (guint i = 0; i < 20000; i++)
    g_string_append (text, part);
  source = make_source (text->str, text->len);
  finder = lamina_json_finder_new (source, openings, NULL);
  for (guint64 at = 5; at < 200000; at = at * 3 + 1)
    {
      lamina_json_finder_seek (finder, at);
      lamina_json_finder_seek (finder, 0);
      g_assert_true (lamina_json_finder_next (finder, &offset, &opening));
      g_assert_cmpuint (offset, ==, (at + 9) / 10 * 10);
    }
  lamina_json_finder_seek (finder, G_MAXUINT64);
  g_assert_false (lamina_json_finder_next (finder, &offset, &opening));
}

static void
test_cancelled (void)
{
  g_autoptr (LaminaSource) source = make_source ("{\"Layers\"", 9);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LaminaJsonFinder) finder = lamina_json_finder_new (source, openings, cancellable);
  g_autoptr (GError) error = NULL;
  guint64 offset;
  guint opening;

  g_cancellable_cancel (cancellable);
  g_assert_false (lamina_json_finder_next (finder, &offset, &opening));
  g_assert_false (lamina_json_finder_finish (finder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-finder/openings", test_openings);
  g_test_add_func ("/json-finder/blocks", test_blocks);
  g_test_add_func ("/json-finder/seek", test_seek);
  g_test_add_func ("/json-finder/cancelled", test_cancelled);
  return g_test_run ();
}
