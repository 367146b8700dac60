/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* Whether a thread is named after a device. */
gboolean mgetimeline_is_device  (const char  *name);

gboolean mgetimeline_add_layers (ChromeTrace *trace);

G_END_DECLS
