/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement-private.h"
#include "lamina-axis.h"
#include "lamina-timeline.h"

G_BEGIN_DECLS

/*
 * How a timeline is laid out, in three steps: rows (what stands where, whatever the range), the boxes of the visible
 * lanes (what is seen of each, within the limits of a frame), and the groups of the scene.
 */

/*
 * A range of the axis, or of a clock, on so many pixels. Differences are taken in integers before anything becomes a
 * double.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  double per_px;
  int width;
} LaminaTimeView;

G_GNUC_INTERNAL
LaminaTimeView lamina_time_view_init (gint64 start,
                                      double per_px,
                                      int    width);

/* The same range on a clock with an offset to the axis. */
G_GNUC_INTERNAL
LaminaTimeView lamina_time_view_on_clock (const LaminaTimeView *view,
                                          gint64                offset);

/* The pixel that holds a time, from -1 (left of the view) to the width (right of it). */
static inline int
lamina_time_view_get_x (const LaminaTimeView *view,
                        gint64                time)
{
  double x = (double) lamina_subtract_saturating (time, view->start) / view->per_px;

  if (!(x >= 0))
    return -1;
  return x < view->width ? (int) x : view->width;
}

/* The first time at or after the left edge of a pixel. */
static inline gint64
lamina_time_view_get_time (const LaminaTimeView *view,
                           int                   x)
{
  double offset = x * view->per_px;
  gint64 whole;

  if (!(ABS (offset) < 9.2e18))
    return lamina_add_saturating (view->start, offset < 0 ? G_MININT64 : G_MAXINT64);
  whole = (gint64) offset;
  return lamina_add_saturating (view->start, whole + ((double) whole < offset));
}

/*
 * What a row shows. Rows of the kinds LANE, FAMILY and STRIP hold slices. Strips stand beside each other in the heading
 * of a group that is collapsed, one for each track.
 */
typedef enum
{
  LAMINA_TIMELINE_HEADING,
  LAMINA_TIMELINE_LANE,
  LAMINA_TIMELINE_COUNTER,
  LAMINA_TIMELINE_FAMILY,
  LAMINA_TIMELINE_STRIP,
  LAMINA_TIMELINE_RATE,
  LAMINA_TIMELINE_MARKS,
  LAMINA_TIMELINE_HIDDEN,
} LaminaTimelineRowKind;

/*
 * One row. @y is counted from the top of all tracks, without the ruler; rows that are pinned stand at the top of the
 * window and do not scroll, with @indent 0 where they have no heading above. The lanes from @lane + 1 to @lane + @n_folded hold nothing but parts of slices above and are
 * drawn over this one. The track of a heading is the first one below it. @part of @n_parts says which strip it is, or
 * @part which rate. Of a
 * row without copies for families, @family is LAMINA_N_FAMILIES.
 */
typedef struct
{
  LaminaTimelineRowKind kind;
  guint32 group;
  guint32 track;
  guint32 lane;
  guint32 n_folded;
  guint32 indent;
  guint8 family;
  guint8 part;
  guint8 n_parts;
  gboolean is_pinned;
  gboolean is_collapsed;
  int y;
  int height;
} LaminaTimelineRow;

/* Whether a run has marks that belong to none of its tracks. */
G_GNUC_INTERNAL
gboolean lamina_timeline_has_marks (LaminaRun *run);

/* The rows of a run from top to bottom, not placed yet. */
G_GNUC_INTERNAL
GArray *lamina_timeline_list_rows (LaminaRun         *run,
                                   LaminaArrangement *arrangement);

/*
 * All rows that the options ask for in a window of @height pixels, with the ruler. @total takes the height of all,
 * @pinned that of those that do not scroll, both without the ruler.
 */
G_GNUC_INTERNAL
GArray *lamina_timeline_create_rows (LaminaRun                   *run,
                                     const LaminaTimelineOptions *options,
                                     int                          height,
                                     int                         *total,
                                     int                         *pinned);

/* Whether a row holds slices. */
static inline gboolean
lamina_timeline_row_has_slices (const LaminaTimelineRow *row)
{
  return row->kind == LAMINA_TIMELINE_LANE || row->kind == LAMINA_TIMELINE_FAMILY || row->kind == LAMINA_TIMELINE_STRIP;
}

/* A text that is at most so many pixels wide: its beginning and its end, with an ellipsis between them. */
G_GNUC_INTERNAL
char *lamina_metrics_dup_fitting (LaminaMetrics *metrics,
                                  LaminaFont     font,
                                  const char    *text,
                                  double         width);

/* The slices of such a row. */
G_GNUC_INTERNAL
LaminaLaneList lamina_timeline_row_get_list (const LaminaTimelineRow *row,
                                             LaminaRun               *run,
                                             LaminaArrangement       *arrangement);

/*
 * A box of a lane before it is placed: pixels @x to before @end of the plot, standing for @n slices from @first on. One
 * that is merged has no kind of its own. @family is that of its fill.
 */
typedef struct
{
  int x;
  int end;
  guint32 first;
  guint32 n;
  guint8 family;
  guint8 kind;
  guint8 alpha;
  guint8 is_merged;
} LaminaLaneBox;

/* The positions of a list whose slices touch a view: from @first to before @end. */
typedef struct
{
  guint first;
  guint end;
} LaminaLaneRange;

G_GNUC_INTERNAL
LaminaLaneRange lamina_lane_get_range (const LaminaLaneList *list,
                                       const LaminaTimeView *view);

/*
 * Appends the boxes of what a lane has in the view, which is on the clock of the track. Slices at least @merge pixels
 * wide have a box of their own, narrower neighbors share boxes of @merge pixels. Stops when there are more than
 * @limit. Every slice of the range stands in exactly one box.
 *
 * Returns: how many pixels were done: the width of the view when all fitted
 */
G_GNUC_INTERNAL
int lamina_lane_lay_out (const LaminaLaneList  *list,
                         const LaminaTimeView  *view,
                         const LaminaLaneRange *range,
                         int                    merge,
                         guint                  limit,
                         GArray                *boxes);

/* Appends boxes for those slices of a lane that are at least @least pixels wide. */
G_GNUC_INTERNAL
void lamina_lane_lay_out_wide (const LaminaLaneList *list,
                               const LaminaTimeView *view,
                               int                   least,
                               GArray               *boxes);

/* What a counter shows in a view, and the scale that it needs, which may be that of the whole run. */
typedef struct
{
  guint first;
  guint n;
  double min;
  double max;
  gboolean is_fixed;
} LaminaCounterSpan;

G_GNUC_INTERNAL
LaminaCounterSpan lamina_counter_get_span (LaminaTrack          *track,
                                           const LaminaTimeView *view,
                                           gboolean              is_fixed);

/*
 * Adds the areas of a counter to the open group. The last sample holds until @end, on the clock of the track. Columns
 * are @merge pixels wide.
 */
G_GNUC_INTERNAL
void lamina_counter_lay_out (LaminaScene             *scene,
                             LaminaTrack             *track,
                             guint                    index,
                             const LaminaTimeView    *view,
                             const LaminaCounterSpan *span,
                             gint64                   end,
                             int                      merge,
                             const LaminaSceneBox    *place);

/* Writes the range of a counter: `≈ 0 – 45.9 MiB`. */
G_GNUC_INTERNAL
char *lamina_counter_dup_range (LaminaTrack             *track,
                                const LaminaCounterSpan *span);

/* The family whose color a counter has. */
G_GNUC_INTERNAL
LaminaFamily lamina_counter_get_family (LaminaTrack *track,
                                        guint        index);

/*
 * Where ticks stand. @step is a number of the ladder; ticks are at least @least pixels apart, and their texts fit
 * between them.
 */
typedef struct
{
  LaminaAxisUnit unit;
  gint64 origin;
  gint64 step;
  gint64 largest;
  gint64 first;
  guint n;
} LaminaTicks;

G_GNUC_INTERNAL
LaminaTicks lamina_ticks_init (const LaminaTimeView *view,
                               LaminaAxisUnit        unit,
                               gint64                origin,
                               int                   least,
                               LaminaMetrics        *metrics);

/* Where the i-th tick stands in the view. */
G_GNUC_INTERNAL
int lamina_ticks_get_x (const LaminaTicks    *ticks,
                        const LaminaTimeView *view,
                        guint                 i);

/* A tick whose number would be cut off at the end has none. */
G_GNUC_INTERNAL
void lamina_ruler_lay_out (LaminaScene                 *scene,
                           LaminaRun                   *run,
                           const LaminaTimeView        *view,
                           const LaminaTimelineOptions *options,
                           const LaminaTicks           *ticks,
                           LaminaMetrics               *metrics);

/* The name of the group that a heading stands for, in the language of the user where the file gives none. */
G_GNUC_INTERNAL
const char *lamina_heading_get_name (LaminaRun               *run,
                                     const LaminaTimelineRow *row);

/* Where the words of a heading end, from its left edge. */
G_GNUC_INTERNAL
double lamina_heading_get_end (LaminaRun                   *run,
                               LaminaTimebase              *timebase,
                               const LaminaTimelineRow     *row,
                               const LaminaTimelineOptions *options,
                               LaminaMetrics               *metrics,
                               int                          width);

/* The heading of a group of tracks, across the whole width. */
G_GNUC_INTERNAL
void lamina_heading_lay_out (LaminaScene                 *scene,
                             LaminaRun                   *run,
                             LaminaTimebase              *timebase,
                             const LaminaTimelineRow     *row,
                             const LaminaTimelineOptions *options,
                             LaminaMetrics               *metrics,
                             int                          y,
                             int                          width);

/* The name of a track at the left of its rows. */
G_GNUC_INTERNAL
void lamina_name_lay_out (LaminaScene                 *scene,
                          LaminaRun                   *run,
                          const LaminaTimelineRow     *row,
                          const LaminaTimelineOptions *options,
                          const char                  *path,
                          const char                  *caption,
                          int                          y,
                          int                          height,
                          LaminaMetrics               *metrics);

/* The name of the marks of the whole run. */
G_GNUC_INTERNAL
void lamina_marks_name_lay_out (LaminaScene                 *scene,
                                const LaminaTimelineOptions *options,
                                int                          y,
                                int                          height);

/* The note that tracks are hidden, across the whole width. */
G_GNUC_INTERNAL
void lamina_hidden_lay_out (LaminaScene                 *scene,
                            const LaminaTimelineOptions *options,
                            int                          y,
                            int                          height,
                            int                          width);

/* What a row with slices, a counter or a rate is called. */
G_GNUC_INTERNAL
const char *lamina_timeline_row_get_name (const LaminaTimelineRow *row,
                                          LaminaRun               *run,
                                          LaminaArrangement       *arrangement);

/* What the group of a row is called: the path of its track, and the family of a copy. */
G_GNUC_INTERNAL
char *lamina_timeline_row_dup_path (const LaminaTimelineRow *row,
                                    LaminaRun               *run,
                                    LaminaArrangement       *arrangement);

/* A label that is too long for its line goes on in those below, where the row is high enough. */
#define LAMINA_LABEL_MOST_LINES 4

/* How many lines a label may take in a row of this height. */
G_GNUC_INTERNAL
guint lamina_label_get_most_lines (int height);

/*
 * The lines of a label: whole in one line if it fits, else broken between words into at most @most lines, else the
 * beginning of it. The last line may be too long, and is cut with an ellipsis by whoever draws it; then at least four
 * characters have room. No line at all when there is no room for them.
 */
G_GNUC_INTERNAL
GPtrArray *lamina_label_dup_lines (LaminaMetrics *metrics,
                                   const char    *label,
                                   double         room,
                                   guint          most);

/* The room that a whole label needs in at most @most lines. */
G_GNUC_INTERNAL
double lamina_label_get_least_room (LaminaMetrics *metrics,
                                    const char    *label,
                                    guint          most);

/* Shorthands for what most layouts add. */
G_GNUC_INTERNAL
void lamina_scene_add_rect (LaminaScene *scene,
                            int          x,
                            int          y,
                            int          width,
                            int          height,
                            LaminaFill   fill);

G_GNUC_INTERNAL
void lamina_scene_add_words (LaminaScene *scene,
                             double       x,
                             double       y,
                             double       width,
                             LaminaAlign  align,
                             LaminaFont   font,
                             LaminaInk    ink,
                             const char  *text);

G_END_DECLS
