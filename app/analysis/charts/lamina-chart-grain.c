/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-spread-private.h"

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

/* The step that a duration is nearest to, counted from @place. */
static gint64
get_step (const LaminaGrain *grain,
          gint64             duration)
{
  gint64 distance = duration - grain->place, half = grain->width / 2;

  return (distance >= 0 ? distance + half : distance - half) / grain->width;
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
      gint64 step = get_step (grain, timed[i].duration);
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

LaminaGrain
lamina_grain_find (const LaminaTimed *timed,
                   guint              n,
                   guint              n_usual)
{
  LaminaGrain exact = { are_few (timed, n) ? 1 : find_divisor (timed, n), timed[0].duration, FALSE }, comb = exact;

  if (n_usual < LEAST_TIMED || !find_comb (timed, n_usual, &comb) || comb.width <= exact.width)
    return exact;
  return comb;
}
