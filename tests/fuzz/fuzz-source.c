/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "lamina-core.h"

/* Reads a file that may be compressed, and damaged: in pieces, from places out of order, to the end. */

#define MAX_BYTES (4 << 20)

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (LaminaSource) source = NULL;
  LaminaLimits limits;
  char buffer[1000];
  guint64 offset = 0;
  gssize n;
  gsize length;

  lamina_limits_init (&limits);
  limits.max_bytes = MAX_BYTES;
  limits.max_memory_text = MAX_BYTES / 4;
  source = lamina_source_new_for_bytes ("fuzz.json", bytes, &limits);
  lamina_source_get_head (source, &length, NULL);
  lamina_source_read (source, size * 3, buffer, sizeof buffer, NULL, NULL);
  while ((n = lamina_source_read (source, offset, buffer, sizeof buffer, NULL, NULL)) > 0)
    offset += n;
  g_assert_cmpuint (offset, <=, MAX (size, MAX_BYTES + sizeof buffer));
  lamina_source_get_line (source, offset / 2);
  lamina_source_get_damage (source);
  return 0;
}
