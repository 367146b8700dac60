/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-action-table.h"
#include "lamina-palette-item.h"
#include "lamina-palette.h"
#include "lamina-settings.h"
#include "lamina-shortcuts-window.h"
#include "lamina-ui-test.h"
#include "lamina-word-match.h"

/* What the desktop asks for; win.open is its twin. */
static const char *const not_for_hands[] = { "app.open", NULL };

static char *
dup_name (const char *detailed)
{
  char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  g_autoptr (GError) error = NULL;

  g_action_parse_detailed_name (detailed, &name, &target, &error);
  g_assert_no_error (error);
  return name;
}

/* Every key can be parsed, and means one thing within a preset. */
static void
test_keys (void)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  g_assert_cmpuint (n, >, 10);
  for (LaminaKeys preset = 0; preset < LAMINA_N_KEYS; preset++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (guint i = 0; i < n; i++)
        {
          g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], preset);

          for (char **key = keys; *key; key++)
            {
              guint keyval;
              GdkModifierType state;

              if (!gtk_accelerator_parse (*key, &keyval, &state))
                g_test_fail_printf ("%s: %s is no key", rows[i].action, *key);
              if (!g_hash_table_add (seen, gtk_accelerator_name (gdk_keyval_to_lower (keyval), state)))
                g_test_fail_printf ("%s: %s does something else already", rows[i].action, *key);
            }
        }
    }
}

/* No action twice, all words there. */
static void
test_rows (void)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);
  g_autoptr (GHashTable) actions = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    {
      g_test_message ("%s", rows[i].action);
      g_assert_true (g_hash_table_add (actions, (gpointer) rows[i].action));
      g_assert_cmpint (strlen (rows[i].title), >, 2);
      g_assert_cmpint (strlen (rows[i].section), >, 2);
    }
}

static gboolean
has_class_action (GtkWidget  *widget,
                  const char *sought)
{
  const char *name, *property;
  const GVariantType *parameter;
  GType owner;

  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (widget), i, &owner, &name, &parameter,
                                                   &property); i++)
    if (strcmp (name, sought) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
exists (LaminaWindow *window,
        const char   *name)
{
  LaminaDocumentView *view = lamina_tab_get_view (lamina_window_get_tab (window));

  if (has_class_action (GTK_WIDGET (window), name))
    return TRUE;
  if (g_str_has_prefix (name, "app."))
    return g_action_map_lookup_action (G_ACTION_MAP (lamina_ui_test_get_application ()), name + 4) != NULL;
  if (g_str_has_prefix (name, "win."))
    return g_action_map_lookup_action (G_ACTION_MAP (window), name + 4) != NULL;
  if (g_str_has_prefix (name, "view."))
    return g_action_map_lookup_action (lamina_document_view_get_actions (view), name + 5) != NULL;
  return FALSE;
}

static void
test_all_exist (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = dup_name (rows[i].action);

      if (!exists (window, name))
        g_test_fail_printf ("%s does not exist", rows[i].action);
    }
  lamina_ui_test_close (window);
}

static gboolean
has_row (const char *sought)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = dup_name (rows[i].action);

      if (strcmp (name, sought) == 0)
        return TRUE;
    }
  return g_strv_contains (not_for_hands, sought);
}

/* Names all that lack a row, not only the first. */
static void
check_row (const char *name)
{
  if (has_row (name))
    return;
  g_test_fail_printf ("%s has no row in the table of actions", name);
}

/* An action without a state that wants to know which (file, format, track): a row could not say it. */
static gboolean
is_for_widgets (GActionGroup *group,
                const char   *name)
{
  return g_action_group_get_action_parameter_type (group, name) && !g_action_group_get_action_state_type (group, name);
}

static void
check_group (const char   *prefix,
             GActionGroup *group)
{
  g_auto (GStrv) names = g_action_group_list_actions (group);

  for (char **name = names; *name; name++)
    {
      g_autofree char *whole = g_strconcat (prefix, *name, NULL);

      if (!is_for_widgets (group, *name))
        check_row (whole);
    }
}

static void
test_all_have_rows (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaDocumentView *view = lamina_tab_get_view (lamina_window_get_tab (window));
  const char *name, *property;
  const GVariantType *parameter;
  GType owner;

  check_group ("app.", G_ACTION_GROUP (lamina_ui_test_get_application ()));
  check_group ("win.", G_ACTION_GROUP (window));
  check_group ("view.", G_ACTION_GROUP (lamina_document_view_get_actions (view)));
  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (window), i, &owner, &name, &parameter,
                                                   &property); i++)
    if (owner == LAMINA_TYPE_WINDOW && !parameter)
      check_row (name);
  lamina_ui_test_close (window);
}

static guint
count_canvas_keys (LaminaKeys preset)
{
  guint n, n_keys = 0;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], preset);

      for (char **key = keys; *key; key++)
        n_keys += lamina_action_row_is_canvas_key (&rows[i], *key);
    }
  return n_keys;
}

/* Both the accelerators and the keys of a canvas are those of the preset, also after it has changed. */
static void
test_preset (void)
{
  GtkApplication *application = lamina_ui_test_get_application ();
  GtkWidget *canvas = g_object_ref_sink (gtk_drawing_area_new ());
  GListModel *shortcuts;
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  lamina_action_table_add_shortcuts (canvas);
  shortcuts = G_LIST_MODEL (lamina_ui_test_find_controller (canvas, GTK_TYPE_SHORTCUT_CONTROLLER));
  for (int preset = LAMINA_N_KEYS - 1; preset >= 0; preset--)
    {
      g_settings_set_enum (lamina_settings_get_default (), LAMINA_SETTING_KEYS, preset);
      g_assert_cmpint (lamina_action_table_get_keys (), ==, preset);
      g_assert_cmpuint (g_list_model_get_n_items (shortcuts), ==, count_canvas_keys ((LaminaKeys) preset));
      for (guint i = 0; i < n; i++)
        {
          g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], (LaminaKeys) preset);
          g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, rows[i].action);
          guint n_anywhere = 0;

          for (char **key = keys; *key; key++)
            n_anywhere += !lamina_action_row_is_canvas_key (&rows[i], *key);
          g_assert_cmpuint (g_strv_length (accels), ==, n_anywhere);
        }
    }
  g_object_unref (canvas);
}

/* What types a character must never be taken from an entry. */
static void
test_canvas_keys (void)
{
  const LaminaActionRow row = { "app.a", "A", "B", { NULL, NULL }, FALSE };
  const LaminaActionRow only = { "app.a", "A", "B", { NULL, NULL }, TRUE };

  g_assert_true (lamina_action_row_is_canvas_key (&row, "slash"));
  g_assert_true (lamina_action_row_is_canvas_key (&row, "<Shift>a"));
  g_assert_true (lamina_action_row_is_canvas_key (&row, "space"));
  g_assert_false (lamina_action_row_is_canvas_key (&row, "F9"));
  g_assert_false (lamina_action_row_is_canvas_key (&row, "<Control>a"));
  g_assert_false (lamina_action_row_is_canvas_key (&row, "<Alt>Left"));
  g_assert_true (lamina_action_row_is_canvas_key (&only, "Left"));
  g_assert_true (lamina_action_row_is_canvas_key (&only, "<Control>a"));
}

static void
test_words (void)
{
  g_assert_cmpuint (lamina_word_match ("", "Zoom In"), >, 0);
  g_assert_cmpuint (lamina_word_match ("zoo", "Zoom In"), >, 0);
  g_assert_cmpuint (lamina_word_match ("ZOOM", "Zoom In"), >, 0);
  g_assert_cmpuint (lamina_word_match ("zin", "Zoom In"), >, 0);
  g_assert_cmpuint (lamina_word_match ("ep", "Export a Picture…"), >, 0);
  g_assert_cmpuint (lamina_word_match ("exp pic", "Export a Picture…"), >, 0);
  g_assert_cmpuint (lamina_word_match ("pic exp", "Export a Picture…"), >, 0);
  g_assert_cmpuint (lamina_word_match ("uber", "Über Lamina"), >, 0);
  g_assert_cmpuint (lamina_word_match ("über", "Über Lamina"), >, 0);
  g_assert_cmpuint (lamina_word_match ("拡大", "選択範囲に拡大"), >, 0);
  g_assert_cmpuint (lamina_word_match ("oom", "Zoom In"), ==, 0);
  g_assert_cmpuint (lamina_word_match ("inz", "Zoom In"), ==, 0);
  g_assert_cmpuint (lamina_word_match ("zoomx", "Zoom In"), ==, 0);
  g_assert_cmpuint (lamina_word_match ("zoom out", "Zoom In"), ==, 0);
  /* A plain beginning is closer than one put together, and the first word closer than a later one. */
  g_assert_cmpuint (lamina_word_match ("zoo", "Zoom In"), ==, lamina_word_match ("zoo", "Zoom Out"));
  g_assert_cmpuint (lamina_word_match ("", "Zoom In"), ==, lamina_word_match ("", "Zoom"));
  g_assert_cmpuint (lamina_word_match ("export all charts", "Export All Charts…"), >,
                    lamina_word_match ("export all charts", "Export a Picture of All Charts…"));
  g_assert_cmpuint (lamina_word_match ("open", "Open…"), >, lamina_word_match ("open", "Close what is open"));
}

static gpointer
get_palette_child (GtkWidget  *palette,
                   const char *name)
{
  return gtk_widget_get_template_child (palette, LAMINA_TYPE_PALETTE, name);
}

static gboolean
offers (GtkWidget  *palette,
        const char *title)
{
  GListModel *items = G_LIST_MODEL (get_palette_child (palette, "selection"));

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (LaminaPaletteItem) item = g_list_model_get_item (items, i);

      if (strcmp (lamina_palette_item_get_title (item), title) == 0)
        return TRUE;
    }
  return FALSE;
}

static const char *
get_chosen (GtkWidget *palette)
{
  GtkSingleSelection *selection = get_palette_child (palette, "selection");
  LaminaPaletteItem *item = gtk_single_selection_get_selected_item (selection);

  return item ? lamina_palette_item_get_title (item) : NULL;
}

static guint
count_offers (GtkWidget *palette)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_palette_child (palette, "selection")));
}

static GtkWidget *
open_palette (LaminaWindow *window)
{
  GtkWidget *palette = lamina_palette_new (GTK_WINDOW (window));

  gtk_window_present (GTK_WINDOW (palette));
  lamina_ui_test_settle (palette);
  return palette;
}

/* What fits is offered at once: a quick Return must not do what fitted before. */
static void
type (GtkWidget  *palette,
      const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (get_palette_child (palette, "entry")), text);
}

/* What is offered where nothing fits. */
static GtkWidget *
find_way_out (GtkWidget *window)
{
  return lamina_ui_test_find (lamina_ui_test_find (window, ADW_TYPE_STATUS_PAGE), GTK_TYPE_BUTTON);
}

static void
test_palette_enabled (void)
{
  LaminaWindow *window = lamina_window_new (lamina_ui_test_get_application ());
  GtkWidget *palette;

  gtk_window_present (GTK_WINDOW (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  palette = open_palette (window);
  g_assert_true (offers (palette, "Open…"));
  g_assert_true (offers (palette, "Quit"));
  g_assert_false (offers (palette, "Zoom In"));
  g_assert_false (offers (palette, "Export a Picture…"));
  g_assert_false (offers (palette, "Commands"));
  gtk_window_destroy (GTK_WINDOW (palette));
  lamina_ui_test_close (window);

  window = lamina_ui_test_open_sample ();
  palette = open_palette (window);
  g_assert_true (offers (palette, "Zoom In"));
  g_assert_true (offers (palette, "Export a Picture…"));
  gtk_window_destroy (GTK_WINDOW (palette));
  lamina_ui_test_close (window);
}

static void
test_palette_typing (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *palette = open_palette (window);
  GtkWidget *entry = get_palette_child (palette, "entry");
  LaminaRange before = *lamina_session_get_range (lamina_ui_test_get_session (window));
  gpointer pointer = palette;

  type (palette, "no such thing at all");
  g_assert_cmpuint (count_offers (palette), ==, 0);
  g_signal_emit_by_name (entry, "activate");
  g_signal_emit_by_name (find_way_out (palette), "clicked");
  g_assert_true (offers (palette, "Zoom In"));
  type (palette, "zoom in out");
  g_assert_cmpuint (count_offers (palette), ==, 0);
  type (palette, "zoo o");
  g_assert_cmpuint (count_offers (palette), ==, 1);
  g_assert_cmpstr (get_chosen (palette), ==, "Zoom Out");
  type (palette, "windows");
  g_assert_cmpuint (count_offers (palette), ==, 2);
  g_assert_cmpstr (get_chosen (palette), ==, "Light Windows");
  lamina_ui_test_press (entry, GDK_KEY_Down);
  g_assert_cmpstr (get_chosen (palette), ==, "Dark Windows");
  lamina_ui_test_press (entry, GDK_KEY_Down);
  g_assert_cmpstr (get_chosen (palette), ==, "Dark Windows");
  lamina_ui_test_press (entry, GDK_KEY_Up);
  g_assert_cmpstr (get_chosen (palette), ==, "Light Windows");

  type (palette, "zin");
  g_assert_cmpuint (count_offers (palette), ==, 1);
  g_object_add_weak_pointer (G_OBJECT (palette), &pointer);
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpint (lamina_session_get_range (lamina_ui_test_get_session (window))->start, >, before.start);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (pointer);
  lamina_ui_test_close (window);
}

/* The words of PyTorch and CUDA lead to what is called otherwise, and to what the document has alone. */
static void
test_palette_synonyms (void)
{
  static const struct { const char *word, *title; } words[] = {
    { "kernel", "Chart: Kernels" },
    { "step", "Chart: Steps" },
    { "ProfilerStep", "Chart: Steps" },
    { "iteration", "Chart: Steps" },
    { "NCCL", "Chart: Busy and idle" },
    { "exposed", "Chart: Busy and idle" },
    { "exposed comm", "Chart: Busy and idle" },
    { "launch", "Chart: Gaps" },
    { "nn.Module", "Flame Graph by Modules" },
  };
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaWindow *window = lamina_ui_test_open (path);
  GtkWidget *palette;

  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  palette = open_palette (window);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      type (palette, words[i].word);
      if (!offers (palette, words[i].title))
        g_test_fail_printf ("%s does not lead to %s", words[i].word, words[i].title);
    }
  gtk_window_destroy (GTK_WINDOW (palette));
  lamina_ui_test_close (window);
}

/* Documents are offered, too: those of other tabs, and those that were opened before. */
static void
test_palette_places (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaTab *first = lamina_window_get_tab (window);
  g_autofree char *path = lamina_ui_test_dup_path ("tests/data/megengine/two-devices.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *palette;

  lamina_window_open (window, file);
  g_assert_true (lamina_window_get_tab (window) != first);
  palette = open_palette (window);
  type (palette, "resnet50 tab");
  g_assert_cmpuint (count_offers (palette), ==, 1);
  g_assert_cmpstr (get_chosen (palette), ==, "resnet50-megengine.json");
  g_signal_emit_by_name (get_palette_child (palette, "entry"), "activate");
  g_assert_true (lamina_window_get_tab (window) == first);
  lamina_ui_test_close (window);
}

static gboolean
contains_label (GtkWidget  *widget,
                const char *text)
{
  if (!gtk_widget_get_visible (widget))
    return FALSE;
  if (GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (contains_label (child, text))
      return TRUE;
  return FALSE;
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_SEARCH_ENTRY (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

static gboolean
hides_quit (gpointer window)
{
  return !contains_label (window, "Quit");
}

static gboolean
shows_quit (gpointer window)
{
  return contains_label (window, "Quit");
}

static void
test_shortcuts_search (void)
{
  GtkWidget *window = lamina_shortcuts_window_new ();
  GtkWidget *entry = find_entry (window);

  gtk_window_present (GTK_WINDOW (window));
  lamina_ui_test_settle (window);
  gtk_editable_set_text (GTK_EDITABLE (entry), "zoom");
  lamina_ui_test_wait (hides_quit, window);
  g_assert_true (contains_label (window, "Zoom In"));
  g_assert_true (contains_label (window, "Timeline"));
  g_assert_false (contains_label (window, "Files"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "general");
  lamina_ui_test_wait (shows_quit, window);
  g_assert_true (contains_label (window, "Preferences"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "nothing of that name");
  lamina_ui_test_wait (hides_quit, window);
  g_signal_emit_by_name (find_way_out (window), "clicked");
  lamina_ui_test_wait (shows_quit, window);
  gtk_editable_set_text (GTK_EDITABLE (entry), "zoom");
  lamina_ui_test_wait (hides_quit, window);
  g_signal_emit_by_name (entry, "stop-search");
  lamina_ui_test_wait (shows_quit, window);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  g_signal_emit_by_name (entry, "stop-search");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (window);
}

static void
test_shortcuts_window (void)
{
  GtkWidget *window = lamina_shortcuts_window_new ();
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  gtk_window_present (GTK_WINDOW (window));
  lamina_ui_test_settle (window);
  for (guint i = 0; i < n; i++)
    if (strstr (rows[i].action, "(uint32 "))
      continue;
    else if (rows[i].keys[lamina_action_table_get_keys ()] ? *rows[i].keys[lamina_action_table_get_keys ()]
                                                      : *rows[i].keys[LAMINA_KEYS_PERFETTO])
      {
        g_test_message ("%s", rows[i].title);
        g_assert_true (contains_label (window, rows[i].title));
      }
  g_assert_true (contains_label (window, "Page Up"));
  g_assert_false (contains_label (window, "Page_Up"));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/action-table/keys", test_keys);
  g_test_add_func ("/action-table/rows", test_rows);
  g_test_add_func ("/action-table/all-exist", test_all_exist);
  g_test_add_func ("/action-table/all-have-rows", test_all_have_rows);
  g_test_add_func ("/action-table/preset", test_preset);
  g_test_add_func ("/action-table/canvas-keys", test_canvas_keys);
  g_test_add_func ("/action-table/shortcuts-window", test_shortcuts_window);
  g_test_add_func ("/action-table/shortcuts-search", test_shortcuts_search);
  g_test_add_func ("/palette/words", test_words);
  g_test_add_func ("/palette/enabled", test_palette_enabled);
  g_test_add_func ("/palette/typing", test_palette_typing);
  g_test_add_func ("/palette/synonyms", test_palette_synonyms);
  g_test_add_func ("/palette/places", test_palette_places);
  return g_test_run ();
}
