/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_popup_menu:
 * @widget: a widget with tooltips, which may be inside of a #LaminaTextBin
 * @menu: what to choose from
 * @x: a place in the widget
 * @y: the same from the top
 *
 * Opens a context menu, which goes when it is closed or the widget is no longer shown. There are no tooltips meanwhile.
 */
void lamina_popup_menu (GtkWidget  *widget,
                        GMenuModel *menu,
                        double      x,
                        double      y);

G_END_DECLS
