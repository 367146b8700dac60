/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The files that were opened last: the part of the desktop's list that this program has entered. */

/* Notes a file that was opened with one line that says what it is, and keeps a small picture of it; does neither when the user
 * does not want files to be remembered. */
void lamina_recent_add (GFile          *file,
                        LaminaDocument *document);

/* So many files at most, as GtkRecentInfo, for the caller, also those that are gone, the last one first; none when the user
 * does not want files to be remembered. */
GPtrArray *lamina_recent_list (guint most);

/* When it was opened last, or NULL. */
GDateTime *lamina_recent_get_time (GtkRecentInfo *info);

/* Who emits `changed` when the list does. */
GtkRecentManager *lamina_recent_get_manager (void);

/* The picture of a file of the list, for the caller, or NULL. */
GdkPaintable *lamina_recent_load_picture (const char *uri);

void lamina_recent_remove (const char *uri);

/* Forgets all files that Lamina opened; what other programs opened stays in their lists. */
void lamina_recent_clear (void);

G_END_DECLS
