/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-highlight-private.h"

#include "lamina-find.h"
#include "lamina-flow-index.h"
#include "lamina-slice-refs.h"

/* More connections of one kind would hide each other; the nearest in the order of the file are shown. */
#define MOST_LINKS 24

static const LaminaSliceRef nowhere = { LAMINA_NONE, LAMINA_NONE };

static gboolean
equal_refs (const LaminaSliceRef *a,
            const LaminaSliceRef *b)
{
  return a->track == b->track && a->slice == b->slice;
}

static gboolean
is_whole (LaminaHighlight      *self,
          const LaminaSliceRef *ref)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref->track));

  return !lamina_slices_is_part (slices, ref->slice);
}

/* The first slice of a layer on tracks of a kind. */
static LaminaSliceRef
find_on (LaminaHighlight *self,
         guint32          layer,
         LaminaGroupKind  kind)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);

  for (guint i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    if (lamina_run_get_track_kind (self->run, layers->slices[i].track) == kind && is_whole (self, &layers->slices[i]))
      return layers->slices[i];
  return nowhere;
}

/* Where arrows of a layer begin and end: on the track that the views take it to, else on a device, else anywhere. */
static LaminaSliceRef
find_anchor (LaminaHighlight *self,
             guint32          layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  guint32 track = lamina_column_row (layers->track, layer);
  LaminaSliceRef ref;

  for (guint i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    if (layers->slices[i].track == track && is_whole (self, &layers->slices[i]))
      return layers->slices[i];
  ref = find_on (self, layer, LAMINA_GROUP_DEVICE);
  if (ref.track == LAMINA_NONE && layers->first_slice[layer] < layers->first_slice[layer + 1])
    ref = layers->slices[layers->first_slice[layer]];
  return ref;
}

static gboolean
is_own (LaminaHighlight      *self,
        const LaminaSliceRef *ref)
{
  const LaminaSlices *slices;

  if (ref->track == LAMINA_NONE)
    return FALSE;
  if (equal_refs (ref, &self->slice))
    return TRUE;
  slices = lamina_track_get_slices (lamina_run_get_track (self->run, ref->track));
  return self->lead != LAMINA_NONE && lamina_column_row (slices->layer, ref->slice) == self->lead;
}

/* Keeps the first flows of those that were added so far, in their order, each once. */
static void
add_first (GArray        *firsts,
           const guint32 *flows,
           guint          n)
{
  const guint32 *all = (const guint32 *) (gpointer) firsts->data;

  for (guint i = 0; i < n && i < MOST_LINKS; i++)
    {
      guint place = LAMINA_FIND_FIRST (k, 0, firsts->len, all[k] >= flows[i]);

      if (place == MOST_LINKS || (place < firsts->len && all[place] == flows[i]))
        continue;
      if (firsts->len == MOST_LINKS)
        g_array_set_size (firsts, MOST_LINKS - 1);
      g_array_insert_val (firsts, place, flows[i]);
      all = (const guint32 *) (gpointer) firsts->data;
    }
}

/* The flows of the selected slice, and of all slices of the selected layer. */
static GArray *
list_flows (LaminaHighlight *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  GArray *firsts = g_array_sized_new (FALSE, FALSE, sizeof (guint32), MOST_LINKS);
  guint32 n_own = self->lead != LAMINA_NONE ? layers->first_slice[self->lead + 1] - layers->first_slice[self->lead] : 0;

  for (guint32 i = 0; i <= n_own; i++)
    for (LaminaFlowEnd end = LAMINA_FLOW_FROM; end <= LAMINA_FLOW_TO; end++)
      {
        const LaminaSliceRef *slice = i < n_own ? &layers->slices[layers->first_slice[self->lead] + i] : &self->slice;
        guint n;
        const guint32 *flows = lamina_flow_index_list (self->run, end, slice, &n);

        add_first (firsts, flows, n);
      }
  return firsts;
}

static void
add_flows (LaminaHighlight *self)
{
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (self->run, &n);
  g_autoptr (GArray) own = list_flows (self);

  for (guint i = 0; i < own->len; i++)
    {
      const LaminaFlow *flow = &flows[g_array_index (own, guint32, i)];
      LaminaLink link = { LAMINA_LINK_FLOW, LAMINA_NONE, flow->from, flow->to };

      /* An arrow of the file from the host to the device within the selected layer. */
      if (self->lead != LAMINA_NONE && is_own (self, &link.from) && is_own (self, &link.to)
          && lamina_run_get_track_kind (self->run, link.from.track) == LAMINA_GROUP_HOST
          && lamina_run_get_track_kind (self->run, link.to.track) == LAMINA_GROUP_DEVICE)
        {
          link.kind = LAMINA_LINK_ISSUE;
          link.layer = self->lead;
        }
      g_array_append_val (self->links, link);
    }
}

static void
add_link (LaminaHighlight *self,
          LaminaLink      *link)
{
  if (link->from.track == LAMINA_NONE || link->to.track == LAMINA_NONE || equal_refs (&link->from, &link->to))
    return;
  for (guint i = 0; i < self->links->len; i++)
    {
      const LaminaLink *other = &g_array_index (self->links, LaminaLink, i);

      if (equal_refs (&other->from, &link->from) && equal_refs (&other->to, &link->to))
        return;
    }
  g_array_append_vals (self->links, link, 1);
}

static void
add_inputs (LaminaHighlight      *self,
            const LaminaSliceRef *anchor)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  guint end = MIN (layers->first_input[self->lead + 1], layers->first_input[self->lead] + MOST_LINKS);

  for (guint i = layers->first_input[self->lead]; i < end; i++)
    {
      guint32 producer = lamina_column_row (tensors->producer, layers->inputs[i]);
      LaminaLink link = { LAMINA_LINK_INPUT, producer, nowhere, *anchor };

      if (producer != LAMINA_NONE && producer != self->lead)
        link.from = find_anchor (self, producer);
      add_link (self, &link);
    }
}

static void
add_outputs (LaminaHighlight      *self,
             const LaminaSliceRef *anchor)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  guint found = 0;

  for (guint i = lamina_column_first (layers->first_output, self->lead);
       i < lamina_column_first (layers->first_output, self->lead + 1); i++)
    for (guint j = tensors->first_consumer[layers->outputs[i]];
         j < tensors->first_consumer[layers->outputs[i] + 1] && found < MOST_LINKS; j++, found++)
      {
        guint32 consumer = tensors->consumers[j];
        LaminaLink link = { LAMINA_LINK_OUTPUT, consumer, *anchor, nowhere };

        if (consumer != self->lead)
          link.to = find_anchor (self, consumer);
        add_link (self, &link);
      }
}

/* Finds what connects the selected layer or slice with others. */
static void
find_links (LaminaHighlight *self)
{
  gboolean has_issue = FALSE;
  LaminaSliceRef anchor;
  LaminaLink issue;

  self->links = g_array_new (FALSE, FALSE, sizeof (LaminaLink));
  if (self->lead != LAMINA_NONE || self->slice.track != LAMINA_NONE)
    add_flows (self);
  if (self->lead == LAMINA_NONE)
    return;
  for (guint i = 0; i < self->links->len; i++)
    has_issue |= g_array_index (self->links, LaminaLink, i).kind == LAMINA_LINK_ISSUE;
  issue = (LaminaLink) { LAMINA_LINK_ISSUE, self->lead, find_on (self, self->lead, LAMINA_GROUP_HOST),
                         find_on (self, self->lead, LAMINA_GROUP_DEVICE) };
  if (!has_issue)
    add_link (self, &issue);
  anchor = find_anchor (self, self->lead);
  if (anchor.track == LAMINA_NONE)
    return;
  add_inputs (self, &anchor);
  add_outputs (self, &anchor);
}

/* More slices than this are sorted by marking them in a bit for each slice of their tracks. */
#define MOST_SORTED 4096

static void
add_ref (LaminaHighlight      *self,
         const LaminaSliceRef *ref)
{
  if (ref->track < lamina_run_get_n_tracks (self->run)
      && ref->slice < lamina_track_get_slices (lamina_run_get_track (self->run, ref->track))->n)
    g_array_append_val (self->refs, *ref);
}

static void
remove_doubles (GArray *refs)
{
  LaminaSliceRef *all = (LaminaSliceRef *) (gpointer) refs->data;
  guint n = 0;

  for (guint i = 0; i < refs->len; i++)
    if (n == 0 || lamina_slice_ref_compare (&all[n - 1], &all[i]) != 0)
      all[n++] = all[i];
  g_array_set_size (refs, n);
}

static void
append_marked (GArray        *sorted,
               guint          track,
               const guint64 *bits,
               guint          n_words)
{
  for (guint i = 0; i < n_words; i++)
    for (guint64 word = bits[i]; word != 0; word &= word - 1)
      {
        LaminaSliceRef ref = { track, i * 64 + (guint) __builtin_ctzll (word) };

        g_array_append_val (sorted, ref);
      }
}

/* Time grows with the slices of the tracks and the selected slices, whatever their order. */
static GArray *
sort_many (LaminaHighlight *self)
{
  guint n_tracks = lamina_run_get_n_tracks (self->run);
  g_autoptr (GPtrArray) bits = g_ptr_array_new_full (n_tracks, g_free);
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSliceRef), self->refs->len);

  g_ptr_array_set_size (bits, (int) n_tracks);
  for (guint i = 0; i < self->refs->len; i++)
    {
      const LaminaSliceRef *ref = &g_array_index (self->refs, LaminaSliceRef, i);

      if (bits->pdata[ref->track] == NULL)
        bits->pdata[ref->track] = g_new0 (guint64, lamina_track_get_slices (lamina_run_get_track (self->run, ref->track))
                                                       ->n / 64 + 1);
      ((guint64 *) bits->pdata[ref->track])[ref->slice / 64] |= G_GUINT64_CONSTANT (1) << (ref->slice % 64);
    }
  for (guint i = 0; i < n_tracks; i++)
    if (bits->pdata[i] != NULL)
      append_marked (sorted, i, bits->pdata[i],
                     lamina_track_get_slices (lamina_run_get_track (self->run, i))->n / 64 + 1);
  return sorted;
}

static void
sort_refs (LaminaHighlight *self)
{
  GArray *sorted;

  if (self->refs->len <= MOST_SORTED)
    {
      g_array_sort (self->refs, lamina_slice_ref_compare);
      remove_doubles (self->refs);
      return;
    }
  sorted = sort_many (self);
  g_array_unref (self->refs);
  self->refs = sorted;
}

/* Without slices yet. */
static LaminaHighlight *
create (LaminaRun            *run,
        guint32               lead,
        const LaminaSliceRef *slice)
{
  LaminaHighlight *self = g_new0 (LaminaHighlight, 1);

  self->run = run;
  self->lead = lead < lamina_run_get_layers (run)->n ? lead : LAMINA_NONE;
  self->slice = slice != NULL ? *slice : nowhere;
  /* Never NULL: tracks without slices point into it, too. */
  self->refs = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSliceRef), 1);
  self->gaps = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

LaminaHighlight *
lamina_highlight_new_of_slices (LaminaRun            *run,
                                const LaminaSliceRef *slices,
                                guint                 n_slices,
                                guint32               lead)
{
  LaminaHighlight *self;

  g_return_val_if_fail (run != NULL && slices != NULL && n_slices > 0, NULL);

  self = create (run, lead, &slices[0]);
  for (guint i = 0; i < n_slices; i++)
    add_ref (self, &slices[i]);
  sort_refs (self);
  find_links (self);
  return self;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

LaminaHighlight *
lamina_highlight_new_of_gaps (LaminaRun            *run,
                              const guint32        *gaps,
                              guint                 n_gaps,
                              const LaminaSliceRef *slices,
                              guint                 n_slices)
{
  LaminaHighlight *self;

  g_return_val_if_fail (run != NULL && gaps != NULL && n_gaps > 0 && (slices != NULL || n_slices == 0), NULL);

  self = create (run, LAMINA_NONE, n_slices > 0 ? &slices[0] : NULL);
  g_array_append_vals (self->gaps, gaps, n_gaps);
  g_array_sort (self->gaps, compare_numbers);
  for (guint i = 0; i < n_slices; i++)
    add_ref (self, &slices[i]);
  sort_refs (self);
  find_links (self);
  return self;
}

LaminaHighlight *
lamina_highlight_new (LaminaRun            *run,
                      const guint32        *layers,
                      guint                 n_layers,
                      guint32               lead,
                      const LaminaSliceRef *slice)
{
  const LaminaLayers *all;
  LaminaHighlight *self;

  g_return_val_if_fail (run != NULL && (layers != NULL || n_layers == 0), NULL);

  self = create (run, lead, slice);
  all = lamina_run_get_layers (run);
  for (guint i = 0; i < n_layers; i++)
    {
      guint end = layers[i] < all->n ? all->first_slice[layers[i] + 1] : 0;

      for (guint k = end > 0 ? all->first_slice[layers[i]] : 0; k < end; k++)
        add_ref (self, &all->slices[k]);
    }
  if (slice != NULL)
    add_ref (self, slice);
  sort_refs (self);
  find_links (self);
  return self;
}

void
lamina_highlight_free (LaminaHighlight *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->refs);
  g_array_unref (self->links);
  g_array_unref (self->gaps);
  g_free (self);
}

guint
lamina_highlight_find (const LaminaSliceRef *refs,
                       guint                 n,
                       guint                 slice)
{
  return LAMINA_FIND_FIRST (i, 0, n, refs[i].slice >= slice);
}

const LaminaSliceRef *
lamina_highlight_get_slices (LaminaHighlight *self,
                             guint            track,
                             guint           *n)
{
  const LaminaSliceRef *refs = (const LaminaSliceRef *) (gpointer) self->refs->data;
  guint first = LAMINA_FIND_FIRST (i, 0, self->refs->len, refs[i].track >= track);

  *n = LAMINA_FIND_FIRST (i, first, self->refs->len, refs[i].track > track) - first;
  return refs + first;
}
