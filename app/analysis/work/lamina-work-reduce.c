/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

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

void
lamina_work_reduce (const LaminaWorkProblem *problem,
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
