/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-rows.h"

G_BEGIN_DECLS

/*
 * A row that is seen. Of its boxes, which stand in the array of the layout from @first on, @n are of the lane itself
 * and @n_folded of the lanes folded into it. @range is what the lane has in view.
 */
typedef struct
{
  const LaminaTimelineRow *row;
  LaminaTrack *track;
  LaminaLaneList list;
  LaminaLaneRange range;
  guint first;
  guint n;
  guint n_folded;
} LaminaVisibleRow;

/* A timeline while it is laid out. A panel is one inside a picture: without headings, hints and
 * lines of its own, and without places. @rows are those that may be seen. @marks is what lamina_mark_index_new() made, or NULL
 * where none are shown. */
typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  const LaminaViewport *viewport;
  const LaminaTimelineOptions *options;
  LaminaMetrics *metrics;
  LaminaScene *scene;
  LaminaTimeView view;
  LaminaTicks ticks;
  int top;
  int pinned;
  LaminaTimelinePlaces *places;
  GArray *rows;
  GArray *visible;
  GArray *boxes;
  const GArray *marks;
  guint n_counters;
  int least_label;
  guint n_least_labels;
  guint n_more_lines;
  gboolean has_bands;
  guint n_bands;
  guint n_in_bands;
  gboolean is_panel;
} LaminaTimelineLayout;

/* A lane of a track, in the colors that were asked for. */
LaminaLaneList lamina_timeline_layout_get_lane (const LaminaTimelineLayout *self,
                                                guint                       track,
                                                guint                       lane);

/* Lists the rows that are seen. */
void lamina_timeline_layout_list_visible (LaminaTimelineLayout *self);

/* The end of the visible rows that belong to the track of the @first one. */
guint lamina_timeline_layout_find_track_end (const LaminaTimelineLayout *self,
                                             guint                       first);

/* Where a row stands in the window. */
int lamina_timeline_layout_get_y (const LaminaTimelineLayout *self,
                                  const LaminaTimelineRow    *row);

/* Adds lines at the ticks to the open group. */
void lamina_timeline_layout_add_grid (LaminaTimelineLayout *self,
                                      int                   y,
                                      int                   height);

/*
 * Adds the group of a track: its visible rows from @first to before @end.
 *
 * Returns: the range of a counter, else NULL
 */
char *lamina_timeline_layout_add_track (LaminaTimelineLayout *self,
                                        const char           *name,
                                        guint                 first,
                                        guint                 end);

/* Frees what is held while laying out. */
void lamina_timeline_layout_clear (LaminaTimelineLayout *self);

/* The view on the clock of a track. */
LaminaTimeView lamina_timeline_layout_get_view (const LaminaTimelineLayout *self,
                                                LaminaTrack                *track);

/* Lays out all visible lanes, within the number of boxes that a frame may hold. */
void lamina_timeline_layout_fill_lanes (LaminaTimelineLayout *self);

/* Decides how wide a box must be to have a label, such that a frame has few enough. */
void lamina_timeline_layout_choose_labels (LaminaTimelineLayout *self);

/* Adds the marks of a track, or of the whole run for LAMINA_NONE, to the open group, which they stand in. The visible rows
 * of the track are those from @first to before @end; what a mark says stands where none of them has slices. */
void lamina_timeline_layout_add_marks (LaminaTimelineLayout *self,
                                       guint32               track,
                                       guint                 first,
                                       guint                 end,
                                       int                   y,
                                       int                   height);

/* Whether the device of a track has a gap in the view that is long enough to be hatched. */
gboolean lamina_timeline_has_long_gap (LaminaIdle           *idle,
                                       guint32               track,
                                       const LaminaTimeView *view);

/*
 * Draws over time how much the device is used that a heading stands for, into the open group. FALSE of other groups, of which
 * nothing is drawn.
 */
gboolean lamina_timeline_layout_add_use (LaminaTimelineLayout    *self,
                                         const LaminaTimelineRow *row,
                                         int                      y);

/*
 * Hatches gaps of the device that a track is a queue of, below its visible rows from @first to before @end: those of the
 * highlight or, without one, those that are long in this view. A gap stands in the queues whose work begins and ends it, in the
 * first lane that it leaves free, and says its cause and length in the latter.
 */
void lamina_timeline_layout_add_gaps (LaminaTimelineLayout *self,
                                      LaminaHighlight      *highlight,
                                      guint                 first,
                                      guint                 end);

/* Names runs of boxes of a row that have no label. */
void lamina_timeline_layout_add_bands (LaminaTimelineLayout   *self,
                                       const LaminaVisibleRow *visible,
                                       const guint8           *labeled,
                                       int                     y);

/* Where the hint of a lane stands that has nothing in view; FALSE when it has none. */
gboolean lamina_timeline_layout_get_hint (LaminaTimelineLayout   *self,
                                          const LaminaVisibleRow *visible,
                                          int                    *x,
                                          int                    *width);

/* A lane without anything in view says where its slices are. */
void lamina_timeline_layout_add_hint (LaminaTimelineLayout   *self,
                                      const LaminaVisibleRow *visible,
                                      int                     y);

/* Adds arrows from and to what is selected, and notes on those whose other end is out of sight. */
void lamina_timeline_layout_add_arrows (LaminaTimelineLayout *layout,
                                        LaminaHighlight      *highlight);

/*
 * Adds the steps of a rate to the open group; when @is_part is set, those of some boxes at the scale of the whole row.
 *
 * Returns: its range
 */
char *lamina_timeline_layout_add_rate (LaminaTimelineLayout   *self,
                                       const LaminaVisibleRow *visible,
                                       int                     y,
                                       gboolean                is_part);

/* Fills the visible lanes with nothing but what is selected. */
void lamina_timeline_layout_fill_selection (LaminaTimelineLayout *self,
                                            LaminaHighlight      *highlight);

/* Counts the tracks that the headings of a run have, once: every frame says it of those that are seen. */
void lamina_headings_prepare (LaminaRun *run);

/* The heading of a group of tracks, across the whole width. */
void lamina_timeline_layout_add_heading (LaminaTimelineLayout    *self,
                                         const LaminaTimelineRow *row,
                                         int                      y);

/* Where the words of a heading end, from its left edge. */
double lamina_timeline_layout_get_heading_end (const LaminaTimelineLayout *self,
                                               const LaminaTimelineRow    *row);

/* The name of a track at the left of its rows, and that of the marks of the whole run. */
void lamina_timeline_layout_add_name (LaminaTimelineLayout    *self,
                                      const LaminaTimelineRow *row,
                                      const char              *path,
                                      const char              *caption,
                                      int                      y,
                                      int                      height);

void lamina_timeline_layout_add_marks_name (LaminaTimelineLayout *self,
                                            int                   y,
                                            int                   height);

/* The note that tracks are hidden, across the whole width. */
void lamina_timeline_layout_add_hidden (LaminaTimelineLayout *self,
                                        int                   y,
                                        int                   height);

/* A tick whose number would be cut off at the end has none. */
void lamina_timeline_layout_add_ruler (LaminaTimelineLayout *self);

G_END_DECLS
