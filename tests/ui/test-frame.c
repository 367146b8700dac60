/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-banner.h"
#include "lamina-builder.h"
#include "lamina-recent.h"
#include "lamina-run-list.h"
#include "lamina-samples.h"
#include "lamina-section-list.h"
#include "lamina-settings.h"
#include "lamina-timing-badge.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>

/* Two files with different names, in a folder of their own. */
typedef struct
{
  char *folder;
  GFile *one;
  GFile *two;
} Files;

static GFile *
copy_sample (const char *folder,
             const char *name)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  g_autofree char *target = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) sample = g_file_new_for_path (path);
  GFile *copy = g_file_new_for_path (target);
  g_autoptr (GError) error = NULL;

  g_file_copy (sample, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return copy;
}

static void
set_up (Files        *files,
        gconstpointer data)
{
  files->folder = g_dir_make_tmp ("lamina-frame-XXXXXX", NULL);
  g_assert_nonnull (files->folder);
  files->one = copy_sample (files->folder, "one.json");
  files->two = copy_sample (files->folder, "two.json");
}

static void
tear_down (Files        *files,
           gconstpointer data)
{
  g_file_delete (files->one, NULL, NULL);
  g_file_delete (files->two, NULL, NULL);
  g_rmdir (files->folder);
  g_object_unref (files->one);
  g_object_unref (files->two);
  g_free (files->folder);
}

static gboolean
is_loaded (gpointer user_data)
{
  return !lamina_tab_is_loading (user_data);
}

static LaminaWindow *
open_window (void)
{
  LaminaWindow *window = lamina_window_new (lamina_ui_test_get_application ());

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static LaminaTab *
open_tab (LaminaWindow *window,
          GFile        *file)
{
  LaminaTab *tab = lamina_window_open (window, file);

  lamina_ui_test_wait (is_loaded, tab);
  return tab;
}

static AdwTabPage *
get_page (LaminaTab *tab)
{
  LaminaWindow *window = LAMINA_WINDOW (gtk_widget_get_root (GTK_WIDGET (tab)));

  return adw_tab_view_get_page (lamina_window_get_tab_view (window), GTK_WIDGET (tab));
}

static int
count_tabs (LaminaWindow *window)
{
  return adw_tab_view_get_n_pages (lamina_window_get_tab_view (window));
}

static guint
count_windows (void)
{
  return g_list_length (gtk_application_get_windows (lamina_ui_test_get_application ()));
}

static gboolean
is_enabled (LaminaWindow *window,
            const char   *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

static void
test_tabs (Files        *files,
           gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaTab *one, *two;
  g_autofree char *path = g_file_get_path (files->two);

  g_assert_false (is_enabled (window, "next-tab"));
  one = open_tab (window, files->one);
  g_assert_cmpint (count_tabs (window), ==, 1);
  two = open_tab (window, files->two);
  g_assert_cmpint (count_tabs (window), ==, 2);
  g_assert_true (lamina_window_get_tab (window) == two);
  g_assert_cmpstr (adw_tab_page_get_title (get_page (two)), ==, "two.json");
  g_assert_cmpstr (adw_tab_page_get_tooltip (get_page (two)), ==, path);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "two.json – Lamina");

  lamina_ui_test_activate (window, "win.next-tab", NULL);
  g_assert_true (lamina_window_get_tab (window) == one);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "one.json – Lamina");
  lamina_ui_test_activate (window, "win.previous-tab", NULL);
  g_assert_true (lamina_window_get_tab (window) == two);
  g_assert_false (is_enabled (window, "move-tab-right"));
  lamina_ui_test_activate (window, "win.move-tab-left", NULL);
  g_assert_true (adw_tab_view_get_nth_page (lamina_window_get_tab_view (window), 0) == get_page (two));
  g_assert_true (is_enabled (window, "move-tab-right"));
  g_assert_false (is_enabled (window, "move-tab-left"));
  lamina_ui_test_close (window);
}

/* The actions of a document are those of the one in front. */
static void
test_view_actions (Files        *files,
                   gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaTab *one = open_tab (window, files->one);
  LaminaTab *two = open_tab (window, files->two);

  lamina_ui_test_activate (window, "view.aligned", NULL);
  g_assert_true (lamina_session_get_aligned (lamina_tab_get_session (one)));
  g_assert_false (lamina_session_get_aligned (lamina_tab_get_session (two)));
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  lamina_ui_test_activate (window, "view.aligned", NULL);
  g_assert_false (lamina_session_get_aligned (lamina_tab_get_session (one)));
  lamina_ui_test_activate (window, "win.new-tab", NULL);
  g_assert_false (gtk_widget_activate_action (GTK_WIDGET (window), "view.aligned", NULL));
  lamina_ui_test_close (window);
}

static void
test_raise (Files        *files,
            gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaWindow *other = open_window ();
  LaminaTab *one = open_tab (window, files->one);
  GFile *both[] = { files->two, files->one };

  open_tab (window, files->two);
  g_assert_true (lamina_window_open (window, files->one) == one);
  g_assert_cmpint (count_tabs (window), ==, 2);
  g_assert_true (lamina_window_get_tab (window) == one);
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  g_assert_true (lamina_window_open (other, files->one) == one);
  g_assert_true (lamina_window_is_empty (other));
  g_assert_true (lamina_window_get_tab (window) == one);

  g_application_open (G_APPLICATION (lamina_ui_test_get_application ()), both, G_N_ELEMENTS (both), "");
  g_assert_cmpint (count_tabs (window) + count_tabs (other), ==, 3);
  lamina_ui_test_close (other);
  lamina_ui_test_close (window);
}

/* Where two files have the same name, tabs name their folders, too. */
static void
test_same_names (Files        *files,
                 gconstpointer data)
{
  g_autofree char *folder = g_build_filename (files->folder, "before", NULL);
  g_autoptr (GFile) twin = NULL;
  g_autofree char *name = g_path_get_basename (files->folder);
  g_autofree char *here = g_strdup_printf ("one.json – %s", name);
  LaminaWindow *window = open_window ();
  LaminaTab *one = open_tab (window, files->one);
  LaminaTab *two = open_tab (window, files->two);
  LaminaTab *other;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  twin = copy_sample (folder, "one.json");
  g_assert_cmpstr (adw_tab_page_get_title (get_page (one)), ==, "one.json");
  other = open_tab (window, twin);
  g_assert_cmpstr (adw_tab_page_get_title (get_page (one)), ==, here);
  g_assert_cmpstr (adw_tab_page_get_title (get_page (two)), ==, "two.json");
  g_assert_cmpstr (adw_tab_page_get_title (get_page (other)), ==, "one.json – before");
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpstr (adw_tab_page_get_title (get_page (one)), ==, "one.json");
  lamina_ui_test_close (window);
  g_file_delete (twin, NULL, NULL);
  g_rmdir (folder);
}

static void
test_attention (Files        *files,
                gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaTab *one = open_tab (window, files->one);
  LaminaTab *two = lamina_window_open (window, files->two);

  g_assert_false (adw_tab_page_get_needs_attention (get_page (one)));
  g_assert_true (adw_tab_page_get_loading (get_page (two)));
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  lamina_ui_test_wait (is_loaded, two);
  g_assert_true (adw_tab_page_get_needs_attention (get_page (two)));
  g_assert_false (adw_tab_page_get_loading (get_page (two)));
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  g_assert_false (adw_tab_page_get_needs_attention (get_page (two)));
  lamina_ui_test_close (window);
}

static gboolean
is_gone (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

/* The last file leaves an empty tab; closing that one closes the window. */
static void
test_close (Files        *files,
            gconstpointer data)
{
  LaminaWindow *window = open_window ();
  gpointer pointer = window;

  g_object_add_weak_pointer (G_OBJECT (window), &pointer);
  open_tab (window, files->one);
  open_tab (window, files->two);
  g_assert_false (is_enabled (window, "reopen-tab"));
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  g_assert_cmpint (count_tabs (window), ==, 1);
  g_assert_true (g_file_equal (lamina_tab_get_file (lamina_window_get_tab (window)), files->one));
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  g_assert_cmpint (count_tabs (window), ==, 1);
  g_assert_true (lamina_window_is_empty (window));

  lamina_ui_test_activate (window, "win.reopen-tab", NULL);
  g_assert_true (g_file_equal (lamina_tab_get_file (lamina_window_get_tab (window)), files->one));
  lamina_ui_test_activate (window, "win.reopen-tab", NULL);
  g_assert_cmpint (count_tabs (window), ==, 2);
  g_assert_false (is_enabled (window, "reopen-tab"));
  lamina_ui_test_activate (window, "win.close-other-tabs", NULL);
  g_assert_cmpint (count_tabs (window), ==, 1);
  g_assert_true (g_file_equal (lamina_tab_get_file (lamina_window_get_tab (window)), files->two));
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  lamina_ui_test_wait (is_gone, &pointer);
}

static gboolean
is_alone (gpointer user_data)
{
  return count_windows () == 1;
}

/* A tab moves with all that it shows; the window that it leaves empty goes. */
static void
test_new_window (Files        *files,
                 gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaTab *one = open_tab (window, files->one);
  LaminaTab *two = open_tab (window, files->two);
  LaminaSession *session = lamina_tab_get_session (two);
  LaminaWindow *other;

  lamina_ui_test_activate (window, "win.move-tab-to-new-window", NULL);
  other = LAMINA_WINDOW (gtk_widget_get_root (GTK_WIDGET (two)));
  g_assert_true (other != window);
  g_assert_cmpint (count_tabs (window), ==, 1);
  g_assert_true (lamina_window_get_tab (window) == one);
  g_assert_true (lamina_tab_get_session (lamina_window_get_tab (other)) == session);
  lamina_ui_test_activate (other, "view.aligned", NULL);
  g_assert_false (lamina_session_get_aligned (session));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (other)), ==, "two.json – Lamina");

  adw_tab_view_transfer_page (lamina_window_get_tab_view (other), get_page (two), lamina_window_get_tab_view (window),
                              0);
  lamina_ui_test_wait (is_alone, NULL);
  g_assert_cmpint (count_tabs (window), ==, 2);
  lamina_ui_test_close (window);
}

static guint
count_rows (GtkListBox *box)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (box, (int) n))
    n++;
  return n;
}

static LaminaRecentList *
get_recent (LaminaWindow *window)
{
  return lamina_welcome_page_get_recent (lamina_tab_get_welcome (lamina_window_get_tab (window)));
}

typedef struct
{
  LaminaRecentList *list;
  guint length;
} Length;

static gboolean
has_length (gpointer user_data)
{
  Length *length = user_data;

  return lamina_recent_list_get_length (length->list) == length->length;
}

static void
wait_for_length (LaminaRecentList *list,
                 guint             n)
{
  Length length = { list, n };

  lamina_ui_test_wait (has_length, &length);
  g_assert_cmpuint (count_rows (lamina_recent_list_get_box (list)), ==, n);
}

/* What was opened stands on the welcome page, says what it is, opens again, and can be forgotten. */
static void
test_recent (Files        *files,
             gconstpointer data)
{
  LaminaWindow *window;
  LaminaRecentList *list;
  g_autoptr (GtkWidget) row = NULL;

  if (!lamina_ui_test_use_recent_files ())
    return;
  window = open_window ();
  list = get_recent (window);
  lamina_ui_test_activate (window, "win.clear-recent", NULL);
  wait_for_length (list, 0);
  open_tab (window, files->one);
  open_tab (window, files->two);
  lamina_ui_test_activate (window, "win.new-tab", NULL);
  list = get_recent (window);
  wait_for_length (list, 2);
  row = GTK_WIDGET (g_object_ref (gtk_list_box_get_row_at_index (lamina_recent_list_get_box (list), 0)));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "MegEngine"));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "layers"));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), files->folder));
  gtk_widget_activate (row);
  g_assert_cmpint (count_tabs (window), ==, 3);
  g_assert_nonnull (lamina_ui_test_get_session (window));

  g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES, FALSE);
  wait_for_length (list, 0);
  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES);
  wait_for_length (list, 2);
  lamina_ui_test_activate (window, "win.clear-recent", NULL);
  wait_for_length (list, 0);
  g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES, FALSE);
  lamina_ui_test_close (window);
}

static void
test_samples (Files        *files,
              gconstpointer data)
{
  LaminaWindow *window = open_window ();
  GtkListBox *box = lamina_welcome_page_get_samples (lamina_tab_get_welcome (lamina_window_get_tab (window)));
  guint n;
  const LaminaSample *samples = lamina_samples_get (&n);

  g_assert_cmpuint (count_rows (box), ==, n);
  lamina_ui_test_close (window);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = NULL;

      window = open_window ();
      box = lamina_welcome_page_get_samples (lamina_tab_get_welcome (lamina_window_get_tab (window)));
      gtk_widget_activate (GTK_WIDGET (gtk_list_box_get_row_at_index (box, (int) i)));
      lamina_ui_test_wait (is_loaded, lamina_window_get_tab (window));
      g_assert_nonnull (lamina_ui_test_get_session (window));
      g_object_get (lamina_window_get_tab (window), "title", &name, NULL);
      g_assert_cmpstr (name, ==, samples[i].name);
      lamina_ui_test_close (window);
    }
}

static gboolean
is_inspector_visible (LaminaWindow *window)
{
  gboolean visible;

  g_object_get (lamina_tab_get_view (lamina_window_get_tab (window)), "inspector-visible", &visible, NULL);
  return visible;
}

typedef struct
{
  LaminaWindow *window;
  int width;
} Width;

/* The shadow or frame of the window is part of the size that was asked for. */
static gboolean
has_width (gpointer user_data)
{
  Width *width = user_data;

  return ABS (gtk_widget_get_width (GTK_WIDGET (width->window)) - width->width) <= 20;
}

static void
resize (LaminaWindow *window,
        int           width,
        int           height)
{
  Width expected = { window, width };

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  lamina_ui_test_wait (has_width, &expected);
  lamina_ui_test_settle (GTK_WIDGET (window));
}

static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);
  return found;
}

static gboolean
has_bottom_switcher (LaminaWindow *window)
{
  GtkWidget *bar = find_widget (GTK_WIDGET (window), ADW_TYPE_VIEW_SWITCHER_BAR);

  return adw_view_switcher_bar_get_reveal (ADW_VIEW_SWITCHER_BAR (bar))
         && adw_view_switcher_bar_get_stack (ADW_VIEW_SWITCHER_BAR (bar));
}

/* The pages of a document: by action and by switcher. */
static void
test_pages (Files        *files,
            gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaDocumentView *view;
  AdwViewStack *stack;
  g_autoptr (GVariant) state = NULL;

  open_tab (window, files->one);
  view = lamina_tab_get_view (lamina_window_get_tab (window));
  stack = lamina_document_view_get_stack (view);
  lamina_document_view_add_page (view, "more", "More", "lamina-charts-symbolic", gtk_label_new ("more"));
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (stack), ==, "trace");
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("more"));
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (stack), ==, "more");
  adw_view_stack_set_visible_child_name (stack, "trace");
  state = g_action_group_get_action_state (G_ACTION_GROUP (lamina_document_view_get_actions (view)), "page");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "trace");
  lamina_ui_test_close (window);
}

static const char *
get_state (LaminaDocumentView *view,
           const char         *name)
{
  GActionGroup *actions = G_ACTION_GROUP (lamina_document_view_get_actions (view));
  g_autoptr (GVariant) state = g_action_group_get_action_state (actions, name);

  return g_intern_string (g_variant_get_string (state, NULL));
}

/* Pages are made when they are wanted; until then their actions are there, and do what they do once the page is. */
static void
test_pages_later (Files        *files,
                  gconstpointer data)
{
  static const char *const names[] = { "flame", "tensors", "charts", "compare" };
  LaminaWindow *window = open_window ();
  LaminaDocumentView *view;
  GActionGroup *actions;

  open_tab (window, files->one);
  view = lamina_tab_get_view (lamina_window_get_tab (window));
  actions = G_ACTION_GROUP (lamina_document_view_get_actions (view));
  lamina_ui_test_settle (GTK_WIDGET (window));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_null (lamina_document_view_get_page (view, names[i], FALSE));
  g_assert_cmpstr (get_state (view, "flame-by"), ==, "calls");
  g_assert_true (g_action_group_get_action_enabled (actions, "export-charts"));
  g_assert_false (g_action_group_get_action_enabled (actions, "export-comparison"));
  lamina_ui_test_activate (window, "view.flame-by", g_variant_new_string ("types"));
  g_assert_nonnull (lamina_document_view_get_page (view, "flame", FALSE));
  g_assert_cmpstr (get_state (view, "flame-by"), ==, "types");
  g_action_group_change_action_state (actions, "chart", g_variant_new_string ("top-layers"));
  g_assert_cmpstr (get_state (view, "chart"), ==, "top-layers");
  g_assert_cmpstr (get_state (view, "page"), ==, "charts");
  g_assert_null (lamina_document_view_get_page (view, "compare", FALSE));
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("compare"));
  g_assert_true (gtk_widget_get_mapped (lamina_document_view_get_page (view, "compare", FALSE)));
  lamina_ui_test_close (window);
}

/* Where there is little room, the inspector comes only when it is called, and that is not what is remembered. */
static void
test_narrow (Files        *files,
             gconstpointer data)
{
  LaminaWindow *window = open_window ();
  GSettings *settings = lamina_settings_get_default ();

  open_tab (window, files->one);
  resize (window, 1280, 800);
  g_assert_true (is_inspector_visible (window));
  resize (window, 900, 640);
  g_assert_false (is_inspector_visible (window));
  lamina_ui_test_activate (window, "view.inspector", NULL);
  g_assert_true (is_inspector_visible (window));
  lamina_ui_test_activate (window, "view.inspector", NULL);
  g_assert_true (g_settings_get_boolean (settings, LAMINA_SETTING_INSPECTOR_VISIBLE));
  resize (window, 600, 640);
  g_assert_true (has_bottom_switcher (window));
  resize (window, 1280, 800);
  g_assert_false (has_bottom_switcher (window));
  g_assert_true (is_inspector_visible (window));
  lamina_ui_test_close (window);
}

/* What is hidden or moved in one document is so in the next, too. */
static void
test_panes (Files        *files,
            gconstpointer data)
{
  LaminaWindow *window = open_window ();
  GSettings *settings = lamina_settings_get_default ();
  GtkWidget *table, *paned;
  int height;

  open_tab (window, files->one);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_activate (window, "view.inspector", NULL);
  lamina_ui_test_activate (window, "view.overview", NULL);
  paned = gtk_widget_get_ancestor (GTK_WIDGET (lamina_ui_test_get_canvas (window)), GTK_TYPE_PANED);
  gtk_paned_set_position (GTK_PANED (paned), gtk_paned_get_position (GTK_PANED (paned)) - 40);
  height = g_settings_get_int (settings, LAMINA_SETTING_TABLE_HEIGHT);
  g_assert_cmpint (height, ==, gtk_widget_get_height (paned) - gtk_paned_get_position (GTK_PANED (paned)));

  open_tab (window, files->two);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  table = GTK_WIDGET (lamina_ui_test_get_table (window));
  paned = gtk_widget_get_ancestor (table, GTK_TYPE_PANED);
  g_assert_false (is_inspector_visible (window));
  g_assert_cmpint (gtk_widget_get_height (paned) - gtk_paned_get_position (GTK_PANED (paned)), ==, height);
  lamina_ui_test_activate (window, "view.table", NULL);
  g_assert_false (gtk_widget_get_visible (table));
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (lamina_ui_test_get_table (window))));
  g_settings_reset (settings, LAMINA_SETTING_INSPECTOR_VISIBLE);
  g_settings_reset (settings, LAMINA_SETTING_OVERVIEW_VISIBLE);
  g_settings_reset (settings, LAMINA_SETTING_TABLE_VISIBLE);
  g_settings_reset (settings, LAMINA_SETTING_TABLE_HEIGHT);
  g_assert_true (is_inspector_visible (window));
  g_assert_true (gtk_widget_get_visible (table));
  lamina_ui_test_close (window);
}

static void
test_window_size (Files        *files,
                  gconstpointer data)
{
  LaminaWindow *window = open_window ();
  int width, height;

  resize (window, 1000, 700);
  gtk_window_close (GTK_WINDOW (window));
  window = open_window ();
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  g_assert_cmpint (width, ==, 1000);
  g_assert_cmpint (height, ==, 700);
  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_WINDOW_SIZE);
  lamina_ui_test_close (window);
}

/* A reload shows what has changed in the file, and all the rest as it was. */
static void
test_reload (Files        *files,
             gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaTab *tab = open_tab (window, files->one);
  LaminaSession *session = lamina_tab_get_session (tab);
  LaminaRange bounds, range;
  guint32 layer = lamina_ui_test_find_layer (lamina_session_get_run (session), "ConvolutionForward") + 4;

  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_session_get_bounds (session, &bounds);
  lamina_session_set_aligned (session, FALSE);
  lamina_session_set_filter (session, "conv");
  lamina_session_select_layer (session, layer);
  lamina_session_set_range (session, bounds.start + 1000000, bounds.start + 3000000);
  range = *lamina_session_get_range (session);
  lamina_ui_test_activate (window, "win.reload", NULL);
  g_assert_true (lamina_tab_is_loading (tab));
  g_assert_null (lamina_tab_get_session (tab));
  lamina_ui_test_wait (is_loaded, tab);
  session = lamina_tab_get_session (tab);
  g_assert_nonnull (session);
  g_assert_false (lamina_session_get_aligned (session));
  g_assert_cmpstr (lamina_session_get_filter (session), ==, "conv");
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, layer);
  g_assert_cmpint (lamina_session_get_range (session)->start, ==, range.start);
  g_assert_cmpint (lamina_session_get_range (session)->end, ==, range.end);
  lamina_ui_test_close (window);
}

static GtkWidget *
find_shown_banner (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (LAMINA_IS_BANNER (widget))
    return lamina_banner_get_text (LAMINA_BANNER (widget)) ? widget : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_shown_banner (child);
  return found;
}

static gboolean
has_banner (gpointer user_data)
{
  return find_shown_banner (user_data) != NULL;
}

static void
test_changed (Files        *files,
              gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaTab *tab = open_tab (window, files->one);
  GtkWidget *banner;
  g_autoptr (GFileOutputStream) stream = NULL;

  g_assert_false (has_banner (tab));
  stream = g_file_append_to (files->one, G_FILE_CREATE_NONE, NULL, NULL);
  g_assert_true (g_output_stream_write_all (G_OUTPUT_STREAM (stream), "\n", 1, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, NULL));
  lamina_ui_test_wait (has_banner, tab);
  banner = find_shown_banner (GTK_WIDGET (tab));
  g_assert_nonnull (strstr (lamina_banner_get_text (LAMINA_BANNER (banner)), "one.json"));
  gtk_widget_activate_action (banner, "tab.reload", NULL);
  lamina_ui_test_wait (is_loaded, tab);
  g_assert_nonnull (lamina_tab_get_session (tab));
  g_assert_false (has_banner (tab));
  lamina_ui_test_close (window);
}

/* What is cut off opens as far as it goes, and says so. */
static void
test_damaged (Files        *files,
              gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaTab *tab;
  g_autofree char *path = g_file_get_path (files->one);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_file_set_contents (path, text, (gssize) length - 1000, NULL));
  tab = open_tab (window, files->one);
  g_assert_nonnull (lamina_tab_get_session (tab));
  g_assert_true (has_banner (tab));
  lamina_session_select_layer (lamina_tab_get_session (tab), 1);
  gtk_widget_activate_action (find_shown_banner (GTK_WIDGET (tab)), "view.import-report", NULL);
  g_assert_false (lamina_session_has_selection (lamina_tab_get_session (tab)));
  g_assert_true (is_inspector_visible (window));
  gtk_widget_activate_action (find_shown_banner (GTK_WIDGET (tab)), "banner.close", NULL);
  g_assert_false (has_banner (tab));
  lamina_ui_test_close (window);
}

static void
test_open_as (Files        *files,
              gconstpointer data)
{
  LaminaWindow *window = open_window ();
  LaminaTab *tab;
  g_autofree char *path = g_file_get_path (files->one);
  g_autofree char *sample = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (sample, &text, NULL, NULL));
  g_assert_true (g_file_set_contents (path, "nothing that anybody knows", -1, NULL));
  g_assert_false (is_enabled (window, "open-as"));
  tab = open_tab (window, files->one);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "failed");
  lamina_ui_test_activate (window, "win.open-as", g_variant_new_string ("no-such-format"));
  lamina_ui_test_wait (is_loaded, tab);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "failed");
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  gtk_widget_activate_action (GTK_WIDGET (tab), "tab.reload", NULL);
  lamina_ui_test_wait (is_loaded, tab);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "failed");
  lamina_ui_test_activate (window, "win.open-as", g_variant_new_string ("megengine"));
  lamina_ui_test_wait (is_loaded, tab);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "document");
  lamina_ui_test_close (window);
}

/* Two runs that differ in how their positions came about; the second has sections. */
static LaminaDocument *
make_document (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;

  for (guint i = 0; i < 2; i++)
    {
      LaminaTiming timing = i == 0 ? LAMINA_TIMING_MEASURED : LAMINA_TIMING_END_TO_END;
      guint32 run = lamina_builder_add_run (builder, i == 0 ? "one" : "two", LAMINA_AXIS_NANOSECONDS, timing);
      guint32 clock = lamina_builder_add_clock (builder, run, "host");
      guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "Host", LAMINA_GROUP_HOST);
      guint32 track = lamina_builder_add_track (builder, run, group, "thread", clock);
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.track = track;
      for (guint section = 0; section < i * 3; section++)
        lamina_builder_add_section (builder, run, section == 0 ? "first" : "next");
      lamina_builder_add_layer (builder, run, &layer);
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

/* The lists and the badge follow the session, and the session follows the lists. */
static void
test_choosers (Files        *files,
               gconstpointer data)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  GtkDropDown *runs = GTK_DROP_DOWN (g_object_ref_sink (gtk_drop_down_new (NULL, NULL)));
  GtkDropDown *sections = GTK_DROP_DOWN (g_object_ref_sink (gtk_drop_down_new (NULL, NULL)));
  LaminaTimingBadge *badge = g_object_ref_sink (g_object_new (LAMINA_TYPE_TIMING_BADGE, NULL));

  lamina_session_set_run_index (session, 0);
  lamina_run_list_bind (runs, session);
  lamina_section_list_bind (sections, session);
  lamina_timing_badge_set_session (badge, session);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (runs)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (sections)));
  g_assert_cmpstr (lamina_timing_badge_get_word (badge), ==, "Measured");

  gtk_drop_down_set_selected (runs, 1);
  g_assert_cmpuint (lamina_session_get_run_index (session), ==, 1);
  g_assert_cmpstr (lamina_timing_badge_get_word (badge), ==, "Laid end to end");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (sections)));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (sections)), ==, 4);
  g_assert_cmpuint (lamina_session_get_section (session), ==, LAMINA_NONE);
  gtk_drop_down_set_selected (sections, 3);
  g_assert_cmpuint (lamina_session_get_section (session), ==, 2);
  lamina_session_set_section (session, 0);
  g_assert_cmpuint (gtk_drop_down_get_selected (sections), ==, 1);
  gtk_drop_down_set_selected (sections, 0);
  g_assert_cmpuint (lamina_session_get_section (session), ==, LAMINA_NONE);

  lamina_session_set_run_index (session, 0);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (sections)));
  g_assert_cmpuint (gtk_drop_down_get_selected (runs), ==, 0);
  lamina_run_list_bind (runs, NULL);
  lamina_section_list_bind (sections, NULL);
  g_object_unref (badge);
  g_object_unref (runs);
  g_object_unref (sections);
}

#define ADD(path, function) g_test_add (path, Files, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  ADD ("/frame/tabs", test_tabs);
  ADD ("/frame/view-actions", test_view_actions);
  ADD ("/frame/raise", test_raise);
  ADD ("/frame/same-names", test_same_names);
  ADD ("/frame/attention", test_attention);
  ADD ("/frame/close", test_close);
  ADD ("/frame/new-window", test_new_window);
  ADD ("/frame/recent", test_recent);
  ADD ("/frame/samples", test_samples);
  ADD ("/frame/pages", test_pages);
  ADD ("/frame/pages-later", test_pages_later);
  ADD ("/frame/narrow", test_narrow);
  ADD ("/frame/panes", test_panes);
  ADD ("/frame/window-size", test_window_size);
  ADD ("/frame/reload", test_reload);
  ADD ("/frame/changed", test_changed);
  ADD ("/frame/damaged", test_damaged);
  ADD ("/frame/open-as", test_open_as);
  ADD ("/frame/choosers", test_choosers);
  return g_test_run ();
}
