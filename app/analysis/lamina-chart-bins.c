/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-spread-private.h"

#define MOST_BINS 24

/* What all durations are multiples of, counted from the least: a coarse clock would leave every other range empty. */
static gint64
find_grain (const LaminaTimed *timed,
            guint              n)
{
  gint64 grain = 0;

  for (guint i = 1; i < n && grain != 1; i++)
    {
      gint64 a = timed[i].duration - timed[0].duration;

      while (a > 0)
        {
          gint64 rest = grain % a;

          grain = a;
          a = rest;
        }
    }
  return MAX (grain, 1);
}

/* Edges at round numbers, not below a grain apart. */
static LaminaBins
create_bins (gint64 least,
             gint64 most,
             gint64 grain)
{
  static const gint64 steps[] = { 1, 2, 5 };
  LaminaBins bins = { .width = 1 };
  gint64 range = MAX (most - least, 1), unit = 1;

  for (guint i = 0; range / bins.width >= MOST_BINS || bins.width < MIN (grain, range); i++)
    {
      bins.is_coarse = range / bins.width < MOST_BINS;
      if (i % 3 == 0 && i > 0)
        unit = unit > G_MAXINT64 / 50 ? unit : unit * 10;
      bins.width = steps[i % 3] * unit;
      if (unit > G_MAXINT64 / 50)
        break;
    }
  bins.start = least - least % bins.width;
  bins.n = (guint) ((most - bins.start) / bins.width) + 1;
  bins.end = lamina_number_add (bins.start, (gint64) bins.n * bins.width);
  return bins;
}

static gint64
get_quantile (const LaminaTimed *timed,
              guint              n,
              guint              percent)
{
  return timed[(guint) (((guint64) n * percent + 99) / 100) - 1].duration;
}

/* What is not much longer than the others: 95 of 100, or 90 where the next five stand far off. */
static gint64
find_usual (const LaminaTimed *timed,
            guint              n)
{
  gint64 most = get_quantile (timed, n, 90), usual = get_quantile (timed, n, 95);

  return (usual - timed[0].duration) / 4 > most - timed[0].duration ? most : usual;
}

/* Few that take much longer than all others would leave one column for the rest: they share the last range. */
LaminaBins
lamina_bins_choose (const LaminaTimed *timed,
                    guint              n)
{
  gint64 least = timed[0].duration, most = timed[n - 1].duration;
  gint64 usual = find_usual (timed, n);
  gint64 grain = find_grain (timed, n);
  gint64 limit = usual < G_MAXINT64 / 2 ? lamina_number_add (usual, (usual - least) / 2) : usual;
  LaminaBins bins;

  if ((most - least) / 3 <= (usual - least) / 2 + 1 || most == usual)
    return create_bins (least, most, grain);
  bins = create_bins (least, limit, grain);
  /* Edges are round: the last may lie behind the longest already. */
  if (most < bins.end)
    return bins;
  bins.n++;
  bins.end = MAX (lamina_number_add (most, 1), lamina_number_add (bins.end, bins.width));
  bins.is_open = TRUE;
  return bins;
}

guint
lamina_bins_find (const LaminaBins *self,
                  gint64            duration)
{
  return (guint) MIN ((gint64) self->n - 1, (duration - self->start) / self->width);
}
