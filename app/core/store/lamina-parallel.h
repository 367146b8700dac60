/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-limits.h"

G_BEGIN_DECLS

/* Called once for each @i, by any thread. */
typedef void (*LaminaParallelFunc) (guint    i,
                                    gpointer data);

/* How many threads work on one document: as many as there are processors, unless @limits says otherwise. */
guint lamina_parallel_get_n_threads (const LaminaLimits *limits);

/*
 * Calls @func for 0 to @n - 1 and returns when all calls have returned. The calling thread works too, so that nothing is
 * started where there is one processor or one thing to do. Calls begin in order. What was written before is seen in
 * the calls, what the calls write is seen afterwards.
 */
void  lamina_parallel_run           (guint               n,
                                     guint               n_threads,
                                     LaminaParallelFunc  func,
                                     gpointer            data);

/* Notes on whose behalf the calling thread works, and so those that help it here; NULL for nobody's. */
void     lamina_parallel_set_owner (gpointer owner);

gpointer lamina_parallel_get_owner (void);

G_END_DECLS
