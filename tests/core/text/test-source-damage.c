/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-error.h"
#include "source-text.h"
#include "test-home.h"

#include <string.h>

/* Texts whose stored form is put together, cut, damaged, or far larger than it looks. */

static GBytes *
join (GBytes     *a,
      const void *b,
      gsize       length)
{
  gsize n;
  const void *data = g_bytes_get_data (a, &n);
  g_autoptr (GByteArray) joined = g_byte_array_new ();

  g_byte_array_append (joined, data, (guint) n);
  g_byte_array_append (joined, b, (guint) length);
  return g_byte_array_free_to_bytes (g_steal_pointer (&joined));
}

static void
test_many_frames (void)
{
  gsize length = 200000;
  g_autofree char *text = make_text (length);
  static const guint8 skippable[] = { 0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c' };
  static const guint8 zeros[600];

  for (guint kind = 1; kind < N_KINDS; kind++)
    {
      g_autoptr (GBytes) all = g_bytes_new (NULL, 0);
      g_autoptr (LaminaSource) source = NULL;

      for (gsize i = 0; i < length; i += 20000)
        {
          g_autoptr (GBytes) frame = kinds[kind].compress (text + i, 20000);
          g_autoptr (GBytes) empty = kinds[kind].compress ("", 0);
          GBytes *joined = join (all, g_bytes_get_data (frame, NULL), g_bytes_get_size (frame));

          g_bytes_unref (all);
          all = join (joined, g_bytes_get_data (empty, NULL), g_bytes_get_size (empty));
          g_bytes_unref (joined);
        }
      if (kinds[kind].compress == zstd)
        {
          GBytes *joined = join (all, skippable, sizeof skippable);

          g_bytes_unref (all);
          all = joined;
        }
      else
        {
          GBytes *joined = join (all, zeros, sizeof zeros);

          g_bytes_unref (all);
          all = joined;
        }
      source = open_bytes (all, TRUE, NULL);
      assert_text (source, 1000, text, length);
      g_assert_null (lamina_source_get_damage (source));
    }
}

static void
test_garbage_behind (void)
{
  for (guint kind = 1; kind < N_KINDS; kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress ("hello", 5);
      g_autoptr (GBytes) all = join (bytes, "garbage", 7);
      g_autoptr (LaminaSource) source = open_bytes (all, FALSE, NULL);

      assert_text (source, 100, "hello", 5);
      g_assert_cmpstr (lamina_source_get_damage (source), !=, NULL);
      g_assert_nonnull (strstr (lamina_source_get_damage (source), "was left out"));
    }
}

/* Cut anywhere, the text is a beginning of the whole one, and only a stream without any text is an error. */
static void
test_truncated (void)
{
  gsize length = 400000;
  g_autofree char *text = make_text (length);

  for (guint kind = 1; kind < N_KINDS; kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      gsize stored = g_bytes_get_size (bytes);
      gsize last = 0;

      for (gsize cut = 4; cut < stored; cut += cut < 64 || cut > stored - 16 ? 1 : stored / 23)
        {
          g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, cut);
          g_autoptr (LaminaSource) source = open_bytes (part, FALSE, NULL);
          g_autoptr (GError) error = NULL;
          gsize n;
          g_autofree char *got = read_all (source, 65536, &n, &error);

          if (got == NULL)
            {
              g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_COMPRESSION);
              g_assert_cmpuint (last, ==, 0);
              continue;
            }
          g_assert_cmpuint (n, >=, last);
          g_assert_true (memcmp (got, text, n) == 0);
          g_assert_nonnull (strstr (lamina_source_get_damage (source), "ends too early"));
          last = n;
        }
      g_assert_cmpuint (last, >, length / 2);
    }
}

static void
test_damaged (void)
{
  gsize length = 400000;
  g_autofree char *text = make_text (length);

  for (guint kind = 1; kind < N_KINDS; kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      gsize n, stored = g_bytes_get_size (bytes);
      g_autofree guint8 *data = g_memdup2 (g_bytes_get_data (bytes, NULL), stored);
      g_autoptr (GBytes) damaged = NULL;
      g_autoptr (LaminaSource) source = NULL;
      g_autofree char *got = NULL;

      memset (data + stored / 2, 0xff, 300);
      damaged = g_bytes_new (data, stored);
      source = open_bytes (damaged, FALSE, NULL);
      got = read_all (source, 65536, &n, NULL);
      g_assert_nonnull (got);
      g_assert_cmpuint (n, >, 0);
      g_assert_nonnull (strstr (lamina_source_get_damage (source), "is damaged"));
    }
}

/* All of the text came, but the checksum behind it says that it is not what was written. */
static void
test_wrong_checksum (void)
{
  g_autoptr (GBytes) bytes = gzip ("hello", 5);
  gsize stored = g_bytes_get_size (bytes);
  g_autofree guint8 *data = g_memdup2 (g_bytes_get_data (bytes, NULL), stored);
  g_autoptr (GBytes) damaged = NULL;
  g_autoptr (LaminaSource) source = NULL;

  data[stored - 8] ^= 1;
  damaged = g_bytes_new (data, stored);
  source = open_bytes (damaged, FALSE, NULL);
  assert_text (source, 100, "hello", 5);
  g_assert_nonnull (strstr (lamina_source_get_damage (source), "is damaged"));
}

static void
test_damaged_from_the_start (void)
{
  static const char *const texts[] = {
    "\x1f\x8b", "\x1f\x8b not gzip at all", "\x28\xb5\x2f\xfd", "\x28\xb5\x2f\xfd no zstd",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);
      g_autoptr (GError) error = NULL;
      gsize length;
      char c;

      g_assert_null (lamina_source_get_head (source, &length, &error));
      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_COMPRESSION);
      g_clear_error (&error);
      g_assert_cmpint (lamina_source_read (source, 0, &c, 1, NULL, &error), ==, -1);
      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_COMPRESSION);
    }
}

static void
assert_bomb (Compress            compress,
             gsize               length,
             const LaminaLimits *limits,
             gsize               least)
{
  g_autofree char *zeros = g_malloc0 (length);
  g_autoptr (GBytes) bytes = compress (zeros, length);
  g_autoptr (LaminaSource) source = open_bytes (bytes, FALSE, limits);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize n;

  text = read_all (source, MIB, &n, &error);
  g_assert_null (text);
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
  g_assert_cmpuint (n, >=, least);
  g_assert_cmpuint (n, <, length);
  /* What came before stays readable, and the error stays. */
  g_assert_cmpint (lamina_source_read (source, 0, zeros, 1000, NULL, NULL), ==, 1000);
  g_assert_cmpint (lamina_source_read (source, length - 1, zeros, 1, NULL, NULL), ==, -1);
}

static void
test_bombs (void)
{
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_bytes = 3 * MIB;
  assert_bomb (gzip, 20 * MIB, &limits, 2 * MIB);
  assert_bomb (zstd, 20 * MIB, &limits, 2 * MIB);
  lamina_limits_init (&limits);
  limits.max_ratio = 100;
  assert_bomb (gzip, 80 * MIB, &limits, 63 * MIB);
  assert_bomb (zstd, 80 * MIB, &limits, 63 * MIB);
}

static void
test_plain_limit (void)
{
  g_autoptr (GFile) file = test_home_write ("large", "0123456789", 10);
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (GError) error = NULL;
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_bytes = 10;
  source = lamina_source_open (file, &limits, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lamina_source_get_limits (source)->max_bytes, ==, 10);
  limits.max_bytes = 9;
  g_assert_null (lamina_source_open (file, &limits, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (FALSE);
  g_test_add_func ("/source/many-frames", test_many_frames);
  g_test_add_func ("/source/garbage-behind", test_garbage_behind);
  g_test_add_func ("/source/truncated", test_truncated);
  g_test_add_func ("/source/damaged", test_damaged);
  g_test_add_func ("/source/wrong-checksum", test_wrong_checksum);
  g_test_add_func ("/source/damaged-from-the-start", test_damaged_from_the_start);
  g_test_add_func ("/source/bombs", test_bombs);
  g_test_add_func ("/source/plain-limit", test_plain_limit);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
