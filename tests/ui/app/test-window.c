/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "frame-fixture.h"
#include "lamina-gradual-selection.h"
#include "lamina-inspector.h"
#include "lamina-pane-section.h"
#include "lamina-row-list.h"
#include "lamina-session-clocks.h"
#include "lamina-span.h"
#include "lamina-tensor-card.h"
#include "lamina-ui-test.h"

/* The widest box of slices that is not merged, as far as it is in sight. */
static GdkRectangle
find_box (LaminaTimelineCanvas *canvas,
          LaminaTarget         *target)
{
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (canvas));
  GdkRectangle widest = { 0 };
  const LaminaSceneBox *boxes;
  guint n;

  g_assert_nonnull (scene);
  boxes = lamina_scene_get_boxes (scene, &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES && boxes[i].target.n == 1 && boxes[i].width > widest.width)
      {
        widest = (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
        *target = boxes[i].target;
      }
  g_assert_cmpint (widest.width, >, 10);
  return widest;
}

static void
click_widest (LaminaWindow *window,
              int           n_press)
{
  LaminaTimelineCanvas *canvas = lamina_ui_test_get_canvas (window);
  LaminaTarget target;
  GdkRectangle box = find_box (canvas, &target);

  lamina_ui_test_click (GTK_WIDGET (canvas), n_press, box.x + box.width / 2.0, box.y + box.height / 2.0);
}

static LaminaInspector *
get_inspector (LaminaWindow *window)
{
  return LAMINA_INSPECTOR (lamina_ui_test_find (GTK_WIDGET (lamina_window_get_tab (window)), LAMINA_TYPE_INSPECTOR));
}

/* The pane of one layer, while it is shown. */
static GtkWidget *
get_pane (LaminaWindow *window)
{
  GtkWidget *pane = lamina_ui_test_child (get_inspector (window), "layer_pane");

  return gtk_stack_get_visible_child (lamina_ui_test_child (get_inspector (window), "stack")) == pane ? pane : NULL;
}

static GtkWidget *
get_section (GtkWidget  *pane,
             const char *name)
{
  return GTK_WIDGET (lamina_pane_section_get_content (lamina_ui_test_child (pane, name)));
}

static const char *
get_totals (LaminaWindow *window)
{
  return gtk_label_get_text (lamina_ui_test_child (lamina_ui_test_get_table (window), "totals"));
}

static guint
count_children (GtkWidget *parent)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (parent); child; child = gtk_widget_get_next_sibling (child))
    n++;
  return n;
}

static guint
count_cards (GtkWidget *box)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (box); child; child = gtk_widget_get_next_sibling (child))
    n += LAMINA_IS_TENSOR_CARD (child);
  return n;
}

static GListModel *
get_rows (LaminaWindow *window)
{
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));

  return G_LIST_MODEL (lamina_gradual_selection_get_model (view));
}

static guint32
get_row (LaminaWindow *window,
         guint         position)
{
  g_autoptr (LaminaRow) row = g_list_model_get_item (get_rows (window), position);

  return lamina_row_get_index (row);
}

static guint32
get_selected_row (LaminaWindow *window)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (get_rows (window)));

  return gtk_bitset_get_size (selected) == 1 ? get_row (window, gtk_bitset_get_nth (selected, 0)) : LAMINA_NONE;
}

static void
test_open (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaRun *run = lamina_session_get_run (lamina_ui_test_get_session (window));
  g_autofree char *expected = g_strdup_printf ("%u operators", lamina_run_get_totals (run)->executed);

  g_assert_cmpstr (lamina_tab_get_page_name (lamina_window_get_tab (window)), ==, "document");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "resnet50-megengine.json – Lamina");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, lamina_run_get_layers (run)->n);
  /* What nobody has asked for yet was made while the file was loaded. */
  g_assert_nonnull (lamina_run_get_attached (run, g_quark_from_string ("lamina-flow-index")));
  g_assert_true (g_str_has_prefix (get_totals (window), expected));
  g_assert_null (get_pane (window));
  lamina_ui_test_close (window);
}

/* At the usual size, without a click: the whole run, what the device did on top, twelve rows, an inspector of 300 to 340 px. */
static void
test_first_sight (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (lamina_ui_test_get_canvas (window)));
  int inspector = gtk_widget_get_width (GTK_WIDGET (get_inspector (window)));
  int table = gtk_widget_get_height (GTK_WIDGET (lamina_layer_table_get_view (lamina_ui_test_get_table (window))));
  LaminaSession *session = lamina_ui_test_get_session (window);
  const LaminaRange *range = lamina_session_get_range (session);
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  g_assert_cmpint (range->start, ==, bounds.start);
  g_assert_cmpint (range->end, ==, bounds.end);
  g_assert_cmpstr (lamina_scene_get_group (scene, 0)->name, ==, "gpu0:0");
  g_assert_cmpint (inspector, >=, 300);
  g_assert_cmpint (inspector, <=, 340);
  g_assert_cmpint (table, >=, 12 * 22 + 20);
  lamina_ui_test_close (window);
}

static void
test_select_in_timeline (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 layer;

  click_widest (window, 1);
  layer = lamina_session_get_selection (session)->layer;
  g_assert_cmpuint (layer, !=, LAMINA_NONE);
  g_assert_cmpuint (get_selected_row (window), ==, layer);
  g_assert_nonnull (get_pane (window));
  g_assert_cmpuint (count_cards (get_section (get_pane (window), "tensors")), ==,
                    layers->first_input[layer + 1] - layers->first_input[layer]
                      + lamina_column_first (layers->first_output, layer + 1) - lamina_column_first (layers->first_output, layer));
  g_assert_cmpuint (count_children (get_section (get_pane (window), "attributes")), >, 0);

  lamina_ui_test_press (GTK_WIDGET (lamina_ui_test_get_canvas (window)), GDK_KEY_Escape);
  g_assert_false (lamina_session_has_selection (session));
  g_assert_cmpuint (get_selected_row (window), ==, LAMINA_NONE);
  g_assert_null (get_pane (window));
  lamina_ui_test_close (window);
}

/* What is selected in the table comes into sight in the timeline, and is what the inspector shows. */
static void
test_select_in_table (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  guint last = lamina_run_get_totals (lamina_session_get_run (session))->executed - 1;
  LaminaRange place;

  gtk_selection_model_select_item (GTK_SELECTION_MODEL (get_rows (window)), last, TRUE);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, get_row (window, last));
  lamina_session_get_slice_range (session, &lamina_session_get_selection (session)->slice, &place);
  g_assert_cmpint (lamina_session_get_range (session)->start, <=, place.start);
  g_assert_cmpint (lamina_session_get_range (session)->end, >=, place.end);
  g_assert_nonnull (get_pane (window));
  lamina_ui_test_close (window);
}

static LaminaTensorCard *
find_linked_card (GtkWidget *pane)
{
  for (GtkWidget *card = gtk_widget_get_first_child (get_section (pane, "tensors")); card;
       card = gtk_widget_get_next_sibling (card))
    if (LAMINA_IS_TENSOR_CARD (card) && lamina_tensor_card_get_link (LAMINA_TENSOR_CARD (card)) != LAMINA_NONE)
      return LAMINA_TENSOR_CARD (card);
  g_assert_not_reached ();
}

static gboolean
activate_link (GtkWidget *widget)
{
  gboolean handled = FALSE;

  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), "<a href"))
    {
      g_signal_emit_by_name (widget, "activate-link", "layer", &handled);
      return handled;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !handled;
       child = gtk_widget_get_next_sibling (child))
    handled = activate_link (child);
  return handled;
}

typedef struct
{
  LaminaSession *session;
  guint32 layer;
} Expected;

static gboolean
is_selected (gpointer user_data)
{
  Expected *expected = user_data;

  return lamina_session_get_selection (expected->session)->layer == expected->layer;
}

static void
test_links (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaTensorCard *card;
  Expected expected = { .session = session };

  lamina_session_select_layer (session, lamina_ui_test_find_layer (lamina_session_get_run (session),
                                                                   "ConvolutionForward"));
  card = find_linked_card (get_pane (window));
  expected.layer = lamina_tensor_card_get_link (card);
  g_assert_true (activate_link (GTK_WIDGET (card)));
  lamina_ui_test_wait (is_selected, &expected);
  g_assert_cmpuint (get_selected_row (window), ==, expected.layer);
  lamina_ui_test_close (window);
}

static void
test_filter (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint n, all = g_list_model_get_n_items (get_rows (window));
  g_autofree char *totals = g_strdup (get_totals (window));

  lamina_session_set_filter (session, "convolutionforward");
  n = g_list_model_get_n_items (get_rows (window));
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, all);
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (lamina_run_get_string (run, layers->type[get_row (window, i)]), ==, "ConvolutionForward");
  g_assert_cmpstr (get_totals (window), !=, totals);

  lamina_session_set_filter (session, "no layer is called like this");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, 0);
  lamina_session_set_filter (session, "");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (window)), ==, all);
  g_assert_cmpstr (get_totals (window), ==, totals);
  lamina_ui_test_close (window);
}

/* A click on a heading sorts; the selection stays with its layer. */
static void
test_sort (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  const gint64 *costs = lamina_run_get_costs (lamina_session_get_run (session));
  GtkColumnView *view = lamina_layer_table_get_view (lamina_ui_test_get_table (window));
  g_autoptr (GtkColumnViewColumn) duration = g_list_model_get_item (gtk_column_view_get_columns (view), 3);
  guint32 selected = lamina_ui_test_find_layer (lamina_session_get_run (session), "ConvolutionForward");

  g_assert_cmpstr (gtk_column_view_column_get_title (duration), ==, "Duration");
  lamina_session_select_layer (session, selected);
  gtk_column_view_sort_by_column (view, duration, GTK_SORT_DESCENDING);
  for (guint i = 1; i < 20; i++)
    g_assert_cmpint (costs[get_row (window, i - 1)], >=, costs[get_row (window, i)]);
  g_assert_cmpuint (get_selected_row (window), ==, selected);
  gtk_column_view_sort_by_column (view, duration, GTK_SORT_ASCENDING);
  for (guint i = 1; i < 20; i++)
    g_assert_cmpint (costs[get_row (window, i - 1)], <=, costs[get_row (window, i)]);
  g_assert_cmpuint (get_selected_row (window), ==, selected);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, selected);
  lamina_ui_test_close (window);
}

static guint64
get_span (LaminaSession *session)
{
  return lamina_span_get (lamina_session_get_range (session));
}

static void
test_zoom_keys (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  GtkWidget *canvas = GTK_WIDGET (lamina_ui_test_get_canvas (window));
  guint64 span;
  gint64 start;
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  lamina_ui_test_press (canvas, GDK_KEY_0);
  g_assert_cmpuint (get_span (session), ==, lamina_span_get (&bounds));
  lamina_ui_test_press (canvas, GDK_KEY_w);
  span = get_span (session);
  g_assert_cmpuint (span, <, lamina_span_get (&bounds));
  start = lamina_session_get_range (session)->start;
  lamina_ui_test_press (canvas, GDK_KEY_d);
  g_assert_cmpint (lamina_session_get_range (session)->start, >, start);
  g_assert_cmpuint (get_span (session), ==, span);
  lamina_ui_test_press (canvas, GDK_KEY_a);
  g_assert_cmpint (lamina_session_get_range (session)->start, ==, start);
  lamina_ui_test_press (canvas, GDK_KEY_s);
  g_assert_cmpuint (get_span (session), >, span);
  for (int i = 0; i < 200; i++)
    lamina_ui_test_press (canvas, GDK_KEY_w);
  g_assert_cmpuint (get_span (session), ==, 20);
  for (int i = 0; i < 200; i++)
    lamina_ui_test_press (canvas, GDK_KEY_s);
  g_assert_cmpuint (get_span (session), ==, lamina_span_get (&bounds));
  lamina_ui_test_close (window);
}

/* F zooms to the selection, F again shows the whole run; so does a double click. */
static void
test_zoom_to_selection (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  GtkWidget *canvas = GTK_WIDGET (lamina_ui_test_get_canvas (window));
  LaminaRange bounds, place;

  lamina_session_get_bounds (session, &bounds);
  click_widest (window, 1);
  lamina_session_get_slice_range (session, &lamina_session_get_selection (session)->slice, &place);
  lamina_ui_test_press (canvas, GDK_KEY_f);
  g_assert_cmpint (lamina_session_get_range (session)->start, <=, place.start);
  g_assert_cmpint (lamina_session_get_range (session)->end, >=, place.end);
  g_assert_cmpuint (get_span (session), <, lamina_span_get (&place) * 2);
  lamina_ui_test_press (canvas, GDK_KEY_f);
  g_assert_cmpuint (get_span (session), ==, lamina_span_get (&bounds));
  lamina_ui_test_settle (canvas);
  click_widest (window, 2);
  lamina_session_get_slice_range (session, &lamina_session_get_selection (session)->slice, &place);
  g_assert_cmpuint (get_span (session), <, lamina_span_get (&place) * 2);
  lamina_ui_test_close (window);
}

static void
test_neighbors (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  GtkWidget *canvas = GTK_WIDGET (lamina_ui_test_get_canvas (window));
  LaminaSliceRef slice;

  click_widest (window, 1);
  slice = lamina_session_get_selection (session)->slice;
  lamina_ui_test_press (canvas, GDK_KEY_Right);
  g_assert_cmpuint (lamina_session_get_selection (session)->slice.slice, ==, slice.slice + 1);
  lamina_ui_test_press (canvas, GDK_KEY_Left);
  g_assert_cmpuint (lamina_session_get_selection (session)->slice.slice, ==, slice.slice);
  lamina_ui_test_press (canvas, GDK_KEY_Down);
  g_assert_cmpuint (lamina_session_get_selection (session)->slice.slice, !=, slice.slice);
  lamina_ui_test_press (canvas, GDK_KEY_Up);
  g_assert_cmpuint (lamina_session_get_selection (session)->slice.slice, ==, slice.slice);
  lamina_ui_test_close (window);
}

static void
test_tooltip (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaTimelineCanvas *canvas = lamina_ui_test_get_canvas (window);
  LaminaRun *run = lamina_session_get_run (lamina_ui_test_get_session (window));
  LaminaTarget target;
  GdkRectangle box = find_box (canvas, &target);
  guint32 layer = lamina_track_get_slices (lamina_run_get_track (run, target.track))->layer[target.first];
  g_autofree char *text = lamina_ui_test_dup_tooltip (GTK_WIDGET (canvas), box.x + box.width / 2.0,
                                                      box.y + box.height / 2.0);
  g_autofree char *name = NULL;

  g_assert_nonnull (text);
  name = g_markup_escape_text (lamina_run_get_string (run, lamina_run_get_layers (run)->name[layer]), -1);
  g_assert_nonnull (strstr (text, name));
  g_assert_nonnull (strstr (text, "Duration"));
  g_assert_nonnull (strstr (text, "Outputs"));
  g_assert_true (pango_parse_markup (text, -1, 0, NULL, NULL, NULL, NULL));
  lamina_ui_test_close (window);
}

/* Own clocks move the device; what is selected stays where it is seen. */
static void
test_clocks (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRun *run = lamina_session_get_run (session);
  LaminaRange before, after;
  gint64 distance, offset;
  guint clock;

  g_assert_true (lamina_session_has_other_clocks (session));
  lamina_ui_test_show_part (window);
  click_widest (window, 1);
  clock = lamina_track_get_info (lamina_run_get_track (run, lamina_session_get_selection (session)->slice.track))->clock;
  offset = lamina_run_get_clock (run, clock)->offset;
  g_assert_cmpint (offset, !=, 0);
  lamina_session_get_slice_range (session, &lamina_session_get_selection (session)->slice, &before);
  distance = before.start - lamina_session_get_range (session)->start;
  lamina_ui_test_activate (window, "view.aligned", NULL);
  g_assert_false (lamina_session_get_aligned (session));
  lamina_session_get_slice_range (session, &lamina_session_get_selection (session)->slice, &after);
  g_assert_cmpint (before.start - after.start, ==, offset);
  g_assert_cmpint (after.start - lamina_session_get_range (session)->start, ==, distance);
  lamina_ui_test_settle (GTK_WIDGET (window));
  lamina_ui_test_activate (window, "view.aligned", NULL);
  g_assert_true (lamina_session_get_aligned (session));
  lamina_ui_test_close (window);
}

static int
get_inspector_width (LaminaWindow *window)
{
  lamina_ui_test_settle (GTK_WIDGET (window));
  return gtk_widget_get_width (GTK_WIDGET (get_inspector (window)));
}

/* What it says never makes the inspector wider. */
static void
test_inspector_width (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  LaminaSession *session = lamina_ui_test_get_session (window);
  int width = get_inspector_width (window);

  for (guint i = 0; i < lamina_run_get_layers (lamina_session_get_run (session))->n; i += 12)
    {
      lamina_session_select_layer (session, i);
      g_assert_cmpint (get_inspector_width (window), ==, width);
    }
  lamina_session_select_layer (session, LAMINA_NONE);
  g_assert_cmpint (get_inspector_width (window), ==, width);
  lamina_ui_test_close (window);
}

static void
test_inspector_switch (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();

  lamina_ui_test_activate (window, "view.inspector", NULL);
  g_assert_false (frame_is_inspector_visible (window));
  lamina_ui_test_activate (window, "view.inspector", NULL);
  g_assert_true (frame_is_inspector_visible (window));
  lamina_ui_test_close (window);
}

/* Two appearances, both drawn to the end. */
static void
test_appearance (void)
{
  LaminaWindow *window = lamina_ui_test_open_sample ();
  GActionGroup *actions = G_ACTION_GROUP (lamina_ui_test_get_application ());

  click_widest (window, 1);
  g_action_group_activate_action (actions, "appearance", g_variant_new_string ("dark"));
  g_assert_true (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_action_group_activate_action (actions, "appearance", g_variant_new_string ("light"));
  g_assert_false (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_action_group_activate_action (actions, "appearance", g_variant_new_string ("desktop"));
  lamina_ui_test_close (window);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/window/open", test_open);
  g_test_add_func ("/window/first-sight", test_first_sight);
  g_test_add_func ("/window/select/timeline", test_select_in_timeline);
  g_test_add_func ("/window/select/table", test_select_in_table);
  g_test_add_func ("/window/select/links", test_links);
  g_test_add_func ("/window/table/filter", test_filter);
  g_test_add_func ("/window/table/sort", test_sort);
  g_test_add_func ("/window/timeline/zoom-keys", test_zoom_keys);
  g_test_add_func ("/window/timeline/zoom-to-selection", test_zoom_to_selection);
  g_test_add_func ("/window/timeline/neighbors", test_neighbors);
  g_test_add_func ("/window/timeline/tooltip", test_tooltip);
  g_test_add_func ("/window/clocks", test_clocks);
  g_test_add_func ("/window/inspector/switch", test_inspector_switch);
  g_test_add_func ("/window/inspector/width", test_inspector_width);
  g_test_add_func ("/window/appearance", test_appearance);
  return g_test_run ();
}
