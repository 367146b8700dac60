/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_SHORTCUTS_GROUP (lamina_shortcuts_group_get_type ())

/**
 * LaminaShortcutsGroup:
 *
 * A heading of the shortcuts window with the rows below it.
 */
G_DECLARE_FINAL_TYPE (LaminaShortcutsGroup, lamina_shortcuts_group, LAMINA, SHORTCUTS_GROUP, GtkBox)

/**
 * lamina_shortcuts_group_new:
 * @section: the heading, not translated yet
 *
 * Returns: (transfer floating): a group without rows
 */
GtkWidget *lamina_shortcuts_group_new (const char *section);

const char *lamina_shortcuts_group_get_section (LaminaShortcutsGroup *self);

guint lamina_shortcuts_group_get_n_rows (LaminaShortcutsGroup *self);

/**
 * lamina_shortcuts_group_add_keys:
 * @self: a group
 * @title: what is done, translated
 * @keys: keys that do it, as gtk_accelerator_parse() reads them
 *
 * Adds a row.
 */
void lamina_shortcuts_group_add_keys (LaminaShortcutsGroup *self,
                                      const char           *title,
                                      char                **keys);

/**
 * lamina_shortcuts_group_add_text:
 * @self: a group
 * @title: what is done, translated
 * @how: how it is done, translated
 *
 * Adds a row.
 */
void lamina_shortcuts_group_add_text (LaminaShortcutsGroup *self,
                                      const char           *title,
                                      const char           *how);

/**
 * lamina_shortcuts_group_filter:
 * @self: a group
 * @query: words, or the empty string
 *
 * Shows the rows that the words name; the whole group when they name its heading; nothing when they name nothing.
 *
 * Returns: number of rows that are shown
 */
guint lamina_shortcuts_group_filter (LaminaShortcutsGroup *self,
                                     const char           *query);

G_END_DECLS
