/* SPDX-License-Identifier: Apache-2.0 */
#include "source-text.h"

#include "test-home.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

char *
make_text (gsize length)
{
  g_autoptr (GString) text = g_string_sized_new (length + 64);

  for (guint i = 0; text->len < length; i++)
    g_string_append_printf (text, "%u %u%s", i, i * 2654435761u, i % 3 == 0 ? "\n" : " ");
  return g_strndup (text->str, length);
}

GBytes *
gzip_at (int         level,
         const char *text,
         gsize       length)
{
  uLong room = compressBound (length) + 64;
  guint8 *out = g_malloc (room);
  z_stream z = { .next_in = (Bytef *) text, .avail_in = (uInt) length, .next_out = out, .avail_out = (uInt) room };

  g_assert_cmpint (deflateInit2 (&z, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  g_assert_cmpint (deflate (&z, Z_FINISH), ==, Z_STREAM_END);
  deflateEnd (&z);
  return g_bytes_new_take (out, z.total_out);
}

GBytes *
gzip (const char *text,
      gsize       length)
{
  /* Better compression would take most of the time of a test. */
  return gzip_at (Z_BEST_SPEED, text, length);
}

GBytes *
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

const Kind kinds[N_KINDS] = {
  { "plain", plain },
  { "gzip", gzip },
  { "zstd", zstd },
};

char *
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

void
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

LaminaSource *
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
