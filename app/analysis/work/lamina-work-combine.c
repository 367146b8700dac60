/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

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

void
lamina_work_combine (const LaminaWorkProblem *problem,
                     LaminaWorkAnswer        *answer,
                     LaminaWorkShape         *result)
{
  const LaminaWorkTensor *output = lamina_work_get_result (problem);
  gint64 factor = (gint64) problem->n_inputs - 1, n = lamina_work_get_elements (output);

  answer->rule = LAMINA_WORK_RULE_COMBINED;
  answer->flop = lamina_work_multiply (n, factor);
  write_text (answer->text, factor, output, n);
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

void
lamina_work_rotate (const LaminaWorkProblem *problem,
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
