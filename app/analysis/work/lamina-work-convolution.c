/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-estimate-private.h"

/* How many places a window of @kernel elements has along dimension @i, which has @length; LAMINA_ABSENT when it has none. */
static gint64
slide (const LaminaWorkAttributes *attributes,
       guint                       i,
       gint64                      length,
       gint64                      kernel)
{
  gint64 stride = MAX (attributes->stride[i], 1), dilation = MAX (attributes->dilation[i], 1);
  gint64 padding = attributes->padding[i];

  if (length < 0 || kernel < 1 || padding < 0 || length > G_MAXINT32 || padding > G_MAXINT32 || kernel > G_MAXINT32
      || dilation > G_MAXINT32)
    return LAMINA_ABSENT;
  length += 2 * padding - dilation * (kernel - 1) - 1;
  return length < 0 ? LAMINA_ABSENT : length / stride + 1;
}

/* Elements of a window; 1 when it is not known. */
static gint64
count_window (const LaminaWorkAttributes *attributes)
{
  gint64 window = 1;

  for (guint i = 0; attributes && i < attributes->n; i++)
    window = lamina_work_multiply (window, MAX (attributes->kernel[i], 1));
  return window;
}

static gboolean
has_window (const LaminaWorkAttributes *attributes)
{
  return attributes && attributes->n > 0 && attributes->kernel[0] > 0;
}

/* N C …, where the file names no result but says how the window moves. Without a stride it moves by its own length. */
static gboolean
infer_pooled (const LaminaWorkProblem *problem,
              const LaminaWorkTensor  *data,
              LaminaWorkShape         *result)
{
  LaminaWorkAttributes attributes;

  if (!data || !has_window (problem->attributes) || data->n != problem->attributes->n + 2)
    return FALSE;
  attributes = *problem->attributes;
  result->n = data->n;
  result->dims[0] = data->dims[0];
  result->dims[1] = data->dims[1];
  for (guint i = 0; i < attributes.n; i++)
    {
      if (attributes.stride[i] == 0)
        attributes.stride[i] = attributes.kernel[i];
      result->dims[i + 2] = slide (&attributes, i, data->dims[i + 2], attributes.kernel[i]);
      if (result->dims[i + 2] < 0)
        return FALSE;
    }
  result->known = TRUE;
  return TRUE;
}

static void
write_windows (GString      *text,
               const gint64 *dims,
               guint         n,
               gint64        window)
{
  if (!text)
    return;
  g_string_append_c (text, '(');
  lamina_work_append_dims (text, dims, n);
  g_string_append_printf (text, ") · %" G_GINT64_FORMAT, window);
}

/* The gradient of the result: the smallest of the pictures, the last of these if they are alike. */
static const LaminaWorkTensor *
find_gradient (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *gradient = problem->n_inputs > 0 ? &problem->inputs[problem->n_inputs - 1] : NULL;

  for (guint i = 0; i < problem->n_inputs; i++)
    if (problem->inputs[i].dims && problem->inputs[i].n >= 3
        && (!gradient->dims || gradient->n < 3
            || lamina_work_get_elements (&problem->inputs[i]) < lamina_work_get_elements (gradient)))
      gradient = &problem->inputs[i];
  return gradient && gradient->dims ? gradient : NULL;
}

/*
 * PyTorch hands over the gradient, then the data that was pooled, of which only the shape is looked at, then where the
 * largest elements stood.
 */
static void
move_back (const LaminaWorkProblem *problem,
           LaminaWorkShape         *result)
{
  if (problem->meaning.way == LAMINA_WORK_PLAIN || problem->n_inputs < 2 || problem->n_outputs > 0)
    return;
  result->written = problem->inputs[1].bytes;
  result->read = problem->inputs[0].bytes;
  for (guint i = 2; i < problem->n_inputs && result->read != LAMINA_ABSENT; i++)
    result->read = problem->inputs[i].bytes == LAMINA_ABSENT ? LAMINA_ABSENT
                                                             : lamina_number_add (result->read, problem->inputs[i].bytes);
}

/* The gradient of a mean goes to the whole window. */
static void
count_spread (const LaminaWorkProblem *problem,
              LaminaWorkAnswer        *answer)
{
  const LaminaWorkTensor *gradient = find_gradient (problem), *data = lamina_work_get_input (problem, 3, 1);
  gint64 window = count_window (problem->attributes);

  answer->rule = LAMINA_WORK_RULE_POOLING_SPREAD;
  if (has_window (problem->attributes) && gradient)
    {
      answer->flop = lamina_work_multiply (lamina_work_get_elements (gradient), window);
      write_windows (answer->text, gradient->dims, gradient->n, window);
    }
  else if (data)
    {
      answer->flop = lamina_work_get_elements (data);
      lamina_work_append_dims (answer->text, data->dims, data->n);
    }
}

static void
count_backward (const LaminaWorkProblem *problem,
                LaminaWorkAnswer        *answer,
                LaminaWorkShape         *result)
{
  const LaminaWorkTensor *gradient = find_gradient (problem);

  move_back (problem, result);
  if (problem->meaning.way == LAMINA_WORK_SPREAD_BACK)
    {
      count_spread (problem, answer);
      return;
    }
  answer->rule = LAMINA_WORK_RULE_POOLING_BACKWARD;
  if (!gradient)
    return;
  answer->flop = lamina_work_get_elements (gradient);
  lamina_work_append_dims (answer->text, gradient->dims, gradient->n);
}

void
lamina_work_pooling (const LaminaWorkProblem *problem,
                     LaminaWorkAnswer        *answer,
                     LaminaWorkShape         *result)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem), *data = lamina_work_get_input (problem, 3, 0);

  if (problem->meaning.operator == LAMINA_WORK_POOLING_BACKWARD)
    {
      count_backward (problem, answer, result);
      return;
    }
  if (has_window (problem->attributes) && !(problem->meaning.traits & LAMINA_WORK_GLOBAL)
      && (output || infer_pooled (problem, data, result)))
    {
      gint64 window = count_window (problem->attributes);
      const gint64 *dims = output ? output->dims : result->dims;
      guint n = output ? output->n : result->n;

      answer->rule = LAMINA_WORK_RULE_POOLING;
      answer->flop = lamina_work_multiply (lamina_work_count (dims, n), window);
      write_windows (answer->text, dims, n, window);
    }
  else if (data)
    {
      answer->rule = LAMINA_WORK_RULE_POOLING_INPUT;
      answer->flop = lamina_work_get_elements (data);
      lamina_work_append_dims (answer->text, data->dims, data->n);
    }
}

/*
 * Each weight of a convolution is multiplied and added once at each place of its result: 2 · places · weights, whatever
 * the number of groups. The gradient of the data uses each weight once at each place of the gradient of the result, a
 * transposed convolution once at each place of its input, and the gradient of the weights has as many products as the
 * convolution. So all that is needed is the number of weights, and one tensor with as many places as there are.
 *
 * The places of a tensor are its elements without its channels. Where these stand is found by comparing it with the
 * weights and with the tensor on their other side: of all layouts that are in use, the first in which they agree.
 */

#define MIN_RANK 3

/* What a convolution works on. other, which may be NULL, is the tensor on the other side of the weights. */
typedef struct
{
  const LaminaWorkTensor *places;
  const LaminaWorkTensor *weights;
  const LaminaWorkTensor *other;
} Sides;

/* What the gradients of a convolution come from. */
typedef struct
{
  const LaminaWorkTensor *gradient;
  const LaminaWorkTensor *data;
  const LaminaWorkTensor *weights;
} Backward;

static gint64
at_end (const LaminaWorkTensor *tensor,
        guint                   from_end)
{
  return tensor->dims[tensor->n - from_end];
}

/* Whether the channels of the other side are the inputs of as many groups as there may be. */
static gboolean
suits (const LaminaWorkTensor *other,
       gboolean                channels_last,
       gint64                  inputs)
{
  gint64 channels;

  if (!other)
    return TRUE;
  channels = channels_last ? at_end (other, 1) : other->dims[1];
  return inputs > 0 && channels > 0 && channels % inputs == 0;
}

/* N C … c by O I … i o, or by O I … i o i where products of bytes are summed. */
static gint64
find_packed (const Sides *sides)
{
  const LaminaWorkTensor *places = sides->places, *weights = sides->weights;
  guint more = weights->n - places->n;

  if (more != 1 && more != 2)
    return LAMINA_ABSENT;
  if (places->n <= MIN_RANK || weights->dims[0] != places->dims[1] || at_end (weights, more) != at_end (places, 1))
    return LAMINA_ABSENT;
  return lamina_work_multiply (places->dims[1], at_end (places, 1));
}

/* N C … by O I …, N … C by … I O or O … I, N C … by … I O, and … C M where each channel has its own M filters. */
static gint64
find_plain (const Sides *sides)
{
  const LaminaWorkTensor *places = sides->places, *weights = sides->weights, *other = sides->other;
  gint64 second = places->dims[1], last = at_end (places, 1);
  gint64 depthwise = lamina_work_multiply (at_end (weights, 1), at_end (weights, 2));

  if (weights->dims[0] == second && suits (other, FALSE, weights->dims[1]))
    return second;
  if (at_end (weights, 1) == last && suits (other, TRUE, at_end (weights, 2)))
    return last;
  if (at_end (weights, 1) == second && suits (other, FALSE, at_end (weights, 2)))
    return second;
  if (weights->dims[0] == last && suits (other, TRUE, at_end (weights, 1)))
    return last;
  if (depthwise == last || depthwise == second)
    return depthwise;
  if (places->n > MIN_RANK + 1 && weights->dims[0] == lamina_work_multiply (second, last))
    return weights->dims[0];
  return LAMINA_ABSENT;
}

/* G O I … */
static gint64
find_grouped (const Sides *sides)
{
  const LaminaWorkTensor *places = sides->places, *weights = sides->weights;
  gint64 channels = lamina_work_multiply (weights->dims[0], weights->dims[1]);

  if (weights->n != places->n + 1 || (channels != places->dims[1] && channels != at_end (places, 1)))
    return LAMINA_ABSENT;
  return channels;
}

/* The channels of the tensor at places, or LAMINA_ABSENT. */
static gint64
find_channels (const Sides *sides)
{
  gint64 channels;

  if (sides->places->n < MIN_RANK || sides->weights->n < MIN_RANK || (sides->other && sides->other->n < MIN_RANK))
    return LAMINA_ABSENT;
  if (sides->weights->n == sides->places->n)
    return find_plain (sides);
  channels = sides->weights->n > sides->places->n ? find_packed (sides) : LAMINA_ABSENT;
  return channels == LAMINA_ABSENT ? find_grouped (sides) : channels;
}

/* A transformed filter of a tiles has a × a numbers for each of 3 × 3 weights. */
static gint64
count_weights (const LaminaWorkProblem *problem,
               const LaminaWorkTensor  *weights)
{
  gint64 n = lamina_work_get_elements (weights);

  if (!(problem->meaning.traits & LAMINA_WORK_WINOGRAD) || weights->n < 4 || weights->dims[0] != weights->dims[1])
    return n;
  return weights->dims[0] > 0 && n > 0 ? lamina_work_multiply (n / (weights->dims[0] * weights->dims[1]), 9)
                                       : LAMINA_ABSENT;
}

/* @n_times: how many gradients take as much as the convolution. */
static void
count (const LaminaWorkProblem *problem,
       guint                    n_times,
       const LaminaWorkTensor  *tensor,
       const LaminaWorkTensor  *weights,
       const LaminaWorkTensor  *other,
       LaminaWorkAnswer        *answer)
{
  const Sides sides = { tensor, weights, other };
  gint64 elements = lamina_work_get_elements (tensor), channels;

  if (!tensor || !weights || elements < 0)
    return;
  if (problem->meaning.traits & LAMINA_WORK_WINOGRAD)
    channels = tensor->n >= 4 ? tensor->dims[1] : LAMINA_ABSENT;
  else
    channels = find_channels (&sides);
  if (channels <= 0)
    return;
  answer->flop = lamina_work_multiply (elements / channels, count_weights (problem, weights));
  answer->flop = lamina_work_multiply (answer->flop, 2 * n_times);
  if (!answer->text)
    return;
  g_string_append (answer->text, n_times == 2 ? "2 · 2 · (" : "2 · (");
  lamina_work_append_dims (answer->text, tensor->dims, tensor->n);
  g_string_append_printf (answer->text, ") ÷ %" G_GINT64_FORMAT " · (", channels);
  lamina_work_append_dims (answer->text, weights->dims, weights->n);
  g_string_append_c (answer->text, ')');
  if (problem->meaning.traits & LAMINA_WORK_WINOGRAD)
    g_string_append_printf (answer->text, " ÷ %" G_GINT64_FORMAT "² · 3²", weights->dims[0]);
}

/* The result of a convolution of N C … with O I …, where the file names none but says how the window moves. */
static gboolean
infer (const LaminaWorkProblem *problem,
       const LaminaWorkTensor  *data,
       const LaminaWorkTensor  *weights,
       LaminaWorkShape         *result)
{
  const LaminaWorkAttributes *attributes = problem->attributes;

  if (!attributes || attributes->n == 0 || !data || !weights || data->n != weights->n || data->n < MIN_RANK
      || data->n - 2 > LAMINA_WORK_MAX_SPATIAL)
    return FALSE;
  result->n = data->n;
  result->dims[0] = data->dims[0];
  result->dims[1] = weights->dims[0];
  for (guint i = 2; i < data->n; i++)
    {
      result->dims[i] = slide (attributes, i - 2, data->dims[i], weights->dims[i]);
      if (result->dims[i] < 0)
        return FALSE;
    }
  result->known = TRUE;
  return TRUE;
}

static void
count_forward (const LaminaWorkProblem *problem,
               LaminaWorkAnswer        *answer,
               LaminaWorkShape         *result)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem), *weights = NULL;
  LaminaWorkTensor inferred;

  if (problem->n_inputs == 0)
    return;
  /* The data may be unknown, and stands first. */
  for (guint i = 1; i < problem->n_inputs && !weights; i++)
    if (problem->inputs[i].dims && problem->inputs[i].n >= MIN_RANK)
      weights = &problem->inputs[i];
  if (!output && infer (problem, lamina_work_get_input (problem, MIN_RANK, 0), weights, result))
    {
      inferred = (LaminaWorkTensor) { .dims = result->dims, .n = result->n };
      output = &inferred;
    }
  answer->rule = problem->meaning.traits & LAMINA_WORK_WINOGRAD ? LAMINA_WORK_RULE_WINOGRAD
                                                                : LAMINA_WORK_RULE_CONVOLUTION;
  count (problem, 1, output, weights, problem->inputs[0].dims && problem->inputs[0].n >= MIN_RANK ? &problem->inputs[0] : NULL,
         answer);
}

/* TensorFlow and MegEngine name the weights first, frameworks name the data of a transposed convolution first. */
static void
count_data (const LaminaWorkProblem *problem,
            LaminaWorkAnswer        *answer)
{
  const LaminaWorkTensor *first = lamina_work_get_input (problem, MIN_RANK, 0);
  const LaminaWorkTensor *second = lamina_work_get_input (problem, MIN_RANK, 1);
  gboolean transposed = (problem->meaning.traits & LAMINA_WORK_TRANSPOSED)
                        || (problem->attributes && problem->attributes->transposed);

  answer->rule = LAMINA_WORK_RULE_CONVOLUTION_DATA;
  count (problem, 1, transposed ? first : second, transposed ? second : first, lamina_work_get_result (problem), answer);
}

/* The gradient of the data needs the weights, that of the weights the data, all that of the result. */
static void
measure_gradients (const Backward  *tensors,
                   guint            wanted,
                   LaminaWorkShape *result)
{
  gint64 bias = lamina_work_multiply (tensors->gradient->dims[1], tensors->weights->bits / 8);

  result->read = tensors->gradient->bytes;
  result->written = 0;
  if (wanted & LAMINA_WORK_GRADIENT_OF_DATA)
    {
      result->read = lamina_work_add (result->read, tensors->weights->bytes);
      result->written = lamina_work_add (result->written, tensors->data->bytes);
    }
  if (wanted & LAMINA_WORK_GRADIENT_OF_WEIGHTS)
    {
      result->read = lamina_work_add (result->read, tensors->data->bytes);
      result->written = lamina_work_add (result->written, tensors->weights->bytes);
    }
  if (wanted & LAMINA_WORK_GRADIENT_OF_BIAS)
    result->written = lamina_work_add (result->written, bias);
}

/* The gradient of a bias is a sum over all places. */
static void
count_bias (const Backward   *tensors,
            gboolean          is_alone,
            LaminaWorkAnswer *answer)
{
  gint64 n = lamina_work_get_elements (tensors->gradient);

  if (!is_alone)
    {
      answer->epilogue = n;
      return;
    }
  answer->rule = LAMINA_WORK_RULE_REDUCTION;
  answer->flop = n;
  lamina_work_append_dims (answer->text, tensors->gradient->dims, tensors->gradient->n);
}

static void
count_both (const LaminaWorkProblem *problem,
            LaminaWorkAnswer        *answer,
            LaminaWorkShape         *result)
{
  gboolean data_first = (problem->meaning.traits & LAMINA_WORK_DATA_FIRST) != 0;
  const Backward tensors = { lamina_work_get_input (problem, MIN_RANK, data_first ? 1 : 0),
                             lamina_work_get_input (problem, MIN_RANK, data_first ? 0 : 1),
                             lamina_work_get_input (problem, MIN_RANK, 2) };
  gboolean transposed = (problem->meaning.traits & LAMINA_WORK_TRANSPOSED)
                        || (problem->attributes && problem->attributes->transposed);
  /* Both where nobody says which are asked for. */
  guint wanted = problem->attributes && (problem->attributes->gradients & LAMINA_WORK_GRADIENT_KNOWN)
                 ? problem->attributes->gradients : LAMINA_WORK_GRADIENT_OF_DATA | LAMINA_WORK_GRADIENT_OF_WEIGHTS;
  guint n_times = !!(wanted & LAMINA_WORK_GRADIENT_OF_DATA) + !!(wanted & LAMINA_WORK_GRADIENT_OF_WEIGHTS);

  if (!tensors.gradient || !tensors.data || !tensors.weights)
    return;
  answer->rule = n_times == 2                              ? LAMINA_WORK_RULE_CONVOLUTION_BOTH
                 : wanted & LAMINA_WORK_GRADIENT_OF_WEIGHTS ? LAMINA_WORK_RULE_CONVOLUTION_FILTER
                                                            : LAMINA_WORK_RULE_CONVOLUTION_DATA;
  if (n_times > 0)
    count (problem, n_times, transposed ? tensors.data : tensors.gradient, tensors.weights,
           transposed ? tensors.gradient : tensors.data, answer);
  if (wanted & LAMINA_WORK_GRADIENT_OF_BIAS)
    count_bias (&tensors, n_times == 0, answer);
  if (problem->n_outputs == 0)
    measure_gradients (&tensors, wanted, result);
}

void
lamina_work_convolution (const LaminaWorkProblem *problem,
                         LaminaWorkAnswer        *answer,
                         LaminaWorkShape         *result)
{
  gboolean transposed = problem->attributes && problem->attributes->transposed;

  switch (problem->meaning.operator)
    {
    case LAMINA_WORK_CONVOLUTION_FILTER:
      answer->rule = LAMINA_WORK_RULE_CONVOLUTION_FILTER;
      count (problem, 1, lamina_work_get_input (problem, MIN_RANK, 1), lamina_work_get_result (problem),
             lamina_work_get_input (problem, MIN_RANK, 0), answer);
      return;
    case LAMINA_WORK_CONVOLUTION_BOTH:
      count_both (problem, answer, result);
      return;
    case LAMINA_WORK_CONVOLUTION_DATA:
      count_data (problem, answer);
      return;
    default:
      if (transposed)
        count_data (problem, answer);
      else
        count_forward (problem, answer, result);
      return;
    }
}
