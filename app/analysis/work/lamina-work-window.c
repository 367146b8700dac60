/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

gint64
lamina_work_slide (const LaminaWorkAttributes *attributes,
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
infer (const LaminaWorkProblem *problem,
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
      result->dims[i + 2] = lamina_work_slide (&attributes, i, data->dims[i + 2], attributes.kernel[i]);
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
      && (output || infer (problem, data, result)))
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
