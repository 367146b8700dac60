/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-estimate-private.h"

#include <string.h>

/* Operators that make each element of their result out of one of each of several tensors, or out of a pair of one. */

#define PRODUCT 3 /* operations for each number of a product of complex ones: 6 for two */

static void
write_text (GString                *text,
            gint64                  factor,
            const LaminaWorkTensor *tensor,
            gint64                  n)
{
  if (!text)
    return;
  g_string_append_printf (text, "%s%" G_GINT64_FORMAT " · ", text->len > 0 ? " + " : "", factor);
  if (n != lamina_work_get_elements (tensor))
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT, n);
      return;
    }
  g_string_append_c (text, '(');
  lamina_work_append_dims (text, tensor->dims, tensor->n);
  g_string_append_c (text, ')');
}

gint64
lamina_work_measure_rows (const LaminaWorkProblem *problem,
                          gint64                   n)
{
  gboolean has_table = FALSE;
  gint64 sum = 0;

  for (guint i = 0; i < problem->n_inputs; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];
      gint64 bytes = input->bytes;

      if (bytes == LAMINA_ABSENT || n < 0)
        return LAMINA_ABSENT;
      if (!input->is_whole && input->dims && input->n == 2 && n < input->dims[0])
        {
          bytes = lamina_work_multiply (lamina_work_multiply (n, input->dims[1]), input->bits / 8);
          has_table = TRUE;
        }
      sum = lamina_number_add (sum, bytes);
    }
  return has_table ? sum : LAMINA_ABSENT;
}

/* Angles, a table of them by position, or B L of them for B H L E; nothing where it is none. */
static gint64
count_angles (const LaminaWorkTensor *angles,
              const LaminaWorkTensor *tensor)
{
  if (!angles->dims || angles->is_whole || (angles->n != 2 && (angles->n != 3 || angles->dims[1] != tensor->dims[2])))
    return LAMINA_ABSENT;
  return angles->dims[angles->n - 1];
}

/* How many numbers of a tensor turn: B L H·E, or B H L E where tables of E/2 or fewer angles say how many of E. */
static gint64
count_turned (const LaminaWorkProblem *problem,
              const LaminaWorkTensor  *tensor)
{
  gint64 n = lamina_work_get_elements (tensor);

  for (guint i = 1; i < problem->n_inputs && tensor->n == 4 && n > 0; i++)
    {
      gint64 turned = lamina_work_multiply (2, count_angles (&problem->inputs[i], tensor));

      if (turned != LAMINA_ABSENT && turned < tensor->dims[3])
        return lamina_work_multiply (n / tensor->dims[3], turned);
    }
  return n;
}

/* By as many positions as there are: L of each sequence. */
static gint64
count_positions (const LaminaWorkTensor *tensor)
{
  if (tensor->n != 3 && tensor->n != 4)
    return LAMINA_ABSENT;
  return lamina_work_multiply (tensor->dims[0], tensor->dims[tensor->n - 2]);
}

static void
rotate (const LaminaWorkProblem *problem,
        LaminaWorkAnswer        *answer,
        LaminaWorkShape         *result)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem);

  if (!output)
    return;
  answer->rule = LAMINA_WORK_RULE_COMPLEX;
  answer->flop = 0;
  for (guint i = 0; i < problem->n_outputs; i++)
    {
      gint64 n = count_turned (problem, &problem->outputs[i]), flop = lamina_work_multiply (n, PRODUCT);

      answer->flop = flop == LAMINA_ABSENT || answer->flop == LAMINA_ABSENT ? LAMINA_ABSENT
                                                                            : lamina_number_add (answer->flop, flop);
      write_text (answer->text, PRODUCT, &problem->outputs[i], n);
    }
  result->read = lamina_work_measure_rows (problem, count_positions (output));
}

/* An operator on each element counts as one operation for each element of its result, whatever the function. */
void
lamina_work_pointwise (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem);

  if (problem->meaning.way == LAMINA_WORK_LISTS || problem->meaning.way == LAMINA_WORK_THREE_LISTS)
    {
      lamina_work_lists (problem, answer, result);
      return;
    }
  if (problem->meaning.way == LAMINA_WORK_COMPLEX)
    {
      rotate (problem, answer, result);
      return;
    }
  answer->rule = LAMINA_WORK_RULE_ELEMENTWISE;
  if (!output && !lamina_work_broadcast (problem, result))
    return;
  if (!output && (problem->meaning.traits & LAMINA_WORK_BOOLEAN))
    result->written = lamina_work_count (result->dims, result->n);
  if (!output && (problem->meaning.traits & LAMINA_WORK_HANDS_MASK) && problem->inputs[0].bytes != LAMINA_ABSENT)
    result->written = lamina_number_add (problem->inputs[0].bytes, lamina_work_count (result->dims, result->n));
  answer->flop = output ? lamina_work_get_elements (output) : lamina_work_count (result->dims, result->n);
  lamina_work_append_dims (answer->text, output ? output->dims : result->dims, output ? output->n : result->n);
}

/* What a place takes: the number of an element, 64 bits. */
#define PLACE_BYTES 8

static gboolean
is_reduced (const LaminaWorkAttributes *attributes,
            guint                       dim,
            guint                       rank)
{
  if (attributes->axes_known == LAMINA_WORK_AXES_ALL)
    return TRUE;
  for (guint i = 0; i < attributes->n_axes; i++)
    if (attributes->axes[i] + (attributes->axes[i] < 0 ? (gint64) rank : 0) == dim)
      return TRUE;
  return FALSE;
}

/* Bytes of an element of the result. */
static gint64
get_element (const LaminaWorkProblem *problem,
             const LaminaWorkTensor  *data)
{
  LaminaWorkWay way = problem->meaning.way;
  gint64 element = data->bits >= 8 ? data->bits / 8 : LAMINA_ABSENT;

  if (way == LAMINA_WORK_PLACES || (way == LAMINA_WORK_SUMS && data->is_whole))
    return PLACE_BYTES;
  if (way == LAMINA_WORK_TRUTHS)
    return 1;
  if (way == LAMINA_WORK_EXTREMES && problem->attributes && problem->attributes->axes_known == LAMINA_WORK_AXES_LISTED)
    return element == LAMINA_ABSENT ? LAMINA_ABSENT : element + PLACE_BYTES;
  return element;
}

/* Whatever is said of axes, one dimension leaves one number. Losses may be asked for each element. */
static gboolean
is_one_number (const LaminaWorkProblem *problem,
               const LaminaWorkTensor  *data)
{
  LaminaWorkWay way = problem->meaning.way;

  return data->n <= 1 && way >= LAMINA_WORK_SUMS && way <= LAMINA_WORK_TRUTHS && !problem->attributes;
}

/* The result of a reduction of the first input, where its arguments say along which axes. */
static void
reduce (const LaminaWorkProblem *problem,
        LaminaWorkShape         *result)
{
  const LaminaWorkAttributes *attributes = problem->attributes;
  const LaminaWorkTensor *data = problem->n_inputs > 0 ? &problem->inputs[0] : NULL;
  gboolean is_known = attributes && attributes->axes_known != LAMINA_WORK_AXES_UNKNOWN;

  if (!data || !data->dims || data->n > LAMINA_MAX_DIMS || problem->n_outputs > 0)
    return;
  if (!is_known && !is_one_number (problem, data))
    return;
  result->n = 0;
  for (guint i = 0; is_known && i < data->n; i++)
    if (!is_reduced (attributes, i, data->n))
      result->dims[result->n++] = data->dims[i];
    else if (attributes->keeps_axes)
      result->dims[result->n++] = 1;
  result->known = TRUE;
  result->written = lamina_work_multiply (lamina_work_count (result->dims, result->n), get_element (problem, data));
  /* Behind the data of these stands at most a tensor for the result. */
  if (problem->meaning.way >= LAMINA_WORK_SUMS && problem->meaning.way <= LAMINA_WORK_TRUTHS && problem->n_inputs <= 2
      && (problem->n_inputs == 1 || problem->inputs[1].n == 0))
    result->read = data->bytes;
}

/*
 * A change of size makes each element of the result from its neighbors in the data, each times a weight. Which
 * neighbors and weights these are is worked out once for each row and column, and does not count.
 */

/* Neighbors in all directions, 0 when that is not known. */
static gint64
count_neighbors (LaminaWorkWay way,
                  guint         rank)
{
  guint n = rank >= 3 && rank <= 2 + LAMINA_WORK_MAX_SPATIAL ? rank - 2 : 0;

  if (n == 0 || way == LAMINA_WORK_PLAIN)
    return 0;
  return way == LAMINA_WORK_NEAREST ? 1 : (gint64) 1 << (way == LAMINA_WORK_LINEAR_WAY ? n : 2 * n);
}

/* N C …, where only the arguments name the size of the result. */
static gboolean
infer (const LaminaWorkProblem *problem,
       const LaminaWorkTensor  *data,
       LaminaWorkShape         *result)
{
  if (!problem->attributes || data->n != problem->attributes->n + 2)
    return FALSE;
  result->n = data->n;
  result->dims[0] = data->dims[0];
  result->dims[1] = data->dims[1];
  for (guint i = 0; i < problem->attributes->n; i++)
    {
      if (problem->attributes->kernel[i] < 1)
        return FALSE;
      result->dims[i + 2] = problem->attributes->kernel[i];
    }
  result->known = TRUE;
  return TRUE;
}

void
lamina_work_resize (const LaminaWorkProblem *problem,
                    LaminaWorkAnswer        *answer,
                    LaminaWorkShape         *result)
{
  gboolean backward = (problem->meaning.traits & LAMINA_WORK_BACKWARD) != 0;
  const LaminaWorkTensor *output = lamina_work_get_result (problem), *data = lamina_work_get_input (problem, 3, 0);
  gboolean by_attribute = problem->meaning.way == LAMINA_WORK_PLAIN && problem->attributes;
  LaminaWorkWay way = by_attribute ? problem->attributes->way : problem->meaning.way;
  gint64 neighbors = data ? count_neighbors (way, data->n) : 0, factor = 2 * neighbors - !backward;
  const gint64 *dims;
  guint n;

  if (!data || (!backward && !output && !infer (problem, data, result)))
    return;
  dims = backward ? data->dims : output ? output->dims : result->dims;
  n = backward ? data->n : output ? output->n : result->n;
  /* One neighbor is a copy. */
  if (neighbors <= (backward ? 0 : 1))
    return;
  answer->rule = backward ? LAMINA_WORK_RULE_RESIZE_BACKWARD : LAMINA_WORK_RULE_RESIZE;
  answer->flop = lamina_work_multiply (lamina_work_count (dims, n), factor);
  if (!answer->text)
    return;
  g_string_append_printf (answer->text, "%" G_GINT64_FORMAT " · (", factor);
  lamina_work_append_dims (answer->text, dims, n);
  g_string_append_c (answer->text, ')');
}

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

void
lamina_work_keep_shape (const LaminaWorkTensor *tensor,
                        LaminaWorkShape        *result)
{
  if (!tensor || !tensor->dims || tensor->n > LAMINA_MAX_DIMS)
    return;
  result->known = TRUE;
  result->n = tensor->n;
  memcpy (result->dims, tensor->dims, tensor->n * sizeof *tensor->dims);
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
  lamina_work_keep_shape (find_data (problem), result);
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
    lamina_work_keep_shape (find_data (problem), result);
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
    {
      gboolean backward = (problem->meaning.traits & LAMINA_WORK_BACKWARD) != 0;

      if (backward)
        lamina_work_keep_shape (find_data (problem), result);
      else
        reduce (problem, result);
      count_elements (problem, backward ? LAMINA_WORK_RULE_SQUARES_BACKWARD : LAMINA_WORK_RULE_SQUARES, SQUARES, answer);
    }
  else if (way == LAMINA_WORK_PICKED)
    count_picked (problem, answer, result);
  else if (compares (problem))
    lamina_work_pointwise (problem, answer, result);
  else if (combines (problem))
    {
      const LaminaWorkTensor *output = lamina_work_get_result (problem);
      gint64 factor = (gint64) problem->n_inputs - 1, n = lamina_work_get_elements (output);

      answer->rule = LAMINA_WORK_RULE_COMBINED;
      answer->flop = lamina_work_multiply (n, factor);
      write_text (answer->text, factor, output, n);
    }
  else
    {
      if (way == LAMINA_WORK_RUNNING || way == LAMINA_WORK_RUNNING_FROM_ZERO)
        lamina_work_keep_shape (find_data (problem), result);
      else if (way != LAMINA_WORK_PLAIN)
        reduce (problem, result);
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
