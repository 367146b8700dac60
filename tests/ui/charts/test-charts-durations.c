/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "charts-fixture.h"
#include "lamina-gradual-selection.h"

#include <string.h>

/* The chart of durations, which is about what is selected. */

static gboolean
is_about (gpointer user_data)
{
  LaminaChartData *data = charts_get_large (user_data);
  LaminaSession *session = lamina_ui_test_get_session (user_data);
  guint32 layer = lamina_session_get_selection (session)->layer;
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (session));

  return data && strstr (lamina_chart_data_get_title (data),
                         lamina_run_get_string (lamina_session_get_run (session), layers->name[layer]));
}

/* The place of a row may still move while the window is laid out. */
static gboolean
click_other_run (gpointer user_data)
{
  LaminaChartCanvas *canvas = charts_get_canvas (user_data);
  LaminaSession *session = lamina_ui_test_get_session (user_data);
  double x, y;

  if (lamina_session_get_run_index (session) == 1)
    return TRUE;
  charts_find_place (canvas, 1, &x, &y);
  lamina_ui_test_click (GTK_WIDGET (canvas), 1, x, y);
  return lamina_session_get_run_index (session) == 1;
}

/* The chart of the durations is about the name that is selected; a run in the chart of the runs leads there. */
static void
test_follow (void)
{
  LaminaWindow *window = charts_open (CHARTS_PYTORCH);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);

  charts_show_large (window, "durations");
  for (guint32 layer = 0; layer < lamina_run_get_layers (run)->n; layer++)
    if (g_str_equal (lamina_run_get_string (run, lamina_run_get_layers (run)->name[layer]), "aten::cudnn_convolution")
        && lamina_run_get_costs (run)[layer] != LAMINA_ABSENT)
      lamina_session_select_layer (session, layer);
  g_assert_true (lamina_session_has_selection (session));
  g_assert_false (is_about (window));
  lamina_ui_test_wait (is_about, window);
  g_object_set (charts_get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);

  window = charts_open (CHARTS_TENSORRT);
  session = lamina_ui_test_get_session (window);
  charts_show_large (window, "runs");
  lamina_session_set_run_index (session, 0);
  lamina_ui_test_wait (charts_have_large, charts_get_page (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_wait (click_other_run, window);
  g_object_set (charts_get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);
}

#define LAUNCH "cudaLaunchKernel"

static gboolean
is_about_launches (gpointer user_data)
{
  LaminaChartData *data = charts_get_large (user_data);

  return data && lamina_chart_data_has_slices (data) && strstr (lamina_chart_data_get_title (data), LAUNCH);
}

static gboolean
is_about_layers (gpointer user_data)
{
  LaminaChartData *data = charts_get_large (user_data);

  return data && !lamina_chart_data_has_slices (data);
}

static LaminaSliceRef
find_launch (LaminaRun *run)
{
  for (guint32 t = 0; t < lamina_run_get_n_tracks (run); t++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, t));

      for (guint32 i = 0; i < slices->n; i++)
        if (g_str_equal (lamina_run_get_string (run, slices->name[i]), LAUNCH))
          return (LaminaSliceRef) { t, i };
    }
  g_assert_not_reached ();
}

static guint
find_row_of_several (LaminaChartData *data)
{
  guint n;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      lamina_chart_data_get_slices (data, row, &n);
      if (n > 1)
        return row;
    }
  g_assert_not_reached ();
}

/* The place of a column may still move while the window is laid out. */
static gboolean
click_several (gpointer user_data)
{
  LaminaSession *session = lamina_ui_test_get_session (user_data);
  LaminaChartData *data = charts_get_large (user_data);
  guint row = find_row_of_several (data), n, n_selected;
  const LaminaSliceRef *slices = lamina_chart_data_get_slices (data, row, &n);
  LaminaChartCanvas *canvas = charts_get_canvas (user_data);
  const LaminaSliceRef *selected;
  double x, y;

  charts_find_place (canvas, row, &x, &y);
  lamina_ui_test_click (GTK_WIDGET (canvas), 1, x, y);
  selected = lamina_session_get_selected_slices (session, &n_selected);
  return n_selected == n && memcmp (selected, slices, n * sizeof *slices) == 0;
}

/* All slices of the name that is selected; a column selects its own, and another layer gives the name up. */
static void
test_durations_of_slices (void)
{
  LaminaWindow *window = charts_open (CHARTS_PYTORCH);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  LaminaSliceRef slice = find_launch (run);
  guint n;

  lamina_session_select_slice (session, &slice);
  lamina_ui_test_activate (window, "view.durations", g_variant_new_string ("slices"));
  lamina_ui_test_wait (is_about_launches, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_wait (click_several, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (is_about_launches (window));
  lamina_session_select_layer (session, 0);
  lamina_session_get_selected_slices (session, &n);
  g_assert_cmpuint (n, ==, 0);
  lamina_ui_test_wait (is_about_layers, window);
  lamina_ui_test_activate (window, "view.durations", g_variant_new_string ("layers"));
  g_assert_null (lamina_session_get_durations_of (session));
  g_object_set (charts_get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);
}

static void
count_late (LaminaChartStore  *store,
            const LaminaChart *chart,
            guint             *n)
{
  if (chart == lamina_chart_find ("durations")
      && strstr (lamina_chart_data_get_title (lamina_chart_store_get (store, chart)), LAUNCH))
    (*n)++;
}

/* What was asked for before the name changed is not shown any more when it comes. */
static void
test_durations_late (void)
{
  LaminaWindow *window = charts_open (CHARTS_PYTORCH);
  LaminaChartStore *store = lamina_chart_page_get_store (charts_get_page (window));
  guint n = 0;

  charts_show_large (window, "durations");
  lamina_ui_test_wait (charts_are_idle, charts_get_page (window));
  g_signal_connect (store, "ready", G_CALLBACK (count_late), &n);
  lamina_chart_store_show_durations (store, LAUNCH);
  lamina_chart_store_show_durations (store, "aten::add");
  lamina_ui_test_wait (charts_are_idle, charts_get_page (window));
  g_assert_cmpuint (n, ==, 0);
  g_assert_nonnull (lamina_chart_store_get (store, lamina_chart_find ("durations")));
  g_signal_handlers_disconnect_by_data (store, &n);
  g_object_set (charts_get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);
}

static GtkColumnView *
find_column_view (GtkWidget *widget)
{
  GtkColumnView *found = GTK_IS_COLUMN_VIEW (widget) ? GTK_COLUMN_VIEW (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_column_view (child);
  return found;
}

/* The row of a chart that the table beside it has selected. */
static guint
get_table_row (LaminaWindow *window)
{
  LaminaChartTable *table = charts_get_table (charts_get_page (window));
  GtkSelectionModel *model = lamina_gradual_selection_get_model (find_column_view (GTK_WIDGET (table)));
  guint position = gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (model));

  return position == GTK_INVALID_LIST_POSITION ? LAMINA_NONE : charts_get_row (table, position);
}

static gboolean
has_order (gpointer user_data)
{
  LaminaChartTable *table = charts_get_table (charts_get_page (user_data));
  guint n = lamina_chart_data_get_n_rows (charts_get_large (user_data));

  return g_list_model_get_n_items (charts_get_rows (table)) == n && charts_get_row (table, 0) == n - 1;
}

/* Whether the first row that stands for the layer of a slice is another one than the slice's own. */
static gboolean
has_layer_elsewhere (LaminaChartData      *data,
                     LaminaRun            *run,
                     const LaminaSliceRef *slice,
                     guint                 row)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));
  guint32 layer = lamina_column_row (slices->layer, slice->slice);
  guint n = 0;
  g_autofree guint32 *rows = layer != LAMINA_NONE ? lamina_chart_data_find_rows (data, &layer, 1, &n) : NULL;

  return n > 0 && rows[0] != row;
}

/* A slice whose layer would lead to another row, but for the row of several. */
static guint
find_row_of_one (LaminaChartData *data,
                 LaminaRun       *run,
                 LaminaSliceRef  *slice)
{
  for (guint row = 0; row < lamina_chart_data_get_n_rows (data); row++)
    {
      guint n;
      const LaminaSliceRef *slices = lamina_chart_data_get_slices (data, row, &n);

      for (guint i = 0; i < n && row != find_row_of_several (data); i++)
        if (has_layer_elsewhere (data, run, &slices[i], row))
          {
            *slice = slices[i];
            return row;
          }
    }
  g_assert_not_reached ();
}

static gboolean
select_with_control (gpointer user_data)
{
  LaminaSession *session = lamina_ui_test_get_session (user_data);
  LaminaChartCanvas *canvas = charts_get_canvas (user_data);
  guint n_own, n;
  double x, y;

  lamina_chart_data_get_slices (charts_get_large (user_data), find_row_of_several (charts_get_large (user_data)),
                                &n_own);
  charts_find_place (canvas, find_row_of_several (charts_get_large (user_data)), &x, &y);
  LAMINA_CANVAS_GET_CLASS (canvas)->press (LAMINA_CANVAS (canvas), 1, x, y, GDK_CONTROL_MASK);
  lamina_session_get_selected_slices (session, &n);
  return n == n_own + 1;
}

/* One slice alone stands for its own row, in the table as in the picture, and stays when others are added. */
static void
test_one_slice (void)
{
  LaminaWindow *window = charts_open (CHARTS_PYTORCH);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaSliceRef slice = find_launch (lamina_session_get_run (session));
  LaminaChartTable *table = charts_get_table (charts_get_page (window));
  LaminaChartCanvas *canvas;
  guint row;

  lamina_session_select_slice (session, &slice);
  lamina_ui_test_activate (window, "view.durations", g_variant_new_string ("slices"));
  lamina_ui_test_wait (is_about_launches, window);
  lamina_ui_test_wait (charts_have_large, charts_get_page (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  canvas = charts_get_canvas (window);
  row = find_row_of_one (charts_get_large (window), lamina_session_get_run (session), &slice);
  lamina_session_select_slice (session, &slice);
  g_assert_cmpuint (lamina_chart_canvas_get_row (canvas), ==, row);
  g_assert_cmpuint (get_table_row (window), ==, row);
  lamina_table_sort_by (charts_get_heads (table), 0, GTK_SORT_DESCENDING);
  lamina_ui_test_wait (has_order, window);
  g_assert_cmpuint (get_table_row (window), ==, row);
  lamina_ui_test_wait (select_with_control, window);
  g_object_set (charts_get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);
}

/* Without a selection there is no name to show the durations of. */
static void
test_durations_enabled (void)
{
  LaminaWindow *window = charts_open (CHARTS_TVM);
  GActionGroup *actions =
    G_ACTION_GROUP (lamina_document_view_get_actions (lamina_tab_get_view (lamina_window_get_tab (window))));

  g_assert_false (g_action_group_get_action_enabled (actions, "durations"));
  lamina_session_select_layer (lamina_ui_test_get_session (window), 0);
  g_assert_true (g_action_group_get_action_enabled (actions, "durations"));
  lamina_session_select_layer (lamina_ui_test_get_session (window), LAMINA_NONE);
  g_assert_false (g_action_group_get_action_enabled (actions, "durations"));
  lamina_ui_test_close (window);
}

int
main (int   argc,
      char *argv[])
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/charts/follow", test_follow);
  g_test_add_func ("/charts/durations-of-slices", test_durations_of_slices);
  g_test_add_func ("/charts/durations-late", test_durations_late);
  g_test_add_func ("/charts/one-slice", test_one_slice);
  g_test_add_func ("/charts/durations-enabled", test_durations_enabled);
  return g_test_run ();
}
