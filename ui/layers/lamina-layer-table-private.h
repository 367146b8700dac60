/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-column-chooser.h"
#include "lamina-layer-heads.h"
#include "lamina-layer-footer.h"
#include "lamina-layer-listing.h"
#include "lamina-layer-scroll.h"
#include "lamina-layer-table.h"
#include "lamina-listed-rows.h"

G_BEGIN_DECLS

/* The table in two files: -table.c holds the widget and what it lists, -table-actions.c is what can be done with it. */
struct _LaminaLayerTable
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkMenuButton *group_button;
  GtkLabel *group_label;
  GtkSearchEntry *entry;
  GtkMenuButton *filter_button;
  GtkToggleButton *range_button;
  GtkWidget *busy;
  GtkLabel *totals;
  GtkMenuButton *more_button;
  GtkLabel *problem;
  GtkWidget *nothing;
  GtkLabel *nothing_text;
  GtkButton *way_out;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  LaminaLayerFooter *footer;
  GtkWidget *menu;
  GtkWidget *chooser;

  LaminaTable *table;
  LaminaRowList *rows; /* of the table, as is the selection */
  GtkSelectionModel *selection;
  LaminaLayerHeads *heads;
  LaminaLayerListing *listing;
  LaminaListedRows *listed; /* of the listing */
  LaminaLayerScroll *scroll;
  gboolean forget_open;
  GActionMap *actions;

  gboolean grouped;
  gboolean chosen; /* whether the user has said how to group */
  LaminaGroupBy by;
  gboolean only_range;
  GCancellable *job;
  /* The columns of what is listed, or on its way. */
  GArray *asked;
  guint busy_timeout;
  guint range_timeout;
  gboolean own_change;
  gboolean building;
  gboolean filling_entry;
};

/* -table.c */

/* Lists anew, in a while or at once. */
void     lamina_layer_table_update         (LaminaLayerTable *self);

void     lamina_layer_table_set_group_name (LaminaLayerTable *self,
                                            const char       *name);

void     lamina_layer_table_set_only_range (LaminaLayerTable *self,
                                            gboolean          only_range);

void     lamina_layer_table_set_all_open   (LaminaLayerTable *self,
                                            gboolean          open);

/* The ids of the selected rows, from the top to the bottom. */
guint32 *lamina_layer_table_dup_selected   (LaminaLayerTable *self,
                                            guint            *n);

/* -table-actions.c */

void     lamina_layer_table_init_menu      (LaminaLayerTable *self);

/* Says in the menu how layers are grouped. */
void     lamina_layer_table_update_group_state (LaminaLayerTable *self);

/* Which actions can be done now. */
void     lamina_layer_table_update_actions (LaminaLayerTable *self);

G_END_DECLS
