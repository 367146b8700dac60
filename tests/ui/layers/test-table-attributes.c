/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gradual-selection.h"
#include "lamina-row-list.h"
#include "lamina-ui-test.h"

#include "lamina-attributes.h"
#include "lamina-column-chooser.h"
#include "lamina-layer-cell.h"
#include "lamina-layer-heads.h"
#include "lamina-settings.h"

#include <glib/gstdio.h>
#include <string.h>

/* Attributes of layers as columns of the table: chosen from the list of all columns, sorted, filtered, copied, remembered. */

#define SAMPLE_FORMAT "megengine"

static LaminaColumnChooser *
get_chooser (LaminaWindow *window)
{
  GtkWidget *table = GTK_WIDGET (lamina_ui_test_get_table (window));

  return LAMINA_COLUMN_CHOOSER (lamina_ui_test_find (table, LAMINA_TYPE_COLUMN_CHOOSER));
}

static GtkColumnView *
get_view (LaminaWindow *window)
{
  return lamina_layer_table_get_view (lamina_ui_test_get_table (window));
}

static guint
count_rows (LaminaWindow *window)
{
  return g_list_model_get_n_items (G_LIST_MODEL (lamina_gradual_selection_get_model (get_view (window))));
}

static guint
count_columns (LaminaWindow *window)
{
  return g_list_model_get_n_items (gtk_column_view_get_columns (get_view (window)));
}

static GtkColumnViewColumn *
find_column (LaminaWindow *window,
             const char   *title)
{
  GListModel *columns = gtk_column_view_get_columns (get_view (window));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      /* The view keeps it. */
      if (strcmp (gtk_column_view_column_get_title (column), title) == 0)
        return column;
    }
  return NULL;
}

static gboolean
is_complete (gpointer window)
{
  return !gtk_widget_get_visible (lamina_ui_test_child (get_chooser (window), "busy"));
}

static void
open_chooser (LaminaWindow *window)
{
  lamina_ui_test_activate (window, "view.layer-columns", NULL);
  lamina_ui_test_wait (is_complete, window);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (get_chooser (window))));
}

/* Types what is looked for and presses Enter, as a user does. */
static void
choose (LaminaWindow *window,
        const char   *text)
{
  GtkWidget *entry;

  open_chooser (window);
  entry = lamina_ui_test_find (GTK_WIDGET (get_chooser (window)), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "search-changed");
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_signal_emit_by_name (entry, "activate");
  gtk_popover_popdown (GTK_POPOVER (get_chooser (window)));
}

/* The column is there and what it says was read. */
static gboolean
is_stride_read (gpointer window)
{
  LaminaRun *run = lamina_session_get_run (lamina_ui_test_get_session (window));

  return find_column (window, "stride_h") && lamina_attribute_is_read (run, lamina_attribute_get_column (run, "stride_h"));
}

static guint
count_shown (GtkWidget *list)
{
  guint n = 0;

  for (int i = 0; gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i); i++)
    n += gtk_widget_get_visible (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)));
  return n;
}

/* All columns and all attributes are listed, and found by a part of their names. */
static void
test_chooser (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *list, *entry;
  guint all;

  open_chooser (window);
  list = lamina_ui_test_find (GTK_WIDGET (get_chooser (window)), GTK_TYPE_LIST_BOX);
  entry = lamina_ui_test_find (GTK_WIDGET (get_chooser (window)), GTK_TYPE_SEARCH_ENTRY);
  lamina_ui_test_settle (GTK_WIDGET (window));
  all = count_shown (list);
  g_assert_cmpuint (all, >, 25);
  gtk_editable_set_text (GTK_EDITABLE (entry), "STRIDE");
  g_signal_emit_by_name (entry, "search-changed");
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpuint (count_shown (list), >=, 2);
  g_assert_cmpuint (count_shown (list), <, 6);
  gtk_editable_set_text (GTK_EDITABLE (entry), "nothing is called so");
  g_signal_emit_by_name (entry, "search-changed");
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpuint (count_shown (list), ==, 0);
  /* Another run or another grouping has other columns: the list would be wrong. */
  lamina_ui_test_activate (window, "view.group-layers", g_variant_new_string ("type"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (get_chooser (window))));
  lamina_ui_test_close (window);
}

static void
test_column (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaLayerTable *table = lamina_ui_test_get_table (window);
  LaminaRun *run = lamina_session_get_run (session);
  guint n = count_columns (window), all = count_rows (window);
  g_auto (LaminaLayerValue) value = { 0 };
  g_autoptr (LaminaRow) first = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *markdown = NULL;

  choose (window, "stride_h");
  g_assert_cmpuint (count_columns (window), ==, n + 1);
  lamina_ui_test_wait (is_stride_read, window);
  csv = lamina_layer_table_dup_rows_text (table, FALSE, LAMINA_COPY_CSV);
  g_assert_nonnull (strstr (csv, ",stride_h,estimated\r\n"));
  markdown = lamina_layer_table_dup_rows_text (table, FALSE, LAMINA_COPY_MARKDOWN);
  g_assert_nonnull (strstr (markdown, " | stride\\_h |\n"));

  gtk_column_view_sort_by_column (get_view (window), find_column (window, "stride_h"), GTK_SORT_DESCENDING);
  lamina_ui_test_settle (GTK_WIDGET (window));
  first = g_list_model_get_item (G_LIST_MODEL (lamina_gradual_selection_get_model (get_view (window))), 0);
  lamina_layer_get_value (run, lamina_session_get_timebase (session), lamina_row_get_index (first),
                          lamina_attribute_get_column (run, "stride_h"), &value);
  g_assert_cmpint (value.integer, ==, 2);

  lamina_session_set_filter (session, "@stride_h:2");
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpuint (count_rows (window), >, 0);
  g_assert_cmpuint (count_rows (window), <, all / 4);
  lamina_session_set_filter (session, "");

  /* The same entry takes it away again. */
  choose (window, "stride_h");
  g_assert_cmpuint (count_columns (window), ==, n);
  lamina_ui_test_activate (window, "view.reset-layer-columns", NULL);
  lamina_ui_test_close (window);
}

/* For files of the format that has it, and no others. */
static void
test_remembered (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  g_autofree char *other = lamina_ui_test_dup_path ("data/samples/unet-chainer.txt");
  g_auto (GStrv) names = NULL;
  guint n = count_columns (window);

  choose (window, "stride_h");
  names = g_settings_get_strv (lamina_settings_get_default (), "layer-columns");
  g_assert_true (g_strv_contains ((const char *const *) names, "attribute:" SAMPLE_FORMAT ":stride_h"));
  lamina_ui_test_close (window);

  window = lamina_ui_test_open_sample ();
  g_assert_cmpuint (count_columns (window), ==, n + 1);
  g_assert_nonnull (find_column (window, "stride_h"));
  lamina_ui_test_wait (is_stride_read, window);
  lamina_ui_test_close (window);

  window = lamina_ui_test_open (other);
  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  g_assert_null (find_column (window, "stride_h"));
  lamina_ui_test_close (window);

  window = lamina_ui_test_open_sample ();
  g_assert_nonnull (find_column (window, "stride_h"));
  lamina_ui_test_activate (window, "view.reset-layer-columns", NULL);
  g_assert_null (find_column (window, "stride_h"));
  lamina_ui_test_close (window);
}

/* A group says what all of its layers have, else how many values there are. */
static void
test_groups (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  g_autofree char *text = NULL;

  lamina_ui_test_activate (window, "view.group-layers", g_variant_new_string ("type"));
  choose (window, "stride_h");
  lamina_ui_test_wait (is_stride_read, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  text = lamina_layer_table_dup_rows_text (lamina_ui_test_get_table (window), FALSE, LAMINA_COPY_MARKDOWN);
  g_assert_nonnull (strstr (text, "| 2 values |"));
  lamina_ui_test_activate (window, "view.reset-layer-columns", NULL);
  g_assert_null (find_column (window, "stride_h"));
  lamina_ui_test_activate (window, "view.group-layers", g_variant_new_string ("instance"));
  lamina_ui_test_close (window);
}

/* The heading of the last column lies within the view. */
static gboolean
is_last_seen (gpointer window)
{
  GtkWidget *view = GTK_WIDGET (get_view (window));
  GtkWidget *title = gtk_widget_get_last_child (gtk_widget_get_first_child (view));
  graphene_rect_t place;

  return gtk_widget_compute_bounds (title, view, &place) && place.origin.x >= 0
         && place.origin.x + place.size.width <= (float) gtk_widget_get_width (view);
}

/* Where the columns take all room, the one that was chosen comes into view, in either direction of writing. */
static void
test_revealed (gconstpointer direction)
{
  GtkTextDirection before = gtk_widget_get_default_direction ();
  LaminaWindow *window;

  gtk_widget_set_default_direction ((GtkTextDirection) GPOINTER_TO_INT (direction));
  window = lamina_ui_test_open_sample ();
  choose (window, "stride_h");
  choose (window, "stride_w");
  g_assert_cmpstr (gtk_column_view_column_get_title (find_column (window, "stride_w")), ==, "stride_w");
  lamina_ui_test_wait (is_last_seen, window);
  lamina_ui_test_activate (window, "view.reset-layer-columns", NULL);
  lamina_ui_test_close (window);
  gtk_widget_set_default_direction (before);
}

#define N_METRICS 2000

/* A function with so many columns of numbers. */
static void
write_metrics (const char *path)
{
  static const char *const heads[] = { "Name", "Duration (us)", "Percent", "Device", "Count", "Argument Shapes" };
  static const char *const values[] = { "fused_dense_0", "10.00", "1.00", "cpu0", "1", "float32[1, 8], float32[8, 8]" };
  g_autoptr (GString) head = g_string_new (NULL), row = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      int width = (int) MAX (strlen (heads[i]), strlen (values[i]));

      g_string_append_printf (head, i == 0 ? "%-*s" : "  %*s", width, heads[i]);
      g_string_append_printf (row, i == 0 ? "%-*s" : "  %*s", width, values[i]);
    }
  for (guint i = 0; i < N_METRICS; i++)
    {
      g_autofree char *name = g_strdup_printf ("Metric %u", i);

      g_string_append_printf (head, "  %s", name);
      g_string_append_printf (row, "  %*d", (int) strlen (name), 5);
    }
  g_string_append_printf (head, "  \n%s  \n", row->str);
  g_assert_true (g_file_set_contents (path, head->str, (gssize) head->len, NULL));
}

static guint
count_items (GMenuModel *menu)
{
  guint n = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

      n += section ? count_items (section) : 1;
    }
  return n;
}

/* Each would be an item of the menu, which takes the square of their number to make. */
static void
test_many (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "lamina-test-metrics.txt", NULL);
  LaminaWindow *window;

  write_metrics (path);
  window = lamina_ui_test_open (path);
  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  g_assert_cmpuint (lamina_run_get_n_metrics (lamina_session_get_run (lamina_ui_test_get_session (window))), >=, N_METRICS);
  g_assert_cmpuint (count_rows (window), ==, 1);
  g_assert_cmpuint (count_items (gtk_column_view_column_get_header_menu (find_column (window, "Name"))), >, 100);
  g_assert_cmpuint (count_items (gtk_column_view_column_get_header_menu (find_column (window, "Name"))), <, 300);
  lamina_ui_test_close (window);
  g_unlink (path);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/table-attributes/chooser", test_chooser);
  g_test_add_func ("/table-attributes/column", test_column);
  g_test_add_func ("/table-attributes/remembered", test_remembered);
  g_test_add_func ("/table-attributes/groups", test_groups);
  g_test_add_func ("/table-attributes/many", test_many);
  g_test_add_data_func ("/table-attributes/revealed/left-to-right", GINT_TO_POINTER (GTK_TEXT_DIR_LTR), test_revealed);
  g_test_add_data_func ("/table-attributes/revealed/right-to-left", GINT_TO_POINTER (GTK_TEXT_DIR_RTL), test_revealed);
  return g_test_run ();
}
