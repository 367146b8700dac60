/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Reads the attributes of a layer and, under their names, those of the kernels that it ran: profilers record these by
 * themselves, with their grids, streams and registers. Of several of one name the first one counts; what runs under the name of
 * the layer is the layer. Returns the attributes, or NULL on error. @error: return location for an error; LAMINA_ERROR_CHANGED
 * when the file is no longer the one that was opened. */
LAMINA_AVAILABLE
LaminaDetails *lamina_layer_details_read (LaminaDocument  *document,
                                          guint            run,
                                          guint32          layer,
                                          GError         **error);

/* Whether the file has so much to say of a layer, with its slices, or of a slice that to read it takes longer than a frame: some
 * megabytes. */
LAMINA_AVAILABLE
gboolean lamina_details_are_long (LaminaRun         *run,
                                  const LaminaPlace *place);

G_END_DECLS
