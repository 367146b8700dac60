/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gradual-selection.h"
#include "lamina-ui-test.h"

#include "lamina-layer-footer.h"
#include "lamina-layer-heads.h"
#include "lamina-settings.h"
#include "lamina-table-cell.h"
#include "lamina-tensor-cell.h"
#include "lamina-tensor-page.h"

#include <glib/gstdio.h>

/* How wide columns are, of layers and of tensors: in the usual window, beside the inspector, nothing is cut that need not be. */

#define WIDTH 1280
#define HEIGHT 800

static const char *const samples[] = {
  "resnet50-megengine.json", "unet-chainer.txt",       "lenet-tensorflow.txt",        "resnet18-tensorrt.graph.json",
  "mobilenet-tvm.txt",       "convnet-pytorch.pt.trace.json", "mobilenet-onnxruntime.json",
};

static const char *const seeds[] = {
  "000_825e28a4f520ddc2.txt", "001_1953327273121cc3.txt", "002_11cf062b29f34b60.txt", "003_d67dc7fc6ef32707.txt",
  "004_d73c77cb3fb2895c.txt",
};

static gboolean
has_rows (gpointer user_data)
{
  LaminaSession *session = lamina_ui_test_get_session (user_data);
  GtkSelectionModel *model;

  if (!session || !lamina_session_get_range (session))
    return FALSE;
  model = lamina_gradual_selection_get_model (lamina_layer_table_get_view (lamina_ui_test_get_table (user_data)));
  return g_list_model_get_n_items (G_LIST_MODEL (model)) > 0;
}

static LaminaWindow *
open_file (const char *path,
           int         width)
{
  LaminaWindow *window = lamina_ui_test_open (path);

  gtk_window_set_default_size (GTK_WINDOW (window), width, HEIGHT);
  lamina_ui_test_wait (has_rows, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  return window;
}

static GtkColumnView *
get_view (LaminaWindow *window)
{
  return lamina_layer_table_get_view (lamina_ui_test_get_table (window));
}

static GtkColumnViewColumn *
find_column (LaminaWindow      *window,
             LaminaLayerColumn  wanted)
{
  GListModel *columns = gtk_column_view_get_columns (get_view (window));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      /* The view keeps it. */
      if (lamina_table_get_column (column)->id == wanted)
        return column;
    }
  return NULL;
}

static int
get_width (LaminaWindow      *window,
           LaminaLayerColumn  column)
{
  return gtk_column_view_column_get_fixed_width (find_column (window, column));
}

/* How many cells of a column lack room for what tells their layers apart. */
static guint
count_cut (GtkColumnView *view,
           GtkWidget     *widget,
           guint          column,
           guint         *n)
{
  guint n_cut = 0;

  if (LAMINA_IS_TABLE_CELL (widget))
    {
      LaminaTableCell *cell = LAMINA_TABLE_CELL (widget);
      int room = gtk_widget_get_width (widget);

      if (lamina_table_cell_get_column (cell) != column || *lamina_table_cell_get_text (cell) == '\0' || room == 0)
        return 0;
      *n += 1;
      if (lamina_table_cell_get_whole_width (cell, gtk_widget_get_pango_context (GTK_WIDGET (view))) <= room)
        return 0;
      g_test_message ("%d pixels are too few for %s", room, lamina_table_cell_get_text (cell));
      return 1;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n_cut += count_cut (view, child, column, n);
  return n_cut;
}

static gboolean
is_within (GtkColumnView *view)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));

  return gtk_adjustment_get_upper (adjustment) <= gtk_adjustment_get_page_size (adjustment);
}

/* How many pixels the columns leave over. */
static int
get_rest (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));
  int rest = (int) gtk_adjustment_get_page_size (adjustment);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      rest -= gtk_column_view_column_get_fixed_width (column);
    }
  return rest;
}

/* Shapes are whole, and so are numbers; types and names are where any column has room to spare. */
static void
check_layers (LaminaWindow *window)
{
  GtkColumnView *view = get_view (window);
  guint n = 0;

  for (LaminaLayerColumn column = 0; column < LAMINA_N_LAYER_COLUMNS; column++)
    {
      guint n_cut = count_cut (view, GTK_WIDGET (view), column, &n);

      if (column == LAMINA_LAYER_COLUMN_TYPE || column == LAMINA_LAYER_COLUMN_NAME)
        g_assert_true (n_cut == 0 || get_rest (view) == 0);
      else
        g_assert_cmpuint (n_cut, ==, 0);
      if (column == LAMINA_LAYER_COLUMN_NAME && n_cut > 0)
        g_assert_cmpint (get_width (window, column), >=, 180);
    }
  g_assert_cmpuint (n, >, 24);
  g_assert_true (is_within (view));
}

static GtkWidget *
find_page (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (LAMINA_IS_TENSOR_PAGE (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_page (child);
  return found;
}

static gboolean
has_tensors (gpointer page)
{
  GtkSelectionModel *model = lamina_gradual_selection_get_model (lamina_ui_test_child (page, "view"));

  return g_list_model_get_n_items (G_LIST_MODEL (model)) > 0;
}

static gboolean
is_name (guint column)
{
  return column == LAMINA_TENSOR_COLUMN_NAME || column == LAMINA_TENSOR_COLUMN_PRODUCER;
}

/* Only names may be cut, and only where no column has room to spare; so much of them stays. */
static void
check_tensor_cells (GtkColumnView *view,
                    GtkWidget     *widget,
                    guint         *n)
{
  LaminaTableCell *cell = LAMINA_IS_TABLE_CELL (widget) ? LAMINA_TABLE_CELL (widget) : NULL;
  int room = gtk_widget_get_width (widget);

  if (cell && room > 0 && *lamina_table_cell_get_text (cell) != '\0')
    {
      *n += 1;
      if (lamina_table_cell_get_whole_width (cell, gtk_widget_get_pango_context (GTK_WIDGET (view))) <= room)
        return;
      g_test_message ("%d pixels are too few for %s", room, lamina_table_cell_get_text (cell));
      g_assert_true (is_name (lamina_table_cell_get_column (cell)));
      g_assert_cmpint (get_rest (view), ==, 0);
      g_assert_cmpint (room, >=, 100);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    check_tensor_cells (view, child, n);
}

static GtkColumnView *
show_tensors (LaminaWindow *window)
{
  GtkWidget *page;

  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("tensors"));
  page = find_page (GTK_WIDGET (window));
  lamina_ui_test_wait (has_tensors, page);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  return lamina_ui_test_child (page, "view");
}

static void
check_tensors (LaminaWindow *window)
{
  GtkColumnView *view = show_tensors (window);
  guint n = 0;

  check_tensor_cells (view, GTK_WIDGET (view), &n);
  g_assert_cmpuint (n, >, 24);
  g_assert_true (is_within (view));
}

static void
check_whole (const char *path)
{
  LaminaWindow *window = open_file (path, WIDTH);

  g_test_message ("%s", path);
  check_layers (window);
  if (lamina_run_get_tensors (lamina_session_get_run (lamina_ui_test_get_session (window)))->n > 0)
    check_tensors (window);
  lamina_ui_test_close (window);
}

static void
test_samples (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_build_filename ("data", "samples", samples[i], NULL);
      g_autofree char *path = lamina_ui_test_dup_path (name);

      check_whole (path);
    }
}

static void
test_seeds (void)
{
  const char *real = g_getenv ("LAMINA_REAL_FILES");

  for (guint i = 0; i < G_N_ELEMENTS (seeds); i++)
    {
      g_autofree char *path = g_build_filename (real ? real : ".", "seeds", seeds[i], NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_test_skip_printf ("%s is not in the folder that LAMINA_REAL_FILES names", seeds[i]);
          return;
        }
      check_whole (path);
    }
}

/* How many columns can be seen. */
static guint
count_columns (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      n += gtk_column_view_column_get_visible (column);
    }
  return n;
}

/* Allocations beside tensors of operators: what says least is left out where names would be cut, and comes back with more room. */
static void
test_joined (void)
{
  guint columns[2];

  for (guint i = 0; i < 2; i++)
    {
      LaminaWindow *window = lamina_ui_test_open_joined ();
      GtkColumnView *view;
      guint n = 0;

      gtk_window_set_default_size (GTK_WINDOW (window), i == 0 ? WIDTH : 1920, i == 0 ? HEIGHT : 1080);
      view = show_tensors (window);
      columns[i] = count_columns (view);
      g_assert_true (is_within (view));
      g_assert_cmpuint (count_cut (view, GTK_WIDGET (view), LAMINA_TENSOR_COLUMN_NAME, &n), ==, 0);
      g_assert_cmpuint (n, >, 10);
      lamina_ui_test_close (window);
    }
  g_assert_cmpuint (columns[0], <, columns[1]);
  g_assert_cmpuint (columns[1], ==, 13);
}

static LaminaWindow *
open_sample (const char *name,
             int         width)
{
  g_autofree char *path = lamina_ui_test_dup_path (name);

  return open_file (path, width);
}

/* Types give way before names, and these before shapes; with more room they get it back. */
static void
test_narrow (void)
{
  static const LaminaLayerColumn columns[] = { LAMINA_LAYER_COLUMN_TYPE, LAMINA_LAYER_COLUMN_NAME, LAMINA_LAYER_COLUMN_SHAPE };
  static const char *const shown[] = { "order", "name", "type", "calls", "duration", "share", "flop", "flops", "bytes",
                                       "shape", NULL };
  int widths[3][G_N_ELEMENTS (columns)];

  g_settings_set_strv (lamina_settings_get_default (), "layer-columns", shown);
  for (guint i = 0; i < 3; i++)
    {
      LaminaWindow *window = open_sample ("data/samples/mobilenet-tvm.txt", WIDTH + 320 * (int) i);

      for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
        widths[i][k] = get_width (window, columns[k]);
      lamina_ui_test_close (window);
    }
  g_assert_cmpint (widths[0][0], ==, 90);
  g_assert_cmpint (widths[0][0], <, widths[1][0]);
  g_assert_cmpint (widths[0][1], <, widths[1][1]);
  g_assert_cmpint (widths[0][2], ==, widths[1][2]);
  g_assert_cmpint (widths[1][1], <=, widths[2][1]);
  g_settings_reset (lamina_settings_get_default (), "layer-columns");
}

/* What the user made narrow stays so, in this window and in the next one, until the usual columns are asked for. */
static void
test_dragged (void)
{
  LaminaWindow *window = open_sample ("data/samples/unet-chainer.txt", WIDTH);
  int first = get_width (window, LAMINA_LAYER_COLUMN_TYPE);

  gtk_column_view_column_set_fixed_width (find_column (window, LAMINA_LAYER_COLUMN_TYPE), 71);
  lamina_ui_test_activate (window, "view.group-layers", g_variant_new_string ("type"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_activate (window, "view.group-layers", g_variant_new_string ("instance"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpint (get_width (window, LAMINA_LAYER_COLUMN_TYPE), ==, 71);
  lamina_ui_test_close (window);
  window = open_sample ("data/samples/unet-chainer.txt", WIDTH);
  g_assert_cmpint (get_width (window, LAMINA_LAYER_COLUMN_TYPE), ==, 71);
  lamina_ui_test_activate (window, "view.reset-layer-columns", NULL);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpint (get_width (window, LAMINA_LAYER_COLUMN_TYPE), ==, first);
  lamina_ui_test_close (window);
}

/* The most glyphs of one text that is drawn: an ellipsis is a single one. */
static guint
count_glyphs (GskRenderNode *node)
{
  guint n = 0;

  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        n = MAX (n, count_glyphs (gsk_container_node_get_child (node, i)));
      return n;
    case GSK_TRANSFORM_NODE:
      return count_glyphs (gsk_transform_node_get_child (node));
    case GSK_CLIP_NODE:
      return count_glyphs (gsk_clip_node_get_child (node));
    case GSK_TEXT_NODE:
      return gsk_text_node_get_num_glyphs (node);
    default:
      return 0;
    }
}

/* Names may be shorter than what they are the sum of. */
static void
test_sum (void)
{
  static const char trace[] = "[{\"ph\": \"X\", \"name\": \"b\", \"pid\": 1, \"tid\": 1, \"ts\": 0, \"dur\": 5},"
                              " {\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, \"ts\": 9, \"dur\": 2}]";
  g_autofree char *folder = g_dir_make_tmp ("table-widths-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "short.json", NULL);
  g_autoptr (GdkPaintable) picture = NULL;
  LaminaWindow *window;
  GtkWidget *footer;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  window = open_file (path, WIDTH);
  footer = lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_LAYER_FOOTER);
  picture = gtk_widget_paintable_new (footer);
  gdk_paintable_snapshot (picture, snapshot, gtk_widget_get_width (footer), gtk_widget_get_height (footer));
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_cmpuint (count_glyphs (node), >=, strlen ("Sum of 2 layers"));
  gsk_render_node_unref (node);
  lamina_ui_test_close (window);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/table-widths/samples", test_samples);
  g_test_add_func ("/table-widths/seeds", test_seeds);
  g_test_add_func ("/table-widths/narrow", test_narrow);
  g_test_add_func ("/table-widths/joined", test_joined);
  g_test_add_func ("/table-widths/dragged", test_dragged);
  g_test_add_func ("/table-widths/sum", test_sum);
  return g_test_run ();
}
