/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

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
