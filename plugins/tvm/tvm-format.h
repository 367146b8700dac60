/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE (TvmFormat, tvm_format, TVM, FORMAT, GObject)

int tvm_probe (const LaminaHead *head);

/* The texts of a row: what is neither number nor known elsewhere. */
gboolean tvm_describe (LaminaDocument     *document,
                       const LaminaPlace  *place,
                       LaminaDetails      *details,
                       GError            **error);

G_END_DECLS
