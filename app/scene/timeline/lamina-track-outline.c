/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-outline.h"

/*
 * What is inside something lies on a lane below it. So the lanes are gone through from the outermost one on, and each gives what
 * overlaps nothing of those above: its slices and what was found so far, both in the order of their starts, become one list.
 */

static gint64
get_end (const LaminaSlices *slices,
         guint32             slice)
{
  return slices->start[slice] + slices->duration[slice];
}

/* Returns whether all slices of the lane that are of the kinds had room. */
static gboolean
add_lane (const LaminaSlices *slices,
          guint               lane,
          guint               kinds,
          guint32           **found,
          guint              *n_found)
{
  g_autofree guint32 *before = *found;
  guint32 *after = g_new (guint32, (gsize) *n_found + slices->first[lane + 1] - slices->first[lane]);
  guint next = 0, n = 0;
  gboolean all = TRUE;

  for (guint32 i = slices->first[lane]; i < slices->first[lane + 1]; i++)
    {
      if ((kinds & 1u << lamina_slices_get_kind (slices, i)) == 0)
        continue;
      while (next < *n_found && slices->start[before[next]] <= slices->start[i])
        after[n++] = before[next++];
      if ((n > 0 && get_end (slices, after[n - 1]) > slices->start[i])
          || (next < *n_found && slices->start[before[next]] < get_end (slices, i)))
        all = FALSE;
      else
        after[n++] = i;
    }
  while (next < *n_found)
    after[n++] = before[next++];
  *found = after;
  *n_found = n;
  return all;
}

/* The outermost slices of some kinds. Returns whether there are no others of them. */
static gboolean
find_outermost (const LaminaSlices *slices,
                guint               kinds,
                LaminaSliceList    *list)
{
  guint32 *found = NULL;
  gboolean all = TRUE;
  guint n = 0;

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    if ((slices->lanes[lane].kinds & kinds) != 0)
      all &= add_lane (slices, lane, kinds, &found, &n);
  lamina_slice_list_init (list, slices, g_renew (guint32, found, n), n);
  return all;
}

LaminaTrackOutline *
lamina_track_outline_new (LaminaTrack *track)
{
  const guint frames = 1u << LAMINA_SLICE_FRAME | 1u << LAMINA_SLICE_MODULE | 1u << LAMINA_SLICE_RUNTIME;
  const guint work = 1u << LAMINA_SLICE_WORK | 1u << LAMINA_SLICE_WAIT;
  const LaminaSlices *slices = lamina_track_get_slices (track);
  LaminaTrackOutline *self;
  guint kinds = 0;

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    kinds |= slices->lanes[lane].kinds;
  if ((kinds & (frames | 1u << LAMINA_SLICE_SPAN)) == 0 || (kinds & (frames | 1u << LAMINA_SLICE_WORK)) == 0)
    return NULL;
  self = g_new0 (LaminaTrackOutline, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->has_frames = (kinds & frames) != 0;
  self->has_work = (kinds & work) != 0;
  find_outermost (slices, 1u << (kinds & 1u << LAMINA_SLICE_MODULE ? LAMINA_SLICE_MODULE : LAMINA_SLICE_SPAN),
                  &self->lists[LAMINA_OUTLINE_AROUND]);
  self->is_flat = find_outermost (slices, self->has_work ? work : 1u << LAMINA_SLICE_FRAME | 1u << LAMINA_SLICE_RUNTIME,
                                  &self->lists[LAMINA_OUTLINE_WORK]);
  return self;
}

LaminaTrackOutline *
lamina_track_outline_ref (LaminaTrackOutline *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_track_outline_unref (LaminaTrackOutline *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->lists); i++)
    lamina_slice_list_clear (&self->lists[i]);
  g_free (self);
}
