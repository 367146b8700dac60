/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-builder.h"

G_BEGIN_DECLS

/* For formats that read large tables in several threads. Not part of lamina-core.h. */

/**
 * LaminaSlicesFunc: (skip)
 * @i: which of the tracks
 * @from: which of its slices is the first of these, counted from 0
 * @n: how many
 * @slices: (array length=n) (inout): slices of which nothing is known yet
 * @data: what was given to lamina_builder_fill_slices()
 *
 * Tells some slices of a track, in any thread, while other threads tell others.
 */
typedef void (*LaminaSlicesFunc) (guint            i,
                                  guint            from,
                                  guint            n,
                                  LaminaSliceInit *slices,
                                  gpointer         data);

/**
 * lamina_builder_fill_slices: (skip)
 * @self: a builder
 * @run: a run
 * @n_tracks: how many tracks
 * @tracks: (array length=n_tracks): tracks of the run, each of them once
 * @n_slices: (array length=n_tracks): how many slices each of them gets
 * @func: tells some of them
 * @data: handed to it
 *
 * Adds many slices, in as many threads as there are processors. When there is no room for all, or the load was cancelled,
 * none are added.
 *
 * Returns: whether they were added
 */
LAMINA_AVAILABLE
gboolean lamina_builder_fill_slices (LaminaBuilder    *self,
                                     guint32           run,
                                     guint             n_tracks,
                                     const guint32    *tracks,
                                     const guint      *n_slices,
                                     LaminaSlicesFunc  func,
                                     gpointer          data);

/**
 * lamina_builder_rest_strings: (skip)
 * @self: a builder
 *
 * Gives back the memory that looking strings up takes, before large tables take theirs. It is made anew when another string
 * is interned, which takes a while.
 */
LAMINA_AVAILABLE
void     lamina_builder_rest_strings (LaminaBuilder *self);

/**
 * lamina_builder_get_record_offset: (skip)
 * @self: a builder
 * @record: a record of its import
 *
 * Returns: where the record begins in its file, in bytes; 0 when there is no such record
 */
LAMINA_AVAILABLE
guint64  lamina_builder_get_record_offset (LaminaBuilder *self,
                                           guint32        record);

G_END_DECLS
