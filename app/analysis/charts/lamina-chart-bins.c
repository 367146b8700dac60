/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-spread-private.h"

#define MOST_BINS 24

/* Where so many steps fall into a column, one more or less is not seen. */
#define MANY_STEPS 50

/* The least of 1, 2, 5, 10, 20 … times @unit that leaves few enough ranges and is a multiple of @step. */
static gint64
find_width (gint64 range,
            gint64 unit,
            gint64 step)
{
  static const gint64 factors[] = { 1, 2, 5 };
  gint64 width = unit;

  for (guint i = 0; range / width >= MOST_BINS || width % step != 0; i++)
    {
      if (i % 3 == 0 && i > 0)
        unit = unit > G_MAXINT64 / 50 ? unit : unit * 10;
      width = factors[i % 3] * unit;
      if (unit > G_MAXINT64 / 50)
        break;
    }
  return width;
}

/*
 * Ranges that hold different numbers of steps would be high and low by turns, whatever was measured. A width that is round
 * as well may be up to twice as wide.
 */
static gint64
choose_width (gint64             range,
              const LaminaGrain *grain)
{
  gint64 plain = find_width (range, 1, 1), neat, multiple;

  if (plain / grain->width >= MANY_STEPS)
    return plain;
  neat = find_width (range, 1, grain->width);
  multiple = find_width (range, grain->width, grain->width);
  return neat % grain->width == 0 && neat / 2 <= multiple ? neat : multiple;
}

/* The first edge: at a round number; in the middle between two steps where what lies at a step may lie beside it. */
static gint64
choose_start (gint64             least,
              gint64             width,
              const LaminaGrain *grain)
{
  gint64 offset = grain->place - grain->width / 2, rest = (least - offset) % grain->width;

  if (!grain->is_rounded || width % grain->width != 0)
    return least - least % width;
  return MAX (least - (rest < 0 ? rest + grain->width : rest), 0);
}

/* Edges at round numbers, as many steps apart everywhere. */
static LaminaBins
create_bins (gint64             least,
             gint64             most,
             const LaminaGrain *grain)
{
  gint64 range = MAX (most - least, 1);
  LaminaBins bins = { .width = choose_width (range, grain), .grain = grain->width };

  bins.start = choose_start (least, bins.width, grain);
  bins.n = (guint) ((most - bins.start) / bins.width) + 1;
  bins.end = lamina_number_add (bins.start, (gint64) bins.n * bins.width);
  bins.is_coarse = bins.width % grain->width == 0 && bins.width != find_width (range, 1, 1);
  return bins;
}

/* How many do not exceed what @percent of a hundred do not. */
static guint
count_up_to (guint n,
             guint percent)
{
  return (guint) (((guint64) n * percent + 99) / 100);
}

/* How many are not much longer than the others: 95 of 100, or 90 where the next five stand far off. */
static guint
count_usual (const LaminaTimed *timed,
             guint              n)
{
  guint n_most = count_up_to (n, 90), n_usual = count_up_to (n, 95);
  gint64 most = timed[n_most - 1].duration, usual = timed[n_usual - 1].duration;

  return (usual - timed[0].duration) / 4 > most - timed[0].duration ? n_most : n_usual;
}

/* Few that take much longer than all others would leave one column for the rest: they share the last range. */
LaminaBins
lamina_bins_choose (const LaminaTimed *timed,
                    guint              n)
{
  guint n_usual = count_usual (timed, n);
  gint64 least = timed[0].duration, most = timed[n - 1].duration, usual = timed[n_usual - 1].duration;
  gint64 limit = usual < G_MAXINT64 / 2 ? lamina_number_add (usual, (usual - least) / 2) : usual;
  LaminaGrain grain = lamina_grain_find (timed, n, n_usual);
  LaminaBins bins;

  if ((most - least) / 3 <= (usual - least) / 2 + 1 || most == usual)
    return create_bins (least, most, &grain);
  bins = create_bins (least, limit, &grain);
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
