/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

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

G_END_DECLS
