/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_TABLE (lamina_layer_table_get_type ())

/**
 * LaminaLayerTable:
 *
 * The layers of the run of a session as a table: sorted by a click on a heading, filtered by the entry, with the sums
 * of what is listed. The selected row is the selected layer.
 */
G_DECLARE_FINAL_TYPE (LaminaLayerTable, lamina_layer_table, LAMINA, LAYER_TABLE, GtkWidget)

void lamina_layer_table_set_session (LaminaLayerTable *self,
                                     LaminaSession    *session);

/**
 * lamina_layer_table_focus_filter:
 * @self: a table
 *
 * Puts the cursor into the entry.
 */
void lamina_layer_table_focus_filter (LaminaLayerTable *self);

/**
 * lamina_layer_table_get_view:
 * @self: a table
 *
 * Returns: (transfer none): the view, whose model holds a #LaminaRow for each layer
 */
GtkColumnView *lamina_layer_table_get_view (LaminaLayerTable *self);

/**
 * lamina_layer_table_get_totals:
 * @self: a table
 *
 * Returns: the sums of what is listed, as shown
 */
const char *lamina_layer_table_get_totals (LaminaLayerTable *self);

G_END_DECLS
