/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

#define TENSORRT_TYPE_FORMAT (tensorrt_format_get_type ())
G_DECLARE_FINAL_TYPE (TensorrtFormat, tensorrt_format, TENSORRT, FORMAT, GObject)

/* How surely a text is of TensorRT, from 0 to 100. */
int tensorrt_probe (const LaminaHead *head);

/* Whether two files were written for the same engine. */
gboolean tensorrt_claims (const LaminaHead *opened,
                          const LaminaHead *sibling);

gboolean tensorrt_describe (LaminaDocument     *document,
                            const LaminaPlace  *place,
                            LaminaDetails      *details,
                            GError            **error);

G_END_DECLS
