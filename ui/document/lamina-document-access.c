/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-access.h"

#include "lamina-table-twin.h"

static void
show_table_twin (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  LaminaDocumentView *view = LAMINA_DOCUMENT_VIEW (user_data);
  LaminaSession *session = lamina_document_view_get_session (view);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (view));
  GtkWidget *twin;

  if (!session)
    return;
  twin = lamina_table_twin_new (session);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (twin), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (twin));
}

static const GActionEntry entries[] = {
  { "table-twin", show_table_twin, NULL, NULL, NULL, { 0 } },
};

void
lamina_document_access_add (LaminaDocumentView *view)
{
  g_action_map_add_action_entries (lamina_document_view_get_actions (view), entries, G_N_ELEMENTS (entries), view);
}
