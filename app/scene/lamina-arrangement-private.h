/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"
#include "lamina-lane-list-private.h"

G_BEGIN_DECLS

/*
 * The slices of the outermost lane of a track, by family: those of family f are from @first[f] to before @first[f + 1]
 * of @slices, in the order of their starts. Counted, for arrangements that were made from each other share it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  guint32 first[LAMINA_N_FAMILIES + 1];
  guint32 *slices;
  GArray *levels[LAMINA_N_FAMILIES][LAMINA_LANE_LEVELS];
} LaminaTrackSplit;

G_GNUC_INTERNAL
LaminaTrackSplit *lamina_track_split_new (LaminaTrack *track);

G_GNUC_INTERNAL
LaminaTrackSplit *lamina_track_split_ref (LaminaTrackSplit *self);

G_GNUC_INTERNAL
void lamina_track_split_unref (LaminaTrackSplit *self);

struct _LaminaArrangement
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  guint n_tracks;
  guint n_groups;
  guint32 *order;
  guint8 *track_flags;
  guint8 *group_flags;
  LaminaTrackSplit **splits;
};

/* A copy that nobody else has yet and that may therefore be changed. */
G_GNUC_INTERNAL
LaminaArrangement *lamina_arrangement_copy (LaminaArrangement *self);

/* The slices of one family of a track that is split. */
G_GNUC_INTERNAL
LaminaLaneList lamina_arrangement_get_family (LaminaArrangement *self,
                                              guint              track,
                                              LaminaFamily       family);

G_END_DECLS
