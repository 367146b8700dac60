/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens a context menu at a place in a widget with tooltips, which may be inside of a LaminaTextBin. It goes when it is closed
 * or the widget is no longer shown. There are no tooltips meanwhile. */
void lamina_popup_menu (GtkWidget  *widget,
                        GMenuModel *menu,
                        double      x,
                        double      y);

G_END_DECLS
