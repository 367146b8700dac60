/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-track.h"

G_BEGIN_DECLS

/* What stands on the tracks of a builder: slices, samples, marks and flows. */

/**
 * LaminaSliceInit:
 * @start: when it starts on the clock of its track, in the unit of the axis of its run
 * @duration: how long it takes, in the same unit; %LAMINA_ABSENT when its end is not in the file
 * @name: a string
 * @category: a string, or 0
 * @layer: the layer that it belongs to, or %LAMINA_NONE
 * @kind: what it stands for
 * @is_open: its end is not in the file, and @duration is only how long it is drawn
 * @args_length: bytes of its arguments, or 0
 * @args_offset: where they stand in the source of its track, see lamina_builder_set_track_source()
 *
 * A slice to be added. Begin with %LAMINA_SLICE_INIT.
 */
typedef struct
{
  gint64 start;
  gint64 duration;
  guint32 name;
  guint32 category;
  guint32 layer;
  LaminaSliceKind kind;
  gboolean is_open;
  guint32 args_length;
  guint64 args_offset;
} LaminaSliceInit;

#define LAMINA_SLICE_INIT ((LaminaSliceInit) { .layer = LAMINA_NONE })

/**
 * lamina_builder_add_slice:
 * @track: a track of slices
 * @slice: the slice
 *
 * Returns: the slice
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_slice (LaminaBuilder         *self,
                                  guint32                run,
                                  guint32                track,
                                  const LaminaSliceInit *slice);

/**
 * lamina_builder_add_sample:
 * @track: a counter
 * @time: when
 * @value: the value from then on
 *
 * Adds a sample. Of two samples at one time the one that was added later holds.
 *
 * Returns: the sample
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_sample (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        track,
                                   gint64         time,
                                   double         value);

/**
 * lamina_builder_add_mark:
 * @track: the track that it stands on, or %LAMINA_NONE for the whole run
 * @clock: what @time is counted from
 * @time: when
 * @duration: how long; 0 for a moment
 * @name: a string
 *
 * Returns: the mark
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_mark (LaminaBuilder *self,
                                 guint32        run,
                                 guint32        track,
                                 guint32        clock,
                                 gint64         time,
                                 gint64         duration,
                                 guint32        name);

/**
 * lamina_builder_set_mark_args:
 * @source: index of the file
 * @offset: byte offset of the arguments
 * @length: their length in bytes
 *
 * Says where attributes of a mark stand. They are parsed when somebody looks.
 */
LAMINA_AVAILABLE
void lamina_builder_set_mark_args (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        mark,
                                   guint          source,
                                   guint64        offset,
                                   guint32        length);

/**
 * lamina_builder_add_flow:
 * @name: a string, or 0
 * @from_track: track of the slice where it begins, or %LAMINA_NONE when the file has no beginning
 * @from_slice: the slice
 * @to_track: track of the slice where it ends, or %LAMINA_NONE when the file has no end
 * @to_slice: the slice
 *
 * Adds an arrow between two slices.
 *
 * Returns: the flow
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_flow (LaminaBuilder *self,
                                 guint32        run,
                                 guint32        name,
                                 guint32        from_track,
                                 guint32        from_slice,
                                 guint32        to_track,
                                 guint32        to_slice);

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

G_END_DECLS
