/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-file-choice.h"

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

GListModel *
lamina_file_choice_end (GtkFileChooserNative **chooser,
                        int                    response)
{
  GListModel *files = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_files (GTK_FILE_CHOOSER (*chooser)) : NULL;

  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (*chooser));
  g_clear_object (chooser);
  return files;
}

GFile *
lamina_file_choice_end_with_one (GtkFileChooserNative **chooser,
                                 int                    response)
{
  g_autoptr (GListModel) files = lamina_file_choice_end (chooser, response);

  return files ? g_list_model_get_item (files, 0) : NULL;
}
