/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_shortcuts_window_new:
 *
 * Makes the window that lists all keys in force, from the table of actions, and what the pointer does.
 *
 * Returns: (transfer none): a #GtkShortcutsWindow
 */
GtkWidget *lamina_shortcuts_window_new (void);

G_END_DECLS
