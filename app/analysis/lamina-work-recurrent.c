/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

/*
 * Recurrent layers. Each weight of the input and of the state meets each step of each sequence once, whatever the kind
 * of the layer, its direction, and how many layers stand on each other. ONNX has the weights in the second and third
 * input, D × gates·H × I and D × gates·H × H; other tools have matrices behind the states.
 */

#define FEWEST 3

static gboolean
has_stacked_weights (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *inputs = problem->inputs;

  return problem->n_inputs >= FEWEST && inputs[0].dims && inputs[1].dims && inputs[2].dims && inputs[0].n == 3
         && inputs[1].n == 3 && inputs[2].n == 3 && inputs[1].dims[2] == inputs[0].dims[2]
         && inputs[1].dims[0] == inputs[2].dims[0] && inputs[1].dims[1] == inputs[2].dims[1]
         && inputs[2].dims[2] > 0 && inputs[2].dims[1] % inputs[2].dims[2] == 0;
}

/* Whether a matrix meets the input: what a tool has in other shapes is not known, whatever matrices there are besides. */
static gboolean
has_matrices (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *inputs = problem->inputs;

  for (guint i = 1; i < problem->n_inputs; i++)
    if (inputs[i].dims && inputs[i].n == 2 && inputs[i].dims[1] == inputs[0].dims[2])
      return TRUE;
  return FALSE;
}

gboolean
lamina_work_is_recurrent_weight (const LaminaWorkProblem *problem,
                                 guint                    input)
{
  if (input == 0 || !problem->inputs[input].dims)
    return FALSE;
  return has_stacked_weights (problem) ? input <= 2 : problem->inputs[input].n == 2;
}

void
lamina_work_recurrent (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result)
{
  gint64 weights = 0, steps;

  if (problem->n_inputs < FEWEST || !problem->inputs[0].dims || problem->inputs[0].n != 3)
    return;
  if (!has_stacked_weights (problem) && !has_matrices (problem))
    return;
  steps = lamina_work_count (problem->inputs[0].dims, 2);
  for (guint i = 1; i < problem->n_inputs; i++)
    if (lamina_work_is_recurrent_weight (problem, i))
      {
        gint64 elements = lamina_work_get_elements (&problem->inputs[i]);

        if (elements == LAMINA_ABSENT)
          return;
        weights = lamina_number_add (weights, elements);
      }
  if (weights == 0)
    return;
  answer->rule = LAMINA_WORK_RULE_RECURRENT;
  answer->flop = lamina_work_multiply (2, lamina_work_multiply (steps, weights));
  if (!answer->text)
    return;
  g_string_append (answer->text, "2 · (");
  lamina_work_append_dims (answer->text, problem->inputs[0].dims, 2);
  g_string_append_printf (answer->text, ") · %" G_GINT64_FORMAT, weights);
}
