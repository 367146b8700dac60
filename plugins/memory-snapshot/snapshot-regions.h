/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-walk.h"

G_BEGIN_DECLS

/*
 * The regions that the program names for one device, each with a beginning and an end. Those that lie in no other one cut the run
 * into sections; where a single one is around all others, these do. Regions within say what the program does there.
 */
typedef struct _SnapshotRegions SnapshotRegions;

/* What stands around a position. */
typedef struct
{
  guint32 section;    /* from 0 on, or LAMINA_NONE */
  guint32 annotation; /* a string: the innermost region that is within a section, or 0 */
} SnapshotPlace;

/* Finds those of @device, LAMINA_ABSENT for the host, and accounts for their records. Without times there are none. */
SnapshotRegions *snapshot_regions_new       (const SnapshotRun *run,
                                             gint64             device);

void             snapshot_regions_free      (SnapshotRegions   *self);

/* Adds them to the run as slices of a track. */
void             snapshot_regions_add_track (SnapshotRegions   *self);

/* A section is added to the run when it is found for the first time. */
SnapshotPlace    snapshot_regions_find      (SnapshotRegions   *self,
                                             gint64             position);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SnapshotRegions, snapshot_regions_free)

G_END_DECLS
