/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"
#include "trace-random.h"

/*
 * Rows of a run that are made beforehand: then handing them over is all that is timed, or it can be done in several ways.
 *
 * slices    by track, of LaminaSliceInit
 * layers    of LaminaLayerInit
 * flows     of LaminaFlow
 * n_slices  for whoever adds them to number them
 * random    for trace_random()
 */
typedef struct
{
  guint n_tracks;
  GArray **slices;
  GArray *layers;
  GArray *flows;
  guint64 n_slices;
  guint64 random;
} RowPlan;

void    row_plan_init      (RowPlan       *self,
                            guint          n_tracks);
void    row_plan_clear     (RowPlan       *self);

/* Hands the flows over, when the slices are there. */
void    row_plan_add_flows (const RowPlan *self,
                            LaminaBuilder *builder,
                            guint32        run);

/* For lamina_builder_fill_layers(): the layers that @data points to. */
void    row_plan_fill_layers (guint            from,
                              guint32          first,
                              guint            n,
                              LaminaLayerInit *layers,
                              gpointer         data);
