/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include "lamina-boxed-private.h"

#include <math.h>
#include <string.h>

LAMINA_DEFINE_BOXED_TYPE (LaminaComparison, lamina_comparison)

/* The pair of each position while pairs are made. */
typedef struct
{
  guint32 *pair_a;
  guint32 *pair_b;
  guint n;
} Numbering;

static void
numbering_clear (Numbering *self)
{
  g_clear_pointer (&self->pair_a, g_free);
  g_clear_pointer (&self->pair_b, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Numbering, numbering_clear)

/* Pairs in which A takes part, in its order. Several of A that are one in B have the number of the first of them. */
static void
number_a (Numbering            *self,
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
insert_b (Numbering            *self,
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
numbering_init (Numbering            *self,
                const LaminaSequence *a,
                const LaminaSequence *b)
{
  *self = (Numbering) { g_new (guint32, MAX (a->n, 1)), g_new (guint32, MAX (b->n, 1)), 0 };
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
}

static void
fill_pairs (LaminaComparison     *self,
            const LaminaSequence *a,
            const LaminaSequence *b,
            const Numbering      *numbering)
{
  self->n_pairs = numbering->n;
  self->state = g_new (guint8, MAX (self->n_pairs, 1));
  self->basis = g_new0 (guint8, MAX (self->n_pairs, 1));
  fill_members (self, 0, a, numbering->pair_a);
  fill_members (self, 1, b, numbering->pair_b);
  for (guint i = 0; i < self->n_pairs; i++)
    self->state[i] = (guint8) get_state (self, i);
  fill_costs (self);
}

/* Twice the standard error; a number that is too large for nanoseconds is as good as any large one. */
static gint64
get_noise (double variance)
{
  double noise = 2 * sqrt (variance);

  if (isnan (noise))
    return LAMINA_ABSENT;
  return noise < 9e18 ? (gint64) (noise + 0.5) : G_MAXINT64;
}

static gboolean
fill_noise (LaminaComparison *self,
            LaminaSequence   *a,
            LaminaSequence   *b,
            const Numbering  *numbering,
            GCancellable     *cancellable)
{
  g_autofree double *sums = g_new0 (double, (gsize) self->n_pairs + 1);
  double total = 0;

  for (guint side = 0; side < 2; side++)
    {
      LaminaSequence *sequence = side == 0 ? a : b;
      const guint32 *pairs = side == 0 ? numbering->pair_a : numbering->pair_b;
      LaminaComparisonSide whole = self->sides[side];
      g_auto (LaminaSequence) all = { 0 };
      g_autofree double *variances = NULL;

      whole.section = LAMINA_NONE;
      if (self->sides[side].section != LAMINA_NONE && !lamina_sequence_init (&all, &whole, cancellable))
        return FALSE;
      variances = lamina_sequence_dup_variances (sequence, all.run != NULL ? &all : sequence, cancellable);
      if (variances == NULL)
        return FALSE;
      for (guint i = 0; i < sequence->n; i++)
        sums[pairs[i]] += variances[i];
      total += lamina_sequence_get_total_variance (sequence, &self->sides[side], variances);
    }
  self->noise = g_new (gint64, MAX (self->n_pairs, 1));
  for (guint i = 0; i < self->n_pairs; i++)
    self->noise[i] = get_noise (sums[i]);
  self->summary.noise = get_noise (total);
  return TRUE;
}

static gint64
subtract (gint64 a,
          gint64 b)
{
  if (a == LAMINA_ABSENT && b == LAMINA_ABSENT)
    return LAMINA_ABSENT;
  return lamina_number_add (a == LAMINA_ABSENT ? 0 : a, b == LAMINA_ABSENT ? 0 : -b);
}

static gboolean
is_within (gint64 delta,
           gint64 noise)
{
  return delta != LAMINA_ABSENT && noise != LAMINA_ABSENT && delta != 0 && ABS (delta) <= noise;
}

static void
fill_summary (LaminaComparison     *self,
              const LaminaSequence *a,
              const LaminaSequence *b)
{
  LaminaComparisonSummary *summary = &self->summary;
  LaminaPair pair;

  summary->n_layers_a = a->n;
  summary->n_layers_b = b->n;
  summary->total_a = summary->total_b = LAMINA_ABSENT;
  summary->same_cost = lamina_run_get_cost_kind (a->run) == lamina_run_get_cost_kind (b->run);
  for (guint i = 0; i < self->n_pairs; i++)
    {
      lamina_comparison_get_pair (self, i, &pair);
      summary->total_a = lamina_number_add (summary->total_a, pair.cost_a);
      summary->total_b = lamina_number_add (summary->total_b, pair.cost_b);
      summary->n_states[pair.state]++;
      summary->deltas[pair.state] = lamina_number_add (summary->deltas[pair.state], pair.delta);
      summary->n_noise += pair.is_noise;
      summary->noise_delta = lamina_number_add (summary->noise_delta, pair.is_noise ? pair.delta : 0);
    }
  summary->delta = summary->total_a != LAMINA_ABSENT && summary->total_b != LAMINA_ABSENT ?
                   subtract (summary->total_b, summary->total_a) : LAMINA_ABSENT;
  summary->is_noise = is_within (summary->delta, summary->noise);
}

static gboolean
compare (LaminaComparison *self,
         GCancellable     *cancellable)
{
  g_auto (LaminaSequence) a = { 0 };
  g_auto (LaminaSequence) b = { 0 };
  g_auto (Numbering) numbering = { 0 };

  if (!lamina_sequence_init (&a, &self->sides[0], cancellable) ||
      !lamina_sequence_init (&b, &self->sides[1], cancellable) ||
      !lamina_sequences_match (&a, &b, cancellable))
    return FALSE;
  self->order[0] = g_memdup2 (a.rows, MAX (a.n, 1) * sizeof *a.rows);
  self->order[1] = g_memdup2 (b.rows, MAX (b.n, 1) * sizeof *b.rows);
  numbering_init (&numbering, &a, &b);
  fill_pairs (self, &a, &b, &numbering);
  if (!fill_noise (self, &a, &b, &numbering, cancellable))
    return FALSE;
  fill_summary (self, &a, &b);
  lamina_comparison_sum_types (self);
  return !g_cancellable_is_cancelled (cancellable);
}

LaminaComparison *
lamina_comparison_new (const LaminaComparisonSide *a,
                       const LaminaComparisonSide *b,
                       GCancellable               *cancellable)
{
  g_autoptr (LaminaComparison) self = g_new0 (LaminaComparison, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->sides[0] = *a;
  self->sides[1] = *b;
  for (guint i = 0; i < 2; i++)
    {
      lamina_document_ref (self->sides[i].document);
      self->runs[i] = lamina_document_get_run (self->sides[i].document, self->sides[i].run);
    }
  return compare (self, cancellable) ? g_steal_pointer (&self) : NULL;
}

LaminaComparison *
lamina_comparison_ref (LaminaComparison *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_comparison_unref (LaminaComparison *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < 2; i++)
    {
      lamina_document_unref (self->sides[i].document);
      g_free (self->first[i]);
      g_free (self->members[i]);
      g_free (self->cost[i]);
      g_free (self->pair_of[i]);
      g_free (self->order[i]);
    }
  g_free (self->state);
  g_free (self->basis);
  g_free (self->noise);
  g_clear_pointer (&self->types, g_array_unref);
  g_free (self);
}

const LaminaComparisonSide *
lamina_comparison_get_side (LaminaComparison *self,
                            gboolean          is_b)
{
  return &self->sides[is_b ? 1 : 0];
}

LaminaRun *
lamina_comparison_get_run (LaminaComparison *self,
                           gboolean          is_b)
{
  return self->runs[is_b ? 1 : 0];
}

const LaminaComparisonSummary *
lamina_comparison_get_summary (LaminaComparison *self)
{
  return &self->summary;
}

guint
lamina_comparison_get_n_pairs (LaminaComparison *self)
{
  return self->n_pairs;
}

static gint64
sum_calls (LaminaRun     *run,
           const guint32 *layers,
           guint          n)
{
  gint64 calls = 0;

  for (guint i = 0; i < n; i++)
    calls += lamina_run_get_layers (run)->calls[layers[i]];
  return calls;
}

void
lamina_comparison_get_pair (LaminaComparison *self,
                            guint             i,
                            LaminaPair       *pair)
{
  g_return_if_fail (i < self->n_pairs);

  *pair = (LaminaPair) {
    .state = (LaminaPairState) self->state[i],
    .basis = (LaminaPairBasis) self->basis[i],
    .n_a = self->first[0][i + 1] - self->first[0][i],
    .layers_a = self->members[0] + self->first[0][i],
    .n_b = self->first[1][i + 1] - self->first[1][i],
    .layers_b = self->members[1] + self->first[1][i],
    .cost_a = self->cost[0][i],
    .cost_b = self->cost[1][i],
    .delta = subtract (self->cost[1][i], self->cost[0][i]),
    /* Something that is there only once is no chance. */
    .noise = self->state[i] == LAMINA_PAIR_ONLY_A || self->state[i] == LAMINA_PAIR_ONLY_B ? LAMINA_ABSENT :
             self->noise[i],
  };
  pair->calls_a = sum_calls (self->runs[0], pair->layers_a, pair->n_a);
  pair->calls_b = sum_calls (self->runs[1], pair->layers_b, pair->n_b);
  pair->is_noise = is_within (pair->delta, pair->noise);
}

guint32
lamina_comparison_find (LaminaComparison *self,
                        gboolean          is_b,
                        guint32           layer)
{
  guint side = is_b ? 1 : 0;

  return layer < lamina_run_get_layers (self->runs[side])->n ? self->pair_of[side][layer] : LAMINA_NONE;
}

const guint32 *
lamina_comparison_get_order (LaminaComparison *self,
                             gboolean          is_b,
                             guint            *n)
{
  *n = is_b ? self->summary.n_layers_b : self->summary.n_layers_a;
  return self->order[is_b ? 1 : 0];
}

guint
lamina_comparison_get_n_types (LaminaComparison *self)
{
  return self->types->len;
}

const LaminaComparisonType *
lamina_comparison_get_type_row (LaminaComparison *self,
                                guint             i)
{
  g_return_val_if_fail (i < self->types->len, NULL);

  return &g_array_index (self->types, LaminaComparisonType, i);
}

double
lamina_comparison_get_percent (gint64 before,
                               gint64 delta)
{
  if (before == LAMINA_ABSENT || delta == LAMINA_ABSENT || before == 0)
    return NAN;
  return 100.0 * (double) delta / (double) before;
}

gboolean
lamina_comparison_is_slower (LaminaComparison *self,
                             double            percent,
                             gboolean          count_noise)
{
  const LaminaComparisonSummary *summary = &self->summary;

  if (summary->delta == LAMINA_ABSENT || summary->delta <= 0 || (summary->is_noise && !count_noise))
    return FALSE;
  return (double) summary->delta > (double) summary->total_a * percent / 100.0;
}
