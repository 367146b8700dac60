/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-rows.h"

/* When the layer starts, from the start of the axis on. */
gint64
lamina_layer_rows_get_start (const LaminaLayerRows *self,
                             guint                  layer)
{
  gint64 start = lamina_run_get_layer_start (self->run, layer, self->timebase);

  if (start == LAMINA_ABSENT || lamina_layers_get_calls (self->layers, layer) == 0)
    return LAMINA_ABSENT;
  return lamina_number_add (start, -lamina_timebase_get_start (self->timebase));
}

gint64
lamina_layer_rows_get_cost (const LaminaLayerRows *self,
                            guint                  layer)
{
  return lamina_column_number (lamina_run_get_costs (self->run), layer);
}

char *
lamina_layer_rows_dup_track_path (const LaminaLayerRows *self,
                                  guint                  layer)
{
  guint32 track = lamina_column_row (self->layers->track, layer);

  return track != LAMINA_NONE ? lamina_run_dup_track_path (self->run, track) : NULL;
}
