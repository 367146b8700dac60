/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Names of device kernels are made by compilers and may take a thousand letters. The short name says what the kernel
 * does, then its element type and tile, then in brackets, which the views leave out where there is no room, what made
 * it: `gemm bf16 128×256 tn(cutlass_80_tensorop_…)`, `add<float>(vectorized_elementwise_kernel<4>)`. Template
 * arguments that say nothing to a reader are folded into `…`.
 *
 * Pure: the same name gives the same short name. Returns NULL when the name is short already.
 */
char *kernel_dup_short_name (const char *name);

/*
 * What folding took away may be all that tells kernels apart: names for @n that have one short name. What they differ in
 * stands in the brackets, as in `mul<float>(vectorized_elementwise_kernel<4>; AUnaryFunctor)`; where that is long, they keep
 * their whole names. All are different. (transfer full): as many as @names, and NULL.
 */
char **kernel_dup_distinct_names (const char        *short_name,
                                  const char *const *names,
                                  guint              n);

/* The one of a plain name, which is one identifier, as of cuBLAS, cuDNN, CUTLASS and Tensile; NULL when it does not follow them. */
char *kernel_dup_tile_name (const char *name,
                            gsize       length);

G_END_DECLS
