/* SPDX-License-Identifier: Apache-2.0 */
#include "source-text.h"
#include "test-home.h"

#include <string.h>

/* Reading texts: plain, inflated and spilled, from any place on. */

static void
test_reads (void)
{
  static const gsize blocks[] = { 1, 7, 4096, 65536, 3 * MIB };
  gsize length = 100001;
  g_autofree char *text = make_text (length);

  for (guint kind = 0; kind < N_KINDS; kind++)
    for (guint i = 0; i < 2 * G_N_ELEMENTS (blocks); i++)
      {
        g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
        g_autoptr (LaminaSource) source = open_bytes (bytes, i % 2, NULL);

        assert_text (source, blocks[i / 2], text, length);
        g_assert_null (lamina_source_get_damage (source));
        g_assert_cmpuint (lamina_source_get_stored_size (source), ==, g_bytes_get_size (bytes));
        g_assert_cmpuint (lamina_source_get_stored_position (source), ==, g_bytes_get_size (bytes));
      }
}

/* Any place in any order, and behind the end. */
static void
test_reads_anywhere (void)
{
  gsize length = 3 * MIB + 12345;
  g_autofree char *text = make_text (length);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);
      char buffer[5000];

      for (guint i = 0; i < 500; i++)
        {
          gsize offset = (gsize) g_rand_int_range (random, 0, (gint32) length + 5000);
          gsize size = (gsize) g_rand_int_range (random, 0, sizeof buffer);
          gsize expected = offset < length ? MIN (size, length - offset) : 0;

          g_assert_cmpint (lamina_source_read (source, offset, buffer, size, NULL, NULL), ==, expected);
          g_assert_true (memcmp (buffer, text + MIN (offset, length), expected) == 0);
        }
      g_assert_cmpint (lamina_source_read (source, G_MAXUINT64, buffer, 1, NULL, NULL), ==, 0);
      g_assert_cmpint (lamina_source_read (source, G_MAXUINT64 - 1, buffer, sizeof buffer, NULL, NULL), ==, 0);
    }
}

static void
test_read_bytes (void)
{
  gsize length = 300000;
  g_autofree char *text = make_text (length);
  g_autoptr (GBytes) bytes = gzip (text, length);
  g_autoptr (LaminaSource) source = open_bytes (bytes, FALSE, NULL);
  g_autoptr (GBytes) some = lamina_source_read_bytes (source, 8, 5, NULL, NULL);
  g_autoptr (GBytes) rest = lamina_source_read_bytes (source, 100, G_MAXSIZE, NULL, NULL);
  g_autoptr (GBytes) none = lamina_source_read_bytes (source, length, 5, NULL, NULL);
  g_autoptr (GBytes) nothing = lamina_source_read_bytes (source, 0, 0, NULL, NULL);

  g_assert_cmpmem (g_bytes_get_data (some, NULL), g_bytes_get_size (some), text + 8, 5);
  g_assert_cmpmem (g_bytes_get_data (rest, NULL), g_bytes_get_size (rest), text + 100, length - 100);
  g_assert_cmpuint (g_bytes_get_size (none), ==, 0);
  g_assert_cmpuint (g_bytes_get_size (nothing), ==, 0);
}

/* What is behind the memory limit lies in a temporary file where it can't be inflated again, and reads the same. */
static void
test_spills (void)
{
  gsize length = 5 * MIB + 77;
  g_autofree char *text = make_text (length);
  guint64 memory[] = { 0, MIB, 2 * MIB + 1, 100 * MIB };

  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    {
      g_autoptr (GBytes) bytes = zstd (text, length);
      g_autoptr (LaminaSource) source = NULL;
      LaminaLimits limits;
      char buffer[1000];

      lamina_limits_init (&limits);
      limits.max_memory_text = memory[i];
      source = open_bytes (bytes, FALSE, &limits);
      assert_text (source, 65536, text, length);
      g_assert_cmpint (lamina_source_read (source, 2 * MIB - 500, buffer, sizeof buffer, NULL, NULL), ==,
                       sizeof buffer);
      g_assert_true (memcmp (buffer, text + 2 * MIB - 500, sizeof buffer) == 0);
    }
}

/* In members of different sizes, some of them stored without being compressed: places of every kind to go on from. */
static GBytes *
compress_members (const char *text,
                  gsize       length)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();

  for (gsize at = 0, i = 0; at < length; i++)
    {
      gsize size = MIN (length - at, (i + 1) * 300007);
      g_autoptr (GBytes) member = gzip_at (i % 3 == 2 ? 0 : 6, text + at, size);

      g_byte_array_append (all, g_bytes_get_data (member, NULL), (guint) g_bytes_get_size (member));
      at += size;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&all));
}

/* What was read and is not in memory any more is inflated again, and reads the same. */
static void
test_forgets (void)
{
  static const Compress compress[] = { gzip, compress_members };
  gsize length = 21 * MIB + 77;
  g_autofree char *text = make_text (length);
  guint64 memory[] = { 0, 9 * MIB, 1000 * MIB };

  for (guint i = 0; i < G_N_ELEMENTS (memory) * G_N_ELEMENTS (compress); i++)
    {
      g_autoptr (GBytes) bytes = compress[i % 2](text, length);
      g_autoptr (LaminaSource) source = NULL;
      g_autoptr (GRand) random = g_rand_new_with_seed (i);
      LaminaLimits limits;
      char buffer[5000];

      lamina_limits_init (&limits);
      limits.max_memory_text = memory[i / 2];
      source = open_bytes (bytes, i == 0, &limits);
      /* Inflated far ahead of what was read. */
      g_assert_cmpint (lamina_source_read (source, length - 1, buffer, 2, NULL, NULL), ==, 1);
      assert_text (source, 65536, text, length);
      for (guint n = 0; n < 50; n++)
        {
          gsize offset = (gsize) g_rand_int_range (random, 0, (gint32) (length - sizeof buffer));

          g_assert_cmpint (lamina_source_read (source, offset, buffer, sizeof buffer, NULL, NULL), ==, sizeof buffer);
          g_assert_true (memcmp (buffer, text + offset, sizeof buffer) == 0);
        }
      assert_text (source, length, text, length);
      g_assert_null (lamina_source_get_damage (source));
    }
}

/* A damaged text reads the same a second time as well, up to the damage. */
static void
test_forgets_damaged (void)
{
  gsize length = 21 * MIB;
  g_autofree char *text = make_text (length);
  g_autoptr (GBytes) bytes = gzip (text, length);
  gsize stored = g_bytes_get_size (bytes);

  for (gsize i = 1; i < 5; i++)
    {
      g_autofree guint8 *data = g_memdup2 (g_bytes_get_data (bytes, NULL), stored);
      g_autoptr (GBytes) damaged = NULL;
      g_autoptr (LaminaSource) source = NULL;
      g_autofree char *first = NULL;
      gsize n;

      memset (data + stored - i * stored / 20, 0xff, 300);
      damaged = g_bytes_new (data, stored);
      source = open_bytes (damaged, FALSE, NULL);
      first = read_all (source, 65536, &n, NULL);
      g_assert_cmpuint (n, >, length * 3 / 4);
      assert_text (source, 99991, first, n);
      g_assert_nonnull (strstr (lamina_source_get_damage (source), "is damaged"));
    }
}

static void
test_head (void)
{
  gsize lengths[] = { 1, 100, LAMINA_HEAD_BYTES - 1, LAMINA_HEAD_BYTES, LAMINA_HEAD_BYTES + 1, 4 * MIB };
  g_autofree char *text = make_text (4 * MIB);

  for (guint kind = 0; kind < N_KINDS; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
      {
        g_autoptr (GBytes) bytes = kinds[kind].compress (text, lengths[i]);
        g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);
        gsize length;
        const char *head = lamina_source_get_head (source, &length, NULL);

        g_assert_cmpuint (length, ==, MIN (lengths[i], LAMINA_HEAD_BYTES));
        g_assert_true (memcmp (head, text, length) == 0);
        g_assert_cmpint (head[length], ==, '\0');
        g_assert_true (lamina_source_get_head (source, &length, NULL) == head);
      }
}

static guint64
count_lines (const char *text,
             gsize       offset)
{
  guint64 line = 1;

  for (gsize i = 0; i < offset; i++)
    line += text[i] == '\n';
  return line;
}

static void
test_lines (void)
{
  gsize length = 500000;
  g_autofree char *text = make_text (length);
  static const gsize offsets[] = {
    0, 1, 100, 131071, 131072, 131073, 262144, 400000, 399999, 5, 499999, 500000, 300000,
  };

  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
        g_assert_cmpuint (lamina_source_find_line (source, offsets[i], NULL), ==, count_lines (text, offsets[i]));
      g_assert_cmpuint (lamina_source_find_line (source, length + 1, NULL), ==, count_lines (text, length));
      g_assert_cmpuint (lamina_source_find_line (source, G_MAXUINT64, NULL), ==, count_lines (text, length));
    }
}

/* So long that several threads count, with blocks that hold nothing but line feeds. */
static void
test_lines_of_long_text (void)
{
  gsize length = (17 << 20) + 12345;
  g_autofree char *text = make_text (length);
  static const gsize offsets[] = { 9 << 20, 1 << 20, (16 << 20) + 77, 17 << 20, (17 << 20) + 12345, 8 << 20 };

  memset (text + (3 << 20), '\n', 1 << 20);
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
        g_assert_cmpuint (lamina_source_find_line (source, offsets[i], NULL), ==, count_lines (text, offsets[i]));
      g_assert_cmpuint (lamina_source_find_line (source, G_MAXUINT64, NULL), ==, count_lines (text, length));
    }
}

static void
test_names (void)
{
  g_autoptr (GFile) latin = test_home_write ("caf\xe9.json", "{}", 2);
  g_autoptr (GFile) folder = test_home_write ("f\xf8lder/\xc3\xa9t\xc3\xa9.json", "{}", 2);
  g_autoptr (LaminaSource) latin_source = lamina_source_open (latin, NULL, NULL);
  g_autoptr (LaminaSource) source = lamina_source_open (folder, NULL, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  g_autoptr (LaminaSource) bytes_source = lamina_source_new_for_bytes ("a\xff", bytes, NULL);

  g_assert_true (g_utf8_validate (lamina_source_get_name (latin_source), -1, NULL));
  g_assert_true (g_str_has_prefix (lamina_source_get_name (latin_source), "caf"));
  g_assert_true (g_str_has_suffix (lamina_source_get_name (latin_source), ".json"));
  g_assert_cmpstr (lamina_source_get_name (source), ==, "\xc3\xa9t\xc3\xa9.json");
  g_assert_true (g_utf8_validate (lamina_source_get_name (bytes_source), -1, NULL));
  g_assert_true (g_file_equal (lamina_source_get_file (source), folder));
  g_assert_null (lamina_source_get_file (bytes_source));
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (FALSE);
  g_test_add_func ("/source/reads", test_reads);
  g_test_add_func ("/source/reads-anywhere", test_reads_anywhere);
  g_test_add_func ("/source/read-bytes", test_read_bytes);
  g_test_add_func ("/source/spills", test_spills);
  g_test_add_func ("/source/forgets", test_forgets);
  g_test_add_func ("/source/forgets-damaged", test_forgets_damaged);
  g_test_add_func ("/source/head", test_head);
  g_test_add_func ("/source/lines", test_lines);
  g_test_add_func ("/source/lines-of-long-text", test_lines_of_long_text);
  g_test_add_func ("/source/names", test_names);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
