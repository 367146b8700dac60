/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-order.h"

#include "lamina-cells.h"

#include <string.h>

/*
 * Many items are sorted by counting digits of their keys, from the lowest. Keys are counted from the smallest of them, and
 * from the lowest bit in which any two differ, so that there are as few digits as their span has: the times of an hour that
 * are counted from 1970 have four and not six.
 */

#define DIGIT_BITS 11
#define N_BUCKETS (1u << DIGIT_BITS)
#define GROUP_BITS (3 * DIGIT_BITS)

/* Below this, moving neighbors is faster than counting, and then merging. */
#define FEW_ITEMS 32
#define SOME_ITEMS 512

/* Which bits of the keys less @first are to be looked at: from @low to before @high. */
typedef struct
{
  guint64 first;
  guint low;
  guint high;
} Digits;

static void
sort_few (LaminaOrderItem *items,
          guint            n)
{
  for (guint i = 1; i < n; i++)
    {
      LaminaOrderItem item = items[i];
      guint place = i;

      for (; place > 0 && items[place - 1].key > item.key; place--)
        items[place] = items[place - 1];
      items[place] = item;
    }
}

static void
merge (const LaminaOrderItem *from,
       LaminaOrderItem       *to,
       guint                  middle,
       guint                  n)
{
  guint left = 0;
  guint right = middle;

  for (guint i = 0; i < n; i++)
    if (right == n || (left < middle && from[left].key <= from[right].key))
      to[i] = from[left++];
    else
      to[i] = from[right++];
}

static void
sort_some (LaminaOrderItem *items,
           LaminaOrderItem *scratch,
           guint            n)
{
  if (n <= FEW_ITEMS)
    {
      sort_few (items, n);
      return;
    }

  sort_some (items, scratch, n / 2);
  sort_some (items + n / 2, scratch + n / 2, n - n / 2);
  if (items[n / 2 - 1].key <= items[n / 2].key)
    return;
  memcpy (scratch, items, n * sizeof *items);
  merge (scratch, items, n / 2, n);
}

/* FALSE when the items are in order already. */
static gboolean
find_digits (const LaminaOrderItem *items,
             guint                  n,
             Digits                *digits)
{
  guint64 first = items[0].key;
  guint64 last = first;
  guint64 differences = 0;
  gboolean is_sorted = TRUE;

  for (guint i = 1; i < n; i++)
    {
      first = MIN (first, items[i].key);
      last = MAX (last, items[i].key);
      differences |= items[i].key ^ items[0].key;
      is_sorted &= items[i - 1].key <= items[i].key;
    }
  if (is_sorted)
    return FALSE;
  *digits = (Digits) { first, (guint) __builtin_ctzll (differences), 64 - (guint) __builtin_clzll (last - first) };
  return TRUE;
}

static inline guint
get_digit (guint64 key,
           guint64 first,
           guint   shift)
{
  return (guint) ((key - first) >> shift) & (N_BUCKETS - 1);
}

/* Moves the items by one digit. FALSE when all have the same, so that they are in its order. */
static gboolean
sort_by_digit (const LaminaOrderItem *from,
               LaminaOrderItem       *to,
               guint                  n,
               guint64                first,
               guint                  shift)
{
  guint32 next[N_BUCKETS] = { 0 };
  guint32 place = 0;

  for (guint i = 0; i < n; i++)
    next[get_digit (from[i].key, first, shift)]++;
  if (next[get_digit (from[0].key, first, shift)] == n)
    return FALSE;
  for (guint bucket = 0; bucket < N_BUCKETS; bucket++)
    {
      guint32 count = next[bucket];

      next[bucket] = place;
      place += count;
    }
  for (guint i = 0; i < n; i++)
    to[next[get_digit (from[i].key, first, shift)]++] = from[i];
  return TRUE;
}

static gboolean
sort_many (LaminaOrderItem *items,
           LaminaOrderItem *scratch,
           guint            n,
           const Digits    *digits,
           GCancellable    *cancellable)
{
  LaminaOrderItem *from = items;
  LaminaOrderItem *to = scratch;
  gboolean wanted = TRUE;

  for (guint shift = digits->low; wanted && shift < digits->high; shift += DIGIT_BITS)
    {
      wanted = !g_cancellable_is_cancelled (cancellable);
      if (wanted && sort_by_digit (from, to, n, digits->first, shift))
        {
          LaminaOrderItem *swap = from;

          from = to;
          to = swap;
        }
    }

  if (from != items)
    memcpy (items, from, n * sizeof *items);
  return wanted;
}

gboolean
lamina_order_sort (LaminaOrderItem *items,
                   LaminaOrderItem *scratch,
                   guint            n,
                   GCancellable    *cancellable)
{
  g_autofree LaminaOrderItem *room = NULL;
  Digits digits;

  if (n <= FEW_ITEMS)
    {
      sort_few (items, n);
      return TRUE;
    }
  if (n > SOME_ITEMS && !find_digits (items, n, &digits))
    return TRUE;
  if (!scratch)
    scratch = room = lamina_cells_new (n, sizeof *room);
  if (n > SOME_ITEMS)
    return sort_many (items, scratch, n, &digits, cancellable);

  sort_some (items, scratch, n);
  return TRUE;
}

/* Half of the digits of a hash tell nearly all keys apart; the few that they do not are sorted by all. */
gboolean
lamina_order_group (LaminaOrderItem *items,
                    LaminaOrderItem *scratch,
                    guint            n,
                    GCancellable    *cancellable)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << GROUP_BITS) - 1;
  const Digits digits = { .high = GROUP_BITS };
  g_autofree LaminaOrderItem *room = NULL;
  guint end;

  if (n <= SOME_ITEMS)
    return lamina_order_sort (items, scratch, n, cancellable);
  if (!scratch)
    scratch = room = lamina_cells_new (n, sizeof *room);
  if (!sort_many (items, scratch, n, &digits, cancellable))
    return FALSE;
  for (guint first = 0; first < n; first = end)
    {
      gboolean differ = FALSE;

      for (end = first + 1; end < n && ((items[end].key ^ items[first].key) & mask) == 0; end++)
        differ |= items[end].key != items[first].key;
      if (differ && !lamina_order_sort (items + first, scratch, end - first, cancellable))
        return FALSE;
    }
  return TRUE;
}
