/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-slice-list.h"

G_BEGIN_DECLS

/*
 * The parts of a track on which functions or spans stand around the work, from top to bottom: parts of the model and spans that
 * somebody named; work; and the functions, which are seen of a track that is open alone.
 */
typedef enum
{
  LAMINA_OUTLINE_AROUND,
  LAMINA_OUTLINE_WORK,
  LAMINA_OUTLINE_FUNCTIONS,
  LAMINA_N_OUTLINES,
} LaminaOutlinePart;

/*
 * What is seen of such a track when it is collapsed: the outermost modules, or else spans, and the outermost work. It is flat where
 * that is all the work there is. Of a track without any, the outermost functions stand in the place of work.
 * Counted, for arrangements that were made from each other share it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  gboolean has_frames;
  gboolean has_work;
  gboolean is_flat;
  LaminaSliceList lists[LAMINA_OUTLINE_FUNCTIONS];
} LaminaTrackOutline;

/* NULL where nothing but work stands on the track, or nothing but spans. */
LaminaTrackOutline *lamina_track_outline_new (LaminaTrack *track);

LaminaTrackOutline *lamina_track_outline_ref (LaminaTrackOutline *self);

void lamina_track_outline_unref (LaminaTrackOutline *self);

G_END_DECLS
