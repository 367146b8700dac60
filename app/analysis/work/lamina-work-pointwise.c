/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

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
      lamina_work_rotate (problem, answer, result);
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
