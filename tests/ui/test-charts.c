/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-action-table.h"
#include "lamina-chart-export.h"
#include "lamina-chart-layout.h"
#include "lamina-chart-page.h"
#include "lamina-chart-text.h"
#include "lamina-settings.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>
#include <string.h>

/* The page with the charts. */

#define TVM "data/samples/mobilenet-tvm.txt"
#define TENSORRT "data/samples/resnet18-tensorrt.graph.json"

static LaminaChartPage *
get_page (LaminaWindow *window)
{
  return lamina_chart_page_find_in (lamina_tab_get_view (lamina_window_get_tab (window)));
}

static gboolean
has_document (gpointer user_data)
{
  return lamina_ui_test_get_session (user_data) != NULL;
}

static gboolean
is_idle (gpointer user_data)
{
  return !lamina_chart_store_is_busy (lamina_chart_page_get_store (user_data));
}

static gboolean
has_large (gpointer user_data)
{
  return lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (lamina_chart_page_get_card (user_data))) != NULL;
}

static LaminaWindow *
open_charts (const char *name)
{
  g_autofree char *path = lamina_ui_test_dup_path (name);
  LaminaWindow *window = lamina_ui_test_open (path);

  lamina_ui_test_wait (has_document, window);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("charts"));
  g_object_set (get_page (window), "chart", "", NULL);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_wait (is_idle, get_page (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  return window;
}

static void
show_large (LaminaWindow *window,
            const char   *chart)
{
  lamina_ui_test_activate (window, "view.chart", g_variant_new_string (chart));
  lamina_ui_test_wait (has_large, get_page (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
}

static LaminaChartCard *
get_first_card (LaminaChartPage *page)
{
  return LAMINA_CHART_CARD (gtk_widget_get_first_child (GTK_WIDGET (lamina_chart_page_get_grid (page))));
}

/* A place in the middle of what stands for a row. */
static void
find_place (LaminaChartCanvas *canvas,
            guint              row,
            double            *x,
            double            *y)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (lamina_chart_canvas_get_scene (canvas), &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_ROWS && boxes[i].target.first == row && boxes[i].target.n == 1)
      {
        *x = boxes[i].x + boxes[i].width / 2.0;
        *y = boxes[i].y + boxes[i].height / 2.0;
        return;
      }
  g_assert_not_reached ();
}

static void
assert_selected (LaminaSession   *session,
                 LaminaChartData *data,
                 guint            row)
{
  guint n_selected, n;
  const guint32 *selected = lamina_session_get_selected_layers (session, &n_selected);
  const guint32 *layers = lamina_chart_data_get_layers (data, row, &n);

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpmem (selected, n_selected * sizeof *selected, layers, n * sizeof *layers);
}

static guint
get_row (LaminaChartTable *table,
         guint             position)
{
  g_autoptr (LaminaRow) row = g_list_model_get_item (lamina_chart_table_get_list (table), position);

  return lamina_row_get_index (row);
}

static guint
count_cards (LaminaChartPage *page)
{
  guint n = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (lamina_chart_page_get_grid (page))); card;
       card = gtk_widget_get_next_sibling (card))
    n++;
  return n;
}

static gboolean
has_two_columns (gpointer user_data)
{
  return lamina_chart_grid_get_n_columns (user_data) == 2;
}

static gboolean
has_one_column (gpointer user_data)
{
  return lamina_chart_grid_get_n_columns (user_data) == 1;
}

/* A card for each chart that the run has, and each in sight shows something. */
static void
test_overview (void)
{
  LaminaWindow *window = open_charts ("data/samples/resnet50-megengine.json");
  LaminaChartPage *page = get_page (window);
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (lamina_chart_page_get_store (page));

  g_assert_cmpstr (lamina_chart_page_get_page_name (page), ==, "overview");
  g_assert_cmpuint (charts->len, >=, 2);
  g_assert_cmpuint (count_cards (page), ==, charts->len);
  lamina_ui_test_wait (has_two_columns, lamina_chart_page_get_grid (page));
  g_assert_cmpstr (lamina_chart_card_get_page_name (get_first_card (page)), ==, "chart");
  g_assert_cmpstr (lamina_chart_page_get_view_name (page), ==, "charts");
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 640);
  lamina_ui_test_wait (has_one_column, lamina_chart_page_get_grid (page));
  lamina_ui_test_close (window);
}

/* A click, a key and a row of the table select the layers behind a mark; what is selected elsewhere stands out. */
static void
test_select (void)
{
  LaminaWindow *window = open_charts (TVM);
  LaminaChartPage *page = get_page (window);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaChartCanvas *canvas;
  LaminaChartData *data;
  g_autofree char *tooltip = NULL;
  double x, y;
  guint n;

  show_large (window, "time-by-type");
  canvas = lamina_chart_card_get_canvas (lamina_chart_page_get_card (page));
  data = lamina_chart_canvas_get_data (canvas);
  find_place (canvas, 1, &x, &y);
  lamina_ui_test_click (GTK_WIDGET (canvas), 1, x, y);
  assert_selected (session, data, 1);
  tooltip = lamina_chart_canvas_dup_tooltip (canvas, x, y);
  g_assert_nonnull (strstr (tooltip, lamina_chart_data_get_text (data, 1, 0)));
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Down);
  assert_selected (session, data, 2);
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Home);
  assert_selected (session, data, 0);
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Escape);
  g_assert_false (lamina_session_has_selection (session));
  lamina_session_select_layers (session, lamina_chart_data_get_layers (data, 2, &n), 1, LAMINA_NONE);
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_Down);
  assert_selected (session, data, 3);
  lamina_ui_test_close (window);
}

/* The twin has the rows of the chart, in the order that is asked for. */
static void
test_table (void)
{
  LaminaWindow *window = open_charts (TVM);
  LaminaChartPage *page = get_page (window);
  LaminaChartTable *table = lamina_chart_page_get_table (page);
  LaminaChartData *data;
  guint n, value;

  show_large (window, "time-by-type");
  data = lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (lamina_chart_page_get_card (page)));
  n = lamina_chart_data_get_n_rows (data);
  value = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE);
  g_assert_cmpuint (g_list_model_get_n_items (lamina_chart_table_get_list (table)), ==, n);
  g_assert_cmpuint (get_row (table, 0), ==, 0);
  lamina_chart_table_sort_by (table, value, GTK_SORT_ASCENDING);
  for (guint i = 1; i < n; i++)
    g_assert_cmpfloat (lamina_chart_data_get_number (data, get_row (table, i - 1), value), <=,
                       lamina_chart_data_get_number (data, get_row (table, i), value));
  lamina_ui_test_activate (window, "view.chart-table", NULL);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (table)));
  g_assert_false (g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_CHART_TABLE));
  lamina_ui_test_activate (window, "view.chart-table", NULL);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (table)));
  lamina_ui_test_close (window);
}

/* Nothing of what was shown before stays when the layers are others. */
static void
test_dropped (void)
{
  LaminaWindow *window = open_charts (TENSORRT);
  LaminaChartPage *page = get_page (window);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaChartCanvas *canvas = lamina_chart_card_get_canvas (lamina_chart_page_get_card (page));
  guint n_all, n_filtered;

  show_large (window, "top-layers");
  n_all = lamina_chart_data_get_n_rows (lamina_chart_canvas_get_data (canvas));
  lamina_session_set_filter (session, "Reformatting");
  lamina_ui_test_wait (has_large, page);
  n_filtered = lamina_chart_data_get_n_rows (lamina_chart_canvas_get_data (canvas));
  g_assert_cmpuint (n_filtered, >, 0);
  g_assert_cmpuint (n_filtered, <, n_all);
  lamina_session_set_filter (session, "there is no such layer");
  lamina_ui_test_wait (has_large, page);
  g_assert_cmpstr (lamina_chart_card_get_page_name (lamina_chart_page_get_card (page)), ==, "nothing");
  lamina_session_set_filter (session, "");
  lamina_ui_test_wait (has_large, page);
  g_assert_cmpuint (lamina_chart_data_get_n_rows (lamina_chart_canvas_get_data (canvas)), ==, n_all);
  lamina_session_set_run_index (session, 1 - lamina_session_get_run_index (session));
  lamina_ui_test_wait (has_large, page);
  g_assert_cmpuint (lamina_chart_data_get_run (lamina_chart_canvas_get_data (canvas)), ==,
                    lamina_session_get_run_index (session));
  lamina_ui_test_close (window);
}

static gboolean
is_about (gpointer user_data)
{
  LaminaChartData *data = lamina_chart_canvas_get_data (lamina_chart_card_get_canvas
                                                          (lamina_chart_page_get_card (get_page (user_data))));
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
  LaminaChartCanvas *canvas = lamina_chart_card_get_canvas (lamina_chart_page_get_card (get_page (user_data)));
  LaminaSession *session = lamina_ui_test_get_session (user_data);
  double x, y;

  if (lamina_session_get_run_index (session) == 1)
    return TRUE;
  find_place (canvas, 1, &x, &y);
  lamina_ui_test_click (GTK_WIDGET (canvas), 1, x, y);
  return lamina_session_get_run_index (session) == 1;
}

/* The chart of the durations is about the name that is selected; a run in the chart of the runs leads there. */
static void
test_follow (void)
{
  LaminaWindow *window = open_charts ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);

  show_large (window, "durations");
  for (guint32 layer = 0; layer < lamina_run_get_layers (run)->n; layer++)
    if (g_str_equal (lamina_run_get_string (run, lamina_run_get_layers (run)->name[layer]), "aten::add")
        && lamina_run_get_costs (run)[layer] != LAMINA_ABSENT)
      lamina_session_select_layer (session, layer);
  if (lamina_session_has_selection (session))
    lamina_ui_test_wait (is_about, window);
  g_object_set (get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);

  window = open_charts (TENSORRT);
  session = lamina_ui_test_get_session (window);
  show_large (window, "runs");
  lamina_session_set_run_index (session, 0);
  lamina_ui_test_wait (has_large, get_page (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_wait (click_other_run, window);
  g_object_set (get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);
}

static LaminaChartData *
get_large (LaminaWindow *window)
{
  return lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (lamina_chart_page_get_card (get_page (window))));
}

#define LAUNCH "cudaLaunchKernel"

static gboolean
is_about_launches (gpointer user_data)
{
  LaminaChartData *data = get_large (user_data);

  return data && lamina_chart_data_has_slices (data) && strstr (lamina_chart_data_get_title (data), LAUNCH);
}

static gboolean
is_about_layers (gpointer user_data)
{
  LaminaChartData *data = get_large (user_data);

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
  LaminaChartData *data = get_large (user_data);
  guint row = find_row_of_several (data), n, n_selected;
  const LaminaSliceRef *slices = lamina_chart_data_get_slices (data, row, &n);
  LaminaChartCanvas *canvas = lamina_chart_card_get_canvas (lamina_chart_page_get_card (get_page (user_data)));
  const LaminaSliceRef *selected;
  double x, y;

  find_place (canvas, row, &x, &y);
  lamina_ui_test_click (GTK_WIDGET (canvas), 1, x, y);
  selected = lamina_session_get_selected_slices (session, &n_selected);
  return n_selected == n && memcmp (selected, slices, n * sizeof *slices) == 0;
}

/* All slices of the name that is selected; a column selects its own, and another layer gives the name up. */
static void
test_durations_of_slices (void)
{
  LaminaWindow *window = open_charts ("data/samples/convnet-pytorch.pt.trace.json");
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
  g_object_set (get_page (window), "chart", "", NULL);
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
  LaminaWindow *window = open_charts ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaChartStore *store = lamina_chart_page_get_store (get_page (window));
  guint n = 0;

  show_large (window, "durations");
  lamina_ui_test_wait (is_idle, get_page (window));
  g_signal_connect (store, "ready", G_CALLBACK (count_late), &n);
  lamina_chart_store_show_durations (store, LAUNCH);
  lamina_chart_store_show_durations (store, "aten::add");
  lamina_ui_test_wait (is_idle, get_page (window));
  g_assert_cmpuint (n, ==, 0);
  g_assert_nonnull (lamina_chart_store_get (store, lamina_chart_find ("durations")));
  g_signal_handlers_disconnect_by_data (store, &n);
  g_object_set (get_page (window), "chart", "", NULL);
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
  LaminaChartTable *table = lamina_chart_page_get_table (get_page (window));
  GtkSelectionModel *model = gtk_column_view_get_model (find_column_view (GTK_WIDGET (table)));
  guint position = gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (model));

  return position == GTK_INVALID_LIST_POSITION ? LAMINA_NONE : get_row (table, position);
}

static gboolean
has_order (gpointer user_data)
{
  LaminaChartTable *table = lamina_chart_page_get_table (get_page (user_data));
  guint n = lamina_chart_data_get_n_rows (get_large (user_data));

  return g_list_model_get_n_items (lamina_chart_table_get_list (table)) == n && get_row (table, 0) == n - 1;
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
  LaminaChartCanvas *canvas = lamina_chart_card_get_canvas (lamina_chart_page_get_card (get_page (user_data)));
  guint n_own, n;
  double x, y;

  lamina_chart_data_get_slices (get_large (user_data), find_row_of_several (get_large (user_data)), &n_own);
  find_place (canvas, find_row_of_several (get_large (user_data)), &x, &y);
  LAMINA_CANVAS_GET_CLASS (canvas)->press (LAMINA_CANVAS (canvas), 1, x, y, GDK_CONTROL_MASK);
  lamina_session_get_selected_slices (session, &n);
  return n == n_own + 1;
}

/* One slice alone stands for its own row, in the table as in the picture, and stays when others are added. */
static void
test_one_slice (void)
{
  LaminaWindow *window = open_charts ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaSliceRef slice = find_launch (lamina_session_get_run (session));
  LaminaChartTable *table = lamina_chart_page_get_table (get_page (window));
  LaminaChartCanvas *canvas;
  guint row;

  lamina_session_select_slice (session, &slice);
  lamina_ui_test_activate (window, "view.durations", g_variant_new_string ("slices"));
  lamina_ui_test_wait (is_about_launches, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  canvas = lamina_chart_card_get_canvas (lamina_chart_page_get_card (get_page (window)));
  row = find_row_of_one (get_large (window), lamina_session_get_run (session), &slice);
  lamina_session_select_slice (session, &slice);
  g_assert_cmpuint (lamina_chart_canvas_get_row (canvas), ==, row);
  g_assert_cmpuint (get_table_row (window), ==, row);
  lamina_chart_table_sort_by (table, 0, GTK_SORT_DESCENDING);
  lamina_ui_test_wait (has_order, window);
  g_assert_cmpuint (get_table_row (window), ==, row);
  lamina_ui_test_wait (select_with_control, window);
  g_object_set (get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);
}

/* Without a selection there is no name to show the durations of. */
static void
test_durations_enabled (void)
{
  LaminaWindow *window = open_charts (TVM);
  GActionGroup *actions =
    G_ACTION_GROUP (lamina_document_view_get_actions (lamina_tab_get_view (lamina_window_get_tab (window))));

  g_assert_false (g_action_group_get_action_enabled (actions, "durations"));
  lamina_session_select_layer (lamina_ui_test_get_session (window), 0);
  g_assert_true (g_action_group_get_action_enabled (actions, "durations"));
  lamina_session_select_layer (lamina_ui_test_get_session (window), LAMINA_NONE);
  g_assert_false (g_action_group_get_action_enabled (actions, "durations"));
  lamina_ui_test_close (window);
}

/* Each chart can be asked for by a command. */
static void
test_commands (void)
{
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autofree char *action = g_strdup_printf ("view.chart::%s", lamina_chart_get_id (lamina_chart_get (i)));

      g_assert_nonnull (lamina_action_table_find (action));
    }
}

/* From chart to chart and back to all. */
static void
test_steps (void)
{
  LaminaWindow *window = open_charts ("data/samples/resnet50-megengine.json");
  LaminaChartPage *page = get_page (window);
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (lamina_chart_page_get_store (page));
  g_autofree char *shown = NULL;
  g_autofree char *remembered = NULL;

  lamina_ui_test_activate (window, "view.previous-chart", NULL);
  g_object_get (page, "chart", &shown, NULL);
  g_assert_cmpstr (shown, ==, lamina_chart_get_id (charts->pdata[charts->len - 1]));
  g_assert_cmpstr (lamina_chart_page_get_page_name (page), ==, "chart");
  remembered = g_settings_get_string (lamina_settings_get_default (), LAMINA_SETTING_CHART);
  g_assert_cmpstr (remembered, ==, shown);
  lamina_ui_test_activate (window, "view.next-chart", NULL);
  g_assert_cmpstr (lamina_chart_page_get_page_name (page), ==, "overview");
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("trace"));
  lamina_ui_test_activate (window, "view.chart", g_variant_new_string ("time-by-type"));
  g_assert_cmpstr (adw_view_stack_get_visible_child_name
                     (lamina_document_view_get_stack (lamina_tab_get_view (lamina_window_get_tab (window)))), ==, "charts");
  g_object_set (page, "chart", "", NULL);
  lamina_ui_test_close (window);
}

/* Tables to paste: people and programs read the same rows. */
static void
test_text (void)
{
  LaminaWindow *window = open_charts (TVM);
  LaminaChartData *data = lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (get_first_card
                                                                                        (get_page (window))));
  g_autofree char *markdown = lamina_chart_text_dup_markdown (data);
  g_autofree char *csv = lamina_chart_data_dup_csv (data, G_MAXUINT);
  g_auto (GStrv) lines = g_strsplit (markdown, "\n", -1);
  g_auto (GStrv) rows = g_strsplit (csv, "\n", -1);

  g_assert_true (g_str_has_prefix (lines[0], "| "));
  g_assert_cmpuint (g_strv_length (lines), ==, lamina_chart_data_get_n_rows (data) + 3);
  g_assert_cmpuint (g_strv_length (rows), ==, lamina_chart_data_get_n_rows (data) + 2);
  lamina_ui_test_close (window);
}

static gboolean
has_file (gpointer user_data)
{
  return g_file_query_exists (user_data, NULL);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* Each chart gets a file with its table, in a folder that was not there before. */
static void
test_export (void)
{
  LaminaWindow *window = open_charts (TVM);
  LaminaChartPage *page = get_page (window);
  g_autofree char *path = g_dir_make_tmp ("lamina-charts-XXXXXX", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GFile) first = g_file_get_child (folder, "mobilenet-tvm-charts");
  g_autoptr (GFile) picture = g_file_resolve_relative_path (folder, "mobilenet-tvm-charts-2/time-by-type.svg");
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (lamina_chart_page_get_store (page));
  const char *last = lamina_chart_get_id (charts->pdata[charts->len - 1]);
  g_autofree char *last_name = g_strdup_printf ("mobilenet-tvm-charts-2/%s.csv", last);
  g_autoptr (GFile) last_file = g_file_resolve_relative_path (folder, last_name);

  g_assert_true (g_file_make_directory (first, NULL, NULL));
  lamina_chart_export_write (GTK_WIDGET (page), lamina_chart_page_get_store (page), folder, LAMINA_PICTURE_SVG, TRUE);
  lamina_ui_test_wait (has_file, last_file);
  g_assert_true (g_file_query_exists (picture, NULL));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_close (window);
  remove_all (path);
}

static GtkDropDown *
find_device_choice (GtkWidget *widget)
{
  GtkDropDown *found = NULL;

  if (GTK_IS_DROP_DOWN (widget) && gtk_widget_get_mapped (widget))
    return GTK_DROP_DOWN (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_device_choice (child);
  return found;
}

/* The device is chosen beside the charts, by command and in the preferences: one setting, which the charts follow. */
static void
test_device (void)
{
  GSettings *settings = lamina_settings_get_default ();
  LaminaWindow *window = open_charts (TVM);
  GtkDropDown *choice = find_device_choice (GTK_WIDGET (get_page (window)));
  g_autofree char *chosen = NULL;
  g_autofree char *none = NULL;
  g_autofree char *kept = NULL;

  g_assert_nonnull (choice);
  g_assert_cmpuint (gtk_drop_down_get_selected (choice), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (choice)), >, 20);
  gtk_drop_down_set_selected (choice, 2);
  chosen = g_settings_get_string (settings, LAMINA_SETTING_DEVICE);
  g_assert_cmpstr (chosen, ==, "NVIDIA B200");
  lamina_ui_test_wait (is_idle, get_page (window));
  g_action_group_activate_action (G_ACTION_GROUP (g_application_get_default ()), "device", g_variant_new_string ("none"));
  none = g_settings_get_string (settings, LAMINA_SETTING_DEVICE);
  g_assert_cmpstr (none, ==, "none");
  g_assert_cmpuint (gtk_drop_down_get_selected (choice), ==, 1);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_close (window);
  /* A window that goes chooses nothing. */
  kept = g_settings_get_string (settings, LAMINA_SETTING_DEVICE);
  g_assert_cmpstr (kept, ==, "none");
  g_settings_reset (settings, LAMINA_SETTING_DEVICE);
}

int
main (int   argc,
      char *argv[])
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/charts/overview", test_overview);
  g_test_add_func ("/charts/select", test_select);
  g_test_add_func ("/charts/table", test_table);
  g_test_add_func ("/charts/dropped", test_dropped);
  g_test_add_func ("/charts/steps", test_steps);
  g_test_add_func ("/charts/follow", test_follow);
  g_test_add_func ("/charts/durations-of-slices", test_durations_of_slices);
  g_test_add_func ("/charts/durations-late", test_durations_late);
  g_test_add_func ("/charts/one-slice", test_one_slice);
  g_test_add_func ("/charts/durations-enabled", test_durations_enabled);
  g_test_add_func ("/charts/commands", test_commands);
  g_test_add_func ("/charts/text", test_text);
  g_test_add_func ("/charts/export", test_export);
  g_test_add_func ("/charts/device", test_device);
  return g_test_run ();
}
