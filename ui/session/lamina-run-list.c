/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-run-list.h"

#include "lamina-widget.h"

#include <glib/gi18n.h>

#define BINDING "lamina-run-list-binding"
#define SESSION "lamina-run-list-session"

static void
unbind (gpointer binding)
{
  g_binding_unbind (binding);
  g_object_unref (binding);
}

/* The rows before @first stand for none in particular. */
static gboolean
to_row (GBinding     *binding,
        const GValue *from,
        GValue       *to,
        gpointer      first)
{
  guint number = g_value_get_uint (from);

  g_value_set_uint (to, number == LAMINA_NONE ? 0 : number + GPOINTER_TO_UINT (first));
  return TRUE;
}

/* While the list is filled it has no choice for a moment, which is none of the user's. */
static gboolean
to_number (GBinding     *binding,
           const GValue *from,
           GValue       *to,
           gpointer      first)
{
  guint row = g_value_get_uint (from);

  if (row == GTK_INVALID_LIST_POSITION)
    return FALSE;
  g_value_set_uint (to, row < GPOINTER_TO_UINT (first) ? LAMINA_NONE : row - GPOINTER_TO_UINT (first));
  return TRUE;
}

static void
fill (GtkDropDown   *list,
      LaminaSession *session,
      const char    *property,
      GtkStringList *titles,
      guint          first)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (titles));
  GBinding *binding;

  g_object_set_data (G_OBJECT (list), BINDING, NULL);
  gtk_drop_down_set_model (list, G_LIST_MODEL (titles));
  gtk_widget_set_visible (GTK_WIDGET (list), n > 1);
  if (n == 0)
    return;
  binding = g_object_bind_property_full (session, property, list, "selected",
                                         G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL, to_row, to_number,
                                         GUINT_TO_POINTER (first), NULL);
  g_object_set_data_full (G_OBJECT (list), BINDING, g_object_ref (binding), unbind);
}

void
lamina_run_list_bind (GtkDropDown   *list,
                      LaminaSession *session)
{
  LaminaDocument *document = session ? lamina_session_get_document (session) : NULL;
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; document && i < lamina_document_get_n_runs (document); i++)
    gtk_string_list_take (titles, lamina_widget_dup_ends (lamina_run_get_shown_title (lamina_document_get_run (document, i))));
  fill (list, session, "run", titles, 0);
}

static void
fill_sections (GtkDropDown *list)
{
  LaminaSession *session = g_object_get_data (G_OBJECT (list), SESSION);
  LaminaRun *run = session ? lamina_session_get_run (session) : NULL;
  guint n = run ? lamina_run_get_n_sections (run) : 0;
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  if (n > 1)
    gtk_string_list_append (titles, _("All Sections"));
  for (guint i = 0; i < n && n > 1; i++)
    gtk_string_list_take (titles, lamina_widget_dup_ends (lamina_run_get_section (run, i)->title));
  fill (list, session, "section", titles, 1);
}

void
lamina_section_list_bind (GtkDropDown   *list,
                          LaminaSession *session)
{
  LaminaSession *before = g_object_get_data (G_OBJECT (list), SESSION);

  if (before)
    g_signal_handlers_disconnect_by_data (before, list);
  g_object_set_data_full (G_OBJECT (list), SESSION, session ? g_object_ref (session) : NULL, g_object_unref);
  if (session)
    g_signal_connect_swapped (session, "notify::run", G_CALLBACK (fill_sections), list);
  fill_sections (list);
}
