/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "charts-fixture.h"
#include "lamina-chart-export.h"
#include "lamina-chart-text.h"
#include "lamina-settings.h"

#include <glib/gstdio.h>
#include <string.h>

/* What leaves the page with the charts: texts and files; and what the charts are told about the device. */

/* Tables to paste: people and programs read the same rows. */
static void
test_text (void)
{
  LaminaWindow *window = charts_open (CHARTS_TVM);
  g_autoptr (LaminaChartData) data = NULL;
  g_autofree char *markdown = NULL;
  g_autofree char *csv = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) rows = NULL;

  charts_show_large (window, "time-by-type");
  data = lamina_chart_data_ref (charts_get_large (window));
  markdown = lamina_chart_text_dup_markdown (data);
  csv = lamina_chart_data_dup_csv (data, G_MAXUINT, LAMINA_CSV_PROTECTED);
  lines = g_strsplit (markdown, "\n", -1);
  rows = g_strsplit (csv, "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "| "));
  g_assert_cmpuint (g_strv_length (lines), ==, lamina_chart_data_get_n_rows (data) + 3);
  g_assert_cmpuint (g_strv_length (rows), ==, lamina_chart_data_get_n_rows (data) + 2);
  g_object_set (charts_get_page (window), "chart", "", NULL);
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
  LaminaWindow *window = charts_open (CHARTS_TVM);
  LaminaChartPage *page = charts_get_page (window);
  g_autofree char *path = g_dir_make_tmp ("lamina-charts-XXXXXX", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GFile) first = g_file_get_child (folder, "mobilenet-tvm-charts");
  g_autoptr (GFile) picture = g_file_resolve_relative_path (folder, "mobilenet-tvm-charts-2/time-by-type.svg");
  g_autoptr (GPtrArray) charts = lamina_chart_store_list (lamina_chart_page_get_store (page));
  const char *last = lamina_chart_get_id (charts->pdata[charts->len - 1]);
  g_autofree char *last_name = g_strdup_printf ("mobilenet-tvm-charts-2/%s.csv", last);
  g_autoptr (GFile) last_file = g_file_resolve_relative_path (folder, last_name);

  g_assert_true (g_file_make_directory (first, NULL, NULL));
  lamina_chart_export_write (GTK_WIDGET (page), lamina_chart_page_get_store (page), folder, LAMINA_PICTURE_SVG, TRUE, NULL);
  lamina_ui_test_wait (has_file, last_file);
  g_assert_true (g_file_query_exists (picture, NULL));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_close (window);
  remove_all (path);
}

static char *
dup_written (GFile      *folder,
             const char *name)
{
  g_autofree char *path = g_strconcat ("convnet-pytorch-charts/", name, NULL);
  g_autoptr (GFile) file = g_file_resolve_relative_path (folder, path);
  char *text = NULL;

  g_file_load_contents (file, NULL, &text, NULL, NULL, NULL);
  return text;
}

/* Of a range, here the first of two steps, pictures and tables are about what runs in it. */
static void
test_export_range (void)
{
  LaminaWindow *window = charts_open ("data/samples/convnet-pytorch.pt.trace.json");
  LaminaChartPage *page = charts_get_page (window);
  LaminaSession *session = lamina_ui_test_get_session (window);
  g_autofree char *path = g_dir_make_tmp ("lamina-charts-XXXXXX", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GFile) last = g_file_resolve_relative_path (folder, "convnet-pytorch-charts/durations.csv");
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (lamina_session_get_document (session), 0);
  g_autoptr (LaminaChartData) part = NULL;
  g_autoptr (LaminaChartData) all = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *table = NULL;
  g_autofree char *picture = NULL;
  LaminaRange range;

  lamina_session_get_bounds (session, &range);
  all = lamina_chart_create_data (lamina_chart_find ("kernels"), &query, NULL);
  whole = lamina_chart_data_dup_csv (all, G_MAXUINT, LAMINA_CSV_PROTECTED);
  query.filter.start = range.start + 40000;
  query.filter.end = range.start + 427000;
  part = lamina_chart_create_data (lamina_chart_find ("kernels"), &query, NULL);
  expected = lamina_chart_data_dup_csv (part, G_MAXUINT, LAMINA_CSV_PROTECTED);
  lamina_chart_export_write (GTK_WIDGET (page), lamina_chart_page_get_store (page), folder, LAMINA_PICTURE_SVG, TRUE,
                             &(LaminaRange) { query.filter.start, query.filter.end });
  lamina_ui_test_wait (has_file, last);
  table = dup_written (folder, "kernels.csv");
  picture = dup_written (folder, "kernels.svg");
  g_assert_cmpstr (table, ==, expected);
  g_assert_cmpstr (table, !=, whole);
  g_assert_nonnull (strstr (picture, "Operators from 40.0\302\240µs to 427\302\240µs."));
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
  LaminaWindow *window = charts_open (CHARTS_TVM);
  GtkDropDown *choice = find_device_choice (GTK_WIDGET (charts_get_page (window)));
  g_autofree char *chosen = NULL;
  g_autofree char *none = NULL;
  g_autofree char *kept = NULL;

  g_assert_nonnull (choice);
  g_assert_cmpuint (gtk_drop_down_get_selected (choice), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (choice)), >, 20);
  gtk_drop_down_set_selected (choice, 2);
  chosen = g_settings_get_string (settings, LAMINA_SETTING_DEVICE);
  g_assert_cmpstr (chosen, ==, "NVIDIA B200");
  lamina_ui_test_wait (charts_are_idle, charts_get_page (window));
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
  g_test_add_func ("/charts/text", test_text);
  g_test_add_func ("/charts/export", test_export);
  g_test_add_func ("/charts/export-range", test_export_range);
  g_test_add_func ("/charts/device", test_device);
  return g_test_run ();
}
