/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tensorrt-engine.h"

G_BEGIN_DECLS

/* The element type in `Thirty-two wide channel vectorized row major Int8 format`: `Int8`; NULL when there is none. */
char *tensorrt_layout_dup_dtype (const char *format);

/* How the elements lie: `NC/32HW`, `NHWC8`; NULL when the text does not say. */
char *tensorrt_layout_dup_name (const char *format,
                                guint       rank);

/* Size of a tensor without the padding of its channels, or LAMINA_ABSENT. */
gint64 tensorrt_layout_get_bytes (TensorrtEngine       *engine,
                                  const TensorrtTensor *tensor);

/* Size of weights, or LAMINA_ABSENT. */
gint64 tensorrt_weights_get_bytes (const TensorrtWeights *weights);

/*
 * What a convolution writes before anything is pooled: its dimensions from the input's, the window and @out_maps.
 * Returns how many there are; 0 when they can't be worked out.
 */
guint tensorrt_work_get_convolved (const gint64         *input,
                                   guint                 rank,
                                   const TensorrtWindow *window,
                                   gint64                out_maps,
                                   gint64               *output);

G_END_DECLS
