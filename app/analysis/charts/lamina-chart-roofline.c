/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-doubts-private.h"
#include "lamina-chart-measure-private.h"
#include "lamina-chart-private.h"
#include "lamina-device-limits.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-order-rows.h"
#include "lamina-rate-source.h"

#include <math.h>

/*
 * Roofline: each layer that computes and moves something, by how much it computes for each byte and how fast. The roofs are
 * those of the device where it is known, else the best that layers of some length reach.
 */

#define MOST_PEAKS 2

/* A precision that takes less of the time than this has no roof of its own. */
#define LEAST_PART 0.1

/*
 * What takes a smaller part of the time is too short to say how fast something is, unless all layers are: then what takes
 * much less than most.
 */
#define LEAST_LENGTH 0.001
#define LEAST_OF_MEAN 0.1

enum
{
  COLUMN_NAME,
  COLUMN_INTENSITY,
  COLUMN_RATE,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_FLOP,
  COLUMN_BYTES,
  COLUMN_BANDWIDTH,
  COLUMN_OF_ROOF,
  COLUMN_LAYER,
  COLUMN_TYPE,
  COLUMN_CALLS,
  N_COLUMNS,
};

/* What was seen while the rows were added. */
typedef struct
{
  double costs[LAMINA_N_PRECISIONS];
  double rates[LAMINA_N_PRECISIONS];
  double best_copy;

  /* By the ids of their words, one more than each, for a million layers say the same few words. */
  GHashTable *precisions;
  gint64 left_out_cost;
  guint n_left_out;
  LaminaEstimate estimated;
  LaminaChartDoubts doubts;
  LaminaRateSource of_flop;
  LaminaRateSource of_bytes;
} Seen;

static void
seen_clear (Seen *self)
{
  g_hash_table_unref (self->precisions);
  lamina_chart_doubts_clear (&self->doubts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Seen, seen_clear)

/* A layer that becomes a row, with all that the row says: rows come in another order than layers, in which each column that is read
 * would be waited for. */
typedef struct
{
  guint32 layer;
  guint32 name;
  guint32 type;
  guint32 calls;
  LaminaFamily family;
  LaminaEstimate estimated;
  LaminaPrecision precision;
  LaminaRate rate;
  LaminaRate bandwidth;
} Candidate;

/* What layers of each precision can reach, and those whose precision is not known. NAN is not known. */
typedef struct
{
  double peaks[LAMINA_N_PRECISIONS + 1];
  double bandwidth;
} Roofs;

static void
add_layer (LaminaChartData         *data,
           const LaminaChartSource *source,
           const Roofs             *roofs,
           const Candidate         *candidate,
           gint64                   sum,
           Seen                    *seen)
{
  const LaminaRate *rate = &candidate->rate, *bandwidth = &candidate->bandwidth;
  guint row = lamina_chart_data_add_row (data, candidate->family, &candidate->layer, 1);
  gboolean flop_estimated = (candidate->estimated & LAMINA_ESTIMATE_FLOP) != 0;
  gboolean bytes_estimated = (candidate->estimated & LAMINA_ESTIMATE_BYTES) != 0;
  double flop = (double) rate->amount, bytes = (double) bandwidth->amount, cost = (double) rate->covered;
  /* Which part of what the roof over it allows a layer reaches; NAN where there is none. */
  double peak = roofs->peaks[candidate->precision];
  double slope = roofs->bandwidth * flop / bytes;
  double of_roof = peak > 0 && slope > 0 ? flop * 1e9 / cost / fmin (peak, slope) : NAN;

  lamina_chart_doubts_add (&seen->doubts, source->run, rate->doubt != LAMINA_DOUBT_NONE ? rate : bandwidth);
  lamina_chart_data_set_string (data, row, COLUMN_NAME, candidate->name);
  lamina_chart_data_set_real (data, row, COLUMN_INTENSITY, flop / bytes);
  lamina_chart_data_set_rate (data, row, COLUMN_RATE, rate);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, rate->covered);
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, cost / (double) sum);
  lamina_chart_data_set_integer (data, row, COLUMN_FLOP, rate->amount);
  lamina_chart_data_set_integer (data, row, COLUMN_BYTES, bandwidth->amount);
  lamina_chart_data_set_rate (data, row, COLUMN_BANDWIDTH, bandwidth);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYER, candidate->layer);
  lamina_chart_data_set_string (data, row, COLUMN_TYPE, candidate->type);
  lamina_chart_data_set_integer (data, row, COLUMN_CALLS, candidate->calls);
  if (!isnan (of_roof))
    lamina_chart_data_set_real (data, row, COLUMN_OF_ROOF, of_roof);
  lamina_chart_data_mark (data, row, COLUMN_OF_ROOF, LAMINA_CHART_SUSPICIOUS,
                          rate->doubt != LAMINA_DOUBT_NONE || bandwidth->doubt != LAMINA_DOUBT_NONE);
  lamina_chart_data_mark (data, row, COLUMN_OF_ROOF, LAMINA_CHART_ESTIMATED,
                          !isnan (of_roof) && (flop_estimated || bytes_estimated));
  lamina_chart_data_mark (data, row, COLUMN_INTENSITY, LAMINA_CHART_ESTIMATED, flop_estimated || bytes_estimated);
  lamina_chart_data_mark (data, row, COLUMN_FLOP, LAMINA_CHART_ESTIMATED, flop_estimated);
  lamina_chart_data_mark (data, row, COLUMN_BYTES, LAMINA_CHART_ESTIMATED, bytes_estimated);
}

static LaminaPrecision
find_in_table (Seen      *seen,
               LaminaRun *run,
               guint32    dtype)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (seen->precisions, GUINT_TO_POINTER (dtype)));

  if (known == 0)
    {
      known = (guint) lamina_precision_from_dtype (lamina_run_get_string (run, dtype)) + 1;
      g_hash_table_insert (seen->precisions, GUINT_TO_POINTER (dtype), GUINT_TO_POINTER (known));
    }
  return (LaminaPrecision) (known - 1);
}

/* Whose units compute a layer: of a product those of what it multiplies, since products of bytes may well be floats. */
static LaminaPrecision
get_precision (Seen      *seen,
               LaminaRun *run,
               guint32    layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint8 family = layers->family[layer];
  gboolean is_product = family == LAMINA_FAMILY_CONVOLUTION || family == LAMINA_FAMILY_MATMUL
                        || family == LAMINA_FAMILY_ATTENTION;

  for (guint32 i = layers->first_input[layer]; is_product && i < layers->first_input[layer + 1]; i++)
    {
      guint32 dtype = lamina_column_id (lamina_run_get_tensors (run)->dtype, layers->inputs[i]);
      LaminaPrecision precision = find_in_table (seen, run, dtype);

      if (precision != LAMINA_N_PRECISIONS)
        return precision;
    }
  return find_in_table (seen, run, lamina_layer_get_dtype (run, layer));
}

static void
see (Seen            *seen,
     const Candidate *candidate)
{
  LaminaPrecision precision = candidate->precision;

  seen->estimated |= candidate->estimated;
  if (precision == LAMINA_N_PRECISIONS)
    return;
  seen->costs[precision] += (double) candidate->rate.covered;
  seen->rates[precision] = fmax (seen->rates[precision], candidate->rate.per_second);
}

/* The layers that have a time, operations and bytes, in the order of the file: columns are read from their start to end. */
static GArray *
list_candidates (const LaminaChartSource *source,
                 LaminaWork              *work,
                 gint64                   sum,
                 Seen                    *seen)
{
  const LaminaLayers *layers = lamina_run_get_layers (source->run);
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < source->n; i++)
    {
      guint32 layer = source->rows[i];
      gint64 cost = lamina_measure_get (LAMINA_MEASURE_COST, source->run, layer);
      Candidate candidate = { .layer = layer };

      lamina_rate_init_from (&candidate.rate, &seen->of_flop, &layer, 1);
      lamina_rate_init_from (&candidate.bandwidth, &seen->of_bytes, &layer, 1);
      if (!(candidate.rate.per_second > 0) || !(candidate.bandwidth.per_second > 0))
        {
          if (cost > 0)
            {
              double bandwidth = candidate.bandwidth.per_second;

              /* What is left out, and the best bandwidth of what only moves bytes. */
              if (!isnan (bandwidth) && (double) cost >= LEAST_LENGTH * (double) sum)
                seen->best_copy = fmax (seen->best_copy, bandwidth);
              seen->left_out_cost = lamina_number_add (seen->left_out_cost, cost);
              seen->n_left_out++;
            }
          continue;
        }
      candidate.name = layers->name[layer];
      candidate.type = layers->type[layer];
      candidate.calls = lamina_layers_get_calls (layers, layer);
      candidate.family = layers->family[layer];
      candidate.estimated = lamina_work_get_layers (work)->estimated[layer];
      candidate.precision = get_precision (seen, source->run, layer);
      see (seen, &candidate);
      g_array_append_val (candidates, candidate);
    }
  return candidates;
}

/* Adds the rows, those that take most time first. FALSE when cancelled. */
static gboolean
add_layers (LaminaChartData         *data,
            const LaminaChartSource *source,
            const Roofs             *roofs,
            GArray                  *candidates,
            gint64                   sum,
            Seen                    *seen)
{
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (candidates->len, 1));

  for (guint i = 0; i < candidates->len; i++)
    items[i] = (LaminaOrderItem) { ~lamina_order_key_integer (g_array_index (candidates, Candidate, i).rate.covered), i };
  if (!lamina_order_sort (items, NULL, candidates->len, source->cancellable))
    return FALSE;
  for (guint i = 0; i < candidates->len; i++)
    add_layer (data, source, roofs, &g_array_index (candidates, Candidate, items[i].row), sum, seen);
  return TRUE;
}

static void
add_roof (LaminaChartData *data,
          guint            column,
          gboolean         is_slope,
          double           value,
          const char      *label)
{
  if (value > 0)
    lamina_chart_data_add_mark (data, &(LaminaChartMark) { column, is_slope, value, label });
}

/* The precision with known peak that takes most of the time, and a fair part of it; LAMINA_N_PRECISIONS without any. */
static guint
find_precision (const LaminaDeviceLimits *limits,
                const Seen               *seen,
                const gboolean           *used)
{
  guint best = LAMINA_N_PRECISIONS;
  double sum = 0;

  for (guint i = 0; i < LAMINA_N_PRECISIONS; i++)
    {
      sum += seen->costs[i];
      if (!used[i] && limits->peaks[i] > 0 && (best == LAMINA_N_PRECISIONS || seen->costs[i] > seen->costs[best]))
        best = i;
    }
  return best < LAMINA_N_PRECISIONS && seen->costs[best] > LEAST_PART * sum ? best : LAMINA_N_PRECISIONS;
}

/* Files say float32 where matrix units read fewer bits: those layers are faster than the others can be. */
static guint
get_used_precision (const LaminaDeviceLimits *limits,
                    const Seen               *seen,
                    guint                     precision)
{
  if (precision == LAMINA_PRECISION_FP32 && limits->peaks[LAMINA_PRECISION_TF32] > 0
      && seen->rates[precision] > limits->peaks[precision])
    return LAMINA_PRECISION_TF32;
  return precision;
}

/* The level roofs of the device, for the precisions that take most of the time. FALSE when it has none. */
static gboolean
add_device_levels (LaminaChartData          *data,
                   const LaminaDeviceLimits *limits,
                   const Seen               *seen,
                   Roofs                    *roofs)
{
  gboolean used[LAMINA_N_PRECISIONS] = { FALSE };
  guint n = 0;

  for (guint found; n < MOST_PEAKS && (found = find_precision (limits, seen, used)) < LAMINA_N_PRECISIONS; n++)
    {
      guint precision = get_used_precision (limits, seen, found);
      g_autofree char *rate = lamina_figure_dup_rate (limits->peaks[precision], LAMINA_UNIT_FLOP);
      g_autofree char *level = g_strdup_printf ("%s %s %s", limits->name, lamina_precision_get_name (precision), rate);

      used[found] = TRUE;
      add_roof (data, COLUMN_RATE, FALSE, limits->peaks[precision], level);
    }
  if (n == 0)
    return FALSE;
  for (guint i = 0; i < LAMINA_N_PRECISIONS; i++)
    roofs->peaks[i] = limits->peaks[get_used_precision (limits, seen, i)];
  roofs->peaks[LAMINA_N_PRECISIONS] = NAN;
  return TRUE;
}

static void
add_device_slope (LaminaChartData          *data,
                  const LaminaDeviceLimits *limits,
                  Roofs                    *roofs)
{
  g_autofree char *bandwidth = lamina_figure_dup_rate (limits->bandwidth, LAMINA_UNIT_BYTES);
  g_autofree char *slope = g_strdup_printf ("%s %s", limits->name, bandwidth);

  add_roof (data, COLUMN_BANDWIDTH, TRUE, limits->bandwidth, slope);
  roofs->bandwidth = limits->bandwidth;
}

/* The best of the layers that are long enough to say how fast something is. */
static void
find_best (const GArray *candidates,
           double       *rate,
           double       *bandwidth)
{
  double sum = 0, least;

  for (guint i = 0; i < candidates->len; i++)
    sum += (double) g_array_index (candidates, Candidate, i).rate.covered;
  least = fmin (LEAST_LENGTH, LEAST_OF_MEAN / candidates->len) * sum;
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if ((double) candidate->rate.covered < least)
        continue;
      *rate = fmax (*rate, candidate->rate.per_second);
      *bandwidth = fmax (*bandwidth, candidate->bandwidth.per_second);
    }
}

static void
add_seen_level (LaminaChartData *data,
                double           best,
                Roofs           *roofs)
{
  g_autofree char *rate = lamina_figure_dup_rate (best, LAMINA_UNIT_FLOP);
  g_autofree char *level = g_strdup_printf (_("best measured %s"), rate);

  add_roof (data, COLUMN_RATE, FALSE, best, level);
  for (guint i = 0; i <= LAMINA_N_PRECISIONS; i++)
    roofs->peaks[i] = best;
}

static void
add_seen_slope (LaminaChartData *data,
                double           best,
                Roofs           *roofs)
{
  g_autofree char *bandwidth = lamina_figure_dup_rate (best, LAMINA_UNIT_BYTES);
  g_autofree char *slope = g_strdup_printf (_("best measured %s"), bandwidth);

  add_roof (data, COLUMN_BANDWIDTH, TRUE, best, slope);
  roofs->bandwidth = best;
}

/* What the device can, and where that is not known what was measured: a file may state how fast its memory is, and no more. */
static void
add_roofs (LaminaChartData          *data,
           const LaminaDeviceLimits *limits,
           const GArray             *candidates,
           const Seen               *seen,
           Roofs                    *roofs)
{
  double rate = 0, bandwidth = seen->best_copy;
  gboolean has_levels = limits != NULL && add_device_levels (data, limits, seen, roofs);

  find_best (candidates, &rate, &bandwidth);
  if (!has_levels)
    add_seen_level (data, rate, roofs);
  if (limits != NULL && (has_levels || limits->bandwidth > 0))
    add_device_slope (data, limits, roofs);
  else
    add_seen_slope (data, bandwidth, roofs);
}

static char *
dup_subtitle (const Seen *seen)
{
  switch (seen->estimated & (LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_BYTES))
    {
    case LAMINA_ESTIMATE_NONE:
      return g_strdup (_("FLOP and bytes from the file · area shows time"));
    case LAMINA_ESTIMATE_FLOP:
      return g_strdup (_("FLOP estimated from the shapes, bytes from the file · area shows time"));
    case LAMINA_ESTIMATE_BYTES:
      return g_strdup (_("FLOP from the file, bytes estimated from the shapes · area shows time"));
    default:
      return g_strdup (_("FLOP and bytes estimated from the shapes · area shows time"));
    }
}

static char *
dup_note (const Seen *seen,
          LaminaRun  *run)
{
  g_autofree char *count = lamina_layers_dup_count (run, seen->n_left_out);
  g_autofree char *cost = lamina_figure_dup (seen->left_out_cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *doubts = lamina_chart_doubts_dup_note (&seen->doubts);
  g_autofree char *left_out = NULL;

  if (seen->n_left_out == 0)
    return g_steal_pointer (&doubts);
  left_out = g_strdup_printf (_("%s with %s: no FLOP, or FLOP or bytes are unknown."), count, cost);
  return doubts != NULL ? g_strconcat (left_out, " ", doubts, NULL) : g_steal_pointer (&left_out);
}

static gboolean
fill_roofline (LaminaChartData         *data,
               const LaminaChartSource *source)
{
  LaminaWork *work = lamina_work_attach (source->query->document, source->query->run, source->cancellable);
  g_autoptr (GArray) candidates = NULL;
  gint64 sum = lamina_measure_sum (LAMINA_MEASURE_COST, source);
  const LaminaDeviceLimits *limits;
  g_auto (Seen) seen = { .left_out_cost = LAMINA_ABSENT, .precisions = g_hash_table_new (NULL, NULL) };
  Roofs roofs;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_NAME] = LAMINA_CHART_STRINGS ("name", _("Name"), LABEL),
    [COLUMN_INTENSITY] = LAMINA_CHART_COLUMN ("flop_per_byte", _("FLOP per byte"), REAL, NONE, X),
    [COLUMN_RATE] = LAMINA_CHART_COLUMN ("flop_per_s", _("FLOP/s"), RATE, FLOP, Y),
    [COLUMN_VALUE] = lamina_measure_get_column (LAMINA_MEASURE_COST),
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_FLOP] = LAMINA_CHART_COLUMN ("flop", _("FLOP"), AMOUNT, FLOP, TABLE),
    [COLUMN_BYTES] = LAMINA_CHART_COLUMN ("bytes", _("Bytes moved"), AMOUNT, BYTES, TABLE),
    [COLUMN_BANDWIDTH] = LAMINA_CHART_COLUMN ("bytes_per_s", _("Bandwidth"), RATE, BYTES, TABLE),
    [COLUMN_OF_ROOF] = LAMINA_CHART_COLUMN ("of_roof", _("Of roof"), SHARE, NONE, ALONE),
    [COLUMN_LAYER] = LAMINA_CHART_COLUMN ("id", _("#"), COUNT, NONE, ALONE),
    [COLUMN_TYPE] = LAMINA_CHART_STRINGS ("type", _("Type"), TABLE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN ("calls", _("Calls"), COUNT, NONE, TABLE),
  };

  if (work == NULL)
    return FALSE;
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  seen.of_flop = lamina_rate_source_get (source->run, LAMINA_UNIT_FLOP);
  seen.of_bytes = lamina_rate_source_get (source->run, LAMINA_UNIT_BYTES);
  candidates = list_candidates (source, work, sum, &seen);
  lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Nothing has a time and known FLOP and bytes: the shapes are missing, "
                                                      "or the operators are unknown."));
  if (candidates->len == 0)
    return TRUE;
  limits = lamina_device_limits_get (source->query->document);
  add_roofs (data, limits, candidates, &seen, &roofs);
  if (!add_layers (data, source, &roofs, candidates, sum, &seen))
    return FALSE;
  lamina_chart_data_take (data, LAMINA_CHART_SUBTITLE, dup_subtitle (&seen));
  lamina_chart_data_take (data, LAMINA_CHART_NOTE, dup_note (&seen, source->run));
  return TRUE;
}

const LaminaChart lamina_chart_roofline = {
  "roofline", N_("Roofline"), NN_ ("%u more", "%u more"), NULL, LAMINA_CHART_SCATTER,
  lamina_chart_find_no_work, fill_roofline,
};
