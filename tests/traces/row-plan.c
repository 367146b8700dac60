/* SPDX-License-Identifier: Apache-2.0 */
#include "row-plan.h"

void
row_plan_init (RowPlan *self,
               guint    n_tracks)
{
  *self = (RowPlan) { .n_tracks = n_tracks };
  self->slices = g_new (GArray *, n_tracks);
  for (guint i = 0; i < n_tracks; i++)
    self->slices[i] = g_array_new (FALSE, FALSE, sizeof (LaminaSliceInit));
  self->layers = g_array_new (FALSE, FALSE, sizeof (LaminaLayerInit));
  self->flows = g_array_new (FALSE, FALSE, sizeof (LaminaFlow));
}

void
row_plan_clear (RowPlan *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    g_array_unref (self->slices[i]);
  g_free (self->slices);
  g_array_unref (self->layers);
  g_array_unref (self->flows);
}

void
row_plan_add_flows (const RowPlan *self,
                    LaminaBuilder *builder,
                    guint32        run)
{
  for (guint i = 0; i < self->flows->len; i++)
    {
      const LaminaFlow *flow = &g_array_index (self->flows, LaminaFlow, i);

      lamina_builder_add_flow (builder, run, flow->name, flow->from.track, flow->from.slice, flow->to.track, flow->to.slice);
    }
}

void
row_plan_fill_layers (guint            from,
                      guint32          first,
                      guint            n,
                      LaminaLayerInit *layers,
                      gpointer         data)
{
  for (guint i = 0; i < n; i++)
    layers[i] = ((const LaminaLayerInit *) data)[from + i];
}
