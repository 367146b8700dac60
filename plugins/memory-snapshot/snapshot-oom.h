/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-walk.h"

G_BEGIN_DECLS

/*
 * What there was when memory ran out, as the end of a sentence: how much the allocator had at a position, how much of that was
 * free, and in how long a piece at most. Looks at all allocations.
 */
char *snapshot_explain_oom (const SnapshotWalk *walk,
                            gint64              position);

G_END_DECLS
