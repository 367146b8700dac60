/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-tab.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_WINDOW (lamina_window_get_type ())

/**
 * LaminaWindow:
 *
 * A window: empty, or with one file.
 */
G_DECLARE_FINAL_TYPE (LaminaWindow, lamina_window, LAMINA, WINDOW, AdwApplicationWindow)

LaminaWindow *lamina_window_new (GtkApplication *application);

/**
 * lamina_window_open:
 * @self: a window
 * @file: a file or folder
 *
 * Shows a file in this window.
 */
void lamina_window_open (LaminaWindow *self,
                         GFile        *file);

/**
 * lamina_window_is_empty:
 * @self: a window
 *
 * Returns: whether it shows no document and loads none, so that a file can be opened in it
 */
gboolean lamina_window_is_empty (LaminaWindow *self);

LaminaTab *lamina_window_get_tab (LaminaWindow *self);

/**
 * lamina_window_get_page_name:
 * @self: a window
 *
 * Returns: the page that is shown: `welcome`, `tab`
 */
const char *lamina_window_get_page_name (LaminaWindow *self);

G_END_DECLS
