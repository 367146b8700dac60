/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * lamina_slice_ref_compare: (skip)
 * @a: (type gpointer): a #LaminaSliceRef
 * @b: (type gpointer): another one
 *
 * For lists of slices that are sorted and searched.
 *
 * Returns: negative, zero or positive, by tracks and then by slices
 */
LAMINA_AVAILABLE
int lamina_slice_ref_compare (gconstpointer a,
                              gconstpointer b);

G_END_DECLS
