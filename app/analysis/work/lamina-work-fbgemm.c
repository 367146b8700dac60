/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <string.h>

/*
 * Operators of FBGEMM, whose arguments PyTorch records without results. Conversions compute what nobody counts as
 * operations; what they read and write follows from the shapes.
 */

#define FLOAT_BITS 32
#define BYTE_BITS 8

/* Behind the bytes of a row stand its scale and its bias; rows begin at multiples of so many bytes. */
#define ROW_PARAMETERS 8
#define ROW_ALIGNMENT 4

/* The length of a row of bytes that holds a row of floats, or the other way round; 0 when it cannot be. */
static gint64
convert_row (LaminaWorkWay way,
             gint64        length)
{
  if (way == LAMINA_WORK_NARROWED_ROWS)
    return length < G_MAXINT32 ? (length + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT + ROW_PARAMETERS : 0;
  if (way == LAMINA_WORK_WIDENED_ROWS)
    return MAX (length - ROW_PARAMETERS, 0);
  return length;
}

/* A copy, or what is filled, has the shape of the first input. */
static void
keep_shape (const LaminaWorkProblem *problem,
            LaminaWorkShape         *result)
{
  const LaminaWorkTensor *input = problem->n_inputs > 0 ? &problem->inputs[0] : NULL;

  if (!input || !input->dims || input->n > LAMINA_MAX_DIMS)
    return;
  result->known = TRUE;
  result->n = input->n;
  memcpy (result->dims, input->dims, input->n * sizeof *input->dims);
}

/* Rows of another length, or elements of another size. */
static void
convert (const LaminaWorkTensor *input,
         LaminaWorkWay           way,
         LaminaWorkShape        *result)
{
  gboolean narrows = way == LAMINA_WORK_NARROWED || way == LAMINA_WORK_NARROWED_ROWS;
  gint64 *last;

  if (!input || input->n > LAMINA_MAX_DIMS || lamina_work_get_elements (input) < 0)
    return;
  memcpy (result->dims, input->dims, input->n * sizeof *input->dims);
  result->n = input->n;
  last = &result->dims[result->n - 1];
  *last = convert_row (way, *last);
  if (*last == 0)
    return;
  result->known = TRUE;
  result->written = lamina_shape_get_bytes (result->dims, result->n, narrows ? BYTE_BITS : FLOAT_BITS);
}

void
lamina_work_convert (const LaminaWorkProblem *problem,
                     LaminaWorkAnswer        *answer,
                     LaminaWorkShape         *result)
{
  LaminaWorkWay way = problem->meaning.way;

  if (problem->meaning.traits & (LAMINA_WORK_OVERWRITES | LAMINA_WORK_LIKE_INPUT))
    keep_shape (problem, result);
  if (way == LAMINA_WORK_LISTS)
    lamina_work_copy_lists (problem, result);
  else if (way == LAMINA_WORK_TO_DEVICE)
    result->read = 0;
  else if (way == LAMINA_WORK_FROM_DEVICE)
    result->written = 0;
  else if (way != LAMINA_WORK_PLAIN)
    convert (lamina_work_get_input (problem, 1, 0), way, result);
}

/*
 * The order, the lengths of lists by feature and sample, their values, and weights of these: the lists of all samples are
 * put into another order by features. With as many features as before none is left out, so that all is written again.
 */
void
lamina_work_permute (const LaminaWorkProblem *problem,
                     LaminaWorkAnswer        *answer,
                     LaminaWorkShape         *result)
{
  const LaminaWorkTensor *order, *lengths;

  if (problem->meaning.way != LAMINA_WORK_PERMUTED || problem->n_inputs < 3)
    return;
  order = &problem->inputs[0];
  lengths = &problem->inputs[1];
  if (order->n != 1 || lengths->n == 0 || order->dims[0] != lengths->dims[0])
    return;
  result->written = 0;
  for (guint i = 1; i < problem->n_inputs && result->written != LAMINA_ABSENT; i++)
    if (problem->inputs[i].n > 0)
      result->written = problem->inputs[i].bytes == LAMINA_ABSENT
                        ? LAMINA_ABSENT : lamina_number_add (result->written, problem->inputs[i].bytes);
}
