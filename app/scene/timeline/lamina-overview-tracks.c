/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-overview-tracks.h"

#include "lamina-arrangement-state.h"

#include <string.h>

typedef struct
{
  LaminaOverviewTracks *tracks;
  LaminaRun *run;
  LaminaArrangement *arrangement;
  gboolean counts_memory;
} Choice;

static gboolean
is_more (const LaminaOverviewTrack *track,
         const LaminaOverviewTrack *other)
{
  return track->is_device != other->is_device ? track->is_device : track->busy > other->busy;
}

/* Puts a track where it belongs among the best ones, and the last one out when there are too many. */
static void
put (LaminaOverviewTracks      *self,
     const LaminaOverviewTrack *track)
{
  guint low = 0, high = self->n;

  /* Most tracks are no better than the last one. */
  if (high == LAMINA_OVERVIEW_MOST_TRACKS && !is_more (track, &self->best[high - 1]))
    return;
  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (is_more (track, &self->best[middle]))
        high = middle;
      else
        low = middle + 1;
    }
  self->n = MIN (self->n + 1, LAMINA_OVERVIEW_MOST_TRACKS);
  memmove (&self->best[low + 1], &self->best[low], (self->n - 1 - low) * sizeof *self->best);
  self->best[low] = *track;
}

/* Whether anything was done on a track, rather than nothing but functions waiting. */
static gboolean
has_work (Choice *self,
          guint   track)
{
  const LaminaTrackOutline *outline = self->arrangement != NULL ? self->arrangement->outlines[track] : NULL;

  return outline == NULL || outline->has_work;
}

/* Memory is the counter that says most from afar; of several, or of others, the first one in the file does. */
static void
put_counter (Choice      *self,
             LaminaTrack *track,
             guint        i)
{
  gboolean is_memory = lamina_track_get_info (track)->unit == LAMINA_UNIT_BYTES;

  if (lamina_track_get_samples (track)->n == 0
      || (is_memory == self->counts_memory ? i >= self->tracks->counter : self->counts_memory))
    return;
  self->tracks->counter = i;
  self->counts_memory = is_memory;
}

static LaminaOverviewTracks *
choose_tracks (LaminaRun         *run,
               LaminaArrangement *arrangement)
{
  LaminaOverviewTracks *tracks = g_atomic_rc_box_new0 (LaminaOverviewTracks);
  Choice self = { tracks, run, arrangement, FALSE };
  guint n = lamina_run_get_n_tracks (run);
  const guint32 *order = arrangement != NULL ? lamina_arrangement_get_order (arrangement, &n) : NULL;
  gboolean may_hide = arrangement != NULL && (lamina_arrangement_get_used (arrangement) & LAMINA_ARRANGEMENT_HIDDEN);

  tracks->counter = LAMINA_NONE;
  for (guint i = 0; i < n; i++)
    {
      guint index = order != NULL ? order[i] : i;
      LaminaTrack *track = lamina_run_get_track (run, index);
      LaminaOverviewTrack worth = { index, i, FALSE, 0 };

      if (may_hide && lamina_arrangement_is_hidden (arrangement, index))
        continue;
      if (lamina_track_get_info (track)->is_counter)
        put_counter (&self, track, index);
      else if (lamina_track_get_slices (track)->n > 0 && has_work (&self, index))
        {
          worth.is_device = lamina_run_get_track_kind (run, index) == LAMINA_GROUP_DEVICE;
          worth.busy = lamina_track_get_slices (track)->lanes[0].busy;
          put (tracks, &worth);
        }
    }
  return tracks;
}

/* Of two threads that choose at once, the first one keeps its choice. */
LaminaOverviewTracks *
lamina_overview_tracks_get (LaminaRun         *run,
                            LaminaArrangement *arrangement)
{
  LaminaOverviewTracks *tracks = arrangement != NULL ? g_atomic_pointer_get (&arrangement->overview) : NULL;

  if (tracks == NULL)
    {
      tracks = choose_tracks (run, arrangement);
      if (arrangement == NULL)
        return tracks;
      if (!g_atomic_pointer_compare_and_exchange (&arrangement->overview, NULL, tracks))
        {
          lamina_overview_tracks_unref (tracks);
          tracks = g_atomic_pointer_get (&arrangement->overview);
        }
    }
  return g_atomic_rc_box_acquire (tracks);
}

void
lamina_overview_tracks_unref (LaminaOverviewTracks *self)
{
  g_atomic_rc_box_release (self);
}
