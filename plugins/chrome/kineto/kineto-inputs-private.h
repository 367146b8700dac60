/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * `Input Dims` and `Input type` of an operator, as JSON: one element for each argument.
 *
 *   [[64,3,224,224],[],[[8],[8,8]]]     ["float","Scalar","TensorList"]
 *
 * Tensors have a shape, also `[]` when their type is that of an element; lists of tensors a list of shapes, of which any may
 * be `[]`. All other arguments, whose shape is `[]`, are no tensors.
 */

/* The dimensions stand in the array beside. The word of the dtype lives in the text of the types; it may be empty. */
typedef struct
{
  guint first;
  guint n;
  const char *dtype;
  gsize dtype_length;
} KinetoInput;

/*
 * Appends the tensors to @inputs (KinetoInput) and their dimensions to @dims (gint64). Returns FALSE when @shapes is no
 * such list; what was understood before is kept. @types may be NULL.
 */
gboolean kineto_parse_inputs   (const char *shapes,
                                const char *types,
                                GArray     *inputs,
                                GArray     *dims);

/* Bits of an element in the words of PyTorch: `long int`, `c10::BFloat16`; 0 for other words. */
guint    kineto_get_dtype_bits (const char *dtype,
                                gsize       length);

G_END_DECLS
