/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"
#include "lamina-coloring.h"
#include "lamina-highlight.h"
#include "lamina-idle.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/**
 * LaminaViewport:
 * @start: left edge of the plot on the axis
 * @per_px: units of the axis for each pixel, more than 0
 * @width: width of the plot in pixels, without the names of the tracks
 * @height: height of the picture in pixels, with the ruler
 * @scroll: how far the tracks are scrolled up, in pixels
 *
 * What of a timeline is seen.
 */
typedef struct
{
  gint64 start;
  double per_px;
  int width;
  int height;
  int scroll;
} LaminaViewport;

/**
 * LaminaTimelineOptions:
 * @names_width: width of the names at the left; 0 for none
 * @ruler_height: height of the ruler above the tracks; 0 for none
 * @fill_height: whether rows grow, up to three lines, when there is room
 * @without_badge: whether to leave out the word for how the positions came about, where something else says it
 * @arrangement: (nullable): how the tracks are arranged; %NULL for as they stand in the file, without means to change it
 * @idle: (nullable): when the devices of the run work, told in their headings; %NULL says nothing of it
 * @depths: (nullable) (array): how many lanes each track of the run needs, see lamina_timeline_find_depths(); %NULL
 *   for all. Where all lanes of all tracks have room, none is left out.
 * @coloring: (nullable): what the colors of slices mean; %NULL for their families. Owned by the caller
 *
 * How a timeline is laid out.
 */
typedef struct
{
  int names_width;
  int ruler_height;
  gboolean fill_height;
  gboolean without_badge;
  LaminaArrangement *arrangement;
  LaminaIdle *idle;
  const guint32 *depths;
  LaminaColoring *coloring;
} LaminaTimelineOptions;

#define LAMINA_TIMELINE_OPTIONS_INIT \
  ((LaminaTimelineOptions) { .names_width = 150, .ruler_height = 25, .fill_height = TRUE })

/**
 * lamina_timeline_layout:
 * @run: a run
 * @timebase: the offsets in force
 * @viewport: what is seen
 * @options: how it is laid out
 * @metrics: how wide texts are
 *
 * Lays out the tracks of a run: for each group of tracks a heading, for each track two groups of the scene, `PATH` with
 * the data and `PATH/name` with the name, and last, over what is scrolled, `ruler` and `ruler/name`. Tracks that are
 * scrolled out of sight are left out.
 *
 * A slice at least a pixel wide is a box of its own. Narrower neighbors are merged into a box that stands for all of
 * them, in the color of the family that takes most of its time, the stronger the more of it they fill. Nothing is left
 * out.
 *
 * A lane that holds nothing but the parts of the slices of the lane above, waiting and kernels, has no row of its own:
 * waiting is hatched over the slice that it belongs to, and both parts can be picked where they are wide enough to be
 * pointed at.
 *
 * Returns: (transfer full): the scene
 */
LAMINA_AVAILABLE
LaminaScene *lamina_timeline_layout (LaminaRun                   *run,
                                     LaminaTimebase              *timebase,
                                     const LaminaViewport        *viewport,
                                     const LaminaTimelineOptions *options,
                                     LaminaMetrics               *metrics);

/**
 * lamina_timeline_get_height:
 * @run: a run
 * @options: how it is laid out
 * @height: height of the window that it is shown in, which decides how far rows grow
 *
 * Returns: height of all tracks in pixels, with the ruler
 */
LAMINA_AVAILABLE
int lamina_timeline_get_height (LaminaRun                   *run,
                                const LaminaTimelineOptions *options,
                                int                          height);

/**
 * lamina_timeline_get_names_width:
 * @run: a run
 * @arrangement: (nullable): how the tracks are arranged
 * @metrics: how wide texts are
 *
 * Returns: the width that the names of the tracks, and of groups that are collapsed, need to be shown whole
 */
LAMINA_AVAILABLE
int lamina_timeline_get_names_width (LaminaRun         *run,
                                     LaminaArrangement *arrangement,
                                     LaminaMetrics     *metrics);

/**
 * lamina_timeline_get_pinned_height:
 * @run: a run
 * @options: how it is laid out
 * @height: height of the window that it is shown in
 *
 * Returns: height of the tracks below the ruler that do not scroll
 */
LAMINA_AVAILABLE
int lamina_timeline_get_pinned_height (LaminaRun                   *run,
                                       const LaminaTimelineOptions *options,
                                       int                          height);

/**
 * lamina_timeline_find_row:
 * @run: a run
 * @options: how it is laid out
 * @height: height of the window that it is shown in
 * @track: a track
 * @depth: a lane of the track
 * @y: (out): its top edge, with the ruler and without scrolling
 * @row_height: (out): its height
 *
 * Says where a slice stands, for scrolling to it: in its own lane, or in the heading of a group that is collapsed. What is
 * pinned ends at lamina_timeline_get_pinned_height(), and all that scrolls begins there.
 *
 * Returns: whether there is such a lane
 */
LAMINA_AVAILABLE
gboolean lamina_timeline_find_row (LaminaRun                   *run,
                                   const LaminaTimelineOptions *options,
                                   int                          height,
                                   guint                        track,
                                   guint                        depth,
                                   int                         *y,
                                   int                         *row_height);

/**
 * lamina_timeline_find_depths:
 * @run: a run
 * @timebase: the offsets in force
 * @start: left edge of what is seen on the axis
 * @end: right edge on the axis
 * @n: (out): how many tracks the run has
 *
 * Says for each track of a run how many of its lanes are needed to show all that it has in a range: down to the deepest
 * one that something stands in, and at least one.
 *
 * Returns: (transfer full) (array length=n): the numbers of lanes
 */
LAMINA_AVAILABLE
guint32 *lamina_timeline_find_depths (LaminaRun      *run,
                                      LaminaTimebase *timebase,
                                      gint64          start,
                                      gint64          end,
                                      guint          *n);

/**
 * lamina_timeline_get_shift:
 * @run: a run
 * @before: how it was laid out
 * @after: how it is laid out now: other lanes of the same tracks
 * @height: height of the window that it is shown in
 * @top: the highest place that was in sight
 * @y: a place, with the ruler and without scrolling, as @top is
 *
 * Says how far the tracks must be scrolled for what stood at a place to stand there again: its row or, when that has
 * been left out, the beginning of the track or, when that was out of sight, the lowest lane of it.
 *
 * Returns: how far, in pixels, more than 0 for further down; 0 when nothing that scrolls stood there
 */
LAMINA_AVAILABLE
int lamina_timeline_get_shift (LaminaRun                   *run,
                               const LaminaTimelineOptions *before,
                               const LaminaTimelineOptions *after,
                               int                          height,
                               int                          top,
                               int                          y);

/**
 * lamina_timeline_get_label_lines:
 * @run: a run
 * @options: how it is laid out
 * @height: height of the window that it is shown in
 *
 * Returns: how many lines the labels of its main track may take
 */
LAMINA_AVAILABLE
guint lamina_timeline_get_label_lines (LaminaRun                   *run,
                                       const LaminaTimelineOptions *options,
                                       int                          height);

/**
 * lamina_timeline_layout_selection:
 * @run: a run
 * @timebase: the offsets in force
 * @viewport: what is seen
 * @options: how it is laid out
 * @metrics: how wide texts are
 * @highlight: what is selected
 *
 * Lays out what is drawn over a timeline for its selection: the boxes of the slices that are brought out, with their
 * families and labels, each outlined by whoever draws it.
 *
 * Returns: (transfer full): the scene
 */
LAMINA_AVAILABLE
LaminaScene *lamina_timeline_layout_selection (LaminaRun                   *run,
                                               LaminaTimebase              *timebase,
                                               const LaminaViewport        *viewport,
                                               const LaminaTimelineOptions *options,
                                               LaminaMetrics               *metrics,
                                               LaminaHighlight             *highlight);

/**
 * lamina_timeline_get_initial_range:
 * @run: a run
 * @timebase: the offsets in force
 * @width: width of the plot in pixels
 * @lines: how many lines labels have, see lamina_timeline_get_label_lines()
 * @metrics: how wide texts are
 * @start: (out): left edge on the axis
 * @end: (out): right edge on the axis
 *
 * Chooses what to show first: the whole run when at least ten slices of its main track have room for their whole
 * labels, else the busiest part that holds ten such labels, or a closer one that they fill, else the busiest part that
 * holds ten shortened ones, or as many of them as have room anywhere. Where only the order is known, the labels of the
 * lane with the most slices count, else those of the outermost lane.
 */
LAMINA_AVAILABLE
void lamina_timeline_get_initial_range (LaminaRun      *run,
                                        LaminaTimebase *timebase,
                                        int             width,
                                        guint           lines,
                                        LaminaMetrics  *metrics,
                                        gint64         *start,
                                        gint64         *end);

/**
 * lamina_overview_layout:
 * @run: a run
 * @timebase: the offsets in force
 * @arrangement: (nullable): which tracks are hidden; %NULL for none
 * @coloring: (nullable): what the colors of slices mean; %NULL for their families
 * @width: width in pixels
 * @height: height in pixels
 *
 * Lays out the whole run in a strip: the outermost lane of each track, counters below.
 *
 * Returns: (transfer full): the scene, one group `overview`
 */
LAMINA_AVAILABLE
LaminaScene *lamina_overview_layout (LaminaRun         *run,
                                     LaminaTimebase    *timebase,
                                     LaminaArrangement *arrangement,
                                     LaminaColoring    *coloring,
                                     int                width,
                                     int                height);

G_END_DECLS
