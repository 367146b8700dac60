/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-walk.h"

G_BEGIN_DECLS

/* The levels of memory over the events of a run: what is reserved, active and requested, each a counter. */
typedef struct _SnapshotLevels SnapshotLevels;

/* Adds the counters. @run is used as long as they are. */
SnapshotLevels *snapshot_levels_new            (const SnapshotRun    *run);

void            snapshot_levels_free           (SnapshotLevels       *self);

/* The position where most is requested, the first one of several. */
gint64          snapshot_levels_get_peak       (const SnapshotLevels *self);

/* Adds what there is at the start, at the peak and in the end to the properties. @device: what to name in them, or NULL. */
void            snapshot_levels_add_properties (const SnapshotLevels *self,
                                                const char           *device);

/* Notes levels that can't be. */
void            snapshot_levels_note           (const SnapshotLevels *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SnapshotLevels, snapshot_levels_free)

G_END_DECLS
