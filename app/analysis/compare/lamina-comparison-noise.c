/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sequence-private.h"

#include "lamina-order-rows.h"

#include <math.h>

/*
 * Some files do not repeat a run, but say in words how much its repetitions varied: TVM the mean and the deviation of an
 * inference, TensorRT the least, the mean and the most. What is measured of the layers varies in proportion.
 */

/* How many deviations lie between the least and the most of some dozen samples; of more of them it is more. */
#define DEVIATIONS_PER_RANGE 4

static double
get_time (LaminaDocument *document,
          const char     *group,
          const char     *key)
{
  for (guint i = 0; i < lamina_details_get_n (lamina_document_get_properties (document)); i++)
    {
      const LaminaDetail *property = lamina_details_get (lamina_document_get_properties (document), i);

      if (g_strcmp0 (property->group, group) == 0 && g_strcmp0 (property->key, key) == 0
          && property->value.type == LAMINA_VALUE_INTEGER && property->value.unit == LAMINA_UNIT_NANOSECONDS)
        return (double) property->value.integer;
    }
  return NAN;
}

/* The variance of a sum of costs of a run that takes @total, from what the file states of its repetitions, or NaN. */
static double
get_stated_variance (LaminaDocument *document,
                     LaminaRun      *run,
                     double          total)
{
  static const char *const summary = "Performance summary";
  double mean = get_time (document, lamina_run_get_title (run), "Mean");
  double deviation = get_time (document, lamina_run_get_title (run), "Standard deviation");

  if (isnan (mean) || isnan (deviation))
    {
      mean = get_time (document, summary, "GPU Compute Time, mean");
      deviation = (get_time (document, summary, "GPU Compute Time, maximum")
                   - get_time (document, summary, "GPU Compute Time, minimum")) / DEVIATIONS_PER_RANGE;
    }
  deviation = mean > 0 && deviation >= 0 ? deviation / mean * total : (double) NAN;
  return deviation * deviation;
}

/*
 * How much a time varies without a reason, from what the run itself repeats. Quartiles, not the mean of squares: the
 * first iterations are often slow, and one slow call must not hide what all others say.
 */

#define MIN_SAMPLES 4
#define QUARTILES_PER_DEVIATION 1.349
#define MIN_COVERED 0.9

/* The number that lies a part of the way through sorted ones. */
static double
get_quantile (const LaminaOrderItem *sorted,
              guint                  n,
              double                 part)
{
  double place = part * (n - 1);
  guint low = (guint) place;
  double a = (double) (gint64) (sorted[low].key ^ (G_GUINT64_CONSTANT (1) << 63));
  double b = (double) (gint64) (sorted[MIN (low + 1, n - 1)].key ^ (G_GUINT64_CONSTANT (1) << 63));

  return a + (b - a) * (place - low);
}

static double
get_variance (LaminaOrderItem *items,
              LaminaOrderItem *scratch,
              guint            n)
{
  double deviation;

  if (n < MIN_SAMPLES)
    return NAN;
  lamina_order_sort (items, scratch, n, NULL);
  deviation = (get_quantile (items, n, 0.75) - get_quantile (items, n, 0.25)) / QUARTILES_PER_DEVIATION;
  return deviation * deviation;
}

/* The variance of each group of equal keys, by layer of the run; what is not known stays as it is. */
static gboolean
fill_by_layer (const LaminaSequence *all,
               LaminaOrderItem      *items,
               LaminaOrderItem      *scratch,
               double               *by_layer,
               GCancellable         *cancellable)
{
  g_autofree LaminaOrderItem *samples = g_new (LaminaOrderItem, all->n + 1);
  guint end;

  if (!lamina_order_group (items, scratch, all->n, cancellable))
    return FALSE;
  for (guint first = 0; first < all->n; first = end)
    {
      guint n = 0;
      double variance;

      for (end = first; end < all->n && items[end].key == items[first].key; end++)
        {
          gint64 cost = lamina_column_number (all->costs, items[end].row);

          if (cost != LAMINA_ABSENT)
            samples[n++] = (LaminaOrderItem) { lamina_order_key_integer (cost), items[end].row };
        }
      variance = get_variance (samples, scratch, n);
      for (guint i = first; !isnan (variance) && i < end; i++)
        by_layer[items[i].row] = lamina_column_number (all->costs, items[i].row) != LAMINA_ABSENT ? variance : 0;
    }
  return !g_cancellable_is_cancelled (cancellable);
}

/*
 * Of repetitions in several sections those belong together that have the same place in theirs: the third convolution of
 * one step with the third of the others. @items are sorted by key, each in the order of execution.
 */
static void
tell_places_apart (const LaminaSequence *all,
                   LaminaOrderItem      *items)
{
  guint n = lamina_run_get_n_sections (all->run);
  g_autofree guint32 *counts = g_new0 (guint32, n + 1);
  guint end;

  for (guint first = 0; first < all->n; first = end)
    {
      guint64 key = items[first].key;

      for (end = first; end < all->n && items[end].key == key; end++)
        {
          guint32 section = MIN (lamina_column_row (all->layers->section, items[end].row), n);

          items[end].key = lamina_hash_mix (key, ++counts[section]);
        }
      for (guint i = first; i < end; i++)
        counts[MIN (lamina_column_row (all->layers->section, items[i].row), n)] = 0;
    }
}

double *
lamina_sequence_dup_variances (const LaminaSequence *self,
                               const LaminaSequence *all,
                               GCancellable         *cancellable)
{
  guint n = all->n;
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, n + 1);
  g_autofree LaminaOrderItem *scratch = g_new (LaminaOrderItem, n + 1);
  g_autofree double *by_layer = g_new (double, n + 1);
  g_autofree double *variances = g_new (double, self->n + 1);

  /* Layers that share a key are repetitions. Where no shape tells layers apart, a number at the end of a name counts them. */
  for (guint i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { all->likeness[all->shaped[i] ? LAMINA_LIKENESS_EXACT : LAMINA_LIKENESS_SHAPES][i],
                                   all->rows[i] };
  /* What has no cost does not vary. */
  for (guint i = 0; i < n; i++)
    by_layer[all->rows[i]] = lamina_column_number (all->costs, all->rows[i]) != LAMINA_ABSENT ? (double) NAN : 0;
  if (!fill_by_layer (all, items, scratch, by_layer, cancellable))
    return NULL;
  if (lamina_run_get_n_sections (all->run) >= MIN_SAMPLES)
    {
      tell_places_apart (all, items);
      if (!fill_by_layer (all, items, scratch, by_layer, cancellable))
        return NULL;
    }
  for (guint i = 0; i < self->n; i++)
    variances[i] = by_layer[self->rows[i]];
  return g_steal_pointer (&variances);
}

/* The variance of the total of a section, or NaN where there are too few sections. */
static double
get_section_variance (const LaminaSequence *self)
{
  guint n = lamina_run_get_n_sections (self->run);
  g_autofree gint64 *totals = g_new (gint64, n + 1);
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, n + 1);
  g_autofree LaminaOrderItem *scratch = g_new (LaminaOrderItem, n + 1);
  guint n_known = 0;

  for (guint i = 0; i < n; i++)
    totals[i] = LAMINA_ABSENT;
  for (guint i = 0; i < self->layers->n; i++)
    {
      guint32 section = lamina_column_row (self->layers->section, i);

      if (section < n)
        totals[section] = lamina_number_add (totals[section], lamina_column_number (self->costs, i));
    }
  for (guint i = 0; i < n; i++)
    if (totals[i] != LAMINA_ABSENT)
      items[n_known++] = (LaminaOrderItem) { lamina_order_key_integer (totals[i]), i };
  return get_variance (items, scratch, n_known);
}

double
lamina_sequence_get_total_variance (const LaminaSequence       *self,
                                    const LaminaComparisonSide *side,
                                    const double               *variances)
{
  double of_section = get_section_variance (self);
  double sum = 0, total = 0, covered = 0;

  if (!isnan (of_section))
    return side->section != LAMINA_NONE ? of_section : of_section * lamina_run_get_n_sections (self->run);
  for (guint i = 0; i < self->n; i++)
    {
      gint64 cost = lamina_column_number (self->costs, self->rows[i]);

      if (cost == LAMINA_ABSENT)
        continue;
      total += (double) cost;
      covered += isnan (variances[i]) ? 0 : (double) cost;
      sum += isnan (variances[i]) ? 0 : variances[i];
    }
  if (!(total > 0))
    return NAN;
  return covered >= MIN_COVERED * total ? sum
                                        : get_stated_variance (side->document, self->run, total);
}
