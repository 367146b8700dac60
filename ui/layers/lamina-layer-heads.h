/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-columns.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_HEADS (lamina_layer_heads_get_type ())

/*
 * The columns of the table of layers: which are shown, in what order and how wide. What the user chooses is remembered in
 * the settings, for all documents that have such columns; attributes for those of the same format. The view gets the actions
 * `columns.NAME`, one to show or hide each, and a menu of them on every heading.
 *
 * Signals: `changed`, when the columns that are shown or their order changed.
 */
G_DECLARE_FINAL_TYPE (LaminaLayerHeads, lamina_layer_heads, LAMINA, LAYER_HEADS, GObject)

/* The columns of a table, none at first. It must outlive the object. */
LaminaLayerHeads *lamina_layer_heads_new (LaminaTable *table);

/* Shows the columns that suit a run. Layers are sorted by their order then, groups by their costs, until a heading is
 * clicked. Attributes that were chosen are shown again in files of the same format. */
void lamina_layer_heads_set_run (LaminaLayerHeads *self,
                                 const char       *format,
                                 LaminaRun        *run,
                                 gboolean          grouped);

/* Shows a column of the run, also that of an attribute, or hides it. The last one stays. */
void lamina_layer_heads_set_shown (LaminaLayerHeads  *self,
                                   LaminaLayerColumn  column,
                                   gboolean           shown);

/* After something else was listed: makes columns of texts as wide as what stands in them, as far as the view has room.
 * Widths that the user chose stay. */
void lamina_layer_heads_fit (LaminaLayerHeads *self);

/* What rows are sorted by, the order of execution when no heading is marked, and whether the largest stand first. */
void lamina_layer_heads_get_sort (LaminaLayerHeads  *self,
                                  LaminaLayerColumn *column,
                                  gboolean          *descending);

/* Puts the headings of attributes that turned out to be numbers above them. */
void lamina_layer_heads_align (LaminaLayerHeads *self);

/* Shows the columns that suit the document, as wide as at first, and forgets what the user chose. */
void lamina_layer_heads_reset (LaminaLayerHeads *self);

/* Remembers what is still to be remembered of the columns of a run that is about to go. They stay until the next
 * lamina_layer_heads_set_run(), but say nothing. */
void lamina_layer_heads_forget_run (LaminaLayerHeads *self);

/* The columns that are shown, of LaminaLayerColumn, in their order. */
GArray *lamina_layer_heads_list (LaminaLayerHeads *self);

gboolean lamina_layer_heads_has (LaminaLayerHeads  *self,
                                 LaminaLayerColumn  column);

/* The columns that there are to be shown or hidden. */
GMenuModel *lamina_layer_heads_get_menu (LaminaLayerHeads *self);

/* What the menu does, to be inserted as `columns` where it is shown. */
GActionGroup *lamina_layer_heads_get_actions (LaminaLayerHeads *self);

G_END_DECLS
