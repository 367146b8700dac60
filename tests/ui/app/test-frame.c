/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "frame-fixture.h"
#include "lamina-application.h"

#include <glib/gstdio.h>

/* Windows and their tabs. */

static const char *const page_names[] = { "trace", "flame", "tensors", "charts", "compare" };

static AdwTabPage *
get_page (LaminaTab *tab)
{
  LaminaWindow *window = LAMINA_WINDOW (gtk_widget_get_root (GTK_WIDGET (tab)));

  return adw_tab_view_get_page (lamina_window_get_tab_view (window), GTK_WIDGET (tab));
}

static guint
count_windows (void)
{
  return g_list_length (gtk_application_get_windows (lamina_ui_test_get_application ()));
}

static void
test_tabs (FrameFiles    *files,
           gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *one, *two;
  g_autofree char *path = g_file_get_path (files->two);

  g_assert_false (frame_is_enabled (window, "next-tab"));
  one = frame_open_tab (window, files->one);
  g_assert_cmpint (frame_count_tabs (window), ==, 1);
  two = frame_open_tab (window, files->two);
  g_assert_cmpint (frame_count_tabs (window), ==, 2);
  g_assert_true (lamina_window_get_tab (window) == two);
  g_assert_cmpstr (adw_tab_page_get_title (get_page (two)), ==, "two.json");
  g_assert_cmpstr (adw_tab_page_get_tooltip (get_page (two)), ==, path);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "two.json – Lamina");

  lamina_ui_test_activate (window, "win.next-tab", NULL);
  g_assert_true (lamina_window_get_tab (window) == one);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "one.json – Lamina");
  lamina_ui_test_activate (window, "win.previous-tab", NULL);
  g_assert_true (lamina_window_get_tab (window) == two);
  g_assert_false (frame_is_enabled (window, "move-tab-right"));
  lamina_ui_test_activate (window, "win.move-tab-left", NULL);
  g_assert_true (adw_tab_view_get_nth_page (lamina_window_get_tab_view (window), 0) == get_page (two));
  g_assert_true (frame_is_enabled (window, "move-tab-right"));
  g_assert_false (frame_is_enabled (window, "move-tab-left"));
  lamina_ui_test_close (window);
}

/* The actions of a document are those of the one in front. */
static void
test_view_actions (FrameFiles    *files,
                   gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *one = frame_open_tab (window, files->one);
  LaminaTab *two = frame_open_tab (window, files->two);

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
test_raise (FrameFiles    *files,
            gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaWindow *other = frame_open_window ();
  LaminaTab *one = frame_open_tab (window, files->one);
  GFile *both[] = { files->two, files->one };

  frame_open_tab (window, files->two);
  g_assert_true (lamina_window_open (window, files->one) == one);
  g_assert_cmpint (frame_count_tabs (window), ==, 2);
  g_assert_true (lamina_window_get_tab (window) == one);
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  g_assert_true (lamina_window_open (other, files->one) == one);
  g_assert_true (lamina_window_is_empty (other));
  g_assert_true (lamina_window_get_tab (window) == one);

  g_application_open (G_APPLICATION (lamina_ui_test_get_application ()), both, G_N_ELEMENTS (both), "");
  g_assert_cmpint (frame_count_tabs (window) + frame_count_tabs (other), ==, 3);
  lamina_ui_test_close (other);
  lamina_ui_test_close (window);
}

/* Where two files have the same name, tabs name their folders, too. */
static void
test_same_names (FrameFiles    *files,
                 gconstpointer  data)
{
  g_autofree char *folder = g_build_filename (files->folder, "before", NULL);
  g_autoptr (GFile) twin = NULL;
  g_autofree char *name = g_path_get_basename (files->folder);
  g_autofree char *here = g_strdup_printf ("one.json – %s", name);
  LaminaWindow *window = frame_open_window ();
  LaminaTab *one = frame_open_tab (window, files->one);
  LaminaTab *two = frame_open_tab (window, files->two);
  LaminaTab *other;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  twin = frame_copy_sample (folder, "one.json");
  g_assert_cmpstr (adw_tab_page_get_title (get_page (one)), ==, "one.json");
  other = frame_open_tab (window, twin);
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

static gboolean
is_at_rest (gpointer tab)
{
  return !lamina_tab_is_loading (tab);
}

/* A tab in the background that is loaded looks like any other; one that could not be loaded calls for the user. */
static void
test_attention (FrameFiles    *files,
                gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *one = frame_open_tab (window, files->one);
  LaminaTab *two = lamina_window_open (window, files->two);
  g_autofree char *path = g_build_filename (files->folder, "three.json", NULL);
  g_autoptr (GFile) bad = g_file_new_for_path (path);
  LaminaTab *three;

  g_assert_false (adw_tab_page_get_needs_attention (get_page (one)));
  g_assert_true (adw_tab_page_get_loading (get_page (two)));
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  lamina_ui_test_wait (frame_is_loaded, two);
  g_assert_false (adw_tab_page_get_needs_attention (get_page (two)));
  g_assert_false (adw_tab_page_get_loading (get_page (two)));
  g_assert_true (g_file_set_contents (path, "nothing that anybody knows", -1, NULL));
  three = lamina_window_open (window, bad);
  lamina_ui_test_activate (window, "win.previous-tab", NULL);
  lamina_ui_test_wait (is_at_rest, three);
  g_assert_true (adw_tab_page_get_needs_attention (get_page (three)));
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  g_assert_false (adw_tab_page_get_needs_attention (get_page (three)));
  lamina_ui_test_close (window);
  g_file_delete (bad, NULL, NULL);
}

static gboolean
is_gone (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

/* The last file leaves an empty tab; closing that one closes the window. */
static void
test_close (FrameFiles    *files,
            gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  gpointer pointer = window;

  g_object_add_weak_pointer (G_OBJECT (window), &pointer);
  frame_open_tab (window, files->one);
  frame_open_tab (window, files->two);
  g_assert_false (frame_is_enabled (window, "reopen-tab"));
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  g_assert_cmpint (frame_count_tabs (window), ==, 1);
  g_assert_true (g_file_equal (lamina_tab_get_file (lamina_window_get_tab (window)), files->one));
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  g_assert_cmpint (frame_count_tabs (window), ==, 1);
  g_assert_true (lamina_window_is_empty (window));

  lamina_ui_test_activate (window, "win.reopen-tab", NULL);
  g_assert_true (g_file_equal (lamina_tab_get_file (lamina_window_get_tab (window)), files->one));
  lamina_ui_test_activate (window, "win.reopen-tab", NULL);
  g_assert_cmpint (frame_count_tabs (window), ==, 2);
  g_assert_false (frame_is_enabled (window, "reopen-tab"));
  lamina_ui_test_activate (window, "win.close-other-tabs", NULL);
  g_assert_cmpint (frame_count_tabs (window), ==, 1);
  g_assert_true (g_file_equal (lamina_tab_get_file (lamina_window_get_tab (window)), files->two));
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  lamina_ui_test_wait (is_gone, &pointer);
}

/* What is open is listed in the order in which it was opened, and no longer when its tab is closed. */
static void
test_documents (FrameFiles    *files,
                gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaApplication *application = LAMINA_APPLICATION (lamina_ui_test_get_application ());
  GListModel *documents = G_LIST_MODEL (lamina_application_get_documents (application));
  g_autofree char *name = g_file_get_basename (files->two);
  LaminaSession *first = lamina_tab_get_session (frame_open_tab (window, files->one));
  LaminaSession *second = lamina_tab_get_session (frame_open_tab (window, files->two));
  g_autoptr (LaminaSession) listed_first = g_list_model_get_item (documents, 0);
  g_autoptr (LaminaSession) listed_second = g_list_model_get_item (documents, 1);

  g_assert_cmpuint (g_list_model_get_n_items (documents), ==, 2);
  g_assert_true (listed_first == first && listed_second == second);
  g_assert_cmpstr (lamina_session_get_title (second), ==, name);
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (documents), ==, 1);
  lamina_ui_test_close (window);
  g_assert_cmpuint (g_list_model_get_n_items (documents), ==, 0);
}

/* A load ends with its tab, not the tab with its load. The main loop does not run meanwhile: nothing can end by itself. */
static void
test_close_loading (FrameFiles    *files,
                    gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  GListStore *documents = lamina_application_get_documents (LAMINA_APPLICATION (lamina_ui_test_get_application ()));
  g_autoptr (LaminaTab) one = g_object_ref (lamina_window_open (window, files->one));
  LaminaTab *two = g_object_ref_sink (lamina_tab_new (documents));
  gpointer pointer = two;

  g_assert_true (lamina_tab_is_loading (one));
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  g_assert_false (lamina_tab_is_loading (one));

  g_object_add_weak_pointer (G_OBJECT (two), &pointer);
  lamina_tab_open (two, files->two);
  g_object_unref (two);
  g_assert_null (pointer);
  lamina_ui_test_close (window);
}

static void
show_pages (LaminaWindow *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      lamina_ui_test_activate (window, "view.page", g_variant_new_string (page_names[i]));
      lamina_ui_test_settle (GTK_WIDGET (window));
    }
}

/* What was loaded goes with its tab, and so do the pages that showed it, although it was compared and links to it are on
 * show. */
static void
test_close_loaded (FrameFiles    *files,
                   gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  gpointer gone[G_N_ELEMENTS (page_names) + 2];
  AdwViewStack *stack;
  LaminaTab *tab;

  frame_open_tab (window, files->one);
  tab = frame_open_tab (window, files->two);
  lamina_session_select_layer (lamina_tab_get_session (tab), 0);
  lamina_ui_test_settle (GTK_WIDGET (window));
  show_pages (window);
  stack = lamina_document_view_get_stack (lamina_tab_get_view (tab));
  for (guint i = 0; i < G_N_ELEMENTS (page_names); i++)
    gone[i] = gtk_widget_get_first_child (adw_view_stack_get_child_by_name (stack, page_names[i]));
  gone[G_N_ELEMENTS (page_names)] = lamina_tab_get_session (tab);
  gone[G_N_ELEMENTS (page_names) + 1] = tab;
  for (guint i = 0; i < G_N_ELEMENTS (gone); i++)
    g_object_add_weak_pointer (gone[i], &gone[i]);
  lamina_ui_test_activate (window, "win.close-tab", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (gone); i++)
    lamina_ui_test_wait (is_gone, &gone[i]);
  lamina_ui_test_close (window);
}

/* Whichever widget of the bar it is that knows the menu of tabs. */
static GtkPopover *
pop_up_menu (GtkWidget *widget)
{
  GtkWidget *menu = NULL;

  if (gtk_widget_activate_action (widget, "menu.popup", NULL))
    menu = lamina_ui_test_find (widget, GTK_TYPE_POPOVER_MENU);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !menu; child = gtk_widget_get_next_sibling (child))
    menu = GTK_WIDGET (pop_up_menu (child));
  return (GtkPopover *) menu;
}

/* A window goes while the menu of a tab has just been closed, or is still open: libadwaita 1.2 tells the view of it later. */
static void
test_close_menu (FrameFiles    *files,
                 gconstpointer  data)
{
  for (guint is_open = 0; is_open < 2; is_open++)
    {
      LaminaWindow *window = frame_open_window ();
      GtkPopover *menu;

      frame_open_tab (window, files->one);
      frame_open_tab (window, files->two);
      lamina_ui_test_settle (GTK_WIDGET (window));
      menu = pop_up_menu (lamina_ui_test_find (GTK_WIDGET (window), ADW_TYPE_TAB_BAR));
      g_assert_true (gtk_widget_is_visible (GTK_WIDGET (menu)));
      if (!is_open)
        gtk_popover_popdown (menu);
      /* Whoever asks twice is content. */
      gtk_window_close (GTK_WINDOW (window));
      lamina_ui_test_close (window);
    }
}

static gboolean
is_alone (gpointer user_data)
{
  return count_windows () == 1;
}

/* A tab moves with all that it shows; the window that it leaves empty goes. */
static void
test_new_window (FrameFiles    *files,
                 gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *one = frame_open_tab (window, files->one);
  LaminaTab *two = frame_open_tab (window, files->two);
  LaminaSession *session = lamina_tab_get_session (two);
  LaminaWindow *other;

  /* As the menu of the tab does, which says that it has closed only when the tab is gone. */
  g_signal_emit_by_name (lamina_window_get_tab_view (window), "setup-menu", get_page (two));
  lamina_ui_test_activate (window, "win.move-tab-to-new-window", NULL);
  other = LAMINA_WINDOW (gtk_widget_get_root (GTK_WIDGET (two)));
  g_assert_true (other != window);
  g_assert_cmpint (frame_count_tabs (window), ==, 1);
  g_assert_true (lamina_window_get_tab (window) == one);
  g_assert_true (lamina_tab_get_session (lamina_window_get_tab (other)) == session);
  lamina_ui_test_activate (other, "view.aligned", NULL);
  g_assert_false (lamina_session_get_aligned (session));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (other)), ==, "two.json – Lamina");

  adw_tab_view_transfer_page (lamina_window_get_tab_view (other), get_page (two), lamina_window_get_tab_view (window),
                              0);
  lamina_ui_test_wait (is_alone, NULL);
  g_assert_cmpint (frame_count_tabs (window), ==, 2);
  lamina_ui_test_close (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  FRAME_ADD ("/frame/tabs", test_tabs);
  FRAME_ADD ("/frame/view-actions", test_view_actions);
  FRAME_ADD ("/frame/raise", test_raise);
  FRAME_ADD ("/frame/same-names", test_same_names);
  FRAME_ADD ("/frame/documents", test_documents);
  FRAME_ADD ("/frame/attention", test_attention);
  FRAME_ADD ("/frame/close", test_close);
  FRAME_ADD ("/frame/close/loading", test_close_loading);
  FRAME_ADD ("/frame/close/loaded", test_close_loaded);
  FRAME_ADD ("/frame/close/menu", test_close_menu);
  FRAME_ADD ("/frame/new-window", test_new_window);
  return g_test_run ();
}
