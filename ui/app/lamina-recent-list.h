/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_RECENT_LIST (lamina_recent_list_get_type ())

/*
 * The files that were opened last, each with what it is, where it lies and when it was opened. A click activates
 * `win.open-recent` with its URI; a button beside it takes it off the list. One that is gone says so. The list follows the
 * recent files of the desktop while it is seen.
 *
 * Properties: `compact` (name and folder only, for a popover), `length` (number of files, to be read).
 */
G_DECLARE_FINAL_TYPE (LaminaRecentList, lamina_recent_list, LAMINA, RECENT_LIST, GtkWidget)

G_END_DECLS
