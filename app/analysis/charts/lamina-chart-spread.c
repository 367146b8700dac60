/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-spread-private.h"
#include "lamina-gettext.h"
#include "lamina-median.h"
#include "lamina-order-rows.h"

#include <math.h>

/*
 * The steps in which times come. A clock that ticks each 1.024 µs gives durations that are multiples of that; a file that
 * writes them with few digits, or as differences of large numbers, moves them a little. Then they share no divisor, but
 * all of them lie near a comb, which is looked for by turning each duration into an angle: where the comb is right, all of
 * them point the same way.
 */

/* With fewer durations, or fewer steps that occur, what looks like a comb may be chance. */
#define LEAST_TIMED 64
#define LEAST_STEPS 16
#define MOST_STEPS 256
#define LEAST_WIDTH 8
#define LEAST_DIFFERENT 4

/* Combs are tried this much of a step apart over the whole range, by so many durations; by few first. */
#define TRIES_PER_STEP 8
#define N_SAMPLES 512
#define N_FIRST_SAMPLES 64
#define LEAST_STRENGTH 0.6

/* One in so many may lie farther off than a quarter of a step. */
#define STRAYS 50

/* What all durations are multiples of, counted from the least. */
static gint64
find_divisor (const LaminaTimed *timed,
              guint              n)
{
  gint64 divisor = 0;

  for (guint i = 1; i < n && divisor != 1; i++)
    {
      gint64 a = timed[i].duration - timed[0].duration;

      while (a > 0)
        {
          gint64 rest = divisor % a;

          divisor = a;
          a = rest;
        }
    }
  return MAX (divisor, 1);
}

/* A few different durations have a common step, whatever was measured. */
static gboolean
are_few (const LaminaTimed *timed,
         guint              n)
{
  guint n_different = 1;

  for (guint i = 1; i < n && n_different < LEAST_DIFFERENT; i++)
    n_different += timed[i].duration != timed[i - 1].duration;
  return n_different < LEAST_DIFFERENT;
}

/* How many of the durations point the same way, 0 to 1; and which way, as a part of a step. */
static double
get_strength (const LaminaTimed *timed,
              guint              n,
              guint              n_samples,
              double             step,
              double            *way)
{
  double x = 0, y = 0;

  n_samples = MIN (n_samples, n);
  for (guint i = 0; i < n_samples; i++)
    {
      gint64 duration = timed[(guint64) i * n / n_samples].duration - timed[0].duration;
      double angle = 2 * G_PI * fmod ((double) duration / step, 1);

      x += cos (angle);
      y += sin (angle);
    }
  *way = atan2 (y, x) / (2 * G_PI);
  return hypot (x, y) / n_samples;
}

/* The comb that fits best once each duration is given to its nearest step: a line through steps and durations. */
static gboolean
fit (const LaminaTimed *timed,
     guint              n,
     double             step,
     double             way,
     LaminaGrain       *grain)
{
  double sum_k = 0, sum_v = 0, sum_kk = 0, sum_kv = 0, width, k_middle;

  for (guint i = 0; i < n; i++)
    {
      double v = (double) (timed[i].duration - timed[0].duration), k = round (v / step - way);

      sum_k += k;
      sum_v += v;
      sum_kk += k * k;
      sum_kv += k * v;
    }
  width = (sum_kv - sum_k * sum_v / n) / (sum_kk - sum_k * sum_k / n);
  if (!(width >= LEAST_WIDTH) || isinf (width))
    return FALSE;
  /* Rounded in the middle, where most are, so that a part of a nanosecond in each step adds up to little. */
  k_middle = round (sum_k / n);
  grain->width = llround (width);
  grain->place = lamina_number_add (timed[0].duration, llround (sum_v / n + width * (k_middle - sum_k / n)));
  grain->is_rounded = TRUE;
  return TRUE;
}

/* Whether the durations lie near the steps, and on enough of them. */
static gboolean
holds (const LaminaGrain *grain,
       const LaminaTimed *timed,
       guint              n)
{
  guint n_strays = 0, n_steps = 0;
  gint64 last = 0;

  for (guint i = 0; i < n; i++)
    {
      /* The step that a duration is nearest to, counted from @place. */
      gint64 distance = timed[i].duration - grain->place, half = grain->width / 2;
      gint64 step = (distance >= 0 ? distance + half : distance - half) / grain->width;
      gint64 off = timed[i].duration - grain->place - step * grain->width;

      n_strays += ABS (off) > grain->width / 4;
      n_steps += i == 0 || step != last;
      last = step;
    }
  return n_strays <= n / STRAYS && n_steps >= LEAST_STEPS;
}

/* Fits a comb, then once more with the steps that it gives the durations to. */
static gboolean
fit_twice (const LaminaTimed *timed,
           guint              n,
           double             step,
           double             way,
           LaminaGrain       *grain)
{
  if (!fit (timed, n, step, way, grain))
    return FALSE;
  way = (double) ((grain->place - timed[0].duration) % grain->width) / (double) grain->width;
  return fit (timed, n, (double) grain->width, way, grain);
}

/* The widest comb that the durations lie near: of those about as wide, the one where most durations point the same way. */
static gboolean
find_comb (const LaminaTimed *timed,
           guint              n,
           LaminaGrain       *grain)
{
  double span = (double) (timed[n - 1].duration - timed[0].duration), last = 0, last_step = 0, last_way = 0;

  for (guint tries = LEAST_STEPS * TRIES_PER_STEP; tries <= MOST_STEPS * TRIES_PER_STEP; tries++)
    {
      double step = span * TRIES_PER_STEP / tries, way = 0, strength;

      if (step < LEAST_WIDTH)
        return FALSE;
      strength = get_strength (timed, n, N_FIRST_SAMPLES, step, &way);
      if (strength >= LEAST_STRENGTH)
        strength = get_strength (timed, n, N_SAMPLES, step, &way);
      if (last >= LEAST_STRENGTH && strength < last && fit_twice (timed, n, last_step, last_way, grain)
          && holds (grain, timed, n))
        return TRUE;
      last = strength;
      last_step = step;
      last_way = way;
    }
  return FALSE;
}

/* The steps of durations that rise. Those of a clock are looked for among the first @n_usual, for long ones are few. */
static LaminaGrain
grain_find (const LaminaTimed *timed,
            guint              n,
            guint              n_usual)
{
  LaminaGrain exact = { are_few (timed, n) ? 1 : find_divisor (timed, n), timed[0].duration, FALSE }, comb = exact;

  if (n_usual < LEAST_TIMED || !find_comb (timed, n_usual, &comb) || comb.width <= exact.width)
    return exact;
  return comb;
}

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
static LaminaBins
bins_choose (const LaminaTimed *timed,
             guint              n)
{
  guint n_usual = count_usual (timed, n);
  gint64 least = timed[0].duration, most = timed[n - 1].duration, usual = timed[n_usual - 1].duration;
  gint64 limit = usual < G_MAXINT64 / 2 ? lamina_number_add (usual, (usual - least) / 2) : usual;
  LaminaGrain grain = grain_find (timed, n, n_usual);
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

/* Histograms: how many take how long. */

enum
{
  COLUMN_FROM,
  COLUMN_TO,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_SUM,
  N_COLUMNS,
};

/* Those that take the same keep their order. FALSE when cancelled. */
static gboolean
sort_timed (GArray       *timed,
            GCancellable *cancellable)
{
  LaminaTimed *times = (LaminaTimed *) (gpointer) timed->data;
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, timed->len);
  g_autofree LaminaOrderItem *scratch = g_new (LaminaOrderItem, timed->len);
  g_autofree LaminaTimed *before = g_memdup2 (times, timed->len * sizeof *times);

  for (guint i = 0; i < timed->len; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (times[i].duration), i };
  if (!lamina_order_sort (items, scratch, timed->len, cancellable))
    return FALSE;
  for (guint i = 0; i < timed->len; i++)
    times[i] = before[items[i].row];
  return TRUE;
}

/* The range that begins with item @first; returns the item behind it. */
static guint
add_bin (const LaminaSpread *self,
         LaminaChartData    *data,
         const LaminaBins   *bins,
         guint               bin,
         guint               first)
{
  const LaminaTimed *timed = (const LaminaTimed *) (gpointer) self->timed->data;
  g_autoptr (GArray) layers = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 1);
  g_autoptr (GArray) slices = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSliceRef), 1);
  gint64 from = bins->start + (gint64) bin * bins->width, sum = 0;
  guint end = first, row;

  for (; end < self->timed->len; end++)
    {
      if (MIN ((gint64) bins->n - 1, (timed[end].duration - bins->start) / bins->width) != bin)
        break;
      self->list (self->items, timed[end].item, layers, slices);
      sum = lamina_number_add (sum, timed[end].duration);
    }
  /* Each once: two slices may be of one layer. */
  lamina_order_keep_once (layers);
  row = lamina_chart_data_add_row (data, self->family, (const guint32 *) (gpointer) layers->data, layers->len);
  lamina_chart_data_set_slices (data, row, (const LaminaSliceRef *) (gpointer) slices->data, slices->len);
  lamina_chart_data_set_integer (data, row, COLUMN_FROM, from);
  lamina_chart_data_set_integer (data, row, COLUMN_TO, bin + 1 == bins->n ? bins->end : from + bins->width);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, end - first);
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, (double) (end - first) / (double) self->timed->len);
  lamina_chart_data_set_integer (data, row, COLUMN_SUM, sum);
  return end;
}

/* How the ranges were chosen where the times themselves come in steps. */
static char *
dup_coarse_rule (const LaminaBins *bins,
                 const char       *width)
{
  g_autofree char *grain = lamina_figure_dup (bins->grain, LAMINA_UNIT_NANOSECONDS);

  if (bins->width == bins->grain && bins->is_open)
    return g_strdup_printf (_("Each bin is %s wide, the resolution of the times. The last bin holds everything longer."), width);
  if (bins->width == bins->grain)
    return g_strdup_printf (_("Each bin is %s wide, the resolution of the times."), width);
  if (bins->is_open)
    /* Translators: two times; the first is a multiple of the second. */
    return g_strdup_printf (_("Each bin is %s wide, a multiple of the resolution of the times, %s. The last bin holds "
                              "everything longer."), width, grain);
  /* Translators: two times; the first is a multiple of the second. */
  return g_strdup_printf (_("Each bin is %s wide, a multiple of the resolution of the times, %s."), width, grain);
}

/* How the ranges were chosen, for whoever wants to make the same picture. */
static char *
dup_rule (const LaminaBins *bins)
{
  g_autofree char *width = lamina_figure_dup (bins->width, LAMINA_UNIT_NANOSECONDS);

  if (bins->is_coarse)
    return dup_coarse_rule (bins, width);
  if (bins->is_open)
    return g_strdup_printf (_("Each bin is %s wide, the smallest round width that gives at most 25 bins. One more bin holds "
                              "everything longer."), width);
  return g_strdup_printf (_("Each bin is %s wide, the smallest round width that gives at most 25 bins."), width);
}

/* By place from 0 in ascending order, once the histogram is filled. */
static gint64
get_duration (const LaminaSpread *self,
              guint               place)
{
  return g_array_index (self->timed, LaminaTimed, place).duration;
}

/* The median for 50, else what this many of a hundred do not exceed. */
static gint64
get_quantile (const LaminaSpread *self,
              guint               percent)
{
  guint n = self->timed->len;
  const gint64 middle[] = { get_duration (self, (n - 1) / 2), get_duration (self, n / 2) };
  guint64 rank = ((guint64) n * percent + 99) / 100;

  return percent == 50 ? lamina_median (middle, G_N_ELEMENTS (middle)) : get_duration (self, (guint) MAX (rank, 1) - 1);
}

char *
lamina_spread_dup_quantile (const LaminaSpread *self,
                            guint               percent)
{
  return lamina_amount_dup_apart (get_quantile (self, percent), LAMINA_UNIT_NANOSECONDS, self->step);
}

static void
add_mark (const LaminaSpread *self,
          LaminaChartData    *data,
          guint               percent,
          const char         *words)
{
  g_autofree char *figure = lamina_spread_dup_quantile (self, percent);
  g_autofree char *label = g_strdup_printf ("%s %s", words, figure);

  lamina_chart_data_add_mark (data, &(LaminaChartMark) {
    COLUMN_FROM, FALSE, (double) get_quantile (self, percent), label, 0 });
}

void
lamina_spread_fill (LaminaSpread    *self,
                    LaminaChartData *data,
                    GCancellable    *cancellable)
{
  gboolean is_one;
  LaminaBins bins;
  guint next = 0;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_FROM] = LAMINA_CHART_COLUMN ("from_ns", _("From"), AMOUNT, NANOSECONDS, X),
    [COLUMN_TO] = LAMINA_CHART_COLUMN ("to_ns", _("To"), AMOUNT, NANOSECONDS, X),
    [COLUMN_VALUE] = { self->key, self->title, LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, LAMINA_CHART_USE_VALUE, 0 },
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, TABLE),
    [COLUMN_SUM] = LAMINA_CHART_COLUMN ("duration_ns", _("Duration"), AMOUNT, NANOSECONDS, TABLE),
  };

  if (!sort_timed (self->timed, cancellable))
    return;
  is_one = get_quantile (self, 0) == get_quantile (self, 100);
  bins = bins_choose ((const LaminaTimed *) (gpointer) self->timed->data, self->timed->len);
  self->step = bins.width;
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  if (is_one)
    {
      self->step = 0;
      bins.end = bins.start;
    }
  lamina_chart_data_set_step (data, COLUMN_FROM, self->step);
  lamina_chart_data_set_step (data, COLUMN_TO, self->step);
  for (guint i = 0; i < bins.n; i++)
    next = add_bin (self, data, &bins, i, next);
  add_mark (self, data, 50, _("median"));
  if (get_quantile (self, 95) > get_quantile (self, 50))
    /* Translators: p95 is what 95 of 100 do not exceed. */
    add_mark (self, data, 95, _("p95"));
  if (!is_one)
    lamina_chart_data_take (data, LAMINA_CHART_NOTE, dup_rule (&bins));
}
