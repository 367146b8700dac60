/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

G_BEGIN_DECLS

/*
 * Two totals of either side of a comparison, which need not change alike: what the kernels take, each for itself, and how long it
 * takes until all is done. Kernels that became faster are no gain where devices then wait for something else.
 */

/* What the totals say together. */
typedef enum
{
  LAMINA_COMPARE_UNKNOWN,      /* one of them is not known */
  LAMINA_COMPARE_AS_BEFORE,    /* neither changed */
  LAMINA_COMPARE_ALIKE,        /* both are longer, or both are shorter */
  LAMINA_COMPARE_KERNELS_ONLY, /* the kernels changed, and the whole did not */
  LAMINA_COMPARE_WHOLE_ONLY,   /* the whole changed, and the kernels did not */
  LAMINA_COMPARE_OPPOSITE,     /* one is longer and the other one shorter */
} LaminaCompareVerdict;

/* Nanoseconds of A and B; LAMINA_ABSENT where a side has none. */
typedef struct
{
  gint64 a;
  gint64 b;
} LaminaCompareTotal;

/*
 * kernels   of all devices, each with its own duration, without copies
 * devices   of LaminaCompareDevice: from the first work of a device to the end of its last one
 * step      the median of the steps, where both sides state at least two and whole runs are compared
 * n_steps   how many there are
 */
typedef struct
{
  LaminaCompareTotal kernels;
  GArray *devices;
  LaminaCompareTotal step;
  guint n_steps[2];
} LaminaCompareTotals;

/* A device of A and the one of B that has its name; only one side may have it. */
typedef struct
{
  char *name;
  LaminaCompareTotal span;
} LaminaCompareDevice;

LaminaCompareTotals  *lamina_compare_totals_new        (LaminaComparison          *comparison);
void                  lamina_compare_totals_free       (LaminaCompareTotals       *self);

/* The total that tells how long it takes: the step, else the longest span of a device. */
LaminaCompareTotal    lamina_compare_totals_get_whole  (const LaminaCompareTotals *self);

LaminaCompareVerdict  lamina_compare_totals_judge      (const LaminaCompareTotals *self);
const char           *lamina_compare_verdict_get_name  (LaminaCompareVerdict       verdict);

/* B less A; LAMINA_ABSENT without both. */
gint64                lamina_compare_total_get_delta   (LaminaCompareTotal         total);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaCompareTotals, lamina_compare_totals_free)

G_END_DECLS
