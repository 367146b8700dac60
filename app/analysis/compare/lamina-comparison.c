/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

#include "lamina-boxed.h"

#include <math.h>

LAMINA_DEFINE_BOXED_TYPE (LaminaComparison, lamina_comparison)

/* A number that is too large for nanoseconds is as good as any large one. */
gint64
lamina_comparison_round_noise (double noise)
{
  if (isnan (noise))
    return LAMINA_ABSENT;
  return noise < 9e18 ? (gint64) (noise + 0.5) : G_MAXINT64;
}

static gboolean
fill_noise (LaminaComparison        *self,
            LaminaSequence          *a,
            LaminaSequence          *b,
            const LaminaPairNumbers *numbers,
            GCancellable            *cancellable)
{
  g_autofree double *sums = g_new0 (double, (gsize) self->n_pairs + 1);
  double total = 0;

  for (guint side = 0; side < 2; side++)
    {
      LaminaSequence *sequence = side == 0 ? a : b;
      const guint32 *pairs = side == 0 ? numbers->pair_a : numbers->pair_b;
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
    self->noise[i] = lamina_comparison_round_noise (2 * sqrt (sums[i]));
  self->summary.noise = lamina_comparison_round_noise (2 * sqrt (total));
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

gboolean
lamina_comparison_is_noise (gint64 delta,
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
      lamina_comparison_read_pair (self, i, &pair);
      summary->total_a = lamina_number_add (summary->total_a, pair.cost_a);
      summary->total_b = lamina_number_add (summary->total_b, pair.cost_b);
      summary->n_states[pair.state]++;
      summary->deltas[pair.state] = lamina_number_add (summary->deltas[pair.state], pair.delta);
      summary->n_noise += pair.is_noise;
      summary->noise_delta = lamina_number_add (summary->noise_delta, pair.is_noise ? pair.delta : 0);
    }
  summary->delta = self->is_timed ? subtract (summary->total_b, summary->total_a) : LAMINA_ABSENT;
  summary->is_noise = lamina_comparison_is_noise (summary->delta, summary->noise);
}

/* Where times can't be compared, nothing is known to have stayed the same. */
static void
forget_parts (LaminaComparison *self)
{
  LaminaComparisonSummary *summary = &self->summary;

  if (summary->delta != LAMINA_ABSENT)
    return;
  summary->noise_delta = LAMINA_ABSENT;
  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    summary->deltas[i] = LAMINA_ABSENT;
  for (guint i = 0; i < self->types->len; i++)
    {
      LaminaComparisonType *type = &g_array_index (self->types, LaminaComparisonType, i);

      type->delta = type->noise_delta = LAMINA_ABSENT;
    }
}

static gboolean
compare (LaminaComparison *self,
         GCancellable     *cancellable)
{
  g_auto (LaminaSequence) a = { 0 };
  g_auto (LaminaSequence) b = { 0 };
  g_auto (LaminaPairNumbers) numbers = { 0 };

  if (!lamina_sequence_init (&a, &self->sides[0], cancellable) ||
      !lamina_sequence_init (&b, &self->sides[1], cancellable) ||
      !lamina_sequences_match (&a, &b, cancellable))
    return FALSE;
  self->order[0] = g_memdup2 (a.rows, MAX (a.n, 1) * sizeof *a.rows);
  self->order[1] = g_memdup2 (b.rows, MAX (b.n, 1) * sizeof *b.rows);
  lamina_comparison_make_pairs (self, &a, &b, &numbers);
  if (!fill_noise (self, &a, &b, &numbers, cancellable))
    return FALSE;
  fill_summary (self, &a, &b);
  if (!lamina_comparison_place (self, cancellable))
    return FALSE;
  lamina_comparison_sum_types (self);
  forget_parts (self);
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
      g_free (self->spans[i]);
      g_free (self->placed[i]);
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

void
lamina_comparison_read_pair (LaminaComparison *self,
                             guint             i,
                             LaminaPair       *pair)
{
  *pair = (LaminaPair) {
    .state = (LaminaPairState) self->state[i],
    .basis = (LaminaPairBasis) self->basis[i],
    .n_a = self->first[0][i + 1] - self->first[0][i],
    .layers_a = self->members[0] + self->first[0][i],
    .n_b = self->first[1][i + 1] - self->first[1][i],
    .layers_b = self->members[1] + self->first[1][i],
    .cost_a = self->cost[0][i],
    .cost_b = self->cost[1][i],
    .delta = self->is_timed ? subtract (self->cost[1][i], self->cost[0][i]) : LAMINA_ABSENT,
    .noise = self->noise[i],
  };
  /* Something that is there only once is no chance, and of nothing nothing is known. */
  if (pair->n_a == 0 || pair->n_b == 0 || pair->delta == LAMINA_ABSENT)
    pair->noise = LAMINA_ABSENT;
  pair->is_noise = lamina_comparison_is_noise (pair->delta, pair->noise);
}

static gint64
sum_calls (LaminaRun     *run,
           const guint32 *layers,
           guint          n)
{
  gint64 calls = 0;

  for (guint i = 0; i < n; i++)
    calls += lamina_layers_get_calls (lamina_run_get_layers (run), layers[i]);
  return calls;
}

void
lamina_comparison_get_pair (LaminaComparison *self,
                            guint             i,
                            LaminaPair       *pair)
{
  g_return_if_fail (i < self->n_pairs);

  lamina_comparison_read_pair (self, i, pair);
  pair->calls_a = sum_calls (self->runs[0], pair->layers_a, pair->n_a);
  pair->calls_b = sum_calls (self->runs[1], pair->layers_b, pair->n_b);
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
lamina_comparison_has_times (LaminaComparison *self,
                             gboolean          is_b)
{
  return self->has_times[is_b ? 1 : 0];
}

gboolean
lamina_comparison_knows_noise (LaminaComparison *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint32 i = 0; i < self->n_pairs; i++)
    {
      LaminaPair pair;

      lamina_comparison_read_pair (self, i, &pair);
      if (pair.noise != LAMINA_ABSENT)
        return TRUE;
    }
  return FALSE;
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
