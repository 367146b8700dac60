/* SPDX-License-Identifier: Apache-2.0 */
#include "source-text.h"
#include "test-home.h"

#include <pthread.h>
#include <string.h>

/* Sources that several threads read, that inflate ahead, and that are cancelled. */

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
          g_assert_cmpuint (lamina_source_find_line (reader->source, offset, NULL), >=, 1);
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
  gsize length = 17 * MIB;
  g_autofree char *text = make_text (length);

  for (guint kind = 0; kind < N_KINDS; kind++)
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
  for (guint kind = 0; kind < N_KINDS; kind++)
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
  LaminaLimits limits;

  /* Of that, half is inflated ahead at most. */
  lamina_limits_init (&limits);
  limits.max_memory_text = 12 * MIB;
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      g_autoptr (GBytes) bytes = kinds[kind].compress (text, length);
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, &limits);

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

  for (guint kind = 0; kind < N_KINDS; kind++)
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

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (FALSE);
  g_test_add_func ("/source/readers", test_readers);
  g_test_add_func ("/source/cancelled", test_cancelled);
  g_test_add_func ("/source/ahead", test_ahead);
  g_test_add_func ("/source/cancelled-while-ahead", test_cancelled_while_ahead);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
