/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-profile.h"

/* What MegEngine's types of operators mean. */

static const struct
{
  const char *type;
  MegengineTraits traits;
} types[] = {
  { "AxisAddRemove", MEGENGINE_TRAIT_SAME_DTYPE },
  { "BatchConvBiasForward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "BatchedMatrixMul", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Concat", MEGENGINE_TRAIT_SAME_DTYPE },
  { "ConvBiasForward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "ConvolutionBackwardData", MEGENGINE_TRAIT_SAME_DTYPE },
  { "ConvolutionBackwardFilter", MEGENGINE_TRAIT_SAME_DTYPE },
  { "ConvolutionForward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Copy", MEGENGINE_TRAIT_COPY | MEGENGINE_TRAIT_SAME_DTYPE },
  { "Dimshuffle", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Elemwise", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Host2DeviceCopy", MEGENGINE_TRAIT_INPUT },
  { "ImmutableTensor", MEGENGINE_TRAIT_CONSTANT },
  { "InputCallback", MEGENGINE_TRAIT_INPUT },
  { "InputPlaceholder", MEGENGINE_TRAIT_INPUT },
  { "MatrixMul", MEGENGINE_TRAIT_SAME_DTYPE },
  { "MultipleDeviceTensorHolder", MEGENGINE_TRAIT_CONSTANT },
  { "OutputCallback", MEGENGINE_TRAIT_OUTPUT },
  { "PoolingBackward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "PoolingForward", MEGENGINE_TRAIT_SAME_DTYPE },
  { "Reduce", MEGENGINE_TRAIT_SAME_DTYPE },
  { "SharedDeviceTensor", MEGENGINE_TRAIT_CONSTANT },
  { "VolatileSharedDeviceTensor", MEGENGINE_TRAIT_INPUT },
};

MegengineTraits
megengine_traits_of_type (const char *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (types[i].type, type) == 0)
      return types[i].traits;
  return 0;
}
