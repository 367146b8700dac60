/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The files that were opened last: the part of the desktop's list that this program has entered. */

/**
 * lamina_recent_add:
 * @file: a file that was opened
 * @document: what was in it
 *
 * Notes a file with one line that says what it is, and keeps a small picture of it; does neither when the user does not
 * want files to be remembered.
 */
void lamina_recent_add (GFile          *file,
                        LaminaDocument *document);

/**
 * lamina_recent_list:
 * @most: how many at most
 *
 * Returns: (transfer full) (element-type GtkRecentInfo): the files, also those that are gone, the last one first; none
 *   when the user does not want files to be remembered
 */
GPtrArray *lamina_recent_list (guint most);

/**
 * lamina_recent_get_time:
 * @info: a file of the list
 *
 * Returns: (transfer none) (nullable): when it was opened last
 */
GDateTime *lamina_recent_get_time (GtkRecentInfo *info);

/**
 * lamina_recent_get_manager:
 *
 * Returns: (transfer none): who emits `changed` when the list does
 */
GtkRecentManager *lamina_recent_get_manager (void);

/**
 * lamina_recent_load_picture:
 * @uri: a file of the list
 *
 * Returns: (transfer full) (nullable): its picture
 */
GdkPaintable *lamina_recent_load_picture (const char *uri);

void lamina_recent_remove (const char *uri);

/**
 * lamina_recent_clear:
 *
 * Forgets all files that Lamina opened; what other programs opened stays in their lists.
 */
void lamina_recent_clear (void);

G_END_DECLS
