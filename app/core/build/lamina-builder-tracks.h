/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/* The frame of a builder, which rows are put into: runs with their clocks, sections, groups and tracks. */

/**
 * lamina_builder_add_run:
 * @title: what to call it, unique in the document
 * @unit: what x means
 * @timing: how the positions came about
 *
 * Returns: the run
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_run (LaminaBuilder  *self,
                                const char     *title,
                                LaminaAxisUnit  unit,
                                LaminaTiming    timing);

/**
 * lamina_builder_get_span:
 * @run: any number
 * @begin: (out): takes where its first slice begins, on the axis as the clocks are set now
 * @end: (out): takes where its last slice ends
 *
 * For a format that adds to what another one has read.
 *
 * Returns: %FALSE when there is no such run, its axis is none of time, or no slices are on it
 */
LAMINA_AVAILABLE
gboolean lamina_builder_get_span (LaminaBuilder *self,
                                  guint32        run,
                                  gint64        *begin,
                                  gint64        *end);

/**
 * lamina_builder_set_layer_word:
 * @run: a run
 * @word: what its layers are called
 *
 * Says what the tool calls the layers of a run; without it they are layers.
 */
LAMINA_AVAILABLE
void lamina_builder_set_layer_word (LaminaBuilder   *self,
                                    guint32          run,
                                    LaminaLayerWord  word);

/**
 * lamina_builder_set_stated_time:
 * @run: a run
 * @time: nanoseconds, or %LAMINA_ABSENT
 *
 * Says how long the file states that all took of which the layers of a run are the parts, measured together with them: what
 * they don't add up to is shown as the time of none of them. Not for a time of another execution, without the profiler say, nor
 * where the file lists some of the parts only.
 */
LAMINA_AVAILABLE
void lamina_builder_set_stated_time (LaminaBuilder *self,
                                     guint32        run,
                                     gint64         time);

/**
 * lamina_builder_add_clock:
 * @name: what to call it
 *
 * Returns: the clock, with offset 0 and basis %LAMINA_CLOCK_FILE. A run without clocks gets one when a track is added
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_clock (LaminaBuilder *self,
                                  guint32        run,
                                  const char    *name);

/**
 * lamina_builder_set_clock_offset:
 * @clock: a clock
 * @offset: what to add to a time on this clock to get a time on the axis
 * @basis: how it was found
 * @bound: the smallest offset that is possible, or %LAMINA_ABSENT
 *
 * Suggests the offset of a clock.
 */
LAMINA_AVAILABLE
void lamina_builder_set_clock_offset (LaminaBuilder    *self,
                                      guint32           run,
                                      guint32           clock,
                                      gint64            offset,
                                      LaminaClockBasis  basis,
                                      gint64            bound);

/**
 * lamina_builder_add_section:
 * @title: what to call it
 *
 * Returns: the section
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_section (LaminaBuilder *self,
                                    guint32        run,
                                    const char    *title);

/**
 * lamina_builder_add_group:
 * @parent: the group around it, or %LAMINA_NONE
 * @name: what to call it
 * @kind: what it stands for
 *
 * Returns: the group. Groups stand in the order of adding
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_group (LaminaBuilder   *self,
                                  guint32          run,
                                  guint32          parent,
                                  const char      *name,
                                  LaminaGroupKind  kind);

/**
 * lamina_builder_add_track:
 * @group: its group, or %LAMINA_NONE
 * @name: what to call it
 * @clock: what its starts are counted from
 *
 * Adds a track of slices.
 *
 * Returns: the track. Tracks of a group stand in the order of their sort keys, then of adding
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_track (LaminaBuilder *self,
                                  guint32        run,
                                  guint32        group,
                                  const char    *name,
                                  guint32        clock);

/**
 * lamina_builder_add_counter:
 * @group: its group, or %LAMINA_NONE
 * @name: what to call it
 * @clock: what its times are counted from
 * @unit: unit of its values
 * @estimated: whether the values are worked out and do not stand in the file
 *
 * Adds a track of samples. A sample holds until the next one.
 *
 * Returns: the track
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_counter (LaminaBuilder *self,
                                    guint32        run,
                                    guint32        group,
                                    const char    *name,
                                    guint32        clock,
                                    LaminaUnit     unit,
                                    gboolean       estimated);

/**
 * lamina_builder_set_track_sort:
 * @sort: its sort key; 0 without this call
 *
 * Moves a track among those of its group.
 */
LAMINA_AVAILABLE
void lamina_builder_set_track_sort (LaminaBuilder *self,
                                    guint32        run,
                                    guint32        track,
                                    gint64         sort);

/**
 * lamina_builder_set_track_caption:
 * @caption: what a reader must know of it, in a few words
 *
 * Adds a quiet second line to the name of a track.
 */
LAMINA_AVAILABLE
void lamina_builder_set_track_caption (LaminaBuilder *self,
                                       guint32        run,
                                       guint32        track,
                                       const char    *caption);

/**
 * lamina_builder_set_track_source:
 * @source: index of the file that holds the arguments of its slices; 0 without this call
 *
 * Says where arguments stand.
 */
LAMINA_AVAILABLE
void lamina_builder_set_track_source (LaminaBuilder *self,
                                      guint32        run,
                                      guint32        track,
                                      guint          source);

G_END_DECLS
