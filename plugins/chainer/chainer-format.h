/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE (ChainerFormat, chainer_format, CHAINER, FORMAT, GObject)

int chainer_probe (const LaminaHead *head);

/* Whether a file is a schedule: nothing but lines that compute or forget. */
gboolean chainer_is_schedule (const LaminaHead *head);

G_END_DECLS
