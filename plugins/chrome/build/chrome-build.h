/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/* Makes the groups and tracks of the builder, with their titles and in their order. */
void chrome_trace_add_groups (ChromeTrace *self);

G_END_DECLS
