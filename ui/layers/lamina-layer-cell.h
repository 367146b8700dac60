/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-columns.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_CELL (lamina_layer_cell_get_type ())

/**
 * LaminaLayerCell:
 *
 * One cell of the table of layers: a text and, by column, the color of the family, the bar of the duration, the spread of
 * the costs, or the arrow that opens a group.
 *
 * Signals: `toggle`, when the arrow is clicked.
 */
G_DECLARE_FINAL_TYPE (LaminaLayerCell, lamina_layer_cell, LAMINA, LAYER_CELL, GtkWidget)

GtkWidget *lamina_layer_cell_new (LaminaLayerColumn column);

/**
 * lamina_layer_cell_bind:
 * @self: a cell
 * @listing: (nullable): what is listed, or %NULL for an empty cell
 * @id: id of its row
 * @expanded: whether the group is open
 */
void lamina_layer_cell_bind (LaminaLayerCell    *self,
                             LaminaLayerListing *listing,
                             guint32             id,
                             gboolean            expanded);

/**
 * lamina_layer_cell_get_text:
 * @self: a cell
 *
 * Returns: what stands in it
 */
const char *lamina_layer_cell_get_text (LaminaLayerCell *self);

/**
 * lamina_layer_cell_get_layout:
 * @self: a cell that is bound to a row
 *
 * Returns: (transfer none): how its text is laid out; good until it is bound anew
 */
PangoLayout *lamina_layer_cell_get_layout (LaminaLayerCell *self);

/**
 * lamina_layer_cell_is_cut:
 * @self: a cell that has its place
 *
 * Returns: whether there is less room than its text takes
 */
gboolean lamina_layer_cell_is_cut (LaminaLayerCell *self);

/**
 * lamina_layer_cell_get_whole_width:
 * @self: a cell that is bound to a row; it need not be in a table
 * @context: with the font of the table
 *
 * Returns: the pixels that it takes with what is drawn before its text; of a name without its arguments
 */
int lamina_layer_cell_get_whole_width (LaminaLayerCell *self,
                                       PangoContext    *context);

/**
 * lamina_layer_cell_get_id:
 * @self: a cell
 *
 * Returns: the id of its row, or %LAMINA_NONE
 */
guint32 lamina_layer_cell_get_id (LaminaLayerCell *self);

LaminaLayerColumn lamina_layer_cell_get_column (LaminaLayerCell *self);

G_END_DECLS
