/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-preferences.h"

#include "lamina-combo-text.h"
#include "lamina-device-choice.h"
#include "lamina-plugin-row.h"
#include "lamina-recent.h"
#include "lamina-settings.h"
#include "lamina-text-size.h"

#include <glib/gi18n.h>

struct _LaminaPreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *appearance;
  AdwComboRow *colors;
  AdwComboRow *color_by;
  AdwComboRow *keys;
  AdwComboRow *memory;
  AdwComboRow *device;
  GtkSwitch *recent;
  GtkSwitch *live_reload;
  AdwPreferencesGroup *formats;
  AdwPreferencesGroup *own_formats;
};

G_DEFINE_FINAL_TYPE (LaminaPreferences, lamina_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* The choices in the order of the rows in the template. */
static const char *const appearances[] = { "desktop", "light", "dark", NULL };
static const char *const colors[] = { "usual", "apart", "blues", NULL };
static const char *const meanings[] = { "family", "type", "precision", NULL };
static const char *const presets[] = { "perfetto", "chrome", NULL };
static const guint memories_mib[] = { 0, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10 };

static gboolean
get_position (GValue   *value,
              GVariant *setting,
              gpointer  choices)
{
  const char *const *names = choices;

  for (guint i = 0; names[i]; i++)
    if (strcmp (names[i], g_variant_get_string (setting, NULL)) == 0)
      g_value_set_uint (value, i);
  return TRUE;
}

/* While its list goes, a row has no choice, which chooses nothing. */
static GVariant *
set_position (const GValue       *value,
              const GVariantType *type,
              gpointer            choices)
{
  const char *const *names = choices;

  if (g_value_get_uint (value) == GTK_INVALID_LIST_POSITION)
    return NULL;
  return g_variant_new_string (names[g_value_get_uint (value)]);
}

static void
bind_choice (AdwComboRow       *row,
             const char        *key,
             const char *const *choices)
{
  lamina_combo_text_show_whole (row);
  g_settings_bind_with_mapping (lamina_settings_get_default (), key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_position, set_position, (gpointer) choices, NULL);
}

/* A limit that was set by other means shows as the next higher one that can be chosen. */
static gboolean
get_memory (GValue   *value,
            GVariant *setting,
            gpointer  user_data)
{
  guint limit = g_variant_get_uint32 (setting);
  guint i = limit > 0;

  while (limit > 0 && i < G_N_ELEMENTS (memories_mib) - 1 && memories_mib[i] < limit)
    i++;
  g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
set_memory (const GValue       *value,
            const GVariantType *type,
            gpointer            user_data)
{
  if (g_value_get_uint (value) == GTK_INVALID_LIST_POSITION)
    return NULL;
  return g_variant_new_uint32 (memories_mib[MIN (g_value_get_uint (value), G_N_ELEMENTS (memories_mib) - 1)]);
}

static void
say (LaminaPreferences *self,
     const char        *message)
{
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), adw_toast_new (markup));
}

static void
list_formats (LaminaPreferences *self)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  gboolean has_own = FALSE;

  for (guint i = 0; i < lamina_engine_get_n_plugins (engine); i++)
    {
      gboolean is_own = lamina_engine_get_plugin (engine, i)->is_user;
      GtkWidget *row = lamina_plugin_row_new (engine, i);

      g_signal_connect_object (row, "failed", G_CALLBACK (say), self, G_CONNECT_SWAPPED);
      adw_preferences_group_add (is_own ? self->own_formats : self->formats, row);
      has_own |= is_own;
    }
  if (!has_own)
    {
      g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "lamina", "plugins", NULL);
      GtkWidget *row = adw_action_row_new ();

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("None found"));
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder);
      adw_preferences_group_add (self->own_formats, row);
    }
}

static void
clear_recent (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  lamina_recent_clear ();
  say (LAMINA_PREFERENCES (widget), _("The list of recent files is empty now."));
}

static void
reset (GtkWidget  *widget,
       const char *action,
       GVariant   *parameter)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (lamina_settings_get_default (), "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (char **key = keys; *key; key++)
    g_settings_reset (lamina_settings_get_default (), *key);
  say (LAMINA_PREFERENCES (widget), _("All preferences have their default values."));
}

static void
lamina_preferences_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LAMINA_TYPE_PREFERENCES);
  G_OBJECT_CLASS (lamina_preferences_parent_class)->dispose (object);
}

static void
lamina_preferences_class_init (LaminaPreferencesClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, appearance);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, colors);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, color_by);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, keys);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, memory);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, device);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, recent);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, live_reload);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, formats);
  gtk_widget_class_bind_template_child (widget_class, LaminaPreferences, own_formats);
  gtk_widget_class_install_action (widget_class, "preferences.clear-recent", NULL, clear_recent);
  gtk_widget_class_install_action (widget_class, "preferences.reset", NULL, reset);
}

/* Pages leave their rows a width that is right for the usual size of text. */
static void
widen_pages (GtkWidget *widget)
{
  if (ADW_IS_CLAMP (widget) && gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_PAGE))
    {
      lamina_text_size_set_length (widget, "maximum-size", adw_clamp_get_maximum_size (ADW_CLAMP (widget)));
      lamina_text_size_set_length (widget, "tightening-threshold",
                                   adw_clamp_get_tightening_threshold (ADW_CLAMP (widget)));
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    widen_pages (child);
}

static void
lamina_preferences_init (LaminaPreferences *self)
{
  g_autoptr (GtkStringList) memories = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_text_size_set_window_size (GTK_WINDOW (self), 640, 640);
  bind_choice (self->appearance, LAMINA_SETTING_APPEARANCE, appearances);
  bind_choice (self->colors, LAMINA_SETTING_COLORS, colors);
  bind_choice (self->color_by, LAMINA_SETTING_COLOR_BY, meanings);
  bind_choice (self->keys, LAMINA_SETTING_KEYS, presets);
  gtk_string_list_append (memories, _("No limit"));
  for (guint i = 1; i < G_N_ELEMENTS (memories_mib); i++)
    gtk_string_list_take (memories, g_format_size_full ((guint64) memories_mib[i] << 20, G_FORMAT_SIZE_IEC_UNITS));
  adw_combo_row_set_model (self->memory, G_LIST_MODEL (memories));
  g_settings_bind_with_mapping (lamina_settings_get_default (), LAMINA_SETTING_MEMORY_LIMIT, self->memory, "selected",
                                G_SETTINGS_BIND_DEFAULT, get_memory, set_memory, NULL, NULL);
  lamina_combo_text_show_whole (self->device);
  lamina_device_choice_bind (GTK_WIDGET (self->device), NULL);
  g_settings_bind (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES, self->recent, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (lamina_settings_get_default (), LAMINA_SETTING_LIVE_RELOAD, self->live_reload, "active",
                   G_SETTINGS_BIND_DEFAULT);
  list_formats (self);
  widen_pages (GTK_WIDGET (self));
}

GtkWidget *
lamina_preferences_new (void)
{
  return g_object_new (LAMINA_TYPE_PREFERENCES, NULL);
}
