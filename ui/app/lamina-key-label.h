/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A GtkShortcutLabel without a key. */
GtkWidget *lamina_key_label_new (void);

/* Shows a key as gtk_accelerator_parse() reads it, or none, in the words that menus have for it: GTK's own widget says
 * `Page_Up` where they say `Page Up`. */
void lamina_key_label_set_key (GtkWidget  *self,
                               const char *key);

G_END_DECLS
