/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Finds the layer, or else the slice, whose record has the byte. Looks at each of them: for a click, not for a frame. Returns
 * whether there is one. @source: index of a file of it; @offset: byte offset in its (inflated) text. */
LAMINA_AVAILABLE
gboolean lamina_place_find (LaminaDocument *document,
                            guint           source,
                            guint64         offset,
                            LaminaPlace    *place);

G_END_DECLS
