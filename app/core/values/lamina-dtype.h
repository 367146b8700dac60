/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LaminaDtypeKind:
 * @LAMINA_DTYPE_UNKNOWN: a word that is not known
 * @LAMINA_DTYPE_FLOAT: floating point numbers
 * @LAMINA_DTYPE_BRAIN_FLOAT: bfloat16
 * @LAMINA_DTYPE_TENSOR_FLOAT: TF32, stored as 32 bits
 * @LAMINA_DTYPE_INTEGER: integers with or without a sign, quantized numbers among them
 * @LAMINA_DTYPE_BOOLEAN: true or false
 * @LAMINA_DTYPE_COMPLEX: pairs of floating point numbers
 *
 * What kind of numbers an element type holds.
 */
typedef enum
{
  LAMINA_DTYPE_UNKNOWN,
  LAMINA_DTYPE_FLOAT,
  LAMINA_DTYPE_BRAIN_FLOAT,
  LAMINA_DTYPE_TENSOR_FLOAT,
  LAMINA_DTYPE_INTEGER,
  LAMINA_DTYPE_BOOLEAN,
  LAMINA_DTYPE_COMPLEX,
} LaminaDtypeKind;

/**
 * lamina_dtype_get_bits:
 * @dtype: an element type in the words of any tool: `float32`, `FP16`, `Half`, `c10::BFloat16`, `tensor(float)`,
 *   `QuantizedS8(0.5)`; letters of either case are equal
 *
 * Returns: bits of one element, or 0 when the word is not known or an element has no fixed size
 */
LAMINA_AVAILABLE
guint lamina_dtype_get_bits (const char *dtype);

/**
 * lamina_dtype_get_kind:
 * @dtype: an element type in the words of any tool, as lamina_dtype_get_bits() takes it
 *
 * Returns: what kind of numbers it holds
 */
LAMINA_AVAILABLE
LaminaDtypeKind lamina_dtype_get_kind (const char *dtype);

/**
 * lamina_dtype_get_name:
 * @dtype: an element type in the words of any tool, as lamina_dtype_get_bits() takes it
 *
 * What the field calls it, after PyTorch and NumPy: `float32` for `FP32`, `Float` and `tensor(float)`, `bfloat16` for
 * `c10::BFloat16`. The builder writes tensors so.
 *
 * Returns: its name; @dtype itself where it is not known, or says more than a name does, as `QuantizedS8(0.5)`; the empty string
 *   for `void`, which is none
 */
const char *lamina_dtype_get_name (const char *dtype);

G_END_DECLS
