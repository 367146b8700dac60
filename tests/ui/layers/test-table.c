/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder.h"
#include "lamina-gradual-selection.h"
#include "lamina-ui-test.h"

#include "lamina-layer-columns.h"
#include "lamina-layer-heads.h"
#include "lamina-layer-listing.h"
#include "lamina-layer-table-private.h"
#include "lamina-settings.h"
#include "lamina-table-cell.h"

#include <string.h>

/* The table of layers in the window: groups, columns, filter, selection and copies. */

static GListModel *
get_rows (LaminaWindow *window)
{
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));

  return G_LIST_MODEL (lamina_gradual_selection_get_model (view));
}

static guint32
get_id (LaminaWindow *window,
        guint         position)
{
  g_autoptr (LaminaRow) row = g_list_model_get_item (get_rows (window), position);

  return lamina_row_get_index (row);
}

static GActionGroup *
get_actions (LaminaWindow *window)
{
  return G_ACTION_GROUP (lamina_document_view_get_actions (lamina_tab_get_view (lamina_window_get_tab (window))));
}

static void
group_by (LaminaWindow *window,
          const char   *name)
{
  g_action_group_activate_action (get_actions (window), "group-layers", g_variant_new_string (name));
}

static void
do_action (LaminaWindow *window,
           const char   *name)
{
  g_assert_true (g_action_group_get_action_enabled (get_actions (window), name));
  g_action_group_activate_action (get_actions (window), name, NULL);
}

static void
select_row (LaminaWindow *window,
            guint         position,
            gboolean      alone)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (get_rows (window)), position, alone);
}

static guint
count_selected (LaminaWindow *window)
{
  guint n;

  lamina_session_get_selected_layers (lamina_ui_test_get_session (window), &n);
  return n;
}

static guint
count_selected_rows (LaminaWindow *window)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (get_rows (window)));

  return (guint) gtk_bitset_get_size (selected);
}

static guint
count_type (LaminaWindow *window,
            const char   *type)
{
  LaminaRun *run = lamina_session_get_run (lamina_ui_test_get_session (window));
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint n = 0;

  for (guint i = 0; i < layers->n; i++)
    n += strcmp (lamina_run_get_string (run, layers->type[i]), type) == 0;
  return n;
}

/* The group that costs most stands first; it opens below itself; selecting it selects its layers. */
static void
test_groups (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  guint all = g_list_model_get_n_items (get_rows (window)), n = count_type (window, "ConvolutionForward"), n_groups;

  group_by (window, "type");
  n_groups = g_list_model_get_n_items (get_rows (window));
  g_assert_cmpuint (n_groups, >, 1);
  g_assert_cmpuint (n_groups, <, 20);
  g_assert_cmpuint (get_id (window, 0), ==, LAMINA_GROUP_ID);
  select_row (window, 0, TRUE);
  g_assert_cmpuint (count_selected (window), ==, n);

  g_signal_emit_by_name (lamina_layer_table_get_view (lamina_ui_test_get_table (window)), "activate", 0);
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, n_groups + n);
  g_assert_cmpuint (get_id (window, 1) & LAMINA_GROUP_ID, ==, 0);
  g_assert_cmpuint (get_id (window, n + 1), ==, LAMINA_GROUP_ID | 1);
  g_assert_cmpuint (count_selected_rows (window), ==, n + 1);
  select_row (window, 2, TRUE);
  g_assert_cmpuint (count_selected (window), ==, 1);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, get_id (window, 2));

  do_action (window, "close-groups");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, n_groups);
  do_action (window, "open-groups");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, n_groups + all);
  group_by (window, "instance");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, all);
  g_assert_false (g_action_group_get_action_enabled (get_actions (window), "open-groups"));
  lamina_ui_test_close (window);
}

static void
test_all_groupings (void)
{
  static const char *const names[] = { "type", "shape", "name", "family", "section", "annotation", "device" };
  LaminaWindow *window = lamina_ui_test_open_sample ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      group_by (window, names[i]);
      g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), >, 0);
      g_assert_cmpuint (get_id (window, 0) & LAMINA_GROUP_ID, !=, 0);
      lamina_ui_test_settle (GTK_WIDGET (window));
    }
  lamina_ui_test_close (window);
}

/* Both ways; the first of the rows that were added leads. */
static void
test_multi_selection (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  const guint32 layers[] = { 9, 3, 200 };

  select_row (window, 4, TRUE);
  select_row (window, 7, FALSE);
  g_assert_cmpuint (count_selected (window), ==, 2);
  g_assert_true (lamina_session_is_layer_selected (session, get_id (window, 4)));
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, get_id (window, 7));
  lamina_session_select_layers (session, layers, 3, 3);
  g_assert_cmpuint (count_selected_rows (window), ==, 3);
  do_action (window, "select-all-layers");
  g_assert_cmpuint (count_selected (window), ==, lamina_run_get_layers (lamina_session_get_run (session))->n);
  lamina_session_select_layer (session, LAMINA_NONE);
  g_assert_cmpuint (count_selected_rows (window), ==, 0);
  lamina_ui_test_close (window);
}

/* Presses a key in the view, where it has a shortcut for it. */
static gboolean
press (GtkColumnView   *view,
       guint            keyval,
       GdkModifierType  state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (view));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller) && k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          g_autofree char *trigger = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));
          g_autofree char *wanted = gtk_accelerator_name (keyval, state);

          if (strcmp (trigger, wanted) == 0)
            return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), GTK_SHORTCUT_ACTION_EXCLUSIVE,
                                                 GTK_WIDGET (view), gtk_shortcut_get_arguments (shortcut));
        }
    }
  return FALSE;
}

/* What was selected in the table is zoomed to, stepped from and given up from there; letters that move the timeline don't. */
static void
test_keys (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  LaminaRange bounds, slice;
  guint32 layer;

  select_row (window, 150, TRUE);
  layer = lamina_session_get_selection (session)->layer;
  g_assert_true (press (view, GDK_KEY_f, 0));
  lamina_session_get_bounds (session, &bounds);
  lamina_session_get_slice_range (session, &lamina_session_get_selection (session)->slice, &slice);
  g_assert_cmpint (lamina_session_get_range (session)->start, >, bounds.start);
  g_assert_cmpint (lamina_session_get_range (session)->start, <=, slice.start);
  g_assert_cmpint (lamina_session_get_range (session)->end, >=, slice.end);
  /* Each layer has a name of its own: the next one of its type. */
  g_assert_true (press (view, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, !=, layer);
  g_assert_cmpuint (layers->type[lamina_session_get_selection (session)->layer], ==, layers->type[layer]);
  g_assert_true (press (view, GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, layer);
  g_assert_true (press (view, GDK_KEY_Escape, 0));
  g_assert_false (lamina_session_has_selection (session));
  g_assert_false (press (view, GDK_KEY_w, 0));
  lamina_ui_test_close (window);
}

static gboolean
is_offered (LaminaRun         *run,
            LaminaLayerColumn  column)
{
  g_autoptr (GArray) columns = lamina_table_columns_list (run, FALSE);

  for (guint i = 0; i < columns->len; i++)
    if (g_array_index (columns, LaminaLayerColumn, i) == column)
      return TRUE;
  return FALSE;
}

/* Where no layer has both, there is no rate; where no tensor has a shape, there are no shapes. */
static void
test_dashes (void)
{
  for (int is_known = FALSE; is_known <= TRUE; is_known++)
    {
      g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
      g_autoptr (LaminaDocument) document = NULL;
      guint32 id = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);
      LaminaLayerInit layer = LAMINA_LAYER_INIT;
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
      LaminaRun *run;
      guint32 first;

      layer.name = lamina_builder_intern (builder, "a", -1);
      layer.flop = 100;
      layer.duration = is_known ? 10 : LAMINA_ABSENT;
      first = lamina_builder_add_layer (builder, id, &layer);
      layer.flop = LAMINA_ABSENT;
      layer.duration = 10;
      lamina_builder_add_layer (builder, id, &layer);
      if (is_known)
        tensor.shape = lamina_builder_intern_shape (builder, (const gint64[]) { 4, 8 }, 2);
      lamina_builder_add_input (builder, id, first, lamina_builder_add_tensor (builder, id, &tensor));
      document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
      run = lamina_document_get_run (document, 0);
      g_assert_true (is_offered (run, LAMINA_LAYER_COLUMN_FLOP));
      g_assert_cmpint (is_offered (run, LAMINA_LAYER_COLUMN_FLOP_RATE), ==, is_known);
      g_assert_cmpint (is_offered (run, LAMINA_LAYER_COLUMN_INPUTS), ==, is_known);
    }
}

static void
test_filter_terms (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  GtkWidget *problem = lamina_ui_test_child (lamina_ui_test_get_table (window), "problem");
  const gint64 *costs = lamina_run_get_costs (lamina_session_get_run (session));
  guint all = g_list_model_get_n_items (get_rows (window)), n;

  g_assert_false (gtk_widget_get_visible (problem));
  lamina_session_set_filter (session, "dur:50us..200us type:conv");
  n = g_list_model_get_n_items (get_rows (window));
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (costs[get_id (window, i)], >=, 50000);
      g_assert_cmpint (costs[get_id (window, i)], <=, 200000);
    }
  lamina_session_set_filter (session, "dur>often");
  g_assert_true (gtk_widget_get_visible (problem));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (problem)), "dur>often"));
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, all);
  lamina_session_set_filter (session, "");
  g_assert_false (gtk_widget_get_visible (problem));
  select_row (window, 150, TRUE);
  do_action (window, "filter-same-type");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), <, all);
  g_assert_true (g_str_has_prefix (lamina_session_get_filter (session), "type=\""));
  lamina_ui_test_close (window);
}

typedef struct
{
  LaminaWindow *window;
  guint n;
} Rows;

static gboolean
has_fewer_rows (gpointer user_data)
{
  Rows *rows = user_data;

  return g_list_model_get_n_items (get_rows (rows->window)) < rows->n;
}

/* What lies in the visible range, and what lies in the marked one when there is one. */
static void
test_range (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  const LaminaRange *range = lamina_session_get_range (session);
  Rows rows = { window, g_list_model_get_n_items (get_rows (window)) };

  lamina_ui_test_show_part (window);
  do_action (window, "filter-range");
  g_assert_true (has_fewer_rows (&rows));
  rows.n = g_list_model_get_n_items (get_rows (window));
  lamina_session_set_marked_range (session, range->start, range->start + (range->end - range->start) / 4);
  lamina_ui_test_wait (has_fewer_rows, &rows);
  do_action (window, "filter-range");
  g_assert_false (has_fewer_rows (&rows));
  lamina_ui_test_close (window);
}

/* Where nothing is listed, a button does away with all that kept it out. */
static void
test_nothing (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  GtkWidget *table = GTK_WIDGET (lamina_ui_test_get_table (window));
  GtkWidget *nothing = GTK_WIDGET (gtk_widget_get_template_child (table, LAMINA_TYPE_LAYER_TABLE, "nothing"));
  g_autoptr (GVariant) only_range = NULL;
  guint all = g_list_model_get_n_items (get_rows (window));

  g_assert_false (gtk_widget_get_visible (nothing));
  do_action (window, "filter-range");
  lamina_session_set_filter (session, "no such layer");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, 0);
  g_assert_true (gtk_widget_get_visible (nothing));
  g_signal_emit_by_name (gtk_widget_get_last_child (nothing), "clicked");
  g_assert_cmpstr (lamina_session_get_filter (session), ==, "");
  only_range = g_action_group_get_action_state (get_actions (window), "filter-range");
  g_assert_false (g_variant_get_boolean (only_range));
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, all);
  g_assert_false (gtk_widget_get_visible (nothing));
  lamina_ui_test_close (window);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text; text++)
    n += *text == '\n';
  return n;
}

static void
test_copy (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaLayerTable *table = lamina_ui_test_get_table (window);
  const gint64 *costs = lamina_run_get_costs (lamina_session_get_run (lamina_ui_test_get_session (window)));
  g_autofree char *cost = NULL;
  g_autofree char *tabs = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *markdown = NULL;
  g_autofree char *json = NULL;
  g_autofree char *first = NULL;

  g_assert_false (g_action_group_get_action_enabled (get_actions (window), "copy-layers"));
  select_row (window, 150, TRUE);
  select_row (window, 151, FALSE);
  cost = g_strdup_printf ("%" G_GINT64_FORMAT, costs[get_id (window, 150)]);
  tabs = lamina_layer_table_dup_rows_text (table, TRUE, LAMINA_COPY_TABS);
  g_assert_true (g_str_has_prefix (tabs, "id\tname\ttype\tduration_ns\tshare\tflop\t"));
  g_assert_nonnull (strstr (tabs, cost));
  g_assert_cmpuint (count_lines (tabs), ==, 3);
  csv = lamina_layer_table_dup_rows_text (table, FALSE, LAMINA_COPY_CSV);
  g_assert_cmpuint (count_lines (csv), ==, g_list_model_get_n_items (get_rows (window)) + 1);
  markdown = lamina_layer_table_dup_rows_text (table, TRUE, LAMINA_COPY_MARKDOWN);
  g_assert_true (g_str_has_prefix (markdown, "| # | Name | Type |"));
  g_assert_nonnull (strstr (markdown, "| ---: | --- | --- | ---: |"));
  json = lamina_layer_table_dup_rows_text (table, TRUE, LAMINA_COPY_JSON);
  first = g_strdup_printf ("[\n{\"id\":%u,", get_id (window, 150));
  g_assert_true (g_str_has_prefix (json, first));
  do_action (window, "copy-layers");
  lamina_ui_test_close (window);
}

static guint
count_columns (LaminaWindow *window)
{
  return g_list_model_get_n_items (gtk_column_view_get_columns (lamina_layer_table_get_view (
    lamina_ui_test_get_table (window))));
}

/* What is shown is remembered, in its order. */
static void
test_columns (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));
  g_autoptr (GtkColumnViewColumn) first = g_list_model_get_item (gtk_column_view_get_columns (view), 0);
  guint n = count_columns (window);
  g_auto (GStrv) names = NULL;

  g_assert_cmpuint (n, ==, 9);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "columns.c4", NULL));
  g_assert_cmpuint (count_columns (window), ==, n + 1);
  gtk_column_view_insert_column (view, 2, first);
  names = g_settings_get_strv (lamina_settings_get_default (), "layer-columns");
  g_assert_cmpuint (g_strv_length (names), ==, n + 1);
  g_assert_cmpstr (names[0], ==, "name");
  g_assert_cmpstr (names[2], ==, "index");
  g_assert_cmpstr (names[3], ==, "calls");
  lamina_ui_test_close (window);

  window = lamina_ui_test_open_sample ();
  g_assert_cmpuint (count_columns (window), ==, n + 1);
  do_action (window, "reset-layer-columns");
  g_assert_cmpuint (count_columns (window), ==, n);

  view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "columns.c2", NULL));
  g_assert_cmpuint (count_columns (window), ==, n - 1);
  do_action (window, "reset-layer-columns");
  g_assert_cmpuint (count_columns (window), ==, n);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "columns.c2", NULL));
  g_assert_cmpuint (count_columns (window), ==, n - 1);
  do_action (window, "reset-layer-columns");
  lamina_ui_test_close (window);
}

/*
 * Types that only repeat names leave the names their room; the position in the order stands there where it is not that of
 * the numbers, and outputs if the file names them or if they follow from what it names. Where most layers cost nothing of
 * their own, those that do come first, else the first that ran. Annotations can be shown where there are any; to group by
 * them puts layers without one together.
 */
static void
test_telling_columns (void)
{
  static const struct
  {
    const char *sample;
    gboolean has_type;
    gboolean has_order;
    gboolean has_outputs;
    guint n_annotations;
    LaminaLayerColumn sort;
  } samples[] = {
    { "data/samples/resnet50-megengine.json", TRUE, FALSE, TRUE, 0, LAMINA_LAYER_COLUMN_DURATION },
    { "data/samples/mobilenet-tvm.txt", FALSE, FALSE, TRUE, 0, LAMINA_LAYER_COLUMN_DURATION },
    { "data/samples/lenet-tensorflow.txt", TRUE, FALSE, TRUE, 0, LAMINA_LAYER_COLUMN_DURATION },
    { "data/samples/training.trace.json", TRUE, TRUE, FALSE, 0, LAMINA_LAYER_COLUMN_DURATION },
    { "data/samples/convnet-pytorch.pt.trace.json", FALSE, FALSE, TRUE, 1, LAMINA_LAYER_COLUMN_DURATION },
    { "tests/data/memory-snapshot/small.pickle", FALSE, FALSE, FALSE, 0, LAMINA_LAYER_COLUMN_INDEX },
    { "tests/data/tensorflow/small.txt", TRUE, FALSE, TRUE, 0, LAMINA_LAYER_COLUMN_FLOP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = lamina_ui_test_dup_path (samples[i].sample);
      LaminaWindow *window = lamina_ui_test_open (path);
      gboolean has_type = FALSE, has_index = FALSE, has_order = FALSE, has_outputs = FALSE, descending;
      g_autoptr (GArray) columns = NULL;
      int sort = LAMINA_LAYER_COLUMN_ORDER;
      LaminaLayerColumn column;
      LaminaRun *run;

      lamina_ui_test_wait (lamina_ui_test_has_session, window);
      run = lamina_session_get_run (lamina_ui_test_get_session (window));
      columns = lamina_table_columns_list_default (run, FALSE);
      for (guint j = 0; j < columns->len; j++)
        {
          has_type |= g_array_index (columns, LaminaLayerColumn, j) == LAMINA_LAYER_COLUMN_TYPE;
          has_index |= g_array_index (columns, LaminaLayerColumn, j) == LAMINA_LAYER_COLUMN_INDEX;
          has_order |= g_array_index (columns, LaminaLayerColumn, j) == LAMINA_LAYER_COLUMN_ORDER;
          has_outputs |= g_array_index (columns, LaminaLayerColumn, j) == LAMINA_LAYER_COLUMN_SHAPE;
        }
      lamina_table_get_sort (lamina_table_get (lamina_layer_table_get_view (lamina_ui_test_get_table (window))), &sort,
                             &descending);
      g_assert_true (has_index);
      g_assert_cmpint (has_type, ==, samples[i].has_type);
      g_assert_cmpint (has_order, ==, samples[i].has_order);
      g_assert_cmpint (has_outputs, ==, samples[i].has_outputs);
      g_assert_cmpint (sort, ==, samples[i].sort);
      g_assert_cmpint (descending, ==, sort != LAMINA_LAYER_COLUMN_INDEX);
      g_assert_cmpint (lamina_table_column_find (run, FALSE, "annotation", &column), ==, samples[i].n_annotations > 0);
      group_by (window, "annotation");
      g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, samples[i].n_annotations + 1);
      lamina_ui_test_close (window);
    }
}

/* The item of the menu that shows a column. */
static char *
dup_item (LaminaWindow      *window,
          LaminaLayerColumn  column)
{
  g_autoptr (GArray) listed = lamina_table_columns_list (lamina_session_get_run (lamina_ui_test_get_session (window)), FALSE);

  for (guint i = 0; i < listed->len; i++)
    if (g_array_index (listed, LaminaLayerColumn, i) == column)
      return g_strdup_printf ("columns.c%u", i);
  g_assert_not_reached ();
}

/* Wider columns are no reason to list all layers again; a column that is not listed yet is one. */
static void
test_cumulative (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaLayerTable *table = lamina_ui_test_get_table (window);
  GtkColumnView *view = lamina_layer_table_get_view (table);
  g_autoptr (GtkColumnViewColumn) first = g_list_model_get_item (gtk_column_view_get_columns (view), 0);
  g_autoptr (LaminaLayerListing) before = lamina_layer_listing_ref (table->listing);
  g_autoptr (LaminaLayerListing) after = NULL;
  g_autofree char *action = dup_item (window, LAMINA_LAYER_COLUMN_CUMULATIVE);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), action, NULL));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (table->listing != before);
  after = lamina_layer_listing_ref (table->listing);
  for (int width = 100; width < 110; width++)
    gtk_column_view_column_set_fixed_width (first, width);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (table->listing == after);
  do_action (window, "reset-layer-columns");
  lamina_ui_test_close (window);
}

static gboolean
sort_below (GtkWidget *widget,
            int        column)
{
  if (gtk_widget_activate_action (widget, "sorting.sort", "i", column))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (sort_below (child, column))
      return TRUE;
  return FALSE;
}

/* The menu sorts as the headings do, which no key reaches: once upwards, once more downwards, as the table began. */
static void
test_sort_menu (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *table = GTK_WIDGET (lamina_ui_test_get_table (window));
  guint32 first = get_id (window, 0), shortest, longest;
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (lamina_ui_test_get_session (window)));

  g_assert_true (sort_below (table, LAMINA_LAYER_COLUMN_DURATION));
  lamina_ui_test_settle (table);
  shortest = get_id (window, 0);
  g_assert_true (sort_below (table, LAMINA_LAYER_COLUMN_DURATION));
  lamina_ui_test_settle (table);
  longest = get_id (window, 0);
  g_assert_cmpuint (longest, ==, first);
  g_assert_cmpint (layers->device_time[shortest], <, layers->device_time[longest]);
  g_assert_true (sort_below (table, LAMINA_LAYER_COLUMN_INDEX));
  lamina_ui_test_settle (table);
  g_assert_cmpuint (get_id (window, 0), ==, 0);
  lamina_ui_test_close (window);
}

/* What GTK does when a heading is clicked, which takes no event that nobody's hand has made: upwards, or the other way round. */
static void
click_heading (GtkColumnView     *view,
               LaminaLayerColumn  column)
{
  LaminaTable *table = lamina_table_get (view);
  gboolean descending = TRUE;
  int sort;

  if (lamina_table_get_sort (table, &sort, &descending) && sort != (int) column)
    descending = TRUE;
  gtk_column_view_sort_by_column (view, lamina_table_find_column (table, column),
                                  descending ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING);
  lamina_ui_test_settle (GTK_WIDGET (view));
}

static void
assert_sorted (GtkColumnView     *view,
               LaminaLayerColumn  column,
               gboolean           expected)
{
  gboolean descending;
  int sort;

  g_assert_true (lamina_table_get_sort (lamina_table_get (view), &sort, &descending));
  g_assert_cmpint (sort, ==, column);
  g_assert_cmpint (descending, ==, expected);
}

/* The first click on a heading of numbers brings the largest to the top; of texts, and of numbers of rows, the first. */
static void
test_headings (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));

  click_heading (view, LAMINA_LAYER_COLUMN_BYTES);
  assert_sorted (view, LAMINA_LAYER_COLUMN_BYTES, TRUE);
  click_heading (view, LAMINA_LAYER_COLUMN_BYTES);
  assert_sorted (view, LAMINA_LAYER_COLUMN_BYTES, FALSE);
  click_heading (view, LAMINA_LAYER_COLUMN_BYTES);
  assert_sorted (view, LAMINA_LAYER_COLUMN_BYTES, TRUE);
  click_heading (view, LAMINA_LAYER_COLUMN_NAME);
  assert_sorted (view, LAMINA_LAYER_COLUMN_NAME, FALSE);
  click_heading (view, LAMINA_LAYER_COLUMN_INDEX);
  assert_sorted (view, LAMINA_LAYER_COLUMN_INDEX, FALSE);
  g_assert_cmpuint (get_id (window, 0), ==, 0);
  lamina_ui_test_close (window);
}

/* Only what came from elsewhere moves the list, and not once a row of it has been selected. */
static void
test_place (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));

  lamina_ui_test_settle (GTK_WIDGET (window));
  gtk_adjustment_set_value (adjustment, 0);
  lamina_session_select_layer (lamina_ui_test_get_session (window), 100);
  select_row (window, 200, TRUE);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
  lamina_session_select_layer (lamina_ui_test_get_session (window), 150);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 1000);
  lamina_ui_test_close (window);
}

static gboolean
is_drawn (GtkWidget *cell)
{
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (cell);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  gdk_paintable_snapshot (picture, snapshot, gtk_widget_get_width (cell), gtk_widget_get_height (cell));
  node = gtk_snapshot_free_to_node (snapshot);
  if (node)
    gsk_render_node_unref (node);
  return node != NULL;
}

/* How many cells of the second column are seen; 0 while one of them is not drawn. */
static guint
count_seen (GtkColumnView *view)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view));
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *cell = gtk_widget_get_first_child (gtk_widget_get_next_sibling (gtk_widget_get_first_child (row)));

      g_assert_true (LAMINA_IS_TABLE_CELL (cell));
      if (!gtk_widget_get_mapped (cell))
        continue;
      g_assert_cmpstr (lamina_table_cell_get_text (LAMINA_TABLE_CELL (cell)), !=, "");
      if (!is_drawn (cell))
        return 0;
      n++;
    }
  return n;
}

static gboolean
are_seen_drawn (gpointer view)
{
  return count_seen (view) > 5;
}

/* Texts are made when they are seen: wherever the list goes, they are there. */
static void
test_cells (void)
{
  static const double places[] = { 0, 1000, 3000, 2900, 0, 1e6, 0 };
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      gtk_adjustment_set_value (adjustment, places[i]);
      lamina_ui_test_settle (GTK_WIDGET (window));
      lamina_ui_test_wait (are_seen_drawn, view);
    }
  lamina_ui_test_close (window);
}

/* The text stands where the direction of the window wants it, and is read from left to right in either. */
static void
test_direction (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));
  GtkWidget *row, *cell;

  lamina_ui_test_wait (are_seen_drawn, view);
  row = gtk_widget_get_first_child (gtk_widget_get_last_child (GTK_WIDGET (view)));
  cell = gtk_widget_get_first_child (gtk_widget_get_next_sibling (gtk_widget_get_first_child (row)));
  for (guint i = 0; i < 4; i++)
    {
      PangoAlignment wanted = i % 2 == 0 ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT;
      PangoLayout *layout;

      gtk_widget_set_direction (cell, i % 2 == 0 ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL);
      layout = lamina_ui_test_get_layout (LAMINA_TABLE_CELL (cell));
      g_assert_cmpint (pango_layout_get_alignment (layout), ==, wanted);
      g_assert_cmpint (pango_context_get_base_dir (pango_layout_get_context (layout)), ==, PANGO_DIRECTION_LTR);
      g_assert_true (lamina_ui_test_get_layout (LAMINA_TABLE_CELL (cell)) == layout);
    }
  lamina_ui_test_close (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/table/groups", test_groups);
  g_test_add_func ("/table/all-groupings", test_all_groupings);
  g_test_add_func ("/table/multi-selection", test_multi_selection);
  g_test_add_func ("/table/keys", test_keys);
  g_test_add_func ("/table/dashes", test_dashes);
  g_test_add_func ("/table/filter-terms", test_filter_terms);
  g_test_add_func ("/table/nothing", test_nothing);
  g_test_add_func ("/table/range", test_range);
  g_test_add_func ("/table/copy", test_copy);
  g_test_add_func ("/table/columns", test_columns);
  g_test_add_func ("/table/telling-columns", test_telling_columns);
  g_test_add_func ("/table/cumulative", test_cumulative);
  g_test_add_func ("/table/sort-menu", test_sort_menu);
  g_test_add_func ("/table/headings", test_headings);
  g_test_add_func ("/table/place", test_place);
  g_test_add_func ("/table/cells", test_cells);
  g_test_add_func ("/table/direction", test_direction);
  return g_test_run ();
}
