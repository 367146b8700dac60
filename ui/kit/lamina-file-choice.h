/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Choosers of files of which a window shows one at a time, and keeps it until it is answered. */

/* Shows a chooser, which the owner gets back to keep, in front of its window. @answered takes the owner and a GtkResponseType,
 * and calls lamina_file_choice_end(). */
GtkFileChooserNative *lamina_file_choice_show (GtkFileChooserNative *chooser,
                                               GCallback             answered,
                                               gpointer              owner);

/* Takes a chooser off the screen, and gives it up (transfer full) a minute later: none may be destroyed at once. */
void lamina_file_choice_release (GtkFileChooserNative *chooser);

/* The files that were chosen, which the caller frees, or NULL. The field with the chooser is cleared. */
GListModel *lamina_file_choice_end (GtkFileChooserNative **chooser,
                                    int                    response);

/* The same where one file is asked for. */
GFile *lamina_file_choice_end_with_one (GtkFileChooserNative **chooser,
                                        int                    response);

G_END_DECLS
