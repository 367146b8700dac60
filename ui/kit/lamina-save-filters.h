/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Choosers that save in one of several formats, which the suffix of the name tells. */

/* Offers a format. When the user chooses it, the name gets its suffix, such as `.svg`, which the caller keeps. */
void lamina_save_filters_add (GtkFileChooser *chooser,
                              const char     *title,
                              const char     *suffix);

/* (nullable): the file, which the caller frees, with the suffix of the chosen format where the name has none of those offered. */
GFile *lamina_save_filters_get_file (GtkFileChooser *chooser);

G_END_DECLS
