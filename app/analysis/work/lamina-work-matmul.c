/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-estimate-private.h"

#include <string.h>

static void recurrent (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result);

/* The lengths of the letters of an equation, and of the dimensions that `...` stands for. */
typedef struct
{
  gint64 letters[52];
  gboolean used[52];
  LaminaWorkShape rest;
} Lengths;

static int
get_letter (char c)
{
  if (c >= 'a' && c <= 'z')
    return c - 'a';
  return c >= 'A' && c <= 'Z' ? c - 'A' + 26 : -1;
}

/* The dimensions of one factor, `bhid`; FALSE when they do not fit. */
static gboolean
take_factor (Lengths                *self,
             const char             *term,
             gsize                   length,
             const LaminaWorkTensor *tensor)
{
  guint n_letters = 0, at = 0;

  for (gsize i = 0; i < length; i++)
    n_letters += get_letter (term[i]) >= 0;
  for (gsize i = 0; i < length; i++)
    {
      int letter = get_letter (term[i]);

      if (letter >= 0)
        {
          if (at >= tensor->n)
            return FALSE;
          /* A length of 1 stretches. */
          if (!self->used[letter] || self->letters[letter] == 1)
            self->letters[letter] = tensor->dims[at];
          self->used[letter] = TRUE;
          at++;
        }
      else if (term[i] == '.' && tensor->n >= n_letters)
        {
          guint n = tensor->n - n_letters;

          for (; n > 0 && at < tensor->n && self->rest.n < n; at++)
            self->rest.dims[self->rest.n++] = tensor->dims[at];
          at = MAX (at, n);
          i += 2;
        }
    }
  return at == tensor->n;
}

/* What the equation makes of the factors, where it names it. */
static void
set_result (const Lengths   *self,
            const char      *term,
            LaminaWorkShape *result)
{
  result->n = 0;
  for (; *term != '\0' && result->n + self->rest.n < LAMINA_MAX_DIMS; term++)
    {
      int letter = get_letter (*term);

      if (letter >= 0)
        result->dims[result->n++] = self->letters[letter];
      else if (*term == '.' && term[1] == '.' && term[2] == '.')
        for (guint i = 0; i < self->rest.n; i++)
          result->dims[result->n++] = self->rest.dims[i];
    }
  result->known = TRUE;
}

/* Whether a letter of the factors is not in the result; where there is none, whether a letter stands there twice. */
static gboolean
has_sum (const char *equation,
         const char *arrow)
{
  for (const char *at = equation; *at != '\0' && at != arrow; at++)
    if (get_letter (*at) >= 0 && (arrow ? !strchr (arrow, *at) : strchr (at + 1, *at) != NULL))
      return TRUE;
  return FALSE;
}

static void
write_text (const Lengths *self,
            const char    *equation,
            gint64         n_operations,
            GString       *text)
{
  gboolean is_first = TRUE;

  if (!text)
    return;
  g_string_append_printf (text, "%" G_GINT64_FORMAT " · (", n_operations);
  for (guint i = 0; i < G_N_ELEMENTS (self->letters); i++)
    if (self->used[i])
      {
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, is_first ? "" : "×", self->letters[i]);
        is_first = FALSE;
      }
  g_string_append_printf (text, "), %s", equation);
}

void
lamina_work_einsum (const LaminaWorkProblem *problem,
                    LaminaWorkAnswer        *answer,
                    LaminaWorkShape         *result)
{
  const char *equation = problem->attributes ? problem->attributes->equation : "", *term = equation;
  const char *arrow = strstr (equation, "->");
  Lengths lengths = { .rest = { .n = 0 } };
  guint n_factors = 0;
  gint64 product = 1, n_operations;

  answer->rule = LAMINA_WORK_RULE_EINSUM;
  if (equation[0] == '\0')
    return;
  while (*term != '\0' && term != arrow)
    {
      const char *end = term + strcspn (term, ",-");
      const LaminaWorkTensor *tensor = lamina_work_get_input (problem, 1, n_factors++);

      if (!tensor || tensor->n > LAMINA_MAX_DIMS || !take_factor (&lengths, term, (gsize) (end - term), tensor))
        return;
      term = *end == ',' ? end + 1 : end;
    }
  for (guint i = 0; i < G_N_ELEMENTS (lengths.letters); i++)
    if (lengths.used[i])
      product = lamina_work_multiply (product, lengths.letters[i]);
  product = lamina_work_multiply (product, lamina_work_count (lengths.rest.dims, lengths.rest.n));
  if (arrow && product != LAMINA_ABSENT)
    set_result (&lengths, arrow + 2, result);
  n_operations = (gint64) n_factors - !has_sum (equation, arrow);
  /* One factor whose dimensions change places is a copy. */
  if (n_operations <= 0)
    return;
  answer->flop = lamina_work_multiply (product, n_operations);
  write_text (&lengths, equation, n_operations, answer->text);
}

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

/* How large each of the weights of a product is that are not among the inputs. */
static guint
get_weight_bits (const LaminaWorkProblem *problem)
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
  guint bits = get_weight_bits (problem);

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
      recurrent (problem, answer, result);
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

/*
 * Recurrent layers. Each weight of the input and of the state meets each step of each sequence once, whatever the kind
 * of the layer, its direction, and how many layers stand on each other. ONNX has the weights in the second and third
 * input, D × gates·H × I and D × gates·H × H, or with the last two the other way round where they are bytes; other tools
 * have matrices behind the states. ONNX Runtime packs weights while it loads a network and does not list them then: they
 * follow from the bias, D × 2·gates·H, and the result.
 */

#define FEWEST 2

/* First states, which stand behind the bias, are no weights: these end in as many numbers as a result. */
static gboolean
is_stack (const LaminaWorkProblem *problem,
          gboolean                 is_turned)
{
  const LaminaWorkTensor *data = &problem->inputs[0], *weights = &problem->inputs[1], *states = &problem->inputs[2];
  const LaminaWorkTensor *output = lamina_work_get_result (problem);
  guint of_gates = is_turned ? 2 : 1, of_rows = is_turned ? 1 : 2;

  return weights->dims[of_rows] == data->dims[2] && weights->dims[of_gates] == states->dims[of_gates]
         && states->dims[of_rows] > 0 && states->dims[of_gates] % states->dims[of_rows] == 0
         && (!output || output->n == 0 || output->dims[output->n - 1] == states->dims[of_rows]);
}

static gboolean
has_stacked_weights (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *inputs = problem->inputs;

  if (problem->n_inputs < 3 || !inputs[0].dims || !inputs[1].dims || !inputs[2].dims || inputs[0].n != 3 || inputs[1].n != 3
      || inputs[2].n != 3 || inputs[1].dims[0] != inputs[2].dims[0])
    return FALSE;
  return is_stack (problem, FALSE) || is_stack (problem, TRUE);
}

/* Whether a matrix meets the input: what a tool has in other shapes is not known, whatever matrices there are besides. */
static gboolean
has_matrices (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *inputs = problem->inputs;

  for (guint i = 1; i < problem->n_inputs; i++)
    if (inputs[i].dims && inputs[i].n == 2 && inputs[i].dims[1] == inputs[0].dims[2])
      return TRUE;
  return FALSE;
}

gboolean
lamina_work_is_recurrent_weight (const LaminaWorkProblem *problem,
                                 guint                    input)
{
  if (input == 0 || !problem->inputs[input].dims)
    return FALSE;
  return has_stacked_weights (problem) ? input <= 2 : problem->inputs[input].n == 2;
}

/* Of each state: 1 gate for a plain layer, 3 for GRU, 4 for LSTM; 0 when that is not known. */
static gint64
count_gates (const LaminaWorkTensor *bias,
             gint64                  n_directions,
             gint64                  n_states)
{
  gint64 gates;

  if (!bias->dims || bias->n != 2 || bias->is_whole || bias->dims[0] != n_directions || n_states <= 0 || n_states > G_MAXINT32
      || bias->dims[1] < 0 || bias->dims[1] % (2 * n_states) != 0)
    return 0;
  gates = bias->dims[1] / (2 * n_states);
  return gates == 1 || gates == 3 || gates == 4 ? gates : 0;
}

/* Weights that are not listed, by the sequences T × D × B × H or the last states D × B × H. */
static gint64
count_hidden (const LaminaWorkProblem *problem,
              LaminaWorkShape         *result)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem);
  const gint64 *data = problem->inputs[0].dims;
  gint64 n_directions, n_states, weights;

  if (!output || output->n < 3 || output->n > 4 || output->dims[output->n - 2] != data[1])
    return 0;
  n_directions = output->dims[output->n - 3];
  n_states = output->dims[output->n - 1];
  weights = lamina_work_multiply (n_directions, count_gates (&problem->inputs[1], n_directions, n_states));
  weights = lamina_work_multiply (weights, n_states);
  weights = data[2] >= 0 ? lamina_work_multiply (weights, lamina_number_add (data[2], n_states)) : LAMINA_ABSENT;
  result->hidden = lamina_work_multiply (weights, get_weight_bits (problem) / 8);
  return MAX (weights, 0);
}

/* Weights among the inputs. */
static gint64
count_listed (const LaminaWorkProblem *problem)
{
  gint64 weights = 0;

  for (guint i = 1; i < problem->n_inputs; i++)
    if (lamina_work_is_recurrent_weight (problem, i))
      {
        gint64 elements = lamina_work_get_elements (&problem->inputs[i]);

        if (elements == LAMINA_ABSENT)
          return 0;
        weights = lamina_number_add (weights, elements);
      }
  return weights;
}

static void
recurrent (const LaminaWorkProblem *problem,
           LaminaWorkAnswer        *answer,
           LaminaWorkShape         *result)
{
  gint64 weights, steps;

  if (problem->n_inputs < FEWEST || !problem->inputs[0].dims || problem->inputs[0].n != 3)
    return;
  steps = lamina_work_count (problem->inputs[0].dims, 2);
  weights = has_stacked_weights (problem) ? count_listed (problem) : count_hidden (problem, result);
  if (weights == 0 && has_matrices (problem))
    weights = count_listed (problem);
  if (weights == 0)
    return;
  answer->rule = LAMINA_WORK_RULE_RECURRENT;
  answer->flop = lamina_work_multiply (2, lamina_work_multiply (steps, weights));
  if (!answer->text)
    return;
  g_string_append (answer->text, "2 · (");
  lamina_work_append_dims (answer->text, problem->inputs[0].dims, 2);
  g_string_append_printf (answer->text, ") · %" G_GINT64_FORMAT, weights);
}
