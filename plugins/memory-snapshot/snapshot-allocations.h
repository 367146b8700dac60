/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-regions.h"

G_BEGIN_DECLS

/*
 * What asked for memory, for how long, and where it was given: a tensor for each allocation, with the calls and the site it comes
 * from, and the segments that hold them. Sites say what there is at the position @peak.
 */
void snapshot_allocations_build (const SnapshotRun *run,
                                 SnapshotRegions   *regions,
                                 gint64             peak);

G_END_DECLS
