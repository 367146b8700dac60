/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-query.h"

#include "lamina-rate.h"
#include "lamina-work.h"

#include <math.h>

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
