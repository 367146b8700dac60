/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-color-levels-private.h"

#include "lamina-order-rows.h"

/*
 * Levels of detail hold families. For other colors each block has the fill that takes most of it, and how much of it that
 * is, in two bytes. Blocks of higher levels are worked out from those below, as families are.
 */

/* The blocks of lane l of a track at level k stand from @at[(k - 1) × number of lanes + l] on; both NULL without levels. */
typedef struct
{
  LaminaColorBlock *blocks;
  guint32 *at;
} Levels;

struct _LaminaColorLevels
{
  LaminaRun *run;
  guint n_tracks;
  Levels *tracks;
};

#define WHOLE 255

/* Chooses the fill with the largest sum; that of the first part where all take no time. */
static LaminaColorBlock
choose (const double *busy,
        double        all,
        guint8        first)
{
  guint best = 0;

  for (guint i = 1; i < LAMINA_N_FAMILIES; i++)
    if (busy[i] > busy[best])
      best = i;
  if (busy[best] <= 0 || all <= 0)
    return (LaminaColorBlock) { first, 0 };
  return (LaminaColorBlock) { (guint8) best, (guint8) CLAMP (busy[best] / all * WHOLE + 0.5, 1, WHOLE) };
}

static LaminaColorBlock
sum_slices (LaminaColoring     *coloring,
            const LaminaSlices *slices,
            guint               first,
            guint               end)
{
  double busy[LAMINA_N_FAMILIES] = { 0 }, all = 0;

  for (guint i = first; i < end; i++)
    {
      busy[lamina_coloring_get_slice (coloring, slices, i)] += (double) slices->duration[i];
      all += (double) slices->duration[i];
    }
  return choose (busy, all, (guint8) lamina_coloring_get_slice (coloring, slices, first));
}

static LaminaColorBlock
sum_blocks (const LaminaColorBlock *colors,
            const LaminaSliceBlock *blocks,
            guint                   n)
{
  double busy[LAMINA_N_FAMILIES] = { 0 }, all = 0;

  for (guint i = 0; i < n; i++)
    {
      busy[colors[i].color] += (double) blocks[i].busy * colors[i].part / WHOLE;
      all += (double) blocks[i].busy;
    }
  return choose (busy, all, colors[0].color);
}

/* Where the blocks of each lane and level begin. Returns how many there are in all. */
static guint32
place_levels (Levels      *levels,
              LaminaTrack *track,
              guint        n_lanes,
              guint        n_levels)
{
  guint32 sum = 0;

  levels->at = g_new (guint32, MAX (n_levels * n_lanes, 1));
  for (guint level = 0; level < n_levels; level++)
    for (guint lane = 0; lane < n_lanes; lane++)
      {
        guint n;

        lamina_track_get_slice_blocks (track, lane, level + 1, &n);
        levels->at[level * n_lanes + lane] = sum;
        sum += n;
      }
  return sum;
}

static gboolean
color_lane (Levels         *levels,
            LaminaColoring *coloring,
            LaminaTrack    *track,
            guint           lane,
            GCancellable   *cancellable)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  const LaminaSliceBlock *blocks_below = NULL;
  const LaminaColorBlock *below = NULL;
  guint n_below = slices->first[lane + 1] - slices->first[lane];

  for (guint level = 0; level < lamina_track_get_n_levels (track); level++)
    {
      guint n;
      const LaminaSliceBlock *blocks = lamina_track_get_slice_blocks (track, lane, level + 1, &n);
      LaminaColorBlock *colors = levels->blocks + levels->at[level * slices->n_lanes + lane];

      for (guint i = 0; i < n; i++)
        {
          guint first = i * LAMINA_LOD_FANOUT, end = MIN (first + LAMINA_LOD_FANOUT, n_below);

          if (lamina_order_is_cancelled (cancellable, i))
            return FALSE;
          colors[i] = level == 0 ? sum_slices (coloring, slices, slices->first[lane] + first, slices->first[lane] + end)
                                 : sum_blocks (below + first, blocks_below + first, end - first);
        }
      below = colors;
      blocks_below = blocks;
      n_below = n;
    }
  return TRUE;
}

void
lamina_color_levels_free (LaminaColorLevels *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    {
      g_free (self->tracks[i].blocks);
      g_free (self->tracks[i].at);
    }
  g_free (self->tracks);
  g_free (self);
}

LaminaColorLevels *
lamina_color_levels_new (LaminaColoring *coloring,
                         GCancellable   *cancellable)
{
  g_autoptr (LaminaColorLevels) self = g_new0 (LaminaColorLevels, 1);

  self->run = lamina_coloring_get_run (coloring);
  self->n_tracks = lamina_run_get_n_tracks (self->run);
  self->tracks = g_new0 (Levels, MAX (self->n_tracks, 1));
  for (guint i = 0; i < self->n_tracks; i++)
    {
      LaminaTrack *track = lamina_run_get_track (self->run, i);
      guint n_lanes = lamina_track_get_slices (track)->n_lanes;
      guint32 n_blocks;

      if (lamina_track_get_info (track)->is_counter || lamina_track_get_n_levels (track) == 0)
        continue;
      n_blocks = place_levels (&self->tracks[i], track, n_lanes, lamina_track_get_n_levels (track));
      self->tracks[i].blocks = g_new (LaminaColorBlock, MAX (n_blocks, 1));
      for (guint lane = 0; lane < n_lanes; lane++)
        if (!color_lane (&self->tracks[i], coloring, track, lane, cancellable))
          return NULL;
    }
  return !g_cancellable_is_cancelled (cancellable) ? g_steal_pointer (&self) : NULL;
}

const LaminaColorBlock *
lamina_color_levels_get (LaminaColorLevels *self,
                         guint              track,
                         guint              lane,
                         guint              level)
{
  const Levels *levels = &self->tracks[track];
  guint n_lanes = lamina_track_get_slices (lamina_run_get_track (self->run, track))->n_lanes;

  return levels->blocks != NULL ? levels->blocks + levels->at[(level - 1) * n_lanes + lane] : NULL;
}
