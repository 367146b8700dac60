/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include <string.h>

/* Pairs from mates: their order, their layers, their costs. */

void
lamina_pair_numbers_clear (LaminaPairNumbers *self)
{
  g_clear_pointer (&self->pair_a, g_free);
  g_clear_pointer (&self->pair_b, g_free);
}

/* Pairs in which A takes part, in its order. Several of A that are one in B have the number of the first of them. */
static void
number_a (LaminaPairNumbers    *self,
          const LaminaSequence *a,
          const LaminaSequence *b)
{
  memset (self->pair_b, 0xff, b->n * sizeof *self->pair_b);
  for (guint i = 0; i < a->n; i++)
    {
      guint32 j = a->mate[i];

      if (j != LAMINA_NONE && self->pair_b[j] != LAMINA_NONE)
        self->pair_a[i] = self->pair_b[j];
      else
        self->pair_a[i] = self->n++;
      if (j != LAMINA_NONE)
        self->pair_b[j] = self->pair_a[i];
    }
  for (guint j = 0; j < b->n; j++)
    if (b->mate[j] != LAMINA_NONE)
      self->pair_b[j] = self->pair_a[b->mate[j]];
}

/* Puts what only B has behind its predecessor there, and numbers all anew. */
static void
insert_b (LaminaPairNumbers    *self,
          const LaminaSequence *a,
          const LaminaSequence *b)
{
  g_autofree guint32 *places = g_new0 (guint32, (gsize) self->n + 2);
  g_autofree guint32 *behind = g_new (guint32, MAX (b->n, 1));
  guint32 last = 0;

  /* Number n + 1 for what follows pair n, 0 for what precedes all. */
  for (guint j = 0; j < b->n; j++)
    {
      if (self->pair_b[j] != LAMINA_NONE)
        last = self->pair_b[j] + 1;
      else
        places[last]++;
      behind[j] = last;
    }
  for (guint i = 0, place = 0; i <= self->n; i++)
    {
      guint n = places[i];

      /* Pair i - 1 itself stands before what follows it. */
      places[i] = place + (i > 0);
      place = places[i] + n;
    }
  for (guint i = 0; i < a->n; i++)
    self->pair_a[i] = places[self->pair_a[i] + 1] - 1;
  for (guint j = 0; j < b->n; j++)
    if (self->pair_b[j] != LAMINA_NONE)
      self->pair_b[j] = self->pair_a[b->mate[j]];
  for (guint j = 0; j < b->n; j++)
    if (self->pair_b[j] == LAMINA_NONE)
      {
        self->pair_b[j] = places[behind[j]]++;
        self->n++;
      }
}

static void
numbers_init (LaminaPairNumbers    *self,
              const LaminaSequence *a,
              const LaminaSequence *b)
{
  *self = (LaminaPairNumbers) { g_new (guint32, MAX (a->n, 1)), g_new (guint32, MAX (b->n, 1)), 0 };
  number_a (self, a, b);
  insert_b (self, a, b);
}

/* The layers of each pair on one side, in order. */
static void
fill_members (LaminaComparison     *self,
              guint                 side,
              const LaminaSequence *sequence,
              const guint32        *pairs)
{
  guint32 *first = g_new0 (guint32, (gsize) self->n_pairs + 2);

  self->members[side] = g_new (guint32, MAX (sequence->n, 1));
  self->pair_of[side] = g_new (guint32, MAX (sequence->layers->n, 1));
  memset (self->pair_of[side], 0xff, sequence->layers->n * sizeof *self->pair_of[side]);
  for (guint i = 0; i < sequence->n; i++)
    first[pairs[i] + 2]++;
  for (guint i = 2; i < self->n_pairs + 2; i++)
    first[i] += first[i - 1];
  for (guint i = 0; i < sequence->n; i++)
    {
      self->members[side][first[pairs[i] + 1]++] = sequence->rows[i];
      self->pair_of[side][sequence->rows[i]] = pairs[i];
      self->basis[pairs[i]] = sequence->basis[i];
    }
  self->first[side] = first;
}

static LaminaPairState
get_state (LaminaComparison *self,
           guint             i)
{
  guint n_a = self->first[0][i + 1] - self->first[0][i];
  guint n_b = self->first[1][i + 1] - self->first[1][i];

  if (n_b == 0)
    return LAMINA_PAIR_ONLY_A;
  if (n_a == 0)
    return LAMINA_PAIR_ONLY_B;
  return n_b > 1 ? LAMINA_PAIR_SPLIT : n_a > 1 ? LAMINA_PAIR_MERGED : LAMINA_PAIR_MATCHED;
}

static gboolean
has_time (const gint64 *costs,
          guint         n)
{
  for (guint i = 0; i < n; i++)
    if (costs[i] > 0)
      return TRUE;
  return FALSE;
}

/* What the host spends on a layer and what devices do says nothing of each other. */
static gboolean
are_unlike (LaminaComparison *self)
{
  LaminaCost a = lamina_run_get_cost_kind (self->runs[0]), b = lamina_run_get_cost_kind (self->runs[1]);

  return (a == LAMINA_COST_DEVICE && b == LAMINA_COST_SELF) || (a == LAMINA_COST_SELF && b == LAMINA_COST_DEVICE);
}

static void
fill_costs (LaminaComparison *self)
{
  for (guint side = 0; side < 2; side++)
    {
      const gint64 *costs = lamina_run_get_costs (self->runs[side]);

      self->cost[side] = g_new (gint64, MAX (self->n_pairs, 1));
      for (guint i = 0; i < self->n_pairs; i++)
        {
          self->cost[side][i] = LAMINA_ABSENT;
          for (guint k = self->first[side][i]; k < self->first[side][i + 1]; k++)
            self->cost[side][i] =
              lamina_number_add (self->cost[side][i], lamina_column_number (costs, self->members[side][k]));
        }
    }
  for (guint side = 0; side < 2; side++)
    self->has_times[side] = has_time (self->cost[side], self->n_pairs);
  self->is_timed = self->has_times[0] && self->has_times[1] && !are_unlike (self);
}

void
lamina_comparison_make_pairs (LaminaComparison     *self,
                              const LaminaSequence *a,
                              const LaminaSequence *b,
                              LaminaPairNumbers    *numbers)
{
  numbers_init (numbers, a, b);
  self->n_pairs = numbers->n;
  self->state = g_new (guint8, MAX (self->n_pairs, 1));
  self->basis = g_new0 (guint8, MAX (self->n_pairs, 1));
  fill_members (self, 0, a, numbers->pair_a);
  fill_members (self, 1, b, numbers->pair_b);
  for (guint i = 0; i < self->n_pairs; i++)
    self->state[i] = (guint8) get_state (self, i);
  fill_costs (self);
}
