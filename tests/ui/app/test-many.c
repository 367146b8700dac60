/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gradual-selection.h"
#include "lamina-highlight-private.h"
#include "lamina-row-list.h"
#include "lamina-ui-test.h"

#include "lamina-row-selection.h"

#include <glib/gstdio.h>
#include <string.h>

/* What is left to threads where there is much of it: the same as what is done at once where there is little. */

#define N_LAYERS 60000

typedef struct
{
  char *folder;
  char *path;
  LaminaWindow *window;
  LaminaSession *session;
} Many;

/* A trace of operators, two types in turn, with an arrow from each to the next. */
static char *
dup_trace (void)
{
  GString *text = g_string_new ("{\"schemaVersion\": 1, \"deviceProperties\": [], \"traceEvents\": [\n");

  for (guint i = 0; i < N_LAYERS; i++)
    g_string_append_printf (text, "%s{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::%s\", \"pid\": 1, \"tid\": 1, "
                            "\"ts\": %u, \"dur\": 5}\n", i > 0 ? "," : "", i % 2 == 0 ? "conv2d" : "relu", i * 10);
  g_string_append (text, "]}\n");
  return g_string_free (text, FALSE);
}

/* So many layers come in groups of their types and shapes. */
static gboolean
is_grouped (gpointer data)
{
  Many *self = data;
  GtkColumnView *view;
  guint n;

  self->session = lamina_ui_test_get_session (self->window);
  if (!self->session || !lamina_session_get_range (self->session))
    return FALSE;
  view = lamina_layer_table_get_view (lamina_ui_test_get_table (self->window));
  n = g_list_model_get_n_items (G_LIST_MODEL (lamina_gradual_selection_get_model (view)));
  return n > 0 && n < N_LAYERS;
}

static gboolean
is_listed (gpointer data)
{
  Many *self = data;
  GtkColumnView *view;

  self->session = lamina_ui_test_get_session (self->window);
  if (!self->session || !lamina_session_get_range (self->session))
    return FALSE;
  view = lamina_layer_table_get_view (lamina_ui_test_get_table (self->window));
  return g_list_model_get_n_items (G_LIST_MODEL (lamina_gradual_selection_get_model (view))) == N_LAYERS;
}

static void
set_up (Many          *self,
        gconstpointer  data)
{
  g_autofree char *text = dup_trace ();

  self->folder = g_dir_make_tmp ("lamina-many-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "many.pt.trace.json", NULL);
  g_assert_true (g_file_set_contents (self->path, text, -1, NULL));
  self->window = lamina_ui_test_open (self->path);
  lamina_ui_test_wait (is_grouped, self);
  lamina_ui_test_activate (self->window, "view.group-layers", g_variant_new_string ("instance"));
  lamina_ui_test_wait (is_listed, self);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
}

static void
tear_down (Many          *self,
           gconstpointer  data)
{
  lamina_ui_test_close (self->window);
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static guint
count_selected_rows (Many *self)
{
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (self->window));
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (lamina_gradual_selection_get_model (view));

  return (guint) gtk_bitset_get_size (selected);
}

static LaminaTimelineSelected *
get_selected (Many *self)
{
  return lamina_timeline_canvas_get_selected (lamina_ui_test_get_canvas (self->window));
}

/* How many slices the timeline brings out, on all tracks. */
static guint
count_highlighted (Many *self)
{
  LaminaHighlight *highlight = lamina_timeline_selected_get (get_selected (self));

  return highlight->refs->len;
}

static gboolean
is_highlighted (gpointer data)
{
  return lamina_timeline_selected_is_known (get_selected (data));
}

/* All at once, all but those of the other type, one, and none: rows, session and timeline say the same. */
static void
test_select (Many          *self,
             gconstpointer  data)
{
  guint n;

  lamina_ui_test_activate (self->window, "view.select-all-layers", NULL);
  lamina_session_get_selected_layers (self->session, &n);
  g_assert_cmpuint (n, ==, N_LAYERS);
  g_assert_cmpuint (count_selected_rows (self), ==, N_LAYERS);
  lamina_ui_test_wait (is_highlighted, self);
  g_assert_cmpuint (count_highlighted (self), ==, N_LAYERS);
  g_assert_true (lamina_timeline_selected_dims (get_selected (self)));
  lamina_ui_test_activate (self->window, "view.select-same-type", NULL);
  g_assert_cmpuint (count_selected_rows (self), ==, N_LAYERS / 2);
  lamina_ui_test_wait (is_highlighted, self);
  g_assert_cmpuint (count_highlighted (self), ==, N_LAYERS / 2);
  lamina_session_select_layer (self->session, 7);
  g_assert_cmpuint (count_selected_rows (self), ==, 1);
  lamina_ui_test_wait (is_highlighted, self);
  g_assert_cmpuint (count_highlighted (self), ==, 1);
  lamina_session_select_layer (self->session, LAMINA_NONE);
  lamina_ui_test_wait (is_highlighted, self);
  g_assert_cmpuint (count_highlighted (self), ==, 0);
  g_assert_false (lamina_timeline_selected_dims (get_selected (self)));
}

/* In whatever order they are given, and however often. */
static void
test_order (Many          *self,
            gconstpointer  data)
{
  g_autofree guint32 *layers = g_new (guint32, 2 * N_LAYERS);
  const guint32 *selected;
  guint n;

  for (guint i = 0; i < N_LAYERS; i++)
    layers[2 * i] = layers[2 * i + 1] = N_LAYERS - 1 - i;
  lamina_session_select_layers (self->session, layers, 2 * N_LAYERS, 3);
  selected = lamina_session_get_selected_layers (self->session, &n);
  g_assert_cmpuint (n, ==, N_LAYERS);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (selected[i], ==, i);
  g_assert_cmpuint (lamina_session_get_selection (self->session)->layer, ==, 3);
  g_assert_cmpuint (count_selected_rows (self), ==, N_LAYERS);
}

static GtkLabel *
find_link (GtkWidget  *widget,
           const char *text)
{
  GtkLabel *found = NULL;

  if (GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "quiet-link")
      && strcmp (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_link (child, text);
  return found;
}

static gboolean
has_legend (gpointer data)
{
  return find_link (GTK_WIDGET (((Many *) data)->window), "convolution") != NULL;
}

static gboolean
has_selection (gpointer data)
{
  return lamina_session_has_selection (((Many *) data)->session);
}

/* A line of the legend of colors selects its layers. */
static void
test_legend (Many          *self,
             gconstpointer  data)
{
  gboolean is_taken;
  guint n;

  lamina_ui_test_wait (has_legend, self);
  g_signal_emit_by_name (find_link (GTK_WIDGET (self->window), "convolution"), "activate-link", "#", &is_taken);
  lamina_ui_test_wait (has_selection, self);
  lamina_session_get_selected_layers (self->session, &n);
  g_assert_cmpuint (n, ==, N_LAYERS / 2);
}

static guint32 *
dup_numbers (guint n)
{
  guint32 *numbers = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    numbers[i] = i;
  return numbers;
}

static gboolean
is_grown (gpointer view)
{
  return !lamina_gradual_selection_is_growing (view);
}

/* A view learns of many rows in steps; everybody else, and what is selected, knows all of them at once. */
static void
test_gradual (void)
{
  static const guint32 more[] = { 2000, 2001, 2002 };
  g_autoptr (LaminaRowList) rows = lamina_row_list_new ();
  g_autoptr (GtkSingleSelection) selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (rows)));
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  GtkColumnView *view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  GListModel *told;
  guint first;

  gtk_window_set_child (window, GTK_WIDGET (view));
  gtk_window_present (window);
  lamina_gradual_selection_attach (view, GTK_SELECTION_MODEL (selection));
  told = G_LIST_MODEL (gtk_column_view_get_model (view));
  g_assert_true (lamina_gradual_selection_get_model (view) == GTK_SELECTION_MODEL (selection));
  lamina_row_list_set_rows (rows, dup_numbers (1000), 1000);
  first = g_list_model_get_n_items (told);
  g_assert_cmpuint (first, >, 0);
  g_assert_cmpuint (first, <, 200);
  g_assert_true (lamina_gradual_selection_is_growing (view));
  gtk_single_selection_set_selected (selection, 999);
  lamina_row_list_splice (rows, 1, 0, more, G_N_ELEMENTS (more));
  g_assert_cmpuint (g_list_model_get_n_items (told), ==, first + G_N_ELEMENTS (more));
  lamina_ui_test_wait (is_grown, view);
  g_assert_cmpuint (g_list_model_get_n_items (told), ==, 1000 + G_N_ELEMENTS (more));
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (told), 999 + G_N_ELEMENTS (more)));

  /* Where so many are known, more cost nothing; and what goes, goes at once. */
  lamina_row_list_exchange (rows, dup_numbers (3000), 3000);
  g_assert_cmpuint (g_list_model_get_n_items (told), ==, 3000);
  lamina_row_list_exchange (rows, dup_numbers (10), 10);
  g_assert_cmpuint (g_list_model_get_n_items (told), ==, 10);
  g_assert_false (lamina_gradual_selection_is_growing (view));
  gtk_window_destroy (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add ("/many/select", Many, NULL, set_up, test_select, tear_down);
  g_test_add ("/many/order", Many, NULL, set_up, test_order, tear_down);
  g_test_add ("/many/legend", Many, NULL, set_up, test_legend, tear_down);
  g_test_add_func ("/many/gradual", test_gradual);
  return g_test_run ();
}
