/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_layer_sort_menu_new:
 * @view: the table of layers
 * @button: where the menu is shown, which gets its action
 *
 * What a click on a heading does, for the keyboard: GTK 4.8 lets no heading have the focus. The menu has an item for each
 * column that is shown; to take the one by which the table is sorted turns the order around.
 *
 * Returns: (transfer full): a menu, which follows the columns of the view as long as that lives
 */
GMenuModel *lamina_layer_sort_menu_new (GtkColumnView *view,
                                        GtkWidget     *button);

G_END_DECLS
