/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-macros.h"

G_BEGIN_DECLS

/**
 * lamina_kernel_dup_short_name:
 * @name: the name of a kernel of a device, as a compiler made it; a symbol of C++ is demangled
 *
 * Such names may take a thousand letters. The short one says what the kernel does, then its element type and tile, then in
 * brackets, which the views leave out where there is no room, what made it: `gemm bf16 128×256 tn(cutlass_80_tensorop_…)`,
 * `add<float>(vectorized_elementwise_kernel<4>)`. Template arguments that say nothing to a reader are folded into `…`. The
 * same name gives the same short name. May be called by any thread.
 *
 * Returns: (transfer full) (nullable): the short name; %NULL when the name is short already
 */
LAMINA_AVAILABLE
char *lamina_kernel_dup_short_name (const char *name);

/**
 * lamina_kernel_dup_distinct_names:
 * @short_name: what lamina_kernel_dup_short_name() makes of each
 * @names: (array length=n): different names
 * @n: how many
 *
 * What was folded away may be all that tells kernels apart. What they differ in stands in the brackets then, as in
 * `mul<float>(vectorized_elementwise_kernel<4>; AUnaryFunctor)`; where that is long, they keep their whole names.
 *
 * Returns: (transfer full): a different name for each of @names, closed by %NULL
 */
LAMINA_AVAILABLE
char **lamina_kernel_dup_distinct_names (const char        *short_name,
                                         const char *const *names,
                                         guint              n);

G_END_DECLS
