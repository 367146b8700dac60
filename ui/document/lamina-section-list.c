/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-section-list.h"

#include <glib/gi18n.h>

#define BINDING "lamina-section-binding"
#define SESSION "lamina-section-session"

static void
unbind (gpointer binding)
{
  g_binding_unbind (binding);
  g_object_unref (binding);
}

/* The first row means all sections. */
static gboolean
to_row (GBinding     *binding,
        const GValue *from,
        GValue       *to,
        gpointer      user_data)
{
  guint section = g_value_get_uint (from);

  g_value_set_uint (to, section == LAMINA_NONE ? 0 : section + 1);
  return TRUE;
}

static gboolean
to_section (GBinding     *binding,
            const GValue *from,
            GValue       *to,
            gpointer      user_data)
{
  guint row = g_value_get_uint (from);

  if (row == GTK_INVALID_LIST_POSITION)
    return FALSE;
  g_value_set_uint (to, row == 0 ? LAMINA_NONE : row - 1);
  return TRUE;
}

static void
fill (GtkDropDown *list)
{
  LaminaSession *session = g_object_get_data (G_OBJECT (list), SESSION);
  LaminaRun *run = session ? lamina_session_get_run (session) : NULL;
  guint n = run ? lamina_run_get_n_sections (run) : 0;
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  /* While the list is filled it chooses nothing. */
  g_object_set_data (G_OBJECT (list), BINDING, NULL);
  if (n > 1)
    gtk_string_list_append (titles, _("All Sections"));
  for (guint i = 0; i < n && n > 1; i++)
    gtk_string_list_append (titles, lamina_run_get_section (run, i)->title);
  gtk_drop_down_set_model (list, G_LIST_MODEL (titles));
  gtk_widget_set_visible (GTK_WIDGET (list), n > 1);
  if (n > 1)
    {
      GBinding *binding = g_object_bind_property_full (session, "section", list, "selected",
                                                       G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL, to_row,
                                                       to_section, NULL, NULL);

      g_object_set_data_full (G_OBJECT (list), BINDING, g_object_ref (binding), unbind);
    }
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
    g_signal_connect_swapped (session, "notify::run", G_CALLBACK (fill), list);
  fill (list);
}
