/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"

/* Sorts the slices of the outermost lane by family; the order of a family stays that of the starts. */
static void
sort_slices (LaminaTrackSplit   *self,
             const LaminaSlices *slices)
{
  guint n = slices->n_lanes > 0 ? slices->first[1] : 0;
  guint32 at[LAMINA_N_FAMILIES];

  for (guint i = 0; i < n; i++)
    self->first[slices->family[i] + 1]++;
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    {
      self->first[f + 1] += self->first[f];
      at[f] = self->first[f];
    }
  self->slices = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->slices[at[slices->family[i]]++] = i;
}

static void
add_block (LaminaSliceBlock *sum,
           gint64            start,
           gint64            end,
           gint64            busy,
           gboolean          is_first)
{
  if (is_first)
    sum->start = start;
  sum->end = end;
  sum->busy += busy;
  sum->family_busy = sum->busy;
}

/* The first level sums up slices, each further one blocks of the level below. */
static GArray *
create_level (LaminaTrackSplit   *self,
              const LaminaSlices *slices,
              guint               family,
              const GArray       *below)
{
  guint n = below != NULL ? below->len : self->first[family + 1] - self->first[family];
  GArray *level = g_array_new (FALSE, TRUE, sizeof (LaminaSliceBlock));

  g_array_set_size (level, (n + LAMINA_LOD_FANOUT - 1) / LAMINA_LOD_FANOUT);
  for (guint i = 0; i < n; i++)
    {
      LaminaSliceBlock *sum = &g_array_index (level, LaminaSliceBlock, i / LAMINA_LOD_FANOUT);
      guint slice = below != NULL ? 0 : self->slices[self->first[family] + i];
      const LaminaSliceBlock *block = below != NULL ? &g_array_index (below, LaminaSliceBlock, i) : NULL;

      sum->family = (guint8) family;
      if (block != NULL)
        add_block (sum, block->start, block->end, block->busy, i % LAMINA_LOD_FANOUT == 0);
      else
        add_block (sum, slices->start[slice], slices->start[slice] + slices->duration[slice], slices->duration[slice],
                   i % LAMINA_LOD_FANOUT == 0);
    }
  return level;
}

LaminaTrackSplit *
lamina_track_split_new (LaminaTrack *track)
{
  LaminaTrackSplit *self = g_new0 (LaminaTrackSplit, 1);
  const LaminaSlices *slices = lamina_track_get_slices (track);

  g_atomic_ref_count_init (&self->ref_count);
  sort_slices (self, slices);
  for (guint f = 0; f < LAMINA_N_FAMILIES; f++)
    {
      const GArray *below = NULL;

      for (guint i = 0; i < LAMINA_LANE_LEVELS && (below == NULL || below->len > 1); i++)
        below = self->levels[f][i] = create_level (self, slices, f, below);
    }
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
    for (guint i = 0; i < LAMINA_LANE_LEVELS; i++)
      g_clear_pointer (&self->levels[f][i], g_array_unref);
  g_free (self->slices);
  g_free (self);
}

LaminaLaneList
lamina_arrangement_get_family (LaminaArrangement *self,
                               guint              track,
                               LaminaFamily       family)
{
  const LaminaTrackSplit *split = self->splits[track];
  LaminaLaneList list = { .slices = lamina_track_get_slices (lamina_run_get_track (self->run, track)) };

  if (split == NULL)
    return list;
  list.index = split->slices;
  list.first = split->first[family];
  list.end = split->first[family + 1];
  for (guint i = 0; i < LAMINA_LANE_LEVELS && split->levels[family][i] != NULL; i++)
    {
      list.levels[i] = (const LaminaSliceBlock *) (gpointer) split->levels[family][i]->data;
      list.n_blocks[i] = split->levels[family][i]->len;
      list.n_levels = i + 1;
    }
  return list;
}
