/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-application.h"
#include "lamina-document-pane.h"
#include "lamina-export-dialog.h"
#include "lamina-layer-pane.h"
#include "lamina-loading-page.h"
#include "lamina-overview.h"
#include "lamina-page.h"
#include "lamina-shortcuts-window.h"
#include "lamina-swatch.h"
#include "lamina-tab-text.h"
#include "lamina-table-cell.h"
#include "lamina-tensor-card.h"
#include "lamina-tensor-chart.h"
#include "lamina-tensor-page.h"
#include "lamina-time-bar.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>

/* Every template finds its types, its children and its resources; criticals are fatal here. */
static void
test_templates (void)
{
  const GType types[] = {
    LAMINA_TYPE_DOCUMENT_PANE, LAMINA_TYPE_DOCUMENT_VIEW, LAMINA_TYPE_EXPORT_DIALOG, LAMINA_TYPE_EXPORT_FORM,
    LAMINA_TYPE_INSPECTOR,     LAMINA_TYPE_LAYER_PANE,    LAMINA_TYPE_LAYER_TABLE,   LAMINA_TYPE_LOADING_PAGE,
    LAMINA_TYPE_OVERVIEW,      LAMINA_TYPE_SWATCH,        LAMINA_TYPE_TAB,           LAMINA_TYPE_TENSOR_CARD,
    LAMINA_TYPE_TIME_BAR,      LAMINA_TYPE_TIMELINE_VIEW, LAMINA_TYPE_WELCOME_PAGE,
    LAMINA_TYPE_RECENT_LIST,   LAMINA_TYPE_WINDOW,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidget *widget = g_object_new (types[i], NULL);

      g_assert_true (GTK_IS_WIDGET (widget));
      if (GTK_IS_WINDOW (widget))
        gtk_window_destroy (GTK_WINDOW (widget));
      else
        g_object_unref (g_object_ref_sink (widget));
    }
}

static void
test_shortcuts (void)
{
  GtkWindow *overlay = GTK_WINDOW (lamina_shortcuts_window_new ());

  g_assert_true (LAMINA_IS_SHORTCUTS_WINDOW (overlay));
  gtk_window_present (overlay);
  lamina_ui_test_settle (GTK_WIDGET (overlay));
  gtk_window_destroy (overlay);
}

static void
test_welcome (void)
{
  LaminaWindow *window = lamina_window_new (lamina_ui_test_get_application ());

  gtk_window_present (GTK_WINDOW (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpstr (lamina_tab_get_page_name (lamina_window_get_tab (window)), ==, "welcome");
  g_assert_true (lamina_window_is_empty (window));
  g_assert_false (gtk_widget_activate_action (GTK_WIDGET (window), "view.show-all", NULL));
  lamina_ui_test_close (window);
}

static gboolean
has_failed (gpointer user_data)
{
  return strcmp (lamina_tab_get_page_name (lamina_window_get_tab (user_data)), "failed") == 0;
}

static char *
write_temporary (const char *text,
                 gssize      length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("lamina-ui-XXXXXX.json", &path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&path);
}

/* Each ends at the page that says why; and from there the next file can be opened. */
static void
test_failed (void)
{
  static const struct
  {
    const char *text;
    gssize length;
  } broken[] = {
    { "", 0 },
    { "nothing that anybody knows", -1 },
    { "\0\1\2\3\4\5\6\7", 8 },
    { "{\"graph_exec\":", -1 },
    { "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", -1 },
    { "\x1f\x8b\x08 is not gzip", -1 },
    { "<b>&amp;</i>", -1 },
  };
  g_autofree char *sample = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  g_autoptr (GFile) file = g_file_new_for_path (sample);
  LaminaWindow *window = lamina_ui_test_open ("/nowhere/<b>&/file.json");

  lamina_ui_test_wait (has_failed, window);
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *path = write_temporary (broken[i].text, broken[i].length);
      g_autoptr (GFile) next = g_file_new_for_path (path);

      lamina_window_open (window, next);
      g_assert_false (has_failed (window));
      lamina_ui_test_wait (has_failed, window);
      g_assert_true (lamina_window_is_empty (window));
      g_assert_null (lamina_ui_test_get_session (window));
      g_unlink (path);
    }
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_window_open (window, file);
  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  lamina_ui_test_close (window);
}

/* An error that has a sentence of its own is shown by that; the rest is its message, as one. */
static void
test_failure_sentences (void)
{
  static const struct
  {
    int code;
    const char *message;
    const char *own;
    const char *sentence;
  } failures[] = {
    { LAMINA_ERROR_EMPTY, "is empty", "The file is empty.", "The file is empty." },
    { LAMINA_ERROR_CONTENT, NULL, "The file has no events.", "The file has no events." },
    { LAMINA_ERROR_SYNTAX, "a string has no end (line 3, byte 70)", NULL, "A string has no end (line 3, byte 70)." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *sentence = NULL;

      if (failures[i].own)
        lamina_error_set (&error, failures[i].code, failures[i].message, failures[i].own);
      else
        g_set_error_literal (&error, LAMINA_ERROR, failures[i].code, failures[i].message);
      g_prefix_error (&error, "a.json: ");
      sentence = lamina_tab_dup_error_text (error, "a.json");
      g_assert_cmpstr (sentence, ==, failures[i].sentence);
    }
}

/* A name that is no UTF-8 is shown as well as it can be. */
static void
test_odd_name (void)
{
  LaminaWindow *window = lamina_ui_test_open ("/nowhere/\xff\xfe.json");

  lamina_ui_test_wait (has_failed, window);
  g_assert_true (g_utf8_validate (gtk_window_get_title (GTK_WINDOW (window)), -1, NULL));
  lamina_ui_test_close (window);
}

static gboolean
is_welcome (gpointer user_data)
{
  return strcmp (lamina_tab_get_page_name (lamina_window_get_tab (user_data)), "welcome") == 0;
}

/* Giving up leads back to where one can open something else, and nothing of the file shows up later. */
static void
test_cancel (void)
{
  g_autofree char *sample = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  LaminaWindow *window = lamina_ui_test_open (sample);

  g_assert_false (is_welcome (window));
  gtk_widget_activate_action (GTK_WIDGET (lamina_window_get_tab (window)), "tab.cancel", NULL);
  g_assert_true (is_welcome (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_true (is_welcome (window));
  g_assert_null (lamina_ui_test_get_session (window));
  lamina_ui_test_close (window);
}

static gboolean
is_gone (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

/* A window that is closed while it loads takes the load along: nothing of it keeps the window. */
static void
test_close_while_loading (void)
{
  g_autofree char *sample = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  LaminaWindow *window = lamina_ui_test_open (sample);
  gpointer pointer = window;

  g_assert_null (lamina_ui_test_get_session (window));
  g_object_add_weak_pointer (G_OBJECT (window), &pointer);
  gtk_window_destroy (GTK_WINDOW (window));
  lamina_ui_test_wait (is_gone, &pointer);
  window = lamina_ui_test_open_sample ();
  lamina_ui_test_close (window);
}

static gboolean
shows (GtkWidget  *widget,
       const char *text)
{
  if (gtk_widget_get_opacity (widget) == 0)
    return FALSE;
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;
  return FALSE;
}

static void
test_progress (void)
{
  g_autofree char *sample = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  g_autoptr (GFile) file = g_file_new_for_path (sample);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  LaminaLoadingPage *page = g_object_ref_sink (g_object_new (LAMINA_TYPE_LOADING_PAGE, NULL));

  lamina_loading_page_start (page, loader, "<sample>");
  g_assert_true (shows (GTK_WIDGET (page), "<sample>"));
  g_assert_true (shows (GTK_WIDGET (page), "0"));
  g_assert_false (shows (GTK_WIDGET (page), "Layers"));
  lamina_loading_page_stop (page);
  g_object_unref (page);
}

static void
test_drop (void)
{
  g_autofree char *sample = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  g_autoptr (GFile) file = g_file_new_for_path (sample);
  GtkApplication *application = lamina_ui_test_get_application ();
  LaminaWindow *window = lamina_window_new (application);
  GtkEventController *target = lamina_ui_test_find_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET);
  GValue value = G_VALUE_INIT;
  gboolean is_taken = FALSE;

  gtk_window_present (GTK_WINDOW (window));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array (&file, 1));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &is_taken);
  g_value_unset (&value);
  g_assert_true (is_taken);
  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (application)), ==, 1);
  lamina_ui_test_close (window);
}

/* The cell that starts with a text. */
static LaminaTableCell *
find_cell (GtkWidget  *widget,
           const char *start)
{
  LaminaTableCell *found = NULL;

  if (LAMINA_IS_TABLE_CELL (widget) && gtk_widget_get_mapped (widget)
      && g_str_has_prefix (lamina_table_cell_get_text (LAMINA_TABLE_CELL (widget)), start))
    return LAMINA_TABLE_CELL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_cell (child, start);
  return found;
}

static LaminaTableCell *
find_layer_cell (LaminaWindow *window,
                 const char   *start)
{
  return find_cell (GTK_WIDGET (lamina_ui_test_get_table (window)), start);
}

static GtkWidget *
find_tensor_page (GtkWidget *widget)
{
  GtkWidget *found = LAMINA_IS_TENSOR_PAGE (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_tensor_page (child);
  return found;
}

static LaminaTableCell *
find_tensor_cell (LaminaWindow *window,
                  const char   *start)
{
  return find_cell (find_tensor_page (GTK_WIDGET (window)), start);
}

static guint32
find_largest_tensor (LaminaSession *session)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  guint32 largest = 0;

  for (guint32 i = 1; i < tensors->n; i++)
    if (lamina_column_number (tensors->bytes, i) > lamina_column_number (tensors->bytes, largest))
      largest = i;
  return largest;
}

/* The page lists the largest tensors first, once they are sorted. */
static gboolean
lists_largest (gpointer window)
{
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  return find_tensor_cell (window, lamina_run_get_string (run, tensors->name[find_largest_tensor (session)])) != NULL;
}

/* Where the first character of a text stands, before or after the last. */
static int
get_order (PangoLayout *layout)
{
  const char *text = pango_layout_get_text (layout);
  PangoRectangle first, last;

  pango_layout_index_to_pos (layout, 0, &first);
  pango_layout_index_to_pos (layout, (int) (g_utf8_prev_char (text + strlen (text)) - text), &last);
  return first.x < last.x ? -1 : 1;
}

/* Neither shares nor shapes have a letter that says how they run. */
static void
test_figures_right_to_left (void)
{
  LaminaWindow *window;
  LaminaTableCell *share, *shape, *listed, *size;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = lamina_ui_test_open_sample ();
  lamina_ui_test_settle (GTK_WIDGET (window));
  share = find_layer_cell (window, "2.18");
  shape = find_layer_cell (window, "8×64×112×112");
  g_assert_true (share && shape);
  g_assert_cmpint (get_order (lamina_ui_test_get_layout (share)), ==, -1);
  g_assert_cmpint (get_order (lamina_ui_test_get_layout (shape)), ==, -1);
  g_assert_cmpint (pango_layout_get_alignment (lamina_ui_test_get_layout (share)), ==, PANGO_ALIGN_LEFT);
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("tensors"));
  lamina_ui_test_wait (lists_largest, window);
  listed = find_tensor_cell (window, "8×64×112×112");
  size = find_tensor_cell (window, "24.5");
  g_assert_true (listed && size);
  g_assert_cmpint (get_order (lamina_ui_test_get_layout (listed)), ==, -1);
  g_assert_cmpint (pango_layout_get_alignment (lamina_ui_test_get_layout (listed)), ==, PANGO_ALIGN_RIGHT);
  g_assert_cmpint (pango_layout_get_alignment (lamina_ui_test_get_layout (size)), ==, PANGO_ALIGN_LEFT);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  lamina_ui_test_close (window);
}

static guint
count_marked (GtkWidget *widget)
{
  guint n = LAMINA_IS_TABLE_CELL (widget) && gtk_widget_get_mapped (widget)
            && lamina_table_cell_get_line (LAMINA_TABLE_CELL (widget))->bold;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += count_marked (child);
  return n;
}

/* Tensors of the selected layers are brought out in their list, those that were drawn before, too. */
static void
test_marked_tensors (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);

  lamina_session_select_layer (session, LAMINA_NONE);
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("tensors"));
  lamina_ui_test_wait (lists_largest, window);
  g_assert_cmpuint (count_marked (GTK_WIDGET (window)), ==, 0);
  lamina_session_select_tensor (session, find_largest_tensor (session));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpuint (count_marked (GTK_WIDGET (window)), >, 0);
  lamina_session_select_layer (session, LAMINA_NONE);
  g_assert_cmpuint (count_marked (GTK_WIDGET (window)), ==, 0);
  lamina_ui_test_close (window);
}

static gboolean
says_no_tensor (gpointer window)
{
  GtkWidget *page = lamina_ui_test_find (window, LAMINA_TYPE_TENSOR_PAGE);
  GtkWidget *nothing = GTK_WIDGET (gtk_widget_get_template_child (page, LAMINA_TYPE_TENSOR_PAGE, "nothing"));

  return gtk_widget_get_mapped (nothing);
}

static gboolean
lists_tensors (gpointer window)
{
  return !says_no_tensor (window);
}

/* Tensors are called as short as layers: `conv[782]`, not `conv(FUSE_ADD_RELU[…],const{…}[…])[782]`. */
static void
test_short_tensor_names (void)
{
  g_autofree char *original = lamina_ui_test_dup_path ("tests/data/megengine/two-devices.json");
  g_autofree char *folder = g_dir_make_tmp ("lamina-pages-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "fused.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GString) fused = NULL;
  g_autoptr (GError) error = NULL;
  LaminaWindow *window;

  g_file_get_contents (original, &text, NULL, &error);
  g_assert_no_error (error);
  fused = g_string_new (text);
  g_assert_cmpuint (g_string_replace (fused, "conv1[5]", "conv(FUSE_ADD_RELU[2],const{8,3,3,3}[1])[5]", 0), >, 0);
  g_file_set_contents (path, fused->str, -1, &error);
  g_assert_no_error (error);
  window = lamina_ui_test_open (path);
  lamina_ui_test_wait (lamina_ui_test_has_session, window);
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("tensors"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_nonnull (find_tensor_cell (window, "conv["));
  g_assert_null (find_tensor_cell (window, "conv("));
  lamina_ui_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* A list without rows says why. */
static void
test_no_tensor (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GtkWidget *entry;

  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("tensors"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_false (says_no_tensor (window));
  entry = lamina_ui_test_find (lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "no tensor is called so");
  lamina_ui_test_wait (says_no_tensor, window);
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  lamina_ui_test_wait (lists_tensors, window);
  lamina_ui_test_close (window);
}

/* A page that loses its session, as when its tab is closed, is emptied: a moment that was chosen in it goes then, too, and nothing
 * is listed for that any more. */
static void
test_tensors_without_session (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  GtkWidget *page, *chart;

  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("tensors"));
  lamina_ui_test_wait (lists_largest, window);
  page = lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TENSOR_PAGE);
  chart = lamina_ui_test_find (page, LAMINA_TYPE_TENSOR_CHART);
  lamina_tensor_chart_set_cursor (LAMINA_TENSOR_CHART (chart), lamina_timebase_get_start (lamina_session_get_timebase (session)));
  LAMINA_PAGE_GET_IFACE (page)->set_session (LAMINA_PAGE (page), NULL);
  lamina_ui_test_settle (page);
  g_assert_null (find_tensor_cell (window, ""));
  LAMINA_PAGE_GET_IFACE (page)->set_session (LAMINA_PAGE (page), session);
  lamina_ui_test_wait (lists_largest, window);
  lamina_ui_test_close (window);
}

/* Where a language runs from right to left, the window does, too; time and what files say does not. */
static void
test_right_to_left (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaTimelineCanvas *canvas = lamina_ui_test_get_canvas (window);
  GtkWidget *view = gtk_widget_get_ancestor (GTK_WIDGET (canvas), LAMINA_TYPE_TIMELINE_VIEW);

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_assert_cmpint (gtk_widget_get_direction (GTK_WIDGET (window)), ==, GTK_TEXT_DIR_RTL);
  g_assert_cmpint (gtk_widget_get_direction (GTK_WIDGET (lamina_ui_test_get_table (window))), ==, GTK_TEXT_DIR_RTL);
  g_assert_cmpint (gtk_widget_get_direction (GTK_WIDGET (canvas)), ==, GTK_TEXT_DIR_LTR);
  g_assert_cmpint (gtk_widget_get_direction (view), ==, GTK_TEXT_DIR_LTR);
  lamina_ui_test_settle (GTK_WIDGET (window));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  lamina_ui_test_close (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/pages/templates", test_templates);
  g_test_add_func ("/pages/shortcuts", test_shortcuts);
  g_test_add_func ("/pages/welcome", test_welcome);
  g_test_add_func ("/pages/failed", test_failed);
  g_test_add_func ("/pages/failure-sentences", test_failure_sentences);
  g_test_add_func ("/pages/odd-name", test_odd_name);
  g_test_add_func ("/pages/cancel", test_cancel);
  g_test_add_func ("/pages/close-while-loading", test_close_while_loading);
  g_test_add_func ("/pages/progress", test_progress);
  g_test_add_func ("/pages/drop", test_drop);
  g_test_add_func ("/pages/marked-tensors", test_marked_tensors);
  g_test_add_func ("/pages/no-tensor", test_no_tensor);
  g_test_add_func ("/pages/tensors-without-session", test_tensors_without_session);
  g_test_add_func ("/pages/short-tensor-names", test_short_tensor_names);
  g_test_add_func ("/pages/right-to-left", test_right_to_left);
  g_test_add_func ("/pages/figures-right-to-left", test_figures_right_to_left);
  return g_test_run ();
}
