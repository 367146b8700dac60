/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-slice-list.h"
#include "lamina-track-outline.h"

G_BEGIN_DECLS

/* A row of a track that is open: what stands so many levels deep among the slices of its part. */
typedef struct
{
  LaminaOutlinePart part;
  guint32 depth;
  LaminaSliceList list;
} LaminaNestRow;

/*
 * A track with the functions of a program around its work, each part nested by itself, from top to bottom: modules and spans, work,
 * functions. So work stands on few rows, however many calls led to it. @n counts the slices of each part. Counted, for
 * arrangements that were made from each other share it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  GArray *rows; /* LaminaNestRow */
  guint n[LAMINA_N_OUTLINES];
} LaminaTrackNest;

/*
 * NULL where slices overlap each other without one being inside the other in such a way that more rows were needed than there are
 * lanes, which is the case in no sound file.
 * @with_runtime: whether functions stand there that say nothing of the program
 */
LaminaTrackNest *lamina_track_nest_new (LaminaTrack *track,
                                        gboolean     with_runtime);

LaminaTrackNest *lamina_track_nest_ref (LaminaTrackNest *self);

void lamina_track_nest_unref (LaminaTrackNest *self);

static inline const LaminaNestRow *
lamina_track_nest_get_row (const LaminaTrackNest *self,
                           guint                  i)
{
  return &g_array_index (self->rows, LaminaNestRow, i);
}

/* Whether the slice stands in the row. */
gboolean lamina_nest_row_has (const LaminaNestRow *self,
                              const LaminaSlices  *slices,
                              guint32              slice);

G_END_DECLS
