/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page.h"
#include "lamina-session-search.h"
#include "lamina-table-cell.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>
#include <string.h>

/* The flame graph, and who calls whom. */

static gboolean
has_tree (gpointer user_data)
{
  return lamina_flame_canvas_get_tree (user_data, LAMINA_SANDWICH_CALLEES) != NULL;
}

typedef struct
{
  LaminaFlameCanvas *canvas;
  LaminaFlameBy by;
} Wanted;

static gboolean
is_by (gpointer user_data)
{
  Wanted *wanted = user_data;
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (wanted->canvas, LAMINA_SANDWICH_CALLEES);

  return tree && lamina_flame_tree_get_options (tree)->by == wanted->by;
}

static LaminaFlameCanvas *
show_flame (LaminaWindow *window)
{
  GtkWidget *page;
  LaminaFlameCanvas *canvas;

  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("flame"));
  page = lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_FLAME_PAGE);
  canvas = LAMINA_FLAME_CANVAS (gtk_widget_get_template_child (page, LAMINA_TYPE_FLAME_PAGE, "canvas"));
  lamina_ui_test_wait (has_tree, canvas);
  lamina_ui_test_settle (page);
  return canvas;
}

static int
get_row_height (LaminaFlameCanvas *canvas)
{
  guint n;

  return lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (canvas)), &n)[0].height + 1;
}

static void
test_select (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaFlameCanvas *canvas = show_flame (window);
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (canvas, LAMINA_SANDWICH_CALLEES);
  guint n, n_below;

  g_assert_cmpint (lamina_flame_tree_get_nodes (tree)->total[0], ==,
                   lamina_run_get_totals (lamina_session_get_run (session))->cost);
  /* The second row, at its left: the heaviest node. All that is below it is selected. */
  g_assert_cmpint (get_row_height (canvas), >, LAMINA_FLAME_ROW_HEIGHT);
  lamina_ui_test_click (GTK_WIDGET (canvas), 1, 20, get_row_height (canvas) + 5);
  g_assert_cmpuint (lamina_flame_canvas_get_node (canvas, NULL), ==, 1);
  lamina_session_get_selected_layers (session, &n);
  lamina_flame_tree_get_layers (tree, 1, NULL, &n_below);
  g_assert_cmpuint (n, ==, n_below);
  g_assert_cmpuint (n, >, 1);
  /* What is selected elsewhere is not where the keys go on from. */
  lamina_session_select_layer (session, 0);
  g_assert_cmpuint (lamina_flame_canvas_get_node (canvas, NULL), ==, LAMINA_NONE);
  lamina_ui_test_settle (GTK_WIDGET (canvas));
  lamina_ui_test_close (window);
}

static void
test_zoom (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaFlameCanvas *canvas = show_flame (window);
  GtkWidget *widget = GTK_WIDGET (canvas);

  lamina_ui_test_click (widget, 2, 20, get_row_height (canvas) + 5);
  g_assert_cmpuint (lamina_flame_canvas_get_root (canvas), ==, 1);
  lamina_ui_test_settle (widget);
  lamina_ui_test_press (widget, GDK_KEY_Down);
  g_assert_cmpuint (lamina_flame_tree_get_nodes (lamina_flame_canvas_get_tree (canvas, LAMINA_SANDWICH_CALLEES))
                      ->parent[lamina_flame_canvas_get_node (canvas, NULL)], ==, 1);
  lamina_ui_test_press (widget, GDK_KEY_f);
  g_assert_cmpuint (lamina_flame_canvas_get_root (canvas), ==, lamina_flame_canvas_get_node (canvas, NULL));
  lamina_ui_test_press (widget, GDK_KEY_BackSpace);
  g_assert_cmpuint (lamina_flame_canvas_get_root (canvas), ==, 1);
  lamina_ui_test_press (widget, GDK_KEY_Escape);
  g_assert_cmpuint (lamina_flame_canvas_get_root (canvas), ==, 0);
  g_assert_true (lamina_session_has_selection (session));
  lamina_ui_test_press (widget, GDK_KEY_Escape);
  g_assert_false (lamina_session_has_selection (session));
  lamina_ui_test_close (window);
}

/* What is looked at is found again by its path when the file is read again. */
static void
test_zoom_reload (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaFlameCanvas *canvas = show_flame (window);

  lamina_ui_test_click (GTK_WIDGET (canvas), 2, 20, get_row_height (canvas) + 5);
  g_assert_cmpuint (lamina_flame_canvas_get_root (canvas), ==, 1);
  lamina_ui_test_activate (window, "win.reload", NULL);
  g_assert_null (lamina_flame_canvas_get_tree (canvas, LAMINA_SANDWICH_CALLEES));
  lamina_ui_test_wait (has_tree, canvas);
  g_assert_cmpuint (lamina_flame_canvas_get_root (canvas), ==, 1);
  lamina_ui_test_close (window);
}

static void
test_ways (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaFlameCanvas *canvas = show_flame (window);
  g_autofree char *tooltip = NULL;

  for (LaminaFlameBy by = 0; by < LAMINA_N_FLAME_BY; by++)
    {
      Wanted wanted = { canvas, by };

      lamina_ui_test_activate (window, "view.flame-by", g_variant_new_string (lamina_flame_by_get_name (by)));
      lamina_ui_test_wait (is_by, &wanted);
      lamina_ui_test_settle (GTK_WIDGET (window));
    }
  lamina_ui_test_activate (window, "view.flame-weight", g_variant_new_string ("flop"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  tooltip = lamina_ui_test_dup_tooltip (GTK_WIDGET (canvas), 20, 5);
  g_assert_nonnull (tooltip);
  lamina_ui_test_close (window);
}

static gboolean
has_sandwich (gpointer user_data)
{
  return lamina_flame_canvas_get_tree (user_data, LAMINA_SANDWICH_CALLERS) != NULL;
}

typedef struct
{
  LaminaSandwichPane *pane;
  const char *name;
} WantedName;

/* The name is in the middle once both halves are of it. */
static gboolean
is_in_the_middle (gpointer user_data)
{
  WantedName *wanted = user_data;
  LaminaFlameTree *half = lamina_flame_canvas_get_tree (lamina_sandwich_pane_get_canvas (wanted->pane),
                                                           LAMINA_SANDWICH_CALLEES);

  return half && strcmp (lamina_flame_tree_get_nodes (half)->name[0], wanted->name) == 0;
}

static LaminaSandwichPane *
get_sandwich (LaminaWindow *window)
{
  return LAMINA_SANDWICH_PANE (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_SANDWICH_PANE));
}

/* The run that counts nodes, whatever else lies beside the file. */
static void
show_nodes (LaminaSession *session)
{
  LaminaDocument *document = lamina_session_get_document (session);

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (strcmp (lamina_run_get_title (lamina_document_get_run (document, i)), "nodes") == 0)
      lamina_session_set_run_index (session, i);
}

static LaminaWindow *
open_file (const char *name)
{
  LaminaWindow *window = lamina_ui_test_open_shown (name);

  show_nodes (lamina_ui_test_get_session (window));
  return window;
}

/* From the timeline: the name of what is selected there is in the middle, and the page is shown. */
static void
test_callers_of_selection (void)
{
  LaminaWindow *window = open_file ("data/samples/lenet-tensorflow.txt");
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  guint32 layer = lamina_run_get_layers (run)->n / 2;
  const char *name = lamina_run_get_string (run, lamina_run_get_layers (run)->name[layer]);
  WantedName wanted = { NULL, name };

  lamina_session_select_layer (session, layer);
  lamina_ui_test_activate (window, "view.callers", NULL);
  wanted.pane = get_sandwich (window);
  lamina_ui_test_wait (is_in_the_middle, &wanted);
  g_assert_cmpstr (lamina_sandwich_pane_get_name (wanted.pane), ==, name);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (wanted.pane)));
  lamina_ui_test_close (window);
}

static gboolean
can_show_callers (LaminaWindow *window)
{
  return g_action_group_get_action_enabled (
    G_ACTION_GROUP (lamina_document_view_get_actions (lamina_tab_get_view (lamina_window_get_tab (window)))), "callers");
}

/* A file of these events, at a path that the caller removes. */
static LaminaWindow *
open_events (const char  *events,
             char       **path)
{
  g_autofree char *text = g_strdup_printf ("{\"traceEvents\":[%s]}", events);
  g_autoptr (GError) error = NULL;
  int file = g_file_open_tmp ("lamina-ui-XXXXXX.json", path, &error);
  LaminaWindow *window;

  g_assert_no_error (error);
  g_close (file, NULL);
  g_file_set_contents (*path, text, -1, &error);
  g_assert_no_error (error);
  window = lamina_ui_test_open (*path);
  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  return window;
}

/* Where counters are all that a file has, nobody calls anybody. */
static void
test_no_callers (void)
{
  g_autofree char *path = NULL;
  LaminaWindow *window = open_events ("{\"ph\":\"C\",\"name\":\"memory\",\"pid\":1,\"tid\":1,\"ts\":1,\"args\":{\"bytes\":1}},"
                                      "{\"ph\":\"C\",\"name\":\"memory\",\"pid\":1,\"tid\":1,\"ts\":9,\"args\":{\"bytes\":2}}",
                                      &path);

  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_false (can_show_callers (window));
  lamina_ui_test_close (window);
  g_unlink (path);
  window = open_file ("data/samples/lenet-tensorflow.txt");
  g_assert_true (can_show_callers (window));
  lamina_ui_test_close (window);
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

/* Keys and mouse: up to what calls it, Return makes that the middle; a row of the table does the same. */
static void
test_sandwich (void)
{
  LaminaWindow *window = open_file ("data/samples/lenet-tensorflow.txt");
  GtkColumnView *view;
  LaminaSession *session = lamina_ui_test_get_session (window);
  WantedName wanted = { NULL, "conv1/biases" };
  LaminaFlameCanvas *canvas;
  LaminaSandwichHalf half;
  g_autofree char *tooltip = NULL;
  g_autofree char *row = NULL;
  guint n;

  /* Whoever asks for it on another page is led to it, also when it was chosen before. */
  for (guint i = 0; i < 2; i++)
    {
      lamina_ui_test_activate (window, "view.page", g_variant_new_string ("trace"));
      lamina_ui_test_activate (window, "view.flame-view", g_variant_new_string ("sandwich"));
      lamina_ui_test_wait (is_mapped, get_sandwich (window));
    }
  wanted.pane = get_sandwich (window);
  canvas = lamina_sandwich_pane_get_canvas (wanted.pane);
  lamina_ui_test_wait (has_sandwich, canvas);
  lamina_sandwich_pane_show_selection (wanted.pane, g_strdup (wanted.name), FALSE);
  lamina_ui_test_wait (is_in_the_middle, &wanted);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Home);
  lamina_session_get_selected_layers (session, &n);
  g_assert_cmpuint (n, ==, 4);
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Down);
  g_assert_cmpuint (lamina_flame_canvas_get_node (canvas, &half), ==, 1);
  g_assert_cmpint (half, ==, LAMINA_SANDWICH_CALLEES);
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Right);
  g_assert_cmpuint (lamina_flame_canvas_get_node (canvas, &half), ==, 2);
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Up);
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Up);
  g_assert_cmpuint (lamina_flame_canvas_get_node (canvas, &half), ==, 1);
  g_assert_cmpint (half, ==, LAMINA_SANDWICH_CALLERS);
  tooltip = lamina_ui_test_dup_tooltip (GTK_WIDGET (canvas), 200, 5);
  g_assert_nonnull (strstr (tooltip, "<b>conv1</b>"));
  wanted.name = "conv1";
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Return);
  lamina_ui_test_wait (is_in_the_middle, &wanted);
  view = GTK_COLUMN_VIEW (lamina_ui_test_find (GTK_WIDGET (wanted.pane), GTK_TYPE_COLUMN_VIEW));
  row = g_strdup (lamina_table_cell_get_text (LAMINA_TABLE_CELL (lamina_ui_test_find (GTK_WIDGET (view),
                                                                                      LAMINA_TYPE_TABLE_CELL))));
  wanted.name = row;
  gtk_selection_model_select_item (gtk_column_view_get_model (view), 0, TRUE);
  lamina_ui_test_wait (is_in_the_middle, &wanted);
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Escape);
  lamina_ui_test_activate (window, "view.flame-view", g_variant_new_string ("graph"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (canvas)));
  lamina_ui_test_close (window);
}

static gboolean
has_found (gpointer user_data)
{
  return lamina_session_search_get_result (user_data) && !lamina_session_search_is_busy (user_data);
}

/* What is searched for stands out in both, and next and previous go through the nodes. */
static void
test_search (void)
{
  LaminaWindow *window = open_file ("data/samples/lenet-tensorflow.txt");
  LaminaSessionSearch *search = lamina_session_get_search (lamina_ui_test_get_session (window));
  LaminaFlameCanvas *canvas = show_flame (window);
  LaminaFlameCanvas *sandwich = lamina_sandwich_pane_get_canvas (get_sandwich (window));
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (canvas, LAMINA_SANDWICH_CALLEES);
  LaminaSandwichHalf half;
  guint32 first;

  lamina_ui_test_activate (window, "view.find", NULL);
  lamina_session_search_set_text (search, "Momentum");
  lamina_ui_test_wait (has_found, search);
  lamina_ui_test_activate (window, "view.find-next", NULL);
  first = lamina_flame_canvas_get_node (canvas, NULL);
  g_assert_nonnull (strstr (lamina_flame_tree_get_nodes (tree)->name[first], "Momentum"));
  lamina_ui_test_activate (window, "view.find-next", NULL);
  g_assert_cmpuint (lamina_flame_canvas_get_node (canvas, NULL), >, first);
  lamina_ui_test_activate (window, "view.find-previous", NULL);
  g_assert_cmpuint (lamina_flame_canvas_get_node (canvas, NULL), ==, first);
  lamina_ui_test_activate (window, "view.callers", NULL);
  lamina_ui_test_wait (has_sandwich, sandwich);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_activate (window, "view.find-next", NULL);
  g_assert_cmpuint (lamina_flame_canvas_get_node (sandwich, &half), !=, LAMINA_NONE);
  lamina_ui_test_close (window);
}

/* Operators, each of another name. */
static char *
dup_operators (guint n)
{
  GString *events = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (events, "%s{\"ph\":\"X\",\"name\":\"operator %u\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":5}",
                            i > 0 ? "," : "", i, 10 * i);
  return g_string_free (events, FALSE);
}

typedef struct
{
  LaminaFlameCanvas *canvas;
  const char *name;
} WantedNode;

static gboolean
has_node (gpointer user_data)
{
  WantedNode *wanted = user_data;
  guint32 node = lamina_flame_canvas_get_node (wanted->canvas, NULL);
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (wanted->canvas, LAMINA_SANDWICH_CALLEES);

  return node != LAMINA_NONE && strcmp (lamina_flame_tree_get_nodes (tree)->name[node], wanted->name) == 0;
}

/*
 * Of so many that a thread searches them. What was typed last is what counts, and Enter before it is found goes there all
 * the same.
 */
static void
test_search_many (void)
{
  g_autofree char *path = NULL;
  g_autofree char *operators = dup_operators (2000);
  LaminaWindow *window = open_events (operators, &path);
  LaminaSessionSearch *search;
  LaminaFlameMarks *marks;
  WantedNode wanted = { NULL, "operator 1987" };
  GtkLabel *summary;
  gint64 weight;

  lamina_ui_test_wait (lamina_ui_test_has_range, window);
  search = lamina_session_get_search (lamina_ui_test_get_session (window));
  wanted.canvas = show_flame (window);
  marks = lamina_flame_canvas_get_marks (wanted.canvas);
  summary = GTK_LABEL (gtk_widget_get_template_child (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_FLAME_PAGE),
                                                      LAMINA_TYPE_FLAME_PAGE, "summary"));
  g_assert_null (lamina_flame_marks_get (marks, 0));
  lamina_session_search_set_text (search, "operator");
  g_assert_true (lamina_flame_marks_is_searching (marks));
  g_assert_cmpstr (gtk_label_get_text (summary), ==, "Searching…");
  lamina_session_search_set_text (search, "OPERATOR 1987");
  lamina_ui_test_activate (window, "view.find-next", NULL);
  lamina_ui_test_wait (has_node, &wanted);
  g_assert_false (lamina_flame_marks_is_searching (marks));
  g_assert_cmpuint (lamina_flame_marks_get_found (marks, 0, &weight), ==, 1);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (summary), "1 match · "));
  /* All stands back from what is not there, and nothing does from nothing. */
  lamina_session_search_set_text (search, "");
  lamina_session_select_layer (lamina_ui_test_get_session (window), LAMINA_NONE);
  g_assert_null (lamina_flame_marks_get (marks, 0));
  lamina_ui_test_close (window);
  g_unlink (path);
}

int
main (int   argc,
      char *argv[])
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;

  g_test_add_func ("/pages-flame/select", test_select);
  g_test_add_func ("/pages-flame/zoom", test_zoom);
  g_test_add_func ("/pages-flame/zoom-reload", test_zoom_reload);
  g_test_add_func ("/pages-flame/ways", test_ways);
  g_test_add_func ("/pages-flame/callers-of-selection", test_callers_of_selection);
  g_test_add_func ("/pages-flame/no-callers", test_no_callers);
  g_test_add_func ("/pages-flame/sandwich", test_sandwich);
  g_test_add_func ("/pages-flame/search", test_search);
  g_test_add_func ("/pages-flame/search-many", test_search_many);

  return g_test_run ();
}
