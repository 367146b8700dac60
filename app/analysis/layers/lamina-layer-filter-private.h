/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-query.h"

G_BEGIN_DECLS

/* Keeps those of @n layers that a text asks for, in their order: see lamina_layer_terms_parse(). FALSE when cancelled. */
gboolean lamina_layer_filter_keep_text (LaminaRun    *run,
                                        const char   *text,
                                        guint32      *rows,
                                        guint        *n,
                                        GCancellable *cancellable);

G_END_DECLS
