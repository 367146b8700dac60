/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

/*
 * A lookup computes nothing. Where the file names no result, it has an element for each index, or a row of the table:
 * PyTorch hands over the table, then the indices.
 */
void
lamina_work_lookup (const LaminaWorkProblem *problem,
                    LaminaWorkAnswer        *answer,
                    LaminaWorkShape         *result)
{
  const LaminaWorkTensor *table = problem->n_inputs > 1 ? &problem->inputs[0] : NULL;
  gint64 n = table ? lamina_work_get_elements (&problem->inputs[1]) : LAMINA_ABSENT;

  if (n == LAMINA_ABSENT || !table->dims || table->bits < 8)
    return;
  if (problem->meaning.way == LAMINA_WORK_BY_ELEMENT)
    result->written = lamina_work_multiply (n, table->bits / 8);
  else if (problem->meaning.way == LAMINA_WORK_BY_ROW && table->n == 2)
    result->written = lamina_work_multiply (lamina_work_multiply (n, table->dims[1]), table->bits / 8);
}
