/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

#define CHROME_TYPE_FORMAT (chrome_format_get_type ())

G_DECLARE_FINAL_TYPE (ChromeFormat, chrome_format, CHROME, FORMAT, GObject)

/* How surely the text is a trace. */
int chrome_probe (const LaminaHead *head);

G_END_DECLS
