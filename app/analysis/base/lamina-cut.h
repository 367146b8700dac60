/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Whether the file of a document ends where more was to follow. @length: how long the run lasts of what is left, in nanoseconds;
 * LAMINA_ABSENT where that is not known, or of several runs. Later events need not be all that is missing: a file may write them
 * in any order. */
LAMINA_AVAILABLE
gboolean lamina_cut_find (LaminaDocument *document,
                          gint64         *length);

G_END_DECLS
