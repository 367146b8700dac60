/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* The element type of its first output that has one, else of its first input that has one, else 0. */
LAMINA_AVAILABLE
guint32 lamina_layer_get_dtype (LaminaRun *run,
                                guint      layer);

/* Whether what lamina_layer_get_dtype() returns does not stand in the file. */
gboolean lamina_layer_is_dtype_estimated (LaminaRun *run,
                                          guint      layer);

G_END_DECLS
