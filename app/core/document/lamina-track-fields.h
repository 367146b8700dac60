/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-columns.h"
#include "lamina-track.h"

G_BEGIN_DECLS

/* One level of detail: the blocks of all lanes (of a counter: of its one lane), and where those of each lane begin. */
typedef struct
{
  gpointer blocks;
  guint32 *first;
} LaminaLevel;

struct _LaminaTrack
{
  LaminaTrackInfo info;
  gint64 sort;

  LaminaSlices slices;
  guint slices_capacity;
  guint32 *parents; /* by slice; NULL where there are so few lanes that they are looked through */
  LaminaSamples samples;
  guint samples_capacity;

  gint64 start;
  gint64 end;

  LaminaLevel *levels;
  guint n_levels;
};

/*
 * Columns of one size stand side by side. The last ones are NULL until they are needed: upper halves until one isn't 0,
 * codes until the track is frozen. One that is there has room for as many slices as the others.
 */
#define LAMINA_N_SLICE_COLUMNS 11
#define LAMINA_N_FIRST_SLICE_COLUMNS 8
#define LAMINA_N_SAMPLE_COLUMNS 2
extern const LaminaColumn lamina_slice_columns[LAMINA_N_SLICE_COLUMNS];
extern const LaminaColumn lamina_sample_columns[LAMINA_N_SAMPLE_COLUMNS];

LaminaTrack *lamina_track_new          (const char  *name,
                                        guint32      group,
                                        guint32      clock);
void         lamina_track_free         (LaminaTrack *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaTrack, lamina_track_free)

G_END_DECLS
