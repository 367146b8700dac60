/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout-private.h"

/* Slices of one track that are selected, in the order of their starts. */
typedef struct
{
  const LaminaSliceRef *refs;
  guint n;
} Selected;

/* The slices of a layer stand in the order of their tracks. */
static guint
find_track (const LaminaSliceRef *refs,
            guint                 n,
            guint32               track)
{
  guint low = 0;

  while (low < n)
    {
      guint middle = low + (n - low) / 2;

      if (refs[middle].track >= track)
        n = middle;
      else
        low = middle + 1;
    }
  return low;
}

static Selected
get_selected (LaminaTimelineLayout *self,
              guint32               layer,
              guint32               track)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  Selected selected = { 0 };

  if (layer != LAMINA_NONE && layer < layers->n)
    {
      const LaminaSliceRef *refs = layers->slices + layers->first_slice[layer];
      guint n = layers->first_slice[layer + 1] - layers->first_slice[layer];
      guint first = find_track (refs, n, track);

      selected.refs = refs + first;
      selected.n = find_track (refs, n, track + 1) - first;
    }
  return selected;
}

/* Adds what is selected of some lanes. Of many slices on one pixel, one is enough. */
static void
add_boxes (LaminaTimelineLayout *self,
           LaminaVisibleRow     *visible,
           const Selected       *selected,
           guint                 from,
           guint                 to)
{
  const LaminaSlices *slices = lamina_track_get_slices (visible->track);
  LaminaTimeView view = lamina_timeline_layout_get_view (self, visible->track);
  int last_end = -1;

  for (guint i = 0; i < selected->n; i++)
    {
      guint slice = selected->refs[i].slice;
      LaminaLaneBox box = { .first = slice, .n = 1, .alpha = 255 };
      guint lane;

      if (slice >= slices->n || slices->start[slice] >= view.end
          || slices->start[slice] + slices->duration[slice] < view.start)
        continue;
      box.x = MAX (lamina_time_view_get_x (&view, slices->start[slice]), 0);
      box.end = MAX (lamina_time_view_get_x (&view, slices->start[slice] + slices->duration[slice]), box.x + 1);
      lane = lamina_track_get_depth (visible->track, slice);
      if (box.end <= last_end || lane < from || lane > to)
        continue;
      box.family = slices->family[slice];
      box.kind = slices->flags[slice] & LAMINA_SLICE_KIND_MASK;
      last_end = box.end;
      g_array_append_val (self->boxes, box);
    }
}

static void
fill_row (LaminaTimelineLayout *self,
          LaminaVisibleRow     *visible,
          const Selected       *selected)
{
  const LaminaTimelineRow *row = visible->row;

  add_boxes (self, visible, selected, row->lane, row->lane);
  visible->n = self->boxes->len - visible->first;
  if (row->n_folded > 0)
    add_boxes (self, visible, selected, row->lane + 1, row->lane + row->n_folded);
  visible->n_folded = self->boxes->len - visible->first - visible->n;
}

void
lamina_timeline_layout_fill_selection (LaminaTimelineLayout *self,
                                       guint32               layer,
                                       const LaminaSliceRef *slice)
{
  for (guint i = 0; i < self->visible->len; i++)
    {
      LaminaVisibleRow *visible = &g_array_index (self->visible, LaminaVisibleRow, i);
      Selected selected;

      visible->first = self->boxes->len;
      if (visible->row->kind != LAMINA_TIMELINE_LANE)
        continue;
      selected = get_selected (self, layer, visible->row->track);
      fill_row (self, visible, &selected);
      if (selected.n > 0 || slice == NULL || slice->track != visible->row->track)
        continue;
      selected = (Selected) { slice, 1 };
      fill_row (self, visible, &selected);
    }
}
