/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run.h"

G_BEGIN_DECLS

/**
 * LaminaRowNames:
 *
 * Rows of a table by what stands in one of its columns of texts, and by which one each is of those with the same text. So
 * they are found again in another version of the file, wherever they stand there.
 */
typedef struct _LaminaRowNames LaminaRowNames;

/**
 * lamina_row_names_new:
 * @run: a run
 * @column: a column of the run with a text for each row; none of the rows has a name when it is %NULL
 * @first: the first row that counts
 * @end: the row behind the last one
 * @rows: (array length=n): some of these rows, rising
 * @n: how many
 *
 * Takes time in proportion to the rows that count. Rows with an empty text are left out.
 *
 * Returns: (transfer full): names that need neither the run nor its document
 */
LaminaRowNames *lamina_row_names_new (LaminaRun     *run,
                                      const guint32 *column,
                                      guint32        first,
                                      guint32        end,
                                      const guint32 *rows,
                                      guint          n);

void lamina_row_names_free (LaminaRowNames *self);

/**
 * lamina_row_names_find:
 * @self: names
 * @run: a run
 * @column: a column of the run with a text for each row; nothing is found when it is %NULL
 * @first: the first row that counts
 * @end: the row behind the last one
 * @rows: (element-type guint32): takes the rows that are there, rising. Where there are fewer rows with a text than before,
 *   those of higher numbers are missing
 */
void lamina_row_names_find (const LaminaRowNames *self,
                            LaminaRun            *run,
                            const guint32        *column,
                            guint32               first,
                            guint32               end,
                            GArray               *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaRowNames, lamina_row_names_free)

G_END_DECLS
