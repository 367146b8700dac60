/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-macros.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Sorting of many rows by keys that are worked out once, never by comparing rows pair by pair. */

/**
 * LaminaOrderItem:
 * @key: what to sort by; the smallest comes first. The complement (`~key`) sorts downwards
 * @row: what the key belongs to: an index of the caller's
 *
 * One of the things that are sorted.
 */
typedef struct
{
  guint64 key;
  guint32 row;
} LaminaOrderItem;

/**
 * lamina_order_key_integer: (skip)
 * @value: a number
 *
 * Returns: a key in the order of signed numbers
 */
static inline guint64
lamina_order_key_integer (gint64 value)
{
  return (guint64) value ^ (G_GUINT64_CONSTANT (1) << 63);
}

/**
 * lamina_order_key_real: (skip)
 * @value: a number, not NaN
 *
 * Returns: a key in the order of numbers with a fraction; -0 comes before 0
 */
static inline guint64
lamina_order_key_real (double value)
{
  union { double real; guint64 bits; } number = { .real = value };
  guint64 sign = G_GUINT64_CONSTANT (1) << 63;

  return number.bits & sign ? ~number.bits : number.bits | sign;
}

/**
 * lamina_order_sort: (skip)
 * @items: (array length=n): what to sort
 * @scratch: (array length=n) (nullable): room for as many items, for those who sort often; %NULL to have it allocated
 * @n: how many items
 * @cancellable: (nullable): stops it
 *
 * Sorts items by key in place, in time that grows with their number alone; those with equal keys keep their order. Any
 * thread.
 *
 * Returns: %FALSE when it was cancelled: the items are all still there then, in any order
 */
LAMINA_AVAILABLE
gboolean lamina_order_sort (LaminaOrderItem *items,
                            LaminaOrderItem *scratch,
                            guint            n,
                            GCancellable    *cancellable);

/**
 * lamina_order_group: (skip)
 * @items: (array length=n): what to sort
 * @scratch: (array length=n) (nullable): room for as many items; %NULL to have it allocated
 * @n: how many items
 * @cancellable: (nullable): stops it
 *
 * The same where it is enough that items with equal keys stand together, each in the order they had. Keys are hashes, and
 * it takes half of the time that sorting them takes.
 *
 * Returns: %FALSE when it was cancelled
 */
LAMINA_AVAILABLE
gboolean lamina_order_group (LaminaOrderItem *items,
                             LaminaOrderItem *scratch,
                             guint            n,
                             GCancellable    *cancellable);

G_END_DECLS
