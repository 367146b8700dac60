/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <string.h>

/* Operators that take a fixed number of operations for each element of the data: normalization, softmax, reductions. */

#define NORMALIZE 7
#define NORMALIZE_KNOWN 2
#define NORMALIZE_BACKWARD 11
#define ACROSS_CHANNELS 7
#define ACROSS_CHANNELS_BACKWARD 9
#define UNIT_LENGTH 3
#define ROOT_MEAN_SQUARE 4
#define ROOT_MEAN_SQUARE_BACKWARD 9
#define NORM 2
#define SQUARES 3
#define LOGITS 10
#define SOFTMAX 5
#define SOFTMAX_BACKWARD 4

/* The data is the largest tensor: other inputs are scales, statistics, indexes of classes. */
static const LaminaWorkTensor *
find_data (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *data = NULL;

  for (guint i = 0; i < problem->n_inputs; i++)
    if (problem->inputs[i].dims && problem->inputs[i].n > 0
        && (!data || lamina_work_get_elements (&problem->inputs[i]) > lamina_work_get_elements (data)))
      data = &problem->inputs[i];
  return data;
}

static void
count_elements (const LaminaWorkProblem *problem,
                LaminaWorkRule           rule,
                gint64                   factor,
                LaminaWorkAnswer        *answer)
{
  const LaminaWorkTensor *data = find_data (problem);

  if (!data)
    return;
  answer->rule = rule;
  answer->flop = lamina_work_multiply (lamina_work_get_elements (data), factor);
  if (!answer->text)
    return;
  if (factor > 1)
    g_string_append_printf (answer->text, "%" G_GINT64_FORMAT " · (", factor);
  lamina_work_append_dims (answer->text, data->dims, data->n);
  if (factor > 1)
    g_string_append_c (answer->text, ')');
}

/* A result of the shape of the data, where the file names none. */
static void
keep_shape (const LaminaWorkProblem *problem,
            LaminaWorkShape         *result)
{
  const LaminaWorkTensor *data = find_data (problem);

  if (!data || data->n > LAMINA_MAX_DIMS)
    return;
  result->known = TRUE;
  result->n = data->n;
  for (guint i = 0; i < data->n; i++)
    result->dims[i] = data->dims[i];
}

/*
 * What of each table is read is as long as the result: a row for each index. Indices stand before the tables, whose elements
 * may be bytes.
 */
static void
count_rows (const LaminaWorkProblem *problem,
            LaminaWorkAnswer        *answer,
            LaminaWorkShape         *result)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem);

  if (!output || output->n == 0)
    return;
  answer->rule = LAMINA_WORK_RULE_NORMALIZATION;
  answer->flop = lamina_work_multiply (lamina_work_get_elements (output), NORMALIZE);
  if (answer->text)
    {
      g_string_append_printf (answer->text, "%d · (", NORMALIZE);
      lamina_work_append_dims (answer->text, output->dims, output->n);
      g_string_append_c (answer->text, ')');
    }
  result->read = 0;
  for (guint i = 0; i < problem->n_inputs && result->read != LAMINA_ABSENT; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];
      gboolean is_table = (!input->is_whole || input->bits == 8) && input->n == 2
                          && input->dims[1] == output->dims[output->n - 1];
      gint64 read = is_table ? lamina_work_multiply (lamina_work_get_elements (output), input->bits / 8) : input->bytes;

      result->read = read == LAMINA_ABSENT ? LAMINA_ABSENT : lamina_number_add (result->read, read);
    }
}

void
lamina_work_normalization (const LaminaWorkProblem *problem,
                           LaminaWorkAnswer        *answer,
                           LaminaWorkShape         *result)
{
  guint traits = problem->meaning.traits;

  if (problem->meaning.way == LAMINA_WORK_OF_ROWS)
    {
      count_rows (problem, answer, result);
      return;
    }
  keep_shape (problem, result);
  if (problem->meaning.way == LAMINA_WORK_ACROSS_CHANNELS)
    {
      if (traits & LAMINA_WORK_BACKWARD)
        count_elements (problem, LAMINA_WORK_RULE_LRN_BACKWARD, ACROSS_CHANNELS_BACKWARD, answer);
      else
        count_elements (problem, LAMINA_WORK_RULE_LRN, ACROSS_CHANNELS, answer);
    }
  else if (problem->meaning.way == LAMINA_WORK_UNIT_LENGTH)
    count_elements (problem, LAMINA_WORK_RULE_UNIT_LENGTH, UNIT_LENGTH, answer);
  else if (problem->meaning.way == LAMINA_WORK_ROOT_MEAN_SQUARE)
    {
      if (traits & LAMINA_WORK_BACKWARD)
        count_elements (problem, LAMINA_WORK_RULE_RMS_BACKWARD, ROOT_MEAN_SQUARE_BACKWARD, answer);
      else
        count_elements (problem, LAMINA_WORK_RULE_RMS, ROOT_MEAN_SQUARE, answer);
    }
  else if (traits & LAMINA_WORK_BACKWARD)
    count_elements (problem, LAMINA_WORK_RULE_NORMALIZATION_BACKWARD, NORMALIZE_BACKWARD, answer);
  else
    count_elements (problem, LAMINA_WORK_RULE_NORMALIZATION,
                    traits & LAMINA_WORK_KNOWN_STATISTICS ? NORMALIZE_KNOWN : NORMALIZE, answer);
}

void
lamina_work_softmax (const LaminaWorkProblem *problem,
                     LaminaWorkAnswer        *answer,
                     LaminaWorkShape         *result)
{
  gboolean backward = (problem->meaning.traits & LAMINA_WORK_BACKWARD) != 0;

  if (!(problem->meaning.traits & LAMINA_WORK_LOSS))
    keep_shape (problem, result);
  count_elements (problem, backward ? LAMINA_WORK_RULE_SOFTMAX_BACKWARD : LAMINA_WORK_RULE_SOFTMAX,
                  backward ? SOFTMAX_BACKWARD : SOFTMAX, answer);
}

/* The classes stand behind the logarithms of the probabilities. Of these only what they pick is read. */
static void
count_picked (const LaminaWorkProblem *problem,
              LaminaWorkAnswer        *answer,
              LaminaWorkShape         *result)
{
  const LaminaWorkTensor *classes = problem->n_inputs > 1 ? &problem->inputs[1] : NULL;

  answer->rule = LAMINA_WORK_RULE_PICKED;
  answer->flop = lamina_work_get_elements (classes);
  if (answer->flop == LAMINA_ABSENT)
    return;
  lamina_work_append_dims (answer->text, classes->dims, classes->n);
  if (classes->bytes != LAMINA_ABSENT && problem->inputs[0].bits >= 8)
    result->read = lamina_number_add (classes->bytes, lamina_work_multiply (answer->flop, problem->inputs[0].bits / 8));
}

static void
count_squares (const LaminaWorkProblem *problem,
               LaminaWorkAnswer        *answer,
               LaminaWorkShape         *result)
{
  gboolean backward = (problem->meaning.traits & LAMINA_WORK_BACKWARD) != 0;

  if (backward)
    keep_shape (problem, result);
  else
    lamina_work_reduce (problem, result);
  count_elements (problem, backward ? LAMINA_WORK_RULE_SQUARES_BACKWARD : LAMINA_WORK_RULE_SQUARES, SQUARES, answer);
}

/* `Sum` of ONNX adds tensors, that of TensorFlow the elements of one: the result tells. */
static gboolean
combines (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem);
  LaminaWorkShape together;

  if (problem->meaning.way != LAMINA_WORK_TENSORS || problem->n_inputs < 2 || !output
      || !lamina_work_broadcast (problem, &together))
    return FALSE;
  return together.n == output->n && memcmp (together.dims, output->dims, output->n * sizeof *output->dims) == 0;
}

/* `max` of two tensors compares their elements. */
static gboolean
compares (const LaminaWorkProblem *problem)
{
  return problem->meaning.way == LAMINA_WORK_EXTREMES && problem->n_inputs == 2 && problem->inputs[0].dims
         && problem->inputs[1].dims && problem->inputs[1].n > 0;
}

void
lamina_work_reduction (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result)
{
  LaminaWorkWay way = problem->meaning.way;

  if (way == LAMINA_WORK_NORMS)
    lamina_work_norms (problem, answer, result);
  else if (way == LAMINA_WORK_SQUARES)
    count_squares (problem, answer, result);
  else if (way == LAMINA_WORK_PICKED)
    count_picked (problem, answer, result);
  else if (compares (problem))
    lamina_work_pointwise (problem, answer, result);
  else if (combines (problem))
    lamina_work_combine (problem, answer, result);
  else
    {
      if (way == LAMINA_WORK_RUNNING || way == LAMINA_WORK_RUNNING_FROM_ZERO)
        keep_shape (problem, result);
      else if (way != LAMINA_WORK_PLAIN)
        lamina_work_reduce (problem, result);
      if (way == LAMINA_WORK_RUNNING_FROM_ZERO && result->known && result->n > 0)
        result->dims[result->n - 1]++;
      if (way == LAMINA_WORK_NORM)
        count_elements (problem, LAMINA_WORK_RULE_NORM, NORM, answer);
      else if (way == LAMINA_WORK_LOGITS)
        count_elements (problem, LAMINA_WORK_RULE_LOGITS, LOGITS, answer);
      else
        count_elements (problem, LAMINA_WORK_RULE_REDUCTION, 1, answer);
    }
}
