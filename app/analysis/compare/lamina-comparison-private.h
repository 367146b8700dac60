/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"
#include "lamina-order-rows.h"

G_BEGIN_DECLS

/*
 * Texts and shapes of different documents are compared by 64-bit hashes of what they say, each worked out once. That
 * two differ and hash alike is not to be expected; if a file forced it, two layers would be paired that should not.
 */
typedef struct
{
  LaminaRun *run;
  guint64 *strings;
  guint n_strings;
  guint64 *stems;       /* as strings, without a number at the end */
  guint64 *shapes;
  guint n_shapes;
} LaminaHashes;

void    lamina_hashes_clear      (LaminaHashes *self);
guint64 lamina_hashes_get_string (LaminaHashes *self,
                                  guint32       id);
guint64 lamina_hashes_get_stem   (LaminaHashes *self,
                                  guint32       id);
guint64 lamina_hashes_get_shape  (LaminaHashes *self,
                                  guint32       id);
guint64 lamina_hash_mix          (guint64       a,
                                  guint64       b);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaHashes, lamina_hashes_clear)

/* How much of two layers must agree. */
typedef enum
{
  LAMINA_LIKENESS_EXACT,      /* key, type, shapes, element types */
  LAMINA_LIKENESS_DTYPES,     /* without the key */
  LAMINA_LIKENESS_SHAPES,     /* without the element types */
  LAMINA_N_LIKENESSES,
} LaminaLikeness;

/* The layers of a side in the order of execution. A position is an index of these columns. */
typedef struct
{
  LaminaRun *run;
  const LaminaLayers *layers;
  const gint64 *costs;
  LaminaHashes hashes;
  guint n;
  guint32 *rows;                              /* the layers */
  guint64 *likeness[LAMINA_N_LIKENESSES];     /* hashes of what they are */
  guint8 *shaped;                             /* whether a shape of theirs is known */
  guint32 *mate;                              /* a position of the other side, or LAMINA_NONE */
  guint8 *basis;                              /* LaminaPairBasis */
} LaminaSequence;

gboolean lamina_sequence_init  (LaminaSequence             *self,
                                const LaminaComparisonSide *side,
                                GCancellable               *cancellable);
void     lamina_sequence_clear (LaminaSequence             *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaSequence, lamina_sequence_clear)

/* The key of a layer, its name where it has none: a string. */
guint32  lamina_sequence_get_key (const LaminaSequence *self,
                                  guint                 position);

/* Puts layers that correspond together: sets mate and basis of both. FALSE when cancelled. */
gboolean lamina_sequences_match       (LaminaSequence *a,
                                       LaminaSequence *b,
                                       GCancellable   *cancellable);

void     lamina_sequences_match_parts (LaminaSequence *a,
                                       LaminaSequence *b);
void     lamina_sequences_match_words (LaminaSequence *a,
                                       LaminaSequence *b);

/* Makes one of @one what @n positions of @several are, beginning with @first. */
void     lamina_sequences_join        (LaminaSequence *one,
                                       guint           position,
                                       LaminaSequence *several,
                                       const guint32  *others,
                                       guint           n);

/*
 * A long common subsequence of two lists of tokens, which are below @n_tokens: sets pairs[i] to the place in @b of what
 * stands at i in @a, or to LAMINA_NONE. Takes memory in proportion to the lists. FALSE when cancelled.
 */
gboolean lamina_align (const guint32 *a,
                       guint          n_a,
                       const guint32 *b,
                       guint          n_b,
                       guint          n_tokens,
                       guint32       *pairs,
                       GCancellable  *cancellable);

/*
 * What is known of chance: the variance of the cost of each position, from @all layers of the run; NaN where it is not
 * known. Free with g_free(); NULL when cancelled.
 */
double *lamina_sequence_dup_variances      (const LaminaSequence       *self,
                                            const LaminaSequence       *all,
                                            GCancellable               *cancellable);

/* The variance of the sum of a side, or NaN. */
double  lamina_sequence_get_total_variance (const LaminaSequence       *self,
                                            const LaminaComparisonSide *side,
                                            const double               *variances);

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
