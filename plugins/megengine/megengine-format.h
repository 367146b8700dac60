/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

#define MEGENGINE_TYPE_FORMAT (megengine_format_get_type ())

G_DECLARE_FINAL_TYPE (MegengineFormat, megengine_format, MEGENGINE, FORMAT, GObject)

int megengine_probe (const LaminaHead *head);

G_END_DECLS
