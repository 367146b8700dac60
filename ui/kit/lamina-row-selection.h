/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_ROW_SELECTION (lamina_row_selection_get_type ())

/*
 * A selection of any number of rows of a list, kept by their positions. Unlike that of GTK it asks the list for no object of a
 * selected row: to select a million rows takes as long as to select one.
 *
 * Rows that are taken out of the list are selected no longer; those put in are not selected.
 */
G_DECLARE_FINAL_TYPE (LaminaRowSelection, lamina_row_selection, LAMINA, ROW_SELECTION, GObject)

LaminaRowSelection *lamina_row_selection_new (GListModel *model);

G_END_DECLS
