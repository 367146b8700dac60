/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "frame-fixture.h"
#include "lamina-application.h"
#include "lamina-banner.h"
#include "lamina-compare-page.h"
#include "lamina-session-rulers.h"
#include "lamina-session-search.h"
#include "lamina-settings.h"
#include "lamina-table.h"

/* Files that change, are damaged, or are opened as another format. */

/* What somebody wrote and measured is still there. */
static void
test_reload_rulers (FrameFiles    *files,
                    gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab = frame_open_tab (window, files->one);
  LaminaSession *session = lamina_tab_get_session (tab);
  LaminaRange bounds;
  g_autoptr (GPtrArray) rulers = NULL;
  const LaminaSessionRuler *ruler, *note;

  lamina_session_get_bounds (session, &bounds);
  lamina_session_show_all (session);
  lamina_session_set_marked_range (session, bounds.start + 500000, bounds.start + 700000);
  lamina_session_rulers_add (lamina_session_get_rulers (session), bounds.start + 1000000, bounds.start + 2000000, TRUE);
  lamina_session_rulers_add_note (lamina_session_get_rulers (session), bounds.start + 1500000, "why?");
  lamina_ui_test_activate (window, "win.reload", NULL);
  lamina_ui_test_wait (frame_is_loaded, tab);
  session = lamina_tab_get_session (tab);
  rulers = lamina_session_rulers_list (lamina_session_get_rulers (session));
  g_assert_cmpuint (rulers->len, ==, 2);
  ruler = g_ptr_array_index (rulers, 0);
  note = g_ptr_array_index (rulers, 1);
  g_assert_cmpint (ruler->place.start, ==, bounds.start + 1000000);
  g_assert_cmpint (ruler->place.end, ==, bounds.start + 2000000);
  g_assert_null (ruler->text);
  g_assert_cmpint (note->place.start, ==, bounds.start + 1500000);
  g_assert_cmpint (note->place.end, ==, bounds.start + 1500000);
  g_assert_cmpstr (note->text, ==, "why?");
  g_assert_cmpint (lamina_session_get_marked_range (session)->start, ==, bounds.start + 500000);
  g_assert_cmpint (lamina_session_get_marked_range (session)->end, ==, bounds.start + 700000);
  g_assert_cmpint (lamina_session_get_range (session)->end, ==, bounds.end);
  lamina_ui_test_close (window);
}

/* The table stays sorted as it was, and what was searched for is searched for again. */
static void
test_reload_order (FrameFiles    *files,
                   gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab = frame_open_tab (window, files->one);
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));
  LaminaSessionSearch *search = lamina_session_get_search (lamina_tab_get_session (tab));
  g_autoptr (GtkColumnViewColumn) second = g_list_model_get_item (gtk_column_view_get_columns (view), 1);
  int first = -1, before = -1, after = -1;
  gboolean descending;

  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_table_get_sort (lamina_table_get (view), &first, &descending);
  gtk_column_view_sort_by_column (view, second, GTK_SORT_DESCENDING);
  lamina_table_get_sort (lamina_table_get (view), &before, &descending);
  g_assert_cmpint (before, !=, first);
  lamina_session_search_set_text (search, "conv");
  lamina_ui_test_activate (window, "win.reload", NULL);
  lamina_ui_test_wait (frame_is_loaded, tab);
  lamina_table_get_sort (lamina_table_get (view), &after, &descending);
  g_assert_cmpint (after, ==, before);
  g_assert_true (descending);
  search = lamina_session_get_search (lamina_tab_get_session (tab));
  g_assert_cmpstr (lamina_session_search_get_text (search), ==, "conv");
  lamina_ui_test_activate (window, "view.reset-layer-columns", NULL);
  lamina_table_get_sort (lamina_table_get (view), &after, &descending);
  g_assert_cmpint (after, ==, first);
  lamina_ui_test_close (window);
}

/* A reload shows what has changed in the file, and all the rest as it was. */
static void
test_reload (FrameFiles    *files,
             gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab = frame_open_tab (window, files->one);
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
  lamina_ui_test_wait (frame_is_loaded, tab);
  session = lamina_tab_get_session (tab);
  g_assert_nonnull (session);
  g_assert_false (lamina_session_get_aligned (session));
  g_assert_cmpstr (lamina_session_get_filter (session), ==, "conv");
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, layer);
  g_assert_cmpint (lamina_session_get_range (session)->start, ==, range.start);
  g_assert_cmpint (lamina_session_get_range (session)->end, ==, range.end);
  lamina_ui_test_close (window);
}

/* What a banner says; NULL while it is not shown. */
static const char *
get_text (GtkWidget *banner)
{
  GObject *revealer = gtk_widget_get_template_child (banner, LAMINA_TYPE_BANNER, "revealer");
  GObject *text = gtk_widget_get_template_child (banner, LAMINA_TYPE_BANNER, "text");

  return gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)) ? gtk_label_get_text (GTK_LABEL (text)) : NULL;
}

static GtkWidget *
find_shown_banner (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (LAMINA_IS_BANNER (widget))
    return get_text (widget) ? widget : NULL;
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
set_live (gboolean is_live)
{
  g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_LIVE_RELOAD, is_live);
}

/* Who does not want it reloaded by itself is told, and reloads it. */
static void
test_changed (FrameFiles    *files,
              gconstpointer  data)
{
  LaminaWindow *window;
  LaminaTab *tab;
  GtkWidget *banner;
  g_autoptr (GFileOutputStream) stream = NULL;

  set_live (FALSE);
  window = frame_open_window ();
  tab = frame_open_tab (window, files->one);
  g_assert_false (has_banner (tab));
  stream = g_file_append_to (files->one, G_FILE_CREATE_NONE, NULL, NULL);
  g_assert_true (g_output_stream_write_all (G_OUTPUT_STREAM (stream), "\n", 1, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, NULL));
  lamina_ui_test_wait (has_banner, tab);
  banner = find_shown_banner (GTK_WIDGET (tab));
  g_assert_nonnull (strstr (get_text (banner), "one.json"));
  gtk_widget_activate_action (banner, "tab.reload", NULL);
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_nonnull (lamina_tab_get_session (tab));
  g_assert_false (has_banner (tab));
  set_live (TRUE);
  lamina_ui_test_close (window);
}

/* A trace of two slices, of which the second takes so long. */
static char *
dup_trace (guint usec)
{
  return g_strdup_printf ("{\"traceEvents\": [\n"
                          "{\"ph\": \"X\", \"name\": \"alpha\", \"pid\": 1, \"tid\": 1, \"ts\": 0, \"dur\": 1000},\n"
                          "{\"ph\": \"X\", \"name\": \"beta\", \"pid\": 1, \"tid\": 1, \"ts\": 1000, \"dur\": %u}\n]}\n",
                          usec);
}

/* Another file in its place, as most programs write. */
static void
replace (GFile      *file,
         const char *text)
{
  g_autofree char *path = g_file_get_path (file);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* The same file with another content, as torch.save() and shells write. */
static void
overwrite (GFile      *file,
           const char *text,
           gsize       length)
{
  g_autofree char *path = g_file_get_path (file);
  FILE *stream = fopen (path, "w");

  g_assert_nonnull (stream);
  g_assert_cmpuint (fwrite (text, 1, length, stream), ==, length);
  g_assert_cmpint (fclose (stream), ==, 0);
}

static gint64
get_length (LaminaTab *tab)
{
  LaminaRange bounds;

  lamina_session_get_bounds (lamina_tab_get_session (tab), &bounds);
  return bounds.end - bounds.start;
}

static gboolean
has_renewed (gpointer tab)
{
  return get_length (tab) == 4000000 && has_banner (tab);
}

static LaminaTab *
open_trace (FrameFiles   *files,
            LaminaWindow *window)
{
  g_autofree char *text = dup_trace (2000);

  replace (files->one, text);
  return frame_open_tab (window, files->one);
}

/* What somebody else writes is shown by itself, where it was being looked at, and says what has changed. */
static void
test_live (FrameFiles    *files,
           gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab = open_trace (files, window);
  LaminaSession *before = lamina_tab_get_session (tab), *session;
  GListModel *documents = G_LIST_MODEL (lamina_application_get_documents (LAMINA_APPLICATION (lamina_ui_test_get_application ())));
  guint n = g_list_model_get_n_items (documents);
  g_autofree char *text = dup_trace (3000);
  GtkWidget *banner;

  g_assert_cmpint (get_length (tab), ==, 3000000);
  lamina_session_select_layer (before, 1);
  lamina_session_set_range (before, 500000, 1500000);
  adw_view_stack_set_visible_child_name (lamina_document_view_get_stack (lamina_tab_get_view (tab)), "flame");
  replace (files->one, text);
  lamina_ui_test_wait (has_renewed, tab);
  session = lamina_tab_get_session (tab);
  g_assert_true (session != before);
  g_assert_nonnull (lamina_run_get_attached (lamina_session_get_run (session), g_quark_from_string ("lamina-flow-index")));
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, 1);
  g_assert_cmpint (lamina_session_get_range (session)->start, ==, 500000);
  g_assert_cmpint (lamina_session_get_range (session)->end, ==, 1500000);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (lamina_document_view_get_stack (lamina_tab_get_view (tab))), ==,
                   "flame");
  g_assert_cmpuint (g_list_model_get_n_items (documents), ==, n);
  banner = find_shown_banner (GTK_WIDGET (tab));
  g_assert_cmpstr (get_text (banner), ==,
                   "“one.json” was reloaded. Sum of the layers: 4.00\u00a0ms, 3.00\u00a0ms before: +1.00\u00a0ms "
                   "(+33.3\u00a0%). Changed most: beta, +1.00\u00a0ms.");

  gtk_widget_activate_action (banner, "tab.compare-before", NULL);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (lamina_document_view_get_stack (lamina_tab_get_view (tab))), ==,
                   "compare");
  g_assert_cmpuint (g_list_model_get_n_items (documents), ==, n + 1);
  lamina_tab_reload (tab);
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpuint (g_list_model_get_n_items (documents), ==, n);
  lamina_ui_test_close (window);
}

static gboolean
has_kept (gpointer tab)
{
  GtkWidget *banner = find_shown_banner (tab);

  return !lamina_tab_is_loading (tab) && banner && strstr (get_text (banner), "shown as it was before");
}

/* Neither half of a file nor what is none takes the place of what is shown; when it is whole again, it does. */
static void
test_live_broken (FrameFiles    *files,
                  gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab = open_trace (files, window);
  LaminaSession *before = lamina_tab_get_session (tab);
  g_autofree char *text = dup_trace (3000);

  overwrite (files->one, text, strlen (text) - 20);
  lamina_ui_test_wait (has_kept, tab);
  g_assert_true (lamina_tab_get_session (tab) == before);
  g_assert_nonnull (strstr (get_text (find_shown_banner (GTK_WIDGET (tab))), "The file is cut off after "));
  gtk_widget_activate_action (find_shown_banner (GTK_WIDGET (tab)), "banner.close", NULL);
  replace (files->one, "nothing that anybody knows");
  lamina_ui_test_wait (has_kept, tab);
  g_assert_true (lamina_tab_get_session (tab) == before);
  g_assert_cmpint (get_length (tab), ==, 3000000);
  overwrite (files->one, text, strlen (text));
  lamina_ui_test_wait (has_renewed, tab);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "document");
  lamina_ui_test_close (window);
}

static gboolean
has_problem (gpointer window)
{
  GtkLabel *problem = lamina_ui_test_child (lamina_ui_test_get_table (window), "problem");

  return gtk_widget_get_visible (GTK_WIDGET (problem)) && strstr (gtk_label_get_text (problem), "changed");
}

static gboolean
has_no_problem (gpointer window)
{
  return !gtk_widget_get_visible (lamina_ui_test_child (lamina_ui_test_get_table (window), "problem"));
}

/* Attributes stand in the file: a filter by one that was not read yet says that it is no longer the one that was opened. */
static void
test_changed_filter (FrameFiles    *files,
                     gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab = frame_open_tab (window, files->one);
  LaminaSession *session = lamina_tab_get_session (tab);
  g_autoptr (GFileOutputStream) stream = g_file_append_to (files->one, G_FILE_CREATE_NONE, NULL, NULL);

  set_live (FALSE);
  g_assert_true (g_output_stream_write_all (G_OUTPUT_STREAM (stream), "\n", 1, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, NULL));
  lamina_session_set_filter (session, "conv");
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (has_no_problem (window));
  lamina_session_set_filter (session, "@stride_h:2");
  lamina_ui_test_wait (has_problem, window);
  lamina_session_set_filter (session, "");
  lamina_ui_test_wait (has_no_problem, window);
  set_live (TRUE);
  lamina_ui_test_close (window);
}

/* What is cut off opens as far as it goes, and says so. */
static void
test_damaged (FrameFiles    *files,
              gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab;
  g_autofree char *path = g_file_get_path (files->one);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_file_set_contents (path, text, (gssize) length - 1000, NULL));
  tab = frame_open_tab (window, files->one);
  g_assert_nonnull (lamina_tab_get_session (tab));
  g_assert_true (has_banner (tab));
  lamina_session_select_layer (lamina_tab_get_session (tab), 1);
  gtk_widget_activate_action (find_shown_banner (GTK_WIDGET (tab)), "view.import-report", NULL);
  g_assert_false (lamina_session_has_selection (lamina_tab_get_session (tab)));
  g_assert_true (frame_is_inspector_visible (window));
  gtk_widget_activate_action (find_shown_banner (GTK_WIDGET (tab)), "banner.close", NULL);
  g_assert_false (has_banner (tab));
  lamina_ui_test_close (window);
}

static void
test_open_as (FrameFiles    *files,
              gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab;
  g_autofree char *path = g_file_get_path (files->one);
  g_autofree char *sample = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (sample, &text, NULL, NULL));
  g_assert_true (g_file_set_contents (path, "nothing that anybody knows", -1, NULL));
  g_assert_false (frame_is_enabled (window, "open-as"));
  tab = frame_open_tab (window, files->one);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "failed");
  lamina_ui_test_activate (window, "win.open-as", g_variant_new_string ("no-such-format"));
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "failed");
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  gtk_widget_activate_action (GTK_WIDGET (tab), "tab.reload", NULL);
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "failed");
  lamina_ui_test_activate (window, "win.open-as", g_variant_new_string ("megengine"));
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpstr (lamina_tab_get_page_name (tab), ==, "document");
  lamina_ui_test_close (window);
}

/* The sample of PyTorch as one rank of two. */
static GFile *
write_rank (FrameFiles *files,
            guint       rank)
{
  g_autofree char *sample = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");
  g_autofree char *name = g_strdup_printf ("rank-%u.json", rank);
  g_autofree char *path = g_build_filename (files->folder, name, NULL);
  g_autofree char *stated = g_strdup_printf ("\"rank\": %u, \"world_size\"", rank);
  g_autofree char *contents = NULL;
  g_autoptr (GString) text = NULL;

  g_assert_true (g_file_get_contents (sample, &contents, NULL, NULL));
  text = g_string_new (contents);
  g_assert_cmpuint (g_string_replace (text, "\"rank\": 0, \"world_size\"", stated, 0), ==, 1);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  return g_file_new_for_path (path);
}

static guint
count_sources (LaminaTab *tab)
{
  return lamina_sources_get_n (lamina_document_get_sources (lamina_session_get_document (lamina_tab_get_session (tab))));
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

/* A snapshot of memory says which trace seems to be of the same run; joined, the layers of that say what they allocated. */
static void
test_companion (FrameFiles    *files,
                gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "memory-snapshot", "recorded.pickle.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab = frame_open_tab (window, file);
  GtkWidget *banner = find_shown_banner (GTK_WIDGET (tab));

  g_assert_cmpuint (count_sources (tab), ==, 1);
  g_assert_cmpstr (get_text (banner), ==,
                   "“recorded.pt.trace.json.gz”, which lies beside this file, seems to be of the same run.");
  g_signal_emit_by_name (find_button (banner, "_Join"), "clicked");
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpuint (count_sources (tab), ==, 2);
  g_assert_false (has_banner (tab));
  g_assert_false (frame_is_enabled (window, "join"));
}

/* One rank is opened alone, whichever way; the other is joined when somebody asks, and only then. */
static void
test_ranks (FrameFiles    *files,
            gconstpointer  data)
{
  g_autoptr (GFile) first = write_rank (files, 0);
  g_autoptr (GFile) second = write_rank (files, 1);
  g_autoptr (GFile) folder = g_file_new_for_path (files->folder);
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab = frame_open_tab (window, files->one);
  GtkWidget *banner, *button;

  g_assert_false (has_banner (tab));
  g_assert_false (frame_is_enabled (window, "join"));
  tab = frame_open_tab (window, first);
  g_assert_cmpuint (count_sources (tab), ==, 1);
  banner = find_shown_banner (GTK_WIDGET (tab));
  g_assert_nonnull (banner);
  g_assert_cmpstr (get_text (banner), ==, "Another rank of the same job lies beside this one.");
  g_assert_true (frame_is_enabled (window, "join"));

  /* Put away, it is no more in the way; the command is still there. */
  gtk_widget_activate_action (banner, "banner.close", NULL);
  g_assert_false (has_banner (tab));
  g_assert_true (frame_is_enabled (window, "join"));
  lamina_ui_test_activate (window, "win.reload", NULL);
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpuint (count_sources (tab), ==, 1);

  button = find_button (find_shown_banner (GTK_WIDGET (tab)), "_Join 2 Ranks");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpuint (count_sources (tab), ==, 2);
  g_assert_false (has_banner (tab));
  g_assert_false (frame_is_enabled (window, "join"));
  lamina_ui_test_activate (window, "win.reload", NULL);
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpuint (count_sources (tab), ==, 2);

  /* Who opens the other one, or the first anew, opens it alone; who opens the folder means both. */
  tab = frame_open_tab (window, second);
  g_assert_cmpuint (count_sources (tab), ==, 1);
  lamina_tab_open (tab, first);
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_cmpuint (count_sources (tab), ==, 1);
  g_assert_true (g_file_delete (files->one, NULL, NULL));
  g_assert_true (g_file_delete (files->two, NULL, NULL));
  tab = frame_open_tab (window, folder);
  g_assert_cmpuint (count_sources (tab), ==, 2);
  g_assert_false (has_banner (tab));
  lamina_ui_test_close (window);
  g_assert_true (g_file_delete (first, NULL, NULL));
  g_assert_true (g_file_delete (second, NULL, NULL));
}

/* In a sandbox what lies beside a file is not seen until its folder was opened. */
static void
test_sandbox (FrameFiles    *files,
              gconstpointer  data)
{
  g_autofree char *portal = g_build_filename (g_get_user_runtime_dir (), "doc", "5f3a", NULL);
  g_autofree char *path = g_build_filename (portal, "rank-0.json", NULL);
  g_autoptr (GFile) given = g_file_new_for_path (path);
  g_autoptr (GFile) first = write_rank (files, 0);
  g_autoptr (GFile) second = write_rank (files, 1);
  g_autoptr (GFile) folder = g_file_new_for_path (files->folder);
  LaminaWindow *window = frame_open_window ();
  LaminaTab *tab;
  GtkWidget *banner, *button;

  g_assert_cmpint (g_mkdir_with_parents (portal, 0700), ==, 0);
  g_assert_true (g_file_copy (first, given, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  tab = frame_open_tab (window, given);
  banner = find_shown_banner (GTK_WIDGET (tab));
  g_assert_cmpstr (get_text (banner), ==, "What lies beside this file, and may belong to it, can’t be seen from here.");
  button = find_button (banner, "Open _Folder…");
  g_assert_nonnull (button);
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), ==, "win.open-folder");

  lamina_window_open_folder (window, folder);
  lamina_ui_test_wait (frame_is_loaded, tab);
  g_assert_true (lamina_window_get_tab (window) == tab);
  g_assert_true (g_file_equal (lamina_tab_get_file (tab), first));
  g_assert_cmpstr (get_text (find_shown_banner (GTK_WIDGET (tab))), ==, "Another rank of the same job lies beside this one.");
  lamina_ui_test_close (window);
  g_assert_true (g_file_delete (first, NULL, NULL));
  g_assert_true (g_file_delete (second, NULL, NULL));
  g_assert_true (g_file_delete (given, NULL, NULL));
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *runtime = g_dir_make_tmp ("lamina-reload-XXXXXX", NULL);

  g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  FRAME_ADD ("/reload/rulers", test_reload_rulers);
  FRAME_ADD ("/reload/order", test_reload_order);
  FRAME_ADD ("/reload/keeps", test_reload);
  FRAME_ADD ("/reload/changed", test_changed);
  FRAME_ADD ("/reload/live", test_live);
  FRAME_ADD ("/reload/live-broken", test_live_broken);
  FRAME_ADD ("/reload/changed-filter", test_changed_filter);
  FRAME_ADD ("/reload/damaged", test_damaged);
  FRAME_ADD ("/reload/open-as", test_open_as);
  FRAME_ADD ("/reload/ranks", test_ranks);
  FRAME_ADD ("/reload/companion", test_companion);
  FRAME_ADD ("/reload/sandbox", test_sandbox);
  return g_test_run ();
}
