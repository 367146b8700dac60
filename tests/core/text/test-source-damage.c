/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-error.h"
#include "source-text.h"
#include "test-home.h"

#include <malloc.h>
#include <string.h>
#include <zlib.h>

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

/* What zlib makes of the first member of a stream before its damage or end: it checks everything before it writes. */
static GByteArray *
inflate_by_zlib (const guint8 *stored,
                 gsize         n_stored,
                 int          *result)
{
  g_autoptr (GByteArray) text = g_byte_array_new ();
  z_stream z = { .next_in = (Bytef *) stored, .avail_in = (uInt) n_stored };
  guint8 buffer[4096];

  g_assert_cmpint (inflateInit2 (&z, MAX_WBITS + 16), ==, Z_OK);
  do
    {
      z.next_out = buffer;
      z.avail_out = sizeof buffer;
      *result = inflate (&z, Z_NO_FLUSH);
      g_byte_array_append (text, buffer, (guint) (sizeof buffer - z.avail_out));
    }
  while (*result == Z_OK);
  inflateEnd (&z);
  return g_steal_pointer (&text);
}

/* Memory that nobody has written is filled with another byte for each call, so that what comes of it differs. */
static char *
read_damaged (GBytes *stored,
              gsize   block,
              int     fill,
              gsize  *length)
{
  g_autoptr (LaminaSource) source = NULL;
  char *text;

  mallopt (M_PERTURB, fill);
  source = open_bytes (stored, FALSE, NULL);
  text = read_all (source, block, length, NULL);
  g_clear_pointer (&source, lamina_source_unref);
  mallopt (M_PERTURB, 0);
  return text;
}

static void
assert_damage_is_exact (const guint8 *stored,
                        gsize         n_stored,
                        gboolean      by_zlib)
{
  static const gsize blocks[] = { 777, 65536, 3 * MIB };
  g_autoptr (GBytes) bytes = g_bytes_new (stored, n_stored);
  g_autoptr (GByteArray) expected = NULL;
  int result = Z_DATA_ERROR;
  gsize first;
  g_autofree char *text = read_damaged (bytes, blocks[0], 0x11, &first);

  if (by_zlib)
    expected = inflate_by_zlib (stored, n_stored, &result);
  for (guint i = 1; i < G_N_ELEMENTS (blocks); i++)
    {
      gsize n;
      g_autofree char *again = read_damaged (bytes, blocks[i], 0x11 << i, &n);

      g_assert_cmpmem (text, first, again, n);
    }
  /* What follows a member that happens to end early is another one to us. */
  if (expected != NULL && result != Z_STREAM_END)
    g_assert_cmpmem (text, first, expected->data, expected->len);
}

/* Lines that repeat others from near and far, as traces do, so that damage hits distances, too. */
static char *
make_repeating_text (gsize length)
{
  g_autoptr (GString) text = g_string_sized_new (length + 64);

  for (guint i = 0; text->len < length; i++)
    g_string_append_printf (text, "{\"ph\": \"X\", \"name\": \"kernel %u\", \"ts\": %u},\n", i * 2654435761u % 97, i * i);
  return g_strndup (text->str, length);
}

/* However it is read, and whatever memory held before, a damaged stream is the same text: that before the damage. */
static void
test_damage_is_exact (void)
{
  gsize length = 300000;
  g_autofree char *text = make_repeating_text (length);

  for (guint kind = 0; kind < 3; kind++)
    {
      g_autoptr (GBytes) bytes = kind == 2 ? zstd (text, length) : gzip_at (kind == 0 ? 1 : 9, text, length);
      gsize stored = g_bytes_get_size (bytes);

      for (guint i = 0; i < 60; i++)
        {
          g_autofree guint8 *data = g_memdup2 (g_bytes_get_data (bytes, NULL), stored);
          gsize at = 20 + (gsize) i * (stored - 40) / 60;

          if (i % 3 == 0)
            data[at] ^= (guint8) (1u << i % 8);
          else
            memset (data + at, i % 3 == 1 ? 0xff : 0, MIN (stored - at, 12));
          assert_damage_is_exact (data, stored, kind < 2);
        }
    }
}

/* A reference to text before the first one there is. */
static void
test_distance_too_far (void)
{
  /* "aaaa", then a block of fixed codes: a literal, and 10 bytes from 4096 before */
  static const guint8 head[] = { 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0, 4, 0, 0xfb, 0xff, 'a', 'a', 'a', 'a' };
  g_autoptr (GByteArray) stored = g_byte_array_new ();
  guint64 bits = 0;
  guint n = 0;
  static const guint8 behind[64];
  /* 1 final, 01 fixed; 0x30 + 'b' as eight bits; length code 264 (10) as seven; distance code 23 as five, 10 extra bits */
  const struct { guint value, count; gboolean reversed; } codes[] = {
    { 1, 1, FALSE }, { 1, 2, FALSE }, { 0x30 + 'b', 8, TRUE }, { 264 - 256, 7, TRUE }, { 23, 5, TRUE }, { 1023, 10, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    for (guint j = 0; j < codes[i].count; j++)
      bits |= (guint64) (codes[i].value >> (codes[i].reversed ? codes[i].count - 1 - j : j) & 1) << n++;
  bits = GUINT64_TO_LE (bits);
  g_byte_array_append (stored, head, sizeof head);
  g_byte_array_append (stored, (const guint8 *) &bits, 8);
  g_byte_array_append (stored, behind, sizeof behind);
  for (guint fill = 1; fill < 200; fill += 66)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (stored->data, stored->len);
      gsize length;
      g_autofree char *text = read_damaged (bytes, 65536, (int) fill, &length);

      g_assert_cmpmem (text, length, "aaaab", 5);
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
  g_test_add_func ("/source/damage-is-exact", test_damage_is_exact);
  g_test_add_func ("/source/distance-too-far", test_distance_too_far);
  g_test_add_func ("/source/wrong-checksum", test_wrong_checksum);
  g_test_add_func ("/source/damaged-from-the-start", test_damaged_from_the_start);
  g_test_add_func ("/source/bombs", test_bombs);
  g_test_add_func ("/source/plain-limit", test_plain_limit);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
