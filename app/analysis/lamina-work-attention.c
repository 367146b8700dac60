/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

/* What attention works on: batch and heads, queries, keys, and the lengths of queries and values. */
typedef struct
{
  gint64 batch;
  gint64 queries;
  gint64 keys;
  gint64 query_length;
  gint64 value_length;
} Sizes;

static gint64
get_length (const LaminaWorkTensor *tensor,
            gboolean                heads_inside)
{
  return tensor->dims[tensor->n == 4 && heads_inside ? 1 : tensor->n - 2];
}

/* B H L E, B L H E or B L E. Keys and values may have fewer heads, which are used several times. */
static gboolean
get_sizes (const LaminaWorkProblem *problem,
           Sizes                   *sizes)
{
  guint first = problem->meaning.operator == LAMINA_WORK_ATTENTION_BACKWARD ? 1 : 0;
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, first);
  const LaminaWorkTensor *key = lamina_work_get_input (problem, 3, first + 1);
  const LaminaWorkTensor *value = lamina_work_get_input (problem, 3, first + 2);
  gboolean heads_inside = (problem->meaning.traits & LAMINA_WORK_HEADS_INSIDE) != 0;

  if (!query || !key || !value || query->n > 4 || key->n != query->n || value->n != query->n)
    return FALSE;
  sizes->queries = get_length (query, heads_inside);
  sizes->keys = get_length (key, heads_inside);
  sizes->query_length = query->dims[query->n - 1];
  sizes->value_length = value->dims[value->n - 1];
  sizes->batch = query->dims[0];
  if (query->n == 4)
    sizes->batch = lamina_work_multiply (sizes->batch, query->dims[heads_inside ? 2 : 1]);
  return get_length (value, heads_inside) == sizes->keys && key->dims[key->n - 1] == sizes->query_length;
}

/*
 * ONNX Runtime's operator that multiplies the data by one matrix, from which queries, keys and values come; all three are
 * as long as the result. An input of five dimensions is what it attended to before: how much of it there is, is not known.
 */
static gboolean
has_projection (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *data, *weights, *output = lamina_work_get_result (problem);

  if (problem->n_inputs < 2 || !output)
    return FALSE;
  data = &problem->inputs[0];
  weights = &problem->inputs[1];
  if (!data->dims || !weights->dims || data->n != 3 || weights->n != 2 || output->n != 3)
    return FALSE;
  return weights->dims[0] == data->dims[2] && output->dims[0] == data->dims[0] && output->dims[1] == data->dims[1]
         && weights->dims[1] == lamina_work_multiply (3, output->dims[2]) && !lamina_work_get_input (problem, 5, 0);
}

static void
count_projected (const LaminaWorkProblem *problem,
                 LaminaWorkAnswer        *answer)
{
  const gint64 *data = problem->inputs[0].dims, *weights = problem->inputs[1].dims;
  gint64 rows = lamina_work_multiply (data[0], data[1]), length = weights[1] / 3;
  gint64 projection = lamina_work_multiply (2 * rows, lamina_work_get_elements (&problem->inputs[1]));
  gint64 products = lamina_work_multiply (lamina_work_multiply (4 * rows, data[1]), length);

  answer->rule = LAMINA_WORK_RULE_ATTENTION_PROJECTED;
  if (projection == LAMINA_ABSENT || products == LAMINA_ABSENT)
    return;
  answer->flop = lamina_number_add (projection, products);
  if (answer->text)
    g_string_append_printf (answer->text, "2 · %" G_GINT64_FORMAT " · (%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT ") + 4 · %"
                            G_GINT64_FORMAT " · %" G_GINT64_FORMAT " · %" G_GINT64_FORMAT, rows, weights[0], weights[1], rows,
                            data[1], length);
}

/* Keys and values of before, B H L E beside B L H·E: keys alone do not say how many there are. */
static gboolean
has_past (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, 0);

  for (guint i = 3; query && query->n == 3 && i < problem->n_inputs; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];

      if (input->dims && input->n == 4 && lamina_work_multiply (input->dims[1], input->dims[3]) == query->dims[2])
        return TRUE;
    }
  return FALSE;
}

void
lamina_work_attention (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result)
{
  gboolean backward = problem->meaning.operator == LAMINA_WORK_ATTENTION_BACKWARD;
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, 0);
  Sizes sizes;
  gint64 scores;

  if (!backward && has_projection (problem))
    {
      count_projected (problem, answer);
      return;
    }
  answer->rule = backward ? LAMINA_WORK_RULE_ATTENTION_BACKWARD : LAMINA_WORK_RULE_ATTENTION;
  if (!get_sizes (problem, &sizes) || has_past (problem))
    return;
  scores = lamina_work_multiply (lamina_work_multiply (sizes.batch, sizes.queries), sizes.keys);
  answer->flop = lamina_work_multiply (scores, lamina_work_multiply (lamina_number_add (sizes.query_length,
                                                                                        sizes.value_length),
                                                                     backward ? 5 : 2));
  if (!backward && sizes.query_length == sizes.value_length)
    {
      result->known = TRUE;
      result->n = query->n;
      for (guint i = 0; i < query->n; i++)
        result->dims[i] = query->dims[i];
    }
  if (answer->text)
    g_string_append_printf (answer->text, "%s · %" G_GINT64_FORMAT " · %" G_GINT64_FORMAT " · %" G_GINT64_FORMAT " · (%"
                            G_GINT64_FORMAT " + %" G_GINT64_FORMAT ")", backward ? "2.5 · 2" : "2", sizes.batch,
                            sizes.queries, sizes.keys, sizes.query_length, sizes.value_length);
}
