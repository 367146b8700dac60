/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sequence-private.h"

G_BEGIN_DECLS

struct _LaminaComparison
{
  gatomicrefcount ref_count;
  LaminaComparisonSide sides[2];
  LaminaRun *runs[2];
  LaminaComparisonSummary summary;
  guint n_pairs;
  guint8 *state;
  guint8 *basis;
  guint32 *first[2];          /* n_pairs + 1 indexes into members */
  guint32 *members[2];        /* layers */
  gint64 *cost[2];
  gboolean has_times[2];      /* whether any layer of the side takes time */
  gboolean is_timed;          /* both have, and of kinds that can be compared */
  gint64 *noise;
  guint32 *pair_of[2];        /* the pair of each layer of the run */
  guint32 *order[2];          /* layers in the order of execution */
  LaminaComparisonSpan *spans[2]; /* by layer of the run */
  guint32 *placed[2];         /* layers in the order of their places */
  gint64 length[2];
  gboolean is_measured;
  GArray *types;              /* LaminaComparisonType */
};

/* The pair of each position of both sides. */
typedef struct
{
  guint32 *pair_a;
  guint32 *pair_b;
  guint n;
} LaminaPairNumbers;

void lamina_pair_numbers_clear    (LaminaPairNumbers    *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaPairNumbers, lamina_pair_numbers_clear)

/* Fills the pairs but for their noise, and says where each position is. */
void lamina_comparison_make_pairs (LaminaComparison     *self,
                                   const LaminaSequence *a,
                                   const LaminaSequence *b,
                                   LaminaPairNumbers    *numbers);

/* Noise in nanoseconds, LAMINA_ABSENT for NaN; and whether a difference is no more than that. */
gint64   lamina_comparison_round_noise (double noise);
gboolean lamina_comparison_is_noise    (gint64 delta,
                                        gint64 noise);

/* A pair without the sums of its calls, for those who read all pairs: the calls lie far apart in memory. */
void     lamina_comparison_read_pair   (LaminaComparison *self,
                                        guint             i,
                                        LaminaPair       *pair);

/* Gives each layer its place, when their order and the summary are known. FALSE when cancelled. */
gboolean lamina_comparison_place       (LaminaComparison *self,
                                        GCancellable     *cancellable);

/* Fills the types and what they add up to. */
void lamina_comparison_sum_types (LaminaComparison *self);

G_END_DECLS
