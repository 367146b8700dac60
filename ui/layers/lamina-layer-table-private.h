/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-column-chooser.h"
#include "lamina-layer-heads.h"
#include "lamina-layer-footer.h"
#include "lamina-layer-listing.h"
#include "lamina-layer-table.h"

G_BEGIN_DECLS

/*
 * The table in four files: -table.c holds the widget and asks for what is to be listed, -table-rows.c shows it with its open
 * groups, -table-select.c ties the rows to the selection of the session, -table-actions.c is what can be done with them.
 */
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
  /* The labels of the groups that are open. */
  GHashTable *open;
  gboolean forget_open;
  GActionMap *actions;

  gboolean grouped;
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
  guint scroll_tick;
  int scroll_delay;
  gboolean scroll_later; /* when it is seen again */
  gboolean scroll_to_top;
};

/* -table.c */

/* Lists anew, in a while or at once. */
void     lamina_layer_table_update         (LaminaLayerTable *self);

void     lamina_layer_table_set_group_name (LaminaLayerTable *self,
                                            const char       *name);

void     lamina_layer_table_set_only_range (LaminaLayerTable *self,
                                            gboolean          only_range);

/* -table-rows.c */

/* What its table asks. */
extern const LaminaTableKind lamina_layer_table_kind;

/* Shows what was found, with the groups open that were. */
void     lamina_layer_table_show_listing   (LaminaLayerTable *self);

gboolean lamina_layer_table_is_open        (LaminaLayerTable *self,
                                            guint32           id);

/* Opens or closes a group. */
void     lamina_layer_table_toggle_group   (LaminaLayerTable *self,
                                            guint32           id);

void     lamina_layer_table_set_all_open   (LaminaLayerTable *self,
                                            gboolean          open);

/* -table-select.c */

/* Selects the rows of what the session has selected, and scrolls to them when asked to. */
void     lamina_layer_table_show_selection (LaminaLayerTable *self,
                                            gboolean          scroll);

void     lamina_layer_table_queue_scroll   (LaminaLayerTable *self,
                                            gboolean          to_top);

/* Does what was queued while nobody saw the table. */
void     lamina_layer_table_resume_scroll  (LaminaLayerTable *self);

/* Gives up what was queued. */
void     lamina_layer_table_stop_scroll    (LaminaLayerTable *self);

void     lamina_layer_table_take_selection (LaminaLayerTable *self,
                                            guint             position,
                                            guint             n);

/* The ids of the selected rows, from the top to the bottom. */
guint32 *lamina_layer_table_dup_selected   (LaminaLayerTable *self,
                                            guint            *n);

/* -table-actions.c */

void     lamina_layer_table_init_menu      (LaminaLayerTable *self);

/* Which actions can be done now. */
void     lamina_layer_table_update_actions (LaminaLayerTable *self);

G_END_DECLS
