/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"

/* The slices of the outermost lane by family; the order of a family stays that of the starts. */
LaminaTrackSplit *
lamina_track_split_new (LaminaTrack *track)
{
  LaminaTrackSplit *self = g_new0 (LaminaTrackSplit, 1);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint n = slices->n_lanes > 0 ? slices->first[1] : 0;
  guint counts[LAMINA_N_FAMILIES] = { 0 };
  guint32 *index[LAMINA_N_FAMILIES];

  g_atomic_ref_count_init (&self->ref_count);
  for (guint i = 0; i < n; i++)
    counts[slices->family[i]]++;
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    {
      index[f] = g_new (guint32, MAX (counts[f], 1));
      counts[f] = 0;
    }
  for (guint i = 0; i < n; i++)
    index[slices->family[i]][counts[slices->family[i]]++] = i;
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    lamina_slice_list_init (&self->families[f], slices, index[f], counts[f]);
  return self;
}

LaminaTrackSplit *
lamina_track_split_ref (LaminaTrackSplit *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_track_split_unref (LaminaTrackSplit *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    lamina_slice_list_clear (&self->families[f]);
  g_free (self);
}

LaminaLaneList
lamina_arrangement_get_family (LaminaArrangement *self,
                               guint              track,
                               LaminaFamily       family)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, track));

  return self->splits[track] != NULL ? lamina_slice_list_get (&self->splits[track]->families[family], slices)
                                     : (LaminaLaneList) { .slices = slices };
}
