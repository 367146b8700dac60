/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run.h"

G_BEGIN_DECLS

/* Rows of a table by what stands in one of its columns of texts, and by which one each is of those with the same text. So they
 * are found again in another version of the file, wherever they stand there. */
typedef struct _LaminaRowNames LaminaRowNames;

/* Names of some rows, rising, among those from @first on and before @end; the document of the run must live as long, for a name may
 * have hundreds of megabytes, and is not copied. @column has a text for each row of the run; none has a name when it is NULL, nor
 * those with an empty text. Takes time in proportion to the rows that count. */
LaminaRowNames *lamina_row_names_new (LaminaRun     *run,
                                      const guint32 *column,
                                      guint32        first,
                                      guint32        end,
                                      const guint32 *rows,
                                      guint          n);

void lamina_row_names_free (LaminaRowNames *self);

/* Adds the rows that are there, as guint32, rising. Where there are fewer rows with a text than before, those of higher
 * numbers are missing. */
void lamina_row_names_find (const LaminaRowNames *self,
                            LaminaRun            *run,
                            const guint32        *column,
                            guint32               first,
                            guint32               end,
                            GArray               *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaRowNames, lamina_row_names_free)

G_END_DECLS
