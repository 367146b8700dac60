/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-cells.h"
#include "lamina-slice-order-private.h"

#include <string.h>

/*
 * The starts are sorted digit by digit, from the lowest, counted from the first of them, so that there are as few digits
 * as their span has. Slices with one start are sorted by duration afterwards: few share one.
 */
#define DIGIT_BITS 11
#define N_DIGITS (1u << DIGIT_BITS)

typedef struct
{
  guint64 start;
  guint32 index;
} SortKey;

static gboolean
is_sorted (const LaminaSlices *slices)
{
  for (guint i = 1; i < slices->n; i++)
    if (slices->start[i] < slices->start[i - 1] ||
        (slices->start[i] == slices->start[i - 1] && slices->duration[i] > slices->duration[i - 1]))
      return FALSE;
  return TRUE;
}

static gint64
get_first_start (const LaminaSlices *slices)
{
  gint64 first = slices->start[0];

  for (guint i = 1; i < slices->n; i++)
    first = MIN (first, slices->start[i]);
  return first;
}

/* FALSE when all keys have the same digit, so that they are in its order. */
static gboolean
sort_by_digit (const SortKey *from,
               SortKey       *to,
               guint          n,
               guint          shift)
{
  guint32 next[N_DIGITS] = { 0 };
  guint32 place = 0;

  for (guint i = 0; i < n; i++)
    next[from[i].start >> shift & (N_DIGITS - 1)]++;
  if (next[from[0].start >> shift & (N_DIGITS - 1)] == n)
    return FALSE;
  for (guint i = 0; i < N_DIGITS; i++)
    {
      guint32 count = next[i];

      next[i] = place;
      place += count;
    }
  for (guint i = 0; i < n; i++)
    to[next[from[i].start >> shift & (N_DIGITS - 1)]++] = from[i];
  return TRUE;
}

static int
compare_durations (gconstpointer a,
                   gconstpointer b,
                   gpointer      data)
{
  const LaminaSlices *slices = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (slices->duration[left] != slices->duration[right])
    return slices->duration[left] > slices->duration[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

static void
sort_equal_starts (const LaminaSlices *slices,
                   guint32            *order)
{
  for (guint i = 0; i < slices->n;)
    {
      guint end = i + 1;

      while (end < slices->n && slices->start[order[end]] == slices->start[order[i]])
        end++;
      if (end - i > 1)
        g_qsort_with_data (order + i, (int) (end - i), sizeof *order, compare_durations, (gpointer) slices);
      i = end;
    }
}

guint32 *
lamina_slices_get_order (const LaminaSlices *slices)
{
  g_autofree SortKey *keys = NULL;
  g_autofree SortKey *others = NULL;
  guint64 all = 0;
  guint32 *order;
  gint64 first;

  if (is_sorted (slices))
    return NULL;
  keys = lamina_cells_new (slices->n, sizeof *keys);
  others = lamina_cells_new (slices->n, sizeof *others);
  first = get_first_start (slices);
  for (guint i = 0; i < slices->n; i++)
    {
      keys[i] = (SortKey) { (guint64) slices->start[i] - (guint64) first, i };
      all |= keys[i].start;
    }
  for (guint shift = 0; shift < 64 && all >> shift != 0; shift += DIGIT_BITS)
    if (sort_by_digit (keys, others, slices->n, shift))
      {
        SortKey *sorted = g_steal_pointer (&others);

        others = g_steal_pointer (&keys);
        keys = sorted;
      }
  order = lamina_cells_new (slices->n, sizeof *order);
  for (guint i = 0; i < slices->n; i++)
    order[i] = keys[i].index;
  sort_equal_starts (slices, order);
  return order;
}
