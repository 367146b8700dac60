/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page.h"
#include "lamina-export-dialog.h"
#include "lamina-gradual-selection.h"
#include "lamina-page.h"
#include "lamina-ui-test.h"
#include "lamina-window-private.h"
#include "scene-dump.h"

#include <glib/gstdio.h>

/* The page of comparison: runs of a document, sections of a run, two tabs. */

#define TVM "data/samples/mobilenet-tvm.txt"
#define STEPS "data/samples/convnet-pytorch.pt.trace.json"

static gpointer
get_dialog_child (gpointer    dialog,
                  const char *name)
{
  return gtk_widget_get_template_child (dialog, LAMINA_TYPE_EXPORT_DIALOG, name);
}

static gpointer
get_child (gpointer    page,
           const char *name)
{
  return gtk_widget_get_template_child (page, LAMINA_TYPE_COMPARE_PAGE, name);
}

/* What the page would export: the comparison that it shows, NULL until that is worked out. */
static LaminaComparison *
get_comparison (gpointer page)
{
  LaminaPictureOptions options = { 0 };

  LAMINA_PAGE_GET_IFACE (page)->fill_export (page, &options);
  return options.comparison;
}

static gboolean
has_comparison (gpointer user_data)
{
  return get_comparison (user_data) &&
    lamina_compare_table_get_n (get_child (user_data, "table")) > 0;
}

static LaminaComparePage *
get_page (LaminaWindow *window)
{
  return LAMINA_COMPARE_PAGE (lamina_document_view_get_page (lamina_tab_get_view (lamina_window_get_tab (window)), "compare",
                                                             TRUE));
}

static LaminaWindow *
open_file (const char *name)
{
  g_autofree char *path = lamina_ui_test_dup_path (name);
  LaminaWindow *window = lamina_ui_test_open (path);

  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("compare"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  return window;
}

static GtkSingleSelection *
get_rows (LaminaComparePage *page)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (lamina_ui_test_find (get_child (page, "table"), GTK_TYPE_COLUMN_VIEW));

  return GTK_SINGLE_SELECTION (lamina_gradual_selection_get_model (view));
}

static void
choose_state (LaminaComparePage *page,
              guint              position)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (gtk_widget_get_template_child (GTK_WIDGET (page), LAMINA_TYPE_COMPARE_PAGE,
                                                                            "state_choice")), position);
}

static void
test_runs (void)
{
  LaminaWindow *window = open_file (TVM);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaComparePage *page = get_page (window);
  LaminaComparison *comparison;
  const LaminaComparisonSummary *summary;
  LaminaPair pair;
  gint64 delta;
  guint n;

  lamina_ui_test_wait (has_comparison, page);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (page, "stack")), ==, "result");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (page, "lists")), ==, "layers");
  comparison = get_comparison (page);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, FALSE)->run, ==, 0);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, TRUE)->run, ==, 1);
  summary = lamina_comparison_get_summary (comparison);
  delta = summary->delta;
  g_assert_cmpuint (lamina_compare_table_get_n (get_child (page, "table")), ==,
                    lamina_comparison_get_n_pairs (comparison));

  /* A row selects its layer, and a layer its row. */
  gtk_single_selection_set_selected (get_rows (page), 0);
  g_assert_true (lamina_session_has_selection (session));
  n = lamina_comparison_find (comparison, FALSE, lamina_session_get_selection (session)->layer);
  lamina_comparison_get_pair (comparison, n, &pair);
  for (guint i = 0; i < lamina_comparison_get_n_pairs (comparison); i++)
    {
      LaminaPair other;

      lamina_comparison_get_pair (comparison, i, &other);
      g_assert_cmpint (ABS (other.delta), <=, ABS (pair.delta));
    }
  lamina_session_select_layer (session, 5);
  g_assert_cmpuint (gtk_single_selection_get_selected (get_rows (page)), !=, 0);
  lamina_session_select_layer (session, LAMINA_NONE);
  g_assert_cmpuint (gtk_single_selection_get_selected (get_rows (page)), ==, GTK_INVALID_LIST_POSITION);

  choose_state (page, 2);
  g_assert_cmpuint (lamina_compare_table_get_n (get_child (page, "table")), ==,
                    summary->n_states[LAMINA_PAIR_ONLY_A]);
  choose_state (page, 6);
  g_assert_cmpuint (lamina_compare_table_get_n (get_child (page, "table")), ==,
                    lamina_comparison_get_n_pairs (comparison) - summary->n_states[LAMINA_PAIR_MATCHED]);
  choose_state (page, 0);

  lamina_ui_test_activate (window, "view.swap-compared", NULL);
  lamina_ui_test_wait (has_comparison, page);
  comparison = get_comparison (page);
  g_assert_cmpint (lamina_comparison_get_summary (comparison)->delta, ==, -delta);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, FALSE)->run, ==, 1);

  /* Another run in front: nothing is compared with itself. */
  lamina_session_set_run_index (session, 1);
  lamina_ui_test_wait (has_comparison, page);
  comparison = get_comparison (page);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, TRUE)->run, ==, 1);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, FALSE)->run, ==, 0);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_close (window);
}

/* Where something stands for a row in a picture. */
static void
find_place (LaminaCompareCanvas *canvas,
            guint32              track,
            double              *x,
            double              *y)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (canvas)), &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_ROWS && boxes[i].target.track == track && boxes[i].width > 8)
      {
        *x = boxes[i].x + 14 + boxes[i].width / 2.0;
        *y = boxes[i].y + boxes[i].height / 2.0;
        return;
      }
  g_assert_not_reached ();
}

static void
test_pictures (void)
{
  LaminaWindow *window = open_file (TVM);
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaComparePage *page = get_page (window);
  LaminaCompareCanvas *ties = get_child (page, "ties");
  LaminaCompareCanvas *waterfall = get_child (page, "waterfall");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  GtkSingleSelection *types;
  guint32 first;
  double x, y;
  guint n;

  lamina_ui_test_wait (has_comparison, page);
  lamina_ui_test_settle (GTK_WIDGET (window));
  find_place (ties, 0, &x, &y);
  lamina_ui_test_click (GTK_WIDGET (ties), 1, x, y);
  g_assert_true (lamina_session_has_selection (session));
  first = lamina_session_get_selection (session)->layer;
  g_assert_cmpuint (gtk_single_selection_get_selected (get_rows (page)), !=, GTK_INVALID_LIST_POSITION);
  lamina_ui_test_press (GTK_WIDGET (ties), GDK_KEY_Down);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, !=, first);
  lamina_ui_test_press (GTK_WIDGET (ties), GDK_KEY_Escape);
  g_assert_false (lamina_session_has_selection (session));

  /* What is zoomed shows something else, and 0 shows all again. */
  lamina_ui_test_settle (GTK_WIDGET (window));
  before = lamina_scene_dump (lamina_canvas_ensure (LAMINA_CANVAS (ties)));
  lamina_ui_test_press (GTK_WIDGET (ties), GDK_KEY_plus);
  lamina_ui_test_settle (GTK_WIDGET (window));
  after = lamina_scene_dump (lamina_canvas_ensure (LAMINA_CANVAS (ties)));
  g_assert_cmpstr (before, !=, after);
  lamina_ui_test_press (GTK_WIDGET (ties), GDK_KEY_0);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_clear_pointer (&after, g_free);
  after = lamina_scene_dump (lamina_canvas_ensure (LAMINA_CANVAS (ties)));
  g_assert_cmpstr (before, ==, after);

  /* A type selects its layers. */
  find_place (waterfall, 0, &x, &y);
  lamina_ui_test_click (GTK_WIDGET (waterfall), 1, x, y);
  lamina_session_get_selected_layers (session, &n);
  g_assert_cmpuint (n, >, 0);

  /* So does its row in the table of types. */
  lamina_ui_test_activate (window, "view.compared-list", g_variant_new_string ("types"));
  types = GTK_SINGLE_SELECTION (lamina_gradual_selection_get_model (
    GTK_COLUMN_VIEW (lamina_ui_test_find (get_child (page, "types"), GTK_TYPE_COLUMN_VIEW))));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (types)), ==,
                    lamina_comparison_get_n_types (get_comparison (page)));
  lamina_session_select_layer (session, LAMINA_NONE);
  gtk_single_selection_set_selected (types, 0);
  g_assert_true (lamina_session_has_selection (session));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_close (window);
}

static void
test_sections (void)
{
  LaminaWindow *window = open_file (STEPS);
  LaminaComparePage *page = get_page (window);
  LaminaComparison *comparison;

  lamina_ui_test_wait (has_comparison, page);
  comparison = get_comparison (page);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, FALSE)->section, ==, 0);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, TRUE)->section, ==, 1);
  g_assert_true (gtk_widget_get_visible (get_child (page, "totals")));
  g_assert_nonnull (strstr (gtk_label_get_text (get_child (page, "totals")), "The kernels take"));
  lamina_session_set_section (lamina_ui_test_get_session (window), 1);
  lamina_ui_test_wait (has_comparison, page);
  comparison = get_comparison (page);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, FALSE)->section, ==, 1);
  g_assert_cmpuint (lamina_comparison_get_side (comparison, TRUE)->section, ==, 0);
  lamina_ui_test_close (window);
}

static gboolean
has_other (gpointer user_data)
{
  LaminaComparison *comparison = get_comparison (user_data);

  return comparison && lamina_comparison_get_side (comparison, FALSE)->document
                       != lamina_comparison_get_side (comparison, TRUE)->document;
}

static void
test_tabs (void)
{
  LaminaWindow *window = open_file ("data/samples/resnet50-megengine.json");
  g_autofree char *path = lamina_ui_test_dup_path (TVM);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  AdwTabView *tabs = lamina_window_get_tab_view (window);
  LaminaComparePage *page = get_page (window);
  LaminaComparison *comparison;
  LaminaSession *other;

  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (page, "stack")), ==, "nothing");
  _lamina_window_compare_with (window, file);
  g_assert_cmpint (adw_tab_view_get_n_pages (tabs), ==, 2);
  g_assert_true (get_page (window) == page);
  lamina_ui_test_wait (has_other, page);
  comparison = get_comparison (page);
  other = lamina_tab_get_session (LAMINA_TAB (adw_tab_page_get_child (adw_tab_view_get_nth_page (tabs, 1))));
  g_assert_true (lamina_comparison_get_side (comparison, TRUE)->document == lamina_session_get_document (other));
  lamina_ui_test_wait (has_comparison, page);

  /* What is only in B is selected in its tab, and nothing in this one. */
  choose_state (page, 3);
  gtk_single_selection_set_selected (get_rows (page), 0);
  g_assert_true (lamina_session_has_selection (other));
  g_assert_false (lamina_session_has_selection (lamina_ui_test_get_session (window)));

  /* When its tab is closed there is nothing left to compare with. */
  adw_tab_view_close_page (tabs, adw_tab_view_get_nth_page (tabs, 1));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_null (get_comparison (page));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (page, "stack")), ==, "nothing");
  lamina_ui_test_close (window);
}

/* What the dialog says to be wrong, or NULL. */
static const char *
get_error (LaminaExportDialog *dialog)
{
  GtkWidget *message = lamina_ui_test_child (dialog, "message");

  return gtk_widget_get_visible (message) ? gtk_label_get_text (GTK_LABEL (message)) : NULL;
}

static LaminaExportDialog *
find_dialog (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *at = windows; at; at = at->next)
    if (LAMINA_IS_EXPORT_DIALOG (at->data))
      return at->data;
  return NULL;
}

static gboolean
has_picture (gpointer user_data)
{
  return !lamina_export_preview_is_pending (user_data);
}

/* Without times there is a table, and no room for pictures. */
static void
test_untimed (void)
{
  LaminaWindow *window = open_file ("data/samples/resnet50-megengine.json");
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/unet-chainer.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LaminaComparePage *page = get_page (window);
  LaminaExportDialog *dialog;
  GActionGroup *actions;
  GtkWidget *waterfall;

  _lamina_window_compare_with (window, file);
  lamina_ui_test_wait (has_other, page);
  lamina_ui_test_wait (has_comparison, page);
  lamina_ui_test_settle (GTK_WIDGET (window));
  waterfall = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (page), LAMINA_TYPE_COMPARE_PAGE, "waterfall"));
  g_assert_false (gtk_widget_get_mapped (waterfall));
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (get_child (page, "table"))), >,
                   gtk_widget_get_height (GTK_WIDGET (page)) * 2 / 3);

  actions = G_ACTION_GROUP (lamina_document_view_get_actions (lamina_tab_get_view (lamina_window_get_tab (window))));
  g_assert_false (g_action_group_get_action_enabled (actions, "export-comparison"));
  g_assert_true (g_action_group_get_action_enabled (actions, "copy-comparison"));
  lamina_ui_test_activate (window, "view.export", g_variant_new_string (""));
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  lamina_ui_test_settle (GTK_WIDGET (dialog));
  lamina_ui_test_wait (has_picture, get_dialog_child (dialog, "preview"));
  g_assert_cmpstr (get_error (dialog), ==, NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
  lamina_ui_test_close (window);
}

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* In the dialog that the action opens, with that view chosen. */
static void
export_as (LaminaWindow *window,
           const char   *view,
           GFile        *file)
{
  LaminaExportDialog *dialog;

  lamina_ui_test_activate (window, "view.export-comparison", g_variant_new_string (view));
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  lamina_ui_test_settle (GTK_WIDGET (dialog));
  lamina_ui_test_wait (has_picture, get_dialog_child (dialog, "preview"));
  g_assert_cmpstr (get_error (dialog), ==, NULL);
  g_assert_cmpstr (lamina_export_form_get_choices (get_dialog_child (dialog, "form"))->view, ==, view);
  lamina_export_dialog_save (dialog, file);
}

static void
test_export (void)
{
  LaminaWindow *window = open_file (TVM);
  LaminaComparePage *page = get_page (window);
  g_autofree char *folder = g_dir_make_tmp ("lamina-compare-XXXXXX", NULL);
  g_autofree char *text = NULL;

  lamina_ui_test_wait (has_comparison, page);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const views[] = { "comparison", "waterfall", "ties" };
      static const char *const suffixes[] = { ".svg", ".pdf", ".png" };
      g_autofree char *name = g_strconcat (views[i], suffixes[i], NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      export_as (window, views[i], file);
      lamina_ui_test_wait (is_there, path);
      g_unlink (path);
    }
  text = lamina_compare_table_dup_text (get_child (page, "table"));
  g_assert_true (g_str_has_prefix (text, "state,basis,layers_a,name_a,layers_b,name_b,type,calls_a,"));
  lamina_ui_test_activate (window, "view.copy-comparison", NULL);
  g_rmdir (folder);
  lamina_ui_test_close (window);
}

/* The preview lays out later, when who showed it the comparison may have another. */
static void
test_preview (void)
{
  LaminaWindow *window = open_file (TVM);
  LaminaExportPreview *preview = g_object_ref_sink (g_object_new (LAMINA_TYPE_EXPORT_PREVIEW, NULL));
  LaminaDocument *document = lamina_session_get_document (lamina_ui_test_get_session (window));
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  LaminaComparison *shown;

  lamina_ui_test_wait (has_comparison, get_page (window));
  shown = get_comparison (get_page (window));
  options.view = "waterfall";
  options.comparison = lamina_comparison_new (lamina_comparison_get_side (shown, FALSE),
                                              lamina_comparison_get_side (shown, TRUE), NULL);
  lamina_export_preview_set_picture (preview, document, &options);
  g_clear_pointer (&options.comparison, lamina_comparison_unref);
  lamina_ui_test_wait (has_picture, preview);
  g_assert_cmpstr (lamina_export_preview_get_error (preview), ==, NULL);
  g_assert_nonnull (lamina_export_preview_get_scene (preview));
  g_object_unref (preview);
  lamina_ui_test_close (window);
}

/* Two inferences of many operators. */
static char *
write_many (char **folder)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char *path;

  for (guint run = 1; run <= 2; run++)
    {
      g_string_append (text, "Evaluate vm inference cost of many on cpu(0)\n"
                             "Name                       Duration (us)  Percent  Device  Count  Argument Shapes\n");
      for (guint i = 0; i < 600; i++)
        {
          g_autofree char *name = g_strdup_printf ("vm_mod_fused_%s_%u",
                                                   i % 3 == 0 ? "add" : i % 3 == 1 ? "multiply" : "divide", i);
          g_autofree char *shape = g_strdup_printf ("float32[1, %u]", i + 1);

          g_string_append_printf (text, "%-25s  %10u.00     0.10    cpu0      1  %15s\n", name, run * (i + 1), shape);
        }
      g_string_append (text, "Total                              100.00             cpu0      1\n\n");
    }
  *folder = g_dir_make_tmp ("lamina-compare-XXXXXX", NULL);
  path = g_build_filename (*folder, "many.txt", NULL);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  return path;
}

/* Hundreds of layers are too many to read: types come first, until the user wants the layers. */
static void
test_many (void)
{
  g_autofree char *folder = NULL;
  g_autofree char *path = write_many (&folder);
  LaminaWindow *window = lamina_ui_test_open (path);
  LaminaComparePage *page;

  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("compare"));
  page = get_page (window);
  lamina_ui_test_wait (has_comparison, page);
  g_assert_cmpuint (lamina_comparison_get_summary (get_comparison (page))->n_layers_a, ==, 600);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (page, "lists")), ==, "types");
  lamina_ui_test_activate (window, "view.compared-list", g_variant_new_string ("layers"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (page, "lists")), ==, "layers");
  lamina_ui_test_activate (window, "view.swap-compared", NULL);
  lamina_ui_test_wait (has_comparison, page);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (page, "lists")), ==, "layers");
  lamina_ui_test_close (window);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;

  g_test_add_func ("/compare/runs", test_runs);
  g_test_add_func ("/compare/many", test_many);
  g_test_add_func ("/compare/pictures", test_pictures);
  g_test_add_func ("/compare/preview", test_preview);
  g_test_add_func ("/compare/sections", test_sections);
  g_test_add_func ("/compare/tabs", test_tabs);
  g_test_add_func ("/compare/untimed", test_untimed);
  g_test_add_func ("/compare/export", test_export);
  return g_test_run ();
}
