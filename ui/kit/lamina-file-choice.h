/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Choosers of files of which a window shows one at a time, and keeps it until it is answered. */

/**
 * lamina_file_choice_show: (skip)
 * @chooser: (transfer full): a chooser
 * @answered: what takes the owner and a #GtkResponseType, and calls lamina_file_choice_end()
 * @owner: who keeps it
 *
 * Shows a chooser in front of its window.
 *
 * Returns: (transfer full): the chooser
 */
GtkFileChooserNative *lamina_file_choice_show (GtkFileChooserNative *chooser,
                                               GCallback             answered,
                                               gpointer              owner);

/**
 * lamina_file_choice_end:
 * @chooser: (inout): a field with a chooser that was answered; cleared
 * @response: the answer
 *
 * Returns: (transfer full) (nullable): the files that were chosen; %NULL if none were
 */
GListModel *lamina_file_choice_end (GtkFileChooserNative **chooser,
                                    int                    response);

/**
 * lamina_file_choice_end_with_one:
 * @chooser: (inout): a field with a chooser that was answered; cleared
 * @response: the answer
 *
 * Returns: (transfer full) (nullable): the file that was chosen; %NULL if none was
 */
GFile *lamina_file_choice_end_with_one (GtkFileChooserNative **chooser,
                                        int                    response);

G_END_DECLS
