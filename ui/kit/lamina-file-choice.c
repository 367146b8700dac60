/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-file-choice.h"

#define KEPT_SECONDS 60

GtkFileChooserNative *
lamina_file_choice_show (GtkFileChooserNative *chooser,
                         GCallback             answered,
                         gpointer              owner)
{
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", answered, owner, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
  return chooser;
}

static gboolean
drop (gpointer chooser)
{
  g_object_unref (chooser);
  return G_SOURCE_REMOVE;
}

/*
 * GTK 4.8 asks about files of the folder while they change, and takes each answer to the widget of its dialog, whether that is
 * still there or not. What a program writes where it was told to is such a change. Nobody says when the last answer is in.
 */
void
lamina_file_choice_release (GtkFileChooserNative *chooser)
{
  g_return_if_fail (GTK_IS_FILE_CHOOSER_NATIVE (chooser));

  gtk_native_dialog_hide (GTK_NATIVE_DIALOG (chooser));
  g_timeout_add_seconds_full (G_PRIORITY_LOW, KEPT_SECONDS, drop, chooser, NULL);
}

GListModel *
lamina_file_choice_end (GtkFileChooserNative **chooser,
                        int                    response)
{
  GListModel *files = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_files (GTK_FILE_CHOOSER (*chooser)) : NULL;

  g_clear_pointer (chooser, lamina_file_choice_release);
  return files;
}

GFile *
lamina_file_choice_end_with_one (GtkFileChooserNative **chooser,
                                 int                    response)
{
  g_autoptr (GListModel) files = lamina_file_choice_end (chooser, response);

  return files ? g_list_model_get_item (files, 0) : NULL;
}
