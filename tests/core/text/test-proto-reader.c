/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

#include <string.h>

/* Writes what a reader delivers: `name=value`, and messages in braces. */
static void
dump_message (LaminaProtoReader *reader,
              GString           *dump)
{
  while (lamina_proto_reader_next (reader))
    {
      g_string_append (dump, lamina_proto_reader_get_name (reader));
      if (lamina_proto_reader_enter (reader))
        {
          g_string_append_c (dump, '{');
          dump_message (reader, dump);
          g_string_append (dump, "} ");
        }
      else
        g_string_append_printf (dump, "=%s ", lamina_proto_reader_read_text (reader, NULL));
    }
}

static void
check (const char *text,
       const char *expected)
{
  g_autoptr (LaminaProtoReader) reader = lamina_proto_reader_new_for_text (text, strlen (text));
  g_autoptr (GString) dump = g_string_new (NULL);

  dump_message (reader, dump);
  g_assert_cmpstr (dump->str, ==, expected);
}

static void
test_fields (void)
{
  check ("dtype: DT_FLOAT shape { dim { size: 64 } dim { size: -1 } }", "dtype=DT_FLOAT shape{dim{size=64 } dim{size=-1 } } ");
  check ("a: 1; b: 2, c < d: 3 >", "a=1 b=2 c{d=3 } ");
  check ("a { } b {}", "a{} b{} ");
  check ("a: { b: 1 }", "a{b=1 } ");
  check ("# a comment\na: 1 # another\nb: 2", "a=1 b=2 ");
  check ("a: 1.5e3 b: true c: -inf", "a=1.5e3 b=true c=-inf ");
  check ("", "");
}

static void
test_strings (void)
{
  check ("a: \"b c\"", "a=b c ");
  check ("a: 'it\\'s'", "a=it's ");
  check ("a: \"x\\n\\\"\\\\\\101\\x42\"", "a=x\n\"\\AB ");
  check ("a: \"one \" \"and \"\n  'two' b: 3", "a=one and two b=3 ");
  check ("a: \"{ } # <\" b: 1", "a={ } # < b=1 ");
}

/* TensorFlow takes the quotes away before it puts such a text into a timeline. */
static void
test_missing_quotes (void)
{
  check ("allocator_name: GPU_0_bfc\nptr: 7", "allocator_name=GPU_0_bfc ptr=7 ");
  check ("allocator_name: \nptr: 7", "allocator_name= ptr=7 ");
  check ("m { allocator_name: }", "m{allocator_name= } ");
}

static void
test_broken (void)
{
  check ("} a: 1 } b: 2", "a=1 b=2 ");
  check ("a: [1, 2] b: 3", "a= 1= 2= b=3 ");
  check ("a: 1 !!! b: 2", "a=1 b=2 ");
  check ("a b c: 1", "a= b= c=1 ");
  check ("a {", "a{} ");
  check ("a { b: 1", "a{b=1 } ");
  check ("a: \"open", "a=open ");
  check ("a: \"\\", "a= ");
}

static void
test_skip (void)
{
  const char *text = "a { b { c: \"}\" } d: 1 } e: 2";
  g_autoptr (LaminaProtoReader) reader = lamina_proto_reader_new_for_text (text, strlen (text));
  gint64 number = 0;

  g_assert_true (lamina_proto_reader_next (reader));
  g_assert_cmpstr (lamina_proto_reader_get_name (reader), ==, "a");
  g_assert_null (lamina_proto_reader_read_text (reader, NULL));
  g_assert_false (lamina_proto_reader_read_int64 (reader, &number));
  g_assert_true (lamina_proto_reader_next (reader));
  g_assert_cmpstr (lamina_proto_reader_get_name (reader), ==, "e");
  g_assert_cmpuint (lamina_proto_reader_get_offset (reader), ==, 24);
  g_assert_false (lamina_proto_reader_enter (reader));
  g_assert_true (lamina_proto_reader_read_int64 (reader, &number));
  g_assert_cmpint (number, ==, 2);
  g_assert_false (lamina_proto_reader_next (reader));
  g_assert_false (lamina_proto_reader_is_cut (reader));
  g_assert_cmpuint (lamina_proto_reader_get_position (reader), ==, strlen (text));
}

/* Over the edges of blocks, and as deep as the file likes. */
static void
test_large (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaProtoReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "node { name: \"n%u\" size: %u }\n", i, i);
  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "a{");
  bytes = g_string_free_to_bytes (g_steal_pointer (&text));
  source = lamina_source_new_for_bytes ("large.txt", bytes, NULL);
  reader = lamina_proto_reader_new (source, 0, NULL);
  while (lamina_proto_reader_next (reader))
    if (lamina_proto_reader_is_at (reader, "node") && lamina_proto_reader_enter (reader))
      {
        gint64 size = -1;

        while (lamina_proto_reader_next (reader))
          lamina_proto_reader_read_int64 (reader, &size);
        g_assert_cmpint (size, ==, n++);
      }
  g_assert_cmpuint (n, ==, 20000);
  g_assert_true (lamina_proto_reader_is_cut (reader));
  g_assert_true (lamina_proto_reader_finish (reader, &error));
  g_assert_no_error (error);
}

static void
test_cancelled (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("a: 1", 4);
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("a.txt", bytes, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LaminaProtoReader) reader = lamina_proto_reader_new (source, 0, cancellable);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (lamina_proto_reader_next (reader));
  g_assert_false (lamina_proto_reader_finish (reader, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/proto-reader/fields", test_fields);
  g_test_add_func ("/proto-reader/strings", test_strings);
  g_test_add_func ("/proto-reader/missing-quotes", test_missing_quotes);
  g_test_add_func ("/proto-reader/broken", test_broken);
  g_test_add_func ("/proto-reader/skip", test_skip);
  g_test_add_func ("/proto-reader/large", test_large);
  g_test_add_func ("/proto-reader/cancelled", test_cancelled);
  return g_test_run ();
}
