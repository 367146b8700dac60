/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"
#include "lamina-order.h"

G_BEGIN_DECLS

/* What goes with lamina-order.h: long walks over rows, which are given up when nobody wants them any longer. */

/* How many rows are looked at between two questions whether the work is still wanted. */
#define LAMINA_CHECK_ROWS 8192

/* Every so many rows: whether the work is no longer wanted. */
static inline gboolean
lamina_order_is_cancelled (GCancellable *cancellable,
                           guint         row)
{
  return row % LAMINA_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable);
}

/* The rows in the order of the file, to be freed by g_free(); NULL when cancelled. */
guint32 *lamina_order_dup_rows     (const guint32 *rows,
                                    guint          n,
                                    GCancellable  *cancellable);

/* Puts an array of guint32 in order, and keeps each number once. */
void     lamina_order_keep_once    (GArray        *rows);

/* Compares two guint32: rows, or what else is numbered. */
int      lamina_order_compare_rows (gconstpointer  a,
                                    gconstpointer  b);

G_END_DECLS
