/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_FILE_ROW (lamina_file_row_get_type ())

/*
 * A row of a list of files: what it is called, what it is, and something before and behind that. Choosing it opens the file.
 *
 * It looks like an AdwActionRow, which asks its texts, whenever its size is asked for, how narrow they may become at its
 * height: that takes milliseconds for each row. This one asks only how high they are.
 */
G_DECLARE_FINAL_TYPE (LaminaFileRow, lamina_file_row, LAMINA, FILE_ROW, GtkListBoxRow)

/* Choosing it has `win.open-recent` open the URI. */
GtkWidget *lamina_file_row_new (const char *title,
                                const char *subtitle,
                                const char *uri);

/* How many lines of title and subtitle are shown at most, 0 for all. */
void lamina_file_row_set_lines (LaminaFileRow *self,
                                guint          title,
                                guint          subtitle);

/* Adds what stands before the title. */
void lamina_file_row_add_prefix (LaminaFileRow *self,
                                 GtkWidget     *widget);

/* Adds what stands behind it. */
void lamina_file_row_add_suffix (LaminaFileRow *self,
                                 GtkWidget     *widget);

G_END_DECLS
