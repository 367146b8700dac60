/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-cells.h"

#include <string.h>

static LaminaColumnKind
get_kind (LaminaDifferenceColumn column)
{
  switch ((guint) column)
    {
    case LAMINA_DIFFERENCE_COLUMN_LABEL_A:
    case LAMINA_DIFFERENCE_COLUMN_LABEL_B:
      return LAMINA_COLUMN_NAMES;
    case LAMINA_DIFFERENCE_COLUMN_STATE:
    case LAMINA_DIFFERENCE_COLUMN_TYPE:
      return LAMINA_COLUMN_TYPES;
    default:
      return LAMINA_COLUMN_NUMBERS;
    }
}

void
lamina_compare_cells_append (LaminaTable                  *table,
                             const LaminaDifferenceColumn *columns,
                             guint                         n,
                             gboolean                      of_types)
{
  for (guint i = 0; i < n; i++)
    {
      const LaminaDifferenceColumnInfo *info = lamina_difference_column_get_info (columns[i]);
      gboolean sorts = !of_types && info->sort != LAMINA_N_PAIR_COLUMNS;
      LaminaTableColumn column = {
        .id = columns[i],
        .title = info->title,
        .width = of_types ? info->type_width : info->pair_width,
        .sort = sorts ? (int) info->sort : LAMINA_TABLE_UNSORTED,
        .xalign = info->is_text ? 0 : 1,
        .kind = get_kind (columns[i]),
        .expand = get_kind (columns[i]) == LAMINA_COLUMN_NAMES || columns[i] == LAMINA_DIFFERENCE_COLUMN_TYPE,
        .hint = info->definition,
      };

      lamina_table_append_columns (table, &column, 1);
    }
}

void
lamina_compare_cells_fill (const LaminaDifference *difference,
                           LaminaDifferenceColumn  column,
                           LaminaCellText         *line)
{
  gboolean of_noise = column == LAMINA_DIFFERENCE_COLUMN_NOISE || column == LAMINA_DIFFERENCE_COLUMN_NOISE_PART;

  line->text = lamina_difference_dup_text (difference, column);
  line->quiet = strcmp (line->text, "—") == 0 || of_noise
                || (difference->pair.is_noise && column >= LAMINA_DIFFERENCE_COLUMN_DELTA);
  if (lamina_difference_column_get_info (column)->is_text && column != LAMINA_DIFFERENCE_COLUMN_STATE)
    line->ellipsize = PANGO_ELLIPSIZE_MIDDLE;
}

char *
lamina_compare_cells_dup_hint (const LaminaDifference *difference,
                               LaminaDifferenceColumn  column)
{
  g_autofree char *exact = lamina_difference_dup_exact (difference, column);

  return strcmp (exact, "—") != 0 ? g_steal_pointer (&exact) : NULL;
}
