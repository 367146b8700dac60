/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The files that were opened lately: those of the desktop's own list that Lamina opened. */

/**
 * lamina_recent_add:
 * @file: a file that was opened
 *
 * Notes a file, unless the user wants none noted.
 */
void lamina_recent_add (GFile *file);

/**
 * lamina_recent_list:
 * @most: how many at most
 *
 * Returns: (transfer full) (element-type GtkRecentInfo): files that are still there, the latest first; none when the user
 *   wants none noted
 */
GPtrArray *lamina_recent_list (guint most);

/**
 * lamina_recent_remove:
 * @file: a file
 *
 * Forgets a file.
 */
void lamina_recent_remove (GFile *file);

/**
 * lamina_recent_clear:
 *
 * Forgets all files that Lamina opened; what other programs opened stays in their lists.
 */
void lamina_recent_clear (void);

G_END_DECLS
