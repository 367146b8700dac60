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

G_END_DECLS
