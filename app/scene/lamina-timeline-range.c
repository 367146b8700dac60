/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-private.h"

#include <math.h>

#define N_LABELS 10
#define LABEL_MARGINS 10

/* Each try shows so much of the one before; a window filled so far is good enough to look no further. */
#define SHRINK 0.7
#define FULL 0.95

/* The track whose outermost lane is busiest, on a device if there is one. */
static LaminaTrack *
find_main_track (LaminaRun *run)
{
  LaminaTrack *best = NULL;
  gint64 best_busy = -1;
  gboolean best_is_device = FALSE;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      const LaminaSlices *slices = lamina_track_get_slices (track);
      gboolean is_device = lamina_run_get_track_kind (run, i) == LAMINA_GROUP_DEVICE;

      if (slices->n == 0 || is_device < best_is_device)
        continue;
      if (is_device == best_is_device && slices->lanes[0].busy <= best_busy)
        continue;
      best = track;
      best_busy = slices->lanes[0].busy;
      best_is_device = is_device;
    }
  return best;
}

/*
 * Looks for the busiest N_LABELS neighbours, each long enough for a label in a window of a length, that stand together
 * in it. Returns the first of them, or the end of the lane.
 */
static guint
find_window (LaminaTrack *track,
             gint64       length,
             gint64       least)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint end = slices->first[1];
  guint ring[N_LABELS] = { 0 };
  guint n = 0;
  gint64 sum = 0;
  gint64 best_sum = -1;
  guint best = end;

  for (guint i = lamina_lane_find_long (track, 0, 0, least);
       i < end;
       i = lamina_lane_find_long (track, 0, i + 1, least))
    {
      guint oldest = ring[n % N_LABELS];

      if (n >= N_LABELS)
        sum -= slices->duration[oldest];
      ring[n++ % N_LABELS] = i;
      sum += slices->duration[i];
      oldest = ring[n % N_LABELS];
      if (n < N_LABELS || slices->start[i] + slices->duration[i] - slices->start[oldest] > length || sum <= best_sum)
        continue;
      best = oldest;
      best_sum = sum;
      if ((double) sum >= FULL * (double) length)
        break;
    }
  return best;
}

static gboolean
has_labels (LaminaTrack *track,
            gint64       least)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint i = 0;

  for (guint n = 0; n < N_LABELS; n++)
    {
      i = lamina_lane_find_long (track, 0, i, least);
      if (i++ >= slices->first[1])
        return FALSE;
    }
  return TRUE;
}

void
lamina_timeline_get_initial_range (LaminaRun      *run,
                                   LaminaTimebase *timebase,
                                   int             width,
                                   LaminaMetrics  *metrics,
                                   gint64         *start,
                                   gint64         *end)
{
  LaminaTrack *track;
  double label;
  gint64 span;

  g_return_if_fail (run != NULL && timebase != NULL && metrics != NULL);

  *start = lamina_timebase_get_start (timebase);
  *end = lamina_timebase_get_end (timebase);
  span = *end - *start;
  track = find_main_track (run);
  label = (lamina_metrics_get_width (metrics, LAMINA_FONT_LABEL, "0000…") + LABEL_MARGINS) / MAX (width, 1);
  if (track == NULL || label * N_LABELS >= 1 || has_labels (track, MAX ((gint64) ((double) span * label), 1)))
    return;
  for (double length = (double) span * SHRINK; length * label >= 1; length *= SHRINK)
    {
      const LaminaSlices *slices = lamina_track_get_slices (track);
      guint first = find_window (track, (gint64) length, (gint64) ceil (length * label));

      if (first == slices->first[1])
        continue;
      *start = slices->start[first] + lamina_timebase_get_offset (timebase, lamina_track_get_clock (track));
      *start = CLAMP (*start, lamina_timebase_get_start (timebase), *end - (gint64) length);
      *end = *start + (gint64) length;
      return;
    }
}
