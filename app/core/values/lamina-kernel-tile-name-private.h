/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The short name of a plain name, which is one identifier, as of cuBLAS, cuDNN, CUTLASS and Tensile; NULL when it does not
 * follow them. */
char *lamina_kernel_dup_tile_name (const char *name,
                                   gsize       length);

G_END_DECLS
