/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "onnxruntime-shapes.h"

#include <string.h>

static gboolean
take (const char **at,
      char         expected)
{
  while (g_ascii_isspace (**at))
    (*at)++;
  if (**at != expected)
    return FALSE;
  (*at)++;
  return TRUE;
}

/* `"float":[1,3]}`, behind the brace */
static gboolean
parse_tensor (const char       **at,
              OnnxruntimeTensor *tensor)
{
  const char *end;

  if (!take (at, '"') || !(end = strchr (*at, '"')))
    return FALSE;
  tensor->dtype = *at;
  tensor->dtype_length = (gsize) (end - *at);
  *at = end + 1;
  if (!take (at, ':') || !(take (at, '[') || take (at, '{')))
    return FALSE;
  end = *at + strcspn (*at, "]}");
  if (*end == '\0')
    return FALSE;
  if (*at + strspn (*at, " ") == end)
    tensor->shape.n = 0;
  else if (!lamina_shape_parse (*at, (gsize) (end - *at), &tensor->shape))
    return FALSE;
  *at = end + 1;
  return take (at, '}');
}

gboolean
onnxruntime_parse_shapes (const char *text,
                          GArray     *tensors)
{
  const char *at = text;

  if (!take (&at, '['))
    return FALSE;
  while (!take (&at, ']'))
    {
      OnnxruntimeTensor tensor;

      take (&at, ',');
      if (!take (&at, '{'))
        return FALSE;
      if (take (&at, '}'))
        continue;
      if (!parse_tensor (&at, &tensor))
        return FALSE;
      g_array_append_val (tensors, tensor);
    }
  return TRUE;
}
