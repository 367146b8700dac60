/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * lamina_dtype_get_bits:
 * @dtype: an element type in the words of any tool: `float32`, `FP16`, `Half`, `c10::BFloat16`, `tensor(float)`,
 *   `QuantizedS8(0.5)`; letters of either case are equal
 *
 * Returns: bits of one element, or 0 when the word is not known or an element has no fixed size
 */
LAMINA_AVAILABLE
guint lamina_dtype_get_bits (const char *dtype);

G_END_DECLS
