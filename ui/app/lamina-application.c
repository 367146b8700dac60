/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-application.h"

#include "lamina-action-table.h"
#include "lamina-lists.h"
#include "lamina-names.h"
#include "lamina-palette.h"
#include "lamina-preferences.h"
#include "lamina-resources.h"
#include "lamina-settings.h"
#include "lamina-shortcuts-window.h"
#include "lamina-theme.h"
#include "lamina-window.h"

#include <glib/gi18n.h>

struct _LaminaApplication
{
  AdwApplication parent_instance;

  GListStore *documents;
  gboolean was_asked;
};

G_DEFINE_FINAL_TYPE (LaminaApplication, lamina_application, ADW_TYPE_APPLICATION)

/* The window that was used last, not a dialog of it; a new one when there is none. */
static LaminaWindow *
take_window (LaminaApplication *self)
{
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (self)); item; item = item->next)
    if (LAMINA_IS_WINDOW (item->data))
      return item->data;
  return lamina_window_new (GTK_APPLICATION (self));
}

static void
lamina_application_activate (GApplication *application)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (application));

  /* What was asked for has shown a window already, with a dialog perhaps, which must stay in front. */
  if (LAMINA_APPLICATION (application)->was_asked)
    {
      LAMINA_APPLICATION (application)->was_asked = FALSE;
      return;
    }
  if (!active)
    active = GTK_WINDOW (lamina_window_new (GTK_APPLICATION (application)));
  gtk_window_present (active);
}

static void
lamina_application_open (GApplication  *application,
                         GFile        **files,
                         int            n_files,
                         const char    *hint)
{
  LaminaWindow *window = take_window (LAMINA_APPLICATION (application));
  g_autoptr (GListStore) list = g_list_store_new (G_TYPE_FILE);

  for (int i = 0; i < n_files; i++)
    g_list_store_append (list, files[i]);
  /* In this order: a window that has nothing yet would show the welcome page first. */
  lamina_window_open_files (window, G_LIST_MODEL (list));
  gtk_window_present (GTK_WINDOW (window));
}

/* Asks the program that runs already, or else this one, for something. */
static int
ask (GApplication *application,
     const char   *action)
{
  g_autoptr (GError) error = NULL;

  if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("lamina-window: %s\n", error->message);
      return 1;
    }
  g_action_group_activate_action (G_ACTION_GROUP (application), action, NULL);
  LAMINA_APPLICATION (application)->was_asked = TRUE;
  return g_application_get_is_remote (application) ? 0 : -1;
}

static int
lamina_application_handle_local_options (GApplication *application,
                                         GVariantDict *options)
{
  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("lamina-window %s\n", LAMINA_VERSION);
      return 0;
    }
  if (g_variant_dict_contains (options, "new-instance"))
    g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  if (g_variant_dict_contains (options, "new-window"))
    return ask (application, "new-window");
  if (g_variant_dict_contains (options, "open"))
    return ask (application, "open");
  return -1;
}

LAMINA_ACTION (new_window)
{
  gtk_window_present (GTK_WINDOW (lamina_window_new (GTK_APPLICATION (user_data))));
}

/* For the desktop, which knows no window that could be asked. */
LAMINA_ACTION (open_file)
{
  LaminaWindow *window = take_window (LAMINA_APPLICATION (user_data));

  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open", NULL);
}

LAMINA_ACTION (quit)
{
  GList *windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (user_data)));

  for (GList *item = windows; item; item = item->next)
    gtk_window_close (item->data);
  g_list_free (windows);
}

LAMINA_ACTION (about)
{
  const char *const developers[] = { _("The Lamina developers"), NULL };

  adw_show_about_window (gtk_application_get_active_window (GTK_APPLICATION (user_data)),
                         "application-name", "Lamina",
                         "application-icon", LAMINA_APP_ID,
                         "version", LAMINA_VERSION,
                         "developer-name", developers[0],
                         "developers", developers,
                         "copyright", "© 2026 The Lamina developers",
                         "website", LAMINA_WEBSITE,
                         "issue-url", LAMINA_WEBSITE "/issues",
                         "comments", _("Shows the profiles and graph dumps of neural-network tools. Files never leave "
                                       "this computer: Lamina contains no network code."),
                         "license-type", GTK_LICENSE_APACHE_2_0,
                         NULL);
}

/* The window that a dialog is to stand before, unless another dialog waits for an answer already. */
static gboolean
take_parent (gpointer       application,
             LaminaWindow **parent)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (application));

  *parent = LAMINA_IS_WINDOW (active) ? LAMINA_WINDOW (active) : NULL;
  return *parent || !active;
}

static void
show_over (LaminaWindow *parent,
           GtkWidget    *dialog)
{
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (parent));
  gtk_window_present (GTK_WINDOW (dialog));
}

LAMINA_ACTION (show_shortcuts)
{
  LaminaWindow *parent;

  if (take_parent (user_data, &parent))
    show_over (parent, lamina_shortcuts_window_new ());
}

LAMINA_ACTION (show_palette)
{
  LaminaWindow *parent;

  if (take_parent (user_data, &parent) && parent)
    gtk_window_present (GTK_WINDOW (lamina_palette_new (GTK_WINDOW (parent))));
}

LAMINA_ACTION (show_preferences)
{
  LaminaWindow *parent;

  if (take_parent (user_data, &parent))
    show_over (parent, lamina_preferences_new ());
}

static void
apply_appearance (GSettings  *settings,
                  const char *key,
                  gpointer    user_data)
{
  static const AdwColorScheme schemes[] = { ADW_COLOR_SCHEME_DEFAULT, ADW_COLOR_SCHEME_FORCE_LIGHT,
                                            ADW_COLOR_SCHEME_FORCE_DARK };

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), schemes[g_settings_get_enum (settings, key)]);
}

static void
apply_colors (GSettings  *settings,
               const char *key,
               gpointer    user_data)
{
  lamina_theme_change_palette ();
}

static const GActionEntry entries[] = {
  { "new-window", new_window, NULL, NULL, NULL, { 0 } },
  { "open", open_file, NULL, NULL, NULL, { 0 } },
  { "quit", quit, NULL, NULL, NULL, { 0 } },
  { "about", about, NULL, NULL, NULL, { 0 } },
  { "palette", show_palette, NULL, NULL, NULL, { 0 } },
  { "preferences", show_preferences, NULL, NULL, NULL, { 0 } },
  { "shortcuts", show_shortcuts, NULL, NULL, NULL, { 0 } },
};

static const GOptionEntry options[] = {
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
  { "new-instance", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Start a separate process beside one that is already running"), NULL },
  { "new-window", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Open an empty window"), NULL },
  { "open", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Ask which file to open"), NULL },
  G_OPTION_ENTRY_NULL,
};

static void
lamina_application_startup (GApplication *application)
{
  static const char *const shown[] = {
    LAMINA_SETTING_APPEARANCE, LAMINA_SETTING_COLOR_BY, LAMINA_SETTING_COLORS, LAMINA_SETTING_DEVICE,
  };
  GSettings *settings = lamina_settings_get_default ();

  G_APPLICATION_CLASS (lamina_application_parent_class)->startup (application);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autoptr (GAction) action = g_settings_create_action (settings, shown[i]);

      g_action_map_add_action (G_ACTION_MAP (application), action);
    }
  g_signal_connect_object (settings, "changed::" LAMINA_SETTING_COLORS, G_CALLBACK (apply_colors), application, 0);
  g_signal_connect_object (settings, "changed::" LAMINA_SETTING_APPEARANCE, G_CALLBACK (apply_appearance), application, 0);
  apply_appearance (settings, LAMINA_SETTING_APPEARANCE, NULL);
  lamina_action_table_set_accelerators (GTK_APPLICATION (application));
  gtk_window_set_default_icon_name (LAMINA_APP_ID);
  lamina_names_install ();
  lamina_lists_install ();
  /* For that, GTK 4.8 asks a label that gets the focus whether what had it lies in it, which may be gone: rows of lists are. */
  g_object_set (gtk_settings_get_default (), "gtk-label-select-on-focus", FALSE, NULL);
}

static void
lamina_application_finalize (GObject *object)
{
  g_object_unref (LAMINA_APPLICATION (object)->documents);
  G_OBJECT_CLASS (lamina_application_parent_class)->finalize (object);
}

static void
lamina_application_class_init (LaminaApplicationClass *class)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lamina_application_finalize;
  application_class->startup = lamina_application_startup;
  application_class->activate = lamina_application_activate;
  application_class->open = lamina_application_open;
  application_class->handle_local_options = lamina_application_handle_local_options;
}

static void
lamina_application_init (LaminaApplication *self)
{
  self->documents = g_list_store_new (LAMINA_TYPE_SESSION);
  /* The library is linked statically: nothing else would bring the resource in. */
  g_resources_register (lamina_get_resource ());
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[FILE…]"));
}

LaminaApplication *
lamina_application_new (void)
{
  return g_object_new (LAMINA_TYPE_APPLICATION,
                       "application-id", LAMINA_APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       NULL);
}

GListStore *
lamina_application_get_documents (LaminaApplication *self)
{
  g_return_val_if_fail (LAMINA_IS_APPLICATION (self), NULL);
  return self->documents;
}
