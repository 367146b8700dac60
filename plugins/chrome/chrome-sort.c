/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-sort.h"
#include "lamina-cells.h"

/*
 * Digit by digit, from the lowest, counted from the first time, so that there are as few digits as the span has. Few
 * places are sorted faster one by one.
 */
#define DIGIT_BITS 11
#define N_DIGITS (1u << DIGIT_BITS)
#define FEW 48

static void
insert_each (ChromePlace *places,
             guint        n)
{
  for (guint i = 1; i < n; i++)
    {
      ChromePlace place = places[i];
      guint j = i;

      for (; j > 0 && places[j - 1].time > place.time; j--)
        places[j] = places[j - 1];
      places[j] = place;
    }
}

static inline guint
get_digit (const ChromePlace *place,
           gint64             first,
           guint              shift)
{
  return ((guint64) place->time - (guint64) first) >> shift & (N_DIGITS - 1);
}

/* FALSE when all places have the same digit, so that they are in its order. */
static gboolean
sort_digit (const ChromePlace *from,
            ChromePlace       *to,
            guint              n,
            gint64             first,
            guint              shift)
{
  guint32 next[N_DIGITS] = { 0 };
  guint32 sum = 0;

  for (guint i = 0; i < n; i++)
    next[get_digit (&from[i], first, shift)]++;
  if (next[get_digit (&from[0], first, shift)] == n)
    return FALSE;
  for (guint i = 0; i < N_DIGITS; i++)
    {
      sum += next[i];
      next[i] = sum - next[i];
    }
  for (guint i = 0; i < n; i++)
    to[next[get_digit (&from[i], first, shift)]++] = from[i];
  return TRUE;
}

ChromePlace *
chrome_sort (ChromePlace  *places,
             guint         n,
             GCancellable *cancellable)
{
  g_autofree ChromePlace *scratch = NULL;
  gint64 first = G_MAXINT64, last = G_MININT64;
  guint64 span;

  if (n <= FEW)
    {
      insert_each (places, n);
      return places;
    }
  for (guint i = 0; i < n; i++)
    {
      first = MIN (first, places[i].time);
      last = MAX (last, places[i].time);
    }
  span = (guint64) last - (guint64) first;
  scratch = lamina_cells_new (n, sizeof *scratch);
  for (guint shift = 0; shift < 64 && span >> shift != 0 && !g_cancellable_is_cancelled (cancellable); shift += DIGIT_BITS)
    if (sort_digit (places, scratch, n, first, shift))
      {
        ChromePlace *sorted = g_steal_pointer (&scratch);

        scratch = places;
        places = sorted;
      }
  return places;
}
