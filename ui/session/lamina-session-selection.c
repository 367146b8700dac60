/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-producer.h"
#include "lamina-session-private.h"

/* Where one in so many layers is selected, to mark all takes no longer than to sort those. */
#define MANY_OF_ALL 32

const LaminaSelection lamina_session_nothing = { LAMINA_NONE, { LAMINA_NONE, LAMINA_NONE }, LAMINA_NONE, { 0, 0 } };

/* Selections are compared byte by byte. */
G_STATIC_ASSERT (sizeof (LaminaSelection) == 4 * sizeof (guint32) + 2 * sizeof (gint64));

/*
 * What is selected. @layers rise and are each there once; the layer of @lead is one of them. @slices are there when several slices
 * were selected, not their layers as a whole; the slice of @lead is the first of them. @gaps are the numbers of selected gaps, with
 * @gap as their lead.
 */
struct _LaminaSelected
{
  LaminaSelection lead;
  GBytes *bytes; /* what @layers is in; NULL for none */
  const guint32 *layers;
  guint n_layers;
  LaminaSliceRef *slices;
  guint n_slices;
  guint32 *gaps;
  guint n_gaps;
  guint32 gap;
  guint32 tensor;
};

LaminaSelected *
lamina_selected_new (void)
{
  LaminaSelected *self = g_new0 (LaminaSelected, 1);

  self->lead = lamina_session_nothing;
  self->gap = LAMINA_NONE;
  self->tensor = LAMINA_NONE;
  return self;
}

void
lamina_selected_free (LaminaSelected *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->slices);
  g_free (self->gaps);
  g_free (self);
}

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
  LaminaSelected *selected = lamina_session_get_selected (self);
  guint n = several->n_layers;

  if (memcmp (&selected->lead, selection, sizeof *selection) == 0
      && is_same (selected->layers, selected->n_layers, taken, n, sizeof *taken)
      && is_same (selected->slices, selected->n_slices, taken_slices, several->n_slices, sizeof *taken_slices)
      && is_same (selected->gaps, selected->n_gaps, taken_gaps, several->n_gaps, sizeof *taken_gaps))
    return;
  selected->lead = *selection;
  g_clear_pointer (&selected->bytes, g_bytes_unref);
  selected->bytes = g_bytes_new_take (g_steal_pointer (&taken), n * sizeof *taken);
  selected->layers = g_bytes_get_data (selected->bytes, NULL);
  selected->n_layers = n;
  g_free (selected->slices);
  selected->slices = g_steal_pointer (&taken_slices);
  selected->n_slices = several->n_slices;
  g_free (selected->gaps);
  selected->gaps = g_steal_pointer (&taken_gaps);
  selected->n_gaps = several->n_gaps;
  selected->gap = several->n_gaps > 0 ? several->gap : LAMINA_NONE;
  g_object_notify (G_OBJECT (self), "selection");
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
  LaminaSelected *selected = lamina_session_get_selected (self);

  if (selected->tensor == tensor)
    return;
  selected->tensor = tensor;
  g_object_notify (G_OBJECT (self), "tensor");
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
  return &lamina_session_get_selected (self)->lead;
}

gboolean
lamina_session_has_selection (LaminaSession *self)
{
  const LaminaSelection *lead = lamina_session_get_selection (self);

  return lead->layer != LAMINA_NONE || lead->slice.track != LAMINA_NONE || lead->device != LAMINA_NONE;
}

const guint32 *
lamina_session_get_selected_layers (LaminaSession *self,
                                    guint         *n)
{
  *n = 0;
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  *n = lamina_session_get_selected (self)->n_layers;
  return lamina_session_get_selected (self)->layers;
}

GBytes *
lamina_session_ref_selected_layers (LaminaSession *self)
{
  GBytes *layers;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  layers = lamina_session_get_selected (self)->bytes;
  return layers ? g_bytes_ref (layers) : g_bytes_new (NULL, 0);
}

gboolean
lamina_session_is_layer_selected (LaminaSession *self,
                                  guint32        layer)
{
  guint n;
  const guint32 *layers = lamina_session_get_selected_layers (self, &n);

  return n > 0 && bsearch (&layer, layers, n, sizeof layer, compare_ids);
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
  selection = *lamina_session_get_selection (self);
  if (lead != selection.layer)
    selection = make_selection (self, lead);
  set_tensor (self, LAMINA_NONE);
  set_selection (self, &selection, g_steal_pointer (&sorted), n);
}

void
lamina_session_toggle_layer (LaminaSession *self,
                             guint32        layer)
{
  guint n_before, n = 0;
  const guint32 *before = lamina_session_get_selected_layers (self, &n_before);
  g_autofree guint32 *layers = NULL;

  g_return_if_fail (LAMINA_IS_SESSION (self));

  layers = g_new (guint32, (gsize) n_before + 1);
  for (guint i = 0; i < n_before; i++)
    if (before[i] != layer)
      layers[n++] = before[i];
  if (n == n_before)
    layers[n++] = layer;
  lamina_session_select_layers (self, layers, n, n > n_before ? layer : lamina_session_get_selection (self)->layer);
}

void
lamina_session_uncover_slice (LaminaSession        *self,
                              const LaminaSliceRef *slice)
{
  g_return_if_fail (LAMINA_IS_SESSION (self) && slice != NULL);

  if (slice->track != LAMINA_NONE && !lamina_arrangement_shows (lamina_session_get_arrangement (self), slice))
    lamina_session_arrange (self, &(LaminaArrangementChange) { .kind = LAMINA_CHANGE_SHOW_SLICE, .slice = *slice });
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
  *n = lamina_session_get_selected (self)->n_slices;
  return lamina_session_get_selected (self)->slices;
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
  *n = lamina_session_get_selected (self)->n_gaps;
  return lamina_session_get_selected (self)->gaps;
}

guint32
lamina_session_get_selected_gap (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), LAMINA_NONE);
  return lamina_session_get_selected (self)->gap;
}

gboolean
lamina_session_get_selected_range (LaminaSession *self,
                                   LaminaRange   *range)
{
  const LaminaSelection *lead = lamina_session_get_selection (self);

  g_return_val_if_fail (LAMINA_IS_SESSION (self) && range, FALSE);

  if (lead->device != LAMINA_NONE)
    *range = lead->gap;
  else if (lead->slice.track != LAMINA_NONE)
    lamina_session_get_slice_range (self, &lead->slice, range);
  else
    return FALSE;
  return TRUE;
}

guint32
lamina_session_get_tensor (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), LAMINA_NONE);
  return lamina_session_get_selected (self)->tensor;
}

/* Whether a layer makes or reads a tensor. */
static gboolean
has_tensor (LaminaSession *self,
            guint32        layer,
            guint32        tensor)
{
  LaminaRun *run = lamina_session_get_run (self);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  if (layer == LAMINA_NONE || lamina_producer_find (run, tensor, lamina_session_get_timebase (self)) == layer)
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
  if (tensor != LAMINA_NONE && !has_tensor (self, lamina_session_get_selection (self)->layer, tensor))
    {
      const LaminaTensors *tensors = lamina_run_get_tensors (run);
      guint32 layer = lamina_producer_find (run, tensor, lamina_session_get_timebase (self));

      /* The layer to look at a tensor from: its producer, else the first one that reads it. */
      if (layer == LAMINA_NONE && tensors->first_consumer
          && tensors->first_consumer[tensor] < tensors->first_consumer[tensor + 1])
        layer = tensors->consumers[tensors->first_consumer[tensor]];
      lamina_session_select_layer (self, layer);
    }
  set_tensor (self, tensor);
  g_object_thaw_notify (G_OBJECT (self));
}

guint32
lamina_session_get_selected_key (LaminaSession *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (self));
  guint32 layer = lamina_session_get_selection (self)->layer;

  return layer != LAMINA_NONE ? lamina_column_id (layers->key, layer) : 0;
}

void
lamina_session_select_key (LaminaSession *self,
                           guint32        key)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (self));
  guint32 i = 0;

  while (i < layers->n && lamina_column_id (layers->key, i) != key)
    i++;
  /* Layers without a key are equal to none. */
  lamina_session_select_layer (self, key != 0 && i < layers->n ? i : LAMINA_NONE);
}
