/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

#include "lamina-slice-refs.h"

/* Where one in so many layers is selected, to mark all takes no longer than to sort those. */
#define MANY_OF_ALL 32

const LaminaSelection lamina_session_nothing = { LAMINA_NONE, { LAMINA_NONE, LAMINA_NONE }, LAMINA_NONE, { 0, 0 } };

/* Selections are compared byte by byte. */
G_STATIC_ASSERT (sizeof (LaminaSelection) == 4 * sizeof (guint32) + 2 * sizeof (gint64));

static gboolean
is_same (gconstpointer a,
         guint         n_a,
         gconstpointer b,
         guint         n_b,
         gsize         size)
{
  return n_a == n_b && (n_a == 0 || memcmp (a, b, n_a * size) == 0);
}

/* What is selected beside a lead: @layers, which rise and are each there once, @slices or @gaps. */
typedef struct
{
  guint32 *layers;
  guint n_layers;
  LaminaSliceRef *slices;
  guint n_slices;
  guint32 *gaps;
  guint n_gaps;
  guint32 gap;
} Several;

/* Takes the arrays. */
static void
set_all (LaminaSession         *self,
         const LaminaSelection *selection,
         const Several         *several)
{
  g_autofree guint32 *taken = several->layers;
  g_autofree LaminaSliceRef *taken_slices = several->slices;
  g_autofree guint32 *taken_gaps = several->gaps;
  guint n = several->n_layers;

  if (memcmp (&self->selection, selection, sizeof *selection) == 0
      && is_same (self->selected, self->n_selected, taken, n, sizeof *taken)
      && is_same (self->slices, self->n_slices, taken_slices, several->n_slices, sizeof *taken_slices)
      && is_same (self->gaps, self->n_gaps, taken_gaps, several->n_gaps, sizeof *taken_gaps))
    return;
  self->selection = *selection;
  g_clear_pointer (&self->layers, g_bytes_unref);
  self->layers = g_bytes_new_take (g_steal_pointer (&taken), n * sizeof *taken);
  self->selected = g_bytes_get_data (self->layers, NULL);
  self->n_selected = n;
  g_free (self->slices);
  self->slices = g_steal_pointer (&taken_slices);
  self->n_slices = several->n_slices;
  g_free (self->gaps);
  self->gaps = g_steal_pointer (&taken_gaps);
  self->n_gaps = several->n_gaps;
  self->gap = several->n_gaps > 0 ? several->gap : LAMINA_NONE;
  lamina_session_notify_selection (self);
}

static void
set_selection (LaminaSession         *self,
               const LaminaSelection *selection,
               guint32               *layers,
               guint                  n)
{
  set_all (self, selection, &(Several) { .layers = layers, .n_layers = n });
}

static void
set_tensor (LaminaSession *self,
            guint32        tensor)
{
  if (self->tensor == tensor)
    return;
  self->tensor = tensor;
  lamina_session_notify_tensor (self);
}

static void
select_one (LaminaSession         *self,
            const LaminaSelection *selection)
{
  const guint32 *layer = selection->layer != LAMINA_NONE ? &selection->layer : NULL;

  set_tensor (self, LAMINA_NONE);
  set_selection (self, selection, layer ? g_memdup2 (layer, sizeof *layer) : NULL, layer ? 1 : 0);
}

/* The slice that stands for a layer: the first one on the track that the layer names, else its first one. */
static LaminaSliceRef
find_slice (LaminaRun *run,
            guint32    layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 track = lamina_column_row (layers->track, layer);
  guint32 first = layers->first_slice ? layers->first_slice[layer] : 0;
  guint32 end = layers->first_slice ? layers->first_slice[layer + 1] : 0;

  for (guint32 i = first; i < end; i++)
    if (layers->slices[i].track == track)
      return layers->slices[i];
  return first < end ? layers->slices[first] : lamina_session_nothing.slice;
}

static LaminaSelection
make_selection (LaminaSession *self,
                guint32        layer)
{
  LaminaSelection selection = lamina_session_nothing;

  if (layer != LAMINA_NONE)
    {
      selection.layer = layer;
      selection.slice = find_slice (lamina_session_get_run (self), layer);
    }
  return selection;
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

static gboolean
are_below (const guint32 *layers,
           guint          n,
           guint          end)
{
  for (guint i = 0; i < n; i++)
    if (layers[i] >= end)
      return FALSE;
  return TRUE;
}

static guint
unite_many (guint32 *layers,
            guint    n,
            guint    n_all)
{
  g_autofree guint8 *marks = g_new0 (guint8, n_all);
  guint kept = 0;

  for (guint i = 0; i < n; i++)
    marks[layers[i]] = TRUE;
  for (guint i = 0; i < n_all; i++)
    if (marks[i])
      layers[kept++] = i;
  return kept;
}

/* Most of those who select many layers have them in order. Each is one of @n_all. */
static guint
sort_and_unite (guint32 *layers,
                guint    n,
                guint    n_all)
{
  guint kept = 0, rising = 1;

  while (rising < n && layers[rising - 1] < layers[rising])
    rising++;
  if (rising >= n)
    return n;
  if (n > n_all / MANY_OF_ALL)
    return unite_many (layers, n, n_all);
  qsort (layers, n, sizeof *layers, compare_ids);
  for (guint i = 0; i < n; i++)
    if (kept == 0 || layers[kept - 1] != layers[i])
      layers[kept++] = layers[i];
  return kept;
}

const LaminaSelection *
lamina_session_get_selection (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), &lamina_session_nothing);
  return &self->selection;
}

gboolean
lamina_session_has_selection (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);
  return self->selection.layer != LAMINA_NONE || self->selection.slice.track != LAMINA_NONE
         || self->selection.device != LAMINA_NONE;
}

const guint32 *
lamina_session_get_selected_layers (LaminaSession *self,
                                    guint         *n)
{
  *n = 0;
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  *n = self->n_selected;
  return self->selected;
}

GBytes *
lamina_session_ref_selected_layers (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->layers ? g_bytes_ref (self->layers) : g_bytes_new (NULL, 0);
}

gboolean
lamina_session_is_layer_selected (LaminaSession *self,
                                  guint32        layer)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), FALSE);
  return self->n_selected > 0 && bsearch (&layer, self->selected, self->n_selected, sizeof layer, compare_ids);
}

void
lamina_session_select_layer (LaminaSession *self,
                             guint32        layer)
{
  LaminaSelection selection;

  g_return_if_fail (LAMINA_IS_SESSION (self));
  g_return_if_fail (layer == LAMINA_NONE || layer < lamina_run_get_layers (lamina_session_get_run (self))->n);

  selection = make_selection (self, layer);
  select_one (self, &selection);
}

void
lamina_session_select_layers (LaminaSession *self,
                              const guint32 *layers,
                              guint          n,
                              guint32        lead)
{
  lamina_session_take_layers (self, g_memdup2 (layers, n * sizeof *layers), n, lead);
}

void
lamina_session_take_layers (LaminaSession *self,
                            guint32       *layers,
                            guint          n,
                            guint32        lead)
{
  g_autofree guint32 *sorted = layers;
  LaminaSelection selection;
  guint n_all;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (n == 0)
    {
      lamina_session_select_layer (self, LAMINA_NONE);
      return;
    }
  n_all = lamina_run_get_layers (lamina_session_get_run (self))->n;
  g_return_if_fail (are_below (sorted, n, n_all));
  n = sort_and_unite (sorted, n, n_all);
  if (!bsearch (&lead, sorted, n, sizeof lead, compare_ids))
    lead = sorted[0];
  /* The lead keeps the slice that it was selected by. */
  selection = lead == self->selection.layer ? self->selection : make_selection (self, lead);
  set_tensor (self, LAMINA_NONE);
  set_selection (self, &selection, g_steal_pointer (&sorted), n);
}

void
lamina_session_toggle_layer (LaminaSession *self,
                             guint32        layer)
{
  g_autofree guint32 *layers = NULL;
  guint n = 0;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  layers = g_new (guint32, (gsize) self->n_selected + 1);
  for (guint i = 0; i < self->n_selected; i++)
    if (self->selected[i] != layer)
      layers[n++] = self->selected[i];
  if (n == self->n_selected)
    layers[n++] = layer;
  lamina_session_select_layers (self, layers, n, n > self->n_selected ? layer : self->selection.layer);
}

void
lamina_session_uncover_slice (LaminaSession        *self,
                              const LaminaSliceRef *slice)
{
  g_autoptr (LaminaArrangement) shown = NULL;

  g_return_if_fail (LAMINA_IS_SESSION (self) && slice != NULL);

  if (slice->track != LAMINA_NONE)
    shown = lamina_arrangement_show_slice (lamina_session_get_arrangement (self), slice);
  if (shown != NULL)
    lamina_session_set_arrangement (self, shown);
}

void
lamina_session_select_slice (LaminaSession        *self,
                             const LaminaSliceRef *slice)
{
  LaminaSelection selection = lamina_session_nothing;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (slice && slice->track != LAMINA_NONE)
    {
      LaminaTrack *track = lamina_run_get_track (lamina_session_get_run (self), slice->track);

      selection.slice = *slice;
      selection.layer = lamina_column_row (lamina_track_get_slices (track)->layer, slice->slice);
      lamina_session_uncover_slice (self, slice);
    }
  select_one (self, &selection);
}

/* The layers that slices belong to, each once. */
static guint32 *
list_layers (LaminaSession        *self,
             const LaminaSliceRef *slices,
             guint                 n,
             guint                *n_layers)
{
  LaminaRun *run = lamina_session_get_run (self);
  guint32 *layers = g_new (guint32, n);

  *n_layers = 0;
  for (guint i = 0; i < n; i++)
    {
      const LaminaSlices *track = lamina_track_get_slices (lamina_run_get_track (run, slices[i].track));
      guint32 layer = lamina_column_row (track->layer, slices[i].slice);

      if (layer != LAMINA_NONE)
        layers[(*n_layers)++] = layer;
    }
  *n_layers = sort_and_unite (layers, *n_layers, lamina_run_get_layers (run)->n);
  return layers;
}

void
lamina_session_select_slices (LaminaSession        *self,
                              const LaminaSliceRef *slices,
                              guint                 n)
{
  LaminaSelection selection = lamina_session_nothing;
  Several several = { .n_slices = n };

  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (n < 2)
    {
      lamina_session_select_slice (self, n == 1 ? slices : NULL);
      return;
    }
  several.layers = list_layers (self, slices, n, &several.n_layers);
  selection.slice = slices[0];
  selection.layer = lamina_column_row (lamina_track_get_slices (lamina_run_get_track (lamina_session_get_run (self),
                                                                                      slices[0].track))->layer,
                                       slices[0].slice);
  if (selection.layer == LAMINA_NONE && several.n_layers > 0)
    selection.layer = several.layers[0];
  set_tensor (self, LAMINA_NONE);
  several.slices = g_memdup2 (slices, n * sizeof *slices);
  set_all (self, &selection, &several);
}

const LaminaSliceRef *
lamina_session_get_selected_slices (LaminaSession *self,
                                    guint         *n)
{
  *n = 0;
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  *n = self->n_slices;
  return self->slices;
}

void
lamina_session_select_gaps (LaminaSession *self,
                            const guint32 *gaps,
                            guint          n,
                            guint32        lead)
{
  LaminaSelection selection = lamina_session_nothing;
  const LaminaIdleDevice *device;
  LaminaGap gap;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  if (n == 0)
    {
      select_one (self, &selection);
      return;
    }
  if (!lamina_session_gaps_get (lamina_session_get_gaps (self), lead, &gap, &device))
    return;
  selection.device = device->group;
  selection.gap = (LaminaRange) { gap.start, gap.end };
  set_tensor (self, LAMINA_NONE);
  set_all (self, &selection, &(Several) { .gaps = g_memdup2 (gaps, n * sizeof *gaps), .n_gaps = n, .gap = lead });
}

const guint32 *
lamina_session_get_selected_gaps (LaminaSession *self,
                                  guint         *n)
{
  *n = 0;
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  *n = self->n_gaps;
  return self->gaps;
}

guint32
lamina_session_get_selected_gap (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), LAMINA_NONE);
  return self->gap;
}

gboolean
lamina_session_get_selected_range (LaminaSession *self,
                                   LaminaRange   *range)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self) && range, FALSE);

  if (self->selection.device != LAMINA_NONE)
    *range = self->selection.gap;
  else if (self->selection.slice.track != LAMINA_NONE)
    lamina_session_get_slice_range (self, &self->selection.slice, range);
  else
    return FALSE;
  return TRUE;
}

guint32
lamina_session_get_tensor (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), LAMINA_NONE);
  return self->tensor;
}

/* Whether a layer makes or reads a tensor. */
static gboolean
has_tensor (LaminaRun *run,
            guint32    layer,
            guint32    tensor)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  if (layer == LAMINA_NONE || lamina_column_row (tensors->producer, tensor) == layer)
    return layer != LAMINA_NONE;
  for (guint32 i = tensors->first_consumer ? tensors->first_consumer[tensor] : 0;
       tensors->first_consumer && i < tensors->first_consumer[tensor + 1]; i++)
    if (tensors->consumers[i] == layer)
      return TRUE;
  return FALSE;
}

void
lamina_session_select_tensor (LaminaSession *self,
                              guint32        tensor)
{
  LaminaRun *run;

  g_return_if_fail (LAMINA_IS_SESSION (self));
  run = lamina_session_get_run (self);
  g_return_if_fail (tensor == LAMINA_NONE || tensor < lamina_run_get_tensors (run)->n);

  g_object_freeze_notify (G_OBJECT (self));
  if (tensor != LAMINA_NONE && !has_tensor (run, self->selection.layer, tensor))
    {
      const LaminaTensors *tensors = lamina_run_get_tensors (run);
      guint32 layer = lamina_column_row (tensors->producer, tensor);

      /* The layer to look at a tensor from: its producer, else the first one that reads it. */
      if (layer == LAMINA_NONE && tensors->first_consumer
          && tensors->first_consumer[tensor] < tensors->first_consumer[tensor + 1])
        layer = tensors->consumers[tensors->first_consumer[tensor]];
      lamina_session_select_layer (self, layer);
    }
  set_tensor (self, tensor);
  g_object_thaw_notify (G_OBJECT (self));
}

void
lamina_session_move_selection (LaminaSession *self,
                               guint          run)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (self));
  guint32 layer = self->selection.layer;
  guint32 key = layer != LAMINA_NONE && layers->key ? layers->key[layer] : 0;
  guint32 i = 0;

  self->run = run;
  layers = lamina_run_get_layers (lamina_session_get_run (self));
  while (i < layers->n && layers->key && layers->key[i] != key)
    i++;
  /* Layers without a key are equal to none. */
  lamina_session_select_layer (self, key != 0 && layers->key && i < layers->n ? i : LAMINA_NONE);
}

/* Steps from what is selected to what belongs to it. */

static LaminaTrack *
get_track (LaminaSession *self)
{
  guint32 track = self->selection.slice.track;

  return track == LAMINA_NONE ? NULL : lamina_run_get_track (lamina_session_get_run (self), track);
}

static gboolean
select_on_track (LaminaSession *self,
                 guint          slice)
{
  LaminaSliceRef ref = { self->selection.slice.track, slice };

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
  slice = self->selection.slice.slice;
  slices = lamina_track_get_slices (track);
  depth = lamina_track_get_depth (track, slice);
  return by < 0 ? slice > slices->first[depth] : slice + 1 < slices->first[depth + 1];
}

gboolean
lamina_session_step_beside (LaminaSession *self,
                            int            by)
{
  return lamina_session_has_beside (self, by)
         && select_on_track (self, self->selection.slice.slice + (guint) by);
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
  parent = lamina_track_get_parent (track, self->selection.slice.slice);
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
  slice = self->selection.slice.slice;
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
  const LaminaSliceRef here = self->selection.slice;
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
  layer = self->selection.layer;
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
  layer = self->selection.layer;
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
  const LaminaSliceRef *from = &self->selection.slice;
  LaminaSliceRef nearest = lamina_session_nothing.slice;

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
  likeness = (Likeness) { .kind = lamina_run_get_track_kind (lamina_session_get_run (self), self->selection.slice.track),
                          .name = lamina_track_get_slices (track)->name[self->selection.slice.slice] };
  found = find_alike (self, &likeness, by, &n);
  /* Where each layer has a name of its own, the type says what is alike. */
  if (n < 2 && self->selection.layer != LAMINA_NONE && lamina_column_id (layers->type, self->selection.layer) != 0)
    {
      likeness.types = layers->type;
      likeness.type = layers->type[self->selection.layer];
      found = find_alike (self, &likeness, by, &n);
    }
  if (found.track == LAMINA_NONE)
    return FALSE;
  lamina_session_select_slice (self, &found);
  return TRUE;
}
