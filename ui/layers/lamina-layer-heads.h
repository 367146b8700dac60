/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-columns.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_HEADS (lamina_layer_heads_get_type ())

/**
 * LaminaLayerHeads:
 *
 * The columns of the table of layers: which are shown, in what order and how wide. What the user chooses is remembered in
 * the settings, for all documents that have such columns; attributes for those of the same format. The view gets the actions `columns.NAME`, one to show or hide
 * each, and a menu of them on every heading.
 *
 * Signals: `changed`, when the columns that are shown or their order changed.
 */
G_DECLARE_FINAL_TYPE (LaminaLayerHeads, lamina_layer_heads, LAMINA, LAYER_HEADS, GObject)

/**
 * lamina_layer_heads_new:
 * @table: a table, which must outlive the object
 *
 * Returns: (transfer full): the columns of the table, none at first
 */
LaminaLayerHeads *lamina_layer_heads_new (LaminaTable *table);

/**
 * lamina_layer_heads_set_run:
 * @self: columns
 * @format: the format of its document: attributes that were chosen are shown again in files of the same
 * @run: a run
 * @grouped: whether layers are listed in groups
 *
 * Shows the columns that suit a run. Layers are sorted by their order then, groups by their costs, until a heading is
 * clicked.
 */
void lamina_layer_heads_set_run (LaminaLayerHeads *self,
                                 const char       *format,
                                 LaminaRun        *run,
                                 gboolean          grouped);

/**
 * lamina_layer_heads_set_shown:
 * @self: columns
 * @column: a column of the run, also that of an attribute
 * @shown: whether to show it. The last column stays
 */
void lamina_layer_heads_set_shown (LaminaLayerHeads  *self,
                                   LaminaLayerColumn  column,
                                   gboolean           shown);

/**
 * lamina_layer_heads_fit:
 * @self: columns in which something else is listed
 *
 * Makes columns of texts as wide as what stands in them, as far as the view has room. Widths that the user chose stay.
 */
void lamina_layer_heads_fit (LaminaLayerHeads *self);

/**
 * lamina_layer_heads_get_sort:
 * @self: columns
 * @column: (out): what rows are sorted by; the order of execution when no heading is marked
 * @descending: (out): whether the largest stand first
 */
void lamina_layer_heads_get_sort (LaminaLayerHeads  *self,
                                  LaminaLayerColumn *column,
                                  gboolean          *descending);

/**
 * lamina_layer_heads_align:
 * @self: columns
 *
 * Puts the headings of attributes that turned out to be numbers above them.
 */
void lamina_layer_heads_align (LaminaLayerHeads *self);

/**
 * lamina_layer_heads_reset:
 * @self: columns
 *
 * Shows the columns that suit the document, as wide as at first, and forgets what the user chose.
 */
void lamina_layer_heads_reset (LaminaLayerHeads *self);

/**
 * lamina_layer_heads_forget_run:
 * @self: columns
 *
 * Remembers what is still to be remembered of the columns of a run that is about to go. They stay until the next
 * lamina_layer_heads_set_run(), but say nothing.
 */
void lamina_layer_heads_forget_run (LaminaLayerHeads *self);

/**
 * lamina_layer_heads_list:
 * @self: columns
 *
 * Returns: (transfer full) (element-type LaminaLayerColumn): the columns that are shown, in their order
 */
GArray *lamina_layer_heads_list (LaminaLayerHeads *self);

gboolean lamina_layer_heads_has (LaminaLayerHeads  *self,
                                 LaminaLayerColumn  column);

/**
 * lamina_layer_heads_get_column:
 * @view_column: a column of the view
 *
 * Returns: what it shows
 */
LaminaLayerColumn lamina_layer_heads_get_column (GtkColumnViewColumn *view_column);

/**
 * lamina_layer_heads_get_menu:
 * @self: columns
 *
 * Returns: (transfer none): the columns that there are to be shown or hidden
 */
GMenuModel *lamina_layer_heads_get_menu (LaminaLayerHeads *self);

/**
 * lamina_layer_heads_get_actions:
 * @self: columns
 *
 * Returns: (transfer none): what the menu does, to be inserted as `columns` where it is shown
 */
GActionGroup *lamina_layer_heads_get_actions (LaminaLayerHeads *self);

G_END_DECLS
