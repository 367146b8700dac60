/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"

#include <math.h>

/* So many labels are wanted, and so few are better than none. */
#define MOST_LABELS 10
#define FEWEST_LABELS 4

/* So many whole labels are better than more that are cut. */
#define FEWEST_WHOLE 8

#define LABEL_MARGINS 10

/*
 * Each try shows so much of the one before, less after a try that could not look at all slices: there are enough of them
 * to choose from. A window filled so far is good enough to look no further.
 */
#define SHRINK 0.95
#define SHRINK_AMONG_MANY 0.8
#define FULL 0.95

/*
 * A window whose labels stand for less of it than this is worth a closer look, but not one that shows so many times
 * less: where a run is idle most of the time, there is no better one.
 */
#define LEAST_SHARE 0.6
#define CLOSEST 4

/* So many slices are looked at in one try. Where more are long enough, the first ones will do. */
#define MOST_CANDIDATES 4000

/*
 * A search for slices whose labels have room when @length of the axis is shown on @width pixels: whole labels,
 * or as much of them as is worth showing when @shortest is set. Their slices must fill @share of it.
 */
typedef struct
{
  LaminaRun *run;
  LaminaTrack *track;
  LaminaLaneList list;
  LaminaMetrics *metrics;
  GArray *widths;
  double shortest;
  guint lines;
  guint n_labels;
  double width;
  double length;
  double share;
  gboolean among_many;
} Search;

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

/* Where only the order is known the leaves tell more than what is around them: they stand on the fullest lane. */
static guint
find_main_lane (LaminaRun   *run,
                LaminaTrack *track)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint best = 0;

  if (lamina_run_get_timing (run) != LAMINA_TIMING_ORDER)
    return 0;
  for (guint lane = 1; lane < slices->n_lanes; lane++)
    if (slices->first[lane + 1] - slices->first[lane] > slices->first[best + 1] - slices->first[best]
        && !lamina_lane_is_folded (slices, lane))
      best = lane;
  return best;
}

/* How wide the label of a slice is at least, in pixels. That of each name is measured once: it is asked for a million times. */
static double
get_label_width (Search *self,
                 guint   slice)
{
  guint32 name = lamina_track_get_slices (self->track)->name[slice];
  int *width;

  if (self->shortest > 0)
    return self->shortest;
  if (name >= self->widths->len)
    g_array_set_size (self->widths, name + 1);
  width = &g_array_index (self->widths, int, name);
  if (*width == 0)
    {
      g_autofree char *label = lamina_slice_dup_label (lamina_run_get_string (self->run, name));

      *width = (int) ceil (lamina_label_get_least_room (self->metrics, label, self->lines)) + LABEL_MARGINS;
    }
  return *width;
}

/* The first slice from the @i-th on whose label has room. */
static guint
find_labeled (Search *self,
               guint   i,
               guint  *n_candidates)
{
  const LaminaSlices *slices = lamina_track_get_slices (self->track);
  guint end = self->list.end;
  double per_px = self->length / self->width;
  gint64 least = MAX ((gint64) (LABEL_MARGINS * per_px), 1);

  for (i = lamina_lane_list_find_long (&self->list, i, least); i < end;
       i = lamina_lane_list_find_long (&self->list, i + 1, least))
    {
      self->among_many = (*n_candidates)++ == MOST_CANDIDATES;
      if (self->among_many)
        return end;
      if ((double) slices->duration[i] >= get_label_width (self, i) * per_px)
        return i;
    }
  return end;
}

/*
 * Looks for the busiest n_labels neighbors with room for their labels that stand together in a window. Returns the
 * first of them, or the end of the lane.
 */
static guint
find_window (Search *self)
{
  const LaminaSlices *slices = lamina_track_get_slices (self->track);
  guint end = self->list.end;
  guint ring[MOST_LABELS] = { 0 };
  guint n_candidates = 0;
  guint n = 0;
  gint64 sum = 0;
  gint64 best_sum = -1;
  guint best = end;

  for (guint i = find_labeled (self, self->list.first, &n_candidates); i < end; i = find_labeled (self, i + 1, &n_candidates))
    {
      guint oldest = ring[n % self->n_labels];

      if (n >= self->n_labels)
        sum -= slices->duration[oldest];
      ring[n++ % self->n_labels] = i;
      sum += slices->duration[i];
      oldest = ring[n % self->n_labels];
      if (n < self->n_labels || sum <= best_sum || (double) sum < self->share * self->length
          || (double) (slices->start[i] + slices->duration[i] - slices->start[oldest]) > self->length)
        continue;
      best = oldest;
      best_sum = sum;
      if ((double) sum >= FULL * self->length)
        break;
    }
  return best;
}

static gboolean
has_labels (Search *self)
{
  guint n_candidates = 0;
  guint i = self->list.first;

  for (guint n = 0; n < self->n_labels; n++, i++)
    {
      i = find_labeled (self, i, &n_candidates);
      if (i == self->list.end)
        return FALSE;
    }
  return TRUE;
}

/* Shows less and less of the run, down to @least of it, until there is a window with enough labels. */
static gboolean
shrink (Search         *self,
        LaminaTimebase *timebase,
        double          least,
        gint64         *start,
        gint64         *end)
{
  const LaminaSlices *slices = lamina_track_get_slices (self->track);
  gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_info (self->track)->clock);
  gint64 axis_start = lamina_timebase_get_start (timebase);
  gint64 axis_end = lamina_timebase_get_end (timebase);

  for (; self->length >= least; self->length *= self->among_many ? SHRINK_AMONG_MANY : SHRINK)
    {
      guint first = find_window (self);

      if (first == self->list.end)
        continue;
      *start = CLAMP (slices->start[first] + offset, axis_start, axis_end - (gint64) self->length);
      *end = *start + (gint64) self->length;
      return TRUE;
    }
  return FALSE;
}

/* The whole run, if it has enough labels; else the largest window that has, or a closer one where they tell more. */
static gboolean
find_range (Search         *self,
            LaminaTimebase *timebase,
            gint64         *start,
            gint64         *end)
{
  self->length = (double) (lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase));
  self->share = 0;
  if (has_labels (self))
    return TRUE;
  self->length *= SHRINK;
  if (!shrink (self, timebase, FEWEST_LABELS, start, end))
    return FALSE;
  self->share = LEAST_SHARE;
  shrink (self, timebase, MAX (self->length / CLOSEST, FEWEST_LABELS), start, end);
  return TRUE;
}

void
lamina_timeline_get_initial_range (LaminaRun      *run,
                                   LaminaTimebase *timebase,
                                   int             width,
                                   guint           lines,
                                   LaminaMetrics  *metrics,
                                   gint64         *start,
                                   gint64         *end)
{
  g_autoptr (GArray) widths = g_array_new (FALSE, TRUE, sizeof (int));
  Search search = { .run = run, .metrics = metrics, .widths = widths, .lines = MAX (lines, 1),
                    .n_labels = MOST_LABELS, .width = MAX (width, 1) };

  g_return_if_fail (run != NULL && timebase != NULL && metrics != NULL);

  *start = lamina_timebase_get_start (timebase);
  *end = lamina_timebase_get_end (timebase);
  search.track = find_main_track (run);
  if (search.track == NULL)
    return;
  search.list = lamina_lane_list_init (search.track, find_main_lane (run, search.track));
  for (; search.n_labels >= FEWEST_WHOLE; search.n_labels--)
    if (find_range (&search, timebase, start, end))
      return;
  search.n_labels = MOST_LABELS;
  search.shortest = lamina_metrics_get_width (metrics, LAMINA_FONT_LABEL, "0000…") + LABEL_MARGINS;
  while (search.n_labels >= FEWEST_LABELS && !find_range (&search, timebase, start, end))
    search.n_labels -= 2;
}
