/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-estimate-private.h"

#include <string.h>

gint64
lamina_work_multiply (gint64 a,
                      gint64 b)
{
  gint64 product;

  if (a < 0 || b < 0 || __builtin_mul_overflow (a, b, &product))
    return LAMINA_ABSENT;
  return product;
}

gint64
lamina_work_count (const gint64 *dims,
                   guint         n)
{
  gint64 count = 1;

  for (guint i = 0; i < n; i++)
    count = lamina_work_multiply (count, dims[i]);
  return count;
}

gint64
lamina_work_get_elements (const LaminaWorkTensor *tensor)
{
  return tensor && tensor->dims ? lamina_work_count (tensor->dims, tensor->n) : LAMINA_ABSENT;
}

const LaminaWorkTensor *
lamina_work_get_result (const LaminaWorkProblem *problem)
{
  for (guint i = 0; i < problem->n_outputs; i++)
    if (problem->outputs[i].dims)
      return &problem->outputs[i];
  return NULL;
}

const LaminaWorkTensor *
lamina_work_get_input (const LaminaWorkProblem *problem,
                       guint                    rank,
                       guint                    nth)
{
  for (guint i = 0; i < problem->n_inputs; i++)
    if (problem->inputs[i].dims && problem->inputs[i].n >= rank && nth-- == 0)
      return &problem->inputs[i];
  return NULL;
}

gboolean
lamina_work_broadcast (const LaminaWorkProblem *problem,
                       LaminaWorkShape         *result)
{
  result->n = 0;
  for (guint i = 0; i < problem->n_inputs; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];

      if (!input->dims || input->n > LAMINA_MAX_DIMS)
        return FALSE;
      for (; result->n < input->n; result->n++)
        {
          for (guint k = result->n; k > 0; k--)
            result->dims[k] = result->dims[k - 1];
          result->dims[0] = 1;
        }
      for (guint k = 1; k <= input->n; k++)
        {
          gint64 *dim = &result->dims[result->n - k];

          if (*dim != input->dims[input->n - k] && *dim != 1 && input->dims[input->n - k] != 1)
            return FALSE;
          if (*dim == 1)
            *dim = input->dims[input->n - k];
        }
    }
  result->known = problem->n_inputs > 0;
  return result->known;
}

void
lamina_work_append_dims (GString      *text,
                         const gint64 *dims,
                         guint         n)
{
  if (!text)
    return;
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "×" : "", dims[i]);
  if (n == 0)
    g_string_append_c (text, '1');
}

/* Functions of operators that copy data count no operations: they compute nothing, which is not a count to compare. */
static LaminaWorkFunc *const funcs[LAMINA_N_WORK_OPERATORS] = {
  [LAMINA_WORK_CONVOLUTION] = lamina_work_convolution,
  [LAMINA_WORK_CONVOLUTION_DATA] = lamina_work_convolution,
  [LAMINA_WORK_CONVOLUTION_FILTER] = lamina_work_convolution,
  [LAMINA_WORK_CONVOLUTION_BOTH] = lamina_work_convolution,
  [LAMINA_WORK_MATMUL] = lamina_work_matmul,
  [LAMINA_WORK_EINSUM] = lamina_work_einsum,
  [LAMINA_WORK_ATTENTION] = lamina_work_attention,
  [LAMINA_WORK_ATTENTION_BACKWARD] = lamina_work_attention,
  [LAMINA_WORK_NORMALIZATION] = lamina_work_normalization,
  [LAMINA_WORK_POOLING] = lamina_work_pooling,
  [LAMINA_WORK_POOLING_BACKWARD] = lamina_work_pooling,
  [LAMINA_WORK_REDUCTION] = lamina_work_reduction,
  [LAMINA_WORK_SOFTMAX] = lamina_work_softmax,
  [LAMINA_WORK_ELEMENTWISE] = lamina_work_pointwise,
  [LAMINA_WORK_ACTIVATION] = lamina_work_pointwise,
  [LAMINA_WORK_OPTIMIZER] = lamina_work_optimizer,
  [LAMINA_WORK_RESIZE] = lamina_work_resize,
  [LAMINA_WORK_EMBEDDING] = lamina_work_lookup,
  [LAMINA_WORK_COPY] = lamina_work_convert,
  [LAMINA_WORK_LAYOUT] = lamina_work_permute,
};

static gboolean
is_product (LaminaWorkOperator operator)
{
  return operator >= LAMINA_WORK_CONVOLUTION && operator <= LAMINA_WORK_MATMUL;
}

/*
 * What the file does not say: the weights of a product are those that stand behind the data, and what is smaller than the
 * result is a bias or a scale. Both factors of a batch of products are data.
 */
static gboolean
is_parameter (const LaminaWorkProblem *problem,
              guint                    input,
              gint64                   result)
{
  const LaminaWorkTensor *tensor = &problem->inputs[input];
  gint64 elements = lamina_work_get_elements (tensor);

  if (tensor->role != LAMINA_ROLE_UNKNOWN)
    return tensor->role == LAMINA_ROLE_PARAMETER;
  if (problem->meaning.operator == LAMINA_WORK_CONVOLUTION || (problem->meaning.traits & LAMINA_WORK_TRANSPOSED))
    return input == 1 || (input > 1 && elements >= 0 && elements < result);
  if (problem->meaning.operator == LAMINA_WORK_CONVOLUTION_DATA)
    return input == 0;
  if (problem->meaning.way == LAMINA_WORK_RECURRENT)
    return lamina_work_is_recurrent_weight (problem, input) || (input > 0 && tensor->n <= 2);
  if (problem->meaning.operator == LAMINA_WORK_MATMUL)
    return (input >= 1 || (problem->meaning.traits & LAMINA_WORK_ADDS)) && tensor->n <= 2
           && !((problem->meaning.traits & LAMINA_WORK_ADDS) && input == 1);
  return input > 0 && elements >= 0 && elements < result && tensor->n > 0 && !is_product (problem->meaning.operator)
         && problem->meaning.operator != LAMINA_WORK_LAYOUT && problem->meaning.operator != LAMINA_WORK_COPY;
}

/* Arguments that are plain numbers take no memory traffic worth counting; their types have no size. */
static gint64
get_bytes (const LaminaWorkTensor *tensor)
{
  if (tensor->bytes != LAMINA_ABSENT)
    return tensor->bytes;
  return tensor->dims && tensor->n == 0 && tensor->role == LAMINA_ROLE_UNKNOWN ? 0 : LAMINA_ABSENT;
}

static gint64
sum_bytes (const LaminaWorkTensor *tensors,
           guint                   n)
{
  gint64 sum = 0;

  for (guint i = 0; i < n; i++)
    sum = lamina_work_add (sum, get_bytes (&tensors[i]));
  return sum;
}

/*
 * A result has the type of the first tensor. Where that is a mask or counts, an operator on elements takes the type of
 * what it combines these with, if that has a fraction.
 */
static guint
get_result_bits (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *first = NULL, *other = NULL;

  for (guint i = 0; i < problem->n_inputs; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];

      if (!first && input->dims && input->n > 0)
        first = input;
      if (input->dims && input->bits > 0 && !input->is_whole && (!other || (other->n == 0 && input->n > 0)))
        other = input;
    }
  if (problem->meaning.operator == LAMINA_WORK_ELEMENTWISE && first && first->is_whole && other)
    return other->bits;
  return first ? first->bits : 0;
}

static gint64
get_written (const LaminaWorkProblem *problem,
             const LaminaWorkShape   *result)
{
  guint traits = problem->meaning.traits;

  if (problem->n_outputs > 0)
    return sum_bytes (problem->outputs, problem->n_outputs);
  if (result->written != LAMINA_ABSENT)
    return result->written;
  if (traits & (LAMINA_WORK_OVERWRITES | LAMINA_WORK_LIKE_INPUT))
    return get_bytes (&problem->inputs[0]);
  if (traits & LAMINA_WORK_JOINS)
    return sum_bytes (problem->inputs, problem->n_inputs);
  if (!result->known || result->is_converted || (traits & LAMINA_WORK_OTHER_TYPE))
    return LAMINA_ABSENT;
  return lamina_shape_get_bytes (result->dims, result->n, get_result_bits (problem));
}

static void
count_bytes (const LaminaWorkProblem *problem,
             const LaminaWorkShape   *result,
             LaminaWorkAnswer        *answer)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem);
  gint64 elements = output ? lamina_work_get_elements (output)
                           : result->known ? lamina_work_count (result->dims, result->n) : LAMINA_ABSENT;
  gboolean overwrites = (problem->meaning.traits & LAMINA_WORK_OVERWRITES) && problem->n_outputs == 0;

  answer->inputs = answer->parameters = 0;
  answer->outputs = get_written (problem, result);
  for (guint i = overwrites ? 1 : 0; i < problem->n_inputs; i++)
    {
      gint64 *sum = is_parameter (problem, i, elements) ? &answer->parameters : &answer->inputs;
      gint64 bytes = get_bytes (&problem->inputs[i]);

      if (i == 0 && (problem->meaning.traits & LAMINA_WORK_READS_PART) && answer->outputs != LAMINA_ABSENT)
        bytes = MIN (bytes, answer->outputs);
      *sum = lamina_work_add (*sum, bytes);
    }
  answer->parameters = lamina_work_add (answer->parameters, result->hidden);
  if (result->read == LAMINA_ABSENT)
    return;
  answer->inputs = result->read;
  answer->parameters = 0;
}

/* Only the rows that are asked for are read. */
static void
count_gathered (const LaminaWorkProblem *problem,
                LaminaWorkAnswer        *answer)
{
  if (answer->outputs == LAMINA_ABSENT || problem->n_inputs == 0 || (problem->meaning.traits & LAMINA_WORK_BACKWARD))
    return;
  if (problem->inputs[0].role == LAMINA_ROLE_PARAMETER || problem->inputs[0].role == LAMINA_ROLE_UNKNOWN)
    answer->parameters = answer->outputs;
  answer->inputs = answer->parameters == answer->outputs ? 0 : answer->outputs;
  for (guint i = 1; i < problem->n_inputs; i++)
    answer->inputs = lamina_work_add (answer->inputs, get_bytes (&problem->inputs[i]));
}

void
lamina_work_estimate (const LaminaWorkProblem *problem,
                      LaminaWorkAnswer        *answer)
{
  LaminaWorkShape result = { .known = FALSE, .written = LAMINA_ABSENT, .read = LAMINA_ABSENT,
                             .hidden = 0 };
  LaminaWorkFunc *func = funcs[problem->meaning.operator];
  const LaminaWorkTensor *output;
  gint64 elements;

  *answer = (LaminaWorkAnswer) { LAMINA_WORK_RULE_NONE, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT,
                                 LAMINA_ABSENT, answer->text, FALSE, 0, { 0 } };
  if (func)
    func (problem, answer, &result);
  if (result.known && problem->n_outputs == 0)
    {
      answer->has_shape = TRUE;
      answer->n = result.n;
      memcpy (answer->dims, result.dims, result.n * sizeof *result.dims);
    }
  if (answer->flop == LAMINA_ABSENT)
    answer->rule = LAMINA_WORK_RULE_NONE;
  if (problem->meaning.operator == LAMINA_WORK_VIEW)
    return;
  /* What is fused works on each element of the result once. */
  output = lamina_work_get_result (problem);
  elements = output ? lamina_work_get_elements (output)
                    : result.known ? lamina_work_count (result.dims, result.n) : LAMINA_ABSENT;
  if (problem->meaning.n_fused > 0)
    answer->epilogue = lamina_number_add (answer->epilogue, lamina_work_multiply (elements, problem->meaning.n_fused));
  /* What only has a result may well be a constant that nobody writes. */
  if (problem->n_inputs == 0 || result.is_partial
      || ((problem->meaning.traits & LAMINA_WORK_READS_SOME) && result.read == LAMINA_ABSENT))
    return;
  count_bytes (problem, &result, answer);
  if (problem->meaning.operator == LAMINA_WORK_EMBEDDING && result.read == LAMINA_ABSENT)
    count_gathered (problem, answer);
}
