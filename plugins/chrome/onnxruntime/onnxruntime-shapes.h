/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * `input_type_shape` and `output_type_shape` of a node, as JSON: `[{"float":[1,3,224,224]},{"int64":[]}]`.
 * Older versions write the dimensions in braces.
 */

/* The word of the dtype lives in the text. */
typedef struct
{
  const char *dtype;
  gsize dtype_length;
  LaminaShape shape;
} OnnxruntimeTensor;

G_END_DECLS
