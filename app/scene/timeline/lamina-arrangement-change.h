/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"

G_BEGIN_DECLS

/* What a reader does to an arrangement. */
typedef enum
{
  LAMINA_CHANGE_TOGGLE, /* sets a flag of an item, or takes it away */
  LAMINA_CHANGE_MOVE,   /* moves an item by some neighbors within its group */
  /* moves an item beside another one; where they stand in different groups, as near as its own group allows: beside the item of its
   * own group that holds the place */
  LAMINA_CHANGE_MOVE_TO,
  LAMINA_CHANGE_SHOW_ALL,   /* hides nothing */
  LAMINA_CHANGE_SHOW_TRACK, /* neither hides the track nor a group around it, and collapses none of these groups */
  /* for who goes to a slice: neither hides its track, nor collapses that or its functions where the slice would not be seen */
  LAMINA_CHANGE_SHOW_SLICE,
} LaminaArrangementChangeKind;

/*
 * A change as it was asked for, to be worked out later: other changes may come before it.
 *
 * @item: of TOGGLE, MOVE and MOVE_TO, what is changed
 * @flag: of TOGGLE
 * @steps: of MOVE; negative for up
 * @place, @after: of MOVE_TO, beside what, and whether behind it
 * @slice: of SHOW_SLICE; of SHOW_TRACK its track
 */
typedef struct
{
  LaminaArrangementChangeKind kind;
  LaminaTarget item;
  LaminaArrangementFlags flag;
  int steps;
  LaminaTarget place;
  gboolean after;
  LaminaSliceRef slice;
} LaminaArrangementChange;

/* Returns: (transfer full): the other arrangement; a reference to the same one when nothing would change. Any thread. */
LAMINA_AVAILABLE
LaminaArrangement *lamina_arrangement_apply (LaminaArrangement             *self,
                                             const LaminaArrangementChange *change);

/*
 * Makes what every timeline and overview of the arrangement needs, and what takes time with each of its tracks: for threads that
 * change it or load its run.
 */
LAMINA_AVAILABLE
void lamina_arrangement_prepare (LaminaArrangement *self);

G_END_DECLS
