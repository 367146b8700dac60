/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-steps.h"

#include "lamina-flow-index.h"
#include "lamina-slice-refs.h"

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
  LaminaRun *run = lamina_session_get_run (self);
  guint n, n_flows;
  const guint32 *rows = lamina_flow_index_list (run, forward ? LAMINA_FLOW_FROM : LAMINA_FLOW_TO,
                                                &lamina_session_get_selection (self)->slice, &n);
  const LaminaFlow *flows = lamina_run_get_flows (run, &n_flows);

  for (guint i = 0; i < n; i++)
    {
      const LaminaSliceRef *other = forward ? &flows[rows[i]].to : &flows[rows[i]].from;

      if (other->track == LAMINA_NONE)
        continue;
      lamina_session_select_slice (self, other);
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

  for (guint32 i = lamina_column_first (layers->first_output, layer);
       i < lamina_column_first (layers->first_output, layer + 1); i++)
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

/* What the same slices are: those of a name or, with @types, those of layers of a type. */
typedef struct
{
  LaminaGroupKind kind;
  guint32 name;
  const guint32 *types;
  guint32 type;
} Likeness;

static gboolean
is_alike (const Likeness     *likeness,
          const LaminaSlices *slices,
          guint               slice)
{
  guint32 layer = lamina_column_row (slices->layer, slice);

  if (!likeness->types)
    return slices->name[slice] == likeness->name;
  return layer != LAMINA_NONE && lamina_column_id (likeness->types, layer) == likeness->type
         && (slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK;
}

/* Whether a slice stands behind another one on the axis (@by 1) or before it (-1). */
static gboolean
is_beyond (LaminaSession        *self,
           const LaminaSliceRef *slice,
           const LaminaSliceRef *other,
           int                   by)
{
  LaminaRange here, there;
  int order = lamina_slice_ref_compare (slice, other);

  lamina_session_get_slice_range (self, slice, &here);
  lamina_session_get_slice_range (self, other, &there);
  if (here.start != there.start)
    return (here.start > there.start) == (by > 0);
  return by > 0 ? order > 0 : order < 0;
}

/* The nearest slice of the tracks that are shown. @n: how many are alike, at most 2 */
static LaminaSliceRef
find_alike (LaminaSession  *self,
            const Likeness *likeness,
            int             by,
            guint          *n)
{
  LaminaRun *run = lamina_session_get_run (self);
  const LaminaSliceRef *from = &lamina_session_get_selection (self)->slice;
  LaminaSliceRef nearest = (LaminaSliceRef) { LAMINA_NONE, LAMINA_NONE };

  *n = 0;
  for (LaminaSliceRef ref = { 0, 0 }; ref.track < lamina_run_get_n_tracks (run); ref.track++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, ref.track));

      if (lamina_run_get_track_kind (run, ref.track) != likeness->kind
          || lamina_arrangement_is_hidden (lamina_session_get_arrangement (self), ref.track))
        continue;
      for (ref.slice = 0; ref.slice < slices->n; ref.slice++)
        {
          if (!is_alike (likeness, slices, ref.slice))
            continue;
          *n = MIN (*n + 1, 2);
          if (is_beyond (self, &ref, from, by)
              && (nearest.track == LAMINA_NONE || is_beyond (self, &nearest, &ref, by)))
            nearest = ref;
        }
    }
  return nearest;
}

gboolean
lamina_session_step_same_name (LaminaSession *self,
                               int            by)
{
  const LaminaSelection *lead = lamina_session_get_selection (self);
  const LaminaLayers *layers;
  LaminaSliceRef found;
  Likeness likeness;
  LaminaTrack *track;
  guint n;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);

  track = get_track (self);
  if (!track)
    return FALSE;
  layers = lamina_run_get_layers (lamina_session_get_run (self));
  likeness = (Likeness) { .kind = lamina_run_get_track_kind (lamina_session_get_run (self), lead->slice.track),
                          .name = lamina_track_get_slices (track)->name[lead->slice.slice] };
  found = find_alike (self, &likeness, by, &n);
  /* Where each layer has a name of its own, the type says what is alike. */
  if (n < 2 && lead->layer != LAMINA_NONE && lamina_column_id (layers->type, lead->layer) != 0)
    {
      likeness.types = layers->type;
      likeness.type = layers->type[lead->layer];
      found = find_alike (self, &likeness, by, &n);
    }
  if (found.track == LAMINA_NONE)
    return FALSE;
  lamina_session_select_slice (self, &found);
  return TRUE;
}
