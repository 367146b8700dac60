/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "lamina-core.h"
#include "lamina-source-extent.h"

/* Reads a file that may be compressed, and damaged: in pieces, from places out of order, to the end. What is read once
 * more, some of it inflated again, must be the same. */

#define MAX_BYTES (10 << 20)

/* What one step inflates is there before its length is held against the limit. */
#define STEP_BYTES (2 << 20)

static guint64
read_on (LaminaSource *source,
         guint        *hash)
{
  char buffer[1000];
  guint64 offset = 0;
  gssize n;

  *hash = 0;
  while ((n = lamina_source_read (source, offset, buffer, sizeof buffer, NULL, NULL)) > 0)
    {
      for (gssize i = 0; i < n; i++)
        *hash = *hash * 31 + (guint8) buffer[i];
      offset += n;
    }
  return offset;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (LaminaSource) source = NULL;
  LaminaLimits limits;
  char buffer[1000];
  guint64 offset;
  gsize length;
  guint hash, again;

  lamina_limits_init (&limits);
  limits.max_bytes = MAX_BYTES;
  limits.max_memory_text = MAX_BYTES / 4;
  source = lamina_source_new_for_bytes ("fuzz.json", bytes, &limits);
  lamina_source_get_head (source, &length, NULL);
  lamina_source_read (source, size * 3, buffer, sizeof buffer, NULL, NULL);
  offset = read_on (source, &hash);
  g_assert_cmpuint (offset, <=, MAX (size, MAX_BYTES + STEP_BYTES));
  g_assert_cmpuint (read_on (source, &again), ==, offset);
  g_assert_cmpuint (again, ==, hash);
  lamina_source_find_line (source, offset / 2, NULL);
  lamina_source_get_damage (source);
  return 0;
}
