/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-regions.h"

G_BEGIN_DECLS

/*
 * The places in the program that ask for memory, as the layers of a run: a row for each, in each of the regions in which it does,
 * with how often it allocated, how much, and how much of that is there at the peak and in the end. Of a run that has layers of its
 * own, LAMINA_NONE, they are names alone.
 */
typedef struct _SnapshotSites SnapshotSites;

/* @regions: NULL leaves them out. */
SnapshotSites *snapshot_sites_new      (Snapshot            *snapshot,
                                        SnapshotRegions     *regions,
                                        guint32              run,
                                        const char          *device);

void           snapshot_sites_free     (SnapshotSites       *self);

/* Finds them, in the order in which they ask first, and makes a layer of each. */
void           snapshot_sites_find     (SnapshotSites       *self,
                                        const SnapshotWalk  *walk);

/* Counts an allocation by the stack @call, at a position or, LAMINA_ABSENT, before the first event. Returns the layer of its
 * site. */
guint32        snapshot_sites_add      (SnapshotSites       *self,
                                        guint32              call,
                                        gint64               position,
                                        gint64               bytes,
                                        gboolean             is_at_peak,
                                        gboolean             is_kept);

/* As a string of the builder. */
guint32        snapshot_sites_get_name (SnapshotSites       *self,
                                        guint32              layer);

/* Writes what was counted into the columns of the layers. */
void           snapshot_sites_finish   (SnapshotSites       *self);

G_END_DECLS
