/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * lamina_clock_dup_text:
 * @session: a session
 * @clock: a clock of its run
 *
 * Returns: (transfer full): the offset in force: `shifted by +4.16 ms`, `its own times`
 */
char *lamina_clock_dup_text (LaminaSession *session,
                             guint          clock);

/**
 * lamina_clock_dup_hint:
 * @session: a session
 * @clock: a clock of its run
 *
 * Returns: (transfer full): all digits of the suggested offset and how it was found
 */
char *lamina_clock_dup_hint (LaminaSession *session,
                             guint          clock);

G_END_DECLS
