/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

/*
 * A product of M × K and K × N numbers takes 2 · M · N · K operations, a batch of them that many times as many. Where the
 * result is known, its elements are all products together, and K is the dimension of the first factor that the result
 * lacks. Where it is not, the factors are as matmul () of most tools takes them: … M K by … K N. Tools that pack weights
 * while they load a network, such as ONNX Runtime, do not list them: they follow from data and result.
 */

/* Where the result is known, vectors between the factors are scales; a vector is a factor where there is no other. */
static gboolean
find_factors (const LaminaWorkProblem  *problem,
              const LaminaWorkTensor  **a,
              const LaminaWorkTensor  **b)
{
  guint first = problem->meaning.traits & LAMINA_WORK_ADDS ? 1 : 0;

  guint enough = lamina_work_get_result (problem) ? 2 : 1;

  *a = *b = NULL;
  for (guint i = first; i < problem->n_inputs && !(*b && (*b)->n >= enough); i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];

      if (!input->dims || input->n == 0)
        continue;
      if (!*a)
        *a = input;
      else if (!*b || input->n >= 2)
        *b = input;
    }
  return *a && *b;
}

static gint64
get_dim (const LaminaWorkTensor *tensor,
         guint                   from_end)
{
  return tensor->n >= from_end ? tensor->dims[tensor->n - from_end] : 1;
}

/* K, when the result is known. */
static gint64
find_inner (const LaminaWorkProblem *problem,
            const LaminaWorkTensor  *a,
            const LaminaWorkTensor  *b,
            const LaminaWorkTensor  *output)
{
  gint64 rows = get_dim (output, 2), elements = lamina_work_get_elements (a), columns = get_dim (output, 1);
  gint64 results = lamina_work_get_elements (output), product = lamina_work_multiply (elements, columns);

  if (a->n >= 2 && b->n >= 2 && a->n == output->n && get_dim (a, 2) == rows
      && (get_dim (a, 1) == get_dim (b, 2) || get_dim (a, 1) == get_dim (b, 1)))
    return get_dim (a, 1);
  if (a->n >= 2 && b->n >= 2 && a->n == output->n && get_dim (a, 1) == rows
      && (get_dim (a, 2) == get_dim (b, 2) || get_dim (a, 2) == get_dim (b, 1)))
    return get_dim (a, 2);
  if (results > 0 && product > 0 && product % results == 0)
    return product / results;
  return LAMINA_ABSENT;
}

/* Weights are numbers like the data, or bytes where a zero point is one. */
guint
lamina_work_get_weight_bits (const LaminaWorkProblem *problem)
{
  for (guint i = 1; i < problem->n_inputs; i++)
    if (problem->inputs[i].is_whole && problem->inputs[i].bits == 8)
      return 8;
  return problem->inputs[0].bits;
}

/* Whether weights in blocks, of two to eight bits each, are among the inputs. */
static gboolean
lists_blocks (const LaminaWorkProblem *problem,
              gint64                   weights)
{
  for (guint i = 1; i < problem->n_inputs; i++)
    if (problem->inputs[i].is_whole && problem->inputs[i].bits == 8
        && lamina_work_get_elements (&problem->inputs[i]) >= weights / 4)
      return TRUE;
  return FALSE;
}

/* K, when the second factor is not among the inputs: what has a number for each column there is a bias. */
static gint64
find_hidden (const LaminaWorkProblem *problem,
             const LaminaWorkTensor  *a,
             const LaminaWorkTensor  *b,
             const LaminaWorkTensor  *output,
             LaminaWorkShape         *result)
{
  gint64 results = lamina_work_get_elements (output), columns = get_dim (output, 1);
  gint64 product = lamina_work_multiply (lamina_work_get_elements (a), columns);
  guint bits = lamina_work_get_weight_bits (problem);

  if (a->n < 2 || a->n != output->n || results <= 0 || product <= 0 || product % results != 0 || bits < 8)
    return LAMINA_ABSENT;
  if (b && (lamina_work_get_elements (b) > columns || (b->n > 1 && product == results)))
    return LAMINA_ABSENT;
  result->hidden = lamina_work_multiply (lamina_work_multiply (product / results, columns), bits / 8);
  return product / results;
}

/* … K by N K, or by N/n K n where the weights are packed. */
static gint64
count_linear (const LaminaWorkTensor *a,
              const LaminaWorkTensor *b,
              LaminaWorkShape        *result,
              gint64                 *inner)
{
  gint64 weights = lamina_work_get_elements (b);

  *inner = get_dim (a, 1);
  if (*inner <= 0 || weights < 0 || weights % *inner != 0 || a->n > LAMINA_MAX_DIMS)
    return LAMINA_ABSENT;
  result->known = TRUE;
  result->n = a->n;
  for (guint i = 0; i + 1 < a->n; i++)
    result->dims[i] = a->dims[i];
  result->dims[a->n - 1] = weights / *inner;
  return lamina_work_count (result->dims, result->n);
}

/* The batch of the product: dimensions before the last two, where one of a pair may be 1. */
static gboolean
find_batch (const LaminaWorkTensor *a,
            const LaminaWorkTensor *b,
            LaminaWorkShape        *result)
{
  guint n = MAX (MAX (a->n, b->n), 2) - 2;

  if (n + 2 > LAMINA_MAX_DIMS)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      gint64 of_a = get_dim (a, n + 2 - i), of_b = get_dim (b, n + 2 - i);

      if (of_a != of_b && of_a != 1 && of_b != 1)
        return FALSE;
      result->dims[i] = of_a == 1 ? of_b : of_a;
    }
  result->n = n;
  return TRUE;
}

static gint64
count_product (const LaminaWorkTensor *a,
               const LaminaWorkTensor *b,
               LaminaWorkShape        *result,
               gint64                 *inner)
{
  gint64 rows = a->n >= 2 ? get_dim (a, 2) : 1, columns = b->n >= 2 ? get_dim (b, 1) : 1;

  *inner = get_dim (a, 1);
  if (b->n >= 2 && get_dim (b, 2) != *inner && get_dim (b, 1) == *inner)
    columns = get_dim (b, 2);
  else if (get_dim (b, b->n >= 2 ? 2 : 1) != *inner)
    return LAMINA_ABSENT;
  if (!find_batch (a, b, result))
    return LAMINA_ABSENT;
  if (a->n >= 2)
    result->dims[result->n++] = rows;
  if (b->n >= 2)
    result->dims[result->n++] = columns;
  result->known = TRUE;
  return lamina_work_count (result->dims, result->n);
}

/*
 * T K by G K N: each of T rows meets the matrix of its group; G M K by K T the same with columns. M T by T N: each group
 * has a part of the T products of each element, and a result of its own. Either way no row or column is used twice.
 */
static gint64
count_grouped (const LaminaWorkTensor *a,
               const LaminaWorkTensor *b,
               LaminaWorkShape        *result,
               gint64                 *inner)
{
  if (a->n < 2 || b->n < 2 || (a->n > 2 && b->n > 2))
    return count_product (a, b, result, inner);
  *inner = get_dim (a, 1);
  if (get_dim (b, 2) != *inner)
    return LAMINA_ABSENT;
  result->n = 2;
  result->dims[0] = get_dim (a, 2);
  result->dims[1] = get_dim (b, 1);
  result->known = a->n != b->n;
  return lamina_work_count (result->dims, result->n);
}

/* B M K by B K N, where the products of a batch are added up. */
static gint64
count_summed (const LaminaWorkTensor *a,
              const LaminaWorkTensor *b,
              LaminaWorkShape        *result,
              gint64                 *inner)
{
  if (a->n != 3 || b->n != 3 || count_product (a, b, result, inner) == LAMINA_ABSENT)
    return LAMINA_ABSENT;
  *inner = lamina_work_multiply (*inner, result->dims[0]);
  result->n = 2;
  result->dims[0] = result->dims[1];
  result->dims[1] = result->dims[2];
  return lamina_work_count (result->dims, result->n);
}

/* What is added to each element of the result, where a bias stands among the inputs. */
static void
count_bias (const LaminaWorkProblem *problem,
            gint64                   elements,
            LaminaWorkAnswer        *answer)
{
  if ((problem->meaning.traits & LAMINA_WORK_ADDS)
      || ((problem->meaning.traits & LAMINA_WORK_LINEAR) && problem->meaning.n_fused == 0 && problem->n_inputs >= 3
          && problem->inputs[2].dims && problem->inputs[2].n == 1))
    answer->epilogue = lamina_number_add (answer->epilogue, elements);
}

/* Some traces list tensors of others among the inputs: which of them are read is not known then. */
static gboolean
takes_three (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *data = problem->inputs;

  if (problem->n_inputs < 2 || problem->n_inputs > 3 || !data[0].dims || !data[1].dims || data[0].n == 0)
    return FALSE;
  if (data[1].n == 0 || data[1].n > 2 || get_dim (&data[1], 1) != get_dim (&data[0], 1))
    return FALSE;
  return problem->n_inputs == 2 || !data[2].dims || data[2].n == 0
         || (data[2].n == 1 && data[2].dims[0] == get_dim (&data[1], 2));
}

void
lamina_work_matmul (const LaminaWorkProblem *problem,
                    LaminaWorkAnswer        *answer,
                    LaminaWorkShape         *result)
{
  const LaminaWorkTensor *a, *b, *output = lamina_work_get_result (problem);
  gint64 elements, inner = LAMINA_ABSENT;

  if (problem->meaning.way == LAMINA_WORK_RECURRENT)
    {
      lamina_work_recurrent (problem, answer, result);
      return;
    }
  if ((problem->meaning.traits & LAMINA_WORK_THREE) && !takes_three (problem))
    {
      result->is_partial = TRUE;
      return;
    }
  answer->rule = LAMINA_WORK_RULE_MATMUL;
  if (!find_factors (problem, &a, &b) && !(a && output && problem->n_inputs == 1))
    return;
  if (output)
    {
      elements = lamina_work_get_elements (output);
      inner = find_hidden (problem, a, b, output, result);
      if (inner == LAMINA_ABSENT && b)
        inner = find_inner (problem, a, b, output);
      /* How many bits a weight has stands in an attribute, which a profile lacks. */
      if (problem->meaning.way == LAMINA_WORK_BLOCKS
          && !lists_blocks (problem, lamina_work_multiply (inner, get_dim (output, 1))))
        result->hidden = LAMINA_ABSENT;
    }
  else if (problem->meaning.traits & LAMINA_WORK_LINEAR)
    elements = count_linear (a, b, result, &inner);
  else if (problem->meaning.way == LAMINA_WORK_GROUPED)
    elements = count_grouped (a, b, result, &inner);
  else if (problem->meaning.way == LAMINA_WORK_SUMS)
    elements = count_summed (a, b, result, &inner);
  else
    elements = count_product (a, b, result, &inner);
  answer->flop = lamina_work_multiply (lamina_work_multiply (elements, inner), 2);
  if (answer->flop == LAMINA_ABSENT)
    return;
  count_bias (problem, elements, answer);
  if (answer->text)
    {
      g_string_append (answer->text, "2 · (");
      lamina_work_append_dims (answer->text, output ? output->dims : result->dims, output ? output->n : result->n);
      g_string_append_printf (answer->text, ") · %" G_GINT64_FORMAT, inner);
    }
}
