/* SPDX-License-Identifier: Apache-2.0 */
#include "json-dump.h"

#include <string.h>

/* Going from member to member and from element to element, whatever the caller has read of the one before. */

static const char text[] = "{\"a\": [1, [2, 3], {\"k\": 4}], \"b\": {\"k\": [5], \"l\": 6}, \"a\": 7, \"c\": 8}";

static const char *const keys[] = { "a", "b", NULL };

static LaminaJsonReader *
open_text (const char *json,
           gsize       block_size)
{
  return json_open (json, strlen (json), block_size, NULL, NULL);
}

/* What was entered and not walked to its end is passed when a member of the object around it is asked for. */
static void
test_leave (void)
{
  g_autoptr (LaminaJsonReader) reader = open_text (text, 0);
  gint64 number;

  g_assert_true (lamina_json_reader_enter_object (reader));
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, 0);
  g_assert_true (lamina_json_reader_enter_array (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_true (lamina_json_reader_enter_array (reader));
  lamina_json_reader_leave (reader);
  g_assert_true (lamina_json_reader_next_element (reader));
  g_assert_cmpint (lamina_json_reader_peek (reader), ==, LAMINA_JSON_OBJECT);
  lamina_json_reader_leave (reader);
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, 1);
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, 0);
  g_assert_true (lamina_json_reader_read_int64 (reader, &number));
  g_assert_cmpint (number, ==, 7);
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, LAMINA_JSON_OTHER);
  g_assert_cmpstr (lamina_json_reader_get_key (reader, NULL), ==, "c");
  g_assert_cmpint (lamina_json_reader_next_member (reader, keys), ==, LAMINA_JSON_END);
  g_assert_cmpint (lamina_json_reader_peek (reader), ==, LAMINA_JSON_NOTHING);
}

/* Objects of one kind repeat what stands between their values: the second one is known from the first, the third is not. */
static void
test_repeated (void)
{
  static const char rows[] = "[{\"a\":1,\"b\":2}, {\"a\":3,\"b\":4}, {\"b\":5, \"x\":0, \"a\":6}, {\"a\":7}]";
  static const gint64 expected[][2] = { { 1, 2 }, { 3, 4 }, { 6, 5 }, { 7, 0 } };

  for (gsize block_size = 0; block_size < 16; block_size++)
    {
      g_autoptr (LaminaJsonReader) reader = open_text (rows, block_size);
      guint n = 0;

      g_assert_true (lamina_json_reader_enter_array (reader));
      for (; lamina_json_reader_next_element (reader); n++)
        {
          gint64 numbers[2] = { 0 };
          int key;

          g_assert_cmpuint (n, <, G_N_ELEMENTS (expected));
          g_assert_true (lamina_json_reader_enter_object (reader));
          while ((key = lamina_json_reader_next_member (reader, keys)) != LAMINA_JSON_END)
            if (key >= 0)
              g_assert_true (lamina_json_reader_read_int64 (reader, &numbers[key]));
          g_assert_cmpmem (numbers, sizeof numbers, expected[n], sizeof expected[n]);
        }
      g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/walk/leave", test_leave);
  g_test_add_func ("/json/walk/repeated", test_repeated);
  return g_test_run ();
}
