/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

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
void
lamina_work_copy_lists (const LaminaWorkProblem *problem,
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
