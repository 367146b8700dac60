/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_place_find:
 * @document: a document
 * @source: index of a file of it
 * @offset: byte offset in its (inflated) text
 * @place: (out): the row
 *
 * Finds the layer, or else the slice, whose record has the byte. Looks at each of them: for a click, not for a frame.
 *
 * Returns: whether there is one
 */
LAMINA_AVAILABLE
gboolean lamina_place_find (LaminaDocument *document,
                            guint           source,
                            guint64         offset,
                            LaminaPlace    *place);

G_END_DECLS
