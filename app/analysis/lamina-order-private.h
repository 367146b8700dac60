/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Sorting of many rows by keys that are worked out once, never by comparing texts pair by pair. */

/* How many rows are looked at between two questions whether the work is still wanted. */
#define LAMINA_CHECK_ROWS 8192

typedef struct
{
  guint64 key;
  guint32 row;
} LaminaOrderItem;

/* A key in the order of signed numbers. */
static inline guint64
lamina_order_key_integer (gint64 value)
{
  return (guint64) value ^ (G_GUINT64_CONSTANT (1) << 63);
}

/* A key in the order of numbers with a fraction, which must not be NaN. */
static inline guint64
lamina_order_key_real (double value)
{
  union { double real; guint64 bits; } number = { .real = value };
  guint64 sign = G_GUINT64_CONSTANT (1) << 63;

  return number.bits & sign ? ~number.bits : number.bits | sign;
}

/* Every so many rows: whether the work is no longer wanted. */
static inline gboolean
lamina_order_is_cancelled (GCancellable *cancellable,
                           guint         row)
{
  return row % LAMINA_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable);
}

/*
 * Sorts items by key; equal ones keep their order. @scratch holds as many items. FALSE when cancelled: the items are
 * all still there then, in any order.
 */
gboolean lamina_order_sort (LaminaOrderItem *items,
                            LaminaOrderItem *scratch,
                            guint            n,
                            GCancellable    *cancellable);

/*
 * The same where it is enough that items with equal keys stand together, each in the order they had: keys are hashes, and
 * it takes half of the time.
 */
gboolean lamina_order_group (LaminaOrderItem *items,
                             LaminaOrderItem *scratch,
                             guint            n,
                             GCancellable    *cancellable);

/* The rows in the order of the file, to be freed by g_free(); NULL when cancelled. */
guint32 *lamina_order_dup_rows (const guint32 *rows,
                                guint          n,
                                GCancellable  *cancellable);

G_END_DECLS
