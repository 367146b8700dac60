/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-value.h"

#include "lamina-attributes-private.h"
#include "lamina-order-rows.h"
#include "lamina-work.h"

#include <math.h>

/* What follows from the columns of a layer. */

static const char *const keys[LAMINA_N_LAYER_COLUMNS] = {
  [LAMINA_LAYER_COLUMN_INDEX] = "id",
  [LAMINA_LAYER_COLUMN_ORDER] = "position",
  [LAMINA_LAYER_COLUMN_NAME] = "name",
  [LAMINA_LAYER_COLUMN_TYPE] = "type",
  [LAMINA_LAYER_COLUMN_START] = "start",
  [LAMINA_LAYER_COLUMN_DURATION] = "duration_ns",
  [LAMINA_LAYER_COLUMN_WAIT] = "wait_ns",
  [LAMINA_LAYER_COLUMN_FLOP] = "flop",
  [LAMINA_LAYER_COLUMN_FLOP_RATE] = "flop_per_s",
  [LAMINA_LAYER_COLUMN_BYTES] = "bytes",
  [LAMINA_LAYER_COLUMN_BYTE_RATE] = "bytes_per_s",
  [LAMINA_LAYER_COLUMN_INTENSITY] = "flop_per_byte",
  [LAMINA_LAYER_COLUMN_CALLS] = "calls",
  [LAMINA_LAYER_COLUMN_SHAPE] = "outputs",
  [LAMINA_LAYER_COLUMN_SHARE] = "share",
  [LAMINA_LAYER_COLUMN_CUMULATIVE] = "cumulative_share",
  [LAMINA_LAYER_COLUMN_HOST] = "host_ns",
  [LAMINA_LAYER_COLUMN_SELF] = "self_ns",
  [LAMINA_LAYER_COLUMN_DEVICE_TIME] = "device_ns",
  [LAMINA_LAYER_COLUMN_MEAN] = "mean_ns",
  [LAMINA_LAYER_COLUMN_MEDIAN] = "median_ns",
  [LAMINA_LAYER_COLUMN_P95] = "p95_ns",
  [LAMINA_LAYER_COLUMN_MIN] = "min_ns",
  [LAMINA_LAYER_COLUMN_MAX] = "max_ns",
  [LAMINA_LAYER_COLUMN_PHASE] = "phase",
  [LAMINA_LAYER_COLUMN_DEVICE] = "device",
  [LAMINA_LAYER_COLUMN_SECTION] = "section",
  [LAMINA_LAYER_COLUMN_ANNOTATION] = "annotation",
  [LAMINA_LAYER_COLUMN_DTYPE] = "dtype",
  [LAMINA_LAYER_COLUMN_INPUTS] = "inputs",
};

/* What each row of a program's table has, whatever its columns are. */
static const char *const members[] = { "run", "estimated" };

gboolean
lamina_layer_key_is_own (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_str_equal (members[i], key))
      return TRUE;
  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    if (keys[i] && g_str_equal (keys[i], key))
      return TRUE;
  return FALSE;
}

/* There are few keys that a tool can take, so that few texts are kept for good. */
static const char *
get_metric_key (const LaminaMetric *metric)
{
  g_autofree char *marked = NULL;

  if (!lamina_layer_key_is_own (metric->name))
    return metric->name;
  marked = g_strconcat ("@", metric->name, NULL);
  return g_intern_string (marked);
}

const char *
lamina_layer_column_get_key (LaminaRun         *run,
                             LaminaLayerColumn  column)
{
  const LaminaAttribute *attribute;

  g_return_val_if_fail (run != NULL, NULL);

  if (lamina_layer_column_is_attribute (column))
    {
      attribute = lamina_attribute_get (run, column);
      g_return_val_if_fail (attribute != NULL, NULL);
      return attribute->key;
    }
  if (column >= LAMINA_N_LAYER_COLUMNS)
    return get_metric_key (lamina_run_get_metric (run, column - LAMINA_N_LAYER_COLUMNS));
  return keys[column];
}

gboolean
lamina_layer_column_is_number (LaminaRun         *run,
                               LaminaLayerColumn  column)
{
  g_return_val_if_fail (run != NULL, FALSE);

  if (lamina_layer_column_is_attribute (column))
    return lamina_attribute_is_number (run, column);
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_NAME:
    case LAMINA_LAYER_COLUMN_TYPE:
    case LAMINA_LAYER_COLUMN_SHAPE:
    case LAMINA_LAYER_COLUMN_PHASE:
    case LAMINA_LAYER_COLUMN_DEVICE:
    case LAMINA_LAYER_COLUMN_SECTION:
    case LAMINA_LAYER_COLUMN_ANNOTATION:
    case LAMINA_LAYER_COLUMN_DTYPE:
    case LAMINA_LAYER_COLUMN_INPUTS:
      return FALSE;
    default:
      return TRUE;
    }
}

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
