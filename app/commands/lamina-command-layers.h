/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-command.h"
#include "lamina-grouping.h"
#include "lamina-row-writer.h"

G_BEGIN_DECLS

/* What `lamina layers` writes: layers of one run, in an order that was asked for. */
typedef struct
{
  LaminaDocument *document;
  guint run_index;
  LaminaRun *run;
  LaminaTimebase *timebase;
  const LaminaLayers *layers;
  gboolean name_runs;
  guint32 *rows;
  guint n_rows;
  gint64 limit;
} LaminaLayerRows;

/*
 * Comma separated values of layers one by one, with a column for each name of @metrics, of LaminaMetric. Those that do not stand
 * in the file have ≈ in their heading.
 */
LaminaRowWriter  *lamina_layer_csv_new            (const GPtrArray       *metrics);

/* One by one, in lamina-layer-rows.c. */
void              lamina_layer_rows_write_json    (const LaminaLayerRows *self);
void              lamina_layer_rows_write_csv     (const LaminaLayerRows *self,
                                                   const GPtrArray       *metrics,
                                                   LaminaRowWriter       *writer);
void              lamina_layer_rows_write_table   (const LaminaLayerRows *self,
                                                   LaminaRowWriter       *writer);

/* In groups, in lamina-command-layers-groups.c. */
void              lamina_layer_rows_write_groups  (const LaminaLayerRows *self,
                                                   LaminaGrouping        *grouping,
                                                   const guint32         *order,
                                                   LaminaFormatChoice     format,
                                                   LaminaRowWriter       *writer);

/* With the columns that were asked for, in lamina-command-layers-columns.c; names end with NULL. */

/*
 * A column by its name, else a metric of the run, else an attribute, whether a layer has it or not; with @ before it a metric
 * or an attribute alone.
 */
LaminaLayerColumn lamina_layers_find_column       (LaminaRun             *run,
                                                   const char            *name);

/*
 * Reads the attributes among the names, for each run that is to be written. Complains and returns FALSE when the file cannot
 * be read any more, or when none of these runs has a column of some name.
 */
gboolean          lamina_layers_check_columns     (LaminaDocument        *document,
                                                   const LaminaSelection *selection,
                                                   const char *const     *names);

LaminaRowWriter  *lamina_layers_table_new         (LaminaRun             *run,
                                                   const char *const     *names,
                                                   gboolean               is_csv,
                                                   gboolean               name_runs);

/* Without groups the layers in their order. */
void              lamina_layer_rows_write_columns (const LaminaLayerRows *self,
                                                   const char *const     *names,
                                                   LaminaGrouping        *grouping,
                                                   const guint32         *order,
                                                   LaminaFormatChoice     format,
                                                   LaminaRowWriter       *writer);

LaminaRowWriter  *lamina_layer_groups_table_new   (LaminaGroupBy          by,
                                                   gboolean               is_csv,
                                                   gboolean               name_runs);

/* The first column of the aligned ones is the run, to be left out where there is one run alone. */
extern const char *const lamina_layer_table_headings[];
extern const char *const lamina_layer_group_columns[];

G_END_DECLS
