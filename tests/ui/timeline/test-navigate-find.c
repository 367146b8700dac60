/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-search.h"
#include "lamina-track-finder.h"
#include "navigate-fixture.h"

/* Selecting, copying and finding in the timeline, and its menu. */

/* Ctrl and click select several; a click on nothing selects nothing. */
static void
test_selection (Timeline      *self,
                gconstpointer  data)
{
  guint32 layer;
  guint n;

  timeline_click_nth (self, 0);
  layer = lamina_session_get_selection (self->session)->layer;
  g_assert_cmpuint (layer, !=, LAMINA_NONE);
  timeline_activate (self, "select-same-name");
  lamina_session_get_selected_layers (self->session, &n);
  g_assert_cmpuint (n, >, 1);
  g_assert_true (lamina_session_is_layer_selected (self->session, layer));
  lamina_ui_test_press (self->canvas, GDK_KEY_Escape);
  g_assert_false (lamina_session_has_selection (self->session));
  g_assert_false (timeline_is_enabled (self, "copy-name"));
}

static void
test_copy (Timeline      *self,
           gconstpointer  data)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *name = NULL;
  g_autofree char *details = NULL;
  guint32 layer;

  timeline_click_nth (self, 0);
  layer = lamina_session_get_selection (self->session)->layer;
  timeline_activate (self, "copy-name");
  name = lamina_ui_test_dup_copied (self->canvas);
  g_assert_cmpstr (name, ==, lamina_run_get_string (run, lamina_run_get_layers (run)->name[layer]));
  timeline_activate (self, "copy-details");
  details = lamina_ui_test_dup_copied (self->canvas);
  g_assert_true (g_str_has_prefix (details, name));
  g_assert_nonnull (strchr (details, '\n'));
  g_assert_null (strstr (details, "<b>"));
}

static const char *
get_count (Timeline *self)
{
  GtkWidget *bar = timeline_get_child (self, "search");

  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_template_child (bar, LAMINA_TYPE_SEARCH_BAR, "count")));
}

static void
hide_all (Timeline *self)
{
  for (guint i = 0; i < lamina_run_get_n_tracks (lamina_session_get_run (self->session)); i++)
    lamina_ui_test_toggle (self->session, LAMINA_TARGET_TRACK, i, LAMINA_ARRANGEMENT_HIDDEN);
}

/* The count is of all matches; F3 goes through them in time and around; Escape closes and forgets. */
static void
test_search (Timeline      *self,
             gconstpointer  data)
{
  LaminaSearchBar *bar = timeline_get_child (self, "search");
  LaminaSessionSearch *search = lamina_session_get_search (self->session);
  LaminaRange place;
  gint64 last;
  guint64 n;

  lamina_ui_test_press (self->canvas, GDK_KEY_slash);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (bar)));
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (GTK_WIDGET (bar), LAMINA_TYPE_SEARCH_BAR, "entry")),
                         "poolingforward");
  lamina_session_search_set_text (search, "poolingforward");
  n = lamina_search_get_n (lamina_session_search_get_result (search));
  g_assert_cmpuint (n, >, 1);
  g_assert_nonnull (strstr (get_count (self), "matches"));
  lamina_session_set_range (self->session, G_MININT64 / 4, G_MAXINT64 / 4);
  timeline_activate (self, "find-next");
  g_assert_true (g_str_has_prefix (get_count (self), "1 of "));
  lamina_session_get_slice_range (self->session, &lamina_session_get_selection (self->session)->slice, &place);
  last = place.start;
  for (guint64 i = 1; i < n; i++)
    {
      timeline_activate (self, "find-next");
      lamina_session_get_slice_range (self->session, &lamina_session_get_selection (self->session)->slice, &place);
      g_assert_cmpint (place.start, >=, last);
      last = place.start;
    }
  timeline_activate (self, "find-next");
  g_assert_true (g_str_has_prefix (get_count (self), "1 of "));
  timeline_activate (self, "find-previous");
  g_assert_cmpuint (lamina_session_search_get_ordinal (search), ==, n);
  hide_all (self);
  timeline_activate (self, "find-previous");
  g_assert_false (lamina_arrangement_is_hidden (lamina_session_get_arrangement (self->session),
                                                lamina_session_get_selection (self->session)->slice.track));
  lamina_session_search_set_text (search, "nothing is called so");
  g_assert_cmpstr (get_count (self), ==, "Nothing found");
  lamina_ui_test_settle (self->canvas);
  lamina_ui_test_press (self->canvas, GDK_KEY_Escape);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (bar)));
  g_assert_null (lamina_session_search_get_result (search));
}

/* A bar that is open takes over what another session looks for, as after a reload, and does not look for something else there. */
static void
test_other_session (Timeline      *self,
                    gconstpointer  data)
{
  LaminaSearchBar *bar = timeline_get_child (self, "search");
  GtkEditable *entry = lamina_ui_test_child (bar, "entry");
  g_autoptr (LaminaSession) other = lamina_session_new (lamina_session_get_document (self->session));
  LaminaSessionSearch *search = lamina_session_get_search (other);

  lamina_session_search_set_text (search, "convolution");
  lamina_ui_test_press (self->canvas, GDK_KEY_slash);
  gtk_editable_set_text (entry, "poolingforward");
  lamina_search_bar_set_session (bar, other);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "convolution");
  g_assert_cmpstr (lamina_session_search_get_text (search), ==, "convolution");
  lamina_search_bar_set_session (bar, self->session);
}

/* Columns that go while nothing is found, and come back with what is, have room again. */
static void
test_list_columns (Timeline      *self,
                   gconstpointer  data)
{
  LaminaSearchBar *bar = timeline_get_child (self, "search");
  GtkWidget *list = lamina_ui_test_child (bar, "list");
  GListModel *columns = gtk_column_view_get_columns (lamina_ui_test_child (list, "view"));
  const char *const texts[] = { "poolingforward", "nothing is called so", "poolingforward" };

  lamina_ui_test_press (self->canvas, GDK_KEY_slash);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      lamina_session_search_set_text (lamina_session_get_search (self->session), texts[i]);
      lamina_ui_test_settle (self->canvas);
    }
  lamina_ui_test_wait ((LaminaCondition) gtk_widget_get_mapped, list);
  lamina_ui_test_settle (self->canvas);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_visible (column))
        g_assert_cmpint (gtk_column_view_column_get_fixed_width (column), >, 20);
    }
}

static gboolean
is_wide (gpointer canvas)
{
  return gtk_widget_get_width (canvas) > 1500;
}

/* In a wide window there is more room for the names of what was found. */
static void
test_list_width (Timeline      *self,
                 gconstpointer  data)
{
  LaminaSearchBar *bar = timeline_get_child (self, "search");
  GtkWidget *list = lamina_ui_test_child (bar, "list");

  gtk_window_set_default_size (GTK_WINDOW (self->window), 2000, 800);
  lamina_ui_test_wait (is_wide, self->canvas);
  lamina_ui_test_press (self->canvas, GDK_KEY_slash);
  gtk_editable_set_text (lamina_ui_test_child (bar, "entry"), "poolingforward");
  lamina_ui_test_wait ((LaminaCondition) gtk_widget_get_mapped, list);
  lamina_ui_test_settle (self->canvas);
  g_assert_cmpint (gtk_widget_get_width (list), >=, 750);
  g_assert_cmpint (gtk_widget_get_width (list), <=, gtk_widget_get_width (self->canvas) / 2 + 1);
}

static void
find_track (Timeline *self,
            guint     track)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  GtkWidget *finder = NULL, *entry;

  timeline_activate (self, "find-track");
  for (GtkWidget *child = gtk_widget_get_first_child (self->canvas); child && !finder;
       child = gtk_widget_get_next_sibling (child))
    finder = LAMINA_IS_TRACK_FINDER (child) ? child : NULL;
  g_assert_nonnull (finder);
  entry = lamina_ui_test_find (finder, GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), lamina_track_get_info (lamina_run_get_track (run, track))->name);
  g_signal_emit_by_name (entry, "activate");
  lamina_ui_test_settle (self->canvas);
}

/* A track that is hidden with its group is shown for who looks for it. */
static void
test_find_track (Timeline      *self,
                 gconstpointer  data)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  guint group = lamina_track_get_info (lamina_run_get_track (run, 0))->group;

  find_track (self, 0);
  g_assert_true (gtk_widget_has_focus (self->canvas));
  lamina_ui_test_toggle (self->session, LAMINA_TARGET_GROUP, group, LAMINA_ARRANGEMENT_HIDDEN);
  g_assert_true (lamina_arrangement_is_hidden (lamina_session_get_arrangement (self->session), 0));
  find_track (self, 0);
  g_assert_false (lamina_arrangement_is_hidden (lamina_session_get_arrangement (self->session), 0));
}

/* Every item of the menu is an action that there is, or of the window. */
static void
check_menu (Timeline   *self,
            GMenuModel *menu,
            guint      *n)
{
  GActionGroup *actions = G_ACTION_GROUP (lamina_document_view_get_actions (self->view));

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *action = NULL;
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);

      if (section || submenu)
        check_menu (self, section ? section : submenu, n);
      else if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action))
        {
          (*n)++;
          if (g_str_has_prefix (action, "view."))
            g_assert_true (g_action_group_has_action (actions, action + 5));
        }
    }
}

static void
test_menu (Timeline      *self,
           gconstpointer  data)
{
  GtkWidget *menu = NULL;
  guint n = 0;

  timeline_click_nth (self, 0);
  timeline_activate (self, "context-menu");
  for (GtkWidget *child = gtk_widget_get_first_child (self->canvas); child && !menu;
       child = gtk_widget_get_next_sibling (child))
    menu = GTK_IS_POPOVER_MENU (child) ? child : NULL;
  g_assert_nonnull (menu);
  check_menu (self, gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu)), &n);
  g_assert_cmpuint (n, >, 12);
  gtk_popover_popdown (GTK_POPOVER (menu));
  lamina_ui_test_settle (self->canvas);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  TIMELINE_ADD ("/navigate/find/selection", test_selection);
  TIMELINE_ADD ("/navigate/find/copy", test_copy);
  TIMELINE_ADD ("/navigate/find/search", test_search);
  TIMELINE_ADD ("/navigate/find/other-session", test_other_session);
  TIMELINE_ADD ("/navigate/find/list-columns", test_list_columns);
  TIMELINE_ADD ("/navigate/find/list-width", test_list_width);
  TIMELINE_ADD ("/navigate/find/find-track", test_find_track);
  TIMELINE_ADD ("/navigate/find/menu", test_menu);
  return g_test_run ();
}
