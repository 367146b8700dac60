/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-ui-test.h"

#include "lamina-chart-grid.h"
#include "lamina-table-cell.h"
#include "lamina-text-bin.h"
#include "lamina-text-size.h"

#include <math.h>
#include <string.h>

/* What draws itself, and tables, at larger text of the desktop. */

#define USUAL (96 * 1024)

static void
set_scale (GtkWidget *widget,
           double     scale)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (USUAL * scale), NULL);
  lamina_ui_test_settle (widget);
}

static GtkWidget *
find (GtkWidget *widget,
      GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type);

      if (found)
        return found;
    }
  return NULL;
}

/* How many pixels of the window a length of a widget takes. */
static double
get_length_in_window (GtkWidget *widget,
                      double     length)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (widget));
  double x, top, bottom;

  g_assert_true (gtk_widget_translate_coordinates (widget, root, 0, 0, &x, &top));
  g_assert_true (gtk_widget_translate_coordinates (widget, root, 0, length, &x, &bottom));
  return bottom - top;
}

static void
assert_fills (GtkWidget *widget)
{
  GtkWidget *bin = gtk_widget_get_ancestor (widget, LAMINA_TYPE_TEXT_BIN);
  graphene_rect_t bounds;

  g_assert_nonnull (bin);
  g_assert_true (gtk_widget_compute_bounds (widget, bin, &bounds));
  g_assert_cmpfloat (fabs (bounds.size.width - gtk_widget_get_width (bin)), <=, lamina_text_size_get_scale ());
  g_assert_cmpfloat (fabs (bounds.size.height - gtk_widget_get_height (bin)), <=, lamina_text_size_get_scale ());
}

typedef struct
{
  GtkWidget *widget;
  int height;
} Awaited;

static gboolean
has_height (gpointer user_data)
{
  Awaited *awaited = user_data;

  return gtk_widget_get_height (awaited->widget) == awaited->height;
}

/* Rows are larger on the screen, fewer stand in the same room, and what is hit is what is seen. */
static void
test_canvas (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *canvas = GTK_WIDGET (lamina_ui_test_get_canvas (window));
  int width, height;

  lamina_ui_test_settle (GTK_WIDGET (window));
  width = gtk_widget_get_width (canvas);
  height = gtk_widget_get_height (canvas);
  g_assert_cmpfloat (get_length_in_window (canvas, 23), ==, 23);
  for (double scale = 1.5; scale <= 2; scale += 0.5)
    {
      set_scale (GTK_WIDGET (window), scale);
      g_assert_cmpfloat_with_epsilon (get_length_in_window (canvas, 23), 23 * scale, 0.01);
      g_assert_cmpint (gtk_widget_get_height (canvas), <, height);
      g_assert_cmpint (gtk_widget_get_width (canvas), <, width);
      assert_fills (canvas);
    }
  set_scale (GTK_WIDGET (window), 1);
  /* The choice of the pages slides from the bottom, where it went for want of room, back to the top. */
  lamina_ui_test_wait (has_height, &(Awaited) { canvas, height });
  g_assert_cmpint (gtk_widget_get_width (canvas), ==, width);
  lamina_ui_test_close (window);
}

typedef struct
{
  GHashTable *whole;
  guint n_cut;
} Cells;

/* Names and shapes take what the other columns leave, less where texts are large: figures stay whole. */
static gboolean
is_figure (const char *words)
{
  return g_ascii_isdigit (*words) && !strstr (words, "×");
}

static void
look_at_cells (GtkWidget *widget,
               Cells     *cells)
{
  if (LAMINA_IS_TABLE_CELL (widget) && gtk_widget_get_mapped (widget))
    {
      const char *words = lamina_table_cell_get_text (LAMINA_TABLE_CELL (widget));

      if (!is_figure (words))
        ;
      else if (!lamina_table_cell_is_cut (LAMINA_TABLE_CELL (widget)))
        g_hash_table_add (cells->whole, g_strdup (words));
      else if (g_hash_table_contains (cells->whole, words))
        cells->n_cut++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    look_at_cells (child, cells);
}

typedef struct
{
  GtkColumnViewColumn *column;
  int width;
} ColumnWidth;

/* The table gets its room back over some frames, and columns follow it. */
static gboolean
has_width (gpointer user_data)
{
  ColumnWidth *wanted = user_data;

  return gtk_column_view_column_get_fixed_width (wanted->column) == wanted->width;
}

/* Where larger text leaves little room, the tracks get most of it. */
static void
test_share (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *table = GTK_WIDGET (lamina_ui_test_get_table (window));
  GtkWidget *paned = gtk_widget_get_ancestor (table, GTK_TYPE_PANED);

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  set_scale (table, 2);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpint (gtk_paned_get_position (GTK_PANED (paned)), >=, gtk_widget_get_height (paned) * 3 / 5);
  set_scale (table, 1);
  lamina_ui_test_close (window);
}

/* Columns and rows of the table grow with their texts, so that no figure that was whole is cut. */
static void
test_table (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *table = GTK_WIDGET (lamina_ui_test_get_table (window));
  GListModel *columns = gtk_column_view_get_columns (lamina_layer_table_get_view (LAMINA_LAYER_TABLE (table)));
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);
  g_autoptr (GHashTable) whole = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Cells cells = { whole, 0 };
  int width, height;

  lamina_ui_test_settle (table);
  width = gtk_column_view_column_get_fixed_width (column);
  look_at_cells (table, &cells);
  g_assert_cmpuint (g_hash_table_size (whole), >, 20);
  cells.n_cut = 0;
  height = gtk_widget_get_height (gtk_widget_get_parent (find (table, LAMINA_TYPE_TABLE_CELL)));
  set_scale (GTK_WIDGET (window), 1.5);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (column), >=, width * 5 / 4);
  g_assert_cmpint (gtk_widget_get_height (gtk_widget_get_parent (find (table, LAMINA_TYPE_TABLE_CELL))), >=, height * 4 / 3);
  look_at_cells (table, &cells);
  g_assert_cmpuint (cells.n_cut, ==, 0);
  set_scale (GTK_WIDGET (window), 1);
  lamina_ui_test_wait (has_width, &(ColumnWidth) { column, width });
  lamina_ui_test_close (window);
}

static gboolean
has_charts (gpointer window)
{
  return find (window, LAMINA_TYPE_CHART_GRID) != NULL;
}

/* Cards of charts grow, and fewer stand beside each other. */
static void
test_charts (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *grid, *card;
  int height;

  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("charts"));
  lamina_ui_test_wait (has_charts, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  grid = find (GTK_WIDGET (window), LAMINA_TYPE_CHART_GRID);
  card = gtk_widget_get_first_child (grid);
  height = gtk_widget_get_height (card);
  set_scale (GTK_WIDGET (window), 1.5);
  g_assert_cmpint (gtk_widget_get_height (card), ==, (int) lround (height * 1.5));
  set_scale (GTK_WIDGET (window), 1);
  g_assert_cmpint (gtk_widget_get_height (card), ==, height);
  lamina_ui_test_close (window);
}

/* A menu points to where it was asked for, however large what it belongs to is drawn. */
static void
test_popover (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *canvas = GTK_WIDGET (lamina_ui_test_get_canvas (window)), *popover = gtk_popover_new ();
  GdkRectangle place;

  gtk_widget_set_parent (popover, canvas);
  set_scale (GTK_WIDGET (window), 2);
  lamina_text_bin_point_popover (GTK_POPOVER (popover), 100, 30);
  g_assert_true (gtk_popover_get_pointing_to (GTK_POPOVER (popover), &place));
  g_assert_cmpint (place.x, ==, 200);
  g_assert_cmpint (place.y, ==, 60);
  gtk_widget_unparent (popover);
  set_scale (GTK_WIDGET (window), 1);
  lamina_ui_test_close (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/text-size/canvas", test_canvas);
  g_test_add_func ("/text-size/share", test_share);
  g_test_add_func ("/text-size/table", test_table);
  g_test_add_func ("/text-size/charts", test_charts);
  g_test_add_func ("/text-size/popover", test_popover);
  return g_test_run ();
}
