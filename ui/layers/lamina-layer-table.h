/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-copy.h"
#include "lamina-row-list.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_TABLE (lamina_layer_table_get_type ())

/**
 * LaminaLayerTable:
 *
 * The layers of the run of a session as a table, one by one or in groups: sorted by a click on a heading, filtered by the
 * entry, with the sums of what is listed. The selected rows are the selected layers.
 */
G_DECLARE_FINAL_TYPE (LaminaLayerTable, lamina_layer_table, LAMINA, LAYER_TABLE, GtkWidget)

void lamina_layer_table_set_session (LaminaLayerTable *self,
                                     LaminaSession    *session);

/**
 * lamina_layer_table_add_actions:
 * @self: a table
 * @actions: the actions of its document
 *
 * Adds what can be done with the table, as `view.group-layers`, `view.copy-layers` and so on.
 */
void lamina_layer_table_add_actions (LaminaLayerTable *self,
                                     GActionMap       *actions);

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
 * Returns: (transfer none): the view, whose model holds a #LaminaRow for each layer or group
 */
GtkColumnView *lamina_layer_table_get_view (LaminaLayerTable *self);

/**
 * lamina_layer_table_dup_rows_text:
 * @self: a table
 * @selected: whether the selected rows, else all
 * @format: how
 *
 * Returns: (transfer full): the rows with the columns that are shown
 */
char *lamina_layer_table_dup_rows_text (LaminaLayerTable *self,
                                        gboolean          selected,
                                        LaminaCopyFormat  format);

/**
 * lamina_layer_table_show_selected:
 * @self: a table
 *
 * Brings the row of the selected layer into view, or that of its group.
 */
void lamina_layer_table_show_selected (LaminaLayerTable *self);

G_END_DECLS
