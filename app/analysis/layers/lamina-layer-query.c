/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-query.h"

#include "lamina-rate.h"
#include "lamina-work.h"

#include <math.h>

static const char *const column_names[LAMINA_N_LAYER_COLUMNS] = {
  [LAMINA_LAYER_COLUMN_INDEX] = "index",       [LAMINA_LAYER_COLUMN_ORDER] = "order",
  [LAMINA_LAYER_COLUMN_NAME] = "name",         [LAMINA_LAYER_COLUMN_TYPE] = "type",
  [LAMINA_LAYER_COLUMN_START] = "start",       [LAMINA_LAYER_COLUMN_DURATION] = "duration",
  [LAMINA_LAYER_COLUMN_WAIT] = "wait",         [LAMINA_LAYER_COLUMN_FLOP] = "flop",
  [LAMINA_LAYER_COLUMN_FLOP_RATE] = "flops",   [LAMINA_LAYER_COLUMN_BYTES] = "bytes",
  [LAMINA_LAYER_COLUMN_BYTE_RATE] = "bandwidth", [LAMINA_LAYER_COLUMN_INTENSITY] = "intensity",
  [LAMINA_LAYER_COLUMN_CALLS] = "calls",
  [LAMINA_LAYER_COLUMN_SHAPE] = "shape",       [LAMINA_LAYER_COLUMN_SHARE] = "share",
  [LAMINA_LAYER_COLUMN_CUMULATIVE] = "cumulative", [LAMINA_LAYER_COLUMN_HOST] = "host",
  [LAMINA_LAYER_COLUMN_SELF] = "self",         [LAMINA_LAYER_COLUMN_DEVICE_TIME] = "device-time",
  [LAMINA_LAYER_COLUMN_MEAN] = "mean",         [LAMINA_LAYER_COLUMN_MEDIAN] = "median",
  [LAMINA_LAYER_COLUMN_P95] = "p95",           [LAMINA_LAYER_COLUMN_MIN] = "min",
  [LAMINA_LAYER_COLUMN_MAX] = "max",           [LAMINA_LAYER_COLUMN_PHASE] = "phase",
  [LAMINA_LAYER_COLUMN_DEVICE] = "device",     [LAMINA_LAYER_COLUMN_SECTION] = "section",
  [LAMINA_LAYER_COLUMN_ANNOTATION] = "annotation", [LAMINA_LAYER_COLUMN_DTYPE] = "dtype",
  [LAMINA_LAYER_COLUMN_INPUTS] = "inputs",
};

gboolean
lamina_layer_column_from_name (const char        *name,
                               LaminaLayerColumn *column)
{
  g_return_val_if_fail (name != NULL && column != NULL, FALSE);

  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    if (g_str_equal (name, column_names[i]))
      {
        *column = (LaminaLayerColumn) i;
        return TRUE;
      }
  return FALSE;
}

const char *
lamina_layer_column_get_name (LaminaLayerColumn column)
{
  g_return_val_if_fail ((guint) column < LAMINA_N_LAYER_COLUMNS, NULL);

  return column_names[column];
}

double
lamina_layer_get_rate (LaminaRun  *run,
                       guint       layer,
                       LaminaUnit  unit)
{
  const guint32 row = layer;
  LaminaRate rate;

  g_return_val_if_fail (run != NULL && layer < lamina_run_get_layers (run)->n, NAN);

  lamina_rate_init (&rate, run, &row, 1, unit);
  return rate.per_second;
}

double
lamina_layer_get_intensity (LaminaRun *run,
                            guint      layer)
{
  const LaminaLayers *layers;
  gint64 flop, bytes;

  g_return_val_if_fail (run != NULL, NAN);
  layers = lamina_layers_in_force (run);
  g_return_val_if_fail (layer < layers->n, NAN);

  flop = lamina_column_number (layers->flop, layer);
  bytes = lamina_column_number (layers->bytes, layer);
  return flop == LAMINA_ABSENT || bytes == LAMINA_ABSENT || bytes == 0 ? NAN : (double) flop / (double) bytes;
}
