/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-dtype.h"

static guint32
find_typed (LaminaRun     *run,
            const guint32 *first,
            const guint32 *tensors,
            guint          layer)
{
  const guint32 *dtypes = lamina_run_get_tensors (run)->dtype;

  for (guint32 i = first ? first[layer] : 0; first && i < first[layer + 1]; i++)
    if (lamina_column_id (dtypes, tensors[i]) != 0)
      return tensors[i];
  return LAMINA_NONE;
}

/* The tensor whose element type a layer has. */
static guint32
get_typed (LaminaRun *run,
           guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 tensor = find_typed (run, layers->first_output, layers->outputs, layer);

  return tensor != LAMINA_NONE ? tensor : find_typed (run, layers->first_input, layers->inputs, layer);
}

guint32
lamina_layer_get_dtype (LaminaRun *run,
                        guint      layer)
{
  guint32 tensor = get_typed (run, layer);

  return tensor != LAMINA_NONE ? lamina_run_get_tensors (run)->dtype[tensor] : 0;
}

gboolean
lamina_layer_is_dtype_estimated (LaminaRun *run,
                                 guint      layer)
{
  const guint8 *estimated = lamina_run_get_tensors (run)->estimated;
  guint32 tensor = get_typed (run, layer);

  return tensor != LAMINA_NONE && estimated && (estimated[tensor] & LAMINA_ESTIMATE_DTYPE);
}
