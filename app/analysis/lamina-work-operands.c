/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <stdlib.h>
#include <string.h>

/*
 * PyTorch records an operator that is given a tensor for its result, `torch.mul (a, b, out=c)`, under the name of the one
 * that is not, and that tensor behind the others. How many tensors an operator reads tells them apart.
 */

typedef struct
{
  const char *name;
  guint n;
} Operands;

/* By name. */
static const Operands table[] = {
  { "_addmm_activation", 3 }, { "_log_softmax", 1 }, { "_softmax", 1 }, { "abs", 1 }, { "add", 2 }, { "addbmm", 3 },
  { "addcdiv", 3 }, { "addcmul", 3 }, { "addmm", 3 }, { "addmv", 3 }, { "amax", 1 }, { "amin", 1 }, { "argmax", 1 },
  { "argmin", 1 }, { "baddbmm", 3 }, { "bitwise_and", 2 }, { "bitwise_not", 1 }, { "bitwise_or", 2 },
  { "bitwise_xor", 2 }, { "bmm", 2 }, { "ceil", 1 }, { "clamp_max", 1 }, { "clamp_min", 1 }, { "cos", 1 },
  { "cumsum", 1 }, { "div", 2 }, { "dot", 2 }, { "elu", 1 }, { "eq", 2 }, { "erf", 1 }, { "exp", 1 }, { "exp2", 1 },
  { "expm1", 1 }, { "floor", 1 }, { "floor_divide", 2 }, { "fmod", 2 }, { "gather", 2 }, { "ge", 2 }, { "gelu", 1 },
  { "gt", 2 }, { "hardswish", 1 }, { "hardtanh", 1 }, { "index_select", 2 }, { "le", 2 }, { "leaky_relu", 1 },
  { "lerp", 3 }, { "linalg_vector_norm", 1 }, { "log", 1 }, { "log1p", 1 }, { "log2", 1 }, { "log_softmax", 1 },
  { "logical_and", 2 }, { "logical_not", 1 }, { "logical_or", 2 }, { "logical_xor", 2 }, { "logsumexp", 1 },
  { "lt", 2 }, { "matmul", 2 }, { "maximum", 2 }, { "mean", 1 }, { "minimum", 2 }, { "mm", 2 },
  { "mse_loss_backward", 3 }, { "mul", 2 }, { "mv", 2 }, { "nan_to_num", 1 }, { "ne", 2 }, { "neg", 1 }, { "norm", 1 },
  { "pow", 2 }, { "prod", 1 }, { "reciprocal", 1 }, { "remainder", 2 }, { "round", 1 }, { "rsqrt", 1 },
  { "sigmoid", 1 }, { "sigmoid_backward", 2 }, { "sign", 1 }, { "silu", 1 }, { "sin", 1 }, { "softmax", 1 },
  { "softplus", 1 }, { "sqrt", 1 }, { "std", 1 }, { "sub", 2 }, { "sum", 1 }, { "tanh", 1 }, { "tanh_backward", 2 },
  { "threshold_backward", 2 }, { "tril", 1 }, { "triu", 1 }, { "trunc", 1 }, { "var", 1 }, { "where", 3 },
};

static int
compare (const void *name,
         const void *entry)
{
  return strcmp (name, ((const Operands *) entry)->name);
}

guint
lamina_work_count_operands (const char *type)
{
  const Operands *found;

  if (!g_str_has_prefix (type, "aten::"))
    return 0;
  found = bsearch (type + strlen ("aten::"), table, G_N_ELEMENTS (table), sizeof *table, compare);
  return found ? found->n : 0;
}
