/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-limits.h"

void
lamina_limits_init (LaminaLimits *limits)
{
  g_return_if_fail (limits != NULL);

  *limits = (LaminaLimits) {
    .max_bytes = G_GUINT64_CONSTANT (256) << 30,
    .max_ratio = 2000,
    .max_memory_text = G_GUINT64_CONSTANT (1) << 30,
    .max_depth = 512,
    .max_records = 1000000000,
    .max_rows = 1000000000,
    .max_text = G_GUINT64_CONSTANT (64) << 20,
    .min_part_bytes = 4 << 20,
    .block_bytes = 256 << 10,
  };
}
