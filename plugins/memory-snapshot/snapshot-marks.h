/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-walk.h"

G_BEGIN_DECLS

/* Adds marks to the run where memory ran out, and where the program says something. */
void snapshot_marks_build (const SnapshotRun *run);

G_END_DECLS
