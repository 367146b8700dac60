/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-walk.h"

G_BEGIN_DECLS

/* What the allocator had when memory ran out. */
typedef struct
{
  gint64 reserved;
  gint64 left;       /* how much of that was free */
  gint64 largest;    /* the longest piece of it */
  gboolean is_exact; /* whether the file states all sizes that these two follow from */
} SnapshotOom;

/* Looks at all allocations. */
SnapshotOom snapshot_explain_oom (const SnapshotWalk *walk,
                                  gint64              position);

G_END_DECLS
