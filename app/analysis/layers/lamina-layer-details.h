/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_layer_details_read:
 * @document: a document
 * @run: index of a run
 * @layer: a layer of it
 * @error: return location for an error; %LAMINA_ERROR_CHANGED when the file is no longer the one that was opened
 *
 * Reads the attributes of a layer and, under their names, those of the kernels that it ran: profilers record these by
 * themselves, with their grids, streams and registers. Of several of one name the first one counts; what runs under the
 * name of the layer is the layer.
 *
 * Returns: (transfer full): the attributes, or %NULL on error
 */
LAMINA_AVAILABLE
LaminaDetails *lamina_layer_details_read (LaminaDocument  *document,
                                          guint            run,
                                          guint32          layer,
                                          GError         **error);

G_END_DECLS
