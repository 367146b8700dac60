/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "frame-fixture.h"
#include "lamina-chart-card.h"
#include "lamina-chart-page.h"
#include "lamina-overview.h"
#include "lamina-paned-share.h"
#include "lamina-settings.h"
#include "lamina-timeline-view.h"

/* The pages and panes of a document, and what a narrow window makes of them. */

typedef struct
{
  LaminaWindow *window;
  int width;
} Width;

/* The shadow or frame of the window is part of the size that was asked for. */
static gboolean
has_width (gpointer user_data)
{
  Width *width = user_data;

  return ABS (gtk_widget_get_width (GTK_WIDGET (width->window)) - width->width) <= 20;
}

static void
resize (LaminaWindow *window,
        int           width,
        int           height)
{
  Width expected = { window, width };

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  lamina_ui_test_wait (has_width, &expected);
  lamina_ui_test_settle (GTK_WIDGET (window));
}

static gboolean
has_bottom_switcher (LaminaWindow *window)
{
  GtkWidget *bar = lamina_ui_test_find (GTK_WIDGET (window), ADW_TYPE_VIEW_SWITCHER_BAR);

  return adw_view_switcher_bar_get_reveal (ADW_VIEW_SWITCHER_BAR (bar))
         && adw_view_switcher_bar_get_stack (ADW_VIEW_SWITCHER_BAR (bar));
}

/* The pages of a document: by action and by switcher. */
static void
test_pages (FrameFiles    *files,
            gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  LaminaDocumentView *view;
  AdwViewStack *stack;
  g_autoptr (GVariant) state = NULL;

  frame_open_tab (window, files->one);
  view = lamina_tab_get_view (lamina_window_get_tab (window));
  stack = lamina_document_view_get_stack (view);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (stack), ==, "trace");
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("tensors"));
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (stack), ==, "tensors");
  adw_view_stack_set_visible_child_name (stack, "trace");
  state = g_action_group_get_action_state (G_ACTION_GROUP (lamina_document_view_get_actions (view)), "page");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "trace");
  lamina_ui_test_close (window);
}

static const char *
get_state (LaminaDocumentView *view,
           const char         *name)
{
  GActionGroup *actions = G_ACTION_GROUP (lamina_document_view_get_actions (view));
  g_autoptr (GVariant) state = g_action_group_get_action_state (actions, name);

  return g_intern_string (g_variant_get_string (state, NULL));
}

/* Pages are made when they are wanted; until then their actions are there, and do what they do once the page is. */
static void
test_pages_later (FrameFiles    *files,
                  gconstpointer  data)
{
  static const char *const names[] = { "flame", "tensors", "charts", "compare" };
  LaminaWindow *window = frame_open_window ();
  LaminaDocumentView *view;
  GActionGroup *actions;

  frame_open_tab (window, files->one);
  view = lamina_tab_get_view (lamina_window_get_tab (window));
  actions = G_ACTION_GROUP (lamina_document_view_get_actions (view));
  lamina_ui_test_settle (GTK_WIDGET (window));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_null (lamina_document_view_get_page (view, names[i], FALSE));
  g_assert_cmpstr (get_state (view, "flame-by"), ==, "calls");
  g_assert_true (g_action_group_get_action_enabled (actions, "export-charts"));
  g_assert_false (g_action_group_get_action_enabled (actions, "export-comparison"));
  lamina_ui_test_activate (window, "view.flame-by", g_variant_new_string ("types"));
  g_assert_nonnull (lamina_document_view_get_page (view, "flame", FALSE));
  g_assert_cmpstr (get_state (view, "flame-by"), ==, "types");
  g_action_group_change_action_state (actions, "chart", g_variant_new_string ("top-layers"));
  g_assert_cmpstr (get_state (view, "chart"), ==, "top-layers");
  g_assert_cmpstr (get_state (view, "page"), ==, "charts");
  g_assert_null (lamina_document_view_get_page (view, "compare", FALSE));
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("compare"));
  g_assert_true (gtk_widget_get_mapped (lamina_document_view_get_page (view, "compare", FALSE)));
  lamina_ui_test_close (window);
}

/* Where there is little room, the inspector comes only when it is called, and that is not what is remembered. */
static void
test_narrow (FrameFiles    *files,
             gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  GSettings *settings = lamina_settings_get_default ();

  frame_open_tab (window, files->one);
  resize (window, 1280, 800);
  g_assert_true (frame_is_inspector_visible (window));
  resize (window, 900, 640);
  g_assert_false (frame_is_inspector_visible (window));
  lamina_ui_test_activate (window, "view.inspector", NULL);
  g_assert_true (frame_is_inspector_visible (window));
  lamina_ui_test_activate (window, "view.inspector", NULL);
  g_assert_true (g_settings_get_boolean (settings, LAMINA_SETTING_INSPECTOR_VISIBLE));
  resize (window, 600, 640);
  g_assert_true (has_bottom_switcher (window));
  resize (window, 1280, 800);
  g_assert_false (has_bottom_switcher (window));
  g_assert_true (frame_is_inspector_visible (window));
  lamina_ui_test_close (window);
}

/* What is hidden or moved in one document is so in the next, too. */
static void
test_panes (FrameFiles    *files,
            gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  GSettings *settings = lamina_settings_get_default ();
  GtkWidget *table, *paned;
  int height;

  frame_open_tab (window, files->one);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_activate (window, "view.inspector", NULL);
  lamina_ui_test_activate (window, "view.overview", NULL);
  paned = gtk_widget_get_ancestor (GTK_WIDGET (lamina_ui_test_get_canvas (window)), GTK_TYPE_PANED);
  gtk_paned_set_position (GTK_PANED (paned), gtk_paned_get_position (GTK_PANED (paned)) - 40);
  height = g_settings_get_int (settings, LAMINA_SETTING_TABLE_HEIGHT);
  g_assert_cmpint (height, ==, gtk_widget_get_height (paned) - gtk_paned_get_position (GTK_PANED (paned)));

  frame_open_tab (window, files->two);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  table = GTK_WIDGET (lamina_ui_test_get_table (window));
  paned = gtk_widget_get_ancestor (table, GTK_TYPE_PANED);
  g_assert_false (frame_is_inspector_visible (window));
  g_assert_cmpint (gtk_widget_get_height (paned) - gtk_paned_get_position (GTK_PANED (paned)), ==, height);
  lamina_ui_test_activate (window, "view.table", NULL);
  g_assert_false (gtk_widget_get_visible (table));
  lamina_ui_test_activate (window, "win.next-tab", NULL);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (lamina_ui_test_get_table (window))));
  g_settings_reset (settings, LAMINA_SETTING_INSPECTOR_VISIBLE);
  g_settings_reset (settings, LAMINA_SETTING_OVERVIEW_VISIBLE);
  g_settings_reset (settings, LAMINA_SETTING_TABLE_VISIBLE);
  g_settings_reset (settings, LAMINA_SETTING_TABLE_HEIGHT);
  g_assert_true (frame_is_inspector_visible (window));
  g_assert_true (gtk_widget_get_visible (table));
  lamina_ui_test_close (window);
}

/* Whether all of the run is shown, and what its device did stands on top, in sight, with the strip of the whole run above. */
static void
assert_first_sight (LaminaWindow *window)
{
  LaminaSession *session = lamina_ui_test_get_session (window);
  GtkWidget *view = lamina_ui_test_find (GTK_WIDGET (window), LAMINA_TYPE_TIMELINE_VIEW);
  GtkWidget *canvas = GTK_WIDGET (lamina_ui_test_get_canvas (window));
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (canvas));
  const LaminaSceneGroup *queue = lamina_scene_get_group (scene, 1);
  const LaminaRange *range = lamina_session_get_range (session);
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  g_assert_cmpint (range->start, ==, bounds.start);
  g_assert_cmpint (range->end, ==, bounds.end);
  g_assert_cmpstr (queue->name, ==, "gpu0:0/Operators");
  g_assert_cmpint (queue->y + queue->height, <, gtk_widget_get_height (canvas));
  g_assert_true (gtk_widget_get_mapped (lamina_ui_test_find (view, LAMINA_TYPE_OVERVIEW)));
}

/* It does not depend on the room that there is, and stays so when there is another one. */
static void
test_first_sight (FrameFiles    *files,
                  gconstpointer  data)
{
  static const struct
  {
    int width;
    int height;
    int dpi;
  } screens[] = { { 1280, 800, 96 }, { 1900, 1000, 96 }, { 960, 640, 96 },
                  { 1280, 800, 144 }, { 1900, 1000, 144 }, { 960, 640, 144 } };

  for (guint i = 0; i < G_N_ELEMENTS (screens); i++)
    {
      LaminaWindow *window = frame_open_window ();

      g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", screens[i].dpi * 1024, NULL);
      resize (window, screens[i].width, screens[i].height);
      frame_open_tab (window, files->one);
      lamina_ui_test_settle (GTK_WIDGET (window));
      assert_first_sight (window);
      resize (window, screens[(i + 1) % G_N_ELEMENTS (screens)].width, 700);
      assert_first_sight (window);
      g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_WINDOW_SIZE);
      lamina_ui_test_close (window);
    }
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-xft-dpi");
}

/* A run without layers has no use for their table; the next one has it again. */
static void
test_no_layers (FrameFiles    *files,
                gconstpointer  data)
{
  static const char text[] = "{\"traceEvents\":[{\"ph\":\"C\",\"name\":\"used\",\"pid\":1,\"ts\":0,\"args\":{\"bytes\":10}},"
                             "{\"ph\":\"C\",\"name\":\"used\",\"pid\":1,\"ts\":9,\"args\":{\"bytes\":30}}]}";
  g_autofree char *path = g_build_filename (files->folder, "counters.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LaminaWindow *window = frame_open_window ();
  LaminaDocumentView *view;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  view = lamina_tab_get_view (frame_open_tab (window, file));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (lamina_ui_test_get_table (window))));
  g_assert_null (g_action_map_lookup_action (lamina_document_view_get_actions (view), "table"));
  g_assert_true (g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_TABLE_VISIBLE));
  view = lamina_tab_get_view (frame_open_tab (window, files->one));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (lamina_ui_test_get_table (window))));
  g_assert_nonnull (g_action_map_lookup_action (lamina_document_view_get_actions (view), "table"));
  g_file_delete (file, NULL, NULL);
  lamina_ui_test_close (window);
}

static gboolean
has_one_layer (gpointer table)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (lamina_layer_table_get_view (table)))) == 1;
}

/* A section without layers says so where they would be, and leads out. */
static void
test_empty_section (FrameFiles    *files,
                    gconstpointer  data)
{
  static const char text[] =
    "{\"schemaVersion\":1,\"traceEvents\":["
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#1\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":9},"
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::relu\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2},"
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#2\",\"pid\":1,\"tid\":1,\"ts\":9,\"dur\":9}]}";
  g_autofree char *path = g_build_filename (files->folder, "steps.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LaminaWindow *window = frame_open_window ();
  LaminaSession *session;
  GtkWidget *table, *nothing;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  frame_open_tab (window, file);
  session = lamina_ui_test_get_session (window);
  table = GTK_WIDGET (lamina_ui_test_get_table (window));
  nothing = GTK_WIDGET (gtk_widget_get_template_child (table, LAMINA_TYPE_LAYER_TABLE, "nothing"));
  lamina_session_set_section (session, 1);
  lamina_ui_test_wait ((LaminaCondition) gtk_widget_get_mapped, nothing);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (nothing))), ==,
                   "Nothing lies in this section.");
  g_signal_emit_by_name (gtk_widget_get_last_child (nothing), "clicked");
  g_assert_cmpuint (lamina_session_get_section (session), ==, LAMINA_NONE);
  lamina_ui_test_wait (has_one_layer, table);
  g_assert_false (gtk_widget_get_visible (nothing));
  g_file_delete (file, NULL, NULL);
  lamina_ui_test_close (window);
}

/* The name of the file can be read beside the switcher of the pages. */
static void
test_name (FrameFiles    *files,
           gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  g_autoptr (GFile) file = frame_copy_sample (files->folder, "a-profile-of-rank-0.txt");
  GtkWidget *name = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (window), LAMINA_TYPE_WINDOW, "file_name"));

  frame_open_tab (window, file);
  resize (window, 1280, 800);
  g_assert_true (gtk_widget_get_mapped (name));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (name)), ==, "a-profile-of-rank-0.txt");
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (name))));
  g_assert_false (has_bottom_switcher (window));
  g_file_delete (file, NULL, NULL);
  lamina_ui_test_close (window);
}

/* What it lists when it is open may be longer than it. */
static gboolean
is_readable (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget))
    return TRUE;
  if (GTK_IS_LABEL (widget) && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    return FALSE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (!is_readable (child))
      return FALSE;
  return TRUE;
}

/* Nor does a long name cut the choice of all sections. */
static void
test_sections (FrameFiles    *files,
               gconstpointer  data)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/mobilenet-onnxruntime.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LaminaWindow *window = frame_open_window ();
  GtkWidget *sections = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (window), LAMINA_TYPE_WINDOW, "sections"));

  frame_open_tab (window, file);
  resize (window, 1280, 800);
  g_assert_true (gtk_widget_get_mapped (sections));
  g_assert_true (is_readable (sections));
  g_assert_false (has_bottom_switcher (window));
  lamina_ui_test_close (window);
}

/* Where a divider is to stand; below 0 it is as far at the start as it may be. */
typedef struct
{
  GtkPaned *paned;
  int position;
} Divider;

static gboolean
stands_there (gpointer user_data)
{
  Divider *self = user_data;
  int wanted = self->position < 0 ? lamina_paned_bounds_get (self->paned).least : self->position;

  return ABS (gtk_paned_get_position (self->paned) - wanted) <= 1;
}

/* It takes some frames: the pane is turned in one and divided in the next. */
static void
wait_for_divider (GtkPaned *paned,
                  int       position)
{
  Divider divider = { paned, position };

  lamina_ui_test_wait (stands_there, &divider);
  lamina_ui_test_settle (GTK_WIDGET (paned));
}

/* A smaller window leaves less to the table than was chosen, the next larger one gives it back. */
static void
test_table_height (FrameFiles    *files,
                   gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  GSettings *settings = lamina_settings_get_default ();
  GtkWidget *table;
  GtkPaned *paned;
  int height;

  frame_open_tab (window, files->one);
  resize (window, 1280, 960);
  table = GTK_WIDGET (lamina_ui_test_get_table (window));
  paned = GTK_PANED (gtk_widget_get_ancestor (table, GTK_TYPE_PANED));
  gtk_paned_set_position (paned, lamina_paned_bounds_get (paned).least + 20);
  lamina_ui_test_settle (GTK_WIDGET (window));
  height = g_settings_get_int (settings, LAMINA_SETTING_TABLE_HEIGHT);
  g_assert_cmpint (height, ==, gtk_widget_get_height (GTK_WIDGET (paned)) - gtk_paned_get_position (paned));
  resize (window, 1100, 640);
  wait_for_divider (paned, -1);
  g_assert_cmpint (g_settings_get_int (settings, LAMINA_SETTING_TABLE_HEIGHT), ==, height);

  /* Something above it needs more of the same height for a while. */
  gtk_widget_set_size_request (gtk_paned_get_start_child (paned), -1, lamina_paned_bounds_get (paned).least + 60);
  lamina_ui_test_settle (GTK_WIDGET (window));
  wait_for_divider (paned, -1);
  gtk_widget_set_size_request (gtk_paned_get_start_child (paned), -1, -1);
  resize (window, 1280, 960);
  wait_for_divider (paned, gtk_widget_get_height (GTK_WIDGET (paned)) - height);
  g_assert_cmpint (g_settings_get_int (settings, LAMINA_SETTING_TABLE_HEIGHT), ==, height);
  g_settings_reset (settings, LAMINA_SETTING_TABLE_HEIGHT);
  lamina_ui_test_close (window);
}

/* Whether chart and table stand beside each other, divided as the settings say. */
static gboolean
is_divided (gpointer paned)
{
  double share = g_settings_get_double (lamina_settings_get_default (), LAMINA_SETTING_CHART_TABLE_SHARE);
  LaminaPanedBounds bounds = lamina_paned_bounds_get (paned);
  int width = gtk_widget_get_width (paned);
  int wanted = lamina_paned_bounds_clamp (&bounds, (int) (width * (1 - share)));

  return gtk_orientable_get_orientation (paned) == GTK_ORIENTATION_HORIZONTAL && width > 1 && bounds.least > 1
         && ABS (gtk_paned_get_position (paned) - wanted) <= 1;
}

static gboolean
has_chart (gpointer page)
{
  GtkWidget *card = gtk_paned_get_start_child (lamina_ui_test_child (page, "paned"));

  return lamina_chart_canvas_get_data (lamina_chart_card_get_canvas (LAMINA_CHART_CARD (card))) != NULL;
}

/* While the pane is still being divided a move is not the user's: it is made again, as by a hand that goes on. */
static gboolean
is_kept (gpointer paned)
{
  double share = g_settings_get_double (lamina_settings_get_default (), LAMINA_SETTING_CHART_TABLE_SHARE);
  int place = lamina_paned_bounds_get (paned).least + 4;
  double wanted = 1 - (double) place / gtk_widget_get_width (paned);

  if (gtk_paned_get_position (paned) == place && ABS (share - wanted) < 0.001)
    return TRUE;
  gtk_paned_set_position (paned, place);
  return FALSE;
}

/* So it is with the share that the table beside a chart has. */
static void
test_share (FrameFiles    *files,
            gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  GSettings *settings = lamina_settings_get_default ();
  GtkPaned *paned;
  GtkWidget *page;
  double share;
  int position;

  frame_open_tab (window, files->one);
  resize (window, 1280, 800);
  lamina_ui_test_activate (window, "view.chart", g_variant_new_string ("time-by-type"));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  page = lamina_document_view_get_page (lamina_tab_get_view (lamina_window_get_tab (window)), "charts", TRUE);
  paned = GTK_PANED (lamina_ui_test_find (page, GTK_TYPE_PANED));
  lamina_ui_test_wait (has_chart, page);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_wait (is_divided, paned);
  lamina_ui_test_wait (is_kept, paned);
  position = gtk_paned_get_position (paned);
  lamina_ui_test_settle (GTK_WIDGET (window));
  share = g_settings_get_double (settings, LAMINA_SETTING_CHART_TABLE_SHARE);
  g_assert_cmpfloat (share, !=, 0);
  resize (window, 1000, 640);
  lamina_ui_test_settle (GTK_WIDGET (window));
  gtk_widget_set_size_request (gtk_paned_get_start_child (paned), 500, 300);
  lamina_ui_test_settle (GTK_WIDGET (window));
  wait_for_divider (paned, -1);
  g_assert_cmpfloat (g_settings_get_double (settings, LAMINA_SETTING_CHART_TABLE_SHARE), ==, share);
  gtk_widget_set_size_request (gtk_paned_get_start_child (paned), -1, -1);
  lamina_ui_test_settle (GTK_WIDGET (window));
  resize (window, 1280, 800);
  wait_for_divider (paned, position);
  g_assert_cmpfloat (g_settings_get_double (settings, LAMINA_SETTING_CHART_TABLE_SHARE), ==, share);
  g_settings_reset (settings, LAMINA_SETTING_CHART_TABLE_SHARE);
  g_settings_reset (settings, LAMINA_SETTING_CHART);
  lamina_ui_test_close (window);
}

static void
test_window_size (FrameFiles    *files,
                  gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  int width, height;

  resize (window, 1000, 700);
  gtk_window_close (GTK_WINDOW (window));
  window = frame_open_window ();
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  g_assert_cmpint (width, ==, 1000);
  g_assert_cmpint (height, ==, 700);
  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_WINDOW_SIZE);
  lamina_ui_test_close (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  FRAME_ADD ("/layout/pages", test_pages);
  FRAME_ADD ("/layout/pages-later", test_pages_later);
  FRAME_ADD ("/layout/narrow", test_narrow);
  FRAME_ADD ("/layout/panes", test_panes);
  FRAME_ADD ("/layout/first-sight", test_first_sight);
  FRAME_ADD ("/layout/no-layers", test_no_layers);
  FRAME_ADD ("/layout/empty-section", test_empty_section);
  FRAME_ADD ("/layout/name", test_name);
  FRAME_ADD ("/layout/sections", test_sections);
  FRAME_ADD ("/layout/table-height", test_table_height);
  FRAME_ADD ("/layout/share", test_share);
  FRAME_ADD ("/layout/window-size", test_window_size);
  return g_test_run ();
}
