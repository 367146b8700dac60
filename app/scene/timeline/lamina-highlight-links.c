/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-highlight-private.h"

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

  return (slices->flags[ref->slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK;
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

/* Whether an arrow of the file leads from the host to the device within the selected layer. */
static gboolean
is_issue (LaminaHighlight  *self,
          const LaminaLink *link)
{
  return self->lead != LAMINA_NONE && link->from.track != LAMINA_NONE && link->to.track != LAMINA_NONE
         && is_own (self, &link->from) && is_own (self, &link->to)
         && lamina_run_get_track_kind (self->run, link->from.track) == LAMINA_GROUP_HOST
         && lamina_run_get_track_kind (self->run, link->to.track) == LAMINA_GROUP_DEVICE;
}

static void
add_flows (LaminaHighlight *self)
{
  guint n, found = 0;
  const LaminaFlow *flows = lamina_run_get_flows (self->run, &n);

  for (guint i = 0; i < n && found < MOST_LINKS; i++)
    {
      LaminaLink link = { LAMINA_LINK_FLOW, LAMINA_NONE, flows[i].from, flows[i].to };

      if (!is_own (self, &link.from) && !is_own (self, &link.to))
        continue;
      if (is_issue (self, &link))
        {
          link.kind = LAMINA_LINK_ISSUE;
          link.layer = self->lead;
        }
      g_array_append_val (self->links, link);
      found++;
    }
}

static gboolean
is_linked (LaminaHighlight  *self,
           const LaminaLink *link)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      const LaminaLink *other = &g_array_index (self->links, LaminaLink, i);

      if (equal_refs (&other->from, &link->from) && equal_refs (&other->to, &link->to))
        return TRUE;
    }
  return FALSE;
}

static void
add_link (LaminaHighlight *self,
          LaminaLink      *link)
{
  if (link->from.track != LAMINA_NONE && link->to.track != LAMINA_NONE && !equal_refs (&link->from, &link->to)
      && !is_linked (self, link))
    g_array_append_vals (self->links, link, 1);
}

static void
add_issue (LaminaHighlight *self)
{
  LaminaLink link = { LAMINA_LINK_ISSUE, self->lead, find_on (self, self->lead, LAMINA_GROUP_HOST),
                      find_on (self, self->lead, LAMINA_GROUP_DEVICE) };

  for (guint i = 0; i < self->links->len; i++)
    if (g_array_index (self->links, LaminaLink, i).kind == LAMINA_LINK_ISSUE)
      return;
  add_link (self, &link);
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

  for (guint i = lamina_layers_first_output (layers, self->lead);
       i < lamina_layers_first_output (layers, self->lead + 1); i++)
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

void
lamina_highlight_find_links (LaminaHighlight *self)
{
  LaminaSliceRef anchor;

  self->links = g_array_new (FALSE, FALSE, sizeof (LaminaLink));
  if (self->lead != LAMINA_NONE || self->slice.track != LAMINA_NONE)
    add_flows (self);
  if (self->lead == LAMINA_NONE)
    return;
  add_issue (self);
  anchor = find_anchor (self, self->lead);
  if (anchor.track == LAMINA_NONE)
    return;
  add_inputs (self, &anchor);
  add_outputs (self, &anchor);
}
