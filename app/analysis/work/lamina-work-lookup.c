/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-estimate-private.h"

#include <string.h>

/*
 * Operators that work on lists of tensors at once, and updates of parameters, which do so too: parameters, gradients and
 * states are lists of equal shapes, one behind the other; updates of ONNX Runtime have them side by side, parameter by
 * parameter. Plain numbers between them do not count.
 */

#define MOST_LISTS 5

typedef struct
{
  guint32 *places;  /* the inputs that are no plain numbers */
  guint n;          /* their number in each list */
  guint n_lists;
  guint step;       /* from one tensor of a list to the next */
} Lists;

static void
lists_clear (Lists *self)
{
  g_clear_pointer (&self->places, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lists, lists_clear)

static gboolean
has_same_shape (const LaminaWorkTensor *a,
                const LaminaWorkTensor *b)
{
  return a->n == b->n && memcmp (a->dims, b->dims, a->n * sizeof *a->dims) == 0;
}

/* Whether @n inputs are @n_lists lists of equal shapes. */
static gboolean
fit (const LaminaWorkProblem *problem,
     const guint32           *places,
     guint                    n,
     guint                    n_lists)
{
  guint length = n_lists > 0 ? n / n_lists : 0;

  if (length == 0 || n % n_lists != 0)
    return FALSE;
  for (guint i = length; i < n; i++)
    if (!has_same_shape (&problem->inputs[places[i]], &problem->inputs[places[i % length]]))
      return FALSE;
  return TRUE;
}

/* The same where the lists stand side by side. */
static gboolean
fit_side_by_side (const LaminaWorkProblem *problem,
                  const guint32           *places,
                  guint                    n,
                  guint                    n_lists)
{
  if (n_lists == 0 || n == 0 || n % n_lists != 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!has_same_shape (&problem->inputs[places[i]], &problem->inputs[places[i - i % n_lists]]))
      return FALSE;
  return TRUE;
}

/* @arities: how many lists there may be, the likeliest first, 0 behind the last. */
static gboolean
find_lists (const LaminaWorkProblem *problem,
            const guint8            *arities,
            Lists                   *self)
{
  guint n = 0;

  self->places = g_new (guint32, MAX (problem->n_inputs, 1));
  for (guint i = 0; i < problem->n_inputs; i++)
    if (problem->inputs[i].dims && problem->inputs[i].n > 0)
      self->places[n++] = i;
  for (guint i = 0; i < MOST_LISTS && arities[i] != 0; i++)
    {
      gboolean is_in_row = fit (problem, self->places, n, arities[i]);

      if (!is_in_row && !(problem->meaning.operator == LAMINA_WORK_OPTIMIZER
                          && fit_side_by_side (problem, self->places, n, arities[i])))
        continue;
      self->n_lists = arities[i];
      self->n = n / arities[i];
      self->step = is_in_row ? 1 : arities[i];
      return TRUE;
    }
  return FALSE;
}

/* Elements of one list, and its bytes. */
static gint64
sum_list (const LaminaWorkProblem *problem,
          const Lists             *lists,
          gint64                  *bytes)
{
  gint64 elements = 0;

  *bytes = 0;
  for (guint i = 0; i < lists->n; i++)
    {
      const LaminaWorkTensor *tensor = &problem->inputs[lists->places[i * lists->step]];
      gint64 count = lamina_work_get_elements (tensor);

      if (count == LAMINA_ABSENT)
        return LAMINA_ABSENT;
      elements = lamina_number_add (elements, count);
      *bytes = tensor->bytes == LAMINA_ABSENT || *bytes == LAMINA_ABSENT ? LAMINA_ABSENT
                                                                         : lamina_number_add (*bytes, tensor->bytes);
    }
  return elements;
}

static void
answer_lists (LaminaWorkAnswer *answer,
              LaminaWorkRule    rule,
              gint64            elements,
              gint64            factor)
{
  answer->rule = rule;
  answer->flop = lamina_work_multiply (elements, factor);
  if (answer->text && factor > 1)
    g_string_append_printf (answer->text, "%" G_GINT64_FORMAT " · ", factor);
  if (answer->text)
    g_string_append_printf (answer->text, "%" G_GINT64_FORMAT, elements);
}

void
lamina_work_lists (const LaminaWorkProblem *problem,
                   LaminaWorkAnswer        *answer,
                   LaminaWorkShape         *result)
{
  static const guint8 up_to_three[MOST_LISTS] = { 3, 2, 1 }, up_to_two[MOST_LISTS] = { 2, 1 };
  const guint8 *guesses = problem->meaning.way == LAMINA_WORK_THREE_LISTS ? up_to_three : up_to_two;
  guint n_known = problem->attributes ? problem->attributes->n_lists : 0;
  const guint8 known[MOST_LISTS] = { (guint8) MIN (n_known, 255) };
  g_auto (Lists) lists = { 0 };
  gint64 elements;

  if (!find_lists (problem, n_known > 0 ? known : guesses, &lists))
    return;
  elements = sum_list (problem, &lists, &result->written);
  if (elements != LAMINA_ABSENT)
    answer_lists (answer, LAMINA_WORK_RULE_LISTS, elements, 1);
}

/* The first list is written, and one behind it is what is copied there. */
static void
copy_lists (const LaminaWorkProblem *problem,
            LaminaWorkShape         *result)
{
  guint n_lists = problem->attributes ? problem->attributes->n_lists : 0;
  const guint8 known[MOST_LISTS] = { (guint8) MIN (n_lists, 255) };
  g_auto (Lists) lists = { 0 };
  gint64 bytes;

  result->is_partial = TRUE;
  if (n_lists < 1 || n_lists > 2 || !find_lists (problem, known, &lists)
      || sum_list (problem, &lists, &bytes) == LAMINA_ABSENT || bytes == LAMINA_ABSENT)
    return;
  result->written = bytes;
  result->read = lamina_work_multiply (bytes, n_lists - 1);
  result->is_partial = FALSE;
}

/* A number for each tensor of the one list. */
void
lamina_work_norms (const LaminaWorkProblem *problem,
                   LaminaWorkAnswer        *answer,
                   LaminaWorkShape         *result)
{
  static const guint8 one[MOST_LISTS] = { 1 };
  g_auto (Lists) lists = { 0 };
  gint64 elements, bytes;

  if (!find_lists (problem, one, &lists))
    return;
  elements = sum_list (problem, &lists, &bytes);
  if (elements == LAMINA_ABSENT)
    return;
  answer_lists (answer, LAMINA_WORK_RULE_NORM, elements, 2);
  result->written = lamina_work_multiply (lists.n, problem->inputs[lists.places[0]].bits / 8);
}

typedef struct
{
  LaminaWorkRule rule;
  guint8 flop;
  guint8 flop_of_more;            /* with more lists than it needs */
  guint8 arities[MOST_LISTS];     /* parameters, gradients, states */
} Update;

static const Update updates[LAMINA_N_WORK_WAYS] = {
  [LAMINA_WORK_ADAM] = { LAMINA_WORK_RULE_ADAM, 12, 13, { 4, 5 } },
  [LAMINA_WORK_ADAMW] = { LAMINA_WORK_RULE_ADAMW, 14, 15, { 4, 5 } },
  [LAMINA_WORK_ADAMAX] = { LAMINA_WORK_RULE_ADAMAX, 9, 9, { 4 } },
  [LAMINA_WORK_ADADELTA] = { LAMINA_WORK_RULE_ADADELTA, 15, 15, { 4 } },
  [LAMINA_WORK_LAMB] = { LAMINA_WORK_RULE_LAMB, 20, 20, { 4 } },
  [LAMINA_WORK_ADAGRAD] = { LAMINA_WORK_RULE_ADAGRAD, 6, 6, { 3 } },
  [LAMINA_WORK_RMSPROP] = { LAMINA_WORK_RULE_RMSPROP, 8, 10, { 3, 4 } },
  [LAMINA_WORK_SGD] = { LAMINA_WORK_RULE_SGD, 2, 4, { 2, 3 } },
};

/* All lists but that of the gradients are written anew. */
void
lamina_work_optimizer (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result)
{
  const Update *update = &updates[problem->meaning.way];
  g_auto (Lists) lists = { 0 };
  gint64 elements, bytes;

  if (update->flop == 0 || !find_lists (problem, update->arities, &lists))
    return;
  elements = sum_list (problem, &lists, &bytes);
  if (elements == LAMINA_ABSENT)
    return;
  answer_lists (answer, update->rule, elements,
                lists.n_lists > update->arities[0] ? update->flop_of_more : update->flop);
  result->written = lamina_work_multiply (bytes, lists.n_lists - 1);
}

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
    lamina_work_keep_shape (problem->n_inputs > 0 ? &problem->inputs[0] : NULL, result);
  if (way == LAMINA_WORK_LISTS)
    copy_lists (problem, result);
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

/*
 * Lookups of elements and rows, and writing to places. A lookup computes nothing; where values are added to what stands at
 * a place, each is one addition. PyTorch names no results and hands over the table, then the indices, then the values.
 *
 * Of tensors that are looked up in, or written to, only those elements move that indices name.
 */

#define INDEX_BYTES 8

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
    result->read = lamina_work_add (result->written, index->bytes);
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
  result->read = lamina_work_add (index->bytes, values ? measure (values, n) : 0);
  if (problem->meaning.way == LAMINA_WORK_SCATTERED)
    return;
  result->read = lamina_work_add (result->read, result->written);
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
    indices = lamina_work_add (indices, problem->inputs[i].bytes);
  if (problem->n_inputs == 2)
    indices = measure_indices (target, values);
  result->written = measure (target, n);
  result->read = lamina_work_add (indices, values->bytes);
  if (problem->meaning.way != LAMINA_WORK_PUT_SUMS && !(problem->attributes && problem->attributes->adds))
    return;
  result->read = lamina_work_add (result->read, result->written);
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
  result->read = lamina_work_add (gradient->bytes, problem->inputs[1].bytes);
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
