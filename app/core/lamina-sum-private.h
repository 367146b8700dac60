/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/* a + b, where an absent number adds nothing, and a sum that does not fit stops at the largest number. */
static inline gint64
lamina_add_saturating (gint64 a,
                       gint64 b)
{
  gint64 sum;

  if (b == LAMINA_ABSENT)
    return a;
  if (a == LAMINA_ABSENT)
    return b;
  if (__builtin_add_overflow (a, b, &sum))
    return b > 0 ? G_MAXINT64 : -G_MAXINT64;
  return sum;
}

G_END_DECLS
