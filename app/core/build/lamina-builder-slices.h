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
 * LaminaSliceColumns: (skip)
 * @n: how many slices
 * @start: (array length=n): starts
 * @duration: (array length=n): durations, or %LAMINA_ABSENT
 * @name: (array length=n): strings
 * @category: (array length=n) (nullable): strings, or 0
 * @layer: (array length=n) (nullable): layers, or %LAMINA_NONE
 * @flags: (array length=n) (nullable): #LaminaSliceKind, and %LAMINA_SLICE_OPEN where @duration is only how long the
 *   slice is drawn
 * @args_offset: (array length=n) (nullable): where arguments stand
 * @args_length: (array length=n) (nullable): their length, or 0
 *
 * Slices to be added by lamina_builder_add_slice_columns(). See #LaminaSliceInit.
 */
typedef struct
{
  guint n;
  const gint64 *start;
  const gint64 *duration;
  const guint32 *name;
  const guint32 *category;
  const guint32 *layer;
  const guint8 *flags;
  const guint64 *args_offset;
  const guint32 *args_length;
} LaminaSliceColumns;

/**
 * lamina_builder_add_slice:
 * @self: a builder
 * @run: a run
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
 * lamina_builder_add_slices:
 * @self: a builder
 * @run: a run
 * @track: a track of slices
 * @n: how many
 * @starts: (array length=n): starts
 * @durations: (array length=n): durations
 * @names: (array length=n): strings
 *
 * Adds many slices that belong to no layer.
 *
 * Returns: the first of them; the others follow
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_slices (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        track,
                                   guint          n,
                                   const gint64  *starts,
                                   const gint64  *durations,
                                   const guint32 *names);

/**
 * lamina_builder_add_slice_columns: (skip)
 * @self: a builder
 * @run: a run
 * @track: a track of slices
 * @slices: the slices
 *
 * Adds many slices with everything that belongs to them, best some thousand at a time: so many stay in the cache of the
 * processor. A track whose slices come by start, longer ones first, need not be sorted.
 *
 * Returns: the first of them; the others follow
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_slice_columns (LaminaBuilder            *self,
                                          guint32                   run,
                                          guint32                   track,
                                          const LaminaSliceColumns *slices);

/**
 * lamina_builder_reserve_slices:
 * @self: a builder
 * @run: a run
 * @track: a track of slices
 * @n: how many slices it is going to have
 *
 * Makes room, so that a large track is never copied while it grows. More and fewer may be added.
 */
LAMINA_AVAILABLE
void lamina_builder_reserve_slices (LaminaBuilder *self,
                                    guint32        run,
                                    guint32        track,
                                    guint          n);

/**
 * lamina_builder_add_sample:
 * @self: a builder
 * @run: a run
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
 * @self: a builder
 * @run: a run
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
 * @self: a builder
 * @run: a run
 * @mark: a mark
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
 * @self: a builder
 * @run: a run
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

G_END_DECLS
