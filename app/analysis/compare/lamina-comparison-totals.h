/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

G_BEGIN_DECLS

/*
 * Totals of either side of a comparison, which need not change alike: what the kernels take, each for itself, and how long it takes
 * until all is done. Kernels that became faster are no gain where devices then wait for something else. Pure; immutable.
 */

/* What the totals say together. */
typedef enum
{
  LAMINA_COMPARISON_UNKNOWN,      /* one of them is not known */
  LAMINA_COMPARISON_AS_BEFORE,    /* neither changed */
  LAMINA_COMPARISON_ALIKE,        /* both are longer, or both are shorter */
  LAMINA_COMPARISON_KERNELS_ONLY, /* the kernels changed, and the whole did not */
  LAMINA_COMPARISON_WHOLE_ONLY,   /* the whole changed, and the kernels did not */
  LAMINA_COMPARISON_OPPOSITE,     /* one is longer and the other one shorter */
} LaminaComparisonVerdict;

/* What a total is of. */
typedef enum
{
  LAMINA_COMPARISON_OF_KERNELS, /* of all devices, each with its own duration, without copies */
  LAMINA_COMPARISON_OF_DEVICE,  /* from the first work of a device to the end of its last one */
  LAMINA_COMPARISON_OF_STEP,    /* the median of the steps */
} LaminaComparisonTotalKind;

/* A total of A and of B in nanoseconds; LAMINA_ABSENT where a side has none. */
typedef struct
{
  LaminaComparisonTotalKind kind;
  gint64 a;
  gint64 b;
  char *device; /* of a device its name, by which those of both sides correspond; NULL where it has none */
} LaminaComparisonTotal;

typedef struct _LaminaComparisonTotals LaminaComparisonTotals;

/* Its totals; none where neither side measured the work of a device. */
LAMINA_AVAILABLE
LaminaComparisonTotals *lamina_comparison_totals_new (LaminaComparison *comparison,
                                                      GCancellable     *cancellable);

LAMINA_AVAILABLE
void lamina_comparison_totals_free (LaminaComparisonTotals *self);

/* How many totals there are: the kernels, each device, and the step, where both sides state at least two and whole runs are
 * compared. */
LAMINA_AVAILABLE
guint lamina_comparison_totals_get_n (const LaminaComparisonTotals *self);

LAMINA_AVAILABLE
const LaminaComparisonTotal *lamina_comparison_totals_get (const LaminaComparisonTotals *self,
                                                           guint                         i);

/* The steps that a side states. */
LAMINA_AVAILABLE
guint lamina_comparison_totals_get_n_steps (const LaminaComparisonTotals *self,
                                            gboolean                      is_b);

LAMINA_AVAILABLE
LaminaComparisonVerdict lamina_comparison_totals_judge (const LaminaComparisonTotals *self);

/* `as-before`, `alike`, `kernels-only`, `whole-only`, `opposite`; NULL where it is not known. */
LAMINA_AVAILABLE
const char *lamina_comparison_verdict_get_name (LaminaComparisonVerdict verdict);

/* What a total is of, for people. */
LAMINA_AVAILABLE
char *lamina_comparison_total_dup_title (const LaminaComparisonTotal *total);

/* B less A; LAMINA_ABSENT without both. */
LAMINA_AVAILABLE
gint64 lamina_comparison_total_get_delta (const LaminaComparisonTotal *total);

/* What the totals say together, a sentence in the language of the user; NULL where it is not known. */
LAMINA_AVAILABLE
char *lamina_comparison_totals_dup_verdict (const LaminaComparisonTotals *self);

/* The same with the two totals that it speaks of before it; NULL where it is not known. */
LAMINA_AVAILABLE
char *lamina_comparison_totals_dup_summary (const LaminaComparisonTotals *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaComparisonTotals, lamina_comparison_totals_free)

G_END_DECLS
