/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/* For formats that read large tables. Not part of lamina-core.h. */

/**
 * lamina_cells_new: (skip)
 * @n: how many cells
 * @size: bytes of one
 *
 * Makes the memory of a long column. From two megabytes on the kernel is asked for large pages, each of which comes at
 * once: otherwise it hands out pages of four kilobytes one by one, which takes longer than filling them.
 *
 * Returns: (transfer full): cells that are not yet set; free them with g_free()
 */
LAMINA_AVAILABLE
gpointer lamina_cells_new (gsize n,
                           gsize size);

/**
 * lamina_cells_advise: (skip)
 * @cells: memory that is not yet in use
 * @size: its length in bytes
 *
 * Does for memory from elsewhere, such as that of a #GArray, what lamina_cells_new() does, except where it does not begin
 * at the border of a large page.
 */
LAMINA_AVAILABLE
void lamina_cells_advise (gpointer cells,
                          gsize    size);

G_END_DECLS
