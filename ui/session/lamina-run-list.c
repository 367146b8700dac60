/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-run-list.h"

#include "lamina-reader-words.h"

#define BINDING "lamina-run-binding"

static void
unbind (gpointer binding)
{
  g_binding_unbind (binding);
  g_object_unref (binding);
}

/* While the list is filled it has no choice for a moment, which is no run. */
static gboolean
to_run (GBinding     *binding,
        const GValue *from,
        GValue       *to,
        gpointer      user_data)
{
  if (g_value_get_uint (from) == GTK_INVALID_LIST_POSITION)
    return FALSE;
  g_value_set_uint (to, g_value_get_uint (from));
  return TRUE;
}

void
lamina_run_list_bind (GtkDropDown   *list,
                      LaminaSession *session)
{
  LaminaDocument *document = session ? lamina_session_get_document (session) : NULL;
  guint n = document ? lamina_document_get_n_runs (document) : 0;
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  g_object_set_data (G_OBJECT (list), BINDING, NULL);
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (titles, lamina_reader_word_get_title (lamina_document_get_run (document, i)));
  gtk_drop_down_set_model (list, G_LIST_MODEL (titles));
  gtk_widget_set_visible (GTK_WIDGET (list), n > 1);
  if (n > 0)
    {
      GBinding *binding = g_object_bind_property_full (session, "run", list, "selected",
                                                       G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL, NULL, to_run,
                                                       NULL, NULL);

      g_object_set_data_full (G_OBJECT (list), BINDING, g_object_ref (binding), unbind);
    }
}
