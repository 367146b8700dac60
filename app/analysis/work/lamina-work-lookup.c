/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <string.h>

/*
 * Lookups of elements and rows, and writing to places. A lookup computes nothing; where values are added to what stands at
 * a place, each is one addition. PyTorch names no results and hands over the table, then the indices, then the values.
 *
 * Of tensors that are looked up in, or written to, only those elements move that indices name.
 */

#define INDEX_BYTES 8

static gint64
add (gint64 a,
     gint64 b)
{
  return a == LAMINA_ABSENT || b == LAMINA_ABSENT ? LAMINA_ABSENT : lamina_number_add (a, b);
}

/* Bytes of @n elements like those of a tensor. */
static gint64
measure (const LaminaWorkTensor *tensor,
         gint64                  n)
{
  return tensor->bits >= 8 ? lamina_work_multiply (n, tensor->bits / 8) : LAMINA_ABSENT;
}

/* Each value is added to what stands at its place. */
static void
set_sums (gint64            n,
          LaminaWorkAnswer *answer)
{
  answer->rule = LAMINA_WORK_RULE_SCATTERED;
  answer->flop = n;
  if (answer->text)
    g_string_append_printf (answer->text, "%" G_GINT64_FORMAT, n);
}

static gint64
find_axis (const LaminaWorkProblem *problem,
           const LaminaWorkTensor  *table)
{
  const LaminaWorkAttributes *attributes = problem->attributes;
  gint64 axis;

  if (table->n == 1)
    return 0;
  if (!attributes || attributes->axes_known != LAMINA_WORK_AXES_LISTED || attributes->n_axes != 1)
    return LAMINA_ABSENT;
  axis = attributes->axes[0] < 0 ? attributes->axes[0] + (gint64) table->n : attributes->axes[0];
  return axis >= 0 && axis < table->n ? axis : LAMINA_ABSENT;
}

/* How many elements are looked up by @n indices. */
static gint64
count_looked_up (const LaminaWorkProblem *problem,
                 gint64                   n)
{
  const LaminaWorkTensor *table = &problem->inputs[0];
  gint64 axis;

  switch (problem->meaning.way)
    {
    case LAMINA_WORK_BY_ELEMENT:
      return n;
    case LAMINA_WORK_BY_ROW:
      return table->n == 2 ? lamina_work_multiply (n, table->dims[1]) : LAMINA_ABSENT;
    case LAMINA_WORK_BY_AXIS:
      axis = find_axis (problem, table);
      if (axis == LAMINA_ABSENT)
        return LAMINA_ABSENT;
      n = lamina_work_multiply (n, lamina_work_count (table->dims, (guint) axis));
      return lamina_work_multiply (n, lamina_work_count (table->dims + axis + 1, table->n - (guint) axis - 1));
    default:
      return LAMINA_ABSENT;
    }
}

static void
look_up (const LaminaWorkProblem *problem,
         LaminaWorkShape         *result)
{
  const LaminaWorkTensor *table = &problem->inputs[0], *index = &problem->inputs[1];
  gint64 n = lamina_work_get_elements (index);

  if (n == LAMINA_ABSENT || !table->dims)
    return;
  result->written = measure (table, count_looked_up (problem, n));
  /* The rows of an embedding are weights, and counted as such. */
  if (problem->meaning.way != LAMINA_WORK_BY_ROW)
    result->read = add (result->written, index->bytes);
}

/* An element for each index; what is no tensor is one value for all. */
static void
scatter (const LaminaWorkProblem *problem,
         LaminaWorkAnswer        *answer,
         LaminaWorkShape         *result)
{
  const LaminaWorkTensor *target = &problem->inputs[0], *index = &problem->inputs[1];
  const LaminaWorkTensor *values = problem->n_inputs > 2 && problem->inputs[2].n > 0 ? &problem->inputs[2] : NULL;
  gint64 n = lamina_work_get_elements (index);

  if (n == LAMINA_ABSENT)
    return;
  result->written = measure (target, n);
  result->read = add (index->bytes, values ? measure (values, n) : 0);
  if (problem->meaning.way == LAMINA_WORK_SCATTERED)
    return;
  result->read = add (result->read, result->written);
  set_sums (n, answer);
}

/*
 * PyTorch does not record the list of indices of `index_put`. As many leading dimensions of the target as the values lack,
 * and one for their rows, have a list of one index for each row.
 */
static gint64
measure_indices (const LaminaWorkTensor *target,
                 const LaminaWorkTensor *values)
{
  guint n_lists = target->n >= values->n && values->n > 0 ? target->n - values->n + 1 : 0;

  if (n_lists == 0 || (values->n > 1 && memcmp (target->dims + n_lists, values->dims + 1,
                                                (values->n - 1) * sizeof *values->dims) != 0))
    return LAMINA_ABSENT;
  return lamina_work_multiply (lamina_work_multiply (n_lists, values->dims[0]), INDEX_BYTES);
}

static void
put (const LaminaWorkProblem *problem,
     LaminaWorkAnswer        *answer,
     LaminaWorkShape         *result)
{
  const LaminaWorkTensor *target = &problem->inputs[0], *values = &problem->inputs[problem->n_inputs - 1];
  gint64 n = lamina_work_get_elements (values), indices = 0;

  if (n == LAMINA_ABSENT || !target->dims || values->n == 0)
    return;
  for (guint i = 1; i + 1 < problem->n_inputs; i++)
    indices = add (indices, problem->inputs[i].bytes);
  if (problem->n_inputs == 2)
    indices = measure_indices (target, values);
  result->written = measure (target, n);
  result->read = add (indices, values->bytes);
  if (problem->meaning.way != LAMINA_WORK_PUT_SUMS && !(problem->attributes && problem->attributes->adds))
    return;
  result->read = add (result->read, result->written);
  set_sums (n, answer);
}

/* The gradient of each row is added to the row of the table that it came from. */
static void
hand_back (const LaminaWorkProblem *problem,
           LaminaWorkAnswer        *answer,
           LaminaWorkShape         *result)
{
  const LaminaWorkTensor *gradient = &problem->inputs[0];
  gint64 n = lamina_work_get_elements (gradient);

  if (n == LAMINA_ABSENT || gradient->n == 0)
    return;
  answer->rule = LAMINA_WORK_RULE_TABLE_BACK;
  answer->flop = n;
  lamina_work_append_dims (answer->text, gradient->dims, gradient->n);
  result->read = add (gradient->bytes, problem->inputs[1].bytes);
  if (problem->attributes && problem->attributes->rows > 0)
    result->written = measure (gradient, lamina_work_multiply (problem->attributes->rows, gradient->dims[gradient->n - 1]));
}

void
lamina_work_lookup (const LaminaWorkProblem *problem,
                    LaminaWorkAnswer        *answer,
                    LaminaWorkShape         *result)
{
  LaminaWorkWay way = problem->meaning.way;

  if (problem->n_inputs < 2 || problem->n_outputs > 0)
    return;
  if (way >= LAMINA_WORK_BY_ELEMENT && way <= LAMINA_WORK_BY_AXIS)
    look_up (problem, result);
  else if (way == LAMINA_WORK_SCATTERED || way == LAMINA_WORK_SCATTERED_SUMS)
    scatter (problem, answer, result);
  else if (way == LAMINA_WORK_PUT || way == LAMINA_WORK_PUT_SUMS)
    put (problem, answer, result);
  else if (way == LAMINA_WORK_TABLE_BACK)
    hand_back (problem, answer, result);
}
