/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

/*
 * A change of size makes each element of the result from its neighbors in the data, each times a weight. Which
 * neighbors and weights these are is worked out once for each row and column, and does not count.
 */

static LaminaWorkWay
get_way (const LaminaWorkProblem *problem)
{
  if (problem->meaning.way == LAMINA_WORK_PLAIN && problem->attributes)
    return problem->attributes->way;
  return problem->meaning.way;
}

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

static void
write_text (GString      *text,
            gint64        factor,
            const gint64 *dims,
            guint         n)
{
  if (!text)
    return;
  g_string_append_printf (text, "%" G_GINT64_FORMAT " · (", factor);
  lamina_work_append_dims (text, dims, n);
  g_string_append_c (text, ')');
}

void
lamina_work_resize (const LaminaWorkProblem *problem,
                    LaminaWorkAnswer        *answer,
                    LaminaWorkShape         *result)
{
  gboolean backward = (problem->meaning.traits & LAMINA_WORK_BACKWARD) != 0;
  const LaminaWorkTensor *output = lamina_work_get_result (problem), *data = lamina_work_get_input (problem, 3, 0);
  gint64 neighbors = data ? count_neighbors (get_way (problem), data->n) : 0, factor = 2 * neighbors - !backward;
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
  write_text (answer->text, factor, dims, n);
}
