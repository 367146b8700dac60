/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-summary.h"

#include "lamina-median.h"
#include "lamina-order-rows.h"
#include "lamina-work.h"

#include <math.h>

/* The costs that there are, smallest first. */
static gint64 *
sort_costs (LaminaRun     *run,
            const guint32 *layers,
            guint          n,
            guint         *n_timed)
{
  const gint64 *costs = lamina_run_get_costs (run);
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n, 1));
  gint64 *sorted = g_new (gint64, MAX (n, 1));
  guint count = 0;

  for (guint i = 0; i < n; i++)
    if (lamina_column_number (costs, layers[i]) != LAMINA_ABSENT)
      items[count++] = (LaminaOrderItem) { lamina_order_key_integer (costs[layers[i]]), layers[i] };
  lamina_order_sort (items, NULL, count, NULL);
  for (guint i = 0; i < count; i++)
    sorted[i] = costs[items[i].row];
  *n_timed = count;
  return sorted;
}

void
lamina_layer_summary_init (LaminaLayerSummary *self,
                           LaminaRun          *run,
                           const guint32      *layers,
                           guint               n)
{
  const LaminaLayers *columns = lamina_layers_in_force (run);
  g_autofree gint64 *sorted = NULL;
  double length;

  *self = (LaminaLayerSummary) {
    .n = n,
    .cost = LAMINA_ABSENT,
    .flop = LAMINA_ABSENT,
    .bytes = LAMINA_ABSENT,
    .min = LAMINA_ABSENT,
    .median = LAMINA_ABSENT,
    .max = LAMINA_ABSENT,
    .mean = NAN,
  };
  for (guint i = 0; i < n; i++)
    {
      self->cost = lamina_number_add (self->cost, lamina_column_number (lamina_run_get_costs (run), layers[i]));
      self->flop = lamina_number_add (self->flop, lamina_column_number (columns->flop, layers[i]));
      self->bytes = lamina_number_add (self->bytes, lamina_column_number (columns->bytes, layers[i]));
      self->estimated |= columns->estimated ? columns->estimated[layers[i]] : LAMINA_ESTIMATE_NONE;
    }
  lamina_rate_init (&self->rate, run, layers, n, LAMINA_UNIT_FLOP);
  sorted = sort_costs (run, layers, n, &self->n_timed);
  if (self->n_timed == 0)
    return;
  self->min = sorted[0];
  self->median = lamina_median (sorted, self->n_timed);
  self->max = sorted[self->n_timed - 1];
  self->mean = (double) self->cost / self->n_timed;
  length = (double) self->max - (double) self->min;
  for (guint i = 0; i < self->n_timed; i++)
    {
      double part = length > 0 ? ((double) sorted[i] - (double) self->min) / length : 0;

      self->bins[MIN ((guint) (part * LAMINA_SUMMARY_BINS), LAMINA_SUMMARY_BINS - 1)]++;
    }
}
