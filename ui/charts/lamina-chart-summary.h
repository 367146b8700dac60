/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* What the run adds up to, in one line of markup: `sum of layers <b>32.8 ms</b> · 84 layers`. */
char *lamina_chart_summary_dup_markup (LaminaSession *session);

/* What the charts are limited to, as a sentence; NULL when they show the whole run. */
char *lamina_chart_summary_dup_limits (LaminaSession *session);

G_END_DECLS
