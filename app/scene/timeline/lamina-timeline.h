/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"
#include "lamina-coloring.h"
#include "lamina-edges.h"
#include "lamina-highlight.h"
#include "lamina-device-use.h"
#include "lamina-idle.h"
#include "lamina-live-set.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/* What of a timeline is seen. */
typedef struct
{
  gint64 start;  /* left edge of the plot on the axis */
  double per_px; /* units of the axis for each pixel, more than 0 */
  int width;     /* of the plot in pixels, without the names of the tracks */
  int height;    /* of the picture in pixels, with the ruler */
  int scroll;    /* how far the tracks are scrolled up, in pixels */
} LaminaViewport;

/*
 * The rows of a run where they stand, whatever part of them is seen. To list and to place them takes time with each track and
 * lane: whoever draws a timeline several times keeps them in the options.
 */
typedef struct _LaminaTimelinePlaces LaminaTimelinePlaces;

/* How a timeline is laid out. */
typedef struct
{
  int names_width;                /* at the left; 0 for none */
  int ruler_height;               /* above the tracks; 0 for none */
  gboolean fill_height;           /* whether rows grow, up to three lines, when there is room */
  gboolean without_badge;         /* whether to leave out the word for how the positions came about, where something else says it */
  LaminaArrangement *arrangement; /* NULL for as they stand in the file, without means to change it */
  LaminaIdle *idle;               /* when the devices of the run work, told in their headings; NULL says nothing of it */
  /* how much they are used, in all of the run, drawn over time in the headings of those that are open; NULL draws nothing */
  LaminaDeviceUse *use;
  LaminaLiveSet *live;            /* what divides the counter of the memory that tensors keep into bands; NULL leaves it whole */
  /* how many lanes each track of the run needs, see lamina_timeline_find_depths(); NULL for all. Where all lanes of all tracks
   * have room, none is left out. */
  const guint32 *depths;
  LaminaColoring *coloring;       /* what the colors of slices mean; NULL for their families. Owned by the caller */
  /* what lamina_timeline_places_get() made of these options, used where it still holds; NULL to place rows anew each time. To be
   * dropped together with the run and with @depths. Owned by the caller */
  LaminaTimelinePlaces *places;
} LaminaTimelineOptions;

#define LAMINA_TIMELINE_OPTIONS_INIT \
  ((LaminaTimelineOptions) { .names_width = 150, .ruler_height = 25, .fill_height = TRUE })

/*
 * Lays out the tracks of a run: for each group of tracks a heading, for each track two groups of the scene, `PATH` with the data
 * and `PATH/name` with the name, and last, over what is scrolled, `ruler` and `ruler/name`. Tracks that are scrolled out of sight
 * are left out.
 *
 * A slice at least a pixel wide is a box of its own. Narrower neighbors are merged into a box that stands for all of them, in the
 * color of the family that takes most of its time, the higher and stronger the more of it they fill. Nothing is left out.
 *
 * A lane that holds nothing but the parts of the slices of the lane above, waiting and kernels, has no row of its own: waiting is
 * hatched over the slice that it belongs to, and both parts can be picked where they are wide enough to be pointed at.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_timeline_layout (LaminaRun                   *run,
                                     LaminaTimebase              *timebase,
                                     const LaminaViewport        *viewport,
                                     const LaminaTimelineOptions *options,
                                     LaminaMetrics               *metrics);

/* Makes what all timelines of a run need, and what takes time with each of its tracks: for threads that load it. */
LAMINA_AVAILABLE
void lamina_timeline_prepare (LaminaRun *run);

/*
 * Places the rows that the options ask for in a window of @height pixels, with the ruler; where the options have them already,
 * these are returned. Free with lamina_timeline_places_unref().
 */
LAMINA_AVAILABLE
LaminaTimelinePlaces *lamina_timeline_places_get (LaminaRun                   *run,
                                                  const LaminaTimelineOptions *options,
                                                  int                          height);

LAMINA_AVAILABLE
LaminaTimelinePlaces *lamina_timeline_places_ref (LaminaTimelinePlaces *self);

LAMINA_AVAILABLE
void lamina_timeline_places_unref (LaminaTimelinePlaces *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaTimelinePlaces, lamina_timeline_places_unref)

/* Height of all tracks in pixels, with the ruler, in a window of that @height, which decides how far rows grow. */
LAMINA_AVAILABLE
int lamina_timeline_get_height (LaminaRun                   *run,
                                const LaminaTimelineOptions *options,
                                int                          height);

/* The width that the names of the tracks, and of groups that are collapsed, need to be shown whole. */
LAMINA_AVAILABLE
int lamina_timeline_get_names_width (LaminaRun         *run,
                                     LaminaArrangement *arrangement,
                                     LaminaMetrics     *metrics);

/* Height of the tracks below the ruler that do not scroll. */
LAMINA_AVAILABLE
int lamina_timeline_get_pinned_height (LaminaRun                   *run,
                                       const LaminaTimelineOptions *options,
                                       int                          height);

/*
 * Says where a slice stands, for scrolling to it: in its own lane, or in the heading of a group that is collapsed; with the slice
 * LAMINA_NONE, where its track begins. What is pinned ends at lamina_timeline_get_pinned_height(), and all that scrolls begins
 * there. Returns whether there is such a lane.
 * @y: its top edge, with the ruler and without scrolling
 */
LAMINA_AVAILABLE
gboolean lamina_timeline_find_row (LaminaRun                   *run,
                                   const LaminaTimelineOptions *options,
                                   int                          height,
                                   const LaminaSliceRef        *slice,
                                   int                         *y,
                                   int                         *row_height);

/*
 * Lists the lanes that are in sight in a window of that @height, the tracks of which are scrolled up by @scroll: of a track that is
 * shown in parts, whatever lane they are of. (element-type LaminaLanes)
 */
LAMINA_AVAILABLE
GArray *lamina_timeline_list_lanes (LaminaRun                   *run,
                                    const LaminaTimelineOptions *options,
                                    int                          height,
                                    int                          scroll);

/*
 * Says for each track of a run how many of its lanes are needed to show all that it has in a range: down to the deepest one that
 * something stands in, and at least one. Free the array. NULL where all lanes of all tracks are needed.
 */
LAMINA_AVAILABLE
guint32 *lamina_timeline_find_depths (LaminaRun      *run,
                                      LaminaTimebase *timebase,
                                      gint64          start,
                                      gint64          end,
                                      guint          *n);

/*
 * Says how far the tracks must be scrolled for what stood at a place to stand there again: its row or, when that has been left
 * out, the beginning of the track or, when that was out of sight, the lowest lane of it. Returns how far, in pixels, more than 0
 * for further down; 0 when nothing that scrolls stood there.
 * @after: how it is laid out now: other lanes of the same tracks
 * @top: the highest place that was in sight
 * @y: a place, with the ruler and without scrolling, as @top is
 */
LAMINA_AVAILABLE
int lamina_timeline_get_shift (LaminaRun                   *run,
                               const LaminaTimelineOptions *before,
                               const LaminaTimelineOptions *after,
                               int                          height,
                               int                          top,
                               int                          y);

/*
 * Finds the gap of a device that is seen at a place where no slice is: in the rows of its queues, at least three pixels wide.
 * Returns whether there is one.
 * @box: takes from where to where it is seen in that row, with it as its target
 */
LAMINA_AVAILABLE
gboolean lamina_timeline_find_gap (LaminaRun                   *run,
                                   LaminaTimebase              *timebase,
                                   const LaminaViewport        *viewport,
                                   const LaminaTimelineOptions *options,
                                   double                       x,
                                   double                       y,
                                   LaminaSceneBox              *box);

/*
 * Lays out what is drawn over a timeline for its selection: the boxes of the slices that are brought out, with their families and
 * labels, each outlined by whoever draws it.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_timeline_layout_selection (LaminaRun                   *run,
                                               LaminaTimebase              *timebase,
                                               const LaminaViewport        *viewport,
                                               const LaminaTimelineOptions *options,
                                               LaminaMetrics               *metrics,
                                               LaminaHighlight             *highlight);

/*
 * Lays out the whole run in a strip: the outermost lane of each track, devices higher than others, counters below. Returns the
 * scene, one group `overview`.
 * @arrangement: which tracks are hidden; NULL for none
 * @coloring: what the colors of slices mean; NULL for their families
 */
LAMINA_AVAILABLE
LaminaScene *lamina_overview_layout (LaminaRun         *run,
                                     LaminaTimebase    *timebase,
                                     LaminaArrangement *arrangement,
                                     LaminaColoring    *coloring,
                                     int                width,
                                     int                height);

G_END_DECLS
