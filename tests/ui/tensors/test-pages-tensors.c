/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-card.h"
#include "lamina-chart-page.h"
#include "lamina-flame-page.h"
#include "lamina-gradual-selection.h"
#include "lamina-live-set.h"
#include "lamina-memory-canvas.h"
#include "lamina-tensor-page.h"
#include "lamina-ui-test.h"

#include <string.h>

/* The page of the tensors, and the chart of the memory that it divides. */

static gboolean
has_rows (gpointer user_data)
{
  return g_list_model_get_n_items (G_LIST_MODEL (lamina_gradual_selection_get_model (user_data))) > 0;
}

static gboolean
has_cursor_text (gpointer user_data)
{
  return strchr (gtk_label_get_text (lamina_ui_test_child (user_data, "summary")), ':') != NULL;
}

static gboolean
has_live_chart (gpointer user_data)
{
  return lamina_chart_canvas_get_data (user_data) != NULL;
}

/* Groups hold all tensors; a row selects the largest of its group, and opened it lists them. */
static void
check_groups (LaminaWindow     *window,
              LaminaTensorPage *page)
{
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaTensorGroupList *groups = lamina_ui_test_child (page, "groups");
  GtkColumnView *view = GTK_COLUMN_VIEW (lamina_ui_test_find (GTK_WIDGET (groups), GTK_TYPE_COLUMN_VIEW));
  GListModel *rows = G_LIST_MODEL (lamina_gradual_selection_get_model (view));
  const LaminaTensorGroup *group;
  guint sum = 0, n;

  lamina_ui_test_activate (window, "view.group-tensors", g_variant_new_string ("shape"));
  lamina_ui_test_wait (has_rows, view);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (groups)));
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    sum += lamina_tensor_group_list_get_group (groups, i)->n;
  g_assert_cmpuint (sum, ==, lamina_run_get_tensors (lamina_session_get_run (session))->n);
  group = lamina_tensor_group_list_get_group (groups, 0);
  g_assert_cmpint (group->bytes, >=, lamina_tensor_group_list_get_group (groups, 1)->bytes);
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (lamina_gradual_selection_get_model (view)), 0);
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, group->largest);
  n = group->n;
  g_signal_emit_by_name (view, "activate", 0);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (groups)));
  lamina_ui_test_wait (has_rows, lamina_ui_test_child (page, "view"));
  rows = G_LIST_MODEL (lamina_gradual_selection_get_model (lamina_ui_test_child (page, "view")));
  for (guint i = 0; i < 100 && g_list_model_get_n_items (rows) != n; i++)
    lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, n);
}

/* What takes most memory is what one looks for. */
static void
check_largest_first (LaminaSession *session,
                     GtkColumnView *view)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (lamina_gradual_selection_get_model (view));
  gint64 first;

  gtk_single_selection_set_selected (selection, 0);
  first = lamina_column_number (tensors->bytes, lamina_session_get_tensor (session));
  for (guint32 i = 0; i < tensors->n; i++)
    g_assert_cmpint (lamina_column_number (tensors->bytes, i), <=, first);
  gtk_single_selection_set_selected (selection, GTK_INVALID_LIST_POSITION);
}

static void
test_tensors (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, lamina_session_get_timebase (session), NULL);
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  LaminaTensorPage *page;
  GtkColumnView *view;
  GtkLabel *roles;
  gint64 cursor;
  guint n;

  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("tensors"));
  page = LAMINA_TENSOR_PAGE (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE));
  view = lamina_ui_test_child (page, "view");
  lamina_ui_test_wait (has_rows, view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (lamina_gradual_selection_get_model (view))), ==,
                    lamina_run_get_tensors (run)->n);
  check_largest_first (session, view);
  roles = GTK_LABEL (gtk_widget_get_template_child (GTK_WIDGET (page), LAMINA_TYPE_TENSOR_PAGE, "roles"));
  g_assert_nonnull (strstr (gtk_label_get_text (roles), "Parameters "));
  g_assert_null (strstr (gtk_label_get_text (roles), "—"));
  lamina_ui_test_activate (window, "view.tensors-at", g_variant_new_int64 (steps->position[steps->n / 2]));
  g_assert_cmpint (lamina_tensor_chart_get_cursor (lamina_ui_test_child (page, "chart")), ==, steps->position[steps->n / 2]);
  lamina_ui_test_activate (window, "view.tensors-at-peak", NULL);
  cursor = lamina_tensor_chart_get_cursor (lamina_ui_test_child (page, "chart"));
  g_assert_cmpint (cursor, ==, steps->position[lamina_live_set_get_peak (live)]);
  lamina_ui_test_wait (has_cursor_text, page);
  g_free (lamina_live_set_list (live, cursor, NULL, &n));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (lamina_gradual_selection_get_model (view))), ==, n);
  /* A row selects its tensor, and with it the layer that makes it. */
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (lamina_gradual_selection_get_model (view)), 0);
  g_assert_cmpuint (lamina_session_get_tensor (session), !=, LAMINA_NONE);
  g_assert_true (lamina_session_has_selection (session));
  lamina_ui_test_activate (window, "view.tensors-all", NULL);
  g_assert_true (lamina_tensor_chart_get_cursor (lamina_ui_test_child (page, "chart")) == LAMINA_ABSENT);
  lamina_ui_test_settle (GTK_WIDGET (window));
  check_groups (window, page);
  lamina_ui_test_close (window);
}

/* Gradients are kept beside the values of their tensors: the parts are those of the chart, not of the list. */
static void
test_tensors_with_gradients (void)
{
  LaminaWindow *window = lamina_ui_test_open_shown ("data/samples/unet-chainer.txt");
  LaminaSession *session = lamina_ui_test_get_session (window);
  g_autoptr (LaminaLiveSet) live =
    lamina_live_set_new (lamina_session_get_run (session), lamina_session_get_timebase (session), NULL);
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  gint64 bytes = steps->bytes[LAMINA_ROLE_ACTIVATION][lamina_live_set_get_peak (live)];
  g_autofree char *size = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *part = g_strdup_printf ("Activations ≈\u00a0%s", size);
  LaminaTensorPage *page;
  GtkLabel *roles;

  lamina_ui_test_activate (window, "view.tensors-at-peak", NULL);
  page = LAMINA_TENSOR_PAGE (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE));
  roles = GTK_LABEL (gtk_widget_get_template_child (GTK_WIDGET (page), LAMINA_TYPE_TENSOR_PAGE, "roles"));
  lamina_ui_test_wait (has_cursor_text, page);
  g_assert_nonnull (strstr (gtk_label_get_text (roles), part));
  lamina_ui_test_close (window);
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

static gboolean
has_map (gpointer user_data)
{
  return lamina_memory_canvas_get_map (user_data) != NULL && lamina_canvas_ensure (user_data) != NULL;
}

/* Less is in use than where most is. */
static gboolean
has_map_of_less (gpointer user_data)
{
  const LaminaMemoryMap *map = lamina_memory_canvas_get_map (user_data);

  return map != NULL && map->active < 100 << 20;
}

/* The middle of what stands for something in the map. */
static gboolean
find_in_map (LaminaMemoryCanvas *map,
             LaminaTargetKind    kind,
             guint               block,
             double             *x,
             double             *y)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (map)), &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == kind && boxes[i].width > 4
        && (kind == LAMINA_TARGET_FREE || (boxes[i].target.first == block && boxes[i].target.n == 1)))
      {
        *x = boxes[i].x + boxes[i].width / 2.0;
        *y = boxes[i].y + boxes[i].height / 2.0;
        return TRUE;
      }
  return FALSE;
}

/* Where tensors lie at a moment: a click and the keys select their blocks, the pointer says what is there and what is free. */
static void
test_addresses (void)
{
  LaminaWindow *window = lamina_ui_test_open_shown ("data/samples/charlm-memory.pickle");
  LaminaSession *session = lamina_ui_test_get_session (window);
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  const LaminaMemoryMap *shown;
  LaminaTensorPage *page;
  LaminaMemoryCanvas *map;
  GtkToggleButton *button;
  g_autofree char *tip = NULL, *free_tip = NULL;
  double x = 0, y = 0;
  guint largest = 0;

  lamina_ui_test_activate (window, "view.tensors-at-peak", NULL);
  page = LAMINA_TENSOR_PAGE (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE));
  lamina_ui_test_wait (has_rows, lamina_ui_test_child (page, "view"));
  map = lamina_ui_test_child (page, "map");
  button = lamina_ui_test_child (page, "map_button");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (button)) && !gtk_widget_get_mapped (GTK_WIDGET (map)));
  gtk_widget_activate (GTK_WIDGET (button));
  lamina_ui_test_wait (is_mapped, map);
  g_assert_true (gtk_toggle_button_get_active (button));
  lamina_ui_test_wait (has_map, map);
  lamina_ui_test_settle (GTK_WIDGET (window));
  shown = lamina_memory_canvas_get_map (map);
  g_assert_cmpint (shown->active + shown->free, ==, shown->reserved);
  for (guint i = 0; i < shown->n_blocks; i++)
    if (shown->blocks[i].bytes > shown->blocks[largest].bytes)
      largest = i;

  g_assert_true (find_in_map (map, LAMINA_TARGET_BLOCKS, largest, &x, &y));
  lamina_ui_test_click (GTK_WIDGET (map), 1, x, y);
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, shown->blocks[largest].tensor);
  tip = lamina_ui_test_dup_tooltip (GTK_WIDGET (map), x, y);
  g_assert_nonnull (strstr (tip, lamina_run_get_string (lamina_session_get_run (session),
                                                        tensors->name[shown->blocks[largest].tensor])));
  lamina_ui_test_press (GTK_WIDGET (map), GDK_KEY_Home);
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, shown->blocks[0].tensor);
  lamina_ui_test_press (GTK_WIDGET (map), GDK_KEY_Right);
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, shown->blocks[1].tensor);
  g_assert_true (find_in_map (map, LAMINA_TARGET_FREE, 0, &x, &y));
  free_tip = lamina_ui_test_dup_tooltip (GTK_WIDGET (map), x, y);
  g_assert_nonnull (strstr (free_tip, "free"));

  /* The map goes with the cursor. */
  g_assert_false (has_map_of_less (map));
  lamina_ui_test_activate (window, "view.tensors-at", g_variant_new_int64 (tensors->lifetimes[0].first));
  lamina_ui_test_wait (has_map_of_less, map);
  lamina_ui_test_close (window);
}

static gboolean
has_kept (gpointer user_data)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (user_data, LAMINA_SANDWICH_CALLEES);

  return tree && lamina_flame_tree_get_options (tree)->weight == LAMINA_FLAME_WEIGHT_KEPT
         && lamina_flame_tree_get_options (tree)->position != LAMINA_ABSENT;
}

static gboolean
has_times (gpointer user_data)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (user_data, LAMINA_SANDWICH_CALLEES);

  return tree && lamina_flame_tree_get_options (tree)->weight == LAMINA_FLAME_WEIGHT_COST;
}

/* From the tensors at a moment to the stacks that asked for them; what has no times has none there either. */
static void
test_stacks (void)
{
  LaminaWindow *window = lamina_ui_test_open_shown ("data/samples/charlm-memory.pickle");
  LaminaSession *session = lamina_ui_test_get_session (window);
  g_autoptr (LaminaLiveSet) live =
    lamina_live_set_new (lamina_session_get_run (session), lamina_session_get_timebase (session), NULL);
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  guint step = steps->n / 2;
  LaminaTensorPage *tensors;
  LaminaFlameCanvas *canvas;
  GtkDropDown *weights;
  guint n_weights;

  lamina_ui_test_activate (window, "view.tensors-at", g_variant_new_int64 (steps->position[step]));
  tensors = LAMINA_TENSOR_PAGE (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE));
  lamina_ui_test_wait (has_cursor_text, tensors);
  g_signal_emit_by_name (lamina_ui_test_child (tensors, "flame"), "clicked");
  lamina_ui_test_settle (GTK_WIDGET (window));
  canvas = LAMINA_FLAME_CANVAS (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_FLAME_CANVAS));
  lamina_ui_test_wait (has_kept, canvas);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (canvas)));
  g_assert_cmpint (lamina_flame_tree_get_nodes (lamina_flame_canvas_get_tree (canvas, LAMINA_SANDWICH_CALLEES))->total[0], ==,
                   steps->total[step]);
  weights = lamina_ui_test_child (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_FLAME_PAGE), "weight_choice");
  n_weights = g_list_model_get_n_items (gtk_drop_down_get_model (weights));
  g_assert_cmpuint (gtk_drop_down_get_selected (weights), ==, n_weights - 1);
  lamina_ui_test_activate (window, "view.flame-weight", g_variant_new_string ("time"));
  lamina_ui_test_wait (has_times, canvas);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (weights)), <, n_weights);
  lamina_ui_test_close (window);
}

/* From a moment in the chart of the memory to what is kept then, on a page that was never shown. */
static void
test_live_tensors (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaDocumentView *view = lamina_tab_get_view (lamina_window_get_tab (window));
  LaminaChartPage *charts = LAMINA_CHART_PAGE (lamina_document_view_get_page (view, "charts", TRUE));
  GtkWidget *card = gtk_paned_get_start_child (lamina_ui_test_child (charts, "paned"));
  LaminaChartCanvas *canvas = lamina_chart_card_get_canvas (LAMINA_CHART_CARD (card));
  LaminaTensorPage *page;

  lamina_ui_test_activate (window, "view.chart", g_variant_new_string ("memory"));
  lamina_ui_test_wait (has_live_chart, canvas);
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  lamina_ui_test_press (GTK_WIDGET (canvas), GDK_KEY_End);
  g_assert_cmpuint (lamina_chart_canvas_get_row (canvas), ==,
                    lamina_chart_data_get_n_rows (lamina_chart_canvas_get_data (canvas)) - 1);
  lamina_ui_test_activate (window, "view.live-tensors", NULL);
  page = LAMINA_TENSOR_PAGE (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE));
  lamina_ui_test_wait (has_cursor_text, page);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page)));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_close (window);
}

/* Tensors of a trace are kinds; allocations of the snapshot that was joined are tensors, each of them. */
static void
test_joined_counts (void)
{
  LaminaWindow *window = lamina_ui_test_open_joined ();
  LaminaRun *run = lamina_session_get_run (lamina_ui_test_get_session (window));
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  LaminaTensorPage *page;
  g_autofree char *size = NULL, *wanted = NULL;
  guint n_lived = 0;
  gint64 bytes = 0;

  for (guint i = 0; i < tensors->n; i++)
    if (tensors->first_lifetime[i + 1] > tensors->first_lifetime[i])
      {
        n_lived++;
        bytes += tensors->bytes[i];
      }
  g_assert_cmpuint (n_lived, >, 0);
  g_assert_cmpuint (n_lived, <, tensors->n);
  lamina_ui_test_activate (window, "view.tensors-all", NULL);
  page = LAMINA_TENSOR_PAGE (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE));
  lamina_ui_test_wait (has_rows, lamina_ui_test_child (page, "view"));
  size = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  wanted = g_strdup_printf ("%u tensors · %s · %u kinds by shape", n_lived, size, tensors->n - n_lived);
  g_assert_cmpstr (gtk_label_get_text (lamina_ui_test_child (page, "summary")), ==, wanted);
  lamina_ui_test_close (window);
}

static gboolean
is_divided_by_size (gpointer user_data)
{
  LaminaChartData *data = lamina_chart_canvas_get_data (user_data);
  LaminaLiveSet *live = data ? lamina_chart_data_get_live (data, NULL) : NULL;

  return live && lamina_live_set_get_bands (live) == LAMINA_BANDS_BY_SIZE;
}

static gboolean
has_groups (gpointer user_data)
{
  return lamina_tensor_group_list_get_group (user_data, 0) != NULL;
}

/* What the tensors are grouped by divides the chart of the memory over time, and the table behind it. */
static void
test_bands (void)
{
  LaminaWindow *window = lamina_ui_test_open_shown ("data/samples/charlm-memory.pickle");
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaDocumentView *view = lamina_tab_get_view (lamina_window_get_tab (window));
  LaminaChartPage *charts = LAMINA_CHART_PAGE (lamina_document_view_get_page (view, "charts", TRUE));
  GtkWidget *card = gtk_paned_get_start_child (lamina_ui_test_child (charts, "paned"));
  LaminaChartCanvas *canvas = lamina_chart_card_get_canvas (LAMINA_CHART_CARD (card));
  LaminaTensorPage *page;
  LaminaChartData *data;
  g_autofree char *csv = NULL;

  lamina_ui_test_activate (window, "view.chart", g_variant_new_string ("memory"));
  lamina_ui_test_wait (has_live_chart, canvas);
  g_assert_false (is_divided_by_size (canvas));
  lamina_ui_test_activate (window, "view.group-tensors", g_variant_new_string ("size"));
  page = LAMINA_TENSOR_PAGE (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE));
  lamina_ui_test_wait (has_groups, lamina_ui_test_child (page, "groups"));
  g_assert_cmpint (lamina_session_get_bands (session), ==, LAMINA_TENSORS_BY_SIZE);
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("charts"));
  lamina_ui_test_wait (is_divided_by_size, canvas);
  data = lamina_chart_canvas_get_data (canvas);
  csv = lamina_chart_data_dup_csv (data, 0, LAMINA_CSV_EXACT);
  g_assert_nonnull (strstr (csv, "size_1_bytes"));

  /* What has no bands leaves them as they are. */
  lamina_ui_test_activate (window, "view.group-tensors", g_variant_new_string ("stack"));
  lamina_ui_test_wait (has_groups, lamina_ui_test_child (page, "groups"));
  g_assert_cmpint (lamina_session_get_bands (session), ==, LAMINA_TENSORS_BY_SIZE);
  lamina_ui_test_close (window);
}

int
main (int   argc,
      char *argv[])
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;

  g_test_add_func ("/pages-tensors/tensors", test_tensors);
  g_test_add_func ("/pages-tensors/tensors-with-gradients", test_tensors_with_gradients);
  g_test_add_func ("/pages-tensors/addresses", test_addresses);
  g_test_add_func ("/pages-tensors/stacks", test_stacks);
  g_test_add_func ("/pages-tensors/live-tensors", test_live_tensors);
  g_test_add_func ("/pages-tensors/bands", test_bands);
  g_test_add_func ("/pages-tensors/joined-counts", test_joined_counts);

  return g_test_run ();
}
