/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-text-hash.h"

#include "lamina-bytes-hash.h"

#include <pthread.h>

guint64 lamina_hash_seed;

static void
choose_seed (void)
{
  lamina_hash_seed = (guint64) g_random_int () << 32 | g_random_int ();
}

void
lamina_bytes_hash_prepare (void)
{
  static pthread_once_t seeded = PTHREAD_ONCE_INIT;

  pthread_once (&seeded, choose_seed);
}

guint
lamina_text_hash (gconstpointer text)
{
  lamina_bytes_hash_prepare ();
  return lamina_bytes_hash (text, strlen (text));
}

gboolean
lamina_text_equal (gconstpointer a,
                   gconstpointer b)
{
  return a == b || strcmp (a, b) == 0;
}
