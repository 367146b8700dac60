/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-listing.h"
#include "lamina-table.h"

G_BEGIN_DECLS

/* Which columns the table of layers can have, and how they look. */

/**
 * lamina_layer_column_describe:
 * @run: a run
 * @column: a column
 * @grouped: whether layers are listed in groups
 * @info: (out caller-allocates): takes how the column looks; its texts are those of the run, or of the program
 */
void lamina_layer_column_describe (LaminaRun         *run,
                                   LaminaLayerColumn  column,
                                   gboolean           grouped,
                                   LaminaTableColumn *info);

/**
 * lamina_table_column_dup_name:
 * @run: a run
 * @column: a column
 *
 * Returns: (transfer full): what settings and actions call it: `duration`, `metric:perf::CYCLES`, `histogram`
 */
char *lamina_table_column_dup_name (LaminaRun         *run,
                                    LaminaLayerColumn  column);

/**
 * lamina_table_column_find:
 * @run: a run
 * @grouped: whether layers are listed in groups
 * @name: what lamina_table_column_dup_name() gave, of whatever run
 * @column: (out): the column, of this run
 *
 * Returns: whether it is one of lamina_table_columns_list()
 */
gboolean lamina_table_column_find (LaminaRun         *run,
                                   gboolean           grouped,
                                   const char        *name,
                                   LaminaLayerColumn *column);

/**
 * lamina_table_columns_list:
 * @run: a run
 * @grouped: whether layers are listed in groups
 *
 * Returns: (transfer full) (element-type LaminaLayerColumn): the columns that the document has something for, in the order
 *   in which they are offered
 */
GArray *lamina_table_columns_list (LaminaRun *run,
                                   gboolean   grouped);

/**
 * lamina_table_columns_list_default:
 * @run: a run
 * @grouped: whether layers are listed in groups
 *
 * Returns: (transfer full) (element-type LaminaLayerColumn): those of them that are shown until the user chooses others
 */
GArray *lamina_table_columns_list_default (LaminaRun *run,
                                           gboolean   grouped);

/**
 * lamina_table_columns_get_first_sort:
 * @run: a run
 * @grouped: whether layers are listed in groups
 *
 * Returns: what the table is sorted by until the user chooses something else: %LAMINA_LAYER_COLUMN_DURATION, the largest
 *   first, of groups and where most layers cost nothing of their own; else what brings the order of execution
 */
LaminaLayerColumn lamina_table_columns_get_first_sort (LaminaRun *run,
                                                       gboolean   grouped);

/**
 * lamina_table_column_strip_unit:
 * @column: a column
 * @text: (transfer full): what stands in a cell
 *
 * Returns: (transfer full): it without the unit that the heading states
 */
char *lamina_table_column_strip_unit (LaminaLayerColumn  column,
                                      char              *text);

G_END_DECLS
