/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-listing.h"
#include "lamina-table.h"

G_BEGIN_DECLS

/* Which columns the table of layers can have, and how they look. */

/* How a column looks in a run whose layers are listed in groups or not; the texts are those of the run, or of the program. */
void lamina_layer_column_describe (LaminaRun         *run,
                                   LaminaLayerColumn  column,
                                   gboolean           grouped,
                                   LaminaTableColumn *info);

/* What settings and actions call it: `duration`, `metric:perf::CYCLES`, `histogram`. */
char *lamina_table_column_dup_name (LaminaRun         *run,
                                    LaminaLayerColumn  column);

/* The column of this run that lamina_table_column_dup_name() gave a name, in whatever run. Returns whether it is one of
 * lamina_table_columns_list(). */
gboolean lamina_table_column_find (LaminaRun         *run,
                                   gboolean           grouped,
                                   const char        *name,
                                   LaminaLayerColumn *column);

/* The columns, of LaminaLayerColumn, that the document has something for, in the order in which they are offered. */
GArray *lamina_table_columns_list (LaminaRun *run,
                                   gboolean   grouped);

/* Those of them that are shown until the user chooses others. */
GArray *lamina_table_columns_list_default (LaminaRun *run,
                                           gboolean   grouped);

/* What the table is sorted by until the user chooses something else: LAMINA_LAYER_COLUMN_DURATION, the largest first, of
 * groups and where the file states times; else what brings the order of execution, or where the file has no order its work, the
 * most first. */
LaminaLayerColumn lamina_table_columns_get_first_sort (LaminaRun *run,
                                                       gboolean   grouped);

/* Takes the text of a cell, and gives it without the unit that the heading states. */
char *lamina_table_column_strip_unit (LaminaLayerColumn  column,
                                      char              *text);

G_END_DECLS
