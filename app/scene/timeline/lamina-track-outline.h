/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-slice-list.h"

G_BEGIN_DECLS

/* What is seen of a collapsed track, from top to bottom: parts of the model, or else spans that somebody named; and work. */
typedef enum
{
  LAMINA_OUTLINE_AROUND,
  LAMINA_OUTLINE_WORK,
  LAMINA_N_OUTLINES,
} LaminaOutlinePart;

/*
 * A track on which functions or spans stand around the work, without them: the outermost slices of each part. It is flat where
 * that is all the work there is. Counted, for arrangements that were made from each other share it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  gboolean has_frames;
  gboolean is_flat;
  LaminaSliceList lists[LAMINA_N_OUTLINES];
} LaminaTrackOutline;

/* NULL where nothing but work stands on the track, or no work. */
LaminaTrackOutline *lamina_track_outline_new (LaminaTrack *track);

LaminaTrackOutline *lamina_track_outline_ref (LaminaTrackOutline *self);

void lamina_track_outline_unref (LaminaTrackOutline *self);

G_END_DECLS
