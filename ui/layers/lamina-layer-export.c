/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-export.h"

#include "lamina-save-filters.h"

#include <adwaita.h>
#include <glib/gi18n.h>

static void
say_failure (LaminaLayerTable *table,
             GFile            *file,
             const char       *reason)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (table)));
  g_autofree char *name = g_file_get_basename (file);
  GtkWidget *dialog = adw_message_dialog_new (window, _("The Table Was Not Written"), NULL);

  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog), _("“%s”: %s"), name, reason);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

typedef struct
{
  LaminaLayerTable *table;
  GBytes *bytes;
} Writing;

static void
writing_free (Writing *writing)
{
  g_object_unref (writing->table);
  g_bytes_unref (writing->bytes);
  g_free (writing);
}

static void
on_written (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Writing *writing = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_file_replace_contents_finish (G_FILE (source), result, NULL, &error)
      && gtk_widget_get_root (GTK_WIDGET (writing->table)))
    say_failure (writing->table, G_FILE (source), error->message);
  writing_free (writing);
}

static void
write_file (LaminaLayerTable *table,
            GFile            *file)
{
  g_autofree char *name = g_file_get_basename (file);
  char *text = lamina_layer_table_dup_rows_text (table, FALSE, lamina_layer_copy_get_format (name));
  Writing *writing = g_new0 (Writing, 1);

  writing->table = g_object_ref (table);
  writing->bytes = g_bytes_new_take (text, strlen (text));
  g_file_replace_contents_bytes_async (file, writing->bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL, on_written, writing);
}

static void
on_response (GtkNativeDialog  *chooser,
             int               response,
             LaminaLayerTable *table)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = lamina_save_filters_get_file (GTK_FILE_CHOOSER (chooser));

      write_file (table, file);
    }
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
  g_object_unref (table);
}

void
lamina_layer_export_ask (LaminaLayerTable *table)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (table)));
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (_("Export the Table"), window, GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "layers.csv");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("Comma separated values (.csv)"), ".csv");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("JSON (.json)"), ".json");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("Markdown (.md)"), ".md");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("Tab separated values (.tsv)"), ".tsv");
  g_signal_connect (chooser, "response", G_CALLBACK (on_response), g_object_ref (table));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
