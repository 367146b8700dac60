/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-steps.h"

static LaminaTrack *
get_track (LaminaSession *self)
{
  guint32 track = lamina_session_get_selection (self)->slice.track;

  return track == LAMINA_NONE ? NULL : lamina_run_get_track (lamina_session_get_run (self), track);
}

static gboolean
select_on_track (LaminaSession *self,
                 guint          slice)
{
  LaminaSliceRef ref = { lamina_session_get_selection (self)->slice.track, slice };

  lamina_session_select_slice (self, &ref);
  return TRUE;
}

gboolean
lamina_session_has_beside (LaminaSession *self,
                           int            by)
{
  LaminaTrack *track;
  const LaminaSlices *slices;
  guint32 slice;
  guint depth;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);

  track = get_track (self);
  if (!track)
    return FALSE;
  slice = lamina_session_get_selection (self)->slice.slice;
  slices = lamina_track_get_slices (track);
  depth = lamina_track_get_depth (track, slice);
  return by < 0 ? slice > slices->first[depth] : slice + 1 < slices->first[depth + 1];
}

gboolean
lamina_session_step_beside (LaminaSession *self,
                            int            by)
{
  return lamina_session_has_beside (self, by)
         && select_on_track (self, lamina_session_get_selection (self)->slice.slice + (guint) by);
}

gboolean
lamina_session_step_to_parent (LaminaSession *self)
{
  LaminaTrack *track;
  guint32 parent;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);

  track = get_track (self);
  if (!track)
    return FALSE;
  parent = lamina_track_get_parent (track, lamina_session_get_selection (self)->slice.slice);
  return parent != LAMINA_NONE && select_on_track (self, parent);
}

gboolean
lamina_session_step_to_child (LaminaSession *self)
{
  LaminaTrack *track;
  const LaminaSlices *slices;
  guint32 slice;
  guint depth, child;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);

  track = get_track (self);
  if (!track)
    return FALSE;
  slice = lamina_session_get_selection (self)->slice.slice;
  slices = lamina_track_get_slices (track);
  depth = lamina_track_get_depth (track, slice) + 1;
  if (depth >= slices->n_lanes)
    return FALSE;
  child = lamina_track_find_slice (track, depth, slices->start[slice]);
  if (child >= slices->first[depth + 1] || lamina_track_get_parent (track, child) != slice)
    return FALSE;
  return select_on_track (self, child);
}

static gboolean
follow_flow (LaminaSession *self,
             gboolean       forward)
{
  const LaminaSliceRef here = lamina_session_get_selection (self)->slice;
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (lamina_session_get_run (self), &n);

  for (guint i = 0; i < n && here.track != LAMINA_NONE; i++)
    {
      const LaminaSliceRef *begin = forward ? &flows[i].from : &flows[i].to;
      const LaminaSliceRef *end = forward ? &flows[i].to : &flows[i].from;

      if (begin->track != here.track || begin->slice != here.slice || end->track == LAMINA_NONE)
        continue;
      lamina_session_select_slice (self, end);
      return TRUE;
    }
  return FALSE;
}

static gboolean
follow_outputs (LaminaSession *self,
                guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (self);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  for (guint32 i = lamina_layers_first_output (layers, layer); i < lamina_layers_first_output (layers, layer + 1); i++)
    {
      guint32 tensor = layers->outputs[i];

      for (guint32 k = tensors->first_consumer[tensor]; k < tensors->first_consumer[tensor + 1]; k++)
        if (tensors->consumers[k] != layer)
          {
            lamina_session_select_layer (self, tensors->consumers[k]);
            return TRUE;
          }
    }
  return FALSE;
}

static gboolean
follow_inputs (LaminaSession *self,
               guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (self);
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint32 i = layers->first_input[layer]; i < layers->first_input[layer + 1]; i++)
    {
      guint32 producer = lamina_column_row (lamina_run_get_tensors (run)->producer, layers->inputs[i]);

      if (producer == LAMINA_NONE || producer == layer)
        continue;
      lamina_session_select_layer (self, producer);
      return TRUE;
    }
  return FALSE;
}

gboolean
lamina_session_follow (LaminaSession *self,
                       gboolean       forward)
{
  guint32 layer;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);

  if (follow_flow (self, forward))
    return TRUE;
  layer = lamina_session_get_selection (self)->layer;
  if (layer == LAMINA_NONE)
    return FALSE;
  return forward ? follow_outputs (self, layer) : follow_inputs (self, layer);
}

static GArray *
list_same (const LaminaLayers *layers,
           const guint32      *column,
           guint32             id)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < layers->n; i++)
    if (lamina_column_id (column, i) == id)
      g_array_append_val (found, i);
  return found;
}

gboolean
lamina_session_select_same_name (LaminaSession *self)
{
  const LaminaLayers *layers;
  g_autoptr (GArray) found = NULL;
  guint32 layer;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);

  layers = lamina_run_get_layers (lamina_session_get_run (self));
  layer = lamina_session_get_selection (self)->layer;
  if (layer == LAMINA_NONE)
    return FALSE;
  found = list_same (layers, layers->name, lamina_column_id (layers->name, layer));
  if (found->len == 1 && lamina_column_id (layers->type, layer) != 0)
    {
      g_array_unref (found);
      found = list_same (layers, layers->type, lamina_column_id (layers->type, layer));
    }
  lamina_session_select_layers (self, (const guint32 *) (gpointer) found->data, found->len, layer);
  return TRUE;
}
