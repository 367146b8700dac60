/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_SHORTCUTS_WINDOW (lamina_shortcuts_window_get_type ())

/*
 * Lists all keys in force, from the table of actions, and what the pointer does. Typing searches.
 *
 * GtkShortcutsWindow does not do: it mixes up the order of its groups as soon as they take two pages, and can't scroll.
 */
G_DECLARE_FINAL_TYPE (LaminaShortcutsWindow, lamina_shortcuts_window, LAMINA, SHORTCUTS_WINDOW, AdwWindow)

GtkWidget *lamina_shortcuts_window_new (void);

G_END_DECLS
