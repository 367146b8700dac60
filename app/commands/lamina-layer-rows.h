/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What `lamina layers` writes: layers of one run, in an order that was asked for. */
typedef struct
{
  LaminaDocument *document;
  guint run_index;
  LaminaRun *run;
  LaminaTimebase *timebase;
  const LaminaLayers *layers;
  gboolean name_runs;
  guint32 *rows;
  guint n_rows;
  gint64 limit;
} LaminaLayerRows;

/* When a layer starts, from the start of the axis on; its cost; where the views take it to, or NULL. */
gint64       lamina_layer_rows_get_start      (const LaminaLayerRows *self,
                                               guint                  layer);
gint64       lamina_layer_rows_get_cost       (const LaminaLayerRows *self,
                                               guint                  layer);
char        *lamina_layer_rows_dup_track_path (const LaminaLayerRows *self,
                                               guint                  layer);

G_END_DECLS
