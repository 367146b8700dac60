/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-walk.h"

G_BEGIN_DECLS

/* What happened beside allocations: marks where memory ran out and where the program says something, and slices of the regions that
 * it names for @device, LAMINA_ABSENT for the host. Accounts for the records of regions. */
void snapshot_marks_build (const SnapshotRun *run,
                           gint64             device);

G_END_DECLS
