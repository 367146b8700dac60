/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* Where something lies on the axis of a session, counted from its start. */

/* Both ends of a part of the axis on one scale, with the unit once and the digits that tell them apart: `11.120 → 11.346 ms`.
 * A line can be broken before the second end alone, which keeps its unit. */
char *lamina_place_dup_range (LaminaSession     *session,
                              const LaminaRange *range);

/* One end of a part of the axis, with the digits that tell a thousandth of its length: `11.1204 ms`. */
char *lamina_place_dup_end (LaminaSession     *session,
                            const LaminaRange *range,
                            gint64             position);

/* A position, to a thousandth of the run: `11.12 ms`, `step 53`. */
char *lamina_place_dup_moment (LaminaSession *session,
                               gint64         position);

G_END_DECLS
