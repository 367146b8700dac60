/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE (TensorflowFormat, tensorflow_format, TENSORFLOW, FORMAT, GObject)

int tensorflow_probe (const LaminaHead *head);

/* The nodes that have to run before a node. */
gboolean tensorflow_describe (LaminaDocument     *document,
                              const LaminaPlace  *place,
                              LaminaDetails      *details,
                              GError            **error);

G_END_DECLS
