/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sandwich-pane.h"

G_BEGIN_DECLS

/* Trees with fewer nodes take less time than a frame. */
#define LAMINA_SANDWICH_FEW_NODES 5000

/*
 * The pane in two files: -pane-names.c has the table of all names, -pane.c what stands beside it.
 *
 * Three jobs, one after the other: @gathering makes the sandwich of a tree, @listing the order of its names, @cutting the
 * halves of one of them. @name is what is in the middle or on the way there; @wanted, what is to be there once the
 * sandwich is known, empty for what is selected.
 */
struct _LaminaSandwichPane
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkSearchEntry *entry;
  GtkPaned *paned;
  GtkScrolledWindow *list_scroller;
  GtkColumnView *view;
  GtkLabel *caption;
  GtkScrolledWindow *scroller;
  LaminaSandwichCanvas *canvas;

  LaminaRowList *rows;
  GtkSingleSelection *selection;
  LaminaSandwich *sandwich;
  char *name;
  char *wanted;
  GCancellable *gathering;
  GCancellable *listing;
  GCancellable *cutting;
  gboolean own_change;
  guint scroll_tick;
  int scroll_delay;
};

void _lamina_sandwich_pane_add_columns (LaminaSandwichPane *self);

/* Lists the names of the sandwich that fit the filter, in the order that the headings ask for. */
void _lamina_sandwich_pane_update_list (LaminaSandwichPane *self);

/* Selects the row of the name in the middle, and scrolls to it. */
void _lamina_sandwich_pane_show_in_list (LaminaSandwichPane *self);

G_END_DECLS
