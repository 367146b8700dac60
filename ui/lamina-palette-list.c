/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-palette-item.h"

#include "lamina-action-table.h"
#include "lamina-window.h"

#include <glib/gi18n.h>

typedef struct
{
  GtkWindow *window;
  char *action;
} Command;

typedef struct
{
  LaminaSession *session;
  guint run;
} RunPlace;

static void
free_command (gpointer  data,
              GClosure *closure)
{
  Command *command = data;

  g_object_unref (command->window);
  g_free (command->action);
  g_free (command);
}

static void
free_run_place (gpointer  data,
                GClosure *closure)
{
  RunPlace *place = data;

  g_object_unref (place->session);
  g_free (place);
}

static void
do_command (LaminaPaletteItem *item,
            Command           *command)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_action_parse_detailed_name (command->action, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (command->window), name, target);
}

static void
go_to_run (LaminaPaletteItem *item,
           RunPlace          *place)
{
  lamina_session_set_run_index (place->session, place->run);
}

static void
present (LaminaPaletteItem *item,
         GtkWindow         *window)
{
  gtk_window_present (window);
}

/* No function tells whether an action of a widget can be activated; a button that stands for it knows. */
static gboolean
is_enabled (GtkWindow             *window,
            const LaminaActionRow *row)
{
  GtkWidget *probe = gtk_button_new ();
  gboolean enabled;

  gtk_widget_set_visible (probe, FALSE);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (probe), row->action);
  gtk_widget_set_parent (probe, GTK_WIDGET (window));
  enabled = gtk_widget_get_sensitive (probe);
  gtk_widget_unparent (probe);
  return enabled;
}

static void
add_actions (GPtrArray *items,
             GtkWindow *window)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    if (is_enabled (window, &rows[i]) && strcmp (rows[i].action, "app.palette") != 0)
      {
        g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], lamina_action_table_get_keys ());
        Command *command = g_new0 (Command, 1);

        *command = (Command) { g_object_ref (window), g_strdup (rows[i].action) };
        g_ptr_array_add (items,
                         lamina_palette_item_new (_(rows[i].title), _(rows[i].section), keys[0],
                                                  g_cclosure_new (G_CALLBACK (do_command), command, free_command)));
      }
}

static void
add_runs (GPtrArray     *items,
          LaminaSession *session)
{
  LaminaDocument *document = lamina_session_get_document (session);
  guint n = lamina_document_get_n_runs (document);

  for (guint i = 0; n > 1 && i < n; i++)
    {
      RunPlace *place = g_new0 (RunPlace, 1);

      *place = (RunPlace) { g_object_ref (session), i };
      g_ptr_array_add (items,
                       lamina_palette_item_new (lamina_run_get_title (lamina_document_get_run (document, i)), _("Run"),
                                                NULL,
                                                g_cclosure_new (G_CALLBACK (go_to_run), place, free_run_place)));
    }
}

static void
add_windows (GPtrArray *items,
             GtkWindow *window)
{
  GtkApplication *application = gtk_window_get_application (window);

  for (GList *item = application ? gtk_application_get_windows (application) : NULL; item; item = item->next)
    if (item->data != window && LAMINA_IS_WINDOW (item->data))
      g_ptr_array_add (items, lamina_palette_item_new (gtk_window_get_title (item->data), _("Window"), NULL,
                                                       g_cclosure_new_object (G_CALLBACK (present), item->data)));
}

GPtrArray *
lamina_palette_item_list (GtkWindow *window)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  LaminaTab *tab = LAMINA_IS_WINDOW (window) ? lamina_window_get_tab (LAMINA_WINDOW (window)) : NULL;
  LaminaSession *session = tab ? lamina_tab_get_session (tab) : NULL;

  g_return_val_if_fail (GTK_IS_WINDOW (window), items);

  add_actions (items, window);
  if (session)
    add_runs (items, session);
  add_windows (items, window);
  return items;
}
