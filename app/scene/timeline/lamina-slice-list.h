/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-lane.h"

G_BEGIN_DECLS

/* Some slices of a track that do not overlap, in the order of their starts, with levels of detail of their own. */
typedef struct
{
  guint32 *index;
  guint n;
  GArray *levels[LAMINA_LANE_LEVELS];
} LaminaSliceList;

/* Takes @index over. */
void lamina_slice_list_init (LaminaSliceList    *self,
                             const LaminaSlices *slices,
                             guint32            *index,
                             guint               n);

void lamina_slice_list_clear (LaminaSliceList *self);

LaminaLaneList lamina_slice_list_get (const LaminaSliceList *self,
                                      const LaminaSlices    *slices);

G_END_DECLS
