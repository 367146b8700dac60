/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LAMINA_MAX_DIMS:
 *
 * How many dimensions a shape in a text may have.
 */
#define LAMINA_MAX_DIMS 64

/**
 * LaminaShape:
 * @n: number of dimensions, 0 for a scalar
 * @dims: the dimensions, outermost first; %LAMINA_ABSENT for one that is not known
 *
 * A shape that was read from a text.
 */
typedef struct
{
  guint n;
  gint64 dims[LAMINA_MAX_DIMS];
} LaminaShape;

/**
 * lamina_shape_parse: (skip)
 * @text: (array length=length) (element-type guint8): dimensions between `,`, `x`, `×`, `*` or blanks, with or without
 *   brackets around: `[1, 64, 56, 56]`, `1x3x224x224`, `(10,)`, `[]`. `?`, `-1` and `None` are dimensions that are not
 *   known
 * @length: its length in bytes
 * @shape: (out caller-allocates): the shape
 *
 * Returns: %FALSE when the text is no shape, has more than %LAMINA_MAX_DIMS dimensions, or one that does not fit; @shape
 *   is undefined then
 */
LAMINA_AVAILABLE
gboolean lamina_shape_parse (const char  *text,
                             gsize        length,
                             LaminaShape *shape);

/**
 * lamina_shape_get_bytes: (skip)
 * @dims: (array length=n): dimensions
 * @n: how many
 * @bits: bits of one element, or 0 when that is not known
 *
 * Works out the size of a dense tensor; parts of a byte count as a whole one.
 *
 * Returns: bytes, or %LAMINA_ABSENT when a dimension or the element is not known, or the size does not fit
 */
LAMINA_AVAILABLE
gint64 lamina_shape_get_bytes (const gint64 *dims,
                               guint         n,
                               guint         bits);

G_END_DECLS
