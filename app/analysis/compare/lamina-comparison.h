/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What differs between two runs, or sections of runs, of any documents: A, what was before, and B, what is now. Their layers are
 * put into pairs; each layer of both sides stands in exactly one. Pure; made in any thread; immutable.
 *
 * Layers find each other in this order, each step among those that are left:
 *
 * 1. By name: a key that occurs once on either side. A name that ends in a number, as tools hand them out, counts only
 *    when type and shapes agree.
 * 2. By parts: a layer whose fused parts are exactly those of several layers of the other side.
 * 3. By shapes and order: the longest common subsequence of the orders of execution, of layers that agree in name,
 *    type, shapes and element types, then without names, then without element types. Where no shapes are known the name
 *    without its number has to agree. What is unique on both sides leads, so that a million layers take less than a
 *    second; where nothing is, a bounded search does, whose result may be shorter than the longest.
 * 4. By the words of their types: a layer whose type is the types of its neighbors on the other side, joined, and whose
 *    data has as many elements as what goes into the first of them and comes out of the last.
 * 5. By family: below two layers of one pair, of one family of work and with the same shapes, in their order; where the
 *    shapes of all tensors don't agree, with those of the first two, data and weights. Where no shapes are known, the only
 *    one of its family there. Direct children first, then what has the pair for its nearest ancestor with a partner.
 * 6. By shapes in any order: the same as 3 for layers that have moved.
 * 7. By name alone: a name that is left once on either side, of one type.
 * 8. By family without a layer around: a common subsequence as in 3 of layers that agree in family and shapes, and 5 once
 *    more for what is below them.
 *
 * Times of two sides can be compared when both have some, and not those of devices on one side with those of the host on the
 * other; a time whose kind the file does not say goes with either.
 */
typedef struct _LaminaComparison LaminaComparison;

/* Which sides a pair has. */
typedef enum
{
  LAMINA_PAIR_MATCHED, /* one layer of A is one of B */
  LAMINA_PAIR_ONLY_A,  /* a layer of A that B has not */
  LAMINA_PAIR_ONLY_B,  /* a layer of B that A has not */
  LAMINA_PAIR_SPLIT,   /* one layer of A does what several of B do */
  LAMINA_PAIR_MERGED,  /* several layers of A are one in B */
  LAMINA_N_PAIR_STATES,
} LaminaPairState;

/* Why layers stand in one pair. */
typedef enum
{
  LAMINA_PAIR_BY_NOTHING, /* the pair has one side only */
  LAMINA_PAIR_BY_NAME,    /* a name that is unique on both sides */
  LAMINA_PAIR_BY_PARTS,   /* what tools fused, or the words of the types */
  LAMINA_PAIR_BY_ORDER,   /* type, shapes and place in the order */
  LAMINA_PAIR_BY_SHAPE,   /* type and shapes; the place has changed */
  LAMINA_PAIR_BY_FAMILY,  /* family and shapes, below layers of one pair or by their place; names and types differ */
  LAMINA_N_PAIR_BASES,
} LaminaPairBasis;

/* One of the two things to compare. */
typedef struct
{
  LaminaDocument *document; /* a document, of which the comparison keeps a reference, or NULL */
  guint run;
  guint32 section;          /* index of a section, or LAMINA_NONE for the whole run */
} LaminaComparisonSide;

/* Layers that correspond, or one that has no counterpart. */
typedef struct
{
  LaminaPairState state;   /* which sides it has */
  LaminaPairBasis basis;   /* why they belong together */
  guint n_a;               /* number of layers of A */
  const guint32 *layers_a; /* they, in the order of execution */
  guint n_b;               /* number of layers of B */
  const guint32 *layers_b;
  gint64 calls_a;          /* sum of the calls of A */
  gint64 calls_b;          /* the same of B */
  gint64 cost_a;           /* sum of the costs of A in nanoseconds, or LAMINA_ABSENT when no layer has one */
  gint64 cost_b;           /* the same of B */
  /* what the pair adds to the difference of the totals: @cost_b - @cost_a, in which an absent one counts nothing; LAMINA_ABSENT
   * when both are, and where the times of the sides can't be compared */
  gint64 delta;
  /* up to where a difference may be chance, in nanoseconds: twice the standard error of @delta. The spread of a layer is that of
   * the layers of the run that share its key, type and shapes, in other sections those at the same place in theirs: the distance
   * of their quartiles by 1.349, which is the standard deviation where times are distributed normally, and which a few slow
   * calls do not move. At least four are needed. LAMINA_ABSENT when the spread of a layer is not known */
  gint64 noise;
  gboolean is_noise;       /* whether there is a @delta, which is not larger than @noise */
} LaminaPair;

/* What the pairs add up to. */
typedef struct
{
  guint n_layers_a;                     /* layers of A */
  guint n_layers_b;                     /* layers of B */
  gint64 total_a;                       /* sum of the costs of A, or LAMINA_ABSENT */
  gint64 total_b;                       /* sum of the costs of B, or LAMINA_ABSENT */
  /* @total_b - @total_a, which is the sum of the differences of all pairs; LAMINA_ABSENT when the times can't be compared, see
   * lamina_comparison_get_reason() */
  gint64 delta;
  /* up to where @delta may be chance: twice the standard error. From the totals of the sections where the run of each side has
   * four or more of them, else from the spreads of the layers where those make up nine tenths of the cost, taken as independent,
   * else from what the file states of its repetitions, a deviation or the least and the most, of which a quarter counts as one;
   * LAMINA_ABSENT where none of that is known */
  gint64 noise;
  gboolean is_noise;                    /* whether there is a @delta, which is not larger than @noise */
  gint64 noise_delta;                   /* the part of @delta that comes from pairs whose difference is noise */
  guint n_noise;                        /* how many pairs have a difference that is noise */
  guint n_states[LAMINA_N_PAIR_STATES]; /* pairs of each LaminaPairState */
  gint64 deltas[LAMINA_N_PAIR_STATES];  /* what the pairs of each state add to @delta; absent where @delta is */
  gboolean same_cost;                   /* whether the times of both sides are of one kind */
} LaminaComparisonSummary;

/* What layers of one type add to the difference. */
typedef struct
{
  const char *type;    /* the type; NULL for layers without one. A pair of different types counts for that of A */
  LaminaFamily family; /* the family of its first layer */
  guint n_pairs;       /* number of pairs */
  gint64 cost_a;       /* sum of the costs of A, or LAMINA_ABSENT */
  gint64 cost_b;       /* sum of the costs of B, or LAMINA_ABSENT */
  /* what its pairs add to the difference of the totals; 0 when none of them has a cost, and absent where the difference of the
   * totals is */
  gint64 delta;
  gint64 noise_delta;  /* the part of @delta that comes from pairs whose difference is noise */
  /* up to where @delta may be chance: that of the pairs, taken as independent; LAMINA_ABSENT where that of one is not known */
  gint64 noise;
  gboolean is_noise;   /* whether there is a @delta, which is not larger than @noise */
} LaminaComparisonType;

/* The place of a layer on the scale that both sides share. */
typedef struct
{
  gint64 start; /* where a layer begins, in nanoseconds from the first work of its side */
  gint64 end;   /* where its cost ends */
} LaminaComparisonSpan;

/* What differs, or NULL when cancelled. @a: what was before; @b: what is now; may be the same run. */
LAMINA_AVAILABLE
LaminaComparison *lamina_comparison_new (const LaminaComparisonSide *a,
                                         const LaminaComparisonSide *b,
                                         GCancellable               *cancellable);

LAMINA_AVAILABLE
LaminaComparison *lamina_comparison_ref (LaminaComparison *self);

LAMINA_AVAILABLE
void lamina_comparison_unref (LaminaComparison *self);

/* What was compared. */
LAMINA_AVAILABLE
const LaminaComparisonSide *lamina_comparison_get_side (LaminaComparison *self,
                                                        gboolean          is_b);

/* The run of a side. */
LAMINA_AVAILABLE
LaminaRun *lamina_comparison_get_run (LaminaComparison *self,
                                      gboolean          is_b);

/* What the pairs add up to. */
LAMINA_AVAILABLE
const LaminaComparisonSummary *lamina_comparison_get_summary (LaminaComparison *self);

LAMINA_AVAILABLE
guint lamina_comparison_get_n_pairs (LaminaComparison *self);

/* @i: which one; pairs stand in the order of execution of A, those of B alone behind their predecessor in B; @pair: takes the
 * pair; its arrays are the comparison's. */
LAMINA_AVAILABLE
void lamina_comparison_get_pair (LaminaComparison *self,
                                 guint             i,
                                 LaminaPair       *pair);

/* The pair that the layer stands in, or LAMINA_NONE for one of another section. @layer: a layer of the run of that side. */
LAMINA_AVAILABLE
guint32 lamina_comparison_find (LaminaComparison *self,
                                gboolean          is_b,
                                guint32           layer);

/* The layers of a side in the order of execution. */
LAMINA_AVAILABLE
const guint32 *lamina_comparison_get_order (LaminaComparison *self,
                                            gboolean          is_b,
                                            guint            *n);

/* Whether any pair of layers repeats often enough to tell how much of its difference may be chance. */
LAMINA_AVAILABLE
gboolean lamina_comparison_knows_noise (LaminaComparison *self);

/* Whether layers lie where they were measured, which both runs must have been; else their costs lie end to end. */
LAMINA_AVAILABLE
gboolean lamina_comparison_is_measured (LaminaComparison *self);

/* Where the last layer of a side ends, in nanoseconds from its first work; 0 without times. */
LAMINA_AVAILABLE
gint64 lamina_comparison_get_length (LaminaComparison *self,
                                     gboolean          is_b);

/* The places of all layers of the run; those of other sections are empty. */
LAMINA_AVAILABLE
const LaminaComparisonSpan *lamina_comparison_get_spans (LaminaComparison *self,
                                                         gboolean          is_b);

/* The layers of a side in the order of their places. */
LAMINA_AVAILABLE
const guint32 *lamina_comparison_get_placed (LaminaComparison *self,
                                             gboolean          is_b,
                                             guint            *n);

LAMINA_AVAILABLE
guint lamina_comparison_get_n_types (LaminaComparison *self);

/* A type. @i: which one; the type that changes most stands first, equal ones in the order of their first pairs. */
LAMINA_AVAILABLE
const LaminaComparisonType *lamina_comparison_get_type_row (LaminaComparison *self,
                                                            guint             i);

/* @delta in hundredths of @before; NaN when either is absent or nothing was before. @delta: by how much it has changed. */
LAMINA_AVAILABLE
double lamina_comparison_get_percent (gint64 before,
                                      gint64 delta);

/* Whether B takes longer than allowed. @percent: how much slower B may be, in hundredths of A; @count_noise: whether a
 * difference that is noise counts. */
LAMINA_AVAILABLE
gboolean lamina_comparison_is_slower (LaminaComparison *self,
                                      double            percent,
                                      gboolean          count_noise);

/* `matched`, `only-a`, `only-b`, `split`, `merged`. */
LAMINA_AVAILABLE
const char *lamina_pair_state_get_name (LaminaPairState state);

/* `name`, `parts`, `order`, `shape`, `family`; NULL for none. */
LAMINA_AVAILABLE
const char *lamina_pair_basis_get_name (LaminaPairBasis basis);

/* What pairs are sorted by. Absent values stand last. */
typedef enum
{
  LAMINA_PAIR_COLUMN_INDEX,   /* the order of the comparison */
  LAMINA_PAIR_COLUMN_STATE,   /* the state, then the order */
  LAMINA_PAIR_COLUMN_NAME,    /* the name of the first layer, of A where there is one */
  LAMINA_PAIR_COLUMN_TYPE,    /* its type */
  LAMINA_PAIR_COLUMN_COST_A,  /* the cost of A */
  LAMINA_PAIR_COLUMN_COST_B,  /* the cost of B */
  LAMINA_PAIR_COLUMN_DELTA,   /* the difference with its sign */
  LAMINA_PAIR_COLUMN_CHANGE,  /* how large the difference is, without its sign */
  LAMINA_PAIR_COLUMN_PERCENT, /* the difference in hundredths of A */
  LAMINA_N_PAIR_COLUMNS,
} LaminaPairColumn;

/* The bit of a set of states. */
#define LAMINA_PAIR_STATE_BIT(state) (1u << (state))
#define LAMINA_PAIR_ALL_STATES (LAMINA_PAIR_STATE_BIT (LAMINA_N_PAIR_STATES) - 1)

/* Pairs, to be freed by g_free(); equal ones keep their order. NULL when cancelled. @states: a set of LAMINA_PAIR_STATE_BIT:
 * which pairs. */
LAMINA_AVAILABLE
guint32 *lamina_comparison_dup_order (LaminaComparison *self,
                                      guint             states,
                                      LaminaPairColumn  column,
                                      gboolean          descending,
                                      GCancellable     *cancellable,
                                      guint            *n);

/* The names of the layers of a side, joined by plus signs; NULL without any. */
LAMINA_AVAILABLE
char *lamina_comparison_dup_names (LaminaComparison *self,
                                   const LaminaPair *pair,
                                   gboolean          is_b);

/* The short names of the layers of a side, see lamina_layer_dup_label(), joined by plus signs; NULL without any. */
LAMINA_AVAILABLE
char *lamina_comparison_dup_labels (LaminaComparison *self,
                                    const LaminaPair *pair,
                                    gboolean          is_b);

/* The type that a pair counts for; the empty string without one. @family: NULL or the family of its first layer. */
LAMINA_AVAILABLE
const char *lamina_comparison_get_pair_type (LaminaComparison *self,
                                             const LaminaPair *pair,
                                             LaminaFamily     *family);

/* Whether any layer of the side takes time. */
LAMINA_AVAILABLE
gboolean lamina_comparison_has_times (LaminaComparison *self,
                                      gboolean          is_b);

/* A sentence that says why the times of the sides can't be compared, so that there is no difference: one has none, or they are
 * of different kinds; NULL when they can. */
LAMINA_AVAILABLE
const char *lamina_comparison_get_reason (LaminaComparison *self);

/* What tells a side from the other: the name of its file, its run, its section, as far as they differ. */
LAMINA_AVAILABLE
char *lamina_comparison_dup_side_title (LaminaComparison *self,
                                        gboolean          is_b);

/* It with its sign: `+1.24 ms`, `−30.0 µs`; "—" for LAMINA_ABSENT. */
LAMINA_AVAILABLE
char *lamina_comparison_dup_delta (gint64 delta);

/* Them with their sign: `+7.8 %`; "—" for NaN. @percent: hundredths, or NaN. */
LAMINA_AVAILABLE
char *lamina_comparison_dup_percent (double percent);

/* Whether the difference of the sums may be chance, a sentence in the language of the user, to be freed by g_free(). */
LAMINA_AVAILABLE
char *lamina_comparison_dup_noise (LaminaComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaComparison, lamina_comparison_unref)

G_END_DECLS
