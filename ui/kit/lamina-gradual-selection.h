/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_GRADUAL_SELECTION (lamina_gradual_selection_get_type ())

/*
 * What a view of columns is told instead of the selection model behind it: rows that are added at the end come a few at a
 * time. A view makes the widgets of about two hundred rows as soon as there are as many, however few of them are in sight, and
 * that takes as long as several frames.
 *
 * Everybody but the view asks the model behind it, which has all rows at once.
 */
G_DECLARE_FINAL_TYPE (LaminaGradualSelection, lamina_gradual_selection, LAMINA, GRADUAL_SELECTION, GObject)

/* The view shows @model from now on. */
void               lamina_gradual_selection_attach     (GtkColumnView     *view,
                                                        GtkSelectionModel *model);

/* What was attached to the view, or set as its model. */
GtkSelectionModel *lamina_gradual_selection_get_model  (GtkColumnView     *view);

/* Whether there are rows that the view does not know of yet. */
gboolean           lamina_gradual_selection_is_growing (GtkColumnView     *view);

/* Brings a row into sight, as soon as the view knows of it. GTK_INVALID_LIST_POSITION gives up what was asked before. */
void               lamina_gradual_selection_scroll_to  (GtkColumnView     *view,
                                                        guint              position);

G_END_DECLS
