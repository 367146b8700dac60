/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

G_BEGIN_DECLS

/*
 * How a reader has arranged the tracks of a run: which are hidden, collapsed, pinned at the top, split by family of work, and in
 * which order they stand. Immutable, reference-counted; every change makes another one. Holds no reference to the run, which must
 * live as long.
 *
 * What is arranged is named by a LaminaTarget of the kind LAMINA_TARGET_TRACK or LAMINA_TARGET_GROUP, as a timeline tells it for
 * the place of a name. Where layers have FLOP or bytes moved and times, a timeline that is arranged has rows for their rates, too,
 * named by LAMINA_TARGET_RATE, which can be hidden. Functions of a program on a track that is open stand below its work, named by
 * LAMINA_TARGET_FUNCTIONS, in one row when they are collapsed. Marks of the whole run have a row above all others, marks of a track
 * stand on it.
 */
typedef struct _LaminaArrangement LaminaArrangement;

/* What was done with a track or a group. */
typedef enum
{
  LAMINA_ARRANGEMENT_HIDDEN = 1 << 0,    /* it has no rows */
  /* a group has one row that sums up its tracks; a track has its outermost lane alone or, where functions or spans stand around the
   * work, one row for modules or spans and one for the outermost work; functions have a row for those that no other is around */
  LAMINA_ARRANGEMENT_COLLAPSED = 1 << 1,
  /* a track, or a group with its heading and all its tracks, stands at the top and does not scroll */
  LAMINA_ARRANGEMENT_PINNED = 1 << 2,
  /* below the lanes of a track stand copies of the outermost one, each with one family of work */
  LAMINA_ARRANGEMENT_SPLIT = 1 << 3,
  /* a counter keeps the scale that it needs for the whole run; else it has that of the range that is seen */
  LAMINA_ARRANGEMENT_FIXED = 1 << 4,
  LAMINA_ARRANGEMENT_WHOLE = 1 << 5, /* among functions stand those of the language and of frameworks, too */
} LaminaArrangementFlags;

/*
 * How a run is shown at first: all of its tracks but counters that are 0 all the time, those of devices above the others of their
 * group and those without work below them, else in the order of the file. Collapsed are tracks of devices that have spans above
 * their work, and in a run with devices threads with functions, and these functions. It looks at all slices, is made once, and kept
 * with the run. Any thread.
 */
LAMINA_AVAILABLE
LaminaArrangement *lamina_arrangement_attach_shown (LaminaRun *run);

LAMINA_AVAILABLE
LaminaArrangement *lamina_arrangement_ref (LaminaArrangement *self);

LAMINA_AVAILABLE
void lamina_arrangement_unref (LaminaArrangement *self);

/* The LaminaArrangementFlags of the item itself, whatever the groups around it have. */
LAMINA_AVAILABLE
guint lamina_arrangement_get (LaminaArrangement  *self,
                              const LaminaTarget *item);

/*
 * Whether the flag makes a difference for such an item: counters and groups that are no devices are not split, only counters have
 * a scale.
 */
LAMINA_AVAILABLE
gboolean lamina_arrangement_can_set (LaminaArrangement      *self,
                                     const LaminaTarget     *item,
                                     LaminaArrangementFlags  flag);

/* Whether the slice is seen: neither its track nor a group around it is hidden, nor is it folded away. */
LAMINA_AVAILABLE
gboolean lamina_arrangement_shows (LaminaArrangement    *self,
                                   const LaminaSliceRef *slice);

/*
 * Arranges the tracks of another version of the run as they stand here: tracks and groups that are there again, by their paths.
 * Tracks that were not there stand behind those that they stand behind in the file. Returns NULL where all stands as at first,
 * counters that are always zero left out. Takes time with each track; any thread.
 */
LAMINA_AVAILABLE
LaminaArrangement *lamina_arrangement_carry_over (LaminaArrangement *self,
                                                  LaminaRun         *run);

/* Whether functions that say nothing of the program are folded on any track, or could be. */
LAMINA_AVAILABLE
gboolean lamina_arrangement_has_runtime (LaminaArrangement *self);

/*
 * Whether functions of a program, or spans that somebody named, stand around the work of a track: collapsed, it shows modules or
 * spans in one row, and the outermost work, or functions without any work, in another.
 */
LAMINA_AVAILABLE
gboolean lamina_arrangement_has_outline (LaminaArrangement *self,
                                         guint              track);

/* The longest of the slices that a box of a timeline stands for, the first of equal ones. */
LAMINA_AVAILABLE
guint32 lamina_arrangement_find_longest (LaminaArrangement  *self,
                                         const LaminaTarget *target);

/* How many tracks are hidden, by themselves or with their groups. */
LAMINA_AVAILABLE
guint lamina_arrangement_get_n_hidden (LaminaArrangement *self);

/* Whether the track is hidden, by itself or with a group around it. */
LAMINA_AVAILABLE
gboolean lamina_arrangement_is_hidden (LaminaArrangement *self,
                                       guint              track);

/* Whether the track stands at the top, by itself or with a group around it. */
LAMINA_AVAILABLE
gboolean lamina_arrangement_is_pinned (LaminaArrangement *self,
                                       guint              track);

/* All flags that any track, group, rate or functions have, so that nobody looks for what is nowhere. */
LAMINA_AVAILABLE
guint lamina_arrangement_get_used (LaminaArrangement *self);

/* All tracks in their order, those of a group together. */
LAMINA_AVAILABLE
const guint32 *lamina_arrangement_get_order (LaminaArrangement *self,
                                             guint             *n);

/* Whether an item can be moved by so many neighbors within its group; negative steps go up. */
LAMINA_AVAILABLE
gboolean lamina_arrangement_can_move (LaminaArrangement  *self,
                                      const LaminaTarget *item,
                                      int                 steps);

/* Whether moving it beside another one would change anything, see LAMINA_CHANGE_MOVE_TO. */
LAMINA_AVAILABLE
gboolean lamina_arrangement_can_move_to (LaminaArrangement  *self,
                                         const LaminaTarget *item,
                                         const LaminaTarget *place,
                                         gboolean            after);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaArrangement, lamina_arrangement_unref)

G_END_DECLS
