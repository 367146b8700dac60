/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * The place of texts in their order: equal ones have the same. Letters in either case are equal, and numbers inside a
 * text count as numbers: `conv2` stands before `conv10`. The same in every locale.
 */

/* [i] for text i. NULL when cancelled; free with g_free(). */
guint32 *lamina_rank_texts   (const char *const *strings,
                              guint              n,
                              GCancellable      *cancellable);

/* [id] for the strings of a column that occur at @rows. NULL when cancelled; free with g_free(). */
guint32 *lamina_rank_strings (LaminaRun     *run,
                              const guint32 *column,
                              const guint32 *rows,
                              guint          n,
                              GCancellable  *cancellable);

G_END_DECLS
