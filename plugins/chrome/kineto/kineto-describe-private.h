/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* See ChromeDialect. */
gboolean kineto_describe         (LaminaDetails     *details,
                                  const char        *key,
                                  const LaminaValue *value);
void     kineto_describe_around  (LaminaDetails        *details,
                                  LaminaRun            *run,
                                  const LaminaSliceRef *slice);

G_END_DECLS
