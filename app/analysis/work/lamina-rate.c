/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-rate.h"

#include "lamina-gettext.h"
#include "lamina-layer-dtype.h"
#include "lamina-order-rows.h"
#include "lamina-rate-source.h"
#include "lamina-work.h"

#include <math.h>
#include <stdlib.h>

/*
 * Which amounts and times of layers belong together where layers lie in each other. Nearly all layers have their own amount
 * and their own time: only the others are listed.
 */
typedef struct _LaminaRateNest LaminaRateNest;

/* Files count in nanoseconds or in microseconds; what is coarser is no clock that a layer is measured with. */
#define COARSE_STEP 1000

/* A layer whose amount or time is not that of its columns. */
typedef struct
{
  guint32 layer;
  gint64 amount;
  gint64 time;
} Kept;

/* A layer whose time counts for one around it. */
typedef struct
{
  guint32 layer;
  guint32 owner;
} Owned;

/* Both lists in the order of the layers. */
struct _LaminaRateNest
{
  const gint64 *amounts;
  const gint64 *costs;
  GArray *kept;
  GArray *owned;
  gint64 step; /* what the clock of the file tells apart, in nanoseconds */
};

/* While it is made: sums over the layers inside of which a layer is the nearest one around that is known. */
typedef struct
{
  const LaminaLayers *layers;
  guint32 *around;
  gint64 *inside;
  gint64 *time;
} Sums;

/* Before and behind the cost model, which may come later. */
static G_DEFINE_QUARK (lamina-rate-nest-of-flop, of_flop)
static G_DEFINE_QUARK (lamina-rate-nest-of-bytes, of_bytes)
static G_DEFINE_QUARK (lamina-rate-nest-of-stated-flop, of_stated_flop)
static G_DEFINE_QUARK (lamina-rate-nest-of-stated-bytes, of_stated_bytes)

static void
nest_free (gpointer data)
{
  LaminaRateNest *self = data;

  g_array_unref (self->kept);
  g_array_unref (self->owned);
  g_free (self);
}

static void
sums_clear (Sums *self)
{
  g_free (self->around);
  g_free (self->inside);
  g_free (self->time);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

/* Whether layers lie in others, which all stand before them. */
static gboolean
has_nested (const LaminaLayers *layers)
{
  gboolean found = FALSE;

  for (guint i = 0; i < layers->n; i++)
    {
      guint32 parent = lamina_column_row (layers->parent, i);

      if (parent != LAMINA_NONE && parent >= i)
        return FALSE;
      found |= parent != LAMINA_NONE;
    }
  return found;
}

static gboolean
is_known (const LaminaRateNest *self,
          guint32               layer)
{
  return lamina_column_number (self->amounts, layer) != LAMINA_ABSENT;
}

/* What of the amount of a layer is not inside; LAMINA_ABSENT where half of it or more is, as in the cost model. */
static gint64
get_rest (const LaminaRateNest *self,
          const Sums           *sums,
          guint32               layer)
{
  gint64 amount = self->amounts[layer], inside = sums->inside[layer];

  return inside == 0 || amount == LAMINA_ABSENT ? amount : inside >= amount - inside ? LAMINA_ABSENT : amount - inside;
}

static void
nest (LaminaRateNest     *self,
      const LaminaLayers *layers)
{
  g_auto (Sums) sums = { layers, g_new (guint32, layers->n), g_new0 (gint64, layers->n), g_new0 (gint64, layers->n) };

  /* The nearest layer around each one that does some work that is known. */
  for (guint32 i = 0; i < sums.layers->n; i++)
    {
      guint32 parent = lamina_column_row (sums.layers->parent, i);

      sums.around[i] = parent == LAMINA_NONE || lamina_column_number (self->amounts, parent) > 0 ? parent : sums.around[parent];
    }
  for (guint32 i = 0; i < sums.layers->n; i++)
    if (sums.around[i] != LAMINA_NONE && is_known (self, i))
      sums.inside[sums.around[i]] = lamina_number_add (sums.inside[sums.around[i]], self->amounts[i]);
  /* Times of which nothing is known go to the layer around that has work of its own. */
  for (guint32 i = 0; i < sums.layers->n; i++)
    {
      gint64 cost = lamina_column_number (self->costs, i);
      Owned owned = { i, sums.around[i] };

      if (cost == LAMINA_ABSENT || cost <= 0 || is_known (self, i) || owned.owner == LAMINA_NONE
          || get_rest (self, &sums, owned.owner) == LAMINA_ABSENT)
        continue;
      sums.time[owned.owner] = lamina_number_add (sums.time[owned.owner], cost);
      g_array_append_val (self->owned, owned);
    }
  for (guint32 i = 0; i < sums.layers->n; i++)
    {
      Kept kept = { i, get_rest (self, &sums, i), lamina_number_add (lamina_column_number (self->costs, i), sums.time[i]) };

      if (kept.amount != self->amounts[i] || sums.time[i] > 0)
        g_array_append_val (self->kept, kept);
    }
}

/* Where all times are whole microseconds, they were rounded or cut. */
static gint64
find_step (const gint64 *costs,
           guint         n)
{
  for (guint i = 0; costs != NULL && i < n; i++)
    if (costs[i] != LAMINA_ABSENT && costs[i] % COARSE_STEP != 0)
      return 1;
  return COARSE_STEP;
}

static LaminaRateNest *
nest_new (LaminaRun  *run,
          LaminaUnit  unit)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);
  LaminaRateNest *self = g_new0 (LaminaRateNest, 1);

  self->amounts = unit == LAMINA_UNIT_FLOP ? layers->flop : layers->bytes;
  self->costs = lamina_run_get_costs (run);
  self->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  self->owned = g_array_new (FALSE, FALSE, sizeof (Owned));
  self->step = find_step (self->costs, layers->n);
  if (self->amounts != NULL && has_nested (layers))
    nest (self, layers);
  return self;
}

/* Made once for a run and kept with it; any thread. */
static const LaminaRateNest *
nest_get (LaminaRun  *run,
          LaminaUnit  unit)
{
  gboolean is_flop = unit == LAMINA_UNIT_FLOP;
  GQuark key = lamina_work_peek (run) ? is_flop ? of_flop_quark () : of_bytes_quark ()
                                      : is_flop ? of_stated_flop_quark () : of_stated_bytes_quark ();
  const LaminaRateNest *self = lamina_run_get_attached (run, key);

  return self ? self : lamina_run_attach (run, key, nest_new (run, unit), nest_free);
}

/* The item of a layer in a list, whose items begin with their layers; NULL where it is not there. */
static gconstpointer
find (GArray  *list,
      gsize    size,
      guint32  layer)
{
  guint low = 0, high = list->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const guint32 *found = (gconstpointer) (list->data + middle * size);

      if (*found == layer)
        return found;
      if (*found < layer)
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

/* What a layer does beside those inside of which it is known, and in which time; either may be LAMINA_ABSENT. */
static void
nest_get_layer (const LaminaRateNest *self,
                guint32               layer,
                gint64               *amount,
                gint64               *time)
{
  const Kept *kept = find (self->kept, sizeof *kept, layer);

  *amount = kept ? kept->amount : lamina_column_number (self->amounts, layer);
  *time = kept ? kept->time : lamina_column_number (self->costs, layer);
}

/*
 * How far above the limit of its device a rate may lie. Makers state operations at the clock that a device is rated for, and
 * devices run faster while they are cool: 1980 MHz instead of 1830 on an H100 SXM, 8 % more. The clock of memory is fixed;
 * what is left is how sheets round.
 */
#define FLOP_TOLERANCE 1.1
#define BYTES_TOLERANCE 1.01

/* What would be written as 100 % is all of it. */
#define WHOLE 0.9995

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
    .nest = nest_get (run, unit),
    .limits = lamina_device_limits_get_of_run (run),
    .estimate = LAMINA_ESTIMATE_DURATION | (unit == LAMINA_UNIT_FLOP ? LAMINA_ESTIMATE_FLOP : LAMINA_ESTIMATE_BYTES),
  };
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
  return bsearch (&layer, *sorted, n, sizeof layer, lamina_order_compare_rows) != NULL;
}

/* FALSE where the layer has no part in the rate. */
static gboolean
get_part (const LaminaRateSource *source,
          guint32                 layer,
          gint64                 *amount,
          gint64                 *time)
{
  nest_get_layer (source->nest, layer, amount, time);
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
      const Owned *owned;

      if (get_part (source, layer, &amount, &time))
        {
          self->amount = lamina_number_add (self->amount, amount);
          self->covered = lamina_number_add (self->covered, time);
          self->total = lamina_number_add (self->total, time);
          self->estimated |= (source->layers->estimated[layer] & source->estimate) != 0;
          continue;
        }
      /* The layer around this one for whose work its time counts, or LAMINA_NONE. */
      owned = find (source->nest->owned, sizeof *owned, layer);
      owner = owned ? owned->owner : LAMINA_NONE;
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
  double longest = (double) self->covered + (double) source->nest->step;

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
  if (self->covered > source->nest->step)
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

      rates[i] = get_part (&source, i, &amount, &time) && time > source.nest->step
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
lamina_rate_is_part (const LaminaRate *self)
{
  double share = lamina_rate_get_share (self);

  return !isnan (self->per_second) && share < WHOLE;
}

/* Of operations, and of bytes. Translators: the rate that a device reaches at best, and its name. */
static const char *const reasons[][2] = {
  [LAMINA_DOUBT_CLOCK] = { N_("above the %s of %s: the time is too short for the resolution of the file"),
                           N_("above the %s of %s: the time is too short for the resolution of the file") },
  [LAMINA_DOUBT_HOST] = { N_("above the %s of %s: the time is host time"),
                          N_("above the %s of %s: the time is host time") },
  [LAMINA_DOUBT_ESTIMATE] = { N_("above the %s of %s: the FLOP are estimated"),
                              N_("above the %s of %s: the bytes are estimated, and some may come from caches") },
  [LAMINA_DOUBT_CONVOLUTION] = { N_("above the %s of %s: the FLOP are estimated, and fast convolution algorithms do fewer"),
                                 N_("above the %s of %s: the bytes are estimated, and some may come from caches") },
  [LAMINA_DOUBT_STATED] = { N_("above the %s of %s: the FLOP are those of the file"),
                            N_("above the %s of %s: the bytes are those of the file, and some may come from caches") },
};

char *
lamina_rate_dup_reason (const LaminaRate *self,
                        LaminaRun        *run)
{
  const LaminaDeviceLimits *limits;
  g_autofree char *limit = NULL;

  g_return_val_if_fail (self != NULL && run != NULL, NULL);

  limits = lamina_device_limits_get_of_run (run);
  if (self->doubt == LAMINA_DOUBT_NONE || !limits)
    return NULL;
  limit = lamina_figure_dup_rate (self->limit, self->unit);
  return g_strdup_printf (_(reasons[self->doubt][self->unit == LAMINA_UNIT_FLOP ? 0 : 1]), limit, limits->name);
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

  of_flop = nest_get (run, LAMINA_UNIT_FLOP);
  of_bytes = nest_get (run, LAMINA_UNIT_BYTES);
  n = rows ? n : lamina_run_get_layers (run)->n;
  for (guint i = 0; i < n; i++)
    {
      gint64 flop, bytes, time;

      nest_get_layer (of_flop, rows ? rows[i] : i, &flop, &time);
      nest_get_layer (of_bytes, rows ? rows[i] : i, &bytes, &time);
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
