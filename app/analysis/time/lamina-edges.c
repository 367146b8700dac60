/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-edges.h"

typedef struct
{
  gint64 position;
  guint64 reach;
  gint64 edge;
  gboolean found;
} Nearest;

/* Takes an edge that is nearer than the one before; of two that are equally near the first. */
static void
offer (Nearest *self,
       gint64   edge)
{
  guint64 distance = edge > self->position ? (guint64) edge - (guint64) self->position
                                           : (guint64) self->position - (guint64) edge;

  if (distance > self->reach || (self->found && distance == self->reach))
    return;
  self->reach = distance;
  self->edge = edge;
  self->found = TRUE;
}

static void
offer_slice (Nearest            *self,
             const LaminaSlices *slices,
             guint               i,
             gint64              offset)
{
  gint64 start, end;

  if (__builtin_add_overflow (slices->start[i], offset, &start))
    return;
  offer (self, start);
  if (!__builtin_add_overflow (start, slices->duration[i], &end))
    offer (self, end);
}

/* The slices of a lane do not overlap: the nearest edges are of the slice at the position and of its neighbors. */
static void
offer_lanes (Nearest        *self,
             LaminaRun      *run,
             LaminaTimebase *timebase,
             guint32         index,
             guint32         lane,
             guint32         n)
{
  LaminaTrack *track = lamina_run_get_track (run, index);
  gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 time;

  if (__builtin_sub_overflow (self->position, offset, &time))
    return;
  for (; n > 0 && lane < slices->n_lanes; lane++, n--)
    {
      guint i = lamina_track_find_slice (track, lane, time);
      guint first = i > slices->first[lane] ? i - 1 : i;

      for (guint k = first; k < slices->first[lane + 1] && k <= i + 1; k++)
        offer_slice (self, slices, k, offset);
    }
}

gboolean
lamina_edges_find (LaminaRun      *run,
                   LaminaTimebase *timebase,
                   gint64          position,
                   guint64         reach,
                   const GArray   *lanes,
                   gint64         *edge)
{
  Nearest nearest = { .position = position, .reach = reach };

  g_return_val_if_fail (run != NULL && timebase != NULL && edge != NULL, FALSE);

  for (guint i = 0; lanes != NULL && i < lanes->len; i++)
    {
      const LaminaLanes *some = &g_array_index (lanes, LaminaLanes, i);

      offer_lanes (&nearest, run, timebase, some->track, some->first, some->n);
    }
  for (guint i = 0; lanes == NULL && i < lamina_run_get_n_tracks (run); i++)
    offer_lanes (&nearest, run, timebase, i, 0, G_MAXUINT32);
  *edge = nearest.found ? nearest.edge : position;
  return nearest.found;
}
