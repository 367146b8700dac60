/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "charts-fixture.h"

#include "lamina-gradual-selection.h"
#include "lamina-row-list.h"

LaminaChartPage *
charts_get_page (LaminaWindow *window)
{
  return LAMINA_CHART_PAGE (lamina_document_view_get_page (lamina_tab_get_view (lamina_window_get_tab (window)), "charts", TRUE));
}

LaminaChartCard *
charts_get_card (LaminaChartPage *page)
{
  return LAMINA_CHART_CARD (gtk_paned_get_start_child (lamina_ui_test_child (page, "paned")));
}

LaminaChartTable *
charts_get_table (LaminaChartPage *page)
{
  return LAMINA_CHART_TABLE (gtk_paned_get_end_child (lamina_ui_test_child (page, "paned")));
}

GtkWidget *
charts_get_grid (LaminaChartPage *page)
{
  return lamina_ui_test_child (page, "grid");
}

const char *
charts_get_shown (gpointer widget)
{
  return gtk_stack_get_visible_child_name (lamina_ui_test_child (widget, "stack"));
}

LaminaTable *
charts_get_heads (LaminaChartTable *table)
{
  return lamina_table_get (lamina_ui_test_child (table, "view"));
}

GListModel *
charts_get_rows (LaminaChartTable *table)
{
  return G_LIST_MODEL (lamina_gradual_selection_get_model (lamina_ui_test_child (table, "view")));
}

gboolean
charts_are_idle (gpointer user_data)
{
  return !lamina_chart_store_is_busy (lamina_chart_page_get_store (user_data));
}

gboolean
charts_have_large (gpointer user_data)
{
  LaminaChartData *data = lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (charts_get_card (user_data)));
  GListModel *rows = charts_get_rows (charts_get_table (user_data));

  return data && g_list_model_get_n_items (rows) == lamina_chart_data_get_n_rows (data);
}

LaminaWindow *
charts_open (const char *name)
{
  g_autofree char *path = lamina_ui_test_dup_path (name);
  LaminaWindow *window = lamina_ui_test_open (path);

  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("charts"));
  g_object_set (charts_get_page (window), "chart", "", NULL);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_wait (charts_are_idle, charts_get_page (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  return window;
}

void
charts_show_large (LaminaWindow *window,
                   const char   *chart)
{
  lamina_ui_test_activate (window, "view.chart", g_variant_new_string (chart));
  lamina_ui_test_wait (charts_have_large, charts_get_page (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
}

void
charts_find_place (LaminaChartCanvas *canvas,
                   guint              row,
                   double            *x,
                   double            *y)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (canvas)), &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_ROWS && boxes[i].target.first == row && boxes[i].target.n == 1)
      {
        *x = boxes[i].x + boxes[i].width / 2.0;
        *y = boxes[i].y + boxes[i].height / 2.0;
        return;
      }
  g_assert_not_reached ();
}

guint
charts_get_row (LaminaChartTable *table,
                guint             position)
{
  g_autoptr (LaminaRow) row = g_list_model_get_item (charts_get_rows (table), position);

  return lamina_row_get_index (row);
}

LaminaChartCanvas *
charts_get_canvas (LaminaWindow *window)
{
  return lamina_chart_card_get_canvas (charts_get_card (charts_get_page (window)));
}

LaminaChartData *
charts_get_large (LaminaWindow *window)
{
  return lamina_chart_canvas_get_data (charts_get_canvas (window));
}
