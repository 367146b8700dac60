/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-fields.h"

const LaminaColumn lamina_slice_columns[LAMINA_N_SLICE_COLUMNS] = {
  LAMINA_COLUMN (LaminaSlices, start),
  LAMINA_COLUMN (LaminaSlices, duration),
  LAMINA_COLUMN (LaminaSlices, name),
  LAMINA_COLUMN (LaminaSlices, category),
  LAMINA_COLUMN (LaminaSlices, layer),
  LAMINA_COLUMN (LaminaSlices, args_offset),
  LAMINA_COLUMN (LaminaSlices, args_length),
  LAMINA_COLUMN (LaminaSlices, flags),
  LAMINA_COLUMN (LaminaSlices, category_code),
  LAMINA_COLUMN (LaminaSlices, args_length_high),
  LAMINA_COLUMN (LaminaSlices, args_offset_high),
};

const LaminaColumn lamina_sample_columns[LAMINA_N_SAMPLE_COLUMNS] = {
  LAMINA_COLUMN (LaminaSamples, time),
  LAMINA_COLUMN (LaminaSamples, value),
};

LaminaTrack *
lamina_track_new (const char *name,
                  guint32     group,
                  guint32     clock)
{
  LaminaTrack *self = g_new0 (LaminaTrack, 1);

  self->info = (LaminaTrackInfo) { .name = g_strdup (name), .group = group, .clock = clock };
  self->start = LAMINA_ABSENT;
  self->end = LAMINA_ABSENT;
  return self;
}

void
lamina_track_free (LaminaTrack *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_levels; i++)
    {
      g_free (self->levels[i].blocks);
      g_free (self->levels[i].first);
    }
  g_free (self->levels);
  lamina_columns_free (&self->slices, lamina_slice_columns, LAMINA_N_SLICE_COLUMNS);
  g_free ((guint32 *) self->slices.categories);
  g_free ((guint8 *) self->slices.family);
  g_free ((guint32 *) self->slices.first);
  g_free ((LaminaLane *) self->slices.lanes);
  g_free (self->parents);
  lamina_columns_free (&self->samples, lamina_sample_columns, LAMINA_N_SAMPLE_COLUMNS);
  g_free ((char *) self->info.name);
  g_free ((char *) self->info.caption);
  g_free (self);
}

const LaminaTrackInfo *
lamina_track_get_info (LaminaTrack *self)
{
  return &self->info;
}

const LaminaSlices *
lamina_track_get_slices (LaminaTrack *self)
{
  return &self->slices;
}

const LaminaSamples *
lamina_track_get_samples (LaminaTrack *self)
{
  return &self->samples;
}

/* The lanes before the one that holds the slice begin at or before it: the last such lane that is not empty is its own. */
guint
lamina_track_get_depth (LaminaTrack *self,
                        guint        slice)
{
  const LaminaSlices *slices = &self->slices;
  guint low = 0;
  guint high = slices->n_lanes;

  g_return_val_if_fail (slice < slices->n, 0);

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (slices->first[middle] <= slice)
        low = middle;
      else
        high = middle;
    }
  return low;
}

guint32
lamina_track_get_parent (LaminaTrack *self,
                         guint        slice)
{
  const LaminaSlices *slices = &self->slices;
  gint64 start, end;

  g_return_val_if_fail (slice < slices->n, LAMINA_NONE);

  if (self->parents != NULL)
    return self->parents[slice];
  start = slices->start[slice];
  end = start + slices->duration[slice];
  for (guint lane = lamina_track_get_depth (self, slice); lane-- > 0;)
    {
      guint above = lamina_track_find_slice (self, lane, start);

      if (above < slices->first[lane + 1] && slices->start[above] <= start &&
          slices->start[above] + slices->duration[above] >= end)
        return above;
    }
  return LAMINA_NONE;
}

/* Slices of a lane do not overlap, so their ends ascend as their starts do. */
static gboolean
is_over (const LaminaSlices *slices,
         guint               slice,
         gint64              time)
{
  gint64 end = slices->start[slice] + slices->duration[slice];

  return end < time || (end == time && slices->duration[slice] > 0);
}

/* Along a lane, where it looks on the lanes above only moves on. */
static void
find_parents (const LaminaSlices *slices,
              guint               lane,
              guint32            *parents)
{
  g_autofree guint32 *at = g_memdup2 (slices->first, MAX (lane, 1) * sizeof *at);

  for (guint32 i = slices->first[lane]; i < slices->first[lane + 1]; i++)
    {
      gint64 start = slices->start[i], end = start + slices->duration[i];

      parents[i] = LAMINA_NONE;
      for (guint above = lane; above-- > 0 && parents[i] == LAMINA_NONE;)
        {
          while (at[above] < slices->first[above + 1] && is_over (slices, at[above], start))
            at[above]++;
          if (at[above] < slices->first[above + 1] && slices->start[at[above]] <= start
              && slices->start[at[above]] + slices->duration[at[above]] >= end)
            parents[i] = at[above];
        }
    }
}

guint32 *
lamina_track_dup_parents (LaminaTrack *self)
{
  const LaminaSlices *slices = &self->slices;
  guint32 *parents;

  if (self->parents != NULL)
    return g_memdup2 (self->parents, slices->n * sizeof *parents);
  parents = g_new (guint32, MAX (slices->n, 1));
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    find_parents (slices, lane, parents);
  return parents;
}

guint
lamina_track_find_slice (LaminaTrack *self,
                         guint        lane,
                         gint64       time)
{
  const LaminaSlices *slices = &self->slices;
  guint low, high;

  g_return_val_if_fail (lane < slices->n_lanes, slices->n);

  low = slices->first[lane];
  high = slices->first[lane + 1];
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (is_over (slices, middle, time))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint
lamina_track_find_sample (LaminaTrack *self,
                          gint64       time)
{
  guint low = 0;
  guint high = self->samples.n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->samples.time[middle] <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : LAMINA_NONE;
}

guint
lamina_track_get_n_levels (LaminaTrack *self)
{
  return self->n_levels;
}

const LaminaSliceBlock *
lamina_track_get_slice_blocks (LaminaTrack *self,
                               guint        lane,
                               guint        level,
                               guint       *n)
{
  const LaminaLevel *found;

  *n = 0;
  g_return_val_if_fail (!self->info.is_counter && lane < self->slices.n_lanes && level > 0, NULL);

  if (level > self->n_levels)
    return NULL;
  found = &self->levels[level - 1];
  *n = found->first[lane + 1] - found->first[lane];
  return (const LaminaSliceBlock *) found->blocks + found->first[lane];
}

const LaminaSampleBlock *
lamina_track_get_sample_blocks (LaminaTrack *self,
                                guint        level,
                                guint       *n)
{
  *n = 0;
  g_return_val_if_fail (self->info.is_counter && level > 0, NULL);

  if (level > self->n_levels)
    return NULL;
  *n = self->levels[level - 1].first[1];
  return self->levels[level - 1].blocks;
}
