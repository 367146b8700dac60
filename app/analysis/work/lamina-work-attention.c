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

/*
 * Tools for language models keep keys and values of former steps, B H S E, or 2 B H S E for both. A step takes what there
 * was and hands out what there is, with its own behind. Where both are one buffer of the greatest length, how much of it
 * is in use stands in a tensor.
 */
static const LaminaWorkTensor *
find_present (const LaminaWorkProblem *problem)
{
  for (guint i = 1; i < problem->n_outputs; i++)
    if (problem->outputs[i].dims && problem->outputs[i].n >= 4)
      return &problem->outputs[i];
  return NULL;
}

static gboolean
differs_in_length_alone (const LaminaWorkTensor *a,
                         const LaminaWorkTensor *b)
{
  if (!a->dims || a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (i != a->n - 2 && a->dims[i] != b->dims[i])
      return FALSE;
  return TRUE;
}

/* Queries, keys and values of this step may have the same form. */
static const LaminaWorkTensor *
find_past (const LaminaWorkProblem *problem,
           const LaminaWorkTensor  *present)
{
  guint n_own = problem->inputs[0].n == present->n ? 3 : 1;

  for (guint i = n_own; i < problem->n_inputs; i++)
    if (differs_in_length_alone (&problem->inputs[i], present))
      return &problem->inputs[i];
  return NULL;
}

/* Whether there are keys of before though nothing says how many there are now. */
static gboolean
has_past (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, 0);

  for (guint i = 1; query && query->n == 3 && i < problem->n_inputs; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];

      if (!input->dims || input->n < 4)
        continue;
      if (input->n == 5 || (i >= 3 && lamina_work_multiply (input->dims[1], input->dims[3]) == query->dims[2]))
        return TRUE;
    }
  return FALSE;
}

/* How many keys are attended to where @n are new, or LAMINA_ABSENT. */
static gint64
count_keys (const LaminaWorkProblem *problem,
            gint64                   n,
            LaminaWorkShape         *result)
{
  const LaminaWorkTensor *present = find_present (problem), *past = present ? find_past (problem, present) : NULL;
  gint64 before = past ? past->dims[past->n - 2] : 0, length = present ? present->dims[present->n - 2] : n;

  if (n < 0 || before < 0 || (!present && has_past (problem)))
    return LAMINA_ABSENT;
  if (lamina_number_add (before, n) == length)
    return length;
  result->is_partial = TRUE;
  return LAMINA_ABSENT;
}

static gint64
get_length (const LaminaWorkTensor *tensor,
            gboolean                heads_inside)
{
  return tensor->dims[tensor->n == 4 && heads_inside ? 1 : tensor->n - 2];
}

static gint64
get_last (const LaminaWorkTensor *tensor)
{
  return tensor->dims[tensor->n - 1];
}

/*
 * How long values are of as many heads as the queries have. Keys and values may have fewer, which are used several times:
 * where heads do not stand apart, the result tells.
 */
static gint64
get_value_length (const LaminaWorkTensor *query,
                  const LaminaWorkTensor *key,
                  const LaminaWorkTensor *value,
                  const LaminaWorkTensor *output)
{
  if (get_last (key) == get_last (query))
    return get_last (value);
  if (query->n != 3 || !output || output->n != 3 || get_last (key) <= 0 || get_last (query) % get_last (key) != 0
      || lamina_work_multiply (get_last (query) / get_last (key), get_last (value)) != get_last (output))
    return LAMINA_ABSENT;
  return get_last (output);
}

/* Sequences of different lengths, one behind the other: where each begins stands behind the values. */
static gboolean
has_lengths (const LaminaWorkProblem *problem)
{
  for (guint i = 3; i < problem->n_inputs; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];

      if (input->dims && input->n == 1 && input->is_whole && input->bits == 32)
        return TRUE;
    }
  return FALSE;
}

/* B H L E, B L H E or B L H·E, all three alike. */
static gboolean
get_apart (const LaminaWorkProblem *problem,
           guint                    first,
           Sizes                   *sizes)
{
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, first);
  const LaminaWorkTensor *key = lamina_work_get_input (problem, 3, first + 1);
  const LaminaWorkTensor *value = lamina_work_get_input (problem, 3, first + 2);
  gboolean heads_inside = (problem->meaning.traits & LAMINA_WORK_HEADS_INSIDE) != 0;

  if (!query || !key || !value || query->n > 4 || key->n != query->n || value->n != query->n)
    return FALSE;
  if (heads_inside && (query->n != 4 || has_lengths (problem)))
    return FALSE;
  sizes->queries = get_length (query, heads_inside);
  sizes->keys = get_length (key, heads_inside);
  sizes->query_length = get_last (query);
  sizes->value_length = get_value_length (query, key, value, lamina_work_get_result (problem));
  sizes->batch = query->dims[0];
  if (query->n == 4)
    sizes->batch = lamina_work_multiply (sizes->batch, query->dims[heads_inside ? 2 : 1]);
  return get_length (value, heads_inside) == sizes->keys && sizes->value_length != LAMINA_ABSENT;
}

/* Keys and values that another network made, B H S E beside B L H·E, or both in one, B S H 2 E. */
static gboolean
get_crossed (const LaminaWorkProblem *problem,
             Sizes                   *sizes)
{
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, 0), *key = lamina_work_get_input (problem, 3, 1);
  const LaminaWorkTensor *value = lamina_work_get_input (problem, 3, 2);
  gboolean is_pair = key && key->n == 5 && key->dims[3] == 2;

  if (!query || query->n != 3 || !key || (!is_pair && (key->n != 4 || !value || !differs_in_length_alone (value, key))))
    return FALSE;
  *sizes = (Sizes) { query->dims[0], query->dims[1], is_pair ? key->dims[1] : key->dims[2], query->dims[2], query->dims[2] };
  return lamina_work_multiply (key->dims[is_pair ? 2 : 1], get_last (key)) == query->dims[2]
         && (is_pair || value->dims[2] == key->dims[2]);
}

/* Queries, keys and values in one tensor: B L H 3 E, or B L (H + 2·K)·E with K heads of keys, which former steps tell. */
static gboolean
get_packed (const LaminaWorkProblem *problem,
            Sizes                   *sizes)
{
  const LaminaWorkTensor *data = lamina_work_get_input (problem, 3, 0), *output = lamina_work_get_result (problem);
  const LaminaWorkTensor *present = find_present (problem);
  gint64 of_keys, length;

  if (!data || !output || output->n != 3)
    return FALSE;
  length = get_last (output);
  *sizes = (Sizes) { data->dims[0], data->dims[1], data->dims[1], length, length };
  if (data->n == 5)
    return data->dims[3] == 3 && lamina_work_multiply (data->dims[2], get_last (data)) == length;
  if (data->n != 3 || !present || present->n != 4)
    return FALSE;
  of_keys = lamina_work_multiply (2, lamina_work_multiply (present->dims[1], get_last (present)));
  return of_keys > 0 && length > 0 && lamina_number_add (length, of_keys) == data->dims[2];
}

static gboolean
get_sizes (const LaminaWorkProblem *problem,
           Sizes                   *sizes,
           LaminaWorkShape         *result)
{
  if (problem->meaning.operator == LAMINA_WORK_ATTENTION_BACKWARD)
    return get_apart (problem, 1, sizes);
  if (!get_apart (problem, 0, sizes) && !get_packed (problem, sizes))
    return get_crossed (problem, sizes);
  sizes->keys = count_keys (problem, sizes->keys, result);
  return sizes->keys != LAMINA_ABSENT;
}

/*
 * ONNX Runtime's operator that multiplies the data by one matrix, from which queries, keys and values come; all three are
 * as long as the result. Weights that it packs while it loads a network are not listed, but the bias behind them is.
 */
static gboolean
has_projection (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *data, *weights, *output = lamina_work_get_result (problem);

  if (problem->n_inputs < 2 || !output)
    return FALSE;
  data = &problem->inputs[0];
  weights = &problem->inputs[1];
  if (!data->dims || !weights->dims || data->n != 3 || output->n != 3 || weights->n < 1 || weights->n > 2)
    return FALSE;
  return (weights->n == 1 || weights->dims[0] == data->dims[2]) && output->dims[0] == data->dims[0]
         && output->dims[1] == data->dims[1] && get_last (weights) == lamina_work_multiply (3, output->dims[2]);
}

static void
count_projected (const LaminaWorkProblem *problem,
                 LaminaWorkAnswer        *answer,
                 LaminaWorkShape         *result)
{
  const LaminaWorkTensor *data = &problem->inputs[0];
  gint64 rows = lamina_work_multiply (data->dims[0], data->dims[1]), columns = get_last (&problem->inputs[1]);
  gint64 weights = lamina_work_multiply (data->dims[2], columns), keys = count_keys (problem, data->dims[1], result);
  gint64 projection = lamina_work_multiply (2, lamina_work_multiply (rows, weights));
  gint64 products = lamina_work_multiply (lamina_work_multiply (lamina_work_multiply (4, rows), keys), columns / 3);

  answer->rule = LAMINA_WORK_RULE_ATTENTION_PROJECTED;
  if (problem->inputs[1].n == 1)
    result->hidden = lamina_work_multiply (weights, data->bits / 8);
  if (projection == LAMINA_ABSENT || products == LAMINA_ABSENT)
    return;
  answer->flop = lamina_number_add (projection, products);
  if (answer->text)
    g_string_append_printf (answer->text, "2 · %" G_GINT64_FORMAT " · (%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT ") + 4 · %"
                            G_GINT64_FORMAT " · %" G_GINT64_FORMAT " · %" G_GINT64_FORMAT, rows, data->dims[2], columns, rows,
                            keys, columns / 3);
}

/* A result like the queries, where the file names none. */
static void
keep_shape (const LaminaWorkTensor *query,
            LaminaWorkShape        *result)
{
  if (query->n > 4)
    return;
  result->known = TRUE;
  result->n = query->n;
  for (guint i = 0; i < query->n; i++)
    result->dims[i] = query->dims[i];
}

/* How long products for each score are together: @n_of_queries of them are as long as queries, @n_of_values as values. */
static gint64
add_products (const Sizes *sizes,
              gint64       n_of_queries,
              gint64       n_of_values)
{
  gint64 of_queries = lamina_work_multiply (n_of_queries, sizes->query_length);
  gint64 of_values = lamina_work_multiply (n_of_values, sizes->value_length);

  return of_queries == LAMINA_ABSENT || of_values == LAMINA_ABSENT ? LAMINA_ABSENT : lamina_number_add (of_queries, of_values);
}

/* Pairs of a query and a key that a mask hides. */
static gint64
count_hidden (const LaminaWorkProblem *problem,
              const Sizes             *sizes)
{
  gint64 n = sizes->queries;

  if (!(problem->meaning.traits & LAMINA_WORK_CAUSAL) || n < 2 || n > sizes->keys || n > G_MAXINT32)
    return 0;
  return n * (n - 1) / 2;
}

static void
write_text (const Sizes *sizes,
            gint64       hidden,
            gboolean     backward,
            GString     *text)
{
  if (!text)
    return;
  g_string_append_printf (text, "2 · %" G_GINT64_FORMAT " · ", sizes->batch);
  if (hidden > 0)
    g_string_append_printf (text, "(%" G_GINT64_FORMAT "·%" G_GINT64_FORMAT " − %" G_GINT64_FORMAT ")", sizes->queries,
                            sizes->keys, hidden);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT " · %" G_GINT64_FORMAT, sizes->queries, sizes->keys);
  g_string_append_printf (text, " · (%s%" G_GINT64_FORMAT " + %s%" G_GINT64_FORMAT ")%s", backward ? "3 · " : "",
                          sizes->query_length, backward ? "2 · " : "", sizes->value_length,
                          hidden > 0 ? "; causal from the bottom right" : "");
}

void
lamina_work_attention (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result)
{
  gboolean backward = problem->meaning.operator == LAMINA_WORK_ATTENTION_BACKWARD;
  Sizes sizes;
  gint64 hidden, pairs, scores, products;

  if (problem->attributes && problem->attributes->attention.is_read)
    {
      lamina_work_attend (problem, answer, result);
      return;
    }
  if (problem->meaning.traits & LAMINA_WORK_READS_SOME)
    return;
  if (!backward && has_projection (problem))
    {
      count_projected (problem, answer, result);
      return;
    }
  answer->rule = backward ? LAMINA_WORK_RULE_ATTENTION_BACKWARD : LAMINA_WORK_RULE_ATTENTION;
  if (!get_sizes (problem, &sizes, result))
    return;
  hidden = count_hidden (problem, &sizes);
  pairs = lamina_work_multiply (sizes.queries, sizes.keys);
  scores = lamina_work_multiply (sizes.batch, pairs - (pairs == LAMINA_ABSENT ? 0 : hidden));
  products = add_products (&sizes, backward ? 3 : 1, backward ? 2 : 1);
  answer->flop = lamina_work_multiply (scores, lamina_work_multiply (products, 2));
  if (!backward && sizes.query_length == sizes.value_length)
    keep_shape (lamina_work_get_input (problem, 3, 0), result);
  if (!backward && lamina_work_get_input (problem, 3, 0)->n == 3)
    result->read = lamina_work_measure_rows (problem, lamina_work_multiply (sizes.batch, sizes.queries));
  write_text (&sizes, hidden, backward, answer->text);
}
