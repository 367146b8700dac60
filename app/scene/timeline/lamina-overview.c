/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"
#include "lamina-overview-tracks.h"
#include "lamina-timeline-counter.h"
#include "lamina-timeline.h"

#include <stdlib.h>

#define MARGIN 4
#define MOST_HEIGHT 14
#define MOST_HEIGHT_ALONE 24
#define COUNTER_PART 0.36

/* Rows of the overview, as indexes of tracks. */
typedef struct
{
  LaminaScene *scene;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaTimeView view;
  LaminaArrangement *arrangement;
  LaminaColoring *coloring;
  GArray *tracks;
  guint32 counter;
} Overview;

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const LaminaOverviewTrack *left = a, *right = b;

  return (left->place > right->place) - (left->place < right->place);
}

/* The @most best ones, in the order in which the timeline has them. */
static void
take_tracks (Overview                   *self,
             const LaminaOverviewTracks *known,
             guint                       most)
{
  guint n = MIN (known->n, most);
  g_autofree LaminaOverviewTrack *best = g_memdup2 (known->best, n * sizeof *best);

  if (n > 1)
    qsort (best, n, sizeof *best, compare_places);
  for (guint i = 0; i < n; i++)
    g_array_append_val (self->tracks, best[i].track);
}

static void
add_track (Overview *self,
           guint     index,
           int       y,
           int       height,
           guint     limit)
{
  LaminaTrack *track = lamina_run_get_track (self->run, index);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (track)->clock);
  LaminaTimeView view = lamina_time_view_on_clock (&self->view, offset);
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (LaminaLaneBox));
  const LaminaTrackOutline *outline = self->arrangement != NULL ? self->arrangement->outlines[index] : NULL;
  /* What stands around the work would cover it. */
  LaminaLaneList list = outline != NULL
                        ? lamina_slice_list_get (&outline->lists[LAMINA_OUTLINE_WORK], lamina_track_get_slices (track))
                        : lamina_lane_list_init (track, 0);
  LaminaLaneRange range = lamina_lane_get_range (&list, &view);
  int merge = 1;

  lamina_lane_list_set_coloring (&list, self->coloring, index, 0);
  while (lamina_lane_lay_out (&list, &view, &range, merge, limit, boxes) < view.width && merge < view.width)
    {
      g_array_set_size (boxes, 0);
      merge *= 2;
    }
  for (guint i = 0; i < boxes->len; i++)
    {
      const LaminaLaneBox *box = &g_array_index (boxes, LaminaLaneBox, i);
      int gap = !box->is_merged && box->end - box->x >= 3 && i + 1 < boxes->len && box[1].x == box->end;
      LaminaSceneBox placed = {
        .x = box->x,
        .y = y,
        .width = box->end - box->x - gap,
        .height = height,
        .fill = { .ink = LAMINA_INK_FAMILY, .family = box->family, .alpha = box->alpha },
        .target = { LAMINA_TARGET_SLICES, index, box->first, box->n,
                    outline != NULL ? 1u + LAMINA_N_FAMILIES + LAMINA_OUTLINE_WORK : 0 },
      };

      lamina_scene_add_box (self->scene, &placed);
    }
}

static int
get_weight (Overview *self,
            guint     track)
{
  return lamina_run_get_track_kind (self->run, track) == LAMINA_GROUP_DEVICE ? 3 : 1;
}

/* The height of each row; returns that of all, with gaps between. */
static int
get_row_heights (Overview *self,
                 int       height,
                 int       gap,
                 int      *rows)
{
  int most = self->counter != LAMINA_NONE ? MOST_HEIGHT : MOST_HEIGHT_ALONE;
  int n = (int) self->tracks->len, weights = 0, all = (n - 1) * gap;

  for (int i = 0; i < n; i++)
    weights += get_weight (self, g_array_index (self->tracks, guint, i));
  for (int i = 0; i < n; i++)
    {
      int room = (height - n * gap) * get_weight (self, g_array_index (self->tracks, guint, i)) / weights;

      rows[i] = CLAMP (room, 1, most);
      all += rows[i];
    }
  return all;
}

/* Rows without a counter below them stand in the middle. */
static void
add_tracks (Overview *self,
            int       y,
            int       height)
{
  guint n = self->tracks->len;
  int gap = n * 4 <= (guint) height ? 2 : 0;
  g_autofree int *rows = g_new (int, MAX (n, 1));
  int all = get_row_heights (self, height, gap, rows);

  if (self->counter == LAMINA_NONE)
    y += MAX (height - all, 0) / 2;
  for (guint i = 0; i < n; i++)
    {
      add_track (self, g_array_index (self->tracks, guint, i), y, rows[i], LAMINA_MAX_BOXES / n);
      y += rows[i] + gap;
    }
}

static void
add_counter (Overview *self,
             int       y,
             int       height)
{
  LaminaTrack *track = lamina_run_get_track (self->run, self->counter);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (track)->clock);
  LaminaTimeView view = lamina_time_view_on_clock (&self->view, offset);
  LaminaCounterSpan span = lamina_counter_get_span (track, &view, FALSE);
  LaminaSceneBox place = { 0, y, self->view.width, height, LAMINA_FILL (LAMINA_INK_NONE), { 0 } };

  lamina_counter_lay_out (self->scene, track, self->counter, &view, &span,
                          lamina_subtract_saturating (lamina_timebase_get_end (self->timebase), offset), 1, &place);
}

LaminaScene *
lamina_overview_layout (LaminaRun         *run,
                        LaminaTimebase    *timebase,
                        LaminaArrangement *arrangement,
                        LaminaColoring    *coloring,
                        int                width,
                        int                height)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (LaminaOverviewTracks) known = NULL;
  Overview self = { .run = run, .timebase = timebase, .arrangement = arrangement, .coloring = coloring,
                    .tracks = tracks };
  int room = MAX (height - 2 * MARGIN, 1);
  int counter_height = 0;
  double span;

  g_return_val_if_fail (run != NULL && timebase != NULL, NULL);

  span = (double) (lamina_timebase_get_end (timebase) - lamina_timebase_get_start (timebase));
  self.view = lamina_time_view_init (lamina_timebase_get_start (timebase), MAX (span, 1) / MAX (width, 1), width);
  /* What ends or stands at the very end belongs to the last pixel. */
  self.view.end = MAX (self.view.end, lamina_timebase_get_end (timebase) + 1);
  known = lamina_overview_tracks_get (run, arrangement);
  self.counter = known->counter;
  self.scene = lamina_scene_new (width, height);
  lamina_scene_open_group (self.scene, "overview", 0, 0, MAX (width, 1), MAX (height, 1));
  if (self.counter != LAMINA_NONE)
    counter_height = (int) (room * COUNTER_PART);
  take_tracks (&self, known, (guint) MAX (room - counter_height, 1));
  add_tracks (&self, MARGIN, room - counter_height);
  if (self.counter != LAMINA_NONE)
    add_counter (&self, height - MARGIN - counter_height, counter_height);
  lamina_scene_close_group (self.scene);
  return self.scene;
}
