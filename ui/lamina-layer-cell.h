/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-columns.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_CELL (lamina_layer_cell_get_type ())

/**
 * LaminaLayerCell:
 *
 * One cell of the table of layers: a text and, by column, the colour of the family or the bar of the duration.
 */
G_DECLARE_FINAL_TYPE (LaminaLayerCell, lamina_layer_cell, LAMINA, LAYER_CELL, GtkWidget)

GtkWidget *lamina_layer_cell_new (LaminaTableColumn column);

/**
 * lamina_layer_cell_bind:
 * @self: a cell
 * @run: (nullable): a run, or %NULL for an empty cell
 * @layer: a layer
 * @longest: the longest cost of the run, which fills the bar
 */
void lamina_layer_cell_bind (LaminaLayerCell *self,
                             LaminaRun       *run,
                             guint32          layer,
                             gint64           longest);

/**
 * lamina_layer_cell_get_text:
 * @self: a cell
 *
 * Returns: what stands in it
 */
const char *lamina_layer_cell_get_text (LaminaLayerCell *self);

G_END_DECLS
