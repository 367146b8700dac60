/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-listing.h"

G_BEGIN_DECLS

/* Which columns the table of layers can have, and how they look. */

/**
 * LaminaTableColumnInfo:
 * @title: (transfer full): heading
 * @hint: (nullable): what it shows
 * @width: width in pixels that it has at first
 * @expand: whether it takes the room that is left beside
 * @xalign: 0 for texts, 1 for numbers
 *
 * What the table needs to know of a column.
 */
typedef struct
{
  char *title;
  const char *hint;
  int width;
  gboolean expand;
  float xalign;
} LaminaTableColumnInfo;

/**
 * lamina_table_column_get_info:
 * @run: a run
 * @column: a column
 * @grouped: whether layers are listed in groups
 * @info: (out caller-allocates): takes how the column looks; clear it with lamina_table_column_info_clear()
 */
void lamina_table_column_get_info (LaminaRun             *run,
                                   LaminaLayerColumn      column,
                                   gboolean               grouped,
                                   LaminaTableColumnInfo *info);

void lamina_table_column_info_clear (LaminaTableColumnInfo *self);

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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaTableColumnInfo, lamina_table_column_info_clear)

G_END_DECLS
