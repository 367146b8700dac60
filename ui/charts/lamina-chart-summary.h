/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * lamina_chart_summary_dup_markup:
 * @session: a session
 *
 * Returns: (transfer full): what its run adds up to, in one line of markup: `sum of layers <b>32.8 ms</b> · 84 layers`
 */
char *lamina_chart_summary_dup_markup (LaminaSession *session);

/**
 * lamina_chart_summary_dup_limits:
 * @session: a session
 *
 * Returns: (transfer full) (nullable): what the charts are limited to, as a sentence; %NULL when they show the whole run
 */
char *lamina_chart_summary_dup_limits (LaminaSession *session);

G_END_DECLS
