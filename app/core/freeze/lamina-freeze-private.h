/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-budget.h"
#include "lamina-import.h"
#include "lamina-run-fields.h"

G_BEGIN_DECLS

/*
 * Freezing a run, in this order, since each step needs those before it: families of layers; tracks, with the positions
 * of their slices, and side by side with them the indexes of layers and tensors; where tracks stand; what layers own;
 * costs and sums.
 *
 * What can be done row by row or track by track is done by several threads. Sums are not: what they come to must not
 * hang on who was faster.
 */
typedef struct
{
  LaminaRun *run;
  LaminaImport *import;
  LaminaBudget *budget; /* see lamina_builder_set_budget() */
  GCancellable *cancellable;
  guint n_threads;
  _Atomic guint8 *said;        /* by string id: what it says of families; see lamina-freeze-families.c */
  _Atomic guint8 *activations; /* by string id: 1 + whether it is the name of an activation; 0 when not yet asked */
  gint64 *device_times;        /* by layer: from slices */
  gint64 *waits;               /* by layer: from slices; NULL when nothing waits */
  guint32 **positions;         /* by track as added, by slice as added; NULL where nothing moved */
  guint32 *track_places;       /* by track as added: its place among the tracks */
  _Atomic gboolean has_other_starts; /* of layers than those of their slices */
} LaminaFreeze;

typedef void (*LaminaFreezeRange) (LaminaFreeze *self,
                                   guint         from,
                                   guint         to);

/* Calls @func for parts of 0 to @n - 1, in any order, in all threads; when it was cancelled, not for all of them. */
void     lamina_freeze_rows           (LaminaFreeze      *self,
                                       guint              n,
                                       LaminaFreezeRange  func);

/*
 * Families of layers, and then those of slices. The first also finds what names say that slices of no layer have; slices
 * can be told theirs in any order, by all threads.
 */
void     lamina_freeze_layer_families (LaminaFreeze      *self);
void     lamina_freeze_slice_families (LaminaFreeze      *self,
                                       LaminaSlices      *slices,
                                       guint              from,
                                       guint              to);

/* Lanes, order, families and levels of detail of all tracks; and lamina_freeze_indexes(). FALSE when it was cancelled. */
gboolean lamina_freeze_tracks_and_indexes (LaminaFreeze  *self);

/* Which layers asked for the memory of tensors, by what stands around the time on tracks of the host. Needs tracks as they were
 * added, with lanes. */
void     lamina_freeze_producers      (LaminaFreeze      *self);

/* What layers own: their slices, and what the format left to the core. */
void     lamina_freeze_layers         (LaminaFreeze      *self);

/* Turns what was staged for layers and tensors into indexes. Some are missing when it was cancelled. */
void     lamina_freeze_indexes        (LaminaRun         *run,
                                       GCancellable      *cancellable);

/* Finds the parents of all slices where a track has so many lanes that searching for one takes long. After its lanes. */
void     lamina_track_index_parents   (LaminaTrack       *track);

/* Fill the lanes and levels of a track whose slices or samples are in their final order. */
void     lamina_track_build_levels    (LaminaTrack       *track);

/* How many bytes they take, or hardly more. */
guint64  lamina_track_measure_levels  (LaminaTrack       *track);

/* @n cells that are absent. */
gint64  *lamina_absent_cells          (guint              n);

G_END_DECLS
