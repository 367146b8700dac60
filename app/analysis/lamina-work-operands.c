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
  { "abs", 1 },         { "add", 2 },        { "addcdiv", 3 },      { "addcmul", 3 },       { "bitwise_and", 2 },
  { "bitwise_not", 1 }, { "bitwise_or", 2 }, { "bitwise_xor", 2 },  { "ceil", 1 },          { "clamp_max", 1 },
  { "clamp_min", 1 },   { "cos", 1 },        { "div", 2 },          { "eq", 2 },            { "erf", 1 },
  { "exp", 1 },         { "floor", 1 },      { "ge", 2 },           { "gt", 2 },            { "le", 2 },
  { "lerp", 3 },        { "log", 1 },        { "logical_and", 2 },  { "logical_not", 1 },   { "logical_or", 2 },
  { "logical_xor", 2 }, { "lt", 2 },         { "maximum", 2 },      { "minimum", 2 },       { "mse_loss_backward", 3 },
  { "mul", 2 },         { "nan_to_num", 1 }, { "ne", 2 },           { "neg", 1 },           { "pow", 2 },
  { "reciprocal", 1 },  { "round", 1 },      { "rsqrt", 1 },        { "sigmoid", 1 },       { "sigmoid_backward", 2 },
  { "sign", 1 },        { "sin", 1 },        { "sqrt", 1 },         { "sub", 2 },           { "tanh", 1 },
  { "tanh_backward", 2 }, { "threshold_backward", 2 }, { "where", 3 },
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
