/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-action-table.h"

#include "lamina-settings.h"

#include <glib/gi18n.h>

#define FILES N_("Files")
#define PAGES N_("Pages")
#define WINDOW N_("Window")
#define TIMELINE N_("Timeline")
#define SEARCH N_("Search")
#define GENERAL N_("General")

static const LaminaActionRow rows[] = {
  { "win.open", N_("Open…"), FILES, { "<Control>o", NULL }, FALSE },
  { "win.reload", N_("Reload"), FILES, { "F5 <Control>r", NULL }, FALSE },
  { "win.export", N_("Export a Picture…"), FILES, { "<Control>e", NULL }, FALSE },
  { "view.export::timeline", N_("Export the Timeline…"), FILES, { "", NULL }, FALSE },
  { "view.export::layers", N_("Export the Top Layers…"), FILES, { "", NULL }, FALSE },
  { "view.export::types", N_("Export the Time by Type…"), FILES, { "", NULL }, FALSE },
  { "win.new-tab", N_("New Tab"), FILES, { "<Control>t", NULL }, FALSE },
  { "win.close-tab", N_("Close the Tab"), FILES, { "<Control>w", NULL }, FALSE },
  { "win.reopen-tab", N_("Open the Closed Tab Again"), FILES, { "<Control><Shift>t", NULL }, FALSE },
  { "win.close-other-tabs", N_("Close the Other Tabs"), FILES, { "", NULL }, FALSE },
  { "win.clear-recent", N_("Forget the Recent Files"), FILES, { "", NULL }, FALSE },

  { "view.zoom-in", N_("Zoom In"), TIMELINE, { "<Control>plus <Control>equal <Control>KP_Add", NULL }, FALSE },
  { "view.zoom-out", N_("Zoom Out"), TIMELINE, { "<Control>minus <Control>KP_Subtract", NULL }, FALSE },
  { "view.show-all", N_("Show the Whole Run"), TIMELINE, { "<Control>0 <Control>KP_0 0 z", NULL }, FALSE },
  { "view.show-selection", N_("Zoom to the Selection"), TIMELINE, { "f", NULL }, TRUE },
  { "view.pin-track", N_("Pin the Track at the Top"), TIMELINE, { "p", NULL }, TRUE },
  { "view.hide-track", N_("Hide the Track"), TIMELINE, { "h", NULL }, TRUE },
  { "view.show-all-tracks", N_("Show All Hidden Tracks"), TIMELINE, { "<Shift>h", NULL }, TRUE },
  { "view.collapse-track", N_("Collapse the Track"), TIMELINE, { "", NULL }, TRUE },
  { "view.split-track", N_("Split the Track by Family of Work"), TIMELINE, { "", NULL }, TRUE },
  { "view.move-track-up", N_("Move the Track Up"), TIMELINE, { "<Alt>Up", NULL }, TRUE },
  { "view.move-track-down", N_("Move the Track Down"), TIMELINE, { "<Alt>Down", NULL }, TRUE },
  { "view.aligned", N_("Clocks on One Axis"), TIMELINE, { "", NULL }, FALSE },

  { "view.find", N_("Filter the Layers"), SEARCH, { "<Control>f", NULL }, FALSE },

  { "view.page::trace", N_("Trace"), PAGES, { "<Alt>1", NULL }, FALSE },

  { "view.inspector", N_("Inspector"), WINDOW, { "F9", NULL }, FALSE },
  { "window.close", N_("Close the Window"), WINDOW, { "<Control><Shift>w", NULL }, FALSE },
  { "view.import-report", N_("Import Report"), WINDOW, { "", NULL }, FALSE },
  { "view.table", N_("Table of Layers"), WINDOW, { "<Control>b", NULL }, FALSE },
  { "view.overview", N_("Overview"), WINDOW, { "<Control>F9", NULL }, FALSE },
  { "win.full-screen", N_("Full Screen"), WINDOW, { "F11", NULL }, FALSE },
  { "win.next-tab", N_("Next Tab"), WINDOW, { "<Control>Page_Down <Control>Tab", NULL }, FALSE },
  { "win.previous-tab", N_("Previous Tab"), WINDOW, { "<Control>Page_Up <Control><Shift>Tab", NULL }, FALSE },
  { "win.move-tab-left", N_("Move the Tab to the Left"), WINDOW, { "<Control><Shift>Page_Up", NULL }, FALSE },
  { "win.move-tab-right", N_("Move the Tab to the Right"), WINDOW, { "<Control><Shift>Page_Down", NULL }, FALSE },
  { "win.move-tab-to-new-window", N_("Move the Tab to a New Window"), WINDOW, { "", NULL }, FALSE },
  { "app.new-window", N_("New Window"), WINDOW, { "<Control>n", NULL }, FALSE },
  { "app.appearance::desktop", N_("Light or Dark as the Desktop"), WINDOW, { "", NULL }, FALSE },
  { "app.appearance::light", N_("Light Windows"), WINDOW, { "", NULL }, FALSE },
  { "app.appearance::dark", N_("Dark Windows"), WINDOW, { "", NULL }, FALSE },

  { "app.palette", N_("Commands"), GENERAL, { "<Control><Shift>p", NULL }, FALSE },
  { "app.preferences", N_("Preferences"), GENERAL, { "<Control>comma", NULL }, FALSE },
  { "app.shortcuts", N_("Keyboard Shortcuts"), GENERAL, { "<Control>question question", NULL }, FALSE },
  { "app.about", N_("About Lamina"), GENERAL, { "", NULL }, FALSE },
  { "app.quit", N_("Quit"), GENERAL, { "<Control>q", NULL }, FALSE },
};

const LaminaActionRow *
lamina_action_table_get_rows (guint *n)
{
  *n = G_N_ELEMENTS (rows);
  return rows;
}

const LaminaActionRow *
lamina_action_table_find (const char *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].action, action) == 0)
      return &rows[i];
  return NULL;
}

char **
lamina_action_row_dup_keys (const LaminaActionRow *row,
                            LaminaKeys             keys)
{
  const char *list = row->keys[keys] ? row->keys[keys] : row->keys[LAMINA_KEYS_PERFETTO];

  return g_strsplit (list, " ", -1);
}

gboolean
lamina_action_row_is_canvas_key (const LaminaActionRow *row,
                                 const char            *key)
{
  GdkModifierType state;
  guint keyval;

  if (row->only_timeline)
    return TRUE;
  if (!gtk_accelerator_parse (key, &keyval, &state) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)))
    return FALSE;
  return gdk_keyval_to_unicode (keyval) >= ' ';
}

LaminaKeys
lamina_action_table_get_keys (void)
{
  return (LaminaKeys) g_settings_get_enum (lamina_settings_get_default (), LAMINA_SETTING_KEYS);
}

static void
set_accelerators (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], lamina_action_table_get_keys ());
      g_autoptr (GPtrArray) anywhere = g_ptr_array_new ();

      for (char **key = keys; *key; key++)
        if (!lamina_action_row_is_canvas_key (&rows[i], *key))
          g_ptr_array_add (anywhere, *key);
      g_ptr_array_add (anywhere, NULL);
      gtk_application_set_accels_for_action (application, rows[i].action, (const char *const *) anywhere->pdata);
    }
}

void
lamina_action_table_set_accelerators (GtkApplication *application)
{
  g_return_if_fail (GTK_IS_APPLICATION (application));

  set_accelerators (application);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_KEYS,
                           G_CALLBACK (set_accelerators), application, G_CONNECT_SWAPPED);
}

static void
add_shortcut (GtkShortcutController *controller,
              const LaminaActionRow *row,
              const char            *key)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GtkShortcut *shortcut;

  if (!g_action_parse_detailed_name (row->action, &name, &target, NULL))
    return;
  shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (key), gtk_named_action_new (name));
  gtk_shortcut_set_arguments (shortcut, target);
  gtk_shortcut_controller_add_shortcut (controller, shortcut);
}

static void
fill_shortcuts (GtkShortcutController *controller)
{
  GListModel *shortcuts = G_LIST_MODEL (controller);

  while (g_list_model_get_n_items (shortcuts) > 0)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, 0);

      gtk_shortcut_controller_remove_shortcut (controller, shortcut);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], lamina_action_table_get_keys ());

      for (char **key = keys; *key; key++)
        if (lamina_action_row_is_canvas_key (&rows[i], *key))
          add_shortcut (controller, &rows[i], *key);
    }
}

void
lamina_action_table_add_shortcuts (GtkWidget *canvas)
{
  GtkShortcutController *controller;

  g_return_if_fail (GTK_IS_WIDGET (canvas));

  controller = GTK_SHORTCUT_CONTROLLER (gtk_shortcut_controller_new ());
  fill_shortcuts (controller);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_KEYS,
                           G_CALLBACK (fill_shortcuts), controller, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (canvas, GTK_EVENT_CONTROLLER (controller));
}
