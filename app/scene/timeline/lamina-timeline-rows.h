/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement-state.h"
#include "lamina-label-lines.h"
#include "lamina-time-view.h"
#include "lamina-timeline.h"

G_BEGIN_DECLS

/*
 * How a timeline is laid out, in three steps: rows (what stands where, whatever the range), the boxes of the visible
 * lanes (what is seen of each, within the limits of a frame), and the groups of the scene.
 */

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
 * window and do not scroll, with @indent 0 where they have no heading above. The lanes from @lane + 1 to @lane + @n_folded
 * hold nothing but parts of slices above and are drawn over this one. The track of a heading is the first one below it.
 * @part of @n_parts says which strip it is, or which part of an outline, or @part which rate. Of a track with functions that is
 * open, @lane is the row of the nest, and @depth how deep it is in its part. Of a row without copies for families, @family is
 * LAMINA_N_FAMILIES.
 *
 * The deep lanes of a track are one row, a run, until it is known which of them are seen: below its lane it stands for @n_more that
 * follow, each with a height of its own.
 */
typedef struct
{
  LaminaTimelineRowKind kind;
  guint32 group;
  guint32 track;
  guint32 lane;
  guint32 n_folded;
  guint32 n_more;
  guint32 indent;
  guint8 family;
  guint8 part;
  guint8 n_parts;
  guint is_on_device : 1;
  guint is_pinned : 1;
  guint is_collapsed : 1;
  guint32 depth;
  int y;
  int height;
} LaminaTimelineRow;

/* Where a row that is placed ends, with all lanes that it stands for. */
static inline gint64
lamina_timeline_row_get_bottom (const LaminaTimelineRow *row)
{
  return row->y + ((gint64) row->n_more + 1) * row->height;
}

/* The row of one of the lanes that a row stands for, and of @n_more that follow it. */
LaminaTimelineRow lamina_timeline_row_pick (const LaminaTimelineRow *row,
                                            guint32                  lane,
                                            guint32                  n_more);

/*
 * Appends a row that is placed to @rows, unless it ends before what is seen, which is between @from and before @to, in pixels from
 * the top of all tracks: of a run a row for each lane that is seen, and one for what is above and one for what is below them.
 */
void lamina_timeline_row_open (const LaminaTimelineRow *row,
                               gint64                   from,
                               gint64                   to,
                               GArray                  *rows);

/* Whether a run has marks that belong to none of its tracks. */
gboolean lamina_timeline_has_marks (LaminaRun *run);

/* The rows of a run from top to bottom, not placed yet. All who ask for those of an arrangement share them, and change none. */
GArray *lamina_timeline_list_rows (LaminaRun         *run,
                                   LaminaArrangement *arrangement);

/* Whether a row holds slices. */
static inline gboolean
lamina_timeline_row_has_slices (const LaminaTimelineRow *row)
{
  return row->kind == LAMINA_TIMELINE_LANE || row->kind == LAMINA_TIMELINE_FAMILY || row->kind == LAMINA_TIMELINE_STRIP;
}

/* Whether it counts the memory that tensors keep. */
static inline gboolean
lamina_timeline_row_is_memory (const LaminaTimelineRow *row,
                               LaminaRun               *run)
{
  return row->kind == LAMINA_TIMELINE_COUNTER && row->track == lamina_run_get_memory (run)->counter;
}

/* Whether it shows a part of its track: of the outline where that is collapsed, else of the nest. */
static inline gboolean
lamina_timeline_row_is_outline (const LaminaTimelineRow *row)
{
  return row->kind == LAMINA_TIMELINE_LANE && row->n_parts > 0;
}

/* Whether it is one of the functions of a track, which have a name of their own. */
static inline gboolean
lamina_timeline_row_is_functions (const LaminaTimelineRow *row)
{
  return lamina_timeline_row_is_outline (row) && row->part == LAMINA_OUTLINE_FUNCTIONS;
}

/*
 * Whether a slice is seen in the row: in a lane, in a strip, or anywhere in a track that is collapsed. With the slice LAMINA_NONE,
 * whether the row is one of the track.
 */
gboolean lamina_timeline_row_has (const LaminaTimelineRow *row,
                                  LaminaRun               *run,
                                  LaminaArrangement       *arrangement,
                                  const LaminaSliceRef    *ref);

/* The slices of such a row. */
LaminaLaneList lamina_timeline_row_get_list (const LaminaTimelineRow *row,
                                             LaminaRun               *run,
                                             LaminaArrangement       *arrangement);

/* The name of the group that a heading stands for, in the language of the user where the file gives none. */
const char *lamina_heading_get_name (LaminaRun               *run,
                                     const LaminaTimelineRow *row);

/* What a row with slices, a counter or a rate is called. */
const char *lamina_timeline_row_get_name (const LaminaTimelineRow *row,
                                          LaminaRun               *run,
                                          LaminaArrangement       *arrangement);

/* What the group of a row is called: the path of its track, and the family of a copy. */
char *lamina_timeline_row_dup_path (const LaminaTimelineRow *row,
                                    LaminaRun               *run,
                                    LaminaArrangement       *arrangement);

G_END_DECLS
