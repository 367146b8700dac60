/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives a picture that has no context menu of its own one with what every picture offers: export it, by the name that
 * `view.export` has for it. It comes by the secondary button, the Menu key and Shift+F10. @label and @action are a command
 * with a mnemonic, and what it does, or NULL. */
void lamina_picture_menu_add (GtkWidget  *picture,
                              const char *view,
                              const char *label,
                              const char *action);

/* The same for a picture that another action exports. */
void lamina_picture_menu_add_export (GtkWidget  *picture,
                                     const char *export,
                                     const char *view,
                                     const char *label,
                                     const char *action);

G_END_DECLS
