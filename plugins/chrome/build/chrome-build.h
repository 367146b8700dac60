/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * The last step: what was assembled goes to the builder.
 */

/* Makes the groups and tracks of the builder, with their titles and in their order. */
void     chrome_trace_add_groups     (ChromeTrace *self);

/* Adds slices, counters, flows, ties and marks, in this order. FALSE when it was cancelled. */
gboolean chrome_trace_build          (ChromeTrace *self);

/*
 * Adds a counter for each series of each C event that is still there, and accounts for these events. A dialect that
 * knows better sets the phase of its C events to CHROME_PHASE_TAKEN in `understand`.
 */
void     chrome_trace_build_counters (ChromeTrace *self);

/* Adds the marks, and says what was left out. Every record is accounted for then. */
void     chrome_trace_build_marks    (ChromeTrace *self);

G_END_DECLS
