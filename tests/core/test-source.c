/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <glib/gstdio.h>

#include "lamina-error.h"
#include "lamina-source.h"
#include "test-home.h"

#define MIB ((gsize) 1 << 20)

typedef GBytes *(*Compress) (const char *text,
                             gsize       length);

/* Lines of different lengths; no two stretches of it are equal. */
static char *
make_text (gsize length)
{
  g_autoptr (GString) text = g_string_sized_new (length + 64);

  for (guint i = 0; text->len < length; i++)
    g_string_append_printf (text, "%u %u%s", i, i * 2654435761u, i % 3 == 0 ? "\n" : " ");
  return g_strndup (text->str, length);
}

static GBytes *
gzip (const char *text,
      gsize       length)
{
  uLong room = compressBound (length) + 64;
  guint8 *out = g_malloc (room);
  z_stream z = { .next_in = (Bytef *) text, .avail_in = (uInt) length, .next_out = out, .avail_out = (uInt) room };

  g_assert_cmpint (deflateInit2 (&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  g_assert_cmpint (deflate (&z, Z_FINISH), ==, Z_STREAM_END);
  deflateEnd (&z);
  return g_bytes_new_take (out, z.total_out);
}

static GBytes *
zstd (const char *text,
      gsize       length)
{
  gsize room = ZSTD_compressBound (length);
  void *out = g_malloc (room);
  gsize n = ZSTD_compress (out, room, text, length, 3);

  g_assert_false (ZSTD_isError (n));
  return g_bytes_new_take (out, n);
}

static GBytes *
plain (const char *text,
       gsize       length)
{
  return g_bytes_new (text, length);
}

static const struct
{
  const char *name;
  Compress compress;
} kinds[] = {
  { "plain", plain },
  { "gzip", gzip },
  { "zstd", zstd },
};

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

/* Reads everything in blocks of one size. */
static char *
read_all (LaminaSource  *source,
          gsize          block,
          gsize         *length,
          GError       **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *buffer = g_malloc (block);
  gssize n;

  while ((n = lamina_source_read (source, text->len, buffer, block, NULL, error)) > 0)
    g_string_append_len (text, buffer, n);
  *length = text->len;
  return n < 0 ? NULL : g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_text (LaminaSource *source,
             gsize         block,
             const char   *expected,
             gsize         expected_length)
{
  g_autoptr (GError) error = NULL;
  gsize length;
  g_autofree char *text = read_all (source, block, &length, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (length, ==, expected_length);
  g_assert_true (memcmp (text, expected, length) == 0);
}

/* From bytes and from a file, which take different ways. */
static LaminaSource *
open_bytes (GBytes             *bytes,
            gboolean            as_file,
            const LaminaLimits *limits)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;
  LaminaSource *source;
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);

  if (!as_file)
    return lamina_source_new_for_bytes ("bytes", bytes, limits);
  file = test_home_write ("source", data, (gssize) length);
  source = lamina_source_open (file, limits, &error);
  g_assert_no_error (error);
  return source;
}

static void
test_reads (void)
{
  static const gsize blocks[] = { 1, 7, 4096, 65536, 3 * MIB };
  gsize length = 100001;
  g_autofree char *text = make_text (length);

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
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

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
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

/* What is behind the memory limit lies in a temporary file, and reads the same. */
static void
test_spills (void)
{
  gsize length = 5 * MIB + 77;
  g_autofree char *text = make_text (length);
  guint64 memory[] = { 0, MIB, 2 * MIB + 1, 100 * MIB };

  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    {
      g_autoptr (GBytes) bytes = gzip (text, length);
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

static void
test_many_frames (void)
{
  gsize length = 200000;
  g_autofree char *text = make_text (length);
  static const guint8 skippable[] = { 0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c' };
  static const guint8 zeros[600];

  for (guint kind = 1; kind < G_N_ELEMENTS (kinds); kind++)
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
  for (guint kind = 1; kind < G_N_ELEMENTS (kinds); kind++)
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

  for (guint kind = 1; kind < G_N_ELEMENTS (kinds); kind++)
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

  for (guint kind = 1; kind < G_N_ELEMENTS (kinds); kind++)
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

static void
test_head (void)
{
  gsize lengths[] = { 1, 100, LAMINA_HEAD_BYTES - 1, LAMINA_HEAD_BYTES, LAMINA_HEAD_BYTES + 1, 4 * MIB };
  g_autofree char *text = make_text (4 * MIB);

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
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

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
        g_assert_cmpuint (lamina_source_get_line (source, offsets[i]), ==, count_lines (text, offsets[i]));
      g_assert_cmpuint (lamina_source_get_line (source, length + 1), ==, count_lines (text, length));
      g_assert_cmpuint (lamina_source_get_line (source, G_MAXUINT64), ==, count_lines (text, length));
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
  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
        g_assert_cmpuint (lamina_source_get_line (source, offsets[i]), ==, count_lines (text, offsets[i]));
      g_assert_cmpuint (lamina_source_get_line (source, G_MAXUINT64), ==, count_lines (text, length));
    }
}

typedef struct
{
  LaminaSource *source;
  const char *text;
  gsize length;
  guint seed;
} Reader;

static void *
read_anywhere (void *data)
{
  Reader *reader = data;
  guint32 state = reader->seed;
  char buffer[3000];

  for (guint i = 0; i < 300; i++)
    {
      gsize offset, expected;

      state = state * 1664525u + 1013904223u;
      offset = state % reader->length;
      expected = MIN (sizeof buffer, reader->length - offset);
      g_assert_cmpint (lamina_source_read (reader->source, offset, buffer, sizeof buffer, NULL, NULL), ==, expected);
      g_assert_true (memcmp (buffer, reader->text + offset, expected) == 0);
      if (i % 50 == 0)
        {
          gsize length;

          g_assert_nonnull (lamina_source_get_head (reader->source, &length, NULL));
          g_assert_cmpuint (lamina_source_get_line (reader->source, offset), >=, 1);
          g_assert_null (lamina_source_get_damage (reader->source));
          g_assert_cmpuint (lamina_source_get_stored_position (reader->source), <=,
                            lamina_source_get_stored_size (reader->source));
        }
    }
  lamina_source_unref (reader->source);
  return NULL;
}

static void
test_readers (void)
{
  gsize length = 6 * MIB;
  g_autofree char *text = make_text (length);

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      LaminaLimits limits;
      LaminaSource *source;
      Reader readers[4];
      pthread_t threads[4];

      lamina_limits_init (&limits);
      limits.max_memory_text = 3 * MIB;
      source = open_bytes (bytes, TRUE, &limits);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        {
          readers[i] = (Reader) { lamina_source_ref (source), text, length, i + 1 };
          g_assert_cmpint (pthread_create (&threads[i], NULL, read_anywhere, &readers[i]), ==, 0);
        }
      lamina_source_unref (source);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        g_assert_cmpint (pthread_join (threads[i], NULL), ==, 0);
    }
}

static void
test_cancelled (void)
{
  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress ("hello", 5);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      char buffer[5];

      g_cancellable_cancel (cancellable);
      g_assert_cmpint (lamina_source_read (source, 0, buffer, 5, cancellable, &error), ==, -1);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (lamina_source_read (source, 0, buffer, 5, NULL, NULL), ==, 5);
    }
}

/* Reading on has the text inflated ahead, but not far, and not on when the source is gone. */
static void
test_ahead (void)
{
  const gsize length = 20 * MIB;
  g_autofree char *text = make_text (length);
  g_autofree char *buffer = g_malloc (MIB);

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);

      for (guint64 offset = 0; offset < 4 * MIB; offset += MIB)
        {
          g_assert_cmpint (lamina_source_read (source, offset, buffer, MIB, NULL, NULL), ==, MIB);
          g_assert_cmpmem (buffer, MIB, text + offset, MIB);
        }
      g_usleep (100000);
      g_assert_cmpuint (lamina_source_get_stored_position (source), <, g_bytes_get_size (bytes) * 3 / 4);
      g_assert_cmpint (lamina_source_read (source, 15 * MIB, buffer, MIB, NULL, NULL), ==, MIB);
      g_assert_cmpmem (buffer, MIB, text + 15 * MIB, MIB);
    }
}

static void *
cancel_soon (void *cancellable)
{
  g_usleep (3000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* Who waits for text that is being inflated ahead is woken, and what was inflated stays. */
static void
test_cancelled_while_ahead (void)
{
  const gsize length = 12 * MIB;
  g_autofree char *text = make_text (length);
  g_autofree char *buffer = g_malloc (length);

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      pthread_t thread;
      gssize n;

      g_assert_cmpint (pthread_create (&thread, NULL, cancel_soon, cancellable), ==, 0);
      do
        n = lamina_source_read (source, 0, buffer, length, cancellable, NULL);
      while (n > 0);
      g_assert_cmpint (pthread_join (thread, NULL), ==, 0);
      g_assert_cmpint (lamina_source_read (source, 0, buffer, 3 * MIB, NULL, NULL), ==, 3 * MIB);
      g_assert_cmpmem (buffer, 3 * MIB, text, 3 * MIB);
    }
}

static void
test_changed (void)
{
  g_autoptr (GFile) file = test_home_write ("changing", "first", 5);
  g_autoptr (LaminaSource) source = lamina_source_open (file, NULL, NULL);
  g_autoptr (LaminaSource) bytes_source = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_file_get_path (file);
  struct timespec times[2] = { { 0, 0 }, { 1000, 5 } };

  g_assert_true (lamina_source_check_unchanged (source, &error));
  g_assert_no_error (error);
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_false (lamina_source_check_unchanged (source, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CHANGED);
  g_clear_error (&error);

  g_clear_pointer (&source, lamina_source_unref);
  source = lamina_source_open (file, NULL, NULL);
  g_assert_true (lamina_source_check_unchanged (source, NULL));
  times[1].tv_nsec++;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_false (lamina_source_check_unchanged (source, NULL));
  times[1].tv_nsec--;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_true (lamina_source_check_unchanged (source, NULL));
  g_object_unref (file);
  file = test_home_write ("changing", "other", 5);
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_false (lamina_source_check_unchanged (source, NULL));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_false (lamina_source_check_unchanged (source, NULL));
  /* The descriptor still holds what was opened. */
  assert_text (source, 10, "first", 5);

  bytes_source = lamina_source_new_for_bytes ("x", bytes, NULL);
  g_assert_true (lamina_source_check_unchanged (bytes_source, NULL));
}

/* A file that shrinks or grows under the reader. */
static void
test_resized (void)
{
  g_autoptr (GFile) file = test_home_write ("resized", "0123456789", 10);
  g_autoptr (LaminaSource) source = lamina_source_open (file, NULL, NULL);
  g_autofree char *path = g_file_get_path (file);

  g_assert_cmpint (truncate (path, 4), ==, 0);
  assert_text (source, 100, "0123", 4);
  g_assert_cmpint (truncate (path, 20), ==, 0);
  assert_text (source, 3, "0123\0\0\0\0\0\0", 10);
}

static void
assert_refused (const char *name,
                GQuark      domain,
                int         code,
                const char *part)
{
  g_autofree char *path = test_home_get_input (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_null (lamina_source_open (file, NULL, &error));
  g_assert_error (error, domain, code);
  g_assert_nonnull (strstr (error->message, part));
}

static void
make_socket (const char *name)
{
  g_autofree char *path = test_home_get_input (name);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (fd);
}

static void
test_refused (void)
{
  g_autoptr (GFile) G_GNUC_UNUSED empty = test_home_write ("empty", "", 0);
  g_autofree char *pipe_path = test_home_get_input ("pipe");
  g_autofree char *link_path = test_home_get_input ("link");
  g_autoptr (GFile) remote = g_file_new_for_uri ("http://localhost/trace.json");
  g_autoptr (GFile) device = g_file_new_for_path ("/dev/zero");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_cmpint (symlink ("nowhere", link_path), ==, 0);
  make_socket ("socket");
  assert_refused ("empty", LAMINA_ERROR, LAMINA_ERROR_EMPTY, "empty");
  assert_refused (".", G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "folder");
  assert_refused ("pipe", G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "pipe");
  assert_refused ("absent", G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such file");
  assert_refused ("link", G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such file");
  assert_refused ("socket", G_IO_ERROR, g_io_error_from_errno (ENXIO), "can't be opened");
  g_assert_null (lamina_source_open (device, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_clear_error (&error);
  g_assert_null (lamina_source_open (remote, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

static void
test_unreadable (void)
{
  g_autoptr (GFile) file = test_home_write ("secret", "secret", 6);
  g_autofree char *path = g_file_get_path (file);

  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  if (access (path, R_OK) == 0)
    {
      g_test_skip ("this user may read every file");
      return;
    }
  assert_refused ("secret", G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "can't be opened");
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

/* No descriptor outlives its source, and none is handed to programs that are started. */
static void
test_descriptors (void)
{
  gsize length = 2 * MIB;
  g_autofree char *text = make_text (length);
  g_autoptr (GBytes) bytes = gzip (text, length);
  int before = dup (0);
  int after;
  LaminaLimits limits;

  close (before);
  lamina_limits_init (&limits);
  limits.max_memory_text = 0;
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, &limits);

      assert_text (source, MIB, text, length);
      g_assert_cmpint (fcntl (before, F_GETFD) & FD_CLOEXEC, ==, FD_CLOEXEC);
      g_assert_cmpint (fcntl (before + 1, F_GETFD) & FD_CLOEXEC, ==, FD_CLOEXEC);
    }
  after = dup (0);
  close (after);
  g_assert_cmpint (before, ==, after);
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
  g_test_add_func ("/source/many-frames", test_many_frames);
  g_test_add_func ("/source/garbage-behind", test_garbage_behind);
  g_test_add_func ("/source/truncated", test_truncated);
  g_test_add_func ("/source/damaged", test_damaged);
  g_test_add_func ("/source/wrong-checksum", test_wrong_checksum);
  g_test_add_func ("/source/damaged-from-the-start", test_damaged_from_the_start);
  g_test_add_func ("/source/bombs", test_bombs);
  g_test_add_func ("/source/plain-limit", test_plain_limit);
  g_test_add_func ("/source/head", test_head);
  g_test_add_func ("/source/lines", test_lines);
  g_test_add_func ("/source/lines-of-long-text", test_lines_of_long_text);
  g_test_add_func ("/source/readers", test_readers);
  g_test_add_func ("/source/cancelled", test_cancelled);
  g_test_add_func ("/source/ahead", test_ahead);
  g_test_add_func ("/source/cancelled-while-ahead", test_cancelled_while_ahead);
  g_test_add_func ("/source/changed", test_changed);
  g_test_add_func ("/source/resized", test_resized);
  g_test_add_func ("/source/refused", test_refused);
  g_test_add_func ("/source/unreadable", test_unreadable);
  g_test_add_func ("/source/names", test_names);
  g_test_add_func ("/source/descriptors", test_descriptors);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
