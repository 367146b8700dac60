/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-median.h"

gint64
lamina_median (const gint64 *sorted,
               guint         n)
{
  gint64 lower, upper;

  g_return_val_if_fail (sorted != NULL && n > 0, 0);

  lower = sorted[(n - 1) / 2];
  upper = sorted[n / 2];
  /* Their sum may not fit. */
  return lower + (gint64) (((guint64) upper - (guint64) lower) / 2);
}
