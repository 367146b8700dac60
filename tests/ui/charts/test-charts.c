/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "charts-fixture.h"
#include "lamina-action-table.h"
#include "lamina-page.h"
#include "lamina-settings.h"
#include "lamina-table-cell.h"

#include <string.h>

/* The page with the charts: cards, the large chart and its table. */

static LaminaChartCard *
get_first_card (LaminaChartPage *page)
{
  return LAMINA_CHART_CARD (gtk_widget_get_first_child (charts_get_grid (page)));
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

/* Those that are seen: what turned out to be empty is not. */
static guint
count_cards (LaminaChartPage *page)
{
  guint n = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (charts_get_grid (page)); card;
       card = gtk_widget_get_next_sibling (card))
    n += gtk_widget_get_visible (card);
  return n;
}

/* How many cards stand side by side. */
static guint
count_columns (GtkWidget *grid)
{
  graphene_rect_t first, place;
  guint n = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (grid); card; card = gtk_widget_get_next_sibling (card))
    n += gtk_widget_compute_bounds (gtk_widget_get_first_child (grid), grid, &first)
         && gtk_widget_compute_bounds (card, grid, &place) && gtk_widget_get_visible (card)
         && place.origin.y == first.origin.y;
  return n;
}

static gboolean
has_two_columns (gpointer user_data)
{
  return count_columns (user_data) == 2;
}

static gboolean
has_one_column (gpointer user_data)
{
  return count_columns (user_data) == 1;
}

static gboolean
has_all_cards (gpointer user_data)
{
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (lamina_chart_page_get_store (user_data));

  return count_cards (user_data) == charts->len;
}

static gboolean
shows_chart (gpointer card)
{
  return strcmp (charts_get_shown (card), "chart") == 0;
}

/* A card for each chart that the run has, and each in sight shows something, be it of those that are made a little later. */
static void
test_overview (void)
{
  LaminaWindow *window = charts_open ("data/samples/resnet50-megengine.json");
  LaminaChartPage *page = charts_get_page (window);
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (lamina_chart_page_get_store (page));
  LaminaPictureOptions shown = { 0 };
  GtkAdjustment *adjustment;
  GtkWidget *scroller;

  g_assert_cmpstr (charts_get_shown (page), ==, "overview");
  g_assert_cmpuint (charts->len, >, 6);
  lamina_ui_test_wait (has_all_cards, page);
  lamina_ui_test_wait (has_two_columns, charts_get_grid (page));
  g_assert_true (shows_chart (get_first_card (page)));
  scroller = gtk_widget_get_ancestor (charts_get_grid (page), GTK_TYPE_SCROLLED_WINDOW);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  lamina_ui_test_wait (shows_chart, gtk_widget_get_last_child (charts_get_grid (page)));
  LAMINA_PAGE_GET_IFACE (page)->fill_export (LAMINA_PAGE (page), &shown);
  g_assert_cmpstr (shown.view, ==, "charts");
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 640);
  lamina_ui_test_wait (has_one_column, charts_get_grid (page));
  lamina_ui_test_close (window);
}

/* A click, a key and a row of the table select the layers behind a mark; what is selected elsewhere stands out. */
static void
test_select (void)
{
  LaminaWindow *window = charts_open (CHARTS_TVM);
  LaminaChartPage *page = charts_get_page (window);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaChartCanvas *canvas;
  LaminaChartData *data;
  g_autofree char *tooltip = NULL;
  double x, y;
  guint n;

  charts_show_large (window, "time-by-type");
  canvas = lamina_chart_card_get_canvas (charts_get_card (page));
  data = lamina_chart_canvas_get_data (canvas);
  charts_find_place (canvas, 1, &x, &y);
  lamina_ui_test_click (GTK_WIDGET (canvas), 1, x, y);
  assert_selected (session, data, 1);
  tooltip = lamina_ui_test_dup_tooltip (GTK_WIDGET (canvas), x, y);
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
  LaminaWindow *window = charts_open (CHARTS_TVM);
  LaminaChartPage *page = charts_get_page (window);
  LaminaChartTable *table = charts_get_table (page);
  LaminaChartData *data;
  guint n, value;

  charts_show_large (window, "time-by-type");
  data = lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (charts_get_card (page)));
  n = lamina_chart_data_get_n_rows (data);
  value = lamina_chart_data_find_column (data, LAMINA_CHART_USE_VALUE);
  g_assert_cmpuint (g_list_model_get_n_items (charts_get_rows (table)), ==, n);
  g_assert_cmpuint (charts_get_row (table, 0), ==, 0);
  lamina_table_sort_by (charts_get_heads (table), value, GTK_SORT_ASCENDING);
  for (guint i = 1; i < n; i++)
    g_assert_cmpfloat (lamina_chart_data_get_number (data, charts_get_row (table, i - 1), value), <=,
                       lamina_chart_data_get_number (data, charts_get_row (table, i), value));
  lamina_ui_test_activate (window, "view.chart-table", NULL);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (table)));
  g_assert_false (g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_CHART_TABLE));
  lamina_ui_test_activate (window, "view.chart-table", NULL);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (table)));
  lamina_ui_test_close (window);
}

static gboolean
has_cell (GtkWidget  *widget,
          const char *text)
{
  if (LAMINA_IS_TABLE_CELL (widget) && g_str_equal (lamina_table_cell_get_text (LAMINA_TABLE_CELL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (has_cell (child, text))
      return TRUE;
  return FALSE;
}

/* Layers are called in the table what they are called in the picture. */
static void
test_table_labels (void)
{
  LaminaWindow *window = charts_open (CHARTS_TVM);
  LaminaRun *run = lamina_session_get_run (lamina_ui_test_get_session (window));
  GtkWidget *table = GTK_WIDGET (charts_get_table (charts_get_page (window)));
  LaminaChartData *data;
  g_autofree char *label = NULL;
  const char *name;
  guint n;

  charts_show_large (window, "top-layers");
  data = charts_get_large (window);
  name = lamina_chart_data_get_text (data, 0, lamina_chart_data_find_column (data, LAMINA_CHART_USE_LABEL));
  label = lamina_layer_dup_label (run, lamina_chart_data_get_layers (data, 0, &n)[0]);
  g_assert_cmpstr (label, !=, name);
  g_assert_true (has_cell (table, label));
  g_assert_false (has_cell (table, name));
  g_object_set (charts_get_page (window), "chart", "", NULL);
  lamina_ui_test_close (window);
}

/* Nothing of what was shown before stays when the layers are others. */
static void
test_dropped (void)
{
  LaminaWindow *window = charts_open (CHARTS_TENSORRT);
  LaminaChartPage *page = charts_get_page (window);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaChartCanvas *canvas = lamina_chart_card_get_canvas (charts_get_card (page));
  guint n_all, n_filtered;

  charts_show_large (window, "top-layers");
  n_all = lamina_chart_data_get_n_rows (lamina_chart_canvas_get_data (canvas));
  lamina_session_set_filter (session, "Reformatting");
  lamina_ui_test_wait (charts_have_large, page);
  n_filtered = lamina_chart_data_get_n_rows (lamina_chart_canvas_get_data (canvas));
  g_assert_cmpuint (n_filtered, >, 0);
  g_assert_cmpuint (n_filtered, <, n_all);
  lamina_session_set_filter (session, "there is no such layer");
  lamina_ui_test_wait (charts_have_large, page);
  g_assert_cmpstr (charts_get_shown (charts_get_card (page)), ==, "nothing");
  lamina_session_set_filter (session, "");
  lamina_ui_test_wait (charts_have_large, page);
  g_assert_cmpuint (lamina_chart_data_get_n_rows (lamina_chart_canvas_get_data (canvas)), ==, n_all);
  lamina_session_set_run_index (session, 1 - lamina_session_get_run_index (session));
  lamina_ui_test_wait (charts_have_large, page);
  g_assert_cmpuint (lamina_chart_data_get_run (lamina_chart_canvas_get_data (canvas)), ==,
                    lamina_session_get_run_index (session));
  lamina_ui_test_close (window);
}

static gboolean
is_in_table (const char *action)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (rows[i].action, action) == 0)
      return TRUE;
  return FALSE;
}

/* Each chart can be asked for by a command. */
static void
test_commands (void)
{
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      g_autofree char *action = g_strdup_printf ("view.chart::%s", lamina_chart_get_id (lamina_chart_get (i)));

      g_assert_true (is_in_table (action));
    }
}

/* From chart to chart and back to all. */
static void
test_steps (void)
{
  LaminaWindow *window = charts_open ("data/samples/resnet50-megengine.json");
  LaminaChartPage *page = charts_get_page (window);
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (lamina_chart_page_get_store (page));
  g_autofree char *shown = NULL;
  g_autofree char *remembered = NULL;

  lamina_ui_test_activate (window, "view.previous-chart", NULL);
  g_object_get (page, "chart", &shown, NULL);
  g_assert_cmpstr (shown, ==, lamina_chart_get_id (charts->pdata[charts->len - 1]));
  g_assert_cmpstr (charts_get_shown (page), ==, "chart");
  remembered = g_settings_get_string (lamina_settings_get_default (), LAMINA_SETTING_CHART);
  g_assert_cmpstr (remembered, ==, shown);
  lamina_ui_test_activate (window, "view.next-chart", NULL);
  g_assert_cmpstr (charts_get_shown (page), ==, "overview");
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("trace"));
  lamina_ui_test_activate (window, "view.chart", g_variant_new_string ("time-by-type"));
  g_assert_cmpstr (adw_view_stack_get_visible_child_name
                     (lamina_document_view_get_stack (lamina_tab_get_view (lamina_window_get_tab (window)))), ==, "charts");
  g_object_set (page, "chart", "", NULL);
  lamina_ui_test_close (window);
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
  g_test_add_func ("/charts/table-labels", test_table_labels);
  g_test_add_func ("/charts/dropped", test_dropped);
  g_test_add_func ("/charts/steps", test_steps);
  g_test_add_func ("/charts/commands", test_commands);
  return g_test_run ();
}
