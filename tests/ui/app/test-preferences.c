/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-device-limits.h"
#include "lamina-plugin-row.h"
#include "lamina-preferences.h"
#include "lamina-recent.h"
#include "lamina-settings.h"
#include "lamina-theme.h"
#include "lamina-ui-test.h"
#include "lamina-value-text.h"

#include <adwaita.h>
#include <glib/gstdio.h>

/* The nth widget of a type, counted from 0 in the order of the tree. */
static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type,
             guint     *n)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type, n);

      if (found)
        return found;
    }
  return NULL;
}

static gpointer
get_widget (GtkWidget *widget,
            GType      type,
            guint      n)
{
  GtkWidget *found = find_widget (widget, type, &n);

  g_assert_nonnull (found);
  return found;
}

static GtkWidget *
open_preferences (void)
{
  GtkWidget *preferences = lamina_preferences_new ();

  gtk_window_present (GTK_WINDOW (preferences));
  lamina_ui_test_settle (preferences);
  return preferences;
}

static void
close_preferences (GtkWidget *preferences)
{
  gtk_window_destroy (GTK_WINDOW (preferences));
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Each choice reaches the settings and acts, and a change of the settings reaches the rows. */
static void
test_choices (void)
{
  GSettings *settings = lamina_settings_get_default ();
  GtkWidget *preferences = open_preferences ();
  AdwComboRow *appearance = get_widget (preferences, ADW_TYPE_COMBO_ROW, 0);
  AdwComboRow *colors = get_widget (preferences, ADW_TYPE_COMBO_ROW, 1);
  AdwComboRow *color_by = get_widget (preferences, ADW_TYPE_COMBO_ROW, 2);
  AdwComboRow *keys = get_widget (preferences, ADW_TYPE_COMBO_ROW, 3);
  GdkRGBA usual = lamina_theme_get_color (LAMINA_FILL_FAMILY (LAMINA_FAMILY_POOLING)), chosen;
  GtkSwitch *recent = get_widget (preferences, GTK_TYPE_SWITCH, 0);
  GtkSwitch *live_reload = get_widget (preferences, GTK_TYPE_SWITCH, 1);
  g_autofree char *name = NULL;

  adw_combo_row_set_selected (appearance, 2);
  name = g_settings_get_string (settings, LAMINA_SETTING_APPEARANCE);
  g_assert_cmpstr (name, ==, "dark");
  g_assert_true (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_settings_set_string (settings, LAMINA_SETTING_APPEARANCE, "light");
  g_assert_cmpuint (adw_combo_row_get_selected (appearance), ==, 1);
  g_assert_false (adw_style_manager_get_dark (adw_style_manager_get_default ()));

  adw_combo_row_set_selected (colors, 2);
  g_assert_cmpint (g_settings_get_enum (settings, LAMINA_SETTING_COLORS), ==, LAMINA_COLORS_BLUES);
  chosen = lamina_theme_get_color (LAMINA_FILL_FAMILY (LAMINA_FAMILY_POOLING));
  g_assert_false (gdk_rgba_equal (&usual, &chosen));

  adw_combo_row_set_selected (color_by, 2);
  g_assert_cmpint (g_settings_get_enum (settings, LAMINA_SETTING_COLOR_BY), ==, 2);
  adw_combo_row_set_selected (keys, 1);
  g_assert_cmpint (g_settings_get_enum (settings, LAMINA_SETTING_KEYS), ==, 1);
  gtk_switch_set_active (recent, FALSE);
  g_assert_false (g_settings_get_boolean (settings, LAMINA_SETTING_RECENT_FILES));
  gtk_switch_set_active (live_reload, FALSE);
  g_assert_false (g_settings_get_boolean (settings, LAMINA_SETTING_LIVE_RELOAD));

  gtk_widget_activate_action (preferences, "preferences.reset", NULL);
  g_assert_cmpuint (adw_combo_row_get_selected (appearance), ==, 0);
  g_assert_cmpuint (adw_combo_row_get_selected (colors), ==, 0);
  g_assert_cmpuint (adw_combo_row_get_selected (color_by), ==, 0);
  g_assert_cmpuint (adw_combo_row_get_selected (keys), ==, 0);
  g_assert_true (gtk_switch_get_active (recent));
  g_assert_true (gtk_switch_get_active (live_reload));
  close_preferences (preferences);
}

static void
test_memory (void)
{
  GSettings *settings = lamina_settings_get_default ();
  GtkWidget *preferences = open_preferences ();
  AdwComboRow *memory = get_widget (preferences, ADW_TYPE_COMBO_ROW, 4);

  g_assert_cmpuint (lamina_settings_get_memory (), ==, 0);
  adw_combo_row_set_selected (memory, 2);
  g_assert_cmpuint (g_settings_get_uint (settings, LAMINA_SETTING_MEMORY_LIMIT), ==, 1024);
  g_assert_cmpuint (lamina_settings_get_memory (), ==, G_GUINT64_CONSTANT (1) << 30);
  /* What can't be chosen is kept, and shown as what is next to it. */
  g_settings_set_uint (settings, LAMINA_SETTING_MEMORY_LIMIT, 3000);
  g_assert_cmpuint (adw_combo_row_get_selected (memory), ==, 4);
  g_assert_cmpuint (g_settings_get_uint (settings, LAMINA_SETTING_MEMORY_LIMIT), ==, 3000);
  g_settings_reset (settings, LAMINA_SETTING_MEMORY_LIMIT);
  g_assert_cmpuint (adw_combo_row_get_selected (memory), ==, 0);
  close_preferences (preferences);
}

/* By the file, none, then the table. */
static void
test_device (void)
{
  GSettings *settings = lamina_settings_get_default ();
  GtkWidget *preferences = open_preferences ();
  AdwComboRow *device = get_widget (preferences, ADW_TYPE_COMBO_ROW, 5);
  LaminaDeviceTable *table = lamina_device_table_get_default ();
  g_autofree char *none = NULL;
  g_autofree char *name = NULL;

  g_assert_cmpuint (adw_combo_row_get_selected (device), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (device)), ==, 2 + lamina_device_table_get_n (table));
  adw_combo_row_set_selected (device, 1);
  none = g_settings_get_string (settings, LAMINA_SETTING_DEVICE);
  g_assert_cmpstr (none, ==, LAMINA_NO_DEVICE);
  adw_combo_row_set_selected (device, 3);
  name = g_settings_get_string (settings, LAMINA_SETTING_DEVICE);
  g_assert_cmpstr (name, ==, lamina_device_table_get (table, 1)->name);
  g_settings_set_string (settings, LAMINA_SETTING_DEVICE, "an abacus");
  g_assert_cmpuint (adw_combo_row_get_selected (device), ==, 0);
  g_settings_reset (settings, LAMINA_SETTING_DEVICE);
  close_preferences (preferences);
}

static gboolean
is_whole (GtkWidget  *widget,
          const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (is_whole (child, text))
      return TRUE;
  return FALSE;
}

/* Other languages need more letters for what is chosen. */
static void
test_long_choices (void)
{
  static const char *const texts[] = { "Für jedes Auge gut zu unterscheiden", NULL };
  g_autoptr (GtkStringList) names = gtk_string_list_new (texts);
  GtkWidget *preferences = open_preferences ();

  for (guint i = 0; i < 6; i++)
    {
      AdwComboRow *row = get_widget (preferences, ADW_TYPE_COMBO_ROW, i);

      if (i == 4)
        continue;
      g_settings_unbind (row, "selected");
      adw_combo_row_set_model (row, G_LIST_MODEL (names));
      lamina_ui_test_settle (preferences);
      if (!is_whole (GTK_WIDGET (row), texts[0]))
        g_test_fail_printf ("“%s” is cut off in the row “%s”", texts[0],
                            adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
    }
  close_preferences (preferences);
}

static gboolean
has_failed (gpointer window)
{
  return strcmp (lamina_tab_get_page_name (lamina_window_get_tab (window)), "failed") == 0;
}

static gboolean
has_document (gpointer window)
{
  return strcmp (lamina_tab_get_page_name (lamina_window_get_tab (window)), "document") == 0;
}

/* The limit holds for the next file: one byte for each row is too little for the sample. */
static void
test_memory_holds (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "lamina-test-many.json", NULL);
  g_autoptr (GString) text = g_string_new ("{ \"profiler\": { \"host\": {}, \"device\": {");
  LaminaWindow *window;

  for (int i = 0; i < 6000; i++)
    g_string_append_printf (text, "%s\"%d\": { \"gpu0:0\": { \"start\": 0.%06d, \"kern\": 0.%06d, \"end\": 0.%06d}}",
                            i ? ", " : "", i, i * 3, i * 3 + 1, i * 3 + 2);
  g_string_append (text, "}}, \"graph_exec\": { \"operator\": {}, \"var\": {}, \"mem_chunk\": {}}}");
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_settings_set_uint (lamina_settings_get_default (), LAMINA_SETTING_MEMORY_LIMIT, 1);
  window = lamina_ui_test_open (path);
  lamina_ui_test_wait (has_failed, window);
  lamina_ui_test_close (window);
  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_MEMORY_LIMIT);
  g_unlink (path);
}

/* Half a million events, packed so well that they take a hundredth of their room. */
static void
write_bomb (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) base = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL);
  g_autoptr (GZlibCompressor) zlib = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (G_OUTPUT_STREAM (base), G_CONVERTER (zlib));
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < 500000; i++)
    g_string_append_printf (text, "{\"ph\":\"X\",\"name\":\"conv\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":1},\n", i * 2);
  g_string_append (text, "{}]");
  g_assert_true (g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
}

static LaminaTab *
get_nth_tab (LaminaWindow *window,
             int           i)
{
  AdwTabView *view = lamina_window_get_tab_view (window);

  adw_tab_view_set_selected_page (view, adw_tab_view_get_nth_page (view, i));
  return lamina_window_get_tab (window);
}

/* One that is too large ends in words in its own tab; what is open in another is used as before. With the limit gone it opens. */
static void
test_memory_of_others (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "lamina-test-bomb.json.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaTab *tab;
  guint n;

  write_bomb (path);
  g_settings_set_uint (lamina_settings_get_default (), LAMINA_SETTING_MEMORY_LIMIT, 32);
  tab = lamina_window_open (window, file);
  g_assert_true (lamina_window_get_tab (window) == tab);
  lamina_ui_test_wait (has_failed, window);
  g_assert_nonnull (strstr (adw_status_page_get_description (get_widget (GTK_WIDGET (tab), ADW_TYPE_STATUS_PAGE, 0)),
                            "32.0\u00a0MiB"));

  get_nth_tab (window, 0);
  g_assert_true (lamina_ui_test_get_session (window) == session);
  lamina_session_select_layer (session, 3);
  lamina_session_show_selection (session);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpuint (*lamina_session_get_selected_layers (session, &n), ==, 3);

  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_MEMORY_LIMIT);
  g_assert_true (get_nth_tab (window, 1) == tab);
  lamina_ui_test_activate (window, "win.reload", NULL);
  lamina_ui_test_wait (has_document, window);
  lamina_ui_test_close (window);
  g_unlink (path);
}

static guint
count_recent (void)
{
  g_autoptr (GPtrArray) list = lamina_recent_list (10);

  return list->len;
}

static gboolean
has_one (gpointer user_data)
{
  return count_recent () == 1;
}

static gboolean
has_none (gpointer user_data)
{
  return count_recent () == 0;
}

static void
test_recent (void)
{
  GtkWidget *preferences;
  LaminaWindow *window;
  g_autoptr (GPtrArray) list = NULL;

  if (!lamina_ui_test_use_recent_files ())
    return;
  preferences = open_preferences ();
  lamina_recent_clear ();
  lamina_ui_test_wait (has_none, NULL);
  window = lamina_ui_test_open_sample ();
  lamina_ui_test_wait (has_one, NULL);
  list = lamina_recent_list (10);
  g_assert_cmpstr (gtk_recent_info_get_display_name (list->pdata[0]), ==, "resnet50-megengine.json");
  gtk_widget_activate_action (preferences, "preferences.clear-recent", NULL);
  lamina_ui_test_wait (has_none, NULL);
  lamina_ui_test_close (window);

  g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES, FALSE);
  window = lamina_ui_test_open_sample ();
  lamina_ui_test_close (window);
  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES);
  lamina_ui_test_wait (has_none, NULL);
  g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES, FALSE);
  close_preferences (preferences);
}

static void
test_plugins (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  GtkWidget *preferences = open_preferences ();
  guint n_refused = 0, n_hollow = 0;

  for (guint i = 0; i < lamina_engine_get_n_plugins (engine); i++)
    {
      GtkWidget *row = g_object_ref_sink (lamina_plugin_row_new (engine, i));
      LaminaPluginState state = lamina_engine_get_plugin (engine, i)->state;
      guint none = 0;

      if (state == LAMINA_PLUGIN_REFUSED)
        {
          const char *reason = lamina_engine_get_plugin (engine, i)->reason;
          g_autofree char *sentence = lamina_message_dup_sentence (reason);

          n_refused++;
          g_assert_true (g_unichar_isupper (g_utf8_get_char (sentence)) && g_str_has_suffix (sentence, "."));
          g_assert_null (find_widget (row, GTK_TYPE_SWITCH, &none));
          g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, sentence);
        }
      else if (g_str_equal (lamina_engine_get_plugin (engine, i)->module, "hollow"))
        {
          GtkSwitch *enabled = get_widget (row, GTK_TYPE_SWITCH, 0);

          /* That nothing can be loaded from it is found when it is turned on; the switch goes back, and away. */
          g_assert_false (gtk_switch_get_active (enabled));
          gtk_switch_set_active (enabled, TRUE);
          g_assert_false (gtk_switch_get_active (enabled));
          g_assert_false (gtk_widget_get_visible (GTK_WIDGET (enabled)));
          g_assert_cmpint (lamina_engine_get_plugin (engine, i)->state, ==, LAMINA_PLUGIN_REFUSED);
          g_assert_true (g_str_has_suffix (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "."));
          n_hollow++;
        }
      else
        {
          GtkSwitch *enabled = get_widget (row, GTK_TYPE_SWITCH, 0);

          g_assert_true (gtk_switch_get_active (enabled) == (state == LAMINA_PLUGIN_ENABLED));
          gtk_switch_set_active (enabled, !gtk_switch_get_active (enabled));
          g_assert_cmpint (lamina_engine_get_plugin (engine, i)->state, !=, state);
          gtk_switch_set_active (enabled, !gtk_switch_get_active (enabled));
          g_assert_cmpint (lamina_engine_get_plugin (engine, i)->state, ==, state);
        }
      g_object_unref (row);
    }
  g_assert_cmpuint (n_refused, ==, 1);
  g_assert_cmpuint (n_hollow, ==, 1);
  g_assert_nonnull (get_widget (preferences, LAMINA_TYPE_PLUGIN_ROW, 0));
  close_preferences (preferences);
}

/* A plugin of the user's own that can't be used. */
static void
add_wrong_plugin (const char *home)
{
  g_autofree char *folder = g_build_filename (home, "lamina", "plugins", "wrong", NULL);
  g_autofree char *path = g_build_filename (folder, "wrong.plugin", NULL);
  g_autofree char *text = g_strdup_printf ("[Plugin]\nModule=wrong\nName=Wrong <b>one\nX-Lamina-ABI=%d\n", LAMINA_ABI + 1);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* A plugin that could be used, had it a module. */
static void
add_hollow_plugin (const char *home)
{
  g_autofree char *folder = g_build_filename (home, "lamina", "plugins", "hollow", NULL);
  g_autofree char *path = g_build_filename (folder, "hollow.plugin", NULL);
  g_autofree char *module = g_build_filename (folder, "libhollow.so", NULL);
  g_autofree char *text = g_strdup_printf ("[Plugin]\nModule=hollow\nName=Hollow\nX-Lamina-ABI=%d\n", LAMINA_ABI);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_set_contents (module, "nothing", -1, NULL));
}

/* Other tests run at the same time, and must not find their formats off. */
static char *
take_private_home (void)
{
  char *home = g_dir_make_tmp ("lamina-test-XXXXXX", NULL);

  g_assert_nonnull (home);
  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  add_wrong_plugin (home);
  add_hollow_plugin (home);
  return home;
}

static void
remove_home (const char *home)
{
  const char *const names[] = { "lamina/plugins/wrong/wrong.plugin", "lamina/plugins/wrong", "lamina/plugins/hollow/hollow.plugin",
                                "lamina/plugins/hollow/libhollow.so", "lamina/plugins/hollow", "lamina/plugins",
                                "lamina/plugins.ini", "lamina", "recently-used.xbel", "" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (home, names[i], NULL);

      g_remove (path);
    }
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *home = take_private_home ();
  int status;

  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/preferences/choices", test_choices);
  g_test_add_func ("/preferences/memory", test_memory);
  g_test_add_func ("/preferences/device", test_device);
  g_test_add_func ("/preferences/long-choices", test_long_choices);
  g_test_add_func ("/preferences/memory-holds", test_memory_holds);
  g_test_add_func ("/preferences/memory-of-others", test_memory_of_others);
  g_test_add_func ("/preferences/recent", test_recent);
  g_test_add_func ("/preferences/plugins", test_plugins);
  status = g_test_run ();
  remove_home (home);
  return status;
}
