/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-command.h"
#include "lamina-grouping.h"
#include "lamina-layer-rows.h"
#include "lamina-table.h"

G_BEGIN_DECLS

/*
 * Comma separated values of layers one by one, with a column for each name of @metrics, of LaminaMetric. Those that do not stand
 * in the file have ≈ in their heading.
 */
LaminaTable *lamina_layer_csv_new    (const GPtrArray       *metrics);

/* One by one, in lamina-command-layers-json.c and lamina-command-layers-text.c. */
void lamina_layer_rows_write_json    (const LaminaLayerRows *self);
void lamina_layer_rows_write_csv     (const LaminaLayerRows *self,
                                      const GPtrArray       *metrics,
                                      LaminaTable           *table);
void lamina_layer_rows_write_table   (const LaminaLayerRows *self,
                                      LaminaTable           *table);

/* In groups, in lamina-command-layers-groups.c. */
void lamina_layer_rows_write_groups  (const LaminaLayerRows *self,
                                      LaminaGroupBy          by,
                                      LaminaLayerColumn      column,
                                      gboolean               descending,
                                      LaminaFormatChoice     format,
                                      LaminaTable           *table);

/* The first column of the aligned ones is the run, to be left out where there is one run alone. */
extern const char *const lamina_layer_table_headings[];
extern const char *const lamina_layer_group_table_headings[];
extern const char *const lamina_layer_group_csv_headings[];
extern const char *const lamina_layer_group_columns[];

G_END_DECLS
