/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/* While assembling: processes of counters become groups even when nothing else belongs to them. */
void chrome_counters_need_processes (ChromeTrace *self);

/*
 * Adds a counter for each series of each C event that is still there, and accounts for these events. A dialect that
 * knows better sets the phase of its C events to CHROME_PHASE_TAKEN in `mean`.
 */
void chrome_trace_build_counters    (ChromeTrace *self);

G_END_DECLS
