/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-order-private.h"

#include <string.h>

/* Many rows are sorted by counting digits of their keys, which takes time in proportion to their number. */

#define DIGIT_BITS 11
#define N_DIGITS 6
#define N_GROUP_DIGITS 3
#define N_BUCKETS (1u << DIGIT_BITS)

/* Below this, moving neighbours is faster than counting. */
#define FEW_ITEMS 32
#define SOME_ITEMS 4096

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
  memcpy (scratch, items, n * sizeof *items);
  merge (scratch, items, n / 2, n);
}

static guint
get_digit (guint64 key,
           guint   digit)
{
  return (guint) (key >> (digit * DIGIT_BITS)) & (N_BUCKETS - 1);
}

/* The bits in which keys differ: most keys are small numbers, whose upper digits need no look. */
static guint64
find_differences (const LaminaOrderItem *items,
                  guint                  n)
{
  guint64 differences = 0;

  for (guint i = 1; i < n; i++)
    differences |= items[i].key ^ items[0].key;
  return differences;
}

/* Moves the items by one digit. */
static void
sort_by_digit (const LaminaOrderItem *from,
               LaminaOrderItem       *to,
               guint                  n,
               guint                  digit)
{
  guint places[N_BUCKETS] = { 0 };
  guint place = 0;

  for (guint i = 0; i < n; i++)
    places[get_digit (from[i].key, digit)]++;
  for (guint bucket = 0; bucket < N_BUCKETS; bucket++)
    {
      guint count = places[bucket];

      places[bucket] = place;
      place += count;
    }
  for (guint i = 0; i < n; i++)
    to[places[get_digit (from[i].key, digit)]++] = from[i];
}

/* By the lowest digits of the keys. */
static gboolean
sort_many (LaminaOrderItem *items,
           LaminaOrderItem *scratch,
           guint            n,
           guint            n_digits,
           GCancellable    *cancellable)
{
  LaminaOrderItem *from = items;
  LaminaOrderItem *to = scratch;
  guint64 differences = find_differences (items, n);
  gboolean wanted = TRUE;

  for (guint digit = 0; digit < n_digits; digit++)
    {
      LaminaOrderItem *swap = from;

      if (get_digit (differences, digit) == 0)
        continue;
      if (g_cancellable_is_cancelled (cancellable))
        {
          wanted = FALSE;
          break;
        }
      sort_by_digit (from, to, n, digit);
      from = to;
      to = swap;
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
  if (n > SOME_ITEMS)
    return sort_many (items, scratch, n, N_DIGITS, cancellable);

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
  const guint64 mask = (G_GUINT64_CONSTANT (1) << (N_GROUP_DIGITS * DIGIT_BITS)) - 1;
  guint end;

  if (n <= SOME_ITEMS)
    return lamina_order_sort (items, scratch, n, cancellable);
  if (!sort_many (items, scratch, n, N_GROUP_DIGITS, cancellable))
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

static gboolean
is_ascending (const guint32 *rows,
              guint          n)
{
  for (guint i = 1; i < n; i++)
    if (rows[i - 1] > rows[i])
      return FALSE;

  return TRUE;
}

guint32 *
lamina_order_dup_rows (const guint32 *rows,
                       guint          n,
                       GCancellable  *cancellable)
{
  g_autofree guint32 *copy = g_new (guint32, MAX (n, 1));
  g_autofree LaminaOrderItem *items = NULL;
  g_autofree LaminaOrderItem *scratch = NULL;

  if (is_ascending (rows, n))
    {
      for (guint i = 0; i < n; i++)
        copy[i] = rows[i];
      return g_steal_pointer (&copy);
    }

  items = g_new (LaminaOrderItem, n);
  scratch = g_new (LaminaOrderItem, n);
  for (guint i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { rows[i], rows[i] };
  if (!lamina_order_sort (items, scratch, n, cancellable))
    return NULL;
  for (guint i = 0; i < n; i++)
    copy[i] = items[i].row;

  return g_steal_pointer (&copy);
}
