/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"
#include "lamina-time-view.h"

G_BEGIN_DECLS

/* Blocks of the eighth level cover more slices than there can be. */
#define LAMINA_LANE_LEVELS 8
#define LAMINA_LEVEL_SHIFT 4

G_STATIC_ASSERT (1 << LAMINA_LEVEL_SHIFT == LAMINA_LOD_FANOUT);

/*
 * Slices that do not overlap, in the order of their starts, at the positions from @first to before @end: all of a lane,
 * or those of one family that @index lists. Blocks of the levels of detail are counted from @first. With a @coloring their
 * fills are in @colors; where these are NULL, it is asked for some slices of a block.
 */
typedef struct
{
  const LaminaSlices *slices;
  const guint32 *index;
  guint first;
  guint end;
  guint n_levels;
  const LaminaSliceBlock *levels[LAMINA_LANE_LEVELS];
  guint n_blocks[LAMINA_LANE_LEVELS];
  LaminaColoring *coloring;
  const LaminaColorBlock *colors[LAMINA_LANE_LEVELS];
} LaminaLaneList;

/* All slices of a lane; none when there is no such lane. */
LaminaLaneList lamina_lane_list_init (LaminaTrack *track,
                                      guint        lane);

/* Has slices colored by something other than their families; @coloring may be NULL. */
void lamina_lane_list_set_coloring (LaminaLaneList *self,
                                    LaminaColoring *coloring,
                                    guint           track,
                                    guint           lane);

/* The fill of a slice. */
static inline guint8
lamina_lane_list_get_color (const LaminaLaneList *self,
                            guint32               slice)
{
  return self->coloring != NULL ? (guint8) lamina_coloring_get_slice (self->coloring, self->slices, slice)
                                : self->slices->family[slice];
}

/* From this lane on a track is no stack any more: it has slices that overlap, thousands of lanes maybe, and none is looked at. */
#define LAMINA_DEEP_LANE 256

/* Whether a lane holds nothing but parts of the slices above, waiting and kernels, and is drawn over them. No deep one is. */
gboolean lamina_lane_is_folded (const LaminaSlices *slices,
                                guint               lane);

/* The slice at a position. */
static inline guint32
lamina_lane_list_get (const LaminaLaneList *self,
                      guint                 at)
{
  return self->index != NULL ? self->index[at] : at;
}

/* The first position whose slice ends after a time or, when it takes no time, starts at or after it. */
guint lamina_lane_list_find_end (const LaminaLaneList *self,
                                 gint64                time);

/* The first position whose slice starts at or after a time. */
guint lamina_lane_list_find_start (const LaminaLaneList *self,
                                   gint64                time);

/* The position of a slice; the end when it is not in the list. */
guint lamina_lane_list_find (const LaminaLaneList *self,
                             guint32               slice);

#define LAMINA_LANE_DENSITIES 7

/*
 * A box of a lane before it is placed: pixels @x to before @end of the plot, standing for @n slices from @first on. One
 * that is merged has no kind of its own, and @density of LAMINA_LANE_DENSITIES parts of it are filled. @family is that of
 * its fill.
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
  guint8 density;
  guint8 is_merged;
} LaminaLaneBox;

/* The positions of a list whose slices touch a view: from @first to before @end. */
typedef struct
{
  guint first;
  guint end;
} LaminaLaneRange;

LaminaLaneRange lamina_lane_get_range (const LaminaLaneList *list,
                                       const LaminaTimeView *view);

/*
 * Appends the boxes of what a lane has in the view, which is on the clock of the track. Slices at least @merge pixels
 * wide have a box of their own, narrower neighbors share boxes of @merge pixels. Stops when there are more than
 * @limit. Every slice of the range stands in exactly one box.
 *
 * Returns: how many pixels were done: the width of the view when all fitted
 */
int lamina_lane_lay_out (const LaminaLaneList  *list,
                         const LaminaTimeView  *view,
                         const LaminaLaneRange *range,
                         int                    merge,
                         guint                  limit,
                         GArray                *boxes);

/* Appends boxes for those slices of a lane that are at least @least pixels wide. */
void lamina_lane_lay_out_wide (const LaminaLaneList *list,
                               const LaminaTimeView *view,
                               int                   least,
                               GArray               *boxes);

G_END_DECLS
