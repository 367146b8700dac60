/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-export.h"

#include "lamina-action-table.h"
#include "lamina-export-dialog.h"
#include "lamina-page.h"
#include "lamina-report-export.h"
#include "lamina-theme.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

static void
open_file (GtkButton *button,
           GFile     *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_show_uri (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (button))), uri, GDK_CURRENT_TIME);
}

static void
on_shown (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GFile) file = user_data;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = folder ? g_file_get_uri (folder) : NULL;

  if (!reply && uri)
    gtk_show_uri (NULL, uri, GDK_CURRENT_TIME);
}

/* The file manager marks the file in its folder; where there is none that can, the folder is opened. */
static void
show_in_folder (AdwToast *toast,
                GFile    *file)
{
  GDBusConnection *bus = g_application_get_dbus_connection (g_application_get_default ());
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *folder_uri = folder ? g_file_get_uri (folder) : NULL;
  const char *const uris[] = { uri, NULL };

  if (bus)
    g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                            "org.freedesktop.FileManager1", "ShowItems", g_variant_new ("(^ass)", uris, ""), NULL,
                            G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_shown, g_object_ref (file));
  else if (folder_uri)
    gtk_show_uri (NULL, folder_uri, GDK_CURRENT_TIME);
}

static void
on_saved (GtkWidget *view,
          GFile     *file)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *text = g_strdup_printf (_("%s was written"), base);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = lamina_widget_new_label (text);
  GtkWidget *button = gtk_button_new_with_label (_("Open"));
  AdwToast *toast = adw_toast_new (text);
  GtkWidget *toasts = gtk_widget_get_ancestor (view, ADW_TYPE_TOAST_OVERLAY);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  lamina_widget_set_tip (label, name);
  g_signal_connect_data (button, "clicked", G_CALLBACK (open_file), g_object_ref (file),
                         (GClosureNotify) (void (*) (void)) g_object_unref, 0);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (adw_toast_dismiss), toast);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  adw_toast_set_custom_title (toast, box);
  adw_toast_set_button_label (toast, _("Show in Folder"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (show_in_folder), g_object_ref (file),
                         (GClosureNotify) (void (*) (void)) g_object_unref, 0);
  if (toasts)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (toasts), toast);
  else
    g_object_unref (g_object_ref_sink (toast));
}

/*
 * What the pages show, as far as they are made, and as @view the view that a picture of the page in front is of. All that
 * @options points to is theirs.
 */
static void
fill_options (LaminaDocumentView   *view,
              LaminaPictureOptions *options)
{
  AdwViewStack *stack = lamina_document_view_get_stack (view);
  g_autoptr (GtkSelectionModel) pages = adw_view_stack_get_pages (stack);
  const char *front = NULL;

  *options = (LaminaPictureOptions) { 0 };
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (AdwViewStackPage) place = g_list_model_get_item (G_LIST_MODEL (pages), i);
      const char *id = adw_view_stack_page_get_name (place);
      gboolean is_front = g_strcmp0 (id, adw_view_stack_get_visible_child_name (stack)) == 0;
      GtkWidget *page = lamina_document_view_get_page (view, id, is_front);

      if (page && LAMINA_PAGE_GET_IFACE (page)->fill_export)
        LAMINA_PAGE_GET_IFACE (page)->fill_export (LAMINA_PAGE (page), options);
      if (is_front)
        front = options->view;
    }
  options->view = front;
}

LAMINA_ACTION (export_picture)
{
  LaminaDocumentView *view = LAMINA_DOCUMENT_VIEW (user_data);
  LaminaSession *session = lamina_document_view_get_session (view);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (view));
  const char *name = g_variant_get_string (parameter, NULL);
  LaminaPictureOptions options;
  GtkWidget *dialog;

  if (!session)
    return;
  fill_options (view, &options);
  if (*name)
    options.view = name;
  /* Where it has no times, there is no picture of it. */
  if (options.comparison && lamina_comparison_get_reason (options.comparison))
    options.comparison = NULL;
  dialog = lamina_export_dialog_new (session, &options);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (root));
  g_signal_connect_object (dialog, "saved", G_CALLBACK (on_saved), view, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Of the run that is shown; with what it is compared with on the page for that. */
LAMINA_ACTION (export_report)
{
  LaminaDocumentView *view = LAMINA_DOCUMENT_VIEW (user_data);
  LaminaSession *session = lamina_document_view_get_session (view);
  LaminaPictureOptions shown;
  LaminaReportOptions options = { 0 };

  if (!session)
    return;
  fill_options (view, &shown);
  options.document = lamina_session_get_document (session);
  options.run = lamina_session_get_run_index (session);
  options.palette = lamina_theme_get_palette ();
  options.grouping = lamina_session_get_bands (session);
  if (shown.comparison)
    {
      const LaminaComparisonSide *a = lamina_comparison_get_side (shown.comparison, FALSE);
      const LaminaComparisonSide *b = lamina_comparison_get_side (shown.comparison, TRUE);

      options.document = a->document;
      options.run = a->run;
      options.other = b->document;
      options.other_run = b->run;
    }
  lamina_report_export_ask (GTK_WIDGET (view), &options, on_saved);
}

static const GActionEntry entries[] = {
  { "export", export_picture, "s", NULL, NULL, { 0 } },
  { "export-report", export_report, NULL, NULL, NULL, { 0 } },
};

void
lamina_document_export_add (LaminaDocumentView *view)
{
  g_action_map_add_action_entries (lamina_document_view_get_actions (view), entries, G_N_ELEMENTS (entries), view);
}
