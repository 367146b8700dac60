/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_picture_menu_add:
 * @picture: a widget that draws something
 * @view: the name by which `view.export` knows it
 * @label: (nullable): what else can be done with it, as a command with a mnemonic
 * @action: (nullable): the action that does it
 *
 * Gives a picture that has no context menu of its own one with what every picture offers: export it. It comes by the
 * secondary button, the Menu key and Shift+F10.
 */
void lamina_picture_menu_add (GtkWidget  *picture,
                              const char *view,
                              const char *label,
                              const char *action);

/**
 * lamina_picture_menu_add_export:
 * @picture: a widget that draws something
 * @export: the action that exports it
 * @view: its parameter
 * @label: (nullable): what else can be done with it, as a command with a mnemonic
 * @action: (nullable): the action that does it
 *
 * The same for a picture that `view.export` does not know.
 */
void lamina_picture_menu_add_export (GtkWidget  *picture,
                                     const char *export,
                                     const char *view,
                                     const char *label,
                                     const char *action);

G_END_DECLS
