/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Choosers of files. A widget has one at a time; it is answered, or it goes with the widget: when that is destroyed, or is in no
 * window any more.
 */

/* Called when a file was accepted. What it is about to do with @owner must not need it to stay. */
typedef void (*LaminaFileChosen) (GtkWidget      *owner,
                                  GtkFileChooser *chooser,
                                  gpointer        data);

/* Whether a widget has a chooser on the screen. */
gboolean lamina_file_choice_is_open (GtkWidget            *owner);

/* Shows a chooser (transfer full), made for the window of @owner, who has none. When it is answered and when it is given up,
 * @data is freed by @free_data, unless that is NULL. */
void     lamina_file_choice_ask     (GtkFileChooserNative *chooser,
                                     GtkWidget            *owner,
                                     LaminaFileChosen      chosen,
                                     gpointer              data,
                                     GDestroyNotify        free_data);

G_END_DECLS
