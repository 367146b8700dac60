/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-profile.h"

/* What MegEngine's own words mean: types of operators, names of element types. */

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

static const struct
{
  const char *name;
  guint bits;
} dtypes[] = {
  { "BFloat16", 16 },
  { "Bool", 8 },
  { "Byte", 8 },
  { "Float16", 16 },
  { "Float32", 32 },
  { "Int16", 16 },
  { "Int32", 32 },
  { "Int8", 8 },
  { "IntB1", 1 },
  { "IntB2", 2 },
  { "IntB4", 4 },
  { "Quantized4Asymm", 4 },
  { "Quantized8Asymm", 8 },
  { "QuantizedS1", 1 },
  { "QuantizedS16", 16 },
  { "QuantizedS32", 32 },
  { "QuantizedS4", 4 },
  { "QuantizedS8", 8 },
  { "Uint16", 16 },
  { "Uint8", 8 },
};

/* Quantised types carry their parameters in the name: `QuantizedS8(0.5)`. */
guint
megengine_dtype_get_bits (const char *name)
{
  gsize length = strcspn (name, "(<");

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (strncmp (dtypes[i].name, name, length) == 0 && dtypes[i].name[length] == '\0')
      return dtypes[i].bits;
  return 0;
}
