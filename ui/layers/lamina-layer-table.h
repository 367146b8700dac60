/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-copy.h"
#include "lamina-row-list.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_TABLE (lamina_layer_table_get_type ())

/* The layers of the run of a session as a table, one by one or in groups: sorted by a click on a heading, filtered by the
 * entry, with the sums of what is listed. The selected rows are the selected layers. */
G_DECLARE_FINAL_TYPE (LaminaLayerTable, lamina_layer_table, LAMINA, LAYER_TABLE, GtkWidget)

void lamina_layer_table_set_session (LaminaLayerTable *self,
                                     LaminaSession    *session);

/* Adds what can be done with the table, as `view.group-layers`, `view.copy-layers` and so on. */
void lamina_layer_table_add_actions (LaminaLayerTable *self,
                                     GActionMap       *actions);

/* Puts the cursor into the entry. */
void lamina_layer_table_focus_filter (LaminaLayerTable *self);

/* Its model holds a LaminaRow for each layer or group. */
GtkColumnView *lamina_layer_table_get_view (LaminaLayerTable *self);

/* The selected rows, or all, with the columns that are shown. */
char *lamina_layer_table_dup_rows_text (LaminaLayerTable *self,
                                        gboolean          selected,
                                        LaminaCopyFormat  format);

/* Brings the row of the selected layer into view, or that of its group. */
void lamina_layer_table_show_selected (LaminaLayerTable *self);

G_END_DECLS
