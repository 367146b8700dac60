/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-query.h"

G_BEGIN_DECLS

/**
 * LaminaTableColumn:
 *
 * The columns of the table of layers.
 */
typedef enum
{
  LAMINA_TABLE_NUMBER,
  LAMINA_TABLE_NAME,
  LAMINA_TABLE_TYPE,
  LAMINA_TABLE_DURATION,
  LAMINA_TABLE_SHARE,
  LAMINA_TABLE_FLOP,
  LAMINA_TABLE_FLOP_RATE,
  LAMINA_TABLE_BYTES,
  LAMINA_TABLE_OUTPUT,
  LAMINA_N_TABLE_COLUMNS,
} LaminaTableColumn;

/**
 * LaminaTableColumnInfo:
 * @title: heading, to be translated
 * @hint: what it shows, to be translated
 * @sort: what a click on the heading sorts by
 * @width: width in pixels
 * @expand: whether it takes the room that is left
 * @xalign: 0 for texts, 1 for numbers
 *
 * What the table needs to know of a column.
 */
typedef struct
{
  const char *title;
  const char *hint;
  LaminaLayerColumn sort;
  int width;
  gboolean expand;
  float xalign;
} LaminaTableColumnInfo;

const LaminaTableColumnInfo *lamina_table_column_get_info (LaminaTableColumn column);

/**
 * lamina_table_column_dup_text:
 * @column: a column
 * @run: a run
 * @layer: a layer
 * @estimated: (out): whether the value was worked out by Lamina
 *
 * Returns: (transfer full): what stands in the cell
 */
char *lamina_table_column_dup_text (LaminaTableColumn  column,
                                    LaminaRun         *run,
                                    guint32            layer,
                                    gboolean          *estimated);

/**
 * lamina_table_column_dup_tooltip:
 * @column: a column
 * @run: a run
 * @layer: a layer
 *
 * Returns: (transfer full) (nullable): every digit of the value, or the whole text
 */
char *lamina_table_column_dup_tooltip (LaminaTableColumn  column,
                                       LaminaRun         *run,
                                       guint32            layer);

G_END_DECLS
