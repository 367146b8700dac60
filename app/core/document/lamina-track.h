/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LaminaTrack:
 *
 * A lane of the timeline: slices of a thread, stream or queue, or the samples of a counter. Immutable; owned by its
 * run.
 *
 * Slices are stored lane by lane: first those of depth 0, then those of depth 1, and so on; within a lane they stand in
 * the order of their starts and do not overlap. A slice inside another lies deeper than that; slices that overlap
 * without one being inside the other lie on different lanes.
 */

/**
 * LaminaTrackInfo:
 * @name: what to call it
 * @caption: (nullable): what a reader must know of it, in a few words
 * @group: its group, or %LAMINA_NONE
 * @clock: the clock that its times are counted from
 * @source: index of the file that holds the arguments of its slices
 * @is_counter: whether it has samples, not slices
 * @unit: of a counter: the unit of its values
 * @is_estimated: of a counter: whether its values are worked out and do not stand in the file
 * @first_id: the id of its first slice among all slices of the run
 *
 * What is known of a track as a whole.
 */
typedef struct
{
  const char *name;
  const char *caption;
  guint32 group;
  guint32 clock;
  guint source;
  gboolean is_counter;
  LaminaUnit unit;
  gboolean is_estimated;
  guint64 first_id;
} LaminaTrackInfo;

/**
 * LaminaLane:
 * @kinds: bit k is set when the lane has a slice of the #LaminaSliceKind k
 * @busy: sum of the durations of its slices
 * @wait: the part of @busy that is waiting: slices of the kind %LAMINA_SLICE_WAIT
 *
 * What is on one lane of a track. Times are in the unit of the axis of the run.
 */
typedef struct
{
  guint32 kinds;
  gint64 busy;
  gint64 wait;
} LaminaLane;

/**
 * LaminaSlices:
 * @n: number of slices
 * @n_lanes: number of lanes, the largest depth + 1
 * @first: @n_lanes + 1 indexes: the slices of lane d are from [d] to before [d + 1]
 * @lanes: what is on each lane
 * @start: starts on the clock of the track
 * @duration: durations, not negative; 0 where the end is not known (see @flags)
 * @name: strings
 * @category: (nullable): strings, or 0: lamina_slices_get_category()
 * @category_code: (nullable): in the place of @category where there are few: indexes into @categories
 * @categories: (nullable): strings
 * @n_categories: number of @categories
 * @layer: (nullable): layers, or %LAMINA_NONE
 * @family: #LaminaFamily
 * @flags: #LaminaSliceKind in the lower four bits, %LAMINA_SLICE_OPEN
 * @args_offset: (nullable): where arguments stand in the source of the track, lower half: lamina_slices_get_args_offset()
 * @args_offset_high: (nullable): upper half of that
 * @args_length: (nullable): their length, or 0, lower half: lamina_slices_get_args_length()
 * @args_length_high: (nullable): upper half of that
 *
 * The slices of a track, as columns. Starts and durations are in the unit of the axis of the run.
 */
typedef struct
{
  guint n;
  guint n_lanes;
  const guint32 *first;
  const LaminaLane *lanes;
  const gint64 *start;
  const gint64 *duration;
  const guint32 *name;
  const guint32 *category;
  const guint8 *category_code;
  const guint32 *categories;
  guint n_categories;
  const guint32 *layer;
  const guint8 *family;
  const guint8 *flags;
  const guint32 *args_offset;
  const guint32 *args_offset_high;
  const guint16 *args_length;
  const guint16 *args_length_high;
} LaminaSlices;

/**
 * LAMINA_SLICE_KIND_MASK:
 *
 * The bits of the flags of a slice that hold its #LaminaSliceKind.
 */
#define LAMINA_SLICE_KIND_MASK 0x0f

/**
 * LAMINA_SLICE_OPEN:
 *
 * A flag of a slice: its end is not in the file.
 */
#define LAMINA_SLICE_OPEN 0x10

/**
 * LAMINA_LOD_FANOUT:
 *
 * How many slices, samples or blocks one block of the next level of detail covers.
 */
#define LAMINA_LOD_FANOUT 16

/**
 * LaminaSliceBlock:
 * @start: start of its first slice
 * @end: end of its last slice
 * @busy: sum of the durations of its slices
 * @family_busy: the part of @busy that belongs to @family
 * @family: the family that takes most of the time
 *
 * What %LAMINA_LOD_FANOUT neighbors of one lane look like from afar.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  gint64 busy;
  gint64 family_busy;
  guint8 family;
} LaminaSliceBlock;

/**
 * LaminaSampleBlock:
 * @min: the smallest of its values
 * @max: the largest of its values
 *
 * What %LAMINA_LOD_FANOUT neighboring samples look like from afar.
 */
typedef struct
{
  double min;
  double max;
} LaminaSampleBlock;

/**
 * LaminaSamples:
 * @n: number of samples
 * @time: when, on the clock of the track, ascending
 * @value: the value from then on
 * @min: the smallest value; 0 without samples
 * @max: the largest value; 0 without samples
 *
 * The samples of a counter, as columns.
 */
typedef struct
{
  guint n;
  const gint64 *time;
  const double *value;
  double min;
  double max;
} LaminaSamples;

/**
 * lamina_track_get_info: (skip)
 *
 * Returns: (transfer none): what is known of the track as a whole
 */
LAMINA_AVAILABLE
const LaminaTrackInfo *lamina_track_get_info (LaminaTrack *self);

/**
 * lamina_track_get_slices: (skip)
 *
 * Returns: (transfer none): its slices; none for a counter
 */
LAMINA_AVAILABLE
const LaminaSlices *lamina_track_get_slices (LaminaTrack *self);

/**
 * lamina_track_get_samples: (skip)
 *
 * Returns: (transfer none): its samples; none for a track of slices
 */
LAMINA_AVAILABLE
const LaminaSamples *lamina_track_get_samples (LaminaTrack *self);

/**
 * lamina_track_get_depth:
 * @self: a track of slices
 *
 * Returns: the lane that it lies on
 */
LAMINA_AVAILABLE
guint lamina_track_get_depth (LaminaTrack *self,
                              guint        slice);

/**
 * lamina_track_get_parent:
 * @self: a track of slices
 *
 * Returns: the nearest slice around it, or %LAMINA_NONE
 */
LAMINA_AVAILABLE
guint32 lamina_track_get_parent (LaminaTrack *self,
                                 guint        slice);

/**
 * lamina_track_dup_parents: (skip)
 * @self: a track of slices
 *
 * For whoever asks for most of them: all together take less time than each for itself.
 *
 * Returns: (transfer full): what lamina_track_get_parent() says of each slice
 */
LAMINA_AVAILABLE
guint32 *lamina_track_dup_parents (LaminaTrack *self);

/**
 * lamina_track_find_slice:
 * @self: a track of slices
 * @time: a time on the clock of the track
 *
 * Returns: the first slice of the lane that ends after @time or, when it takes no time, starts at or after it; the end
 *   of the lane when there is none
 */
LAMINA_AVAILABLE
guint lamina_track_find_slice (LaminaTrack *self,
                               guint        lane,
                               gint64       time);

/**
 * lamina_track_find_sample:
 * @time: a time on the clock of the track
 *
 * Returns: the last sample at or before @time, or %LAMINA_NONE when there is none
 */
LAMINA_AVAILABLE
guint lamina_track_find_sample (LaminaTrack *self,
                                gint64       time);

/**
 * lamina_track_get_n_levels:
 *
 * Returns: how many levels of detail there are above the slices or samples themselves
 */
LAMINA_AVAILABLE
guint lamina_track_get_n_levels (LaminaTrack *self);

/**
 * lamina_track_get_slice_blocks: (skip)
 * @self: a track of slices
 * @level: 1 to lamina_track_get_n_levels()
 * @n: (out): number of blocks; 0 above the highest level of the lane
 *
 * Block i of level k covers the slices from i × %LAMINA_LOD_FANOUT^k on, counted from the beginning of the lane, up to
 * before those of block i + 1.
 *
 * Returns: (transfer none) (array length=n) (nullable): the blocks of a lane
 */
LAMINA_AVAILABLE
const LaminaSliceBlock *lamina_track_get_slice_blocks (LaminaTrack *self,
                                                       guint        lane,
                                                       guint        level,
                                                       guint       *n);

/**
 * lamina_track_get_sample_blocks: (skip)
 * @level: 1 to lamina_track_get_n_levels()
 * @n: (out): number of blocks
 *
 * Block i of level k covers the samples from i × %LAMINA_LOD_FANOUT^k on.
 *
 * Returns: (transfer none) (array length=n) (nullable): the blocks
 */
LAMINA_AVAILABLE
const LaminaSampleBlock *lamina_track_get_sample_blocks (LaminaTrack *self,
                                                         guint        level,
                                                         guint       *n);

/**
 * lamina_slices_get_kind: (skip)
 * @slices: slices
 * @slice: one of them
 *
 * Returns: what it stands for
 */
static inline LaminaSliceKind
lamina_slices_get_kind (const LaminaSlices *slices,
                        guint               slice)
{
  return slices->flags ? (LaminaSliceKind) (slices->flags[slice] & LAMINA_SLICE_KIND_MASK) : LAMINA_SLICE_WORK;
}

/**
 * lamina_slices_is_part: (skip)
 * @slices: slices
 * @slice: one of them
 *
 * Returns: whether it is no more than a part of the slice around it
 */
static inline gboolean
lamina_slices_is_part (const LaminaSlices *slices,
                       guint               slice)
{
  LaminaSliceKind kind = lamina_slices_get_kind (slices, slice);

  return kind == LAMINA_SLICE_WAIT || kind == LAMINA_SLICE_KERNEL;
}

/**
 * lamina_slices_get_category: (skip)
 * @slices: slices
 * @slice: one of them
 *
 * Returns: a string, or 0
 */
static inline guint32
lamina_slices_get_category (const LaminaSlices *slices,
                            guint               slice)
{
  if (slices->category)
    return slices->category[slice];
  if (slices->categories)
    return slices->categories[slices->category_code ? slices->category_code[slice] : 0];
  return 0;
}

/**
 * lamina_slices_get_args_offset: (skip)
 * @slices: slices
 * @slice: one of them
 *
 * Returns: where its arguments stand in the source of the track
 */
static inline guint64
lamina_slices_get_args_offset (const LaminaSlices *slices,
                               guint               slice)
{
  guint64 high = slices->args_offset_high ? slices->args_offset_high[slice] : 0;

  return high << 32 | (slices->args_offset ? slices->args_offset[slice] : 0);
}

/**
 * lamina_slices_get_args_length: (skip)
 * @slices: slices
 * @slice: one of them
 *
 * Returns: the length of its arguments in bytes, or 0
 */
static inline guint32
lamina_slices_get_args_length (const LaminaSlices *slices,
                               guint               slice)
{
  guint32 high = slices->args_length_high ? slices->args_length_high[slice] : 0;

  return high << 16 | (slices->args_length ? slices->args_length[slice] : 0);
}

G_END_DECLS
