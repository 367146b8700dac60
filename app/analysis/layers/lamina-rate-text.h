/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-rate.h"

G_BEGIN_DECLS

/* It for people: `≈ 12.3 TFLOP/s over 63.0 % of the time`, with a ! before it where it is suspicious; "—" for none. */
LAMINA_AVAILABLE
char *lamina_rate_dup_text (const LaminaRate *self);

G_END_DECLS
