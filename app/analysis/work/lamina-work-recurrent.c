/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

/*
 * Recurrent layers. Each weight of the input and of the state meets each step of each sequence once, whatever the kind
 * of the layer, its direction, and how many layers stand on each other. ONNX has the weights in the second and third
 * input, D × gates·H × I and D × gates·H × H, or with the last two the other way round where they are bytes; other tools
 * have matrices behind the states. ONNX Runtime packs weights while it loads a network and does not list them then: they
 * follow from the bias, D × 2·gates·H, and the result.
 */

#define FEWEST 2

/* First states, which stand behind the bias, are no weights: these end in as many numbers as a result. */
static gboolean
is_stack (const LaminaWorkProblem *problem,
          gboolean                 is_turned)
{
  const LaminaWorkTensor *data = &problem->inputs[0], *weights = &problem->inputs[1], *states = &problem->inputs[2];
  const LaminaWorkTensor *output = lamina_work_get_result (problem);
  guint of_gates = is_turned ? 2 : 1, of_rows = is_turned ? 1 : 2;

  return weights->dims[of_rows] == data->dims[2] && weights->dims[of_gates] == states->dims[of_gates]
         && states->dims[of_rows] > 0 && states->dims[of_gates] % states->dims[of_rows] == 0
         && (!output || output->n == 0 || output->dims[output->n - 1] == states->dims[of_rows]);
}

static gboolean
has_stacked_weights (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *inputs = problem->inputs;

  if (problem->n_inputs < 3 || !inputs[0].dims || !inputs[1].dims || !inputs[2].dims || inputs[0].n != 3 || inputs[1].n != 3
      || inputs[2].n != 3 || inputs[1].dims[0] != inputs[2].dims[0])
    return FALSE;
  return is_stack (problem, FALSE) || is_stack (problem, TRUE);
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

/* Of each state: 1 gate for a plain layer, 3 for GRU, 4 for LSTM; 0 when that is not known. */
static gint64
count_gates (const LaminaWorkTensor *bias,
             gint64                  n_directions,
             gint64                  n_states)
{
  gint64 gates;

  if (!bias->dims || bias->n != 2 || bias->is_whole || bias->dims[0] != n_directions || n_states <= 0 || n_states > G_MAXINT32
      || bias->dims[1] < 0 || bias->dims[1] % (2 * n_states) != 0)
    return 0;
  gates = bias->dims[1] / (2 * n_states);
  return gates == 1 || gates == 3 || gates == 4 ? gates : 0;
}

/* Weights that are not listed, by the sequences T × D × B × H or the last states D × B × H. */
static gint64
count_hidden (const LaminaWorkProblem *problem,
              LaminaWorkShape         *result)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem);
  const gint64 *data = problem->inputs[0].dims;
  gint64 n_directions, n_states, weights;

  if (!output || output->n < 3 || output->n > 4 || output->dims[output->n - 2] != data[1])
    return 0;
  n_directions = output->dims[output->n - 3];
  n_states = output->dims[output->n - 1];
  weights = lamina_work_multiply (n_directions, count_gates (&problem->inputs[1], n_directions, n_states));
  weights = lamina_work_multiply (weights, n_states);
  weights = data[2] >= 0 ? lamina_work_multiply (weights, lamina_number_add (data[2], n_states)) : LAMINA_ABSENT;
  result->hidden = lamina_work_multiply (weights, lamina_work_get_weight_bits (problem) / 8);
  return MAX (weights, 0);
}

/* Weights among the inputs. */
static gint64
count_listed (const LaminaWorkProblem *problem)
{
  gint64 weights = 0;

  for (guint i = 1; i < problem->n_inputs; i++)
    if (lamina_work_is_recurrent_weight (problem, i))
      {
        gint64 elements = lamina_work_get_elements (&problem->inputs[i]);

        if (elements == LAMINA_ABSENT)
          return 0;
        weights = lamina_number_add (weights, elements);
      }
  return weights;
}

void
lamina_work_recurrent (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result)
{
  gint64 weights, steps;

  if (problem->n_inputs < FEWEST || !problem->inputs[0].dims || problem->inputs[0].n != 3)
    return;
  steps = lamina_work_count (problem->inputs[0].dims, 2);
  weights = has_stacked_weights (problem) ? count_listed (problem) : count_hidden (problem, result);
  if (weights == 0 && has_matrices (problem))
    weights = count_listed (problem);
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
