/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What two runs hold in memory, each at its own peak, by the place in the program that asked for it. Places are the same where they
 * are called the same, file and line included. Of a pair the first is of A, the second of B. Pure function over columns; any
 * thread.
 */
typedef struct
{
  const char *site; /* of a run, or NULL where the files don't say */
  guint n[2];       /* allocations */
  gint64 bytes[2];
} LaminaSiteDifference;

typedef struct
{
  gint64 peak[2];     /* bytes that are kept there, all sites */
  guint n;
  const LaminaSiteDifference *sites; /* the largest difference first, whichever way; those without one by what they hold */
} LaminaMemoryDifferences;

/* NULL when one of them says nothing about allocations, or when cancelled. Both runs must outlive it. */
LAMINA_AVAILABLE
LaminaMemoryDifferences *lamina_memory_differences_new (LaminaRun       *a,
                                                        LaminaRun       *b,
                                                        GCancellable    *cancellable);

LAMINA_AVAILABLE
void lamina_memory_differences_free (LaminaMemoryDifferences *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaMemoryDifferences, lamina_memory_differences_free)

G_END_DECLS
