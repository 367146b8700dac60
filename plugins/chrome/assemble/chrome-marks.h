/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * Marks: instants, samples, snapshots, and whatever else happened at one time or could not become a slice (an end
 * without a begin, a negative duration). They stand on their track; those that concern the whole trace above all
 * tracks.
 */

/* While assembling: tracks on which marks stand are needed. */
void chrome_marks_need_tracks (ChromeTrace *self);

/* While building: adds the marks, and says what was left out. Every record is accounted for then. */
void chrome_trace_build_marks (ChromeTrace *self);

G_END_DECLS
