/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-tab.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_WINDOW (lamina_window_get_type ())

/* A window with a tab for each file. A tab without a file welcomes the user; a window always has one tab at least. */
G_DECLARE_FINAL_TYPE (LaminaWindow, lamina_window, LAMINA, WINDOW, AdwApplicationWindow)

/* A window with an empty tab. */
LaminaWindow *lamina_window_new (GtkApplication *application);

/* Shows a file or folder in a tab, which it returns. When it is open already, in this window or another one of the
 * application, its tab comes to the front; else it is loaded, in the tab in front if that is empty, in a new one otherwise. */
LaminaTab *lamina_window_open (LaminaWindow *self,
                               GFile        *file);

/* Opens each GFile of a list as lamina_window_open() does and brings the first to the front. */
void lamina_window_open_files (LaminaWindow *self,
                               GListModel   *files);

/* Opens what is in a folder. Where the tab in front shows a file that a sandbox shows alone, and the folder has it, it is opened
 * from there in that tab, with what belongs to it. */
void lamina_window_open_folder (LaminaWindow *self,
                                GFile        *folder);

/* Whether its tab in front shows no document and loads none, so that a file can be opened in it. */
gboolean lamina_window_is_empty (LaminaWindow *self);

/* The tab in front; NULL only while the window is made or destroyed. */
LaminaTab *lamina_window_get_tab (LaminaWindow *self);

/* All tabs; the children of its pages are LaminaTab. */
AdwTabView *lamina_window_get_tab_view (LaminaWindow *self);

G_END_DECLS
