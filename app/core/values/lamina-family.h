/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * lamina_family_from_words:
 * @type: the type of a layer, or the empty string
 * @name: the name of a layer or slice, or the empty string
 *
 * Finds the family of work from the words of any tool: `ConvolutionForward`, `aten::conv2d`, `sgemm_128x64`,
 * `MaxPool_3`. The type decides; the name is asked when the type says nothing, or no more than "elementwise" while the
 * name is that of an activation function and of nothing else: `RELU(x)`, but not `FUSE_ADD_RELU(x,y)`. May be called by
 * any thread.
 *
 * Returns: the family; %LAMINA_FAMILY_OTHER when nothing is known
 */
LAMINA_AVAILABLE
LaminaFamily lamina_family_from_words (const char *type,
                                       const char *name);

/**
 * lamina_family_get_title:
 * @family: a family
 *
 * Returns: what to call it in a legend, in lower case: `matrix product`
 */
LAMINA_AVAILABLE
const char *lamina_family_get_title (LaminaFamily family);

G_END_DECLS
