/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* For lists of slices that are sorted and searched. Returns negative, zero or positive, by tracks and then by slices. @a: a
 * LaminaSliceRef; @b: another one. */
LAMINA_AVAILABLE
int lamina_slice_ref_compare (gconstpointer a,
                              gconstpointer b);

G_END_DECLS
