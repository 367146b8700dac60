/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-value.h"

#include "lamina-order-rows.h"
#include "lamina-work.h"

#include <math.h>

/* What follows from the columns of a layer. */

double
lamina_layer_get_mean (LaminaRun *run,
                       guint      layer)
{
  gint64 cost = lamina_column_number (lamina_run_get_costs (run), layer);
  guint32 calls = lamina_layers_get_calls (lamina_run_get_layers (run), layer);

  return cost == LAMINA_ABSENT || calls == 0 ? NAN : (double) cost / calls;
}

double
lamina_layer_get_share (LaminaRun *run,
                        guint32    layer)
{
  gint64 cost = lamina_column_number (lamina_run_get_costs (run), layer);
  gint64 total = lamina_run_get_totals (run)->cost;

  return cost == LAMINA_ABSENT || total == LAMINA_ABSENT || total <= 0 ? NAN : (double) cost / (double) total;
}

guint32
lamina_layer_get_inferred (LaminaRun *run,
                         guint      layer)
{
  LaminaWork *work = lamina_work_peek (run);

  return work ? lamina_work_get_inferred (work, layer) : 0;
}

gboolean
lamina_layer_has_estimate (LaminaRun      *run,
                           guint32         layer,
                           gboolean        outputs,
                           LaminaEstimate  estimate)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const guint8 *estimated = lamina_run_get_tensors (run)->estimated;
  const guint32 *first = outputs ? layers->first_output : layers->first_input;
  const guint32 *tensors = outputs ? layers->outputs : layers->inputs;

  for (guint32 i = first ? first[layer] : 0; first && estimated && i < first[layer + 1]; i++)
    if (estimated[tensors[i]] & estimate)
      return TRUE;
  return outputs && (estimate & LAMINA_ESTIMATE_SHAPE) && lamina_layer_get_inferred (run, layer) != 0;
}

float *
lamina_layers_dup_cumulative (LaminaRun     *run,
                              const guint32 *rows,
                              guint          n,
                              GCancellable  *cancellable)
{
  const gint64 *costs = lamina_run_get_costs (run);
  guint n_layers = lamina_run_get_layers (run)->n;
  gint64 total = lamina_run_get_totals (run)->cost;
  g_autofree float *cumulative = g_new (float, MAX (n_layers, 1));
  g_autofree guint32 *in_order = lamina_order_dup_rows (rows, n, cancellable);
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n, 1));
  double sum = 0;

  for (guint i = 0; i < n_layers; i++)
    cumulative[i] = NAN;
  for (guint i = 0; in_order && i < n; i++)
    items[i] = (LaminaOrderItem) { ~lamina_order_key_integer (lamina_column_number (costs, in_order[i])), in_order[i] };
  if (!in_order || !lamina_order_sort (items, NULL, n, cancellable))
    return NULL;

  for (guint i = 0; costs && total > 0 && i < n && costs[items[i].row] != LAMINA_ABSENT; i++)
    {
      sum += (double) costs[items[i].row];
      cumulative[items[i].row] = (float) (sum / (double) total);
    }
  return g_steal_pointer (&cumulative);
}
