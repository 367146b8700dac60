/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run-private.h"

G_BEGIN_DECLS

/*
 * Freezing a run, in this order, since each step needs those before it: families of layers; tracks, with the positions
 * of their slices; where tracks stand; what layers own; the indexes of layers and tensors; costs and sums.
 */
typedef struct
{
  LaminaRun *run;
  GCancellable *cancellable;
  guint8 *families;        /* by string id: family + 1, 0 when not yet asked */
  gint64 *device_times;    /* by layer: from slices */
  gint64 *waits;           /* by layer: from slices */
  guint32 **positions;     /* by track as added, by slice as added; NULL where nothing moved */
  guint32 *track_places;   /* by track as added: its place among the tracks */
} LaminaFreeze;

/* Lanes, order, families and levels of detail of all tracks. FALSE when it was cancelled. */
gboolean lamina_freeze_tracks       (LaminaFreeze *self);

/* Puts the tracks into the order of the views, and moves what names a slice or a track. */
void     lamina_freeze_track_places (LaminaFreeze *self);

/* Turns what was staged for layers and tensors into indexes. */
void     lamina_freeze_indexes      (LaminaRun    *run);

G_END_DECLS
