/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-layout.h"

#include <string.h>

/* What a layer computes and moves, as far as it follows from what its file says. */

static gint64
get_or (const TensorrtSpan *span,
        guint               i,
        gint64              otherwise)
{
  return i < span->n ? span->values[i] : otherwise;
}

static gint64
get_length (gint64                length,
            const TensorrtWindow *window,
            guint                 i)
{
  gint64 dilation = get_or (&window->dilation, i, 1), stride = get_or (&window->stride, i, 1);
  gint64 reach;

  if (window->kernel.values[i] < 1 || dilation < 1 || stride < 1
      || __builtin_mul_overflow (window->kernel.values[i] - 1, dilation, &reach))
    return LAMINA_ABSENT;
  if (__builtin_add_overflow (length, get_or (&window->before, i, 0), &length)
      || __builtin_add_overflow (length, get_or (&window->after, i, 0), &length)
      || __builtin_sub_overflow (length, reach + 1, &length))
    return LAMINA_ABSENT;
  return length < 0 ? LAMINA_ABSENT : length / stride + 1;
}

guint
tensorrt_work_get_convolved (const gint64         *input,
                             guint                 rank,
                             const TensorrtWindow *window,
                             gint64                out_maps,
                             gint64               *output)
{
  guint n = window->kernel.n;

  if (n == 0 || rank != n + 2 || out_maps == LAMINA_ABSENT)
    return 0;
  output[0] = input[0];
  output[1] = out_maps;
  for (guint i = 0; i < n; i++)
    {
      output[i + 2] = input[i + 2] < 0 ? LAMINA_ABSENT : get_length (input[i + 2], window, i);
      if (output[i + 2] == LAMINA_ABSENT)
        return 0;
    }
  return rank;
}

static const TensorrtTensor *
get_first (TensorrtEngine *engine,
           TensorrtRange   range)
{
  const TensorrtTensor *tensor = range.n > 0 ? tensorrt_engine_get_tensor (engine, range.first) : NULL;

  return tensor && tensor->has_dims ? tensor : NULL;
}

/* Each weight works once at each place: of the output, or of the input where a convolution is transposed. */
static gint64
get_places (TensorrtEngine      *engine,
            const TensorrtLayer *layer)
{
  const TensorrtTensor *input = get_first (engine, layer->inputs), *output = get_first (engine, layer->outputs);
  gboolean transposed = layer->layer_type && strstr (layer->layer_type, "Deconv");
  const TensorrtTensor *tensor = transposed ? input : output;
  gint64 convolved[TENSORRT_MAX_SPATIAL + 2], places;
  const gint64 *dims = convolved;
  guint n = 0;

  if (g_strcmp0 (layer->parameter_type, "ConvActPool") == 0 && input)
    n = tensorrt_work_get_convolved (tensorrt_engine_get_dims (engine, input), input->dims.n, &layer->window,
                                     layer->out_maps, convolved);
  else if (g_strcmp0 (layer->parameter_type, "Convolution") == 0 && tensor)
    {
      dims = tensorrt_engine_get_dims (engine, tensor);
      n = tensor->dims.n;
    }
  if (n < 3 || dims[0] < 0)
    return LAMINA_ABSENT;
  places = dims[0];
  for (guint i = 2; i < n; i++)
    if (dims[i] < 0 || __builtin_mul_overflow (places, dims[i], &places))
      return LAMINA_ABSENT;
  return places;
}

gint64
tensorrt_work_get_flop (TensorrtEngine      *engine,
                        const TensorrtLayer *layer)
{
  gint64 flop = get_places (engine, layer);

  if (flop == LAMINA_ABSENT || layer->weights.count == LAMINA_ABSENT
      || __builtin_mul_overflow (flop, layer->weights.count, &flop) || __builtin_mul_overflow (flop, (gint64) 2, &flop))
    return LAMINA_ABSENT;
  return flop;
}

gint64
tensorrt_work_get_bytes (TensorrtEngine      *engine,
                         const TensorrtLayer *layer)
{
  const TensorrtRange ranges[] = { layer->inputs, layer->outputs };
  gint64 sum = LAMINA_ABSENT;

  if (g_strcmp0 (layer->layer_type, "NoOp") == 0)
    return LAMINA_ABSENT;
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    for (guint j = 0; j < ranges[i].n; j++)
      {
        gint64 bytes = tensorrt_layout_get_bytes (engine, tensorrt_engine_get_tensor (engine, ranges[i].first + j));

        if (bytes == LAMINA_ABSENT)
          return LAMINA_ABSENT;
        sum = lamina_number_add (sum, bytes);
      }
  return sum == LAMINA_ABSENT ? sum : lamina_number_add (sum, tensorrt_weights_get_bytes (&layer->weights));
}
