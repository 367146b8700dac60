/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-rate-private.h"

#include "lamina-layer-value.h"
#include "lamina-order-private.h"
#include "lamina-work.h"

#include <math.h>
#include <stdlib.h>

/*
 * How far above the limit of its device a rate may lie. Makers state operations at the clock that a device is rated for, and
 * devices run faster while they are cool: 1980 MHz instead of 1830 on an H100 SXM, 8 % more. The clock of memory is fixed;
 * what is left is how sheets round.
 */
#define FLOP_TOLERANCE 1.1
#define BYTES_TOLERANCE 1.01

/* Element types come back, while to read one takes a while. */
#define N_PEAKS 32

typedef struct
{
  const LaminaDeviceLimits *limits;
  double highest;
  guint32 dtypes[N_PEAKS];
  double peaks[N_PEAKS];
} Peaks;

LaminaRateSource
lamina_rate_source_get (LaminaRun  *run,
                        LaminaUnit  unit)
{
  return (LaminaRateSource) {
    .run = run,
    .unit = unit,
    .layers = lamina_layers_in_force (run),
    .costs = lamina_run_get_costs (run),
    .nest = lamina_rate_nest_get (run, unit),
    .limits = lamina_device_limits_get_of_run (run),
    .estimate = LAMINA_ESTIMATE_DURATION | (unit == LAMINA_UNIT_FLOP ? LAMINA_ESTIMATE_FLOP : LAMINA_ESTIMATE_BYTES),
  };
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return left < right ? -1 : left > right;
}

/* Whether a layer is one of @rows, which are put in order in @sorted for the first that asks. */
static gboolean
is_member (const guint32  *rows,
           guint           n,
           guint32       **sorted,
           guint32         layer)
{
  if (!rows)
    return TRUE;
  if (!*sorted)
    *sorted = lamina_order_dup_rows (rows, n, NULL);
  return bsearch (&layer, *sorted, n, sizeof layer, compare_rows) != NULL;
}

/* FALSE where the layer has no part in the rate. */
static gboolean
get_part (const LaminaRateSource *source,
          guint32                 layer,
          gint64                 *amount,
          gint64                 *time)
{
  lamina_rate_nest_get_layer (source->nest, layer, amount, time);
  return *amount != LAMINA_ABSENT && *time != LAMINA_ABSENT && *time > 0;
}

static void
add_layers (LaminaRate             *self,
            const LaminaRateSource *source,
            const guint32          *rows,
            guint                   n)
{
  g_autofree guint32 *sorted = NULL;

  for (guint i = 0; i < n; i++)
    {
      guint32 layer = rows ? rows[i] : i, owner;
      gint64 amount, time;

      if (get_part (source, layer, &amount, &time))
        {
          self->amount = lamina_number_add (self->amount, amount);
          self->covered = lamina_number_add (self->covered, time);
          self->total = lamina_number_add (self->total, time);
          self->estimated |= (source->layers->estimated[layer] & source->estimate) != 0;
          continue;
        }
      owner = lamina_rate_nest_get_owner (source->nest, layer);
      if (owner == LAMINA_NONE || !is_member (rows, n, &sorted, owner))
        self->total = lamina_number_add (self->total, lamina_column_number (source->costs, layer));
    }
}

/* Files say float32 where matrix units read fewer bits; what a device has no unit for, nobody can tell. */
static double
find_peak (const LaminaDeviceLimits *limits,
           const char               *dtype)
{
  double peak = lamina_device_limits_get_peak (limits, dtype);

  if (lamina_precision_from_dtype (dtype) == LAMINA_PRECISION_FP32)
    peak = fmax (peak, limits->peaks[LAMINA_PRECISION_TF32]);
  return peak;
}

static double
get_peak (Peaks     *self,
          LaminaRun *run,
          guint32    dtype)
{
  guint place = dtype % N_PEAKS;

  if (dtype == 0)
    return NAN;
  if (self->dtypes[place] != dtype)
    {
      self->dtypes[place] = dtype;
      self->peaks[place] = find_peak (self->limits, lamina_run_get_string (run, dtype));
    }
  return self->peaks[place];
}

/*
 * The most that a layer can compute in a second: nobody says with which of its element types it does, so the fastest of them
 * counts, and the fastest of the device where none is known.
 */
static double
get_layer_peak (Peaks                  *self,
                const LaminaRateSource *source,
                guint32                 layer)
{
  const LaminaLayers *layers = source->layers;
  double peak = get_peak (self, source->run, lamina_layer_get_dtype (source->run, layer));

  for (guint32 i = layers->first_input[layer]; i < layers->first_input[layer + 1]; i++)
    peak = fmax (peak, get_peak (self, source->run, lamina_column_id (lamina_run_get_tensors (source->run)->dtype,
                                                                      layers->inputs[i])));
  return isnan (peak) ? self->highest : peak;
}

static void
find_extremes (const LaminaDeviceLimits *limits,
               double                   *lowest,
               double                   *highest)
{
  *lowest = *highest = NAN;
  for (guint i = 0; i < LAMINA_N_PRECISIONS; i++)
    {
      *lowest = fmin (*lowest, limits->peaks[i]);
      *highest = fmax (*highest, limits->peaks[i]);
    }
}

/* The rate at which the device does these operations at best, and whether any of it is a convolution. */
static double
find_flop_limit (const LaminaRate       *self,
                 const LaminaRateSource *source,
                 const guint32          *rows,
                 guint                   n,
                 gboolean               *has_convolution)
{
  Peaks peaks = { .limits = source->limits };
  double lowest, least = 0;

  find_extremes (source->limits, &lowest, &peaks.highest);
  if (isnan (lowest) || self->per_second <= lowest)
    return INFINITY;
  for (guint i = 0; i < n; i++)
    {
      guint32 layer = rows ? rows[i] : i;
      gint64 amount, time;

      if (!get_part (source, layer, &amount, &time))
        continue;
      least += (double) amount / get_layer_peak (&peaks, source, layer);
      *has_convolution |= source->layers->family[layer] == LAMINA_FAMILY_CONVOLUTION;
    }
  return (double) self->amount / least;
}

/* A rate that is above what the device can. */
static LaminaDoubt
find_reason (const LaminaRate       *self,
             const LaminaRateSource *source,
             double                  most,
             gboolean                has_convolution)
{
  double longest = (double) self->covered + (double) lamina_rate_nest_get_step (source->nest);

  if ((double) self->amount * 1e9 / longest <= most)
    return LAMINA_DOUBT_CLOCK;
  if (lamina_run_get_cost_kind (source->run) == LAMINA_COST_SELF)
    return LAMINA_DOUBT_HOST;
  if (!self->estimated)
    return LAMINA_DOUBT_STATED;
  return has_convolution ? LAMINA_DOUBT_CONVOLUTION : LAMINA_DOUBT_ESTIMATE;
}

static void
check (LaminaRate             *self,
       const LaminaRateSource *source,
       const guint32          *rows,
       guint                   n)
{
  gboolean is_flop = self->unit == LAMINA_UNIT_FLOP, has_convolution = FALSE;
  double limit, most;

  if (isnan (self->per_second) || !source->limits)
    return;
  limit = is_flop ? find_flop_limit (self, source, rows, n, &has_convolution) : source->limits->bandwidth;
  most = limit * (is_flop ? FLOP_TOLERANCE : BYTES_TOLERANCE);
  if (isnan (most) || self->per_second <= most)
    return;
  self->limit = limit;
  self->doubt = find_reason (self, source, most, has_convolution);
}

void
lamina_rate_init_from (LaminaRate             *self,
                       const LaminaRateSource *source,
                       const guint32          *rows,
                       guint                   n)
{
  *self = (LaminaRate) { .unit = source->unit, .amount = LAMINA_ABSENT, .covered = LAMINA_ABSENT, .total = LAMINA_ABSENT,
                         .per_second = NAN, .limit = NAN };
  n = rows ? n : source->layers->n;
  add_layers (self, source, rows, n);
  if (self->covered > lamina_rate_nest_get_step (source->nest))
    self->per_second = (double) self->amount / ((double) self->covered / 1e9);
  check (self, source, rows, n);
}

void
lamina_rate_init (LaminaRate    *self,
                  LaminaRun     *run,
                  const guint32 *rows,
                  guint          n,
                  LaminaUnit     unit)
{
  LaminaRateSource source;

  g_return_if_fail (self != NULL && run != NULL);
  g_return_if_fail (unit == LAMINA_UNIT_FLOP || unit == LAMINA_UNIT_BYTES);

  source = lamina_rate_source_get (run, unit);
  lamina_rate_init_from (self, &source, rows, n);
}

float *
lamina_rates_dup (LaminaRun  *run,
                  LaminaUnit  unit)
{
  LaminaRateSource source;
  float *rates;

  g_return_val_if_fail (run != NULL && (unit == LAMINA_UNIT_FLOP || unit == LAMINA_UNIT_BYTES), NULL);

  source = lamina_rate_source_get (run, unit);
  rates = g_rc_box_alloc (MAX (source.layers->n, 1) * sizeof *rates);
  for (guint i = 0; i < source.layers->n; i++)
    {
      gint64 amount, time;

      rates[i] = get_part (&source, i, &amount, &time) && time > lamina_rate_nest_get_step (source.nest)
                 ? (float) ((double) amount / ((double) time / 1e9)) : NAN;
    }
  return rates;
}

double
lamina_rate_get_share (const LaminaRate *self)
{
  g_return_val_if_fail (self != NULL, NAN);

  return self->covered > 0 && self->total > 0 ? (double) self->covered / (double) self->total : NAN;
}

gboolean
lamina_rate_is_beyond (LaminaRun  *run,
                       double      per_second,
                       LaminaUnit  unit)
{
  const LaminaDeviceLimits *limits;
  double lowest, highest;

  g_return_val_if_fail (run != NULL, FALSE);

  limits = lamina_device_limits_get_of_run (run);
  if (!limits)
    return FALSE;
  if (unit == LAMINA_UNIT_BYTES)
    return per_second > limits->bandwidth * BYTES_TOLERANCE;
  find_extremes (limits, &lowest, &highest);
  return per_second > highest * FLOP_TOLERANCE;
}

double
lamina_layers_get_intensity (LaminaRun     *run,
                             const guint32 *rows,
                             guint          n)
{
  const LaminaRateNest *of_flop, *of_bytes;
  gint64 flop_sum = LAMINA_ABSENT, bytes_sum = LAMINA_ABSENT;

  g_return_val_if_fail (run != NULL, NAN);

  of_flop = lamina_rate_nest_get (run, LAMINA_UNIT_FLOP);
  of_bytes = lamina_rate_nest_get (run, LAMINA_UNIT_BYTES);
  n = rows ? n : lamina_run_get_layers (run)->n;
  for (guint i = 0; i < n; i++)
    {
      gint64 flop, bytes, time;

      lamina_rate_nest_get_layer (of_flop, rows ? rows[i] : i, &flop, &time);
      lamina_rate_nest_get_layer (of_bytes, rows ? rows[i] : i, &bytes, &time);
      if (flop == LAMINA_ABSENT || bytes == LAMINA_ABSENT)
        continue;
      flop_sum = lamina_number_add (flop_sum, flop);
      bytes_sum = lamina_number_add (bytes_sum, bytes);
    }
  return bytes_sum > 0 ? (double) flop_sum / (double) bytes_sum : NAN;
}

void
lamina_rates_attach_all (LaminaDocument *document,
                         GCancellable   *cancellable,
                         gpointer        user_data)
{
  lamina_work_attach_all (document, cancellable, user_data);
  lamina_device_limits_attach (document);
}
